import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyGroupRule } from '../../../../../core/notification/group-rules.ts';
import type { Notification } from '../../../../../core/notification/notification.ts';
import { StateVisits } from '../../../../../main/engine/notify/state-visits.ts';
import { LiveOrders } from '../../../../../main/engine/notify/live-orders.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import { notifierBench, type NotifierBench } from '../../../../support/notify/notifier-bench.ts';
import {
  orderIdAt,
  someOrder,
  somePreferences,
  someWatched,
} from '../../../../support/watched-orders.ts';

const moved: Partial<Notification> = { event: 'courierMovedOn' };

/** A notifier while many orders are live. */
function busy(): NotifierBench {
  const made = notifierBench();
  made.areManyLive = true;
  return made;
}

describe('while few orders are live', () => {
  test('each change comes alone and at once, with the newest in the place of the one before', () => {
    const { desktop, tell } = notifierBench();
    for (const index of [1, 2, 3, 1]) tell(index);
    expect(desktop.shown.map(({ tag }) => tag)).toEqual([1, 2, 3, 1].map(orderIdAt));
  });

  test('of the moves of an order the latest notifies, once a minute', async () => {
    const { clock, desktop, outbox, tell } = notifierBench();
    const moves: Notification[] = [];
    for (let turn = 0; turn < 7; turn += 1) {
      moves.push(tell(1, moved));
      await clock.advance(20_000);
    }
    await clock.advance(60_000);
    expect(desktop.shown.map(({ key }) => key)).toEqual(
      [0, 2, 5, 6].map((index) => moves[index]?.key),
    );
    expect(outbox.pending()).toEqual([]);
  });
});

describe('while many orders are live', () => {
  test('news is gathered for five minutes into one quiet card that names and counts', async () => {
    const { clock, desktop, outbox, tell } = busy();
    for (const index of [1, 2, 3, 4]) tell(index, { sound: 'system' });
    tell(5, { event: 'completed' });
    await clock.advance(299_000);
    expect(desktop.shown).toEqual([]);
    await clock.advance(1000);
    expect(desktop.shown).toHaveLength(1);
    expect(desktop.shown[0]).toMatchObject({ orderId: null, sound: 'none', isCritical: false });
    expect(desktop.titles[0]).toMatch(/^5\u00A0orders changed since \d\d:\d\d$/);
    expect(desktop.shown[0]?.body).toBe(
      'Order 05, Order 04, Order 03 and 2 more. 4 matched, 1 completed. News comes together from now on, as more than five orders are live.',
    );
    expect(outbox.pending()).toEqual([]);
  });

  test('that it gathers is said once', async () => {
    const made = busy();
    for (const index of [1, 2]) made.tell(index);
    await made.clock.advance(300_000);
    for (const index of [3, 4]) made.tell(index);
    await made.clock.advance(300_000);
    expect(made.desktop.shown.map(({ body }) => body.includes('comes together'))).toEqual([
      true,
      false,
    ]);
  });

  test('an order counts once, with its newest change, and no more once it was looked at or calls', async () => {
    const { clock, desktop, notifier, tell } = busy();
    tell(1);
    tell(1, { event: 'completed' });
    for (const index of [2, 3, 4, 5]) tell(index);
    notifier.seen(orderIdAt(2));
    tell(3, { event: 'released', isCritical: true });
    await clock.advance(300_000);
    expect(desktop.shown.at(-1)?.body).toMatch(
      /^Order 05, Order 04 and Order 01\. 2 matched, 1 completed/,
    );
  });

  test('the next card replaces the one before and counts on, until the dispatcher was at the window', async () => {
    const made = busy();
    const { clock, desktop, tell } = made;
    for (const index of [1, 2]) tell(index);
    await clock.advance(300_000);
    for (const index of [3, 4]) tell(index);
    await clock.advance(300_000);
    expect(desktop.titles.at(-1)).toBe('4 orders matched');
    made.isAtWindow = true;
    tell(5);
    made.isAtWindow = false;
    for (const index of [6, 7]) tell(index);
    await clock.advance(300_000);
    expect(new Set(desktop.shown.map(({ tag }) => tag))).toEqual(
      new Set(['news:burst', orderIdAt(5)]),
    );
    expect(desktop.titles.at(-1)).toBe('2 orders matched');
  });

  test('a click opens the orders that the card counts, by when the first of them changed', async () => {
    const { clock, desktop, opened, tell } = busy();
    const { decidedAtMs } = tell(1);
    await clock.advance(60_000);
    for (const index of [2, 3]) tell(index);
    await clock.advance(240_000);
    desktop.clickLast();
    const topic = { kind: 'news', sinceMs: decidedAtMs };
    expect(opened).toEqual([{ ids: [1, 2, 3].map(orderIdAt), topic }]);
  });

  test('one change alone comes on the card of its order', async () => {
    const { clock, desktop, tell } = busy();
    const { texts } = tell(1);
    await clock.advance(300_000);
    expect(desktop.shown[0]).toMatchObject({ orderId: orderIdAt(1), title: texts.full.title });
  });
});

