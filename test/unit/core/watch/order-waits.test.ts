import { describe, expect, test } from 'vitest';
import { journeyAt } from '../../../../core/forecast/journey.ts';
import { attentionReasons } from '../../../../core/watch/attention-reasons.ts';
import { attentionLabel } from '../../../../core/watch/attention-texts.ts';
import type { Courier } from '../../../../core/order/order.ts';
import {
  courierWaitMs,
  defaultWaitRules,
  freeCancelUntilMs,
  nextSetTimeMs,
  nextWaitTimeMs,
  orderWaits,
} from '../../../../core/watch/order-waits.ts';
import { endedStay, stopStay } from '../../../../core/watch/stop-stays.ts';
import {
  changedPreferences,
  type OrderPreferences,
} from '../../../../core/watch/order-preferences.ts';
import { newlyWatched, withAnnotations } from '../../../../core/watch/newly-watched.ts';
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
/** A courier who is in one place, and heard of. */
const standing: Partial<WatchedOrder> = {
  order: order({ courier: heard(5, 1000) }),
  courierTrace: {
    anchor: pointAt(1000),
    anchorAtMs: noonMs - 11 * minute,
    insideStop: null,
    claimedStop: null,
    lastStepMeters: null,
  },
};
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

/** A courier who came to a stop a minute ago. */
const atStop = (stop: 'pickup' | number): Partial<WatchedOrder> => ({
  order: order({ courier: heard(5, 1000) }),
  courierTrace: {
    anchor: pointAt(1000),
    anchorAtMs: noonMs - minute,
    insideStop: stop,
    claimedStop: null,
    lastStepMeters: null,
  },
});

/** Pickups are slow here, and customers are not. */
const patient = { ...defaultWaitRules, pickupStayMs: 25 * minute, destinationStayMs: 12 * minute };

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
    [
      'a courier who stands where the position was lost',
      reasons({ ...standing, order: order({ courier: courier(null) }) }),
      [],
    ],
    ['a courier who stands', reasons(standing), ['notMoving']],
    [
      'twenty minutes in the status of being there',
      reasons({ order: order({ word: 'arrived_at_pickup' }), statusSinceMs: noonMs - 20 * minute }),
      ['arrivedWaiting'],
    ],
    [
      'ten minutes in the status of being at the destination',
      reasons({
        order: order({ word: 'arrived_at_dropoff' }),
        statusSinceMs: noonMs - 10 * minute,
      }),
      ['arrivedWaiting'],
    ],
    [
      'a status of being there since an unknown time',
      reasons({ order: order({ word: 'arrived_at_pickup' }), statusSinceMs: null }),
      [],
    ],
    [
      'an order that has its courier, whatever its status says',
      reasons({
        order: order({ word: 'pending', courier: courier(null) }),
        statusSinceMs: noonMs - 60 * minute,
      }),
      [],
    ],
    [
      'an order that was never answered for since the start',
      reasons({ order: order({ word: 'pending' }), statusSinceMs: 0, observedAtMs: null }),
      [],
    ],
    ['a phone lost, wherever', reasons(onTheWay(600, 250)), ['courierLost']],
    [
      'a service whose clock is two minutes behind',
      reasons(onTheWay(200, 1000), { ...defaultWaitRules, skewMs: 120_000 }),
      [],
    ],
    ['twenty minutes at the pickup', reasons(inside(20)), ['arrivedWaiting']],
    ['nineteen minutes at the pickup', reasons(inside(19)), []],
    ['at the pickup for as long as others were', reasons(inside(24), patient), []],
    ['longer at the pickup than others were', reasons(inside(25), patient), ['arrivedWaiting']],
    [
      'at a destination for as long as others were at pickups',
      reasons(
        {
          order: order({ word: 'arrived_at_dropoff' }),
          statusSinceMs: noonMs - 12 * minute,
        },
        patient,
      ),
      ['arrivedWaiting'],
    ],
    ['a promise eleven minutes ahead', reasons({ preferences: promised(11) }), []],
    ['a promise ten minutes ahead', reasons({ preferences: promised(10) }), ['promiseAhead']],
    ['a promise that is due now', reasons({ preferences: promised(0) }), ['promisePassed']],
    ['a promise that was broken', reasons({ preferences: promised(-1) }), ['promisePassed']],
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
    [
      'not checked lately',
      reasons({ ...onTheWay(700, 1000), observedAtMs: noonMs - 6 * minute }),
      [],
    ],
  ])('%s', (_what, found, expected) => {
    expect(found).toEqual(expected);
  });

  test.each<[string, Partial<WatchedOrder>, readonly string[]]>([
    ['a courier inside the last stop, by the trace', atStop(1), []],
    ['a courier inside another stop', atStop('pickup'), ['promiseAhead']],
    ['a courier within the fence of the last stop', onTheWay(5, 2000 - 149), []],
    ['a courier outside that fence', onTheWay(5, 2000 - 155), ['promiseAhead']],
    ['the status of being there', { order: order({ word: 'arrived_at_dropoff' }) }, []],
    [
      'a courier who was there when last checked, long ago',
      { ...onTheWay(5, 2000), observedAtMs: noonMs - 6 * minute },
      ['promiseAhead'],
    ],
  ])('a promise at hand with %s', (_what, changes, expected) => {
    const waits = { statusSinceMs: noonMs, preferences: promised(8), ...changes };
    expect(reasons(waits).filter((reason) => reason.startsWith('promise'))).toEqual(expected);
    expect(reasons({ ...waits, preferences: promised(0) })).toContain('promisePassed');
  });

  test('each reason is named in eight words at most', () => {
    const counts = attentionReasons.map((reason) => attentionLabel(reason, 'en').split(' ').length);
    expect(Math.max(...counts)).toBeLessThanOrEqual(8);
  });
});

