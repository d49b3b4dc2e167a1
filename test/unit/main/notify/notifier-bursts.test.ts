import { expect, test } from 'vitest';
import { notifierBench } from '../../../support/notify/notifier-bench.ts';
import { orderIdAt } from '../../../support/watched-orders.ts';

test('three at once come one by one, four become one digest after two seconds', async () => {
  const { decide, notifier, desktop, clock, outbox } = notifierBench();
  for (const index of [1, 2, 3]) decide(index);
  notifier.notificationsStored();
  expect(desktop.shown).toHaveLength(3);
  await clock.advance(5000);
  for (const index of [1, 2, 3]) decide(index, { event: 'completed' });
  decide(4, { event: 'amended', hasSound: true });
  notifier.notificationsStored();
  expect(desktop.shown).toHaveLength(3);
  await clock.advance(2000);
  expect(desktop.shown).toHaveLength(4);
  expect(desktop.shown[3]).toMatchObject({
    tag: 'digest',
    orderId: null,
    title: '4 changes in 2\u00a0s',
    body: '3 completed, 1 with a changed price.',
    isCritical: false,
    hasSound: true,
  });
  expect(outbox.pending()).toEqual([]);
});

test('a critical notification in a burst comes at once and alone, and the digest leaves it standing', async () => {
  const { decide, notifier, desktop, clock, outbox } = notifierBench();
  for (let index = 1; index <= 6; index += 1) decide(index, { event: 'courierMoved' });
  const released = decide(3, { event: 'released', isCritical: true });
  notifier.notificationsStored();
  expect(desktop.shown.map((each) => each.key)).toEqual([released.key]);
  await clock.advance(500);
  const cancelled = decide(7, { event: 'cancelled', isCritical: true });
  const unknown = decide(8, { event: 'unknownStatus' });
  decide(3, { event: 'matched' });
  notifier.notificationsStored();
  const alone = [released.key, cancelled.key, unknown.key];
  expect(desktop.shown.map((each) => each.key)).toEqual(alone);
  await clock.advance(10_000);
  expect(desktop.shown).toHaveLength(4);
  expect(desktop.shown[3]).toMatchObject({ tag: 'digest', isCritical: false });
  expect(desktop.shown[3]?.body).toBe('5 with a moved courier, 1 matched.');
  expect(desktop.closed).not.toContain(orderIdAt(3));
  expect(desktop.closed).not.toContain(orderIdAt(7));
  expect(outbox.pending()).toEqual([]);
});

test('many critical notifications become a card of their own beside that of the routine', async () => {
  const { decide, notifier, desktop, clock } = notifierBench();
  for (let index = 1; index <= 6; index += 1) decide(index, { event: 'completed' });
  for (let index = 7; index <= 14; index += 1) {
    decide(index, { event: 'cancelled', isCritical: true });
  }
  notifier.notificationsStored();
  await clock.advance(2000);
  expect(desktop.shown.map((each) => [each.tag, each.title, each.isCritical])).toEqual(
    expect.arrayContaining([
      ['digest', '6 orders completed', false],
      ['urgent-digest', '8 orders cancelled', true],
    ]),
  );
  expect(desktop.shown).toHaveLength(2);
});

test('a critical notification overtakes what is still held about its order', async () => {
  const { decide, notifier, desktop, clock, outbox } = notifierBench();
  const held = [1, 2, 3, 4].map((index) => decide(index));
  notifier.notificationsStored();
  await clock.advance(500);
  decide(1, { event: 'cancelled', isCritical: true });
  notifier.notificationsStored();
  expect(outbox.outcomes.get(held[0]?.key ?? '')).toEqual({
    kind: 'suppressed',
    reason: 'overtaken',
  });
  await clock.advance(2000);
  expect(desktop.shown).toHaveLength(4);
});

test('many of one kind are told by name', async () => {
  const { decide, notifier, desktop, clock } = notifierBench();
  for (let index = 1; index <= 5; index += 1) decide(index, { event: 'completed' });
  notifier.notificationsStored();
  await clock.advance(2000);
  expect(desktop.shown).toHaveLength(1);
  expect(desktop.shown[0]).toMatchObject({
    title: '5 orders completed',
    body: 'Order 01, Order 02, Order 03 and 2 more.',
  });
});

test('a burst that begins one by one ends in a digest that replaces the first ones', async () => {
  const { decide, notifier, desktop, clock } = notifierBench();
  for (let index = 1; index <= 6; index += 1) {
    decide(index);
    notifier.notificationsStored();
    await clock.advance(100);
  }
  await clock.advance(2000);
  expect(desktop.shown).toHaveLength(4);
  expect(desktop.shown[3]?.title).toBe('6 orders matched');
  expect(desktop.closed).toEqual(expect.arrayContaining([1, 2, 3].map(orderIdAt)));
});

test('a storm of minutes gives a digest every ten seconds at most', async () => {
  const { decide, notifier, desktop, clock, outbox } = notifierBench();
  for (let index = 1; index <= 600; index += 1) {
    decide(index);
    notifier.notificationsStored();
    await clock.advance(100);
  }
  await clock.advance(20_000);
  expect(desktop.shown.filter((each) => each.tag === 'digest').length).toBeLessThanOrEqual(8);
  expect(desktop.shown.length).toBeLessThanOrEqual(3 * 8 + 8);
  expect(outbox.pending()).toEqual([]);
});

test('fault 46: ten thousand at once are one card, and each is settled', async () => {
  const { decide, notifier, desktop, clock, outbox } = notifierBench();
  for (let index = 1; index <= 10_000; index += 1) decide(index);
  notifier.notificationsStored();
  await clock.advance(20_000);
  expect(desktop.shown.map((each) => each.title)).toEqual(['10,000 orders matched']);
  expect(outbox.pending()).toEqual([]);
  expect([...outbox.outcomes.values()].every(({ kind }) => kind === 'digested')).toBe(true);
});
