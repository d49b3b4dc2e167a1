import { describe, expect, test } from 'vitest';
import { emptyGroupRule } from '../../../../core/notification/group-rules.ts';
import {
  bySeriousness,
  callOf,
  isCall,
  isCallOpen,
  levelOf,
} from '../../../../core/notification/levels.ts';
import {
  eventsOf,
  type NotificationLevel,
  notificationLevels,
  notificationKinds,
} from '../../../../core/notification/notification.ts';
import { defaultSettings, type Settings } from '../../../../core/settings/settings.ts';
import { defaultWaitRules } from '../../../../core/watch/order-waits.ts';
import { attentionReasons, isNews } from '../../../../core/watch/attention-reasons.ts';
import {
  orderIdAt,
  someNotification,
  someOrder,
  someWatched,
} from '../../../support/watched-orders.ts';

const orderId = orderIdAt(1);
const nowMs = Date.UTC(2026, 2, 2, 12);
const peak = { group: 'Peak' } as const;

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
});

test('what needs a person is shown the most serious first, a hand-over after what is lost', () => {
  const events = [
    'longWait',
    'handedToMe',
    'notFound',
    'promisePassed',
    'cancelled',
    'released',
  ] as const;
  const notifications = events.map((event) =>
    someNotification(event, { event, decidedAtMs: nowMs }),
  );
  expect(notifications.toSorted(bySeriousness).map(({ event }) => event)).toEqual([
    'promisePassed',
    'released',
    'cancelled',
    'handedToMe',
    'notFound',
    'longWait',
  ]);
});

test('of two that are equally serious the one that was decided first is shown first', () => {
  const later = someNotification('later', { event: 'released', decidedAtMs: nowMs });
  const earlier = someNotification('earlier', { event: 'released', decidedAtMs: nowMs - 1 });
  expect([later, earlier].toSorted(bySeriousness)).toEqual([earlier, later]);
  expect([earlier, later].toSorted(bySeriousness)).toEqual([earlier, later]);
});

test('each reason for which an order needs attention has the event that calls for it, or is news', () => {
  const calling = attentionReasons.filter((reason) => {
    const event = callOf(reason);
    return event !== null && isCall({ event, orderId }, defaultSettings, null);
  });
  expect(calling).toEqual(attentionReasons.filter((reason) => !isNews(reason)));
});

describe('a call about what needs no person as a rule', () => {
  const done = someOrder(orderId, { status: { raw: 'completed', phase: 'done' } });
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
  const isOpen = (event: 'courierSilent' | 'courierLost', ageMs: number, skewMs: number): boolean =>
    isCallOpen({ decidedAtMs: nowMs, event }, watched, nowMs + ageMs, {
      ...defaultWaitRules,
      skewMs,
    });
  const { lostMs, silentMs } = defaultWaitRules;
  expect(isOpen('courierSilent', silentMs + 6000, 6000)).toBe(true);
  expect(isOpen('courierSilent', silentMs + 6000, 7000)).toBe(true);
  expect(isOpen('courierLost', lostMs + 6000, 7000)).toBe(true);
  // Until it is lost by the clock that is known now it stays silent.
  expect(isOpen('courierSilent', lostMs + 6000, 7000)).toBe(true);
  expect(isOpen('courierSilent', lostMs + 8000, 7000)).toBe(false);
  expect(isOpen('courierSilent', silentMs - 1000, 7000)).toBe(false);
});
