import { Hub } from '../../../main/hub/hub.ts';
import { Watcher } from '../../../main/watch/watcher.ts';
import {
  type MemoryEngine,
  MemoryLeases,
  MemoryTeamLog,
} from '../../support/team-log/memory-team-log.ts';
import type { SimulatedTime } from '../world/simulated-time.ts';
import { ProcessClock } from './process-clock.ts';
import type { TrueService } from './service.ts';

/** What the hubs of a run share. */
export interface HubWorld {
  readonly time: SimulatedTime;
  readonly engine: MemoryEngine;
  readonly service: TrueService;
  readonly random: () => number;
  readonly requestsPerMinute: number;
  readonly isAlone: boolean;
  readonly broken: (fault: string) => void;
}

/** One process of a hub, from its start to its end. */
export class SimulatedHub {
  readonly hub: Hub;
  readonly watcher: Watcher;
  readonly clock: ProcessClock;
  readonly #log: MemoryTeamLog;
  readonly #leases: MemoryLeases;
  isRunning = true;

  constructor(world: HubWorld, name: string, skewMs: number) {
    const { engine, random, requestsPerMinute, service, time } = world;
    const clock = new ProcessClock(time, skewMs);
    this.clock = clock;
    this.#log = new MemoryTeamLog(engine);
    this.#leases = new MemoryLeases(engine);
    const reportDefect = (error: unknown): void => {
      if (!(error instanceof Error) || !/cannot be reached|answer was lost/.test(error.message)) {
        world.broken(`defect: ${String(error)}`);
      }
    };
    const limits = { activeEverySeconds: 10, waitingEverySeconds: 10 };
    this.hub = new Hub({
      log: this.#log,
      leases: world.isAlone ? null : this.#leases,
      clock,
      hubId: name,
      archiveDays: () => 30,
      shareChanged: (share) => {
        const own = Math.max(1, Math.floor(requestsPerMinute * share));
        this.watcher.setLimits({ ...limits, requestsPerMinute: own });
      },
      reportDefect,
    });
    this.watcher = new Watcher({
      source: this.hub.guarded(service.source(clock, () => time.monotonicMs())),
      store: this.hub.store,
      clock,
      random,
      decideNotifications: () => [],
      events: {
        ordersChanged: (ids) => this.hub.ordersChanged(ids),
        ordersRemoved: () => undefined,
        orderUpdated: () => undefined,
        serviceHealthChanged: () => undefined,
        notificationsStored: () => undefined,
        stateChanged: () => undefined,
      },
      limits: { ...limits, requestsPerMinute },
      installSeed: Math.floor(random() * 2 ** 32),
      reportDefect,
    });
    this.hub.attach(this.watcher);
    this.watcher.start();
    this.hub.start().catch((error: unknown) => reportDefect(error));
  }

  /** Whether a desk can talk to it. */
  get isReachable(): boolean {
    return this.isRunning;
  }

  kill(): void {
    this.isRunning = false;
    this.clock.kill();
    this.#cut(true);
    void this.#log.close();
  }

  stop(): void {
    this.isRunning = false;
    this.clock.stop();
    // A process that does not run answers nothing, and the engine's messages wait in its socket.
    this.#cut(true);
  }

  wake(): void {
    this.isRunning = true;
    this.#cut(false);
    this.clock.wake();
  }

  /** The network between it and the engine fails, or is back. */
  cutOff(isCut: boolean): void {
    this.#cut(isCut);
  }

  losesAnswers(count: number): void {
    this.#log.losesAnswers = count;
  }

  #cut(isCut: boolean): void {
    this.#leases.isAway = isCut;
    if (isCut) this.#log.isAway = true;
    else this.#log.comeBack();
  }
}
