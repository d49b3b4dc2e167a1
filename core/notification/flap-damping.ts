import type { TellingEvent } from './telling.ts';

/** What is remembered of an order that goes back and forth. Times in milliseconds since 1970. */
export interface FlapTrace {
  readonly firstAtMs: number;
  /** When the order changed, as far back as it still counts. */
  readonly recentAtMs: readonly number[];
  /** How often it was released since `firstAtMs`. */
  readonly releases: number;
}

/** So many changes of an order within {@link windowMs} are told one by one; more are counted. */
const mostToldAlone = 2;
const windowMs = 5 * 60_000;

const backAndForth: ReadonlySet<TellingEvent> = new Set([
  'matched',
  'released',
  'courierChanged',
  'statusChanged',
  'reopened',
]);

/** A trace with whether the present change is only counted. */
export interface FlapStep {
  readonly trace: FlapTrace | null;
  readonly isDamped: boolean;
}

/**
 * Counts a change of an order. The first two within five minutes are told; as long as it goes on like
 * that, further ones are counted only, and the count is told when it is over or now and then.
 */
export function flapStep(trace: FlapTrace | null, event: TellingEvent, atMs: number): FlapStep {
  if (!backAndForth.has(event)) return { trace, isDamped: false };
  const recent = (trace?.recentAtMs ?? []).filter((pastMs) => atMs - pastMs < windowMs);
  const isRelease = event === 'released' || event === 'courierChanged';
  const goesOn = trace !== null && recent.length > 0;
  return {
    trace: {
      firstAtMs: goesOn ? trace.firstAtMs : atMs,
      recentAtMs: [...recent, atMs],
      releases: (goesOn ? trace.releases : 0) + (isRelease ? 1 : 0),
    },
    isDamped: recent.length >= mostToldAlone,
  };
}
