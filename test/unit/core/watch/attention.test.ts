import { describe, expect, test } from 'vitest';
import { attention } from '../../../../core/watch/attention.ts';
import type { AttentionReason } from '../../../../core/watch/attention-reasons.ts';
import { amendedBy, orderFlags } from '../../../../core/watch/order-flags.ts';
import { orderUpdate } from '../../../../core/order/order-update.ts';
import type { Order } from '../../../../core/order/order.ts';
import type { OrderFlags, WatchedOrder } from '../../../../core/watch/watched-order.ts';
import { somePreferences } from '../../../support/watched-orders.ts';
import {
  courier,
  fixAt,
  noonMs,
  order,
  plannedAt,
  pointAt,
  watched,
} from '../order/order-samples.ts';

const minute = 60_000;
const trace = (
  agoMs: number,
  insideStop: 'pickup' | null = null,
): WatchedOrder['courierTrace'] => ({
  anchor: pointAt(500),
  anchorAtMs: noonMs - agoMs,
  insideStop,
  claimedStop: null,
  lastStepMeters: null,
});
const problem = (code: 'order-not-found' | 'order-forbidden' | 'timeout') => ({
  code,
  httpStatus: null,
  sinceMs: noonMs - minute,
  failureCount: 3,
});
const noFlags = {
  releasedAtMs: null,
  courierSwappedAtMs: null,
  amendedAtMs: null,
  amountBeforeAmendment: null,
  turnover: null,
};

describe('what needs attention, and how much', () => {
  const pending = order({ word: 'pending' });
  const onTheWay = order({ courier: courier(fixAt(510)) });
  const planned = plannedAt(noonMs);
  test.each<[string, Partial<WatchedOrder>, AttentionReason | null, number]>([
    ['on the way', { order: onTheWay, courierTrace: trace(9 * minute) }, null, 0],
    ['not moving', { order: onTheWay, courierTrace: trace(10 * minute) }, 'notMoving', 35],
    [
      'waiting at the pickup',
      { order: onTheWay, courierTrace: trace(10 * minute, 'pickup') },
      'arrivedWaiting',
      15,
    ],
    [
      'not moving, but not looked at either',
      { order: onTheWay, courierTrace: trace(10 * minute), observedAtMs: noonMs - 6 * minute },
      null,
      0,
    ],
    ['waiting', { order: pending, statusSinceMs: noonMs - 19 * minute }, null, 0],
    ['long wait', { order: pending, statusSinceMs: noonMs - 20 * minute }, 'longWait', 25],
    [
      'waiting for a planned time',
      { order: planned, statusSinceMs: noonMs - 60 * minute },
      null,
      0,
    ],
    ['cancelled', { order: order({ word: 'cancelled' }) }, 'cancelled', 55],
    ['failed', { order: order({ word: 'returned' }) }, 'failed', 50],
    ['unknown', { order: order({ word: 'handover_review' }) }, 'unknownStatus', 50],
    ['completed', { order: order({ word: 'completed' }) }, null, 0],
    ['not found', { order: null, problem: problem('order-not-found') }, 'notFound', 45],
    ['refused', { problem: problem('order-forbidden') }, 'refused', 45],
    ['one order alone that is not answered', { problem: problem('timeout') }, 'checksFailing', 40],
    ['released', { order: pending, flags: { ...noFlags, releasedAtMs: noonMs } }, 'released', 60],
    [
      'released and waiting long',
      {
        order: pending,
        statusSinceMs: noonMs - 30 * minute,
        flags: { ...noFlags, releasedAtMs: noonMs },
      },
      'released',
      85,
    ],
    [
      'another courier',
      { flags: { ...noFlags, courierSwappedAtMs: noonMs } },
      'courierSwapped',
      20,
    ],
    ['amended', { flags: { ...noFlags, amendedAtMs: noonMs } }, 'priceChanged', 20],
  ])('%s', (_name, changes, reason, score) => {
    const claim = attention(watched(changes), noonMs);
    expect([claim?.reason ?? null, claim?.score ?? 0]).toEqual([reason, score]);
  });
});

