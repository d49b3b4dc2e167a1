import { expect, test } from 'vitest';
import { notifierBench } from '../../../../support/notify/notifier-bench.ts';
import { orderIdAt, somePreferences } from '../../../../support/watched-orders.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import { FailingOutbox } from '../../../../support/storage/failing-outbox.ts';

test('a notification is shown once and settled', () => {
  const { notifier, desktop, outbox, tell } = notifierBench();
  const notification = tell(1);
  notifier.notificationsStored();
  expect(desktop.titles).toEqual([notification.texts.full.title]);
  expect(desktop.shown[0]).toMatchObject({
    key: notification.key,
    tag: orderIdAt(1),
    orderId: orderIdAt(1),
  });
  expect(outbox.outcomes.get(notification.key)).toEqual({ kind: 'shown' });
});

test('the level of privacy is chosen at the moment of showing', () => {
  const made = notifierBench();
  const notification = made.decide(1);
  made.privacy = 'countOnly';
  made.notifier.notificationsStored();
  expect(made.desktop.titles).toEqual([notification.texts.countOnly.title]);
});

test('an order that is open in front, or muted, does not notify and says why', () => {
  const made = notifierBench();
  made.openOrderId = orderIdAt(1);
  made.muted.add(orderIdAt(2));
  const open = made.decide(1);
  const muted = made.tell(2);
  expect(made.desktop.shown).toEqual([]);
  expect(made.outbox.outcomes.get(open.key)).toEqual({
    kind: 'suppressed',
    reason: 'openInWindow',
  });
  expect(made.outbox.outcomes.get(muted.key)).toEqual({ kind: 'suppressed', reason: 'muted' });
});

test('a release is shown although its order is open in front, without its sound', () => {
  const made = notifierBench();
  made.openOrderId = orderIdAt(1);
  const released = { event: 'released', isCritical: true, sound: 'system' } as const;
  const { key } = made.tell(1, released);
  expect(made.desktop.shown).toMatchObject([{ key, sound: 'none', isCritical: true }]);
  expect(made.outbox.outcomes.get(key)).toEqual({ kind: 'shown' });
  made.tell(2, released);
  expect(made.desktop.shown.at(-1)).toMatchObject({ orderId: orderIdAt(2), sound: 'system' });
});

test('of the news of one order that waited the newest notifies', async () => {
  const made = notifierBench();
  const snoozedUntilMs = made.clock.wallMs() + 60_000;
  made.preferences.set(orderIdAt(1), somePreferences({ snoozedUntilMs }));
  const old = made.tell(1);
  const newer = made.tell(1);
  await made.clock.advance(60_000);
  expect(made.desktop.shown.map((each) => each.key)).toEqual([newer.key]);
  expect(made.outbox.outcomes.get(old.key)).toEqual({ kind: 'suppressed', reason: 'overtaken' });
});

test('a system that refuses is reported, and the notification is settled as failed', () => {
  const made = notifierBench();
  made.desktop.daemon = 'failing';
  const refused = made.tell(1);
  expect(made.outbox.outcomes.get(refused.key)).toEqual({
    kind: 'failed',
    reason: 'refused by the system',
  });
  expect(made.notifier.health).toEqual({ kind: 'failing', reason: 'refused by the system' });
  made.desktop.daemon = 'throwing';
  made.decide(2, { event: 'completed' });
  expect(() => made.notifier.notificationsStored()).not.toThrow();
  expect(made.health.at(-1)).toEqual({ kind: 'failing', reason: 'no notification daemon' });
  made.desktop.daemon = 'working';
  made.tell(3, { event: 'created' });
  expect(made.health.at(-1)).toEqual({ kind: 'working' });
});

test('a failure that the system reports late corrects what was written', () => {
  const made = notifierBench();
  made.desktop.daemon = 'silent';
  const notification = made.tell(1);
  expect(made.outbox.outcomes.get(notification.key)).toEqual({ kind: 'shown' });
  made.desktop.failLast('dismissed by policy');
  expect(made.outbox.outcomes.get(notification.key)?.kind).toBe('failed');
});

