import { isOrderFailure } from '../delivery/delivery-failure.ts';
import { type Acknowledgement, type Claim, isAcknowledged, isSeen } from './acknowledgement.ts';
import {
  type AttentionReason,
  attentionReasons,
  isNews,
  seriousness,
} from './attention-reasons.ts';
import { isGraceOver } from './cadence.ts';
import { type FactAge, reasonAge } from './fact-age.ts';
import { repeatedLoss } from './order-flags.ts';
import { defaultWaitRules, orderWaits, promiseAheadMs } from './order-waits.ts';
import type { Wait, WaitRules } from './order-waits.ts';
import { noDesk } from './watched-order.ts';
import type { Call, HandledByDesk, OrderProblem, WatchedOrder } from './watched-order.ts';

/** An order's claim on attention: a score to sort by, the most serious reason and the time that belongs to it. */
export interface Attention {
  readonly score: number;
  readonly reason: AttentionReason;
  readonly age: FactAge;
  /** The other reasons, the most serious first; absent where there is none. */
  readonly others?: readonly AttentionReason[];
  /** The dispatcher has seen all that it needs attention for, and has not handled it; absent otherwise. */
  readonly isSeen?: true;
}

/**
 * Compares two claims on attention, for sorting: the most serious reason first, of equally serious ones the
 * earliest promise, passed or at hand, then the higher score. It goes by no clock, so claims of different moments
 * compare, and none overtakes another one by the time alone.
 */
export function byUrgency(left: Attention, right: Attention): number {
  return stepOf(right) - stepOf(left) || promisedFirst(left, right) || right.score - left.score;
}

/** The seriousness of its reason, which is the greater part of a score. */
function stepOf({ score }: Attention): number {
  return Math.floor(score / scoreOfStep);
}

function promisedFirst({ age: left }: Attention, { age: right }: Attention): number {
  return left.kind === 'promise' && right.kind === 'promise' ? left.atMs - right.atMs : 0;
}

/** What needed attention and is handled, while its cause still stands. */
export interface Handled {
  /** The most serious of it. */
  readonly reason: AttentionReason;
  readonly age: FactAge;
  /** When it was handled last, in milliseconds since 1970. */
  readonly atMs: number;
  /** The call by which it was handled; null where there was none. */
  readonly call: Pick<Call, 'word'> | null;
  /** The desk of the team that handled it; null where this computer did. */
  readonly desk: Pick<HandledByDesk, 'deskId' | 'desk'> | null;
}

/** One step of seriousness counts more than all that tells two orders with the same reason apart. */
const scoreOfStep = 1_000_000;

/**
 * An order's claim on the dispatcher's attention by all reasons that are not handled: the most serious one
 * decides and gives the name, however many others there are, seen or not. Of two orders with the same reason
 * the one with more other reasons scores higher; {@link byUrgency} puts several orders in order. Null when there
 * is none. The same state gives the same score at any time.
 *
 * What was seen of an order that is over ends with its grace: there is nothing left to do for it, and it would
 * keep the order on the list for ever.
 *
 * @param nowMs milliseconds since 1970
 * @param rules the thresholds for long waits
 * @param counts which reasons count; default: all
 */
export function attention(
  watched: WatchedOrder,
  nowMs: number,
  rules: WaitRules = defaultWaitRules,
  counts: (reason: AttentionReason) => boolean = () => true,
): Attention | null {
  const known = knownOf(watched);
  const claims = attentionClaims(watched, nowMs, rules).filter(
    (claim) => counts(claim.reason) && !isAcknowledged(claim, known, nowMs),
  );
  const unseen = claims.filter((claim) => !isSeen(claim, known, nowMs));
  const open = isGraceOver(watched, nowMs) ? unseen : claims;
  const [first, ...others] = bySeriousness(open);
  if (first === undefined) return null;
  const { reason } = first;
  const score = seriousness(reason) * scoreOfStep + others.length;
  const age = ageOf(first, watched);
  return {
    score,
    reason,
    age,
    ...(others.length > 0 && { others: others.map((other) => other.reason) }),
    ...(unseen.length === 0 && { isSeen: true }),
  };
}

/**
 * What is handled of an order, by the most serious of it. Null where something still needs attention, which
 * says more, and where nothing that needs a person stands.
 */
export function handled(
  watched: WatchedOrder,
  nowMs: number,
  rules: WaitRules = defaultWaitRules,
): Handled | null {
  const known = knownOf(watched);
  if (known.length === 0 || attention(watched, nowMs, rules) !== null) return null;
  const standing = attentionClaims(watched, nowMs, rules).filter(
    (claim) => !isNews(claim.reason) && isAcknowledged(claim, known, nowMs),
  );
  const [first] = bySeriousness(standing);
  if (first === undefined) return null;
  return { reason: first.reason, age: ageOf(first, watched), ...lastDeed(watched, standing) };
}

/** Who handled these claims last, when and by which call. */
function lastDeed(
  { acknowledged, calls, team }: WatchedOrder,
  standing: readonly Claim[],
): Pick<Handled, 'atMs' | 'call' | 'desk'> {
  const isStanding = (known: { readonly reason: string; readonly causeAtMs: number }): boolean =>
    standing.some(({ causeAtMs, reason }) => {
      return reason === known.reason && causeAtMs === known.causeAtMs;
    });
  const own = acknowledged.filter((known) => known.isOnlySeen !== true && isStanding(known));
  const ownAtMs = Math.max(...own.map(({ atMs }) => atMs));
  const ofTeam = team?.handled ?? null;
  if (ofTeam !== null && ofTeam.atMs >= ownAtMs && ofTeam.claims.some(isStanding)) {
    const { atMs, call, desk, deskId } = ofTeam;
    return { atMs, call, desk: deskId === noDesk ? null : { deskId, desk } };
  }
  const call = calls.at(-1);
  const isByCall = call !== undefined && call.atMs >= ownAtMs;
  return { atMs: ownAtMs, call: isByCall ? { word: call.word } : null, desk: null };
}

function bySeriousness(claims: readonly Claim[]): readonly Claim[] {
  return claims.toSorted((a, b) => seriousness(b.reason) - seriousness(a.reason));
}

function ageOf({ causeAtMs, reason }: Claim, watched: WatchedOrder): FactAge {
  const atMs = reason === 'promiseAhead' ? causeAtMs + promiseAheadMs : causeAtMs;
  return reasonAge(reason, atMs, watched);
}

/** What was seen or handled of an order here, and what another desk of the team has handled for all. */
export function knownOf({
  acknowledged,
  team,
}: Pick<WatchedOrder, 'acknowledged' | 'team'>): readonly Acknowledgement[] {
  const byDesk = team?.handled ?? null;
  if (byDesk === null) return acknowledged;
  const { atMs, claims } = byDesk;
  return [
    ...acknowledged,
    ...claims.flatMap(({ causeAtMs, reason }) =>
      attentionReasons
        .filter((known) => known === reason)
        .map((known) => ({ reason: known, causeAtMs, atMs })),
    ),
  ];
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
