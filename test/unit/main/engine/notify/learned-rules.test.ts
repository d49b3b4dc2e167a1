import { expect, test } from 'vitest';
import { attention } from '../../../../../core/watch/attention.ts';
import { emptyCourierTrace } from '../../../../../core/order/courier-move.ts';
import { defaultSettings, type Settings } from '../../../../../core/settings/settings.ts';
import { emptyGroupRule } from '../../../../../core/notification/group-rules.ts';
import { Forecasts } from '../../../../../main/engine/notify/forecasts.ts';
import { LearnedRules } from '../../../../../main/engine/notify/learned-rules.ts';
import type { FinishedJourney } from '../../../../../core/forecast/journey.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import { journeysUntil } from '../../../../support/watch/finished-journeys.ts';
import {
  orderIdAt,
  someOrder,
  somePreferences,
  someUpdate,
  someWatched,
} from '../../../../support/watched-orders.ts';

const minute = 60_000;
const nothing = { courierWaits: () => [], positionAgesMs: () => [] };

function bench(waitLimits: Partial<Settings['waitLimits']> = {}) {
  const clock = new FakeClock();
  let settings: Settings = {
    ...defaultSettings,
    waitLimits: { ...defaultSettings.waitLimits, ...waitLimits },
  };
  const learned = new LearnedRules(clock, nothing, () => settings);
  const matched = (index: number, waitMs: number): void =>
    learned.orderUpdated(
      someUpdate(orderIdAt(index), { seenAtMs: clock.wallMs(), courierWaitMs: waitMs }),
    );
  const waiting = (index: number, agoMinutes: number) =>
    someWatched(orderIdAt(index), {
      order: someOrder(orderIdAt(index)),
      statusSinceMs: clock.wallMs() - agoMinutes * minute,
      observedAtMs: clock.wallMs(),
    });
  /** The limit of an order that begins to wait a moment from now. */
  const nextMinutes = () => learned.rulesFor(waiting(99, -1 / 60)).longWaitMs / minute;
  const choose = (change: Partial<Settings['waitLimits']>) => {
    settings = { ...settings, waitLimits: { ...settings.waitLimits, ...change } };
  };
  return { clock, learned, matched, waiting, nextMinutes, choose };
}

test('quick matches make no order long that waits already', () => {
  const { clock, learned, matched, waiting } = bench();
  const board = Array.from({ length: 62 }, (_, index) => waiting(100 + index, 5 + index / 5));
  const needy = () =>
    board.filter(
      (watched) => attention(watched, clock.wallMs(), learned.rulesFor(watched)) !== null,
    );
  expect(needy()).toHaveLength(0);
  for (let index = 1; index <= 30; index += 1) {
    matched(index, 4 * minute);
    expect(needy()).toHaveLength(0);
  }
});

test('from the fifth match on, each moves the limit by one minute toward what nine of ten waited', () => {
  const { learned, matched, nextMinutes } = bench();
  const limits = [];
  for (let index = 1; index <= 14; index += 1) {
    matched(index, 11.5 * minute);
    limits.push(nextMinutes());
  }
  expect(limits).toEqual([20, 20, 20, 20, 19, 18, 17, 16, 15, 14, 13, 12, 12, 12]);
  expect(learned.longWait).toEqual({ limitMs: 12 * minute, learnedFrom: 14 });
});

test('the limit never goes below what the dispatcher set, also when that is set later', () => {
  const { matched, nextMinutes, choose } = bench({ leastLongWaitMinutes: 15 });
  for (let index = 1; index <= 20; index += 1) matched(index, minute);
  expect(nextMinutes()).toBe(15);
  choose({ leastLongWaitMinutes: 18 });
  expect(nextMinutes()).toBe(18);
  choose({ leastLongWaitMinutes: 25 });
  expect(nextMinutes()).toBe(25);
});

test('until five orders were matched, the dispatcher’s own limit is in force and says so', () => {
  const { learned, matched } = bench();
  for (const index of [1, 2, 3, 4]) matched(index, minute);
  expect(learned.longWait).toEqual({ limitMs: 20 * minute, learnedFrom: 0 });
});

test('waits are forgotten after a day: the limit goes back by small steps', async () => {
  const { clock, learned, matched, nextMinutes } = bench();
  for (let index = 1; index <= 8; index += 1) matched(index, 3 * minute);
  expect(nextMinutes()).toBe(16);
  await clock.advance(25 * 60 * minute);
  expect(learned.longWait.learnedFrom).toBe(0);
  matched(9, 3 * minute);
  expect(nextMinutes()).toBe(17);
});

