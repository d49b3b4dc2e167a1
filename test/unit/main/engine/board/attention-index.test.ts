import { describe, expect, test } from 'vitest';
import { english } from '../../../../../core/text/language.ts';
import { defaultWaitRules } from '../../../../../core/watch/order-waits.ts';
import type { WatchedOrder } from '../../../../../core/watch/watched-order.ts';
import {
  AttentionIndex,
  trayChanges,
  trayOrders,
} from '../../../../../main/engine/board/attention-index.ts';
import type { NotificationPrivacy } from '../../../../../core/notification/notification.ts';
import { newlyWatched } from '../../../../../core/watch/newly-watched.ts';
import { FakeBoardWatch } from '../../../../support/watch/fake-board-watch.ts';
import { orderRow } from '../../../../../core/board/order-row.ts';
import type { OrderId } from '../../../../../core/order/order-id.ts';
import type { ArchiveChoice } from '../../../../../core/watch/archive.ts';
import {
  orderIdAt,
  someNotification,
  someOrder,
  someWatched,
} from '../../../../support/watched-orders.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';

function notFound(n: number, changedAtMs: number): WatchedOrder {
  return {
    ...newlyWatched(orderIdAt(n), null, 0),
    changedAtMs,
    problem: { code: 'order-not-found', httpStatus: 404, sinceMs: 0, failureCount: 3 },
  };
}

function indexOf(orderCount: number) {
  const watch = new FakeBoardWatch(orderCount);
  const clock = new FakeClock();
  const attention = new AttentionIndex(clock);
  attention.attach({ watch });
  return { watch, clock, attention };
}

test('the tray’s menu names an order without the phone number of its label', () => {
  const { watch, attention } = indexOf(2);
  watch.put({ ...notFound(1, 5), label: 'Florist +852 5555 0123' });
  watch.put({ ...notFound(2, 4), label: '+852 5555 0123' });
  attention.refresh();
  const names = trayOrders(attention.top(5), 'en', 'full').map(({ name }) => name);
  expect(names).toEqual([orderIdAt(2).slice(0, 8), 'Florist']);
});

test('the tray calls an order without a label by its customer, where notifications may name people', () => {
  const { watch, attention } = indexOf(1);
  const problem = notFound(1, 5);
  const known = someOrder(problem.id);
  const [destination] = known.destinations;
  if (destination === undefined) throw new Error('The sample has a destination.');
  const contact = { name: 'Chan Siu Ming', phoneNumber: null, phoneExtension: null };
  watch.put({
    ...problem,
    label: null,
    order: { ...known, destinations: [{ ...destination, contact }] },
  });
  attention.refresh();
  const nameAt = (privacy: NotificationPrivacy) =>
    trayOrders(attention.top(1), 'en', privacy).map(({ name }) => name);
  expect(nameAt('full')).toEqual(['Chan M.']);
  expect(nameAt('noNames')).toEqual([problem.id.slice(0, 8)]);
  expect(nameAt('countOnly')).toEqual([problem.id.slice(0, 8)]);
});

const notification = (index: number) =>
  someNotification(`${index}`, {
    orderId: orderIdAt(index),
    texts: {
      full: { title: 'Now “Mrs Chan”', body: 'Lau K.' },
      noNames: { title: 'Status changed', body: 'Van' },
      countOnly: { title: 'Changed', body: '' },
    },
  });

test('the tray names the latest changes as far as notifications may, and no order that left the list', () => {
  const watch = new FakeBoardWatch(2);
  watch.put({ ...newlyWatched(orderIdAt(1), null, 0), label: 'Florist +852 5555 0123' });
  const program = someNotification('program', { orderId: null });
  const changes = (privacy: NotificationPrivacy) =>
    trayChanges([notification(1), program, notification(77)], watch, {
      privacy,
      nowMs: 0,
      speech: english,
      waitRules: () => defaultWaitRules,
      myDeskId: null,
    }).map(({ name, title }) => `${name}: ${title}`);
  expect(changes('full')).toEqual(['Florist: Now “Mrs Chan”']);
  expect(changes('noNames')).toEqual(['Florist: Status changed']);
  expect(changes('countOnly')).toEqual([`${orderIdAt(1).slice(0, 8)}: Changed`]);
});

test('the tray says of a change how it is handled since, by another desk by its name, and no word where only the count may be shown', () => {
  const watch = new FakeBoardWatch(2);
  const claims = [{ reason: 'notFound', causeAtMs: 0 }];
  const byMei = { deskId: 'mei', desk: 'Mei', atMs: 60_000, call: { word: 'calls back' }, claims };
  const team = { claim: null, writers: {}, addedBy: null, handled: byMei };
  watch.put({ ...notFound(1, 5), team });
  const said = (privacy: NotificationPrivacy, myDeskId: string | null) =>
    trayChanges([notification(1)], watch, {
      privacy,
      nowMs: 60_000,
      speech: english,
      waitRules: () => defaultWaitRules,
      myDeskId,
    }).map(({ handled }) => handled);
  expect(said('full', 'ana')).toEqual([expect.stringMatching(/^Mei: calls back, \d/)]);
  expect(said('full', 'mei')).toEqual([expect.stringMatching(/^calls back, \d/)]);
  expect(said('countOnly', 'mei')).toEqual([expect.stringMatching(/^handled, \d/)]);
});