describe('at the window', () => {
  test('no news is shown; what was not looked at comes together a minute after it was left', async () => {
    const made = notifierBench();
    const { clock, desktop, outbox, seen, tell } = made;
    made.isAtWindow = true;
    const known = tell(1);
    for (const index of [2, 3]) tell(index);
    seen.add(orderIdAt(1));
    await clock.advance(600_000);
    expect(desktop.shown).toEqual([]);
    made.isAtWindow = false;
    await clock.advance(61_000);
    expect(desktop.titles).toEqual(['2 orders matched']);
    expect(outbox.outcomes.get(known.key)).toEqual({ kind: 'suppressed', reason: 'seen' });
  });

  test('what needs a person is shown all the same', () => {
    const made = notifierBench();
    made.isAtWindow = true;
    made.tell(1, { event: 'released' });
    expect(made.desktop.shown).toHaveLength(1);
  });
});

describe('two cards of several orders', () => {
  test('come at least half a minute apart: the later one waits its turn', async () => {
    const made = notifierBench();
    const { clock, desktop, tell } = made;
    made.areManyLive = true;
    for (const index of [1, 2]) tell(index);
    await clock.advance(280_000);
    made.settings = { notificationsMutedUntilMs: clock.wallMs() + 10_000 };
    for (const index of [3, 4]) tell(index, { event: 'completed' });
    await clock.advance(39_000);
    expect(desktop.shown.map(({ tag }) => tag)).toEqual(['news:quiet']);
    await clock.advance(2000);
    expect(desktop.titles).toEqual([
      '2\u00A0orders changed while it was quiet',
      '2 orders matched',
    ]);
  });

  test('are one where several holds end at once', async () => {
    const made = notifierBench();
    const { clock, desktop, preferences, tell } = made;
    const untilMs = clock.wallMs() + 60_000;
    made.settings = {
      groupRules: [{ ...emptyGroupRule('Hotels'), snoozedUntilMs: untilMs }],
      notificationsMutedUntilMs: untilMs,
    };
    preferences.set(orderIdAt(1), somePreferences({ group: 'Hotels' }));
    for (const index of [1, 2]) tell(index, { event: 'completed' });
    await clock.advance(60_000);
    expect(desktop.shown).toHaveLength(1);
    expect(desktop.titles).toEqual(['2\u00A0orders changed while it was quiet']);
  });

  test('and one that waits its turn leaves out what was looked at meanwhile', async () => {
    const made = notifierBench();
    const { clock, desktop, notifier, tell } = made;
    made.areManyLive = true;
    for (const index of [1, 2, 3]) tell(index);
    await clock.advance(290_000);
    made.settings = { notificationsMutedUntilMs: clock.wallMs() + 5000 };
    for (const index of [4, 5]) tell(index, { event: 'completed' });
    await clock.advance(12_000);
    expect(desktop.shown).toHaveLength(1);
    notifier.seen(orderIdAt(1));
    await clock.advance(30_000);
    expect(desktop.titles.at(-1)).toBe('2 orders matched');
  });
});

