import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffOrders } from '../../../../core/order/order-update.ts';
import type { Order, OrderStatus } from '../../../../core/order/order.ts';
import { MemoryWatchStore } from '../../../support/storage/memory-watch-store.ts';
import { failure } from '../../../support/watch/scripted-source.ts';
import type { Fate } from '../../../support/watch/scripted-source.ts';
import { orderIdAt, someOrder } from '../../../support/watched-orders.ts';
import type { WatchBench } from '../../../support/watch/watch-bench.ts';
import { watchBench } from '../../../support/watch/watch-bench.ts';

const statuses: readonly OrderStatus[] = [
  { raw: 'pending', phase: 'searching' },
  { raw: 'active', phase: 'assigned' },
  { raw: 'at_the_gate', phase: 'unknown' },
];

const fates: readonly Fate[] = [
  failure('dns-failed'),
  failure('timeout'),
  failure('service-failing'),
  failure('rate-limited', 3000),
  failure('order-not-found'),
  failure('answer-unreadable'),
  new TypeError('a bug'),
];

const orderCount = 4;

const step = fc.oneof(
  fc.record({
    kind: fc.constant('change' as const),
    order: fc.nat(orderCount - 1),
    status: fc.nat(statuses.length - 1),
    note: fc.nat(2),
  }),
  fc.record({
    kind: fc.constant('fault' as const),
    fate: fc.nat(fates.length - 1),
    every: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ kind: fc.constant('heal' as const) }),
  fc.record({ kind: fc.constant('disk' as const), isBroken: fc.boolean() }),
  fc.record({ kind: fc.constant('sleep' as const), ms: fc.integer({ min: 1000, max: 3_600_000 }) }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 100, max: 90_000 }) }),
  fc.record({ kind: fc.constant('restart' as const) }),
  fc.record({ kind: fc.constant('retry' as const) }),
  fc.record({ kind: fc.constant('seen' as const), order: fc.nat(orderCount - 1) }),
);

function ids(): readonly number[] {
  return Array.from({ length: orderCount }, (_, index) => index);
}

/** What each stored update claims must fit together into the way from the first to the last answer. */
function expectChained(store: MemoryWatchStore, first: ReadonlyMap<number, Order>): void {
  for (const index of ids()) {
    const id = orderIdAt(index);
    const updates = store.updates.filter((update) => update.orderId === id);
    let status = first.get(index)?.status;
    for (const update of updates) {
      expect(update.kinds.length).toBe(update.reasons.length);
      const change = update.changes.find((each) => each.field === 'status');
      if (change?.field !== 'status') continue;
      expect(change.before).toEqual(status);
      expect(change.after).not.toEqual(change.before);
      status = change.after;
    }
    expect(store.orders.get(id)?.order?.status).toEqual(status);
  }
}

test('whatever happens, the end is the service’s state and each change was told exactly once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const store = new MemoryWatchStore();
      let bench: WatchBench = watchBench({ store, random: () => 0.3 });
      const { clock } = bench;
      const truth = new Map(ids().map((index) => [index, someOrder(orderIdAt(index))]));
      const serve = (): void => {
        for (const [index, order] of truth) bench.source.orders.set(orderIdAt(index), order);
      };
      serve();
      bench.watcher.start();
      await bench.add(...ids());
      await clock.advance(2000);
      const first = new Map(truth);
      for (const each of steps) {
        switch (each.kind) {
          case 'change': {
            const status = statuses[each.status] ?? statuses[0];
            const before = truth.get(each.order);
            if (before === undefined || status === undefined) break;
            const after = { ...before, status, noteToCourier: `note ${each.note}` };
            if (diffOrders(before, after).length > 0) truth.set(each.order, after);
            serve();
            break;
          }
          case 'fault': {
            let count = 0;
            bench.source.fate = () => {
              count += 1;
              return count % each.every === 0 ? (fates[each.fate] ?? null) : null;
            };
            break;
          }
          case 'heal':
            bench.source.fate = () => null;
            break;
          case 'disk':
            store.isBroken = each.isBroken;
            break;
          case 'sleep':
            clock.sleepMachine(each.ms);
            break;
          case 'wait':
            await clock.advance(each.ms);
            break;
          case 'restart':
            store.isBroken = false;
            await bench.watcher.stop();
            bench = watchBench({ store, clock, random: () => 0.3 });
            serve();
            bench.watcher.start();
            break;
          case 'retry':
            bench.watcher.retryNow();
            break;
          case 'seen':
            bench.watcher.markSeen([orderIdAt(each.order)]);
            break;
        }
      }
      store.isBroken = false;
      bench.source.fate = () => null;
      await clock.advance(15 * 60_000);
      for (const [index, order] of truth) {
        expect(bench.watcher.get(orderIdAt(index))).toMatchObject({ order, problem: null });
        expect(store.orders.get(orderIdAt(index))?.order).toEqual(order);
      }
      expect(bench.watcher.serviceHealth.state).toBe('reachable');
      expect(bench.source.mostRunningPerOrder).toBeLessThanOrEqual(1);
      expect(new Set(store.notifications.map((notification) => notification.key)).size).toBe(
        store.updates.length,
      );
      expect(store.notifications).toHaveLength(store.updates.length);
      expectChained(store, first);
      await bench.watcher.stop();
      expect(clock.waitingTimers).toBe(0);
    }),
    { numRuns: 150 },
  );
}, 60_000);
