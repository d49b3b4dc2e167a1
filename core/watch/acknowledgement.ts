import { z } from 'zod';
import {
  type AttentionReason,
  attentionReasons,
  isNews,
  retiredPromise,
} from './attention-reasons.ts';

/*
 * What a dispatcher has seen or handled, and when it comes back. Who only looked at what needs a person has
 * done nothing about it yet: it stays, as seen, until its cause ends or the dispatcher says that it is handled.
 * What is news asks for no more than a look. A claim is known by its reason and by when its cause began, never
 * by a limit or a clock's error, so that one that was handled does not come back because a limit was learned
 * anew. It comes back when another cause begins, and when it gets worse, and so does a seen one as unseen:
 *
 * - a silent courier is lost, and a promise at hand is broken: claims of their own;
 * - what grows with time has lasted twice as long as when it was acknowledged.
 */

/** A reason why an order needs attention now. Times in milliseconds since 1970. */
export interface Claim {
  readonly reason: AttentionReason;
  /** When its cause began. With the reason it tells one claim from another. */
  readonly causeAtMs: number;
  /** Since when it counts. */
  readonly sinceMs: number;
}

/** A claim that the dispatcher has handled or, at least, seen. */
export interface Acknowledgement extends Pick<Claim, 'reason' | 'causeAtMs'> {
  readonly atMs: number;
  /** It was looked at and no more. Absent in what was stored before seen and handled were told apart. */
  readonly isOnlySeen?: true;
}

/** What the dispatcher did about claims: looked at them, or handled them. */
export const deeds = ['seen', 'handled'] as const;

export type Deed = (typeof deeds)[number];

/**
 * The reason of an acknowledgement as it was stored, recorded or handed over, in the words of today. The retired
 * one stands for both of its successors: they have other causes, so that only the right one is acknowledged.
 */
export const acknowledgedReasons = z
  .enum([...attentionReasons, retiredPromise])
  .transform((reason): readonly AttentionReason[] =>
    reason === retiredPromise ? ['promiseAhead', 'promisePassed'] : [reason],
  );

/** These get worse by lasting. */
const growing: ReadonlySet<AttentionReason> = new Set([
  'courierLost',
  'notMoving',
  'longWait',
  'arrivedWaiting',
]);

/** What was acknowledged stays away at least this long. */
const restAtLeastMs = 10 * 60_000;

/** Whether a claim was handled and has not become worse since. */
export function isAcknowledged(
  claim: Claim,
  acknowledged: readonly Acknowledgement[],
  nowMs: number,
): boolean {
  return acknowledged.some(
    (known) => known.isOnlySeen !== true && stillCovers(known, claim, nowMs),
  );
}

/** Whether a claim was seen, handled or not, and has not become worse since. */
export function isSeen(
  claim: Claim,
  acknowledged: readonly Acknowledgement[],
  nowMs: number,
): boolean {
  return acknowledged.some((known) => stillCovers(known, claim, nowMs));
}

function stillCovers(
  known: Acknowledgement,
  { reason, causeAtMs }: Pick<Claim, 'reason' | 'causeAtMs'>,
  nowMs: number,
): boolean {
  if (known.reason !== reason || known.causeAtMs !== causeAtMs) return false;
  if (!growing.has(reason)) return true;
  return nowMs - known.atMs < Math.max(known.atMs - causeAtMs, restAtLeastMs);
}

/**
 * What is known once the dispatcher has seen or handled these claims. Of each reason the last one is kept. A
 * look takes nothing back that is handled.
 *
 * @param shownAtMs when they were on the screen: what counts since a later time was not seen
 */
export function acknowledging(
  acknowledged: readonly Acknowledgement[],
  claims: readonly Claim[],
  deed: Deed,
  shownAtMs: number,
  nowMs: number,
): readonly Acknowledgement[] {
  const fresh = claims.filter(
    (claim) =>
      // A clock that was set back dates what is there already into the future.
      (claim.sinceMs <= shownAtMs || claim.sinceMs > nowMs) &&
      (deed === 'handled' || !isSeen(claim, acknowledged, nowMs)),
  );
  if (fresh.length === 0) return acknowledged;
  const reasons = new Set(fresh.map(({ reason }) => reason));
  return [
    ...acknowledged.filter(({ reason }) => !reasons.has(reason)),
    ...fresh.map(({ reason, causeAtMs }) => ({
      reason,
      causeAtMs,
      atMs: nowMs,
      ...(deed === 'seen' && !isNews(reason) && { isOnlySeen: true as const }),
    })),
  ];
}