test('of several reasons the heaviest gives the name, and a broken promise alone grows heavier', () => {
  const flags = { ...noFlags, courierSwappedAtMs: noonMs, releasedAtMs: noonMs };
  const preferences = somePreferences({ promisedAtMs: noonMs - 10 * minute });
  expect(attention(watched({ flags }), noonMs)).toEqual({ reason: 'released', score: 80 });
  expect(attention(watched({ flags, preferences }), noonMs)).toEqual({
    reason: 'released',
    score: 120,
  });
});

test('the heaviest gives the name, wherever it stands', () => {
  const preferences = somePreferences({ promisedAtMs: noonMs });
  const amended = { ...noFlags, amendedAtMs: noonMs };
  expect(attention(watched({ flags: amended, preferences }), noonMs)?.reason).toBe('promiseAtRisk');
  const released = { ...noFlags, releasedAtMs: noonMs };
  expect(attention(watched({ flags: released, preferences }), noonMs)?.reason).toBe('released');
});

function after(before: Order, next: Order, flags: OrderFlags | null = null): OrderFlags | null {
  const update = orderUpdate(before, next, { source: 'poll', seenAtMs: noonMs });
  return update === null ? flags : orderFlags(flags, update, before, next);
}

function changeSince(amountBeforeAmendment: number | null, amount: number | null): number | null {
  const price = amount === null ? null : { amount, currency: 'HKD' };
  return amendedBy(
    watched({ order: order({ price }), flags: { ...noFlags, amountBeforeAmendment } }),
  );
}

/** Flags that count this many couriers. */
const counted = (courierCount: number): unknown => expect.objectContaining({ courierCount });

describe('flags are what an update leaves behind', () => {
  const pending = order({ word: 'pending' });
  const active = order({ courier: courier(null) });
  const done = order({ word: 'completed' });
  test('a release is remembered until the order is matched again or ends', () => {
    const released = after(active, pending);
    expect(released?.releasedAtMs).toBe(noonMs);
    expect(after(pending, { ...pending, noteToCourier: 'x' }, released)).toBe(released);
    expect(after(pending, active, released)?.releasedAtMs).toBeNull();
    for (const word of ['completed', 'cancelled', 'failed'])
      expect(after(pending, order({ word }), released)?.releasedAtMs).toBeNull();
  });

  test('a swap is remembered as one', () => {
    const swapped = after(active, order({ courier: courier(null, 'Ho') }));
    expect(swapped).toBeNull();
    const another = { name: 'Ho', phoneNumber: '1', fix: null };
    expect(after(active, order({ courier: another }))).toEqual({
      ...noFlags,
      courierSwappedAtMs: noonMs,
      turnover: counted(2),
    });
  });

  test('the price before the first amendment is kept over the next one', () => {
    const first = after(done, { ...done, price: { amount: 98, currency: 'HKD' } });
    expect(first?.amountBeforeAmendment).toBe(86);
    const second = after(
      { ...done, price: { amount: 98, currency: 'HKD' } },
      { ...done, price: { amount: 99, currency: 'HKD' } },
      first,
    );
    expect(second?.amountBeforeAmendment).toBe(86);
  });

  test('a release leaves the flags of what was before, and no other', () => {
    const swapped = { ...noFlags, courierSwappedAtMs: 5, amendedAtMs: 6 };
    expect(after(active, pending, swapped)).toEqual({
      ...swapped,
      releasedAtMs: noonMs,
      turnover: counted(1),
    });
    expect(after(active, pending)).toEqual({
      ...noFlags,
      releasedAtMs: noonMs,
      turnover: counted(1),
    });
  });

  test('the change of the price is that since the first amendment, without the noise of fractions', () => {
    expect([changeSince(0.1, 0.3), changeSince(86, 80), changeSince(86, 86)]).toEqual([
      0.2,
      -6,
      null,
    ]);
    expect([
      changeSince(null, 86),
      changeSince(86, null),
      amendedBy(watched({ flags: null })),
    ]).toEqual([null, null, null]);
  });

  test('an ordinary update leaves none', () => {
    expect(after(pending, active)).toBeNull();
  });
});
