import { checkedEntry } from '../../../main/hub/log/entries.ts';
import {
  type Appended,
  EntryRefused,
  type Leases,
  leaseMs,
  type LeaseState,
  type LogEntry,
  type LogPart,
  type NewEntry,
  type PresentHub,
  presentForMs,
  type TeamLog,
} from '../../../main/hub/log/ports.ts';
import type { Clock } from '../../../core/clock.ts';

interface Stored extends LogEntry {
  readonly atMs: number;
}

/** The entries that several {@link MemoryTeamLog} share, as processes share an engine. */
export class MemoryEngine {
  readonly #clock: Clock;
  readonly dedupeKeys = new Map<string, number>();
  entries: Stored[] = [];
  sequence = 0;
  /** Up to here entries were pruned. */
  prunedThrough = 0;
  readonly logs = new Set<MemoryTeamLog>();
  readonly held = new Map<string, { readonly holder: string; readonly untilMs: number }>();
  readonly notes = new Map<string, string>();
  readonly hubs = new Map<string, PresentHub & { readonly untilMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get nowMs(): number {
    return this.#clock.wallMs();
  }
}

/**
 * A log in memory. {@link isAway} makes every call fail, {@link isFull} every append, as on a disk without room,
 * {@link refuses} makes some entries ones that it never accepts, and {@link losesAnswers} makes an append fail
 * after it was done. test/contract/team-log.test.ts runs the same tests on it and on the real ones.
 */
export class MemoryTeamLog implements TeamLog {
  readonly id = 'memory';
  isGone = false;
  readonly longestBodyBytes = 512 * 1024;
  readonly keepsAnswers = true;
  isAway = false;
  isFull = false;
  refuses: (entry: NewEntry) => boolean = () => false;
  /** How many of the next appends are done and then fail. */
  losesAnswers = 0;
  readonly #engine: MemoryEngine;
  readonly #followers = new Set<{
    sequence: number;
    readonly tell: (entries: readonly LogEntry[]) => void;
  }>();
  readonly #subscribers = new Map<string, Set<(body: string) => void>>();

  constructor(engine: MemoryEngine) {
    this.#engine = engine;
    engine.logs.add(this);
  }

  async append(entry: NewEntry): Promise<Appended> {
    const { body, dedupeKey, expectedSequence, key } = checkedEntry(this, entry);
    if (this.refuses(entry)) throw new EntryRefused('tooLong', 'refused');
    await this.#reach();
    if (this.isFull) throw new Error('the disk has no room');
    const engine = this.#engine;
    const knownAtMs = engine.dedupeKeys.get(dedupeKey);
    if (knownAtMs !== undefined && engine.nowMs - knownAtMs < 2 * 3_600_000)
      return { kind: 'duplicate' };
    const last = engine.entries.findLast((each) => each.key === key)?.sequence ?? 0;
    if (last !== expectedSequence) return { kind: 'conflict' };
    engine.sequence += 1;
    engine.dedupeKeys.set(dedupeKey, engine.nowMs);
    engine.entries.push({ sequence: engine.sequence, key, body, atMs: engine.nowMs });
    const { sequence } = engine;
    for (const log of engine.logs) log.#deliver();
    if (this.losesAnswers > 0) {
      this.losesAnswers -= 1;
      throw new Error('the answer was lost');
    }
    return { kind: 'appended', sequence };
  }

