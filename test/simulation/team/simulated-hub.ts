import { Hub } from '../../../main/hub/hub.ts';
import type { HubBoard } from '../../../main/hub/ports.ts';
import type { LogEntry } from '../../../main/team-log/ports.ts';
import { Watcher } from '../../../main/watch/watcher.ts';
import type { MemoryEngine } from '../../support/team-log/memory-team-log.ts';
import type { SimulatedTime } from '../world/simulated-time.ts';
import { ProcessClock } from './process-clock.ts';
import type { TrueService } from './service.ts';
import { awayText, EngineTrips, SimulatedLeases, SimulatedLog } from './simulated-log.ts';

/** What the hubs of a run share. */
export interface HubWorld {
  readonly time: SimulatedTime;
  readonly engine: MemoryEngine;
  readonly service: TrueService;
  readonly random: () => number;
  readonly requestsPerMinute: number;
  readonly isAlone: boolean;
  readonly appended: (entry: LogEntry) => void;
  readonly broken: (fault: string) => void;
}

/** One process of a hub, from its start to its end. */
export class SimulatedHub {
  readonly name: string;
  readonly hub: Hub;
  readonly watcher: Watcher;
  readonly clock: ProcessClock;
  /** The hub as its desks reach it: an answer that it owes when it dies never comes. */
  readonly board: HubBoard;
  readonly #log: SimulatedLog;
  readonly #trips: EngineTrips;
  readonly #owed = new Set<(error: Error) => void>();
  #state: 'starting' | 'running' | 'stopped' | 'dead' = 'starting';

  constructor(world: HubWorld, name: string, skewMs: number) {
    const { appended, engine, isAlone, random, requestsPerMinute, service, time } = world;
    this.name = name;
    const clock = new ProcessClock(time, skewMs);
    this.clock = clock;
    const latencyMs = isAlone ? 0 : 60;
    this.#trips = new EngineTrips({ time, clock, random, latencyMs, appended });
    this.#log = new SimulatedLog(engine, this.#trips, appended);
    const reportDefect = (error: unknown): void => {
      if (!(error instanceof Error) || error.message !== awayText) {
        world.broken(`defect of ${name}: ${error instanceof Error ? error.stack : String(error)}`);
      }
    };
    const limits = { activeEverySeconds: 10, waitingEverySeconds: 10 };
    this.hub = new Hub({
      log: this.#log,
      leases: isAlone ? null : new SimulatedLeases(engine, this.#trips),
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
      source: this.hub.guarded(service.source(clock, name)),
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
    this.board = this.#mortal(this.hub.board);
    void this.#start(reportDefect);
  }

  /** Whether a desk can talk to it. */
  get isReachable(): boolean {
    return this.#state === 'running';
  }

  get isDead(): boolean {
    return this.#state === 'dead';
  }

  get isStopped(): boolean {
    return this.#state === 'stopped';
  }

  /** kill -9. What it has sent to the engine still arrives there. */
  kill(): void {
    this.#state = 'dead';
    this.clock.kill();
    void this.#log.close();
    for (const fail of this.#owed) fail(new Error('the connection was reset'));
    this.#owed.clear();
  }

  /** kill -STOP: it answers nothing, and what comes for it waits in its sockets. */
  stop(): void {
    if (this.#state !== 'running') return;
    this.#state = 'stopped';
    this.clock.stop();
  }

  wake(): void {
    if (this.#state !== 'stopped') return;
    this.#state = 'running';
    this.clock.wake();
  }

  /** The network between it and the engine fails, or is back. */
  cut(isCut: boolean): void {
    if (this.#state !== 'dead') this.#log.cut(isCut);
  }

  losesAnswers(count: number): void {
    this.#trips.losesAnswers = count;
  }

  async #start(reportDefect: (error: unknown) => void): Promise<void> {
    this.watcher.start();
    try {
      await this.hub.start();
      if (this.#state === 'starting') this.#state = 'running';
    } catch (error) {
      reportDefect(error);
      this.kill();
    }
  }

  #mortal(board: HubBoard): HubBoard {
    return new Proxy(board, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]): unknown => {
          const answer: unknown = Reflect.apply(value, target, given);
          return answer instanceof Promise ? this.#owe(answer) : answer;
        };
      },
    });
  }

  #owe(answer: Promise<unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#owed.add(reject);
      answer.then(resolve, reject).finally(() => this.#owed.delete(reject));
    });
  }
}