test('a group with waiting times of its own is judged by them, whatever was learned', () => {
  const settings = {
    ...defaultSettings,
    groupRules: [
      {
        group: 'Harbour',
        isMuted: false,
        tellsEveryMove: false,
        kept: [],
        waitLimits: { notMovingMinutes: 30, longWaitMinutes: 45 },
      },
    ],
  };
  const learned = new LearnedRules(new FakeClock(), nothing, () => settings);
  const inGroup = someWatched(orderIdAt(1), { preferences: somePreferences({ group: 'Harbour' }) });
  expect(learned.rulesFor(inGroup)).toMatchObject({
    longWaitMs: 45 * minute,
    notMovingMs: 30 * minute,
  });
  expect(learned.rulesFor(someWatched(orderIdAt(2))).longWaitMs).toBe(20 * minute);
});

test('the difference of the service’s clock is the median delay of its positions', () => {
  const { clock, learned } = bench();
  for (const lateMs of [30_000, 130_000, 125_000]) {
    const reportedAtMs = clock.wallMs() - lateMs;
    const after = { latitudeDeg: 22, longitudeDeg: 114, reportedAtMs };
    learned.orderUpdated(
      someUpdate(orderIdAt(1), {
        seenAtMs: clock.wallMs(),
        kinds: ['courier_moved'],
        changes: [{ field: 'courier.location', before: null, after }],
      }),
    );
  }
  expect(learned.rulesFor(someWatched(orderIdAt(1))).skewMs).toBe(125_000);
});

test('a run begins with the difference of the clocks that earlier runs saw', () => {
  const history = { courierWaits: () => [], positionAgesMs: () => [90_000, 240_000, 100_000] };
  const learned = new LearnedRules(new FakeClock(), history, () => defaultSettings);
  expect(learned.rulesFor(someWatched(orderIdAt(1))).skewMs).toBe(100_000);
});

test('ages of positions and distances to stops are those of the group, where it has its own', () => {
  const settings: Settings = {
    ...defaultSettings,
    silenceLimits: { silentMinutes: 4, lostMinutes: 12 },
    groupRules: [
      {
        ...emptyGroupRule('Harbour'),
        silenceLimits: { silentMinutes: 8, lostMinutes: 20 },
        fences: { enterMeters: 300, leaveMeters: 500 },
      },
    ],
  };
  const learned = new LearnedRules(new FakeClock(), nothing, () => settings);
  const inGroup = someWatched(orderIdAt(1), { preferences: somePreferences({ group: 'Harbour' }) });
  expect(learned.rulesFor(inGroup)).toMatchObject({
    silentMs: 8 * minute,
    lostMs: 20 * minute,
    leaveMeters: 500,
    // What the group leaves open is as for all.
    longWaitMs: 20 * minute,
  });
  expect(learned.rulesFor(someWatched(orderIdAt(2)))).toMatchObject({
    silentMs: 4 * minute,
    lostMs: 12 * minute,
    leaveMeters: 250,
  });
});

const quiet: Settings = {
  ...defaultSettings,
  silenceLimits: { silentMinutes: 3, lostMinutes: 10 },
  waitLimits: { ...defaultSettings.waitLimits, notMovingMinutes: 10 },
};

/** What is learned from so many ways, on each of which the courier was silent and stood for so many minutes. */
function rulesAfter(count: number, silence: number, stand: number, settings = quiet) {
  return rulesOf(
    journeysUntil(0, count).map((journey) => ({
      ...journey,
      longestSilenceMs: silence * minute,
      longestStandMs: stand * minute,
    })),
    settings,
  );
}

function rulesOf(finished: readonly FinishedJourney[], settings = quiet) {
  const forecasts = new Forecasts({ finishedJourneys: () => finished });
  const learned = new LearnedRules(new FakeClock(), nothing, () => settings, forecasts);
  return { finished, forecasts, learned };
}

/** Finished orders with equal stays, in minutes, at the pickup and at the last stop. */
function stays(count: number, pickup: number, destination: number): readonly FinishedJourney[] {
  return journeysUntil(0, count, () => [pickup, 12]).map((journey) => ({
    ...journey,
    endedAtMs: journey.arrivedAtMs + destination * minute,
  }));
}