test('what was missed comes together, by itself only when it is one', async () => {
  const { clock, desktop, tell } = notifierBench();
  for (const index of [1, 2, 3]) tell(index, { isMissed: true });
  await clock.advance(10_000);
  expect(desktop.titles).toEqual(['3\u00A0orders changed meanwhile']);
  expect(desktop.shown[0]?.body).toContain('Order 03, Order 02 and Order 01');
});

test('many are live above five orders, until fewer than five are', async () => {
  const clock = new FakeClock();
  let count = 5;
  const live = new LiveOrders(
    () => Array.from({ length: count }, (_, index) => someWatched(orderIdAt(index + 1))),
    clock,
  );
  const areMany = async (now: number): Promise<boolean> => {
    count = now;
    await clock.advance(1000);
    return live.areMany;
  };
  const seen = [];
  for (const now of [5, 6, 5, 4, 5, 6]) seen.push(await areMany(now));
  expect(seen).toEqual([false, true, true, false, false, true]);
});

test('an order that is over or muted is not live', () => {
  const done = someOrder(orderIdAt(9), { status: { raw: 'completed', phase: 'done' } });
  const orders = [
    ...[1, 2, 3, 4, 5].map((index) => someWatched(orderIdAt(index))),
    someWatched(orderIdAt(9), { order: done }),
    someWatched(orderIdAt(8), { isMuted: true }),
  ];
  expect(new LiveOrders(() => orders, new FakeClock()).areMany).toBe(false);
});

describe('back and forth', () => {
  const id = orderIdAt(1);

  test('is the same state three times within ten minutes', () => {
    const visits = new StateVisits();
    const states = ['waiting', 'matched', 'waiting', 'matched', 'waiting'];
    const seen = states.map((state, index) => {
      visits.visited(id, state, index * 60_000);
      return visits.isFlapping(id, index * 60_000);
    });
    expect(seen).toEqual([false, false, false, false, true]);
    expect(visits.isFlapping(id, 30 * 60_000)).toBe(false);
  });

  test('progress never is, however fast it goes', () => {
    const law = fc.property(fc.uniqueArray(fc.string(), { maxLength: 30 }), (states) => {
      const visits = new StateVisits();
      return states.every((state, index) => {
        visits.visited(id, state, index);
        return !visits.isFlapping(id, index);
      });
    });
    expect(fc.check(law).failed).toBe(false);
  });

  test('a state that is reported again is one visit', () => {
    const visits = new StateVisits();
    for (let atMs = 0; atMs < 10; atMs += 1) visits.visited(id, 'matched', atMs);
    expect(visits.isFlapping(id, 10)).toBe(false);
  });

  test('a clock that was set back leaves no order going back and forth', () => {
    const visits = new StateVisits();
    const dayMs = 86_400_000;
    for (const [index, state] of ['a', 'b', 'a', 'b'].entries()) {
      visits.visited(id, state, dayMs + index * 1000);
    }
    visits.visited(id, 'a', 1000);
    expect(visits.isFlapping(id, 1000)).toBe(false);
  });
});

test('the news of many orders at once is gathered, although they are live no more', async () => {
  const { clock, decide, desktop, notifier } = notifierBench();
  for (const index of [1, 2, 3, 4, 5, 6]) decide(index, { event: 'completed' });
  notifier.notificationsStored();
  expect(desktop.shown).toEqual([]);
  await clock.advance(300_000);
  expect(desktop.titles).toEqual(['6 orders completed']);
});

/** What the card of an order says at last. */
function lastOf({ desktop }: NotifierBench, index: number): string | undefined {
  return desktop.shown.findLast(({ tag }) => tag === orderIdAt(index))?.title;
}

