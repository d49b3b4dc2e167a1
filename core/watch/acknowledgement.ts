import { z } from 'zod';
import { type AttentionReason, attentionReasons } from './attention-reasons.ts';

/*
 * What a dispatcher has acknowledged, and when it comes back. A claim is known by its reason and by when its
 * cause began, never by a limit or a clock's error, so that one that was acknowledged does not come back
 * because a limit was learned anew. It comes back when another cause begins, and when it gets worse:
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

/** A claim that the dispatcher knows of. */
export interface Acknowledgement extends Pick<Claim, 'reason' | 'causeAtMs'> {
  readonly atMs: number;
}

/** What an earlier Waybell called a promise at hand and one that has passed alike. */
const retiredReason = 'promiseAtRisk';

/**
 * The reason of an acknowledgement as it was stored, recorded or handed over, in the words of today. The retired
 * one stands for both of its successors: they have other causes, so that only the right one is acknowledged.
 */
export const acknowledgedReasons = z
  .enum([...attentionReasons, retiredReason])
  .transform((reason): readonly AttentionReason[] =>
    reason === retiredReason ? ['promiseAhead', 'promisePassed'] : [reason],
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

/** Whether the dispatcher knows of a claim and it has not become worse since. */
export function isAcknowledged(
  { reason, causeAtMs }: Claim,
  acknowledged: readonly Acknowledgement[],
  nowMs: number,
): boolean {
  const known = acknowledged.find((each) => each.reason === reason && each.causeAtMs === causeAtMs);
  if (known === undefined) return false;
  if (!growing.has(reason)) return true;
  return nowMs - known.atMs < Math.max(known.atMs - causeAtMs, restAtLeastMs);
}

/**
 * What is acknowledged once the dispatcher has seen these claims. Of each reason the last one is kept.
 *
 * @param shownAtMs when they were on the screen: what counts since a later time was not seen
 */
export function acknowledging(
  acknowledged: readonly Acknowledgement[],
  claims: readonly Claim[],
  shownAtMs: number,
  nowMs: number,
): readonly Acknowledgement[] {
  const seen = claims.filter(
    // A clock that was set back dates what is there already into the future.
    ({ sinceMs }) => sinceMs <= shownAtMs || sinceMs > nowMs,
  );
  if (seen.length === 0) return acknowledged;
  const reasons = new Set(seen.map(({ reason }) => reason));
  return [
    ...acknowledged.filter(({ reason }) => !reasons.has(reason)),
    ...seen.map(({ reason, causeAtMs }) => ({ reason, causeAtMs, atMs: nowMs })),
  ];
}