/** The limits for stays that begin now, in minutes, and from how many each is learned. */
function stayLimits(learned: LearnedRules): readonly number[] {
  const { destinationStay, pickupStay } = learned.restLimits;
  return [pickupStay, destinationStay].flatMap(({ learnedFrom, limitMs }) => [
    limitMs / minute,
    learnedFrom,
  ]);
}

/** What a courier may stay who came to a stop then, in minutes. */
function mayStay(learned: LearnedRules, phase: 'atPickup' | 'atDropoff', sinceMs: number) {
  const order = someOrder(orderIdAt(1), { status: { raw: phase, phase } });
  const watched = someWatched(orderIdAt(1), { order, statusSinceMs: sinceMs });
  const { destinationStayMs, pickupStayMs } = learned.rulesFor(watched);
  return (phase === 'atPickup' ? pickupStayMs : destinationStayMs) / minute;
}

test('from twenty ways on, couriers may rest as long as on nine of ten of them', () => {
  const limits = [19, 20, 21, 60].map((count) => rulesAfter(count, 5, 14).learned.restLimits);
  expect(limits.map(({ silent, notMoving }) => [silent, notMoving])).toEqual(
    [
      [3, 10, 0],
      [4, 11, 20],
      [5, 12, 21],
      [5, 14, 60],
    ].map(([silent = 0, notMoving = 0, learnedFrom]) => [
      { limitMs: silent * minute, learnedFrom },
      { limitMs: notMoving * minute, learnedFrom },
    ]),
  );
});

test('a learned limit for rests is never below what is set, nor above three times that, nor as long as lost', () => {
  const limits = (silence: number, stand: number, settings = quiet) => {
    const { notMoving, silent } = rulesAfter(200, silence, stand, settings).learned.restLimits;
    return [silent.limitMs / minute, notMoving.limitMs / minute];
  };
  expect(limits(0, 1)).toEqual([3, 10]);
  expect(limits(60, 60)).toEqual([9, 30]);
  const narrow = { ...quiet, silenceLimits: { silentMinutes: 3, lostMinutes: 5 } };
  expect(limits(60, 60, narrow)).toEqual([4, 30]);
});

test('a courier who rests already is judged by the limit that was in force when the rest began', () => {
  const { finished, learned } = rulesAfter(60, 9, 20);
  const resting = (atMs: number) => {
    const fix = { latitudeDeg: 22, longitudeDeg: 114, reportedAtMs: atMs };
    const order = someOrder(orderIdAt(1), { courier: { name: 'Ho', phoneNumber: null, fix } });
    const courierTrace = { ...emptyCourierTrace, anchorAtMs: atMs };
    const { notMovingMs, silentMs } = learned.rulesFor(
      someWatched(orderIdAt(1), { order, courierTrace }),
    );
    return [silentMs / minute, notMovingMs / minute];
  };
  expect(resting(finished[18]?.arrivedAtMs ?? 0)).toEqual([3, 10]);
  expect(resting(finished[21]?.arrivedAtMs ?? 0)).toEqual([5, 12]);
  expect(resting(0)).toEqual([9, 20]);
});

test('what was learned from orders that are erased is gone', () => {
  const { finished, forecasts, learned } = rulesAfter(25, 9, 20);
  expect(learned.restLimits.silent.limitMs).toBeGreaterThan(3 * minute);
  forecasts.ordersErased(finished.slice(6).map(({ id }) => id));
  expect(learned.restLimits.silent).toEqual({ limitMs: 3 * minute, learnedFrom: 0 });
});

test('a rest that lasts is not too long all at once because orders were erased', () => {
  const { finished, forecasts, learned } = rulesAfter(60, 9, 20);
  const nowMs = new FakeClock().wallMs();
  const silentMinutes = (sinceMs: number) => {
    const fix = { latitudeDeg: 22, longitudeDeg: 114, reportedAtMs: sinceMs };
    const order = someOrder(orderIdAt(1), { courier: { name: 'Ho', phoneNumber: null, fix } });
    return learned.rulesFor(someWatched(orderIdAt(1), { order })).silentMs / minute;
  };
  expect(silentMinutes(nowMs - minute)).toBe(9);
  forecasts.ordersErased(finished.map(({ id }) => id));
  expect(learned.restLimits.silent).toEqual({ limitMs: 3 * minute, learnedFrom: 0 });
  expect([silentMinutes(nowMs - minute), silentMinutes(nowMs + minute)]).toEqual([9, 3]);
});

