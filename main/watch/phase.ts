import type { OrderId } from '../../core/order/order-id.ts';

/**
 * The place of an order inside its interval, from 0 up to but not including 1.
 *
 * It depends on the uuid and on this installation alone: orders spread evenly without knowing of each
 * other, keep their place after a restart, and fifty desks that watch the same orders do not ask for
 * the same one in the same moment.
 *
 * @param installSeed a whole number from 0 to 2^32 - 1, drawn once per installation
 */
export function phaseOf(id: OrderId, installSeed: number): number {
  let hash = (2_166_136_261 ^ installSeed) >>> 0;
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 16_777_619);
  }
  // The last step of MurmurHash3: uuids counted upwards would otherwise lie side by side.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296;
}

/** How much of an interval an order may be asked late on its way to its place, everything included. */
const mostLate = 0.1;
/** A step that is shorter than this would take for ever. */
const leastLate = 0.02;

/** How intervals are kept at present. */
export interface PlanPace {
  /** How much later than planned a request may leave; it counts as lateness, too. */
  readonly slackMs: number;
  /** Whether there is room for a second check in an interval. */
  readonly mayHurry: boolean;
}

/**
 * When to ask again after a check: the first instant of the order's phase that is at least half an
 * interval away, as long as that is at most a tenth of an interval late. Otherwise the order goes to its
 * place in two checks half as far apart, or, where there is no room for more checks, in several steps of
 * up to a tenth. So an order that was asked out of turn never waits for long, comes to its place, and is
 * never asked twice in quick succession.
 *
 * All times on one clock.
 */
export function nextPhaseMs(
  askedMs: number,
  everyMs: number,
  phase: number,
  { slackMs, mayHurry }: PlanPace,
): number {
  const instantMs = phaseInstantMs(askedMs + everyMs / 2, everyMs, phase);
  const lateMs = Math.max(everyMs * mostLate - slackMs, everyMs * leastLate);
  if (instantMs - askedMs <= everyMs + lateMs) return instantMs;
  return mayHurry ? askedMs + (instantMs - askedMs) / 2 : askedMs + everyMs + lateMs;
}

/** The first instant of a phase at or after a time. */
export function phaseInstantMs(earliestMs: number, everyMs: number, phase: number): number {
  const offsetMs = phase * everyMs;
  return Math.ceil((earliestMs - offsetMs) / everyMs) * everyMs + offsetMs;
}