test('a click opens the order of the notification', () => {
  const made = notifierBench();
  made.tell(7);
  made.desktop.clickLast();
  expect(made.opened).toEqual([{ ids: [orderIdAt(7)], topic: null }]);
});

test('an order that was seen has no notification any more', () => {
  const made = notifierBench();
  made.notifier.seen(orderIdAt(3));
  expect(made.desktop.closed).toEqual([orderIdAt(3)]);
});

test('a card that says that nothing is checked is closed once the service answers', () => {
  const { notifier, desktop, tell } = notifierBench();
  tell(1, { orderId: null, event: 'credentialsRefused' });
  expect(desktop.shown[0]?.tag).toBe('credentialsRefused');
  notifier.seesAgain();
  expect(new Set(desktop.closed)).toEqual(new Set(['connectionLost', 'credentialsRefused']));
});

test('a loss of contact takes the place of the pause that it began as, and refused credentials close both', () => {
  const { notifier, desktop, tell } = notifierBench();
  tell(1, { orderId: null, event: 'servicePaused' });
  tell(2, { orderId: null, event: 'connectionLost' });
  expect(new Set(desktop.shown.map(({ tag }) => tag)).size).toBe(1);
  expect(desktop.closed).toEqual([]);
  tell(3, { orderId: null, event: 'credentialsRefused' });
  expect(desktop.closed).toEqual([desktop.shown[0]?.tag]);
  notifier.seesAgain();
  expect(desktop.closed).toContain('credentialsRefused');
});

test('only a notification about one order carries buttons', async () => {
  const made = notifierBench();
  made.tell(1);
  expect(made.desktop.shown[0]?.actions.map(({ action }) => action)).toEqual([
    'open',
    'snooze',
    'copyUuid',
  ]);
  made.areManyLive = true;
  for (const index of [2, 3]) made.tell(index);
  await made.clock.advance(300_000);
  expect(made.desktop.shown.at(-1)?.actions).toEqual([]);
  made.desktop.actOnLast('open');
  expect(made.acted).toEqual([]);
});

test('a daemon that went away is a failure, and one that came back is unproven', () => {
  const made = notifierBench();
  made.notifier.daemonFound(false, 'no daemon');
  expect(made.notifier.health).toEqual({ kind: 'failing', reason: 'no daemon' });
  made.notifier.daemonFound(true, '');
  expect(made.notifier.health).toEqual({ kind: 'unproven' });
});

test('a held notification is written once, however often the decision is repeated', async () => {
  class CountingOutbox extends FailingOutbox {
    writes = 0;

    override settle(...settled: Parameters<FailingOutbox['settle']>): void {
      this.writes += 1;
      super.settle(...settled);
    }
  }
  const outbox = new CountingOutbox();
  const { clock, tell } = notifierBench(outbox, new FakeClock(), {
    notificationsMutedUntilMs: Date.UTC(2026, 2, 2, 12),
  });
  tell(1);
  const before = outbox.writes;
  await clock.advance(60 * 60_000);
  expect(outbox.writes).toBe(before);
});

test('notifications during quiet hours wait and become one card at their end', async () => {
  const made = notifierBench();
  made.settings = {
    quietHours: {
      isOn: true,
      times: [{ days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 8 * 60, toMinute: 10 * 60 }],
      timeZone: 'UTC',
      letsCriticalThrough: true,
    },
  };
  const held = [1, 2, 3].map((index) => made.decide(index, { event: 'completed' }));
  const loud = made.tell(4, { event: 'released', isCritical: true });
  expect(made.desktop.shown.map(({ key }) => key)).toEqual([loud.key]);
  expect(made.outbox.outcomes.get(held[0]?.key ?? '')).toEqual({
    kind: 'held',
    reason: 'quietHours',
    untilMs: made.clock.wallMs() + 60 * 60_000,
  });
  await made.clock.advance(59 * 60_000);
  expect(made.desktop.shown).toHaveLength(1);
  await made.clock.advance(60_000);
  expect(made.desktop.shown.at(-1)).toMatchObject({
    title: '3\u00A0orders changed while it was quiet',
    body: 'Order 03, Order 02 and Order 01. 3 completed.',
  });
  expect(made.outbox.outcomes.get(held[0]?.key ?? '')).toEqual({
    kind: 'digested',
    reason: 'quiet',
  });
  expect(made.clock.waitingTimers).toBe(0);
});

