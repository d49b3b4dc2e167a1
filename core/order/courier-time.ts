import { isSameCourier } from './courier-identity.ts';
import type { CourierFix, Order } from './order.ts';

/** What was done about the time of a courier's position. */
export type FixNote = 'fix-older-than-known' | 'fix-from-the-future';

/** An order whose courier's position can be taken as the newest one that is known. */
export interface JudgedOrder {
  readonly order: Order;
  readonly note: FixNote | null;
  /** How far ahead the service's clock is, for the next position. */
  readonly aheadMs: number;
}

/** A clock that is ahead of ours by up to this is not noted. */
const toleratedAheadMs = 2 * 60_000;
/** If the remembered lead would make a position older than this, the service's clock was set. */
const oldestMs = 15 * 60_000;

/**
 * Puts the time of a courier's position right, and keeps the known position when the one that came is
 * older, as happens behind several servers that are not equally fast (the contract states nothing:
 * seeds/contract.md, 2.2). An equal time with another place counts as newer.
 *
 * A time that lies ahead of now comes from a clock that is ahead of ours: by how much is remembered and
 * taken off from the next ones, so that they keep their order and none is ever younger than its arrival.
 * A position that comes again unchanged keeps the time that it was first given.
 *
 * @param before the last accepted observation, null when there is none
 * @param nowMs when `after` came, in milliseconds since 1970
 * @param aheadMs `aheadMs` of the last judgement; 0 at first
 */
export function judgeCourierTime(
  before: Order | null,
  after: Order,
  nowMs: number,
  aheadMs: number,
): JudgedOrder {
  const courier = after.courier;
  const fix = courier?.fix ?? null;
  if (courier === null || fix === null || fix.reportedAtMs === null) {
    return { order: after, note: null, aheadMs };
  }
  const beforeFix = isSameCourier(before?.courier ?? null, courier)
    ? (before?.courier?.fix ?? null)
    : null;
  if (beforeFix !== null && isStatedAgain(beforeFix, fix)) {
    return { order: { ...after, courier: { ...courier, fix: beforeFix } }, note: null, aheadMs };
  }
  const isAhead = fix.reportedAtMs > nowMs + toleratedAheadMs;
  const known = knownAheadMs(fix.reportedAtMs - nowMs, aheadMs);
  const reportedAtMs = isAhead ? fix.reportedAtMs - known : fix.reportedAtMs;
  const nextAheadMs = isAhead ? known : aheadMs;
  // A stored time may lie ahead of now; it must not refuse every position until then.
  const knownAtMs = Math.min(beforeFix?.reportedAtMs ?? Number.NEGATIVE_INFINITY, nowMs);
  if (beforeFix !== null && reportedAtMs < knownAtMs) {
    const order = { ...after, courier: { ...courier, fix: beforeFix } };
    return { order, note: 'fix-older-than-known', aheadMs: nextAheadMs };
  }
  if (!isAhead) return { order: after, note: null, aheadMs: nextAheadMs };
  const corrected = { ...fix, reportedAtMs, statedAtMs: fix.reportedAtMs };
  const order = { ...after, courier: { ...courier, fix: corrected } };
  return { order, note: 'fix-from-the-future', aheadMs: nextAheadMs };
}

/** Whether a position that was corrected comes again: it is not newer once our clock has reached its time. */
function isStatedAgain(known: CourierFix, fix: CourierFix): boolean {
  return (
    known.statedAtMs === fix.reportedAtMs &&
    known.latitudeDeg === fix.latitudeDeg &&
    known.longitudeDeg === fix.longitudeDeg
  );
}

/** @param byMs how far the position is ahead of its arrival; the clock is ahead by at least this */
function knownAheadMs(byMs: number, rememberedMs: number): number {
  return byMs > rememberedMs || byMs < rememberedMs - oldestMs ? byMs : rememberedMs;
}
