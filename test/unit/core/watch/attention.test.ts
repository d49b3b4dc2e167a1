import { describe, expect, test } from 'vitest';
import { defaultWaitRules, type WaitRules } from '../../../../core/watch/order-waits.ts';
import { attention, byUrgency } from '../../../../core/watch/attention.ts';
import {
  type AttentionReason,
  attentionReasons,
} from '../../../../core/watch/attention-reasons.ts';
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

const pending = order({ word: 'pending' });
const onTheWay = order({ courier: courier(fixAt(510)) });
const promised = (inMinutes: number): Partial<WatchedOrder> => ({
  preferences: somePreferences({ promisedAtMs: noonMs + inMinutes * minute }),
});
const silentFor = (minutes: number): Partial<WatchedOrder> => ({
  order: order({ courier: courier({ ...fixAt(700), reportedAtMs: noonMs - minutes * minute }) }),
});
const lostTwice: OrderFlags = {
  ...noFlags,
  turnover: {
    courierCount: 2,
    couriers: [],
    lossesAtMs: [noonMs - minute, noonMs],
    raisedAtMs: noonMs,
  },
};

describe('what needs attention', () => {
  const planned = plannedAt(noonMs);
  test.each<[string, Partial<WatchedOrder>, AttentionReason | null]>([
    ['on the way', { order: onTheWay, courierTrace: trace(9 * minute) }, null],
    ['not moving', { order: onTheWay, courierTrace: trace(10 * minute) }, 'notMoving'],
    [
      'waiting at the pickup',
      { order: onTheWay, courierTrace: trace(20 * minute, 'pickup') },
      'arrivedWaiting',
    ],
    [
      'not moving, but not looked at either',
      { order: onTheWay, courierTrace: trace(10 * minute), observedAtMs: noonMs - 6 * minute },
      null,
    ],
    ['waiting', { order: pending, statusSinceMs: noonMs - 19 * minute }, null],
    ['long wait', { order: pending, statusSinceMs: noonMs - 20 * minute }, 'longWait'],
    ['waiting for a planned time', { order: planned, statusSinceMs: noonMs - 60 * minute }, null],
    ['completed', { order: order({ word: 'completed' }) }, null],
  ])('%s', (_name, changes, reason) => {
    expect(attention(watched(changes), noonMs)?.reason ?? null).toBe(reason);
  });
});

/** Rules by which an order arrives after its promise with this probability. */
function rulesWithForecast(probability: number): WaitRules {
  const forecast = {
    kind: 'known',
    phase: 'atPickup',
    sinceMs: noonMs - 5 * minute,
    earliestAtMs: noonMs + 32 * minute,
    likelyAtMs: noonMs + 35 * minute,
    latestAtMs: noonMs + 40 * minute,
    probability,
    halfAfterMs: 3 * minute,
    knownCount: 50,
    group: null,
  } as const;
  return { ...defaultWaitRules, forecastAt: () => forecast };
}

/** An order that needs attention for each reason, alone. */
const alone: Readonly<Record<AttentionReason, Partial<WatchedOrder>>> = {
  promisePassed: promised(-1),
  courierTurnover: { order: pending, statusSinceMs: noonMs, flags: lostTwice },
  released: { order: pending, statusSinceMs: noonMs, flags: { ...noFlags, releasedAtMs: noonMs } },
  failed: { order: order({ word: 'returned' }) },
  cancelled: { order: order({ word: 'cancelled' }) },
  notFound: { order: null, problem: problem('order-not-found') },
  refused: { problem: problem('order-forbidden') },
  checksFailing: { problem: problem('timeout') },
  courierLost: silentFor(10),
  probablyLate: promised(30),
  promiseAhead: promised(8),
  courierSilent: silentFor(5),
  notMoving: { order: onTheWay, courierTrace: trace(10 * minute) },
  arrivedWaiting: { order: onTheWay, courierTrace: trace(20 * minute, 'pickup') },
  longWait: { order: pending, statusSinceMs: noonMs - 20 * minute },
  optionEnds: { order: order({ word: 'active' }), statusSinceMs: noonMs - 9 * minute },
  unknownStatus: { order: order({ word: 'handover_review' }) },
  courierSwapped: { flags: { ...noFlags, courierSwappedAtMs: noonMs } },
  priceChanged: { flags: { ...noFlags, amendedAtMs: noonMs } },
};

function scoreOf(changes: Partial<WatchedOrder>): number {
  return attention(watched(changes), noonMs)?.score ?? 0;
}