test('a critical notification that waited comes by itself, and no summary replaces it', async () => {
  const made = notifierBench();
  made.settings = { notificationsMutedUntilMs: made.clock.wallMs() + 60_000 };
  made.decide(1, { event: 'completed' });
  made.decide(2, { event: 'amended' });
  const released = made.tell(3, { event: 'released', isCritical: true });
  await made.clock.advance(60_000);
  expect(made.desktop.shown.map(({ tag, isCritical }) => [tag, isCritical])).toEqual([
    [released.orderId, true],
    ['news:quiet', false],
  ]);
  expect(made.desktop.closed).not.toContain(released.orderId);
});

test('a restart during quiet hours loses nothing and shows nothing twice', async () => {
  const before = notifierBench();
  const mute = { notificationsMutedUntilMs: before.clock.wallMs() + 600_000 };
  before.settings = mute;
  before.decide(1, { event: 'completed' });
  before.tell(2, { event: 'matched' });
  before.notifier.stop();
  const after = notifierBench(before.outbox, before.clock, mute);
  expect(after.desktop.shown).toEqual([]);
  await before.clock.advance(600_000);
  expect(after.desktop.titles).toEqual(['2\u00A0orders changed while it was quiet']);
});

test('what was held before a restart waits for its order to be read', async () => {
  const before = notifierBench();
  const settings = { notificationsMutedUntilMs: before.clock.wallMs() + 60_000 };
  before.settings = settings;
  const released = before.tell(1, { event: 'released' });
  before.notifier.stop();
  const after = notifierBench(before.outbox, before.clock, settings);
  after.unread.add(released.orderId ?? orderIdAt(1));
  await before.clock.advance(120_000);
  expect(after.desktop.shown).toEqual([]);
  after.unread.clear();
  await before.clock.advance(60_000);
  expect(after.desktop.shown).toHaveLength(1);
});

test('an order is heard once a minute, by its news too', async () => {
  const made = notifierBench();
  const soundsOf = () => made.desktop.shown.map(({ sound }) => sound);
  made.tell(1, { event: 'matched', sound: 'system' });
  made.tell(1, { event: 'completed', sound: 'system' });
  made.tell(2, { event: 'completed', sound: 'system' });
  expect(soundsOf()).toEqual(['system', 'none', 'system']);
  await made.clock.advance(60_000);
  made.tell(1, { event: 'amended', sound: 'system' });
  expect(soundsOf().at(-1)).toBe('system');
});

test('an order that has no sound on a card that is heard may be heard right after it', async () => {
  const { clock, decide, desktop, notifier, tell } = notifierBench();
  decide(1, { event: 'failed', sound: 'system' });
  for (const index of [2, 3, 4]) decide(index, { event: 'arrivedWaiting' });
  notifier.notificationsStored();
  expect(desktop.shown.at(-1)?.sound).toBe('system');
  await clock.advance(20_000);
  tell(2, { event: 'cancelled', sound: 'system' });
  await clock.advance(5000);
  expect(desktop.shown.at(-1)?.sound).toBe('system');
});

test('the news that many calls overtake at once is left out by one write', () => {
  class CountingOutbox extends FailingOutbox {
    readonly superseded: number[] = [];

    override settle(...settled: Parameters<FailingOutbox['settle']>): void {
      const [keys, outcome] = settled;
      if (outcome.kind === 'suppressed') this.superseded.push(keys.length);
      super.settle(...settled);
    }
  }
  const outbox = new CountingOutbox();
  const made = notifierBench(outbox);
  made.areManyLive = true;
  const indexes = Array.from({ length: 90 }, (_, index) => index + 1);
  for (const index of indexes) made.decide(index);
  made.notifier.notificationsStored();
  for (const index of indexes) made.decide(index, { event: 'failed' });
  made.notifier.notificationsStored();
  expect(outbox.superseded).toEqual([indexes.length]);
});

