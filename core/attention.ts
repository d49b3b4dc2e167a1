import { failureScope } from './failure-text.ts';
import { isFinished } from './order-status.ts';
import type { OrderProblem, WatchedOrder } from './watched-order.ts';

/** Why an order needs a dispatcher's eyes, the most serious first. */
export type AttentionReason =
  | 'released'
  | 'cancelled'
  | 'unknownStatus'
  | 'failed'
  | 'notFound'
  | 'refused'
  | 'notMoving'
  | 'longWait'
  | 'priceChanged'
  | 'courierSwapped';

/** An order's claim on attention: a score to sort by and the reason that weighs most. */
export interface Attention {
  readonly score: number;
  readonly reason: AttentionReason;
}

/** How much each reason weighs; a tuning of ours, told in docs/glossary.md under "attention". */
const weights: Readonly<Record<AttentionReason, number>> = {
  released: 60,
  cancelled: 55,
  unknownStatus: 50,
  failed: 50,
  notFound: 45,
  refused: 45,
  notMoving: 35,
  longWait: 25,
  priceChanged: 20,
  courierSwapped: 20,
};

const words: Readonly<Record<AttentionReason, string>> = {
  released: 'Released by the courier',
  cancelled: 'Cancelled',
  unknownStatus: 'Unknown status',
  failed: 'Not delivered',
  notFound: 'Not found',
  refused: 'Cannot be checked',
  notMoving: 'Not moving',
  longWait: 'Long wait',
  priceChanged: 'Price changed',
  courierSwapped: 'Another courier',
};

/** Why an order needs attention, as a label. */
export function attentionWords(reason: AttentionReason): string {
  return words[reason];
}

/** How long an order may wait for a courier before it needs eyes. */
const longWaitMs = 20 * 60_000;
/** How long a courier on the way may stay in one place. */
const notMovingMs = 10 * 60_000;
/** An observation older than this does not say that a courier stands: we are not looking. */
const observedWithinMs = 5 * 60_000;

interface Claim {
  readonly reason: AttentionReason;
  /** When the reason came to be, in milliseconds since 1970. */
  readonly sinceMs: number;
}

/**
 * An order's claim on the dispatcher's attention: all reasons that the dispatcher has not looked at
 * since they came to be, added up, under the name of the one that weighs most. Null when there is
 * none. The same input gives the same score.
 *
 * @param nowMs milliseconds since 1970
 */
export function attention(watched: WatchedOrder, nowMs: number): Attention | null {
  const lookedAtMs = watched.lastLookedAtMs ?? -Infinity;
  const open = claims(watched, nowMs).filter((claim) => claim.sinceMs > lookedAtMs);
  const [first, ...rest] = open.toSorted((a, b) => weights[b.reason] - weights[a.reason]);
  if (first === undefined) return null;
  const score = rest.reduce((sum, claim) => sum + weights[claim.reason], weights[first.reason]);
  return { score, reason: first.reason };
}

function claims(watched: WatchedOrder, nowMs: number): readonly Claim[] {
  return [
    ...problemClaims(watched.problem),
    ...statusClaims(watched),
    ...markClaims(watched.marks),
    ...silenceClaims(watched, nowMs),
  ];
}

function problemClaims(problem: OrderProblem | null): readonly Claim[] {
  if (problem === null || failureScope(problem.code) !== 'order') return [];
  const reason = problem.code === 'order-not-found' ? 'notFound' : 'refused';
  return [{ reason, sinceMs: problem.sinceMs }];
}

function statusClaims(watched: WatchedOrder): readonly Claim[] {
  const { order } = watched;
  if (order === null) return [];
  const sinceMs = watched.statusSinceMs ?? watched.addedAtMs;
  switch (order.status.phase) {
    case 'cancelled':
      return [{ reason: 'cancelled', sinceMs }];
    case 'failed':
      return [{ reason: 'failed', sinceMs }];
    case 'unknown':
      return [{ reason: 'unknownStatus', sinceMs }];
    case 'searching':
    case 'assigned':
    case 'atPickup':
    case 'pickedUp':
    case 'atDropoff':
    case 'done':
      return [];
  }
}

/** What needs eyes though the present state does not show it. */
function markClaims(marks: WatchedOrder['marks']): readonly Claim[] {
  const marked: readonly (readonly [AttentionReason, number | null | undefined])[] = [
    ['released', marks?.releasedAtMs],
    ['courierSwapped', marks?.courierSwappedAtMs],
    ['priceChanged', marks?.amendedAtMs],
  ];
  return marked.flatMap(([reason, sinceMs]) => (sinceMs == null ? [] : [{ reason, sinceMs }]));
}

/** What needs eyes because something does not happen. */
function silenceClaims(watched: WatchedOrder, nowMs: number): readonly Claim[] {
  const { order, courierTrace } = watched;
  const isSeen = nowMs - (watched.observedAtMs ?? -Infinity) <= observedWithinMs;
  if (order === null || !isSeen || isFinished(order.status.phase)) return [];
  if (order.status.phase === 'searching' && order.courier === null) {
    const waitsSinceMs = Math.max(
      watched.statusSinceMs ?? watched.addedAtMs,
      order.pickup?.scheduledAtMs ?? -Infinity,
    );
    const sinceMs = waitsSinceMs + longWaitMs;
    return nowMs >= sinceMs ? [{ reason: 'longWait', sinceMs }] : [];
  }
  const isOnTheWay = order.courier?.fix != null && courierTrace.insideStop === null;
  if (!isOnTheWay || courierTrace.anchorAtMs === null) return [];
  const sinceMs = courierTrace.anchorAtMs + notMovingMs;
  return nowMs >= sinceMs ? [{ reason: 'notMoving', sinceMs }] : [];
}