describe('news does not notify after what came of its order since', () => {
  test('a move that waits for its minute, after the order was completed', async () => {
    const made = notifierBench();
    made.tell(1, moved);
    const late = made.tell(1, moved);
    const done = made.tell(1, { event: 'completed' });
    await made.clock.advance(120_000);
    expect(lastOf(made, 1)).toBe(done.texts.full.title);
    expect(made.outbox.outcomes.get(late.key)).toEqual({ kind: 'suppressed', reason: 'overtaken' });
  });

  test('what waited for the window to be left, after newer news', async () => {
    const made = notifierBench();
    made.isAtWindow = true;
    made.tell(1);
    made.isAtWindow = false;
    const done = made.tell(1, { event: 'completed' });
    await made.clock.advance(120_000);
    expect(lastOf(made, 1)).toBe(done.texts.full.title);
  });

  test('what was gathered, after newer news that came alone', async () => {
    const made = busy();
    made.tell(1);
    made.areManyLive = false;
    const done = made.tell(1, { event: 'completed' });
    await made.clock.advance(300_000);
    expect(lastOf(made, 1)).toBe(done.texts.full.title);
  });

  test('what waited for the window to be left, or for the end of a snooze, after a call', async () => {
    const made = notifierBench();
    made.isAtWindow = true;
    made.tell(1);
    const first = made.tell(1, { event: 'cancelled' });
    made.isAtWindow = false;
    const snoozedUntilMs = made.clock.wallMs() + 60_000;
    made.preferences.set(orderIdAt(2), somePreferences({ snoozedUntilMs }));
    made.tell(2);
    const second = made.tell(2, { event: 'cancelled' });
    await made.clock.advance(61_000);
    expect(made.desktop.shown.map(({ body }) => body)).toEqual(
      [first, second].map(({ texts }) => texts.full.body),
    );
  });

  test('what waited for the end of quiet, after a call that passed it', async () => {
    const made = notifierBench();
    made.settings = { lockedScreen: 'hold' };
    made.isLocked = true;
    for (const index of [1, 2, 3]) made.tell(index);
    made.tell(1, { event: 'cancelled', isCritical: true });
    made.isLocked = false;
    made.notifier.situationChanged();
    expect(made.desktop.titles.at(-1)).toBe('2\u00A0orders changed while it was quiet');
  });

  test('but a plain move says less than what is gathered, which notifies all the same', async () => {
    const made = busy();
    for (const index of [1, 2]) made.tell(index);
    made.areManyLive = false;
    for (const _ of [1, 2]) made.tell(1, moved);
    expect(made.desktop.shown).toHaveLength(1);
    await made.clock.advance(300_000);
    expect(made.desktop.shown).toHaveLength(3);
    expect(made.desktop.titles.at(-1)).toBe('2 orders matched');
  });

  test('what an earlier run held back, once its order was read', async () => {
    const before = notifierBench();
    const settings = { notificationsMutedUntilMs: before.clock.wallMs() + 60_000 };
    before.settings = settings;
    before.tell(1);
    before.notifier.stop();
    const made = notifierBench(before.outbox, before.clock, settings);
    made.unread.add(orderIdAt(1));
    await made.clock.advance(60_000);
    made.unread.clear();
    const done = made.tell(1, { key: 'done', event: 'completed' });
    await made.clock.advance(120_000);
    expect(made.desktop.shown.map(({ key }) => key)).toEqual([done.key]);
  });
});

test('an order that was muted since is neither counted nor named by the next card', async () => {
  const { clock, desktop, muted, tell } = busy();
  for (const index of [1, 2]) tell(index);
  await clock.advance(300_000);
  muted.add(orderIdAt(1));
  tell(3);
  await clock.advance(300_000);
  expect(desktop.titles.at(-1)).toBe('2 orders matched');
  expect(desktop.shown.at(-1)?.body).not.toContain('Order 01');
});
