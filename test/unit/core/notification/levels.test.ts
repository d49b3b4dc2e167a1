import { describe, expect, test } from 'vitest';
import { emptyGroupRule } from '../../../../core/notification/group-rules.ts';
import {
  bySeriousness,
  callOf,
  endsWithCause,
  isCall,
  isCallInDoubt,
  isCallOpen,
  isCauseStanding,
  isMostSerious,
  levelOf,
  maySnooze,
  mayHoldAgain,
} from '../../../../core/notification/levels.ts';
import {
  eventsOf,
  notificationEvents,
  type NotificationLevel,
  notificationLevels,
  notificationKinds,
} from '../../../../core/notification/notification.ts';
import { defaultSettings, type Settings } from '../../../../core/settings/settings.ts';
import { defaultWaitRules, type WaitRules } from '../../../../core/watch/order-waits.ts';
import type { WatchedOrder } from '../../../../core/watch/watched-order.ts';
import { attentionReasons } from '../../../../core/watch/attention-reasons.ts';
import {
  orderIdAt,
  somePreferences,
  someNotification,
  someOrder,
  someWatched,
} from '../../../support/watched-orders.ts';

const orderId = orderIdAt(1);
const nowMs = Date.UTC(2026, 2, 2, 12);
const peak = { group: 'Peak' } as const;
const done = someOrder(orderId, { status: { raw: 'completed', phase: 'done' } });

function leveled(kind: 'completed' | 'released', level: NotificationLevel): Settings {
  const { toldKinds: usual } = defaultSettings;
  return { ...defaultSettings, toldKinds: { ...usual, [kind]: { level, sound: 'none' } } };
}

test('an event of an order needs a person where the level of its kind says so, and only there', () => {
  for (const kind of ['completed', 'released'] as const) {
    const calls = notificationLevels.filter((level) =>
      isCall({ event: kind, orderId }, leveled(kind, level), null),
    );
    expect(calls).toEqual(['needsYou']);
  }
  for (const kind of notificationKinds) {
    const isUsually = eventsOf(kind).map((event) =>
      isCall({ event, orderId }, defaultSettings, null),
    );
    const { level } = defaultSettings.toldKinds[kind];
    // That a warning is taken back is news.
    const calls = eventsOf(kind).map((event) => event !== 'lateTakenBack' && level === 'needsYou');
    expect(isUsually).toEqual(calls);
  }
});

test('what is about the program itself is no call of an order', () => {
  expect(isCall({ event: 'connectionLost', orderId: null }, defaultSettings, null)).toBe(false);
});

test('a group has its own level for a kind, above or below that of all, and other groups do not', () => {
  const groupRules = [
    { ...emptyGroupRule('Peak'), needsYou: ['completed' as const], news: ['released' as const] },
  ];
  const settings = { ...leveled('completed', 'kept'), groupRules };
  expect(levelOf('completed', settings, peak)).toBe('needsYou');
  expect(levelOf('completedAndAmended', settings, peak)).toBe('needsYou');
  expect(levelOf('released', settings, peak)).toBe('news');
  expect(levelOf('completed', settings, { group: 'Harbour' })).toBe('kept');
  expect(levelOf('released', settings, null)).toBe('needsYou');
  const unwarned = { ...emptyGroupRule('Peak'), kept: ['probablyLate' as const] };
  expect(levelOf('lateTakenBack', { ...settings, groupRules: [unwarned] }, peak)).toBe('kept');
});

test('what needs a person is shown the most serious first, a hand-over after what is lost', () => {
  const events = [
    'longWait',
    'handedToMe',
    'notFound',
    'promisePassed',
    'cancelled',
    'completed',
    'reopened',
  ] as const;
  const notifications = events.map((event) =>
    someNotification(event, { event, decidedAtMs: nowMs }),
  );
  expect(notifications.toSorted(bySeriousness).map(({ event }) => event)).toEqual([
    'promisePassed',
    'reopened',
    'cancelled',
    'handedToMe',
    'notFound',
    'longWait',
    'completed',
  ]);
});