test('a call that was over while it waited does not notify after the clock was set back', async () => {
  const made = notifierBench();
  made.settings = { lockedScreen: 'hold' };
  made.isLocked = true;
  made.tell(1, { event: 'released' });
  made.clock.setWall(made.clock.wallMs() - 3_600_000);
  made.over.add(orderIdAt(1));
  made.isLocked = false;
  made.notifier.situationChanged();
  await made.clock.advance(60_000);
  expect(made.desktop.shown).toEqual([]);
});

test('a call of which it is not known whether it is over waits, and notifies when it holds', async () => {
  const made = notifierBench();
  made.over.add(orderIdAt(1)).add(orderIdAt(2));
  made.unclear.add(orderIdAt(1));
  const call = made.tell(1, { event: 'longWait' });
  const over = made.tell(2, { event: 'longWait' });
  expect(made.outbox.outcomes.get(over.key)).toEqual({ kind: 'suppressed', reason: 'over' });
  expect(made.outbox.outcomes.has(call.key)).toBe(false);
  made.over.clear();
  await made.clock.advance(60_000);
  expect(made.desktop.shown.map(({ key }) => key)).toEqual([call.key]);
});

test('a change of the settings ends quiet hours at once', () => {
  const made = notifierBench();
  made.settings = { notificationsMutedUntilMs: made.clock.wallMs() + 3_600_000 };
  const only = made.tell(1);
  expect(made.desktop.shown).toEqual([]);
  made.settings = {};
  made.notifier.situationChanged();
  expect(made.desktop.titles).toEqual([only.texts.full.title]);
  expect(made.outbox.outcomes.get(only.key)).toEqual({ kind: 'shown' });
});

test('a locked screen that shall show nothing holds back until it is unlocked', () => {
  const made = notifierBench();
  made.settings = { lockedScreen: 'hold' };
  made.isLocked = true;
  made.tell(1);
  expect(made.desktop.shown).toEqual([]);
  made.isLocked = false;
  made.notifier.situationChanged();
  expect(made.desktop.shown).toHaveLength(1);
});

test('a notification decided before a crash notifies once after the restart', async () => {
  const before = notifierBench();
  before.notifier.stop();
  const notification = before.decide(1);
  const after = notifierBench(before.outbox, before.clock);
  expect(after.desktop.shown.map((each) => each.key)).toEqual([notification.key]);
  after.notifier.stop();
  const again = notifierBench(before.outbox, before.clock);
  expect(again.desktop.shown).toEqual([]);
});

test('notifications that waited more than five minutes come as one card, critical ones alone', async () => {
  const before = notifierBench();
  before.notifier.stop();
  for (const index of [1, 2, 3]) before.decide(index, { event: 'completed' });
  before.decide(4, { event: 'matched' });
  before.decide(5, { event: 'released', isCritical: true });
  await before.clock.advance(301_000);
  const after = notifierBench(before.outbox, before.clock);
  expect(after.desktop.shown).toMatchObject([{ orderId: orderIdAt(5), isCritical: true }]);
  await before.clock.advance(10_000);
  expect(after.desktop.shown).toHaveLength(2);
  expect(after.desktop.shown[1]).toMatchObject({
    title: '4\u00A0orders changed meanwhile',
    body: 'Order 04, Order 03, Order 02 and 1 more. 3 completed, 1 matched.',
  });
  expect(before.outbox.pending()).toEqual([]);
});

test('after waking, changes are gathered into one card while critical ones come at once', async () => {
  const made = notifierBench();
  made.areManyLive = true;
  const { notifier, desktop, clock, tell } = made;
  notifier.gatherAfterAway();
  for (let index = 1; index <= 8; index += 1) {
    tell(index);
    await clock.advance(500);
  }
  tell(9, { event: 'released', isCritical: true });
  expect(desktop.shown.map((each) => each.orderId)).toEqual([orderIdAt(9)]);
  await clock.advance(10_000);
  expect(desktop.titles[1]).toBe('8\u00A0orders changed meanwhile');
});

