import { expect, test } from 'vitest';
import { defaultSettings } from '../../../../core/settings/settings.ts';
import { notifierBench } from '../../../support/notify/notifier-bench.ts';
import { orderIdAt } from '../../../support/watched-orders.ts';

test('a notification is shown once and settled', () => {
  const { decide, notifier, desktop, outbox } = notifierBench();
  const notification = decide(1);
  notifier.notificationsStored();
  notifier.notificationsStored();
  expect(desktop.titles).toEqual([notification.texts.full.title]);
  expect(desktop.shown[0]).toMatchObject({
    key: notification.key,
    tag: orderIdAt(1),
    orderId: orderIdAt(1),
  });
  expect(outbox.outcomes.get(notification.key)).toEqual({ kind: 'shown' });
});

test('the privacy that counts is that of the moment of showing', () => {
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
  const muted = made.decide(2);
  made.notifier.notificationsStored();
  expect(made.desktop.shown).toEqual([]);
  expect(made.outbox.outcomes.get(open.key)).toEqual({
    kind: 'suppressed',
    reason: 'openInWindow',
  });
  expect(made.outbox.outcomes.get(muted.key)).toEqual({ kind: 'suppressed', reason: 'muted' });
});

test('of one order the newest is told, unless an older one is critical', () => {
  const { decide, notifier, desktop, outbox } = notifierBench();
  const old = decide(1);
  const newer = decide(1);
  const critical = decide(2, { isCritical: true });
  const routine = decide(2);
  notifier.notificationsStored();
  expect(desktop.shown.map((each) => each.key)).toEqual([critical.key, newer.key]);
  expect(outbox.outcomes.get(old.key)).toEqual({ kind: 'suppressed', reason: 'overtaken' });
  expect(outbox.outcomes.get(routine.key)).toEqual({ kind: 'suppressed', reason: 'overtaken' });
});

test('a system that refuses is reported, and the notification is settled as failed', () => {
  const made = notifierBench();
  made.desktop.daemon = 'failing';
  const refused = made.decide(1);
  made.notifier.notificationsStored();
  expect(made.outbox.outcomes.get(refused.key)).toEqual({
    kind: 'failed',
    reason: 'refused by the system',
  });
  expect(made.notifier.health).toEqual({ kind: 'failing', reason: 'refused by the system' });
  made.desktop.daemon = 'throwing';
  made.decide(2);
  expect(() => made.notifier.notificationsStored()).not.toThrow();
  expect(made.health.at(-1)).toEqual({ kind: 'failing', reason: 'no notification daemon' });
  made.desktop.daemon = 'working';
  made.decide(3);
  made.notifier.notificationsStored();
  expect(made.health.at(-1)).toEqual({ kind: 'working' });
});

test('a failure that the system reports late corrects what was written', () => {
  const made = notifierBench();
  made.desktop.daemon = 'silent';
  const notification = made.decide(1);
  made.notifier.notificationsStored();
  expect(made.outbox.outcomes.get(notification.key)).toEqual({ kind: 'shown' });
  made.desktop.failLast('dismissed by policy');
  expect(made.outbox.outcomes.get(notification.key)?.kind).toBe('failed');
});

test('a click opens the order of the notification', () => {
  const made = notifierBench();
  made.decide(7);
  made.notifier.notificationsStored();
  made.desktop.clickLast();
  expect(made.opened).toEqual([orderIdAt(7)]);
});

test('an order that was seen has no notification any more', () => {
  const made = notifierBench();
  made.notifier.seen(orderIdAt(3));
  expect(made.desktop.closed).toEqual([orderIdAt(3)]);
});

test('a card that says that nothing is checked goes once something is', () => {
  const { decide, notifier, desktop } = notifierBench();
  decide(1, { orderId: null, event: 'credentialsRefused' });
  notifier.notificationsStored();
  expect(desktop.shown[0]?.tag).toBe('credentialsRefused');
  notifier.seesAgain();
  expect(desktop.closed).toEqual(['connectionLost', 'credentialsRefused']);
});

test('a kind that is off is in the history with the reason', () => {
  const made = notifierBench();
  const { toldKinds } = defaultSettings;
  made.settings = {
    toldKinds: { ...toldKinds, matched: { isTold: false, hasSound: false } },
  };
  const notification = made.decide(1, { event: 'matched' });
  made.notifier.notificationsStored();
  expect(made.desktop.shown).toEqual([]);
  expect(made.outbox.outcomes.get(notification.key)).toEqual({
    kind: 'suppressed',
    reason: 'kindOff',
  });
});

test('only a notification about one order carries buttons', async () => {
  const made = notifierBench();
  made.decide(1);
  made.notifier.notificationsStored();
  expect(made.desktop.shown[0]?.actions.map(({ action }) => action)).toEqual([
    'open',
    'snooze',
    'copyUuid',
  ]);
  for (const index of [2, 3, 4, 5, 6]) made.decide(index);
  made.notifier.notificationsStored();
  await made.clock.advance(3000);
  expect(made.desktop.shown.at(-1)?.actions).toEqual([]);
  made.desktop.actOnLast('open');
  expect(made.acted).toEqual([]);
});

test('a daemon that went away is a failure, and one that came back is unproven', () => {
  const made = notifierBench();
  made.notifier.daemonFound(false, 'nobody there');
  expect(made.notifier.health).toEqual({ kind: 'failing', reason: 'nobody there' });
  made.notifier.daemonFound(true, '');
  expect(made.notifier.health).toEqual({ kind: 'unproven' });
});