test('of two that are equally serious the one that was decided first is shown first', () => {
  const later = someNotification('later', { event: 'released', decidedAtMs: nowMs });
  const earlier = someNotification('earlier', { event: 'released', decidedAtMs: nowMs - 1 });
  expect([later, earlier].toSorted(bySeriousness)).toEqual([earlier, later]);
  expect([earlier, later].toSorted(bySeriousness)).toEqual([earlier, later]);
});

test('each reason for which an order needs attention has the event that calls for it, or is news', () => {
  const others = {
    courierTurnover: 'released',
    checksFailing: 'refused',
    courierSwapped: null,
    priceChanged: null,
  } as const;
  const usual = Object.fromEntries(attentionReasons.map((reason) => [reason, reason]));
  const called = Object.fromEntries(attentionReasons.map((reason) => [reason, callOf(reason)]));
  expect(called).toEqual({ ...usual, ...others });
  for (const event of Object.values(called))
    expect(event === null || isCall({ event, orderId }, defaultSettings, null)).toBe(true);
});

describe('a call about what needs no person as a rule', () => {
  const call = { event: 'completed', decidedAtMs: nowMs } as const;
  const isOpen = (lastLookedAtMs: number | null) =>
    isCallOpen(
      call,
      someWatched(orderId, { order: done, lastLookedAtMs }),
      nowMs,
      defaultWaitRules,
    );

  test('is open until its order was looked at', () => {
    expect(isOpen(null)).toBe(true);
    expect(isOpen(nowMs - 1)).toBe(true);
    expect(isOpen(nowMs)).toBe(false);
  });

  test('is open after a look that a clock which was set back dates into the future', () => {
    expect(isOpen(nowMs + 1)).toBe(true);
  });

  test('is over once the order is not watched any more', () => {
    expect(isCallOpen(call, undefined, nowMs, defaultWaitRules)).toBe(false);
  });
});

test('a courier who was notified as silent is not heard of when the error of our clock is learned anew', () => {
  const fix = { latitudeDeg: 22.4, longitudeDeg: 114.2, reportedAtMs: nowMs };
  const watched = someWatched(orderId, {
    order: someOrder(orderId, {
      status: { raw: 'picked_up', phase: 'pickedUp' },
      courier: { name: 'Lau', phoneNumber: null, fix },
    }),
    observedAtMs: nowMs + 11 * 60_000,
  });
  const { lostMs, silentMs } = defaultWaitRules;
  const decidedAfterMs = { courierSilent: silentMs, courierLost: lostMs };
  /** Of a call that was decided when the clock was right, or by that error. */
  const isOpen = (
    event: 'courierSilent' | 'courierLost',
    ageMs: number,
    skewMs: number,
    errorMs = 0,
  ): boolean => {
    const decidedAtMs = nowMs + decidedAfterMs[event] + errorMs;
    const rules = { ...defaultWaitRules, skewMs };
    return isCallOpen({ decidedAtMs, event }, watched, nowMs + ageMs, rules);
  };
  expect(isOpen('courierSilent', silentMs + 6000, 6000)).toBe(true);
  expect(isOpen('courierSilent', silentMs + 6000, 7000)).toBe(true);
  expect(isOpen('courierLost', lostMs + 6000, 7000)).toBe(true);
  // Until it is lost by the clock that is known now it stays silent.
  expect(isOpen('courierSilent', lostMs + 6000, 7000)).toBe(true);
  expect(isOpen('courierSilent', lostMs + 8000, 7000)).toBe(false);
  // By a clock that is behind the service's it is lost sooner, and silent no more.
  expect(isOpen('courierSilent', lostMs - 3000, -7000)).toBe(false);
  expect(isOpen('courierLost', lostMs - 3000, -7000)).toBe(true);
  // The same where the clock was behind the service's, and is less so.
  expect(isOpen('courierSilent', silentMs - 55_000, -50_000, -60_000)).toBe(true);
  expect(isOpen('courierSilent', silentMs - 59_000, 0, -60_000)).toBe(true);
  expect(isOpen('courierLost', lostMs - 59_000, 0, -60_000)).toBe(true);
});

