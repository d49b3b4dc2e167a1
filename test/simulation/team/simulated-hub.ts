import { Hub } from '../../../main/hub/hub.ts';
import type { HubBoard } from '../../../main/hub/ports.ts';
import type { Leases, LogEntry, TeamLog } from '../../../main/hub/log/ports.ts';
import type { OrderSource } from '../../../main/engine/watch/ports.ts';
import { Watcher } from '../../../main/engine/watch/watcher.ts';
import type { MemoryEngine } from '../../support/team-log/memory-team-log.ts';
import { ownSettings } from '../../support/hub/own-settings.ts';
import type { SimulatedTime } from '../world/simulated-time.ts';
import { ProcessClock } from './process-clock.ts';
import type { TrueService } from './service.ts';
import {
  awayText,
  EngineTrips,
  SimulatedLeases,
  SimulatedLog,
  mostLostInARow,
  statusShare,
} from './simulated-log.ts';

/** Parts of a hub's process that a test may break, to see that a law notices. */
export interface HubSabotage {
  readonly log?: (log: TeamLog) => TeamLog;
  readonly leases?: (leases: Leases) => Leases;
  readonly source?: (source: OrderSource) => OrderSource;
  readonly board?: (board: HubBoard) => HubBoard;
}

/** What the hubs of a run share. */
export interface HubWorld {
  readonly sabotage: HubSabotage;
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
    const { appended, engine, isAlone, random, requestsPerMinute, sabotage, service, time } = world;
    this.name = name;
    const clock = new ProcessClock(time, skewMs);
    this.clock = clock;
    const latencyMs = isAlone ? 0 : 60;
    this.#trips = new EngineTrips({ time, clock, random, latencyMs, appended });
    this.#log = new SimulatedLog(engine, this.#trips, appended);
    const leases = new SimulatedLeases(engine, this.#trips);
    const source = service.source(clock, name);
    const reportDefect = (error: unknown): void => {
      if (!(error instanceof Error) || error.message !== awayText) {
        world.broken(`defect of ${name}: ${error instanceof Error ? error.stack : String(error)}`);
      }
    };
    const limits = { activeEverySeconds: 10, waitingEverySeconds: 10 };
    this.hub = new Hub({
      log: sabotage.log?.(this.#log) ?? this.#log,
      leases: isAlone ? null : (sabotage.leases?.(leases) ?? leases),
      clock,
      isClockBelieved: () => true,
      hubId: name,
      version: '1.2.3',
      settings: ownSettings({ requestsPerMinute: requestsPerMinute }),
      limitChanged: (own) => {
        this.watcher.setLimits({ ...limits, requestsPerMinute: own });
      },
      reportDefect,
    });
    this.watcher = new Watcher({
      source: this.hub.guarded(sabotage.source?.(source) ?? source),
      isAttended: true,
      store: this.hub.store,
      clock,
      random,
      decideNotifications: () => ({ notifications: [] }),
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
    this.board = this.#mortal(sabotage.board?.(this.hub.board) ?? this.hub.board, random);
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

  get isCut(): boolean {
    return this.#trips.isCut;
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

  #mortal(board: HubBoard, random: () => number): HubBoard {
    return new Proxy(board, {
      get: (target, name) => {
        if (name === 'onStatus') return thinned(board, random);
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

/** Statuses are kept nowhere, so that most of them may be lost; a run is much faster then. Not too many in a row. */
function thinned(board: HubBoard, random: () => number): HubBoard['onStatus'] {
  return (listener) => {
    let lost = 0;
    return board.onStatus((status) => {
      const isLost = random() >= statusShare && lost < mostLostInARow;
      lost = isLost ? lost + 1 : 0;
      if (!isLost) listener(status);
    });
  };
}
