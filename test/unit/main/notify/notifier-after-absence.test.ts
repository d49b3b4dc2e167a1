import { expect, test } from 'vitest';
import { notifierBench } from '../../../support/notify/notifier-bench.ts';
import { orderIdAt } from '../../../support/watched-orders.ts';

test('what was decided before a crash is told after the restart, once', async () => {
  const before = notifierBench();
  before.notifier.stop();
  const notification = before.decide(1);
  const after = notifierBench(before.outbox, before.clock);
  expect(after.desktop.shown.map((each) => each.key)).toEqual([notification.key]);
  after.notifier.stop();
  const again = notifierBench(before.outbox, before.clock);
  expect(again.desktop.shown).toEqual([]);
});

test('what waited for more than five minutes comes as one card, critical ones alone', async () => {
  const before = notifierBench();
  before.notifier.stop();
  for (const index of [1, 2, 3]) before.decide(index, { event: 'completed' });
  before.decide(4, { event: 'matched' });
  before.decide(5, { event: 'released', isCritical: true });
  await before.clock.advance(301_000);
  const after = notifierBench(before.outbox, before.clock);
  expect(after.desktop.shown).toHaveLength(2);
  expect(after.desktop.shown[0]).toMatchObject({
    title: '4 changes while you were away',
    body: '3 completed, 1 matched.',
  });
  expect(after.desktop.shown[1]).toMatchObject({ orderId: orderIdAt(5), isCritical: true });
  expect(before.outbox.pending()).toEqual([]);
});

test('after waking, changes are gathered into one card while critical ones come at once', async () => {
  const { decide, notifier, desktop, clock } = notifierBench();
  notifier.gatherAfterAway();
  for (let index = 1; index <= 8; index += 1) {
    decide(index);
    notifier.notificationsStored();
    await clock.advance(500);
  }
  decide(9, { isCritical: true });
  notifier.notificationsStored();
  expect(desktop.shown.map((each) => each.orderId)).toEqual([orderIdAt(9)]);
  await clock.advance(10_000);
  expect(desktop.titles[1]).toBe('8 changes while you were away');
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

test('what was being shown when the program was killed is named in one quiet card, and not shown again', () => {
  const before = notifierBench();
  const one = before.decide(1, { isCritical: true, hasSound: true });
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
    hasSound: false,
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

test('doubts wait while nothing may be shown, and go when their order is muted', () => {
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
    begun.push(outbox.showing.has(key));
    show(...shown);
  };
  notifier.notificationsStored();
  expect(begun).toEqual([true]);
  expect(outbox.outcomes.get(key)).toEqual({ kind: 'shown' });
});

test('stopping leaves nothing waiting and nothing lost', () => {
  const made = notifierBench();
  for (let index = 1; index <= 5; index += 1) made.decide(index);
  made.notifier.notificationsStored();
  made.notifier.stop();
  made.notifier.stop();
  expect(made.clock.waitingTimers).toBe(0);
  expect(made.outbox.pending()).toHaveLength(5);
  made.notifier.notificationsStored();
  expect(made.desktop.shown).toEqual([]);
});
