import type { Clock } from '../../../core/clock.ts';
import type { FixNote } from '../../../core/order/courier-time.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { OrderUpdate } from '../../../core/order/order-update.ts';
import type { ServiceHealth } from '../../../core/watch/service-health.ts';
import type {
  AuditPace,
  ExplainUpdate,
  WatchLimits,
  WatchStore,
} from '../../../main/engine/watch/ports.ts';
import { Watcher } from '../../../main/engine/watch/watcher.ts';
import { FakeClock } from '../fake-clock.ts';
import { MemoryWatchStore } from '../storage/memory-watch-store.ts';
import { ScriptedSource } from './scripted-source.ts';
import { orderIdAt, someNotification, someOrder } from '../watched-orders.ts';

/** What a watcher announced. */
export interface Announced {
  readonly changed: OrderId[];
  readonly removed: OrderId[];
  readonly updates: OrderUpdate[];
  readonly healthChanges: ServiceHealth[];
  readonly defects: unknown[];
  notificationsStored: number;
}

/** A watcher on fake time between a scripted service and a store in memory. */
export interface WatchBench {
  readonly clock: FakeClock;
  readonly source: ScriptedSource;
  readonly store: MemoryWatchStore;
  readonly watcher: Watcher;
  readonly announced: Announced;
  /** Adds the orders with these numbers, see {@link orderIdAt}. */
  readonly add: (...indexes: readonly number[]) => Promise<void>;
  /** Gives these orders a courier at the service, so that they are checked most often. */
  readonly assign: (ids: readonly OrderId[]) => void;
  /** Adds as many orders, numbered from 1, each with a courier at the service. */
  readonly addAssigned: (count: number) => Promise<void>;
}

/** The options of a bench. */
interface BenchParts {
  readonly limits?: Partial<WatchLimits>;
  readonly clock?: FakeClock;
  /** The watcher's own, in place of `clock`. */
  readonly watcherClock?: (clock: FakeClock) => Clock;
  readonly store?: MemoryWatchStore;
  /** Used instead of `store`. */
  readonly disk?: WatchStore;
  readonly random?: () => number;
  readonly notificationsStored?: () => void;
  readonly isAttended?: boolean;
  readonly explainUpdate?: ExplainUpdate;
  readonly auditPace?: AuditPace;
  readonly noted?: (note: FixNote) => void;
  readonly checkSucceeded?: () => void;
}

/** A watcher that is not started yet, with its fakes. */
export function watchBench(parts: BenchParts = {}): WatchBench {
  const clock = parts.clock ?? new FakeClock();
  const store = parts.store ?? new MemoryWatchStore();
  const source = new ScriptedSource(clock);
  const announced: Announced = {
    changed: [],
    removed: [],
    updates: [],
    healthChanges: [],
    defects: [],
    notificationsStored: 0,
  };
  const watcher = new Watcher({
    source,
    store: parts.disk ?? store,
    clock: parts.watcherClock?.(clock) ?? clock,
    random: parts.random ?? (() => 0.5),
    ...(parts.explainUpdate === undefined ? {} : { explainUpdate: parts.explainUpdate }),
    ...(parts.auditPace === undefined ? {} : { auditPace: parts.auditPace }),
    ...(parts.noted === undefined ? {} : { noted: parts.noted }),
    isAttended: parts.isAttended ?? false,
    decideNotifications: ({ orderId, seenAtMs }) => ({
      notifications: [
        someNotification(`${orderId}:${seenAtMs}`, { orderId, decidedAtMs: seenAtMs }),
      ],
    }),
    events: {
      ordersChanged: (ids) => announced.changed.push(...ids),
      ordersRemoved: (ids) => announced.removed.push(...ids),
      orderUpdated: (update) => announced.updates.push(update),
      serviceHealthChanged: (serviceHealth) => announced.healthChanges.push(serviceHealth),
      notificationsStored: () => {
        announced.notificationsStored += 1;
        parts.notificationsStored?.();
      },
      stateChanged: () => undefined,
      checkSucceeded: () => parts.checkSucceeded?.(),
    },
    limits: { requestsPerMinute: 6000, activeEverySeconds: 15, ...parts.limits },
    installSeed: 7,
    reportDefect: (error) => announced.defects.push(error),
  });
  const add: WatchBench['add'] = async (...indexes) => {
    await watcher.add(indexes.map((index) => ({ id: orderIdAt(index), label: null })));
  };
  const assign: WatchBench['assign'] = (ids) => {
    const status = { raw: 'active', phase: 'assigned' } as const;
    for (const id of ids) source.orders.set(id, someOrder(id, { status }));
  };
  return {
    clock,
    source,
    store,
    watcher,
    announced,
    add,
    assign,
    addAssigned: async (count) => {
      const indexes = Array.from({ length: count }, (_, index) => index + 1);
      assign(indexes.map(orderIdAt));
      await add(...indexes);
    },
  };
}

/** A bench whose watcher runs and whose orders with these numbers were each answered once. */
export async function startedBench(
  indexes: readonly number[],
  parts: BenchParts = {},
): Promise<WatchBench> {
  const bench = watchBench(parts);
  bench.watcher.start();
  await bench.add(...indexes);
  await bench.clock.advance(1000);
  return bench;
}
