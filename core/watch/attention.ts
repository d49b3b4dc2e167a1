import { isOrderFailure } from '../delivery/delivery-failure.ts';
import { type Claim, isAcknowledged } from './acknowledgement.ts';
import type { AttentionReason } from './attention-reasons.ts';
import { repeatedLoss } from './order-flags.ts';
import { defaultWaitRules, orderWaits } from './order-waits.ts';
import type { Wait, WaitRules } from './order-waits.ts';
import type { OrderProblem, WatchedOrder } from './watched-order.ts';

/** How much each reason weighs. The numbers are ours; docs/glossary.md has them under "attention". */
const weights: Readonly<Record<AttentionReason, number>> = {
  courierTurnover: 70,
  released: 60,
  cancelled: 55,
  unknownStatus: 50,
  failed: 50,
  notFound: 45,
  refused: 45,
  checksFailing: 40,
  courierSilent: 35,
  courierLost: 35,
  notMoving: 35,
  promiseAtRisk: 30,
  longWait: 25,
  priceChanged: 20,
  courierSwapped: 20,
  arrivedWaiting: 15,
};

/** An order's claim on attention: a score to sort by and the reason that weighs most. */
export interface Attention {
  readonly score: number;
  readonly reason: AttentionReason;
}

/**
 * An order's claim on the dispatcher's attention: all reasons that the dispatcher has not acknowledged,
 * added up, under the name of the one that weighs most. Null when there is none. The same input gives the
 * same score.
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
  const weight = ({ reason }: Claim): number =>
    weights[reason] + (reason === 'promiseAtRisk' ? minutesOver(watched, nowMs) : 0);
  const [first, ...rest] = open.toSorted((a, b) => weight(b) - weight(a));
  if (first === undefined) return null;
  const score = rest.reduce((sum, claim) => sum + weight(claim), weight(first));
  return { score, reason: first.reason };
}

/** A promise that is broken weighs more with each minute. */
function minutesOver({ preferences }: WatchedOrder, nowMs: number): number {
  const overMs = nowMs - (preferences?.promisedAtMs ?? nowMs);
  return Math.max(0, Math.floor(overMs / 60_000));
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

/** The claim of a wait. A promise that is at hand and the same one broken are two claims. */
export function waitClaim({ reason, sinceMs, causeAtMs, isAhead }: Wait): Claim {
  return { reason, sinceMs, causeAtMs: isAhead === true ? sinceMs : causeAtMs };
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
