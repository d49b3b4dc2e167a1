import type {
  Appended,
  Leases,
  LeaseState,
  LogEntry,
  LogPart,
  NewEntry,
  PresentHub,
  TeamLog,
} from '../../../main/hub/log/ports.ts';
import type { Clock } from '../../../core/clock.ts';
import {
  type MemoryEngine,
  MemoryLeases,
  MemoryTeamLog,
} from '../../support/team-log/memory-team-log.ts';
import type { ProcessClock } from './process-clock.ts';

/** The message of what a cut or a lost answer throws: no defect. */
export const awayText = 'the log cannot be reached';

/** How many of the hubs' statuses arrive. */
export const statusShare = 0.2;
/** A status counts for ten seconds, and a connection does not lose what it is given: no more are lost at a time. */
export const mostLostInARow = 5;

/** What the way between one process and the engine does. */
export interface EngineWay {
  /** The world's time, on which what was sent arrives although its sender is stopped or killed. */
  readonly time: Clock;
  readonly clock: ProcessClock;
  readonly random: () => number;
  /** How long a message takes at most; 0 for an engine in the same process. */
  readonly latencyMs: number;
  /** Every entry that was appended, in order. */
  readonly appended: (entry: LogEntry) => void;
}

/** One process' way to the engine: calls take time, what was sent arrives even when its sender dies. */
export class EngineTrips {
  readonly #way: EngineWay;
  isCut = false;
  /** How many of the next changes are made with their answers lost. */
  losesAnswers = 0;
  /** Calls of one turn travel together, as in one socket. */
  #there: Promise<void> | null = null;
  #back: Promise<void> | null = null;
  #arrivesAtMs = 0;

  constructor(way: EngineWay) {
    this.#way = way;
  }

  async call<Value>(run: () => Promise<Value>, isChange = false): Promise<Value> {
    const { clock, latencyMs, time } = this.#way;
    if (latencyMs === 0) return run();
    this.#there ??= this.#travel(time, () => {
      this.#there = null;
    });
    await this.#there;
    if (this.isCut) {
      await new Promise<void>((resolve) => void clock.schedule(resolve, 400));
      throw new Error(awayText);
    }
    const value = await run();
    this.#back ??= this.#travel(clock, () => {
      this.#back = null;
    });
    await this.#back;
    if (isChange && this.losesAnswers > 0) {
      this.losesAnswers -= 1;
      throw new Error(awayText);
    }
    if (this.isCut) throw new Error(awayText);
    return value;
  }

  /** A message of the engine arrives, none before an earlier one. */
  arrive(run: () => void): void {
    const { clock, latencyMs, random } = this.#way;
    if (latencyMs === 0) {
      run();
      return;
    }
    const nowMs = clock.monotonicMs();
    this.#arrivesAtMs = Math.max(this.#arrivesAtMs, nowMs + random() * latencyMs);
    clock.schedule(run, this.#arrivesAtMs - nowMs);
  }

  /** Whether one of these messages arrives. */
  isOneIn(share: number): boolean {
    return this.#way.random() < share;
  }

  #travel(on: Clock, arrived: () => void): Promise<void> {
    const { latencyMs, random } = this.#way;
    return new Promise((resolve) => {
      on.schedule(() => {
        arrived();
        resolve();
      }, random() * latencyMs);
    });
  }
}

/** The log as one process of a run has it. */
export class SimulatedLog implements TeamLog {
  readonly id = 'memory';
  readonly isGone = false;
  readonly longestBodyBytes = 512 * 1024;
  readonly keepsAnswers = true;
  readonly #trips: EngineTrips;
  readonly #inner: MemoryTeamLog;
  readonly #appended: (entry: LogEntry) => void;
  #lostCount = 0;

  constructor(engine: MemoryEngine, trips: EngineTrips, appended: (entry: LogEntry) => void) {
    this.#trips = trips;
    this.#inner = new MemoryTeamLog(engine);
    this.#appended = appended;
  }

  append(entry: NewEntry): Promise<Appended> {
    return this.#trips.call(async () => {
      const appended = await this.#inner.append(entry);
      if (appended.kind === 'appended') {
        const { body, key } = entry;
        this.#appended({ sequence: appended.sequence, key, body });
      }
      return appended;
    }, true);
  }

  readSince(sequence: number, limit: number): Promise<LogPart> {
    return this.#trips.call(() => this.#inner.readSince(sequence, limit));
  }

  last(key: string): Promise<LogEntry | null> {
    return this.#trips.call(() => this.#inner.last(key));
  }

  lastPerKey(): Promise<readonly LogEntry[]> {
    return this.#trips.call(() => this.#inner.lastPerKey());
  }

  follow(sequence: number, listener: (entries: readonly LogEntry[]) => void): () => void {
    return this.#inner.follow(sequence, (entries) => this.#trips.arrive(() => listener(entries)));
  }

  eraseBefore(key: string): Promise<void> {
    return this.#trips.call(() => this.#inner.eraseBefore(key), true);
  }

  prune(beforeMs: number): Promise<void> {
    return this.#trips.call(() => this.#inner.prune(beforeMs), true);
  }

  publish(topic: string, body: string): void {
    const isLost =
      topic === 'status' && !this.#trips.isOneIn(statusShare) && this.#lostCount < mostLostInARow;
    this.#lostCount = isLost ? this.#lostCount + 1 : 0;
    if (!isLost) this.#inner.publish(topic, body);
  }

  subscribe(topic: string, listener: (body: string) => void): () => void {
    return this.#inner.subscribe(topic, (body) => this.#trips.arrive(() => listener(body)));
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  cut(isCut: boolean): void {
    this.#trips.isCut = isCut;
    if (isCut) this.#inner.isAway = true;
    else this.#inner.comeBack();
  }
}

/** The leases as one process of a run has them. */
export class SimulatedLeases implements Leases {
  readonly #trips: EngineTrips;
  readonly #inner: MemoryLeases;

  constructor(engine: MemoryEngine, trips: EngineTrips) {
    this.#trips = trips;
    this.#inner = new MemoryLeases(engine);
  }

  acquire(
    name: string,
    holder: string,
    note: (before: string | null) => string,
  ): Promise<LeaseState> {
    return this.#trips.call(() => this.#inner.acquire(name, holder, note));
  }

  release(name: string, holder: string): Promise<void> {
    return this.#trips.call(() => this.#inner.release(name, holder));
  }

  sayPresent(hub: PresentHub): Promise<void> {
    return this.#trips.call(() => this.#inner.sayPresent(hub));
  }

  presentHubs(): Promise<readonly PresentHub[]> {
    return this.#trips.call(() => this.#inner.presentHubs());
  }

  leave(hubId: string): Promise<void> {
    return this.#trips.call(() => this.#inner.leave(hubId));
  }
}
