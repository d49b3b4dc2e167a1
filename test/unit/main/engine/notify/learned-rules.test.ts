import { expect, test } from 'vitest';
import { attention } from '../../../../../core/watch/attention.ts';
import { defaultSettings, type Settings } from '../../../../../core/settings/settings.ts';
import { emptyGroupRule } from '../../../../../core/notification/group-rules.ts';
import { LearnedRules } from '../../../../../main/engine/notify/learned-rules.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
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
