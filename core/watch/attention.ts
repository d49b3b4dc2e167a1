import { isOrderFailure } from '../delivery/delivery-failure.ts';
import { defaultWaitRules, orderWaits } from './order-waits.ts';
import type { WaitRules } from './order-waits.ts';
import type { OrderProblem, WatchedOrder } from './watched-order.ts';

/** How much each reason weighs. The numbers are ours; docs/glossary.md has them under "attention". */
const weights = {
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

/** Why an order needs a dispatcher's eyes. */
export type AttentionReason = keyof typeof weights;

/** An order's claim on attention: a score to sort by and the reason that weighs most. */
export interface Attention {
  readonly score: number;
  readonly reason: AttentionReason;
}

/** News of something that is over: one look is enough. Every other reason lasts as long as its cause. */
const news: ReadonlySet<AttentionReason> = new Set([
  'cancelled',
  'failed',
  'priceChanged',
  'courierSwapped',
]);

interface Claim {
  readonly reason: AttentionReason;
  /** Since when the reason holds, in milliseconds since 1970. */
  readonly sinceMs: number;
}

/**
 * An order's claim on the dispatcher's attention: all reasons that the dispatcher has not acknowledged
 * since they came to be, added up, under the name of the one that weighs most. Null when there is none.
 * News that an order is over or changed ends with a look at it, too. The same input gives the same score.
 *
 * @param nowMs milliseconds since 1970
 * @param rules the thresholds for long waits
 */
export function attention(
  watched: WatchedOrder,
  nowMs: number,
  rules: WaitRules = defaultWaitRules,
): Attention | null {
  const { acknowledgedAtMs, lastLookedAtMs } = watched;
  const open = claims(watched, nowMs, rules).filter(
    ({ reason, sinceMs }) =>
      sinceMs > (acknowledgedAtMs ?? -Infinity) &&
      !(news.has(reason) && sinceMs <= (lastLookedAtMs ?? -Infinity)),
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

function claims(watched: WatchedOrder, nowMs: number, rules: WaitRules): readonly Claim[] {
  return [
    ...problemClaims(watched.problem),
    ...statusClaims(watched),
    ...flagClaims(watched.flags),
    ...orderWaits(watched, nowMs, rules),
  ];
}

function problemClaims(problem: OrderProblem | null): readonly Claim[] {
  if (problem === null) return [];
  // This order fails alone: a failing host is part of the service health.
  if (!isOrderFailure(problem.code)) return [{ reason: 'checksFailing', sinceMs: problem.sinceMs }];
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

/** The claims of past events that the present state does not show. */
function flagClaims(flags: WatchedOrder['flags']): readonly Claim[] {
  const flagged: readonly (readonly [AttentionReason, number | null | undefined])[] = [
    ['released', flags?.releasedAtMs],
    ['courierSwapped', flags?.courierSwappedAtMs],
    ['priceChanged', flags?.amendedAtMs],
  ];
  return flagged.flatMap(([reason, sinceMs]) => (sinceMs == null ? [] : [{ reason, sinceMs }]));
}