  async readSince(sequence: number, limit: number): Promise<LogPart> {
    await this.#reach();
    if (sequence > 0 && sequence < this.#engine.prunedThrough) return { kind: 'gap' };
    const entries = this.#engine.entries.filter((entry) => entry.sequence > sequence);
    return { kind: 'entries', entries: entries.slice(0, limit).map(plain) };
  }

  async last(key: string): Promise<LogEntry | null> {
    await this.#reach();
    const entry = this.#engine.entries.findLast((each) => each.key === key);
    return entry === undefined ? null : plain(entry);
  }

  async lastPerKey(): Promise<readonly LogEntry[]> {
    await this.#reach();
    const last = new Map(this.#engine.entries.map((entry) => [entry.key, entry]));
    return [...last.values()].toSorted((one, other) => one.sequence - other.sequence).map(plain);
  }

  follow(sequence: number, listener: (entries: readonly LogEntry[]) => void): () => void {
    const follower = { sequence, tell: listener };
    this.#followers.add(follower);
    queueMicrotask(() => this.#deliver());
    return () => {
      this.#followers.delete(follower);
    };
  }

  async eraseBefore(key: string): Promise<void> {
    await this.#reach();
    const engine = this.#engine;
    const last = engine.entries.findLast((entry) => entry.key === key);
    engine.entries = engine.entries.filter((entry) => entry.key !== key || entry === last);
  }

  async prune(beforeMs: number): Promise<void> {
    await this.#reach();
    const engine = this.#engine;
    const gone = engine.entries.filter(({ atMs }) => atMs < beforeMs);
    engine.entries = engine.entries.filter(({ atMs }) => atMs >= beforeMs);
    engine.prunedThrough = Math.max(engine.prunedThrough, gone.at(-1)?.sequence ?? 0);
  }

  publish(topic: string, body: string): void {
    if (this.isAway) return;
    for (const log of this.#engine.logs) {
      if (log.isAway) continue;
      queueMicrotask(() => {
        for (const listener of log.#subscribers.get(topic) ?? []) listener(body);
      });
    }
  }

  subscribe(topic: string, listener: (body: string) => void): () => void {
    const listeners = this.#subscribers.get(topic) ?? new Set();
    this.#subscribers.set(topic, listeners.add(listener));
    return () => {
      listeners.delete(listener);
    };
  }

  async close(): Promise<void> {
    this.#engine.logs.delete(this);
    this.#followers.clear();
    return Promise.resolve();
  }

  /** The engine can be reached again: followers get what they missed. */
  comeBack(): void {
    this.isAway = false;
    this.#deliver();
  }

  #deliver(): void {
    if (this.isAway) return;
    for (const follower of this.#followers) {
      const entries = this.#engine.entries.filter(({ sequence }) => sequence > follower.sequence);
      if (entries.length === 0) continue;
      follower.sequence = entries.at(-1)?.sequence ?? follower.sequence;
      queueMicrotask(() => follower.tell(entries.map(plain)));
    }
  }

  async #reach(): Promise<void> {
    await Promise.resolve();
    if (this.isAway) throw new Error('the log cannot be reached');
  }
}

function plain({ body, key, sequence }: Stored): LogEntry {
  return { sequence, key, body };
}

/** Leases in memory, by the wall clock of the engine. */
export class MemoryLeases implements Leases {
  isAway = false;
  readonly #engine: MemoryEngine;

  constructor(engine: MemoryEngine) {
    this.#engine = engine;
  }

  async acquire(
    name: string,
    holder: string,
    note: (before: string | null) => string,
  ): Promise<LeaseState> {
    await this.#reach();
    const { held, notes, nowMs } = this.#engine;
    const known = held.get(name);
    const before = notes.get(name) ?? null;
    if (known !== undefined && known.untilMs > nowMs && known.holder !== holder) {
      return { isHeld: false, note: before };
    }
    held.set(name, { holder, untilMs: nowMs + leaseMs });
    notes.set(name, note(before));
    return { isHeld: true, note: before };
  }

  async release(name: string, holder: string): Promise<void> {
    await this.#reach();
    if (this.#engine.held.get(name)?.holder === holder) this.#engine.held.delete(name);
  }

  async sayPresent({ hubId, url }: PresentHub): Promise<void> {
    await this.#reach();
    const { hubs, nowMs } = this.#engine;
    hubs.set(hubId, { hubId, url, untilMs: nowMs + presentForMs });
  }

  async presentHubs(): Promise<readonly PresentHub[]> {
    await this.#reach();
    const { hubs, nowMs } = this.#engine;
    return [...hubs.values()].flatMap(({ hubId, untilMs, url }) =>
      untilMs > nowMs ? [{ hubId, url }] : [],
    );
  }

  async leave(hubId: string): Promise<void> {
    await this.#reach();
    this.#engine.hubs.delete(hubId);
  }

  async #reach(): Promise<void> {
    await Promise.resolve();
    if (this.isAway) throw new Error('the leases cannot be reached');
  }
}
