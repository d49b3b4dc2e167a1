import { report } from 'node:process';

/** The most connections at a time that a hub is measured with. */
const mostPlaces = 10_000;
/** What the hub itself has open: its log, the service, webhooks, and programs that are looked at. */
const ownFiles = 400;

/**
 * How many connections a hub may have when the system lets it open so many files, each connection being one. At
 * least half of them are for connections.
 */
export function placesWithin(openFiles: number): number {
  return Math.min(mostPlaces, Math.max(openFiles - ownFiles, Math.floor(openFiles / 2)));
}

/** How many files the system lets this process open; without an end where it does not say. */
export function mostOpenFiles(): number {
  // Otherwise the report asks for the names of all that is connected.
  const isExcluded: unknown = Reflect.get(report, 'excludeNetwork');
  Reflect.set(report, 'excludeNetwork', true);
  try {
    const limits: unknown = Reflect.get(report.getReport(), 'userLimits');
    const soft: unknown = Reflect.get(Object(Reflect.get(Object(limits), 'open_files')), 'soft');
    return typeof soft === 'number' && soft > 0 ? soft : Number.POSITIVE_INFINITY;
  } finally {
    Reflect.set(report, 'excludeNetwork', isExcluded);
  }
}