test('a group with limits of its own keeps them, however long couriers rest', () => {
  const own = {
    ...emptyGroupRule('Harbour'),
    silenceLimits: { silentMinutes: 4, lostMinutes: 20 },
    waitLimits: { notMovingMinutes: 12, longWaitMinutes: 45 },
  };
  const { learned } = rulesAfter(60, 9, 30, { ...quiet, groupRules: [own] });
  const inGroup = someWatched(orderIdAt(1), { preferences: somePreferences({ group: 'Harbour' }) });
  expect(learned.rulesFor(inGroup)).toMatchObject({
    silentMs: 4 * minute,
    notMovingMs: 12 * minute,
  });
});

test('from twenty orders on, couriers may stay at the pickup, and at a destination, as long as nine of ten did', () => {
  const found = [19, 20, 21, 60].map((count) => stayLimits(rulesOf(stays(count, 24, 13)).learned));
  expect(found).toEqual([
    [20, 0, 10, 0],
    [21, 20, 11, 20],
    [22, 21, 12, 21],
    [24, 60, 13, 60],
  ]);
});

test('a learned limit for stays is never below what is set for that stop, nor above three times that', () => {
  const own = { ...quiet, stayLimits: { pickupMinutes: 15, destinationMinutes: 5 } };
  expect(stayLimits(rulesOf(stays(200, 1, 1), own).learned)).toEqual([15, 200, 5, 200]);
  expect(stayLimits(rulesOf(stays(200, 90, 90), own).learned)).toEqual([45, 200, 15, 200]);
});

test('a stay at the last stop whose end was not seen, or whose begin came with it, is not learned from', () => {
  const unseen = stays(60, 24, 13).map((journey, index) => {
    const { endedAtMs: _ended, ...open } = journey;
    return index % 2 === 0 ? open : { ...journey, endedAtMs: journey.arrivedAtMs };
  });
  expect(stayLimits(rulesOf(unseen).learned)).toEqual([24, 60, 10, 0]);
});

test('a stay that has begun keeps its limit, whatever is learned of others meanwhile', () => {
  const all = stays(60, 24, 13);
  const { learned } = rulesOf(all);
  const [early, late] = [all[18], all[21]];
  expect(mayStay(learned, 'atPickup', early?.arrivedAtMs ?? 0)).toBe(20);
  expect(mayStay(learned, 'atPickup', late?.arrivedAtMs ?? 0)).toBe(22);
  // What the end of an order teaches is known at its end: who arrived before is judged as before.
  expect(mayStay(learned, 'atDropoff', (late?.endedAtMs ?? 0) - minute)).toBe(12);
  expect(mayStay(learned, 'atDropoff', (late?.endedAtMs ?? 0) + minute)).toBe(13);
});

test('an order that is over teaches at once how long its courier was at the last stop, one step each', () => {
  const all = stays(30, 24, 13);
  const { forecasts, learned } = rulesOf(all.slice(0, 20));
  expect(stayLimits(learned)).toEqual([21, 20, 11, 20]);
  const after = (journey: FinishedJourney) => {
    forecasts.orderUpdated(someWatched(journey.id, { journey, order: null }));
    return stayLimits(learned);
  };
  const arrivals = all.slice(20, 23).map(({ endedAtMs: _ended, ...arrived }) => after(arrived));
  expect(arrivals).toEqual([21, 22, 23].map((count) => [count + 1, count, 11, 20]));
  const ends = all.slice(20, 23).map((ended) => after(ended));
  expect(ends).toEqual([21, 22, 23].map((count) => [24, 23, Math.min(13, count - 9), count]));
});

test('a group with times at the stops of its own keeps them, and others follow what is learned', () => {
  const own = {
    ...emptyGroupRule('Harbour'),
    stayLimits: { pickupMinutes: 12, destinationMinutes: 6 },
  };
  const { learned } = rulesOf(stays(60, 24, 13), {
    ...quiet,
    groupRules: [
      own,
      { ...emptyGroupRule('Hotels'), waitLimits: { notMovingMinutes: 30, longWaitMinutes: 45 } },
    ],
  });
  const inGroup = (group: string) => {
    const preferences = somePreferences({ group });
    const { destinationStayMs, pickupStayMs } = learned.rulesFor(
      someWatched(orderIdAt(1), { preferences }),
    );
    return [pickupStayMs / minute, destinationStayMs / minute];
  };
  expect(inGroup('Harbour')).toEqual([12, 6]);
  expect(inGroup('Hotels')).toEqual([24, 13]);
});
