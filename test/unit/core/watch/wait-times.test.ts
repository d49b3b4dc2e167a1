import { describe, expect, test } from 'vitest';
import { journeyAt } from '../../../../core/forecast/journey.ts';
import {
  defaultWaitRules,
  isCourierWaitSinceBefore,
  isSaidNow,
  isWaitingAlike,
  lateForecast,
  nextWaitTimeMs,
  orderWaits,
  promiseOfArrival,
  unseenFromMs,
  type WaitRules,
} from '../../../../core/watch/order-waits.ts';
import { isStayInDoubt } from '../../../../core/watch/stop-stays.ts';
import type { WatchedOrder } from '../../../../core/watch/watched-order.ts';
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
const trace = {
  anchor: pointAt(1000),
  anchorAtMs: null,
  insideStop: null,
  claimedStop: null,
  lastStepMeters: null,
};
const promised = { preferences: somePreferences({ promisedAtMs: noonMs + 30 * minute }) };

/** Rules by which an order arrives after its promise with this probability; null for no word on it. */
function forecasting(probability: number | null): WaitRules {
  const known = {
    kind: 'known',
    phase: 'toDropoff',
    sinceMs: noonMs - 2 * minute,
    earliestAtMs: noonMs + 32 * minute,
    likelyAtMs: noonMs + 35 * minute,
    latestAtMs: noonMs + 40 * minute,
    probability,
    halfAfterMs: 3 * minute,
    knownCount: 50,
    group: null,
  } as const;
  return { ...defaultWaitRules, forecastAt: () => known };
}

const silent: WaitRules = {
  ...defaultWaitRules,
  forecastAt: () => ({ kind: 'silent', reason: 'tooFew' }),
};

describe('the next time at which a wait may be too long', () => {
  const waiting = { order: order({ word: 'pending' }), statusSinceMs: noonMs - 5 * minute };
  const heard = (agoMinutes: number): Partial<WatchedOrder> => ({
    order: order({
      courier: courier({ ...fixAt(1000), reportedAtMs: noonMs - agoMinutes * minute }),
    }),
  });
  const anchored = (agoMinutes: number): Partial<WatchedOrder> => ({
    courierTrace: { ...trace, anchorAtMs: noonMs - agoMinutes * minute },
  });
  const atPickup = (agoMinutes: number): Partial<WatchedOrder> => ({
    order: order({ word: 'arrived_at_pickup' }),
    statusSinceMs: noonMs - agoMinutes * minute,
  });

  test.each<[string, Partial<WatchedOrder>, minutes: number | null, WaitRules?]>([
    ['where nothing is waited for', {}, null],
    ['of an order without an answer', { order: null, ...promised }, null, forecasting(0.5)],
    ['of an order that is over', { ...anchored(1), order: order({ word: 'completed' }) }, null],
    ['for a courier', waiting, 15],
    ['for a courier, too long by now', { ...waiting, statusSinceMs: noonMs - 20 * minute }, null],
    ['for a word of the courier', heard(1), 2],
    ['for a word of one who is silent', heard(3), 7],
    ['for a word of one who is lost', heard(10), null],
    ['by a clock behind ours', heard(1), 4, { ...defaultWaitRules, skewMs: 2 * minute }],
    ['of a courier at no known place', { order: order({ courier: courier(null) }) }, null],
    ['for a courier to move', anchored(4), 6],
    ['for a courier to leave the pickup', atPickup(12), 8],
    ['for what comes first', { ...heard(3), ...anchored(4) }, 6],
    ['with a promise and a forecast', promised, 1, forecasting(0.1)],
    ['with a promise and no forecast', promised, null, silent],
    ['with a forecast and no promise', {}, null, forecasting(0.1)],
  ])('%s', (_what, parts, minutes, rules = defaultWaitRules) => {
    const expected = minutes === null ? null : noonMs + minutes * minute;
    expect(nextWaitTimeMs(watched(parts), noonMs, rules)).toBe(expected);
  });

  test('a promise that has passed is not forecast any more', () => {
    const rules = forecasting(0.1);
    expect(nextWaitTimeMs(watched(promised), noonMs + 30 * minute, rules)).toBeNull();
    const justBefore = noonMs + 30 * minute - 1;
    expect(nextWaitTimeMs(watched(promised), justBefore, rules)).toBe(justBefore + 1);
  });
});

