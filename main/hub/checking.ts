import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { checkingLease, type Leases, leaseMs } from './log/ports.ts';
import { ageMs, type Moment, momentNow } from './moment.ts';
import { readPublished } from './published.ts';

/** Whether this hub is the one that checks the orders, and how much of the request cap it may use. */
export interface Checking {
  /** Whether it checks now: its lease is good for long enough to end what is begun. */
  readonly isOurs: boolean;
  /** The most requests that other hubs may have sent in the last minute. */
  readonly spentByOthers: number;
  start(): void;
  stop(): Promise<void>;
}

/** That of a hub that is alone. */
export const alwaysChecking: Checking = {
  isOurs: true,
  spentByOthers: 0,
  start: () => undefined,
  stop: () => Promise.resolve(),
};

/** How often the lease is renewed, and how often other hubs look whether it is free. */
const renewEveryMs = 1000;
/** The lease is given up this long before it ends, so that requests under way end before another hub takes it. */
const marginMs = 1500;
/** For how long a hub that has the lease may send requests after it said how many it has sent. */
const unsaidMs = leaseMs - marginMs;
/** The cap holds for any 60 s. */
const countsForMs = 61_000;

/** The note that is left with the lease: by hub how many requests it may have sent in each second, the last first. */
const noteSchema = z.object({
  by: z.string(),
  spent: z.record(z.string(), z.number().array().max(120)),
});

/** Requests of other hubs in one second, at least so long ago. */
interface Spent {
  readonly hub: string;
  readonly count: number;
  readonly atMs: number;
}

/** What a {@link LeasedChecking} works with. */
export interface LeasedCheckingParts {
  readonly leases: Leases;
  /** A name that no other hub and no earlier run of this one has. */
  readonly hubId: string;
  readonly clock: Clock;
  /** How many requests this hub sent in each of the last seconds, the present one first. */
  readonly sentPerSecond: () => readonly number[];
  /** The most requests that this hub sends in a time, whatever happens. */
  readonly mostWithin: (ms: number) => number;
  /** The lease was taken or lost, or what others spent has aged. */
  readonly changed: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * One hub of a team checks all orders: the one that has the lease. With the lease it leaves how many requests it
 * has sent, and may send until it says so again, so that the next hub keeps the cap together with it and still
 * begins at once.
 */
export class LeasedChecking implements Checking {
  readonly #parts: LeasedCheckingParts;
  /** When the lease was renewed last, before the request was sent. */
  #renewed: Moment | null = null;
  /** The note that was read last. */
  #note: string | null = null;
  #spent: readonly Spent[] = [];
  #cancelTimer: (() => void) | null = null;
  #isStopped = false;
  #turn: Promise<void> = Promise.resolve();

  constructor(parts: LeasedCheckingParts) {
    this.#parts = parts;
  }

  get isOurs(): boolean {
    return this.#renewed !== null && ageMs(this.#renewed, this.#parts.clock) < leaseMs - marginMs;
  }

  get spentByOthers(): number {
    const fromMs = this.#parts.clock.monotonicMs() - countsForMs;
    return this.#spent.reduce((sum, { atMs, count }) => sum + (atMs > fromMs ? count : 0), 0);
  }

  start(): void {
    this.#isStopped = false;
    this.#renew();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer?.();
    await this.#turn;
    const { hubId, leases } = this.#parts;
    if (this.#renewed === null) return;
    this.#renewed = null;
    await Promise.allSettled([leases.release(checkingLease, hubId)]);
  }

  #renew(): void {
    const { changed, clock, failed } = this.#parts;
    this.#turn = this.#acquire()
      .catch(failed)
      .then(() => {
        if (this.#isStopped) return;
        this.#cancelTimer = clock.schedule(() => this.#renew(), renewEveryMs);
        changed();
      });
  }

  async #acquire(): Promise<void> {
    const { clock, hubId, leases } = this.#parts;
    const asked = momentNow(clock);
    const { isHeld, note } = await leases.acquire(checkingLease, hubId, (before) => {
      this.#read(before);
      return this.#ownNote();
    });
    this.#read(note);
    this.#renewed = isHeld ? asked : null;
  }

  #read(text: string | null): void {
    const { clock, hubId, mostWithin } = this.#parts;
    // What was read again is no younger for it.
    if (text === null || text === this.#note) return;
    this.#note = text;
    const note = readPublished(noteSchema, text);
    if (note?.by === hubId) return;
    // What cannot be read may have been all that there is.
    const others = Object.entries(note?.spent ?? { unknown: [mostWithin(countsForMs)] }).filter(
      ([hub]) => hub !== hubId,
    );
    const nowMs = clock.monotonicMs();
    const known = new Set(others.map(([hub]) => hub));
    const fresh = others.flatMap(([hub, counts]) =>
      // Its seconds are whole, and the present one has just begun.
      counts.map((count, second) => ({ hub, count, atMs: nowMs - Math.max(0, second - 1) * 1000 })),
    );
    const fromMs = nowMs - countsForMs;
    this.#spent = [...this.#spent.filter(({ hub }) => !known.has(hub)), ...fresh].filter(
      ({ atMs, count }) => atMs > fromMs && count > 0,
    );
  }

  #ownNote(): string {
    const { clock, hubId, mostWithin, sentPerSecond } = this.#parts;
    const nowMs = clock.monotonicMs();
    const [now = 0, ...before] = sentPerSecond();
    const spent: Record<string, number[]> = { [hubId]: [now + mostWithin(unsaidMs), ...before] };
    for (const { atMs, count, hub } of this.#spent) {
      const second = Math.floor((nowMs - atMs) / 1000);
      if (second * 1000 >= countsForMs) continue;
      const counts = (spent[hub] ??= []);
      while (counts.length <= second) counts.push(0);
      counts[second] = (counts[second] ?? 0) + count;
    }
    return JSON.stringify({ by: hubId, spent } satisfies z.infer<typeof noteSchema>);
  }
}