/** Half a limit after a call about a courier who had been heard of so long before it. */
function isOpenLater(
  event: 'courierSilent' | 'courierLost',
  limitMs: number,
  heardBeforeMs: number,
) {
  const fix = { latitudeDeg: 22.4, longitudeDeg: 114.2, reportedAtMs: nowMs - heardBeforeMs };
  const watched = someWatched(orderId, {
    order: someOrder(orderId, {
      status: { raw: 'picked_up', phase: 'pickedUp' },
      courier: { name: 'Lau', phoneNumber: null, fix },
    }),
    observedAtMs: nowMs,
  });
  return isCallOpen({ decidedAtMs: nowMs, event }, watched, nowMs + limitMs / 2, defaultWaitRules);
}

test('a courier who was notified as silent or lost is heard of with the next position, however old that is', () => {
  const { lostMs, silentMs } = defaultWaitRules;
  expect(isOpenLater('courierSilent', silentMs, silentMs / 2)).toBe(true);
  expect(isOpenLater('courierSilent', silentMs, silentMs / 2 - 1)).toBe(false);
  expect(isOpenLater('courierLost', lostMs, lostMs / 2)).toBe(true);
  expect(isOpenLater('courierLost', lostMs, lostMs / 2 - 1)).toBe(false);
});

test('what ends with its cause, and what another desk has to answer sooner', () => {
  expect(notificationEvents.filter(isMostSerious)).toEqual([
    'released',
    'failed',
    'reopened',
    'promisePassed',
  ]);
  const lasting = notificationEvents.filter((event) => !endsWithCause(event));
  expect(lasting).not.toContain('reopened');
  expect(lasting).not.toContain('longWait');
  expect(lasting).toEqual(expect.arrayContaining(['completed', 'handedToMe', 'lateTakenBack']));
});

const live = someOrder(orderId, { status: { raw: 'picked_up', phase: 'pickedUp' } });
const promised = { preferences: somePreferences({ promisedAtMs: nowMs + 30 * 60_000 }) };

/** Rules by which an order arrives after its promise with this probability. */
function forecasting(probability: number): WaitRules {
  const known = {
    kind: 'known',
    phase: 'toDropoff',
    sinceMs: nowMs - 120_000,
    earliestAtMs: nowMs + 32 * 60_000,
    likelyAtMs: nowMs + 35 * 60_000,
    latestAtMs: nowMs + 40 * 60_000,
    probability,
    halfAfterMs: 180_000,
    knownCount: 50,
    group: null,
  } as const;
  return { ...defaultWaitRules, forecastAt: () => known };
}

describe('a warning that an order is probably late', () => {
  const handled = { reason: 'probablyLate', causeAtMs: nowMs, atMs: nowMs } as const;
  const late = (parts: Partial<WatchedOrder> = {}) =>
    someWatched(orderId, { order: live, observedAtMs: nowMs, ...promised, ...parts });
  const isOpen = (rules: WaitRules, parts: Partial<WatchedOrder> = {}, event = 'probablyLate') =>
    notificationEvents
      .filter((each) => each === event)
      .map((each) => isCallOpen({ decidedAtMs: nowMs, event: each }, late(parts), nowMs, rules))[0];
  const isStanding = (rules: WaitRules, parts: Partial<WatchedOrder> = {}) =>
    isCauseStanding('probablyLate', late(parts), nowMs, rules);

  test('stands while it is a little less probable, until it is handled; a look is not enough', () => {
    // It is given at 80 % and taken back below 50 %.
    expect(isOpen(forecasting(0.6))).toBe(true);
    expect(isOpen(forecasting(0.6), { acknowledged: [{ ...handled, isOnlySeen: true }] })).toBe(
      true,
    );
    expect(isOpen(forecasting(0.6), { acknowledged: [handled] })).toBe(false);
    const other = { ...handled, reason: 'longWait' } as const;
    expect(isOpen(forecasting(0.6), { acknowledged: [other] })).toBe(true);
    expect(isOpen(forecasting(0.3))).toBe(false);
    expect(isOpen(defaultWaitRules)).toBe(false);
    expect(isOpen(forecasting(0.6), {}, 'notMoving')).toBe(false);
  });

  test('has its cause for as long as that, handled or not', () => {
    expect(isStanding(forecasting(0.6), { acknowledged: [handled] })).toBe(true);
    expect(isStanding(forecasting(0.3))).toBe(false);
    expect(isCauseStanding('notMoving', late(), nowMs, forecasting(0.6))).toBe(false);
  });
});