test('a disk that fails between showing and writing does not make it show twice', async () => {
  const made = notifierBench();
  const notification = made.decide(1);
  const settle = made.outbox.settle.bind(made.outbox);
  made.outbox.settle = () => {
    throw new Error('database or disk is full');
  };
  made.notifier.notificationsStored();
  await made.clock.advance(10_000);
  made.outbox.settle = settle;
  await made.clock.advance(10_000);
  expect(made.desktop.shown).toHaveLength(1);
  expect(made.outbox.outcomes.get(notification.key)).toEqual({ kind: 'shown' });
});

test('an outbox that cannot be read is read again', async () => {
  const made = notifierBench();
  made.decide(1);
  made.outbox.isBroken = true;
  made.notifier.notificationsStored();
  made.outbox.isBroken = false;
  await made.clock.advance(3000);
  expect(made.desktop.shown).toHaveLength(1);
});

test('a notification in doubt after a kill is named in one quiet card and not shown again', () => {
  const before = notifierBench();
  const one = before.decide(1, { isCritical: true, sound: 'system' });
  const two = before.decide(2);
  // The kill comes after the system got it, before the outbox heard of that.
  before.outbox.beginShowing([one.key, two.key]);
  before.notifier.stop();

  const after = notifierBench(before.outbox, before.clock);
  expect(after.desktop.shown).toHaveLength(1);
  expect(after.desktop.shown[0]).toMatchObject({
    title: '2 notifications may not have been shown',
    body: 'Order 01 and Order 02.',
    isCritical: false,
    sound: 'none',
  });
  expect(after.outbox.outcomes.get(one.key)).toEqual({ kind: 'digested', reason: 'inDoubt' });
  after.notifier.stop();
  expect(notifierBench(after.outbox, after.clock).desktop.shown).toEqual([]);
});

test('the card about what is in doubt counts as shown before it is, so that no crash repeats it', () => {
  const before = notifierBench();
  const { key } = before.decide(1);
  before.outbox.beginShowing([key]);
  const seen: unknown[] = [];
  before.desktop.show = () => seen.push(before.outbox.outcomes.get(key));
  before.notifier.situationChanged();
  expect(seen).toEqual([{ kind: 'digested', reason: 'inDoubt' }]);
});

test('notifications in doubt wait while nothing may be shown, and are dropped when their order is muted', () => {
  const before = notifierBench();
  const [one, two] = [before.decide(1), before.decide(2)];
  before.outbox.beginShowing([one.key, two.key]);
  before.notifier.stop();
  const after = notifierBench(before.outbox, before.clock, {
    notificationsMutedUntilMs: before.clock.wallMs() + 60_000,
  });
  expect(after.desktop.shown).toEqual([]);
  after.muted.add(orderIdAt(2));
  after.settings = {};
  after.notifier.situationChanged();
  expect(after.desktop.shown.map(({ body }) => body)).toEqual(['Order 01.']);
  expect(after.outbox.outcomes.get(two.key)).toEqual({ kind: 'suppressed', reason: 'muted' });
});

test('a notification is written as begun before the system gets it', () => {
  const { decide, desktop, outbox, notifier } = notifierBench();
  const { key } = decide(1);
  const begun: boolean[] = [];
  const show = desktop.show.bind(desktop);
  desktop.show = (...shown) => {
    begun.push(outbox.inDoubt().some((one) => one.key === key));
    show(...shown);
  };
  notifier.notificationsStored();
  expect(begun).toEqual([true]);
  expect(outbox.outcomes.get(key)).toEqual({ kind: 'shown' });
});

test('stopping leaves nothing waiting and nothing lost', () => {
  const made = notifierBench();
  made.tell(1);
  made.areManyLive = true;
  for (let index = 2; index <= 5; index += 1) made.tell(index);
  made.areManyLive = false;
  for (const _ of [1, 2]) made.tell(6, { event: 'courierMovedOn' });
  made.notifier.stop();
  made.notifier.stop();
  expect(made.clock.waitingTimers).toBe(0);
  expect(made.outbox.pending()).toHaveLength(5);
  made.notifier.notificationsStored();
  expect(made.desktop.shown).toHaveLength(2);
});
