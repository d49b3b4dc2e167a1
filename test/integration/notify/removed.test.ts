import { expect, onTestFinished, test } from 'vitest';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order } from '../../../core/order/order.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { RunningDesk } from '../../support/notify/running-desk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const minute = 60_000;
const status = { raw: 'active', phase: 'assigned' } as const;

/** A desk with so many orders under way; `answer` gives some of them another courier, or none. */
async function desk(count: number) {
  const clock = new FakeClock();
  const ids = Array.from({ length: count }, (_, index) => orderIdAt(index + 1));
  const orders = new Map<OrderId, Order>();
  const made = new RunningDesk({ folder: temporaryFolder(), clock, orders });
  onTestFinished(() => made.stop());
  const answer = async (some: readonly OrderId[], name: string | null): Promise<void> => {
    const courier = name === null ? null : { name, phoneNumber: null, fix: null };
    for (const id of some) orders.set(id, someOrder(id, { status, courier }));
    await clock.advance(minute);
  };
  for (const id of ids) orders.set(id, someOrder(id, { status }));
  await answer(ids, 'Lau');
  await made.watcher.add(ids.map((id, index) => ({ id, label: `Shop ${index + 1}.` })));
  await clock.advance(minute);
  return { answer, clock, ids, made };
}

test('the card of an order closes when the order is removed, also by another desk', async () => {
  const { answer, ids, made } = await desk(1);
  const [id] = ids as [OrderId];
  await answer([id], null);
  expect(made.screen.isHeld(id)).toBe(true);
  made.watcher.remove([id]);
  expect(made.screen.isHeld(id)).toBe(false);
});

test('an order that was removed is not among gathered news', async () => {
  const { answer, clock, ids, made } = await desk(8);
  await answer(ids.slice(0, 3), 'Ho');
  made.watcher.remove(ids.slice(0, 1));
  await clock.advance(10 * minute);
  const [card, ...more] = made.screen.shown;
  expect(more).toEqual([]);
  expect(card?.title).toMatch(/^2\s/);
  expect(card?.body).not.toContain('Shop 1.');
});

test('an order that was removed is not among those that still call', async () => {
  const { answer, clock, ids, made } = await desk(2);
  await answer(ids, null);
  made.notifications.notifier.dispatcherIsBack();
  made.watcher.remove(ids.slice(0, 1));
  await clock.advance(minute);
  expect(made.screen.shown.at(-1)).toMatchObject({ title: '1\u00A0order still needs you' });
  expect(made.screen.shown.at(-1)?.body).toContain('Shop 2.');
});
