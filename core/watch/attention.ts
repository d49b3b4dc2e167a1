import { isOrderFailure } from '../delivery/delivery-failure.ts';
import { type Claim, isAcknowledged } from './acknowledgement.ts';
import { type AttentionReason, seriousness } from './attention-reasons.ts';
import { type FactAge, reasonAge } from './fact-age.ts';
import { repeatedLoss } from './order-flags.ts';
import { defaultWaitRules, orderWaits, promiseAheadMs } from './order-waits.ts';
import type { Wait, WaitRules } from './order-waits.ts';
import type { OrderProblem, WatchedOrder } from './watched-order.ts';

/** An order's claim on attention: a score to sort by, the most serious reason and the time that belongs to it. */
export interface Attention {
  readonly score: number;
  readonly reason: AttentionReason;
  readonly age: FactAge;
}

/** One step of seriousness counts more than all that tells two orders with the same reason apart. */
const scoreOfStep = 1_000_000;
/** A minute over a promise counts more than all other reasons of an order together. */
const scoreOfMinuteOver = 100;
/** Where the minutes over a promise stop to count: four days, as long as a step has room for. */
const mostMinutesOver = 5760;

/**
 * An order's claim on the dispatcher's attention by all reasons that the dispatcher has not acknowledged: the
 * most serious one decides and gives the name, however many others there are. Of two orders with the same
 * reason the one whose promise is broken for longer scores higher, then the one with more other reasons. Null
 * when there is none. The same input gives the same score.
 *
 * @param nowMs milliseconds since 1970
 * @param rules the thresholds for long waits
 */
export function attention(
  watched: WatchedOrder,
  nowMs: number,
  rules: WaitRules = defaultWaitRules,
): Attention | null {
  const open = attentionClaims(watched, nowMs, rules).filter(
    (claim) => !isAcknowledged(claim, watched.acknowledged, nowMs),
  );
  const [first, ...others] = open.toSorted((a, b) => seriousness(b.reason) - seriousness(a.reason));
  if (first === undefined) return null;
  const { reason } = first;
  const score =
    seriousness(reason) * scoreOfStep +
    (reason === 'promisePassed' ? minutesOver(first, nowMs) * scoreOfMinuteOver : 0) +
    others.length;
  const causeAtMs = reason === 'promiseAhead' ? first.causeAtMs + promiseAheadMs : first.causeAtMs;
  return { score, reason, age: reasonAge(reason, causeAtMs, watched) };
}

function minutesOver({ causeAtMs }: Claim, nowMs: number): number {
  return Math.min(mostMinutesOver, Math.max(0, Math.floor((nowMs - causeAtMs) / 60_000)));
}

/** Everything about an order that needs attention or was acknowledged, by its state and the time alone. */
export function attentionClaims(
  watched: WatchedOrder,
  nowMs: number,
  rules: WaitRules = defaultWaitRules,
): readonly Claim[] {
  return [
    ...problemClaims(watched.problem),
    ...statusClaims(watched),
    ...flagClaims(watched.flags),
    ...turnoverClaims(watched),
    ...orderWaits(watched, nowMs, rules).map(waitClaim),
  ];
}

/** The claim of a wait. What is still to come has no time at which it happened but that of its warning. */
export function waitClaim({ reason, sinceMs, causeAtMs }: Wait): Claim {
  return { reason, sinceMs, causeAtMs: reason === 'promiseAhead' ? sinceMs : causeAtMs };
}

/** A claim of something that happened at a moment. */
function happened(reason: AttentionReason, atMs: number): Claim {
  return { reason, causeAtMs: atMs, sinceMs: atMs };
}

function problemClaims(problem: OrderProblem | null): readonly Claim[] {
  if (problem === null) return [];
  // This order fails alone: a failing host is part of the service health.
  if (!isOrderFailure(problem.code)) return [happened('checksFailing', problem.sinceMs)];
  const reason = problem.code === 'order-not-found' ? 'notFound' : 'refused';
  return [happened(reason, problem.sinceMs)];
}

function statusClaims(watched: WatchedOrder): readonly Claim[] {
  const { order } = watched;
  if (order === null) return [];
  const sinceMs = watched.statusSinceMs ?? watched.addedAtMs;
  switch (order.status.phase) {
    case 'cancelled':
      return [happened('cancelled', sinceMs)];
    case 'failed':
      return [happened('failed', sinceMs)];
    case 'unknown':
      return [happened('unknownStatus', sinceMs)];
    case 'searching':
    case 'assigned':
    case 'atPickup':
    case 'pickedUp':
    case 'atDropoff':
    case 'done':
      return [];
  }
}

function turnoverClaims(watched: WatchedOrder): readonly Claim[] {
  const loss = repeatedLoss(watched);
  return loss === null ? [] : [happened('courierTurnover', loss.atMs)];
}

/** The claims of past events that the present state does not show. */
function flagClaims(flags: WatchedOrder['flags']): readonly Claim[] {
  const flagged: readonly (readonly [AttentionReason, number | null | undefined])[] = [
    ['released', flags?.releasedAtMs],
    ['courierSwapped', flags?.courierSwappedAtMs],
    ['priceChanged', flags?.amendedAtMs],
  ];
  return flagged.flatMap(([reason, atMs]) => (atMs == null ? [] : [happened(reason, atMs)]));
}