describe('how it is told', () => {
  const options = { locale: 'en', timeZone: 'Asia/Hong_Kong' };
  const waits = (changes: Partial<WatchedOrder>): readonly (string | undefined)[] => {
    const one = watched(changes);
    return orderWaits(one, noonMs).flatMap((wait) => {
      const texts = waitNotification(wait, one, noonMs, options).texts;
      return [texts.full.title, texts.full.body, texts.countOnly.title, texts.countOnly.body].map(
        (text) => text.replaceAll('\u00A0', ' '),
      );
    });
  };

  test('a silent courier, with when and where he was last seen', () => {
    expect(waits(onTheWay(240, 1000))).toEqual([
      'No position since 19:56',
      'Sheung Wan florist. 1.0 km from the pickup, straight line.',
      'No position since 19:56',
      'Order 3f2b8c1e',
    ]);
  });

  test('a promise, whose time stays hidden where details are', () => {
    expect(
      waits({ order: order({ word: 'pending' }), preferences: promised(8), statusSinceMs: noonMs }),
    ).toEqual([
      'Promise at hand: 20:08',
      'Sheung Wan florist. Waiting for courier, at 20:00.',
      'Promise at hand',
      'Order 3f2b8c1e',
    ]);
  });

  test('waiting at a stop', () => {
    const [title, body, hiddenTitle] = waits(inside(22));
    expect([title, hiddenTitle]).toEqual(Array(2).fill('Courier at the stop since 19:38'));
    expect(body).toContain('from the pickup, straight line');
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
  expect(changedPreferences(group, { group: undefined, note: 'Ring' })).toEqual(
    somePreferences({ group: 'Harbour', note: 'Ring' }),
  );
});

test('an order is watched with nothing known of it, neither muted nor pinned', () => {
  expect(newlyWatched(watched().id, 'Harbour', noonMs)).toMatchObject({
    label: 'Harbour',
    addedAtMs: noonMs,
    isMuted: false,
    isPinned: false,
    order: null,
    unseenCount: 0,
  });
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
  expect(courierWaitMs(plannedFor(noonMs - 7 * minute), noonMs)).toBe(7 * minute);
  expect(courierWaitMs(plannedFor(noonMs - 2 * minute), noonMs)).toBe(2 * minute);
  expect(courierWaitMs(plannedFor(noonMs + 23 * minute), noonMs)).toBe(0);
  expect(courierWaitMs(plannedFor(noonMs + 24 * minute), noonMs)).toBeNull();
  expect(courierWaitMs(plannedFor(noonMs + 90 * minute), noonMs)).toBeNull();
  expect(
    courierWaitMs({ ...waiting, order: order({ courier: courier(null) }) }, noonMs),
  ).toBeNull();
});

test('what a match teaches of an order that is planned for soon is at its limit when its wait is', () => {
  const limitMs = 5 * minute;
  const rules = { ...defaultWaitRules, longWaitMs: limitMs };
  for (const plannedAtMs of [noonMs - 12 * minute, noonMs, noonMs + 20 * minute]) {
    const waiting = (observedAtMs: number) =>
      watched({ order: plannedAt(plannedAtMs), statusSinceMs: noonMs - 9 * minute, observedAtMs });
    for (let atMs = noonMs - 9 * minute; atMs <= noonMs + 40 * minute; atMs += minute) {
      const isLong = orderWaits(waiting(atMs), atMs, rules).length > 0;
      expect((courierWaitMs(waiting(atMs), atMs) ?? 0) >= limitMs).toBe(isLong);
    }
  }
});

describe('how old a position may be, and how far from a stop', () => {
  const rules = { ...defaultWaitRules, silentMs: 5 * minute, lostMs: 8 * minute, leaveMeters: 500 };
  test.each<[string, readonly string[], readonly string[]]>([
    ['is not yet silent by its own limit', reasons(onTheWay(299, 1000), rules), []],
    ['is silent by its own limit', reasons(onTheWay(300, 1000), rules), ['courierSilent']],
    ['is lost by its own limit', reasons(onTheWay(480, 1000), rules), ['courierLost']],
    ['is near a stop by its own fence', reasons(onTheWay(300, 545), rules), []],
    ['is away from it by its own fence', reasons(onTheWay(300, 555), rules), ['courierSilent']],
  ])('%s', (_what, found, expected) => {
    expect(found).toEqual(expected);
  });
});

function next(preferences: OrderPreferences | null, word = 'active'): number | null {
  return nextSetTimeMs(watched({ order: order({ word }), preferences }), noonMs);
}

describe('the next time that the dispatcher set', () => {
  test('is ten minutes before the promise, then the promise, or the reminder before it', () => {
    expect(next(null)).toBeNull();
    expect(next(promised(30))).toBe(noonMs + 20 * minute);
    expect(next(promised(10))).toBe(noonMs + 10 * minute);
    expect(next(promised(0))).toBeNull();
    const both = { ...promised(30), remindAtMs: noonMs + 5 * minute };
    expect(next(both)).toBe(noonMs + 5 * minute);
    expect(next(somePreferences({ remindAtMs: noonMs }))).toBeNull();
  });

  test('is none of an order that is over', () => {
    expect(next(promised(30), 'completed')).toBeNull();
  });
});

function at(
  word: string,
  statusSinceMs: number,
  insideStop: 'pickup' | number | null = null,
): WatchedOrder {
  const known = watched({ order: order({ word, courier: heard(0, 0) }), statusSinceMs });
  const trace = { ...onTheWay(0, 0).courierTrace, insideStop, insideSinceMs: noonMs };
  return { ...known, courierTrace: { ...known.courierTrace, ...trace } };
}

describe('a stay at a stop', () => {
  test.each([
    ['the courier goes on', at('arrived_at_pickup', 1), at('picked_up', 2), 'pickup'],
    ['the courier still waits', at('arrived_at_pickup', 1), at('arrived_at_pickup', 1), null],
    ['there was none', at('active', 1), at('picked_up', 2), null],
    ['the order is over', at('arrived_at_dropoff', 1), at('completed', 2), 'destination'],
    ['another stop follows', at('active', 1, 1), at('active', 1, 2), 'destination'],
    ['the position leaves the fence', at('active', 1, 'pickup'), at('active', 1), 'pickup'],
    [
      'the status comes after the position',
      at('active', 1, 'pickup'),
      at('arrived_at_pickup', 2),
      null,
    ],
  ] as const)('ends or not: %s', (_what, before, after, stop) => {
    expect(endedStay(before, after)?.stop ?? null).toBe(stop);
  });

  test.each([
    ['the position came first', stayFrom('arrived_at_pickup', { statusMs: 4, insideMs: 2 }), 2],
    ['the status came first', stayFrom('arrived_at_pickup', { statusMs: 2, insideMs: 4 }), 2],
    [
      'the status came first, and went on while the courier is there',
      stayFrom('picked_up', { statusMs: 9, insideMs: 4, arrivedMs: 2, leftMs: 9 }),
      2,
    ],
    [
      'the courier left and came back',
      stayFrom('picked_up', { statusMs: 9, insideMs: 12, arrivedMs: 2, leftMs: 9 }),
      12,
    ],
    ['no status told of it', stayFrom('active', { statusMs: 1, insideMs: 4 }), 4],
    [
      'the position is at another stop',
      stayFrom('arrived_at_dropoff', { statusMs: 4, insideMs: 2 }),
      4,
    ],
  ] as const)('has one beginning: %s', (_what, known, sinceMs) => {
    expect(stopStay(known)?.sinceMs).toBe(noonMs + sinceMs);
  });
});

/** A courier at the pickup by the position since `insideMs`, whatever the status says; times after noon. */
function stayFrom(
  word: string,
  times: {
    readonly statusMs: number;
    readonly insideMs: number;
    readonly arrivedMs?: number;
    readonly leftMs?: number;
  },
): WatchedOrder {
  const { statusMs, insideMs, arrivedMs, leftMs } = times;
  const known = at(word, noonMs + statusMs, 'pickup');
  const courierTrace = { ...known.courierTrace, insideSinceMs: noonMs + insideMs };
  if (arrivedMs === undefined) return { ...known, courierTrace };
  const arrived = journeyAt(null, 'atPickup', noonMs + arrivedMs, null);
  const journey =
    leftMs === undefined ? arrived : journeyAt(arrived, 'toDropoff', noonMs + leftMs, null);
  return { ...known, courierTrace, journey };
}

test.each([
  ['kept', null, null, null],
  ['kept', null, 'theirs', null],
  ['filledIn', null, 'theirs', 'theirs'],
  ['filledIn', 'ours', 'theirs', 'ours'],
  ['replaced', 'ours', 'theirs', 'theirs'],
  ['replaced', 'ours', null, 'ours'],
] as const)('annotations that are %s: %s and %s are %s', (mode, own, given, after) => {
  const preferences = somePreferences({ group: own, promisedAtMs: own === null ? null : 5000 });
  const known = watched({ label: own, preferences: own === null ? null : preferences });
  const more = given === null ? {} : { group: given, promisedAtMs: 7000 };
  const said = { id: known.id, label: given, ...more };
  const result = withAnnotations(known, said, mode, 0);
  const promisedAtMs = after === null ? null : after === 'ours' ? 5000 : 7000;
  expect([
    result.label,
    result.preferences?.group ?? null,
    result.preferences?.promisedAtMs ?? null,
  ]).toEqual([after, after, promisedAtMs]);
  expect(result === known).toBe(after === own);
});

/** An order that was matched so long ago. */
function matched(agoMs: number, parts: Partial<WatchedOrder> = {}): WatchedOrder {
  return watched({ order: order({ word: 'active' }), statusSinceMs: noonMs - agoMs, ...parts });
}

describe('an order that can be cancelled without cost', () => {
  const rules = { ...defaultWaitRules, freeCancelMs: 5 * minute };
  test.each<[string, WatchedOrder, number | null]>([
    ['just matched', matched(0), noonMs + 5 * minute],
    ['three minutes ago', matched(3 * minute), noonMs + 2 * minute],
    ['five minutes ago', matched(5 * minute), null],
    ['at a time that was not seen', matched(0, { isStatusSinceBefore: true }), null],
    ['with a courier at the pickup', matched(0, { order: order({ word: 'at_pickup' }) }), null],
    ['that was not checked lately', matched(0, { observedAtMs: noonMs - 6 * minute }), null],
    ['that waits for a courier', matched(0, { order: order({ word: 'pending' }) }), null],
  ])('%s', (_case, each, untilMs) => {
    expect(freeCancelUntilMs(each, noonMs, rules)).toBe(untilMs);
  });

  test('where the terms are not known, none can', () => {
    expect(freeCancelUntilMs(matched(0), noonMs, defaultWaitRules)).toBeNull();
  });

  test('two minutes before the end that is said, and the watch looks at both moments', () => {
    const reasonsAt = (agoMs: number) =>
      orderWaits(matched(agoMs), noonMs, rules).map(({ causeAtMs, reason }) => [reason, causeAtMs]);
    expect(reasonsAt(3 * minute - 1)).toEqual([]);
    expect(reasonsAt(3 * minute)).toEqual([['optionEnds', noonMs + 2 * minute]]);
    expect(reasonsAt(5 * minute)).toEqual([]);
    const short = { ...rules, freeCancelMs: 2 * minute };
    expect(orderWaits(matched(minute - 1), noonMs, short)).toEqual([]);
    expect(orderWaits(matched(minute), noonMs, short)).toHaveLength(1);
    expect(nextWaitTimeMs(matched(0), noonMs, rules)).toBe(noonMs + 3 * minute);
    expect(nextWaitTimeMs(matched(4 * minute), noonMs, rules)).toBe(noonMs + minute);
  });
});
