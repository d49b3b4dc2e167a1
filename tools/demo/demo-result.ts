/** Events (core/notification/notification.ts) by which an order's status is told to have changed. */
const statusEvents: ReadonlySet<string> = new Set([
  'matched',
  'released',
  'courierChanged',
  'statusChanged',
  'unknownStatus',
  'completed',
  'completedAndAmended',
  'cancelled',
  'failed',
]);

/** Those by which a courier is told to have moved. */
const moveEvents: ReadonlySet<string> = new Set(['courierMoved', 'courierMovedOn']);

/** Whether the demo proved what it is to prove. */
export interface DemoResult {
  /** Whether a status change and a courier's move were both notified. */
  readonly isProven: boolean;
  /** What is missing, in words; empty when it is proven. */
  readonly missing: readonly string[];
  /** How many of each event, most frequent first. */
  readonly counts: readonly (readonly [event: string, count: number])[];
}

/** Judges by the events of the notifications that really arrived. */
export function demoResult(events: readonly string[]): DemoResult {
  const counts = new Map<string, number>();
  for (const event of events) counts.set(event, (counts.get(event) ?? 0) + 1);
  const missing = [
    ...(events.some((event) => statusEvents.has(event)) ? [] : ['a status change']),
    ...(events.some((event) => moveEvents.has(event)) ? [] : ["a courier's move"]),
  ];
  return {
    isProven: missing.length === 0,
    missing,
    counts: [...counts].toSorted(([, a], [, b]) => b - a),
  };
}