describe('an order that will probably be late', () => {
  test.each<[string, Partial<WatchedOrder>, WaitRules, readonly string[]]>([
    ['by four of five like it', {}, forecasting(0.8), ['probablyLate']],
    ['by fewer than four of five', {}, forecasting(0.79), []],
    ['of no probability', {}, forecasting(null), []],
    ['of which nothing is forecast', {}, silent, []],
    ['without a promise', { preferences: null }, forecasting(0.9), []],
    ['that is over', { order: order({ word: 'completed' }) }, forecasting(0.9), []],
    [
      'whose courier is at the last stop',
      { order: order({ courier: courier(fixAt(2000)) }) },
      forecasting(0.9),
      [],
    ],
  ])('%s', (_what, parts, rules, expected) => {
    const waits = orderWaits(watched({ ...promised, ...parts }), noonMs, rules);
    expect(waits.map(({ reason }) => reason)).toEqual(expected);
  });

  test('has the whole journey for its cause, so that a new phase is no new warning', () => {
    const rules = forecasting(0.9);
    const cause = (journey: WatchedOrder['journey']) =>
      orderWaits(watched({ ...promised, journey }), noonMs, rules)[0]?.causeAtMs;
    const picked = journeyAt(null, 'atPickup', noonMs - 9 * minute, null);
    expect(cause(picked)).toBe(noonMs - 9 * minute);
    expect(cause(journeyAt(picked, 'toDropoff', noonMs - 2 * minute, null))).toBe(
      noonMs - 9 * minute,
    );
    expect(cause(journeyAt(null, 'atPickup', null, null))).toBe(noonMs - 2 * minute);
    expect(cause(null)).toBe(noonMs - 2 * minute);
  });

  test('is none for a weaker question once its promise has passed or it is over', () => {
    const rules = forecasting(0.6);
    const late = (parts: Partial<WatchedOrder>, nowMs: number) =>
      lateForecast(watched({ ...promised, ...parts }), nowMs, rules, 0.5);
    expect(late({}, noonMs)).toMatchObject({ probability: 0.6 });
    expect(late({}, noonMs + 30 * minute)).toBeNull();
    expect(late({ order: order({ word: 'completed' }) }, noonMs)).toBeNull();
  });
});

test.each<[string, Partial<WatchedOrder>, isArriving: boolean]>([
  ['near the last stop', { order: order({ courier: courier(fixAt(2000)) }) }, true],
  ['on the way', { order: order({ courier: courier(fixAt(1000)) }) }, false],
  ['at a place that is not known', { order: order({ courier: courier(null) }) }, false],
  ['of an order that is over', { order: order({ word: 'completed' }) }, false],
  ['without an answer', { order: null }, false],
])('a promise at hand with a courier %s', (_where, parts, isArriving) => {
  const preferences = somePreferences({ promisedAtMs: noonMs + 8 * minute });
  const arriving = promiseOfArrival(watched({ preferences, ...parts }), noonMs, defaultWaitRules);
  expect(arriving?.reason ?? null).toBe(isArriving ? 'promiseAhead' : null);
});

test('of a promise that is not at hand a courier near the last stop says nothing', () => {
  const there = { order: order({ courier: courier(fixAt(2000)) }) };
  for (const preferences of [promised.preferences, somePreferences(), null]) {
    const arriving = watched({ ...there, preferences });
    expect(promiseOfArrival(arriving, noonMs, defaultWaitRules)).toBeNull();
  }
});

test('an answer says nothing of the present any more after five minutes, unless the order is over', () => {
  expect(unseenFromMs(watched())).toBe(noonMs + 5 * minute + 1);
  expect(unseenFromMs(watched({ observedAtMs: null }))).toBeNull();
  expect(unseenFromMs(watched({ order: null }))).toBeNull();
  expect(unseenFromMs(watched({ order: order({ word: 'completed' }) }))).toBeNull();
});

test.each<[string, Partial<WatchedOrder>, boolean]>([
  ['another answer', { order: order() }, false],
  ['another place', { courierTrace: trace }, false],
  ['another stage', { journey: journeyAt(null, 'atPickup', noonMs, null) }, false],
  ['another promise', promised, false],
  ['another status', { statusSinceMs: noonMs }, false],
  ['another check', { observedAtMs: noonMs + 1 }, true],
])('after %s an order waits for the same or not', (_what, change, isAlike) => {
  const before = watched();
  expect(isWaitingAlike(before, { ...before, ...change })).toBe(isAlike);
});

test.each([
  ['active', 'outside', true],
  ['active', null, false],
  ['arrived_at_pickup', 'outside', false],
  ['arrived_at_dropoff', 'outside', false],
] as const)('with the status %s and a last position %s a stay is in doubt', (word, claimed, is) => {
  const courierTrace = { ...trace, claimedStop: claimed };
  expect(isStayInDoubt(watched({ order: order({ word }), courierTrace }))).toBe(is);
});

test('what an answer said counts as the present for a minute', () => {
  expect(isSaidNow(watched({ observedAtMs: noonMs }), noonMs + minute)).toBe(true);
  expect(isSaidNow(watched({ observedAtMs: noonMs }), noonMs + minute + 1)).toBe(false);
  expect(isSaidNow(watched({ observedAtMs: null }), noonMs)).toBe(false);
});

test.each([
  ['a status that was there at the first look', true, null, true],
  ['a status that was seen to begin', false, null, false],
  ['a plan before such a status', true, -1, true],
  ['a plan for that very moment', true, 0, false],
  ['a plan for later', true, 1, false],
])('with %s an order may have waited for a courier for longer', (_with, isBefore, planMs, may) => {
  const pending = planMs === null ? order({ word: 'pending' }) : plannedAt(noonMs + planMs);
  const parts = { order: pending, statusSinceMs: noonMs, isStatusSinceBefore: isBefore };
  expect(isCourierWaitSinceBefore(watched(parts))).toBe(may);
});