test('an order that is open again calls until it is over', () => {
  const call = { decidedAtMs: nowMs, event: 'reopened' } as const;
  const stands = (order: WatchedOrder['order']) => {
    const watched = someWatched(orderId, { order, observedAtMs: nowMs, lastLookedAtMs: nowMs });
    return [
      isCallOpen(call, watched, nowMs, defaultWaitRules),
      isCauseStanding('reopened', watched, nowMs, defaultWaitRules),
    ];
  };
  expect(stands(live)).toEqual([true, true]);
  expect(stands(done)).toEqual([false, false]);
  expect(stands(null)).toEqual([false, false]);
});

describe('the cause of an event', () => {
  const silentSinceMs = nowMs - defaultWaitRules.lostMs;
  const lost = someWatched(orderId, {
    order: {
      ...live,
      courier: {
        name: 'Lau',
        phoneNumber: null,
        fix: { latitudeDeg: 22.4, longitudeDeg: 114.2, reportedAtMs: silentSinceMs },
      },
    },
    observedAtMs: nowMs,
  });
  const stands = (
    event: (typeof notificationEvents)[number],
    watched: WatchedOrder,
    atMs = nowMs,
  ) => isCauseStanding(event, watched, atMs, defaultWaitRules);

  test('stands while the order has it, and of no other event', () => {
    expect(stands('courierLost', lost)).toBe(true);
    expect(stands('courierLost', { ...lost, order: live })).toBe(false);
    expect(stands('longWait', lost)).toBe(false);
  });

  test('stands where it is not known to be over: without contact, but not of an order that is over', () => {
    const unheard = { ...lost, order: live };
    expect(stands('longWait', unheard, nowMs + 60_000)).toBe(false);
    expect(stands('longWait', unheard, nowMs + 60_001)).toBe(true);
    expect(stands('longWait', { ...unheard, order: done }, nowMs + 60_001)).toBe(false);
  });

  test('is never over of what no cause ends', () => {
    expect(stands('completed', { ...lost, order: done })).toBe(true);
  });

  test('of a call that two reasons share stands for either', () => {
    const problem = {
      code: 'unreachable',
      httpStatus: null,
      sinceMs: nowMs,
      failureCount: 9,
    } as const;
    const failing = { ...lost, order: live, problem };
    expect(stands('refused', failing)).toBe(true);
  });
});

test('only a stay that the last answer speaks against is in doubt', () => {
  const claimed = { ...someWatched(orderId).courierTrace, claimedStop: 1 } as const;
  const doubtful = someWatched(orderId, { order: live, courierTrace: claimed });
  const sure = someWatched(orderId, { order: live });
  const found = (['arrivedWaiting', 'notMoving'] as const).map((event) =>
    [doubtful, sure, undefined].map((watched) => isCallInDoubt({ event }, watched)),
  );
  expect(found).toEqual([
    [true, false, false],
    [false, false, false],
  ]);
});

test('what a notification says may hold again while its order is live and is not known to be as it was', () => {
  const seen = someWatched(orderId, { order: live, observedAtMs: nowMs });
  expect(mayHoldAgain({ decidedAtMs: nowMs }, seen, nowMs)).toBe(false);
  expect(mayHoldAgain({ decidedAtMs: nowMs + 1 }, seen, nowMs)).toBe(true);
  expect(mayHoldAgain({ decidedAtMs: nowMs }, seen, nowMs + 60_001)).toBe(true);
  expect(mayHoldAgain({ decidedAtMs: nowMs + 1 }, { ...seen, order: done }, nowMs + 60_001)).toBe(
    false,
  );
  expect(mayHoldAgain({ decidedAtMs: nowMs + 1 }, undefined, nowMs)).toBe(false);
});

test('an order may be snoozed unless it is over', () => {
  const orders = [live, null, done].map((order) => someWatched(orderId, { order }));
  expect([...orders, undefined].map(maySnooze)).toEqual([true, true, false, true]);
});
