import type { Pace, Pause } from '../../../core/board/board.ts';
import { newlyWatched } from '../../../core/watch/newly-watched.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { ServiceHealth } from '../../../core/watch/service-health.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { BoardWatch } from '../../../main/engine/board/board-feed.ts';
import type { CheckPlan } from '../../../main/engine/watch/ports.ts';
import { orderIdAt } from '../watched-orders.ts';

/** The part of the watcher that the board reads, filled by hand. `planned` records the asked plans. */
export class FakeBoardWatch implements BoardWatch {
  readonly orders = new Map<OrderId, WatchedOrder>();
  /** Evicted orders. */
  readonly archived = new Map<OrderId, WatchedOrder>();
  readonly planned: OrderId[] = [];
  readonly plans = new Map<OrderId, CheckPlan>();
  serviceHealth: ServiceHealth = { state: 'reachable' };
  pace: Pace = {
    requestsLastMinute: 0,
    requestsPerMinute: 300,
    nextCheckAtMs: null,
    lastAnswerAtMs: null,
  };
  pauseState: Pause = { kind: 'running' };
  storageFault: string | null = null;

  constructor(orderCount: number) {
    for (let n = 1; n <= orderCount; n += 1) this.put(newlyWatched(orderIdAt(n), null, 0));
  }

  get count(): number {
    return this.orders.size;
  }

  put(watched: WatchedOrder): void {
    this.orders.set(watched.id, watched);
  }

  get(id: OrderId): WatchedOrder | undefined {
    return this.orders.get(id);
  }

  find(id: OrderId): WatchedOrder | undefined {
    return this.orders.get(id) ?? this.archived.get(id);
  }

  known(): readonly WatchedOrder[] {
    return this.list();
  }

  list(): readonly WatchedOrder[] {
    return [...this.orders.values()];
  }

  plan(id: OrderId): CheckPlan {
    this.planned.push(id);
    const known = this.plans.get(id);
    if (known) return known;
    return { nextCheckAtMs: null, checkEveryMs: null, isChecking: false, isAwaited: false };
  }
}