describe('attention index', () => {
  test('counts the orders that need attention and forgets those that no longer do', () => {
    const { watch, attention } = indexOf(3);
    attention.refresh();
    expect(attention.count).toBe(0);
    watch.put(notFound(2, 5));
    attention.ordersChanged([orderIdAt(2)]);
    expect(attention.count).toBe(1);
    watch.put(newlyWatched(orderIdAt(2), null, 0));
    attention.ordersChanged([orderIdAt(2)]);
    expect(attention.count).toBe(0);
  });

  test('only the orders that changed are judged', () => {
    const { watch, attention } = indexOf(2);
    watch.put(notFound(1, 5));
    attention.ordersChanged([orderIdAt(2)]);
    expect(attention.count).toBe(0);
    attention.refresh();
    expect(attention.count).toBe(1);
  });

  test('an order on which nothing calls for attention is worth no look, once it was judged', async () => {
    const { watch, clock, attention } = indexOf(2);
    attention.refresh();
    expect(attention.ordersChanged([orderIdAt(1)])).toBe(true);
    expect(attention.ordersChanged([orderIdAt(1)])).toBe(false);
    watch.put(notFound(1, 5));
    expect(attention.ordersChanged([orderIdAt(1)])).toBe(true);
    watch.put(newlyWatched(orderIdAt(1), null, 0));
    expect(attention.ordersChanged([orderIdAt(1)])).toBe(true);
    expect(attention.ordersChanged([orderIdAt(1)])).toBe(false);
    await clock.advance(60_000);
    expect(attention.ordersChanged([orderIdAt(1)])).toBe(true);
    attention.refresh();
    expect(attention.ordersChanged([orderIdAt(1)])).toBe(false);
  });

  test('orders in the archive are handed over to be evicted, about once a minute', async () => {
    const { watch, clock } = indexOf(2);
    const choices = new Map<OrderId, ArchiveChoice>([[orderIdAt(2), 'archived']]);
    const handed: (readonly OrderId[])[] = [];
    const attention = new AttentionIndex(clock);
    const archiveChoice = (id: OrderId) => choices.get(id) ?? null;
    attention.attach({ watch, archiveChoice, archived: (ids) => handed.push(ids) });
    attention.refresh();
    attention.refresh();
    expect(handed).toEqual([[orderIdAt(2)]]);
    await clock.advance(60_000);
    attention.refresh();
    expect(handed).toHaveLength(2);
    watch.put(notFound(2, 5));
    await clock.advance(60_000);
    attention.refresh();
    expect(handed).toHaveLength(2);
  });

  test('an order that left the list needs nothing', () => {
    const { watch, attention } = indexOf(1);
    watch.put(notFound(1, 5));
    attention.refresh();
    watch.orders.delete(orderIdAt(1));
    attention.ordersGone([orderIdAt(1)]);
    expect([attention.count, attention.top(9)]).toEqual([0, []]);
  });

  test('of equally needy orders the one that waits longest comes first', () => {
    const { watch, attention } = indexOf(0);
    for (const [n, changedAtMs] of [
      [1, 30],
      [2, 10],
      [3, 20],
    ] as const)
      watch.put(notFound(n, changedAtMs));
    attention.refresh();
    const top = attention.top(2).map(({ watched }) => watched.id);
    expect(top).toEqual([orderIdAt(2), orderIdAt(3)]);
  });
});

test('a long list is judged anew in several goes, all of it within the minute', () => {
  const watch = new FakeBoardWatch(1000);
  const clock = new FakeClock();
  let reads = 0;
  const attention = new AttentionIndex(clock);
  attention.attach({
    watch: {
      get: (id) => {
        reads += 1;
        return watch.get(id);
      },
      known: () => watch.known(),
      count: watch.count,
    },
  });
  const perGo = Array.from({ length: 6 }, () => {
    const before = reads;
    attention.refresh();
    return reads - before;
  });
  expect(perGo).toEqual([250, 250, 250, 250, 0, 0]);
});

test('what the tray counts is what the board shows outside of the archive', () => {
  const watch = new FakeBoardWatch(3);
  const clock = new FakeClock();
  const hour = 3_600_000;
  const finished = (n: number, agoMs: number) => {
    const id = orderIdAt(n);
    const completed = someOrder(id, { status: { raw: 'completed', phase: 'done' } });
    const statusSinceMs = clock.wallMs() - agoMs;
    return someWatched(id, { order: completed, statusSinceMs, observedAtMs: clock.wallMs() });
  };
  watch.put(finished(4, 3 * hour));
  watch.put(finished(5, hour));
  watch.put(finished(6, hour));
  const choices = new Map<OrderId, ArchiveChoice>([[orderIdAt(6), 'archived']]);
  const archiveChoice = (id: OrderId) => choices.get(id) ?? null;
  const index = new AttentionIndex(clock);
  index.attach({ watch, archiveChoice });
  index.refresh();
  const listed = () =>
    watch
      .list()
      .map((one) =>
        orderRow(one, watch.plan(one.id), clock.wallMs(), undefined, archiveChoice(one.id)),
      )
      .filter(({ isArchived }) => !isArchived);
  expect(listed()).toHaveLength(4);
  expect(index.listedCount).toBe(4);
  choices.set(orderIdAt(4), 'kept');
  expect(index.ordersChanged([orderIdAt(4)])).toBe(true);
  expect(index.listedCount).toBe(5);
  expect(listed()).toHaveLength(5);
});

test('an order that another desk has is not counted, and is again once it is released', () => {
  const watch = new FakeBoardWatch(2);
  const attention = new AttentionIndex(new FakeClock());
  let claimed: OrderId | null = orderIdAt(1);
  attention.attach({ watch, isLeftToOther: ({ id }) => id === claimed });
  watch.put(notFound(1, 5));
  watch.put(notFound(2, 4));
  attention.refresh();
  expect(attention.top(5).map(({ watched }) => watched.id)).toEqual([orderIdAt(2)]);
  claimed = null;
  attention.ordersChanged([orderIdAt(1)]);
  expect(attention.count).toBe(2);
});