describe('how serious it is', () => {
  test('orders with one reason each stand in the order of seriousness', () => {
    const claims = attentionReasons.map((reason) =>
      attention(
        watched(alone[reason]),
        noonMs,
        reason === 'probablyLate'
          ? rulesWithForecast(0.9)
          : { ...defaultWaitRules, freeCancelMs: reason === 'optionEnds' ? 10 * minute : 0 },
      ),
    );
    expect(claims.map((claim) => claim?.reason)).toEqual(attentionReasons);
    const scores = claims.map((claim) => claim?.score ?? 0);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
    // Not found and refused are equally serious, and so are probably late and at hand.
    expect(new Set(scores).size).toBe(attentionReasons.length - 2);
    expect(scoreOf(alone.notFound)).toBe(scoreOf(alone.refused));
  });

  test('no number of smaller reasons outranks a broken promise', () => {
    const many: Partial<WatchedOrder> = {
      order: pending,
      statusSinceMs: noonMs - 30 * minute,
      flags: {
        ...lostTwice,
        releasedAtMs: noonMs,
        courierSwappedAtMs: noonMs,
        amendedAtMs: noonMs,
      },
      problem: problem('order-not-found'),
    };
    expect(scoreOf(promised(0))).toBeGreaterThan(scoreOf(many));
    expect(attention(watched({ ...many, ...promised(0) }), noonMs)?.reason).toBe('promisePassed');
  });

  test('names the other reasons, the most serious first', () => {
    const both = { ...alone.unknownStatus, problem: problem('order-not-found') };
    expect(attention(watched(both), noonMs)).toMatchObject({
      reason: 'notFound',
      others: ['unknownStatus'],
    });
    expect(attention(watched(alone.notFound), noonMs)).not.toHaveProperty('others');
  });

  test('of two orders with the same reason the one with more others comes first', () => {
    const waitsLong = { ...alone.released, statusSinceMs: noonMs - 30 * minute };
    expect(attention(watched(waitsLong), noonMs)?.reason).toBe('released');
    expect(scoreOf(waitsLong)).toBeGreaterThan(scoreOf(alone.released));
  });

  test('a promise at hand comes before one that is farther off and will probably be missed', () => {
    const late = attention(watched(promised(30)), noonMs, rulesWithForecast(0.9));
    const near = attention(watched(promised(8)), noonMs);
    expect([late?.reason, near?.reason]).toEqual(['probablyLate', 'promiseAhead']);
    expect(late && near && byUrgency(near, late)).toBeLessThan(0);
  });

  test.each([
    ['broken promises the one that is broken for longest', [-300 * 24 * 60, -24 * 60, -4, -3]],
    ['promises at hand the nearest', [1, 4, 7, 9]],
    ['promises the one that has passed', [-1, 1]],
  ])('of %s comes first, whatever else there is', (_of, minutes) => {
    const claims = minutes.map((inMinutes, index) => {
      // All but the first one also wait for long.
      const others = { order: pending, statusSinceMs: noonMs - (index === 0 ? 0 : 30 * minute) };
      return attention(watched({ ...others, ...promised(inMinutes) }), noonMs);
    });
    const known = claims.filter((claim) => claim !== null);
    expect(known).toHaveLength(minutes.length);
    expect(known.toReversed().toSorted(byUrgency)).toEqual(known);
  });
});

test('claims stand by their seriousness, then by how many others their orders have', () => {
  const cancelled = (agoMinutes: number, parts: Partial<WatchedOrder> = {}) =>
    attention(
      watched({ ...alone.cancelled, statusSinceMs: noonMs - agoMinutes * minute, ...parts }),
      noonMs,
    );
  const claims = [
    attention(watched(alone.released), noonMs),
    cancelled(1, { flags: { ...noFlags, amendedAtMs: noonMs } }),
    cancelled(9),
    attention(watched(alone.priceChanged), noonMs),
  ].filter((claim) => claim !== null);
  expect(claims).toHaveLength(4);
  expect(claims.toReversed().toSorted(byUrgency)).toEqual(claims);
});

test('a promise at hand is named with its time, not with that of its warning', () => {
  expect(attention(watched(promised(8)), noonMs)?.age).toEqual({
    kind: 'promise',
    atMs: noonMs + 8 * minute,
  });
});

test.each([
  'pending',
  'active',
  'arrived_at_pickup',
  'picked_up',
  'arrived_at_dropoff',
  'completed',
])('an order that has just become %s needs nothing', (word) => {
  expect(attention(watched({ order: order({ word }), statusSinceMs: noonMs }), noonMs)).toBeNull();
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

  test('a price that was not known before its amendment has no change', () => {
    const amended = after(
      { ...done, price: null },
      { ...done, price: { amount: 98, currency: 'HKD' } },
    );
    expect(amended?.amountBeforeAmendment ?? null).toBeNull();
    expect(
      amendedBy(watched({ order: null, flags: { ...noFlags, amountBeforeAmendment: 5 } })),
    ).toBeNull();
  });

  test('an ordinary update leaves none', () => {
    expect(after(pending, active)).toBeNull();
  });
});
