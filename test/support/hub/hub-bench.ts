import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order } from '../../../core/order/order.ts';
import { learnRests } from '../../../main/cli/commands/learned-rests.ts';
import { Hub } from '../../../main/hub/hub.ts';
import type { Asker } from '../../../main/hub/ports.ts';
import type { TeamLog } from '../../../main/hub/log/ports.ts';
import type { OrderSource } from '../../../main/engine/watch/ports.ts';
import { Watcher } from '../../../main/engine/watch/watcher.ts';
import type { ReceivedWebhook } from '../../../main/engine/webhooks/ports.ts';
import { FakeClock } from '../fake-clock.ts';
import { MemoryEngine, MemoryLeases, MemoryTeamLog } from '../team-log/memory-team-log.ts';
import { ScriptedSource } from '../watch/scripted-source.ts';
import type { OwnSettings } from '../../../main/hub/hub-settings.ts';
import { ownSettings } from './own-settings.ts';

/** A desk that may do everything. */
export const mei: Asker = { id: 'desk-mei', name: 'Mei', role: 'dispatcher' };

export const ana: Asker = { id: 'desk-ana', name: 'Ana', role: 'dispatcher' };

/** One hub with its watcher, as a process of its own. */
export interface BenchHub {
  readonly hub: Hub;
  readonly watcher: Watcher;
  readonly source: ScriptedSource;
  readonly log: MemoryTeamLog;
  readonly leases: MemoryLeases;
  readonly defects: unknown[];
  /** Webhooks that other hubs handed to this one. */
  readonly webhooks: ReceivedWebhook[];
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Hubs over one engine in memory, on fake time, before one service. */
export class HubBench {
  readonly clock = new FakeClock();
  readonly engine = new MemoryEngine(this.clock);
  /** The orders as the service has them. */
  readonly orders = new Map<OrderId, Order>();
  readonly requestsPerMinute: number;
  isClockBelieved = true;
  #count = 0;

  constructor(requestsPerMinute = 6000) {
    this.requestsPerMinute = requestsPerMinute;
  }

  /**
   * @param isAlone whether it is the only hub, as with SQLite
   * @param others a log, a source and settings in place of those in memory
   */
  hub(
    isAlone = true,
    others: {
      readonly log?: TeamLog;
      readonly source?: OrderSource;
      readonly settings?: OwnSettings;
    } = {},
  ): BenchHub {
    const { clock } = this;
    this.#count += 1;
    const log = new MemoryTeamLog(this.engine);
    const leases = new MemoryLeases(this.engine);
    const source = new ScriptedSource(clock);
    const { orders } = this;
    const shared = new Proxy(source.orders, {
      get: (_target, name) => {
        const value: unknown = Reflect.get(orders, name);
        return typeof value === 'function' ? value.bind(orders) : value;
      },
    });
    Object.defineProperty(source, 'orders', { value: shared });
    const defects: unknown[] = [];
    const settings =
      others.settings ??
      ownSettings({ requestsPerMinute: this.requestsPerMinute, activeEverySeconds: 15 });
    const hub = new Hub({
      log: others.log ?? log,
      leases: isAlone ? null : leases,
      clock,
      isClockBelieved: () => this.isClockBelieved,
      hubId: `hub-${this.#count}`,
      version: '1.2.3',
      settings,
      limitChanged: (requestsPerMinute) => {
        watcher.setLimits({ ...settings.current, requestsPerMinute });
      },
      reportDefect: (error) => defects.push(error),
    });
    const watcher = new Watcher({
      source: hub.guarded(others.source ?? source),
      isAttended: true,
      store: hub.store,
      clock,
      random: () => 0.5,
      decideNotifications: () => ({ notifications: [] }),
      events: {
        ordersChanged: (ids) => hub.ordersChanged(ids),
        ordersRemoved: () => undefined,
        orderUpdated: () => undefined,
        serviceHealthChanged: () => undefined,
        notificationsStored: () => undefined,
        stateChanged: () => undefined,
      },
      limits: { requestsPerMinute: this.requestsPerMinute, activeEverySeconds: 15 },
      installSeed: 7,
      reportDefect: (error) => defects.push(error),
    });
    learnRests({ clock, hub, checks: watcher, settings: () => settings.current });
    const webhooks: ReceivedWebhook[] = [];
    hub.attach(watcher, {
      receive: (webhook) => {
        webhooks.push(webhook);
        return true;
      },
    });
    return {
      hub,
      watcher,
      source,
      log,
      leases,
      defects,
      webhooks,
      start: async () => {
        watcher.start();
        await hub.start();
      },
      stop: async () => {
        await watcher.stop();
        await hub.stop();
      },
    };
  }
}
