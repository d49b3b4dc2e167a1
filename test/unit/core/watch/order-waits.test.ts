import { describe, expect, test } from 'vitest';
import { attention, type AttentionReason } from '../../../../core/watch/attention.ts';
import { attentionWords } from '../../../../core/watch/attention-words.ts';
import type { Courier } from '../../../../core/order/order.ts';
import { courierWaitMs, defaultWaitRules, orderWaits } from '../../../../core/watch/order-waits.ts';
import {
  changedPreferences,
  type OrderPreferences,
} from '../../../../core/watch/order-preferences.ts';
import { waitNotification } from '../../../../core/notification/wait-notification.ts';
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
const promised = (inMinutes: number): OrderPreferences =>
  somePreferences({ promisedAtMs: noonMs + inMinutes * minute });
/** A courier whose phone reported so long ago, so far east of the pickup. */
const heard = (agoSeconds: number, eastMeters: number): Courier =>
  courier({ ...fixAt(eastMeters), reportedAtMs: noonMs - agoSeconds * 1000 });
const onTheWay = (agoSeconds: number, eastMeters: number): Partial<WatchedOrder> => ({
  order: order({ courier: heard(agoSeconds, eastMeters) }),
  courierTrace: {
    anchor: pointAt(eastMeters),
    anchorAtMs: noonMs - minute,
    insideStop: null,
    claimedStop: null,
    lastStepMeters: null,
  },
});
const inside = (agoMinutes: number): Partial<WatchedOrder> => ({
  order: order({ courier: heard(5, 20) }),
  courierTrace: {
    anchor: pointAt(0),
    anchorAtMs: noonMs - agoMinutes * minute,
    insideStop: 'pickup',
    claimedStop: null,
    lastStepMeters: null,
  },
});

function reasons(changes: Partial<WatchedOrder>, rules = defaultWaitRules): readonly string[] {
  return orderWaits(watched(changes), noonMs, rules).map(({ reason }) => reason);
}

describe('what does not happen', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    [
      'a phone heard three minutes ago, on the road',
      reasons(onTheWay(180, 1000)),
      ['courierSilent'],
    ],
    ['a phone heard less long ago', reasons(onTheWay(179, 1000)), []],
    ['a phone silent at a stop', reasons(onTheWay(400, 250)), []],
    ['a phone lost, wherever', reasons(onTheWay(600, 250)), ['courierLost']],
    [
      'a service whose clock is two minutes behind',
      reasons(onTheWay(200, 1000), { ...defaultWaitRules, skewMs: 120_000 }),
      [],
    ],
    ['ten minutes at the pickup', reasons(inside(10)), ['arrivedWaiting']],
    ['nine minutes at the pickup', reasons(inside(9)), []],
    ['a promise eleven minutes ahead', reasons({ preferences: promised(11) }), []],
    ['a promise ten minutes ahead', reasons({ preferences: promised(10) }), ['promiseAtRisk']],
    [
      'a promise of an order that is done',
      reasons({ preferences: promised(-5), order: order({ word: 'completed' }) }),
      [],
    ],
    [
      'longer than nine of ten waited today',
      reasons(
        { order: order({ word: 'pending' }), statusSinceMs: noonMs - 5 * minute },
        { ...defaultWaitRules, longWaitMs: 5 * minute },
      ),
      ['longWait'],
    ],
    ['nobody looks', reasons({ ...onTheWay(700, 1000), observedAtMs: noonMs - 6 * minute }), []],
  ])('%s', (_what, found, expected) => {
    expect(found).toEqual(expected);
  });

  test('a broken promise weighs more with each minute, also for who saw it coming', () => {
    const over = watched({ preferences: promised(-4), acknowledgedAtMs: noonMs - 6 * minute });
    expect(attention(over, noonMs)).toEqual({ score: 34, reason: 'promiseAtRisk' });
    expect(attention({ ...over, acknowledgedAtMs: noonMs - minute }, noonMs)).toBeNull();
  });

  test('each reason is named in eight words at most', () => {
    const all: readonly AttentionReason[] = [
      'released',
      'cancelled',
      'unknownStatus',
      'failed',
      'notFound',
      'refused',
      'checksFailing',
      'courierSilent',
      'courierLost',
      'notMoving',
      'promiseAtRisk',
      'longWait',
      'priceChanged',
      'courierSwapped',
      'arrivedWaiting',
    ];
    expect(all.filter((reason) => attentionWords(reason, 'en').split(' ').length > 8)).toEqual([]);
  });
});

describe('how it is told', () => {
  const options = { locale: 'en', timeZone: 'Asia/Hong_Kong' };
  const told = (changes: Partial<WatchedOrder>): readonly (string | undefined)[] => {
    const one = watched(changes);
    return orderWaits(one, noonMs).flatMap((wait) => {
      const texts = waitNotification(wait, one, noonMs, options)?.texts;
      return [
        texts?.full.title,
        texts?.full.body,
        texts?.countOnly.title,
        texts?.countOnly.body,
      ].map((text) => text?.replaceAll('\u00A0', ' '));
    });
  };

  test('a silent courier, with when and where he was last seen', () => {
    expect(told(onTheWay(240, 1000))).toEqual([
      'Position is 4 min old',
      'Sheung Wan florist. Last seen 19:56, 1.0 km from the pickup, straight line.',
      'Position is 4 min old',
      'Order 3f2b8c1e',
    ]);
  });

  test('a promise, whose time stays hidden where details are', () => {
    expect(
      told({ order: order({ word: 'pending' }), preferences: promised(8), statusSinceMs: noonMs }),
    ).toEqual([
      'Promised for 20:08',
      'Sheung Wan florist. Now waiting for courier.',
      'Promised time',
      'Order 3f2b8c1e',
    ]);
  });

  test('waiting at a stop is seen in the list and not told', () => {
    expect(told(inside(12))).toEqual([undefined, undefined, undefined, undefined]);
  });
});

test('only what is named changes, and no preference at all is null', () => {
  const group = changedPreferences(null, { group: 'Harbour' });
  expect(group).toEqual(somePreferences({ group: 'Harbour' }));
  const promisedPreference = changedPreferences(group, { promisedAtMs: 5 });
  expect(promisedPreference).toMatchObject({ group: 'Harbour', promisedAtMs: 5 });
  expect(changedPreferences(promisedPreference, { promisedAtMs: 5 })).toBe(promisedPreference);
  expect(changedPreferences(promisedPreference, { promisedAtMs: null, group: null })).toBeNull();
  expect(changedPreferences(null, { group: null })).toBeNull();
});

test('a match teaches how long its order waited, except where that says nothing of other orders', () => {
  const waiting = watched({
    order: order({ word: 'pending', courier: null }),
    statusSinceMs: noonMs - 7 * minute,
    observedAtMs: noonMs - minute,
  });
  const plannedFor = (scheduledAtMs: number): WatchedOrder => ({
    ...waiting,
    order: plannedAt(scheduledAtMs),
  });
  expect(courierWaitMs(waiting, noonMs)).toBe(7 * minute);
  expect(courierWaitMs(plannedFor(noonMs - 30 * minute), noonMs)).toBe(7 * minute);
  expect(courierWaitMs(plannedFor(noonMs - 2 * minute), noonMs)).toBeNull();
  expect(courierWaitMs(plannedFor(noonMs + 90 * minute), noonMs)).toBeNull();
  expect(courierWaitMs({ ...waiting, observedAtMs: noonMs - 6 * minute }, noonMs)).toBeNull();
  expect(
    courierWaitMs({ ...waiting, order: order({ courier: courier(null) }) }, noonMs),
  ).toBeNull();
});
