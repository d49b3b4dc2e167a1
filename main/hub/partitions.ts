import { partitionCount } from '../../core/team/partition.ts';
import type { Leases } from '../team-log/ports.ts';
import { leaseMs } from '../team-log/ports.ts';
import type { Clock } from '../watch/clock.ts';

/** Which parts of the orders this hub checks, and how much of the request cap it may use. */
export interface Partitions {
  /** Whether this hub checks a part now: its lease is good for long enough to end what is begun. */
  owns(partition: number): boolean;
  /** How much of the cap this hub may use, 0 to 1. */
  readonly share: number;
  start(): void;
  stop(): Promise<void>;
}

/** Those of a hub that is alone. */
export const allPartitions: Partitions = {
  owns: () => true,
  share: 1,
  start: () => undefined,
  stop: () => Promise.resolve(),
};

/** How often leases are renewed and shared out. */
const renewEveryMs = 3000;
/** So long before its end a lease counts no more: a request that is under way is over by then. */
const marginMs = 2000;
/**
 * How long after taking a part from another hub its share of the cap is used: the cap holds for any 60 s, and
 * the other may have used it until now.
 */
const shareAfterMs = 61_000;

interface OwnedPartition {
  /** When it was renewed last, before the request was sent; on both clocks, because one stands still in sleep. */
  renewed: Moment;
  /** When its share of the cap may be used, on the monotonic clock. */
  readonly shareFromMs: number;
}

interface Moment {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

/** What {@link LeasedPartitions} works with. */
export interface LeasedPartitionsParts {
  readonly leases: Leases;
  /** A name that no other hub and no earlier run of this one has. */
  readonly hubId: string;
  readonly clock: Clock;
  /** Whether nobody can have sent requests in the last minute, as with a new log. */
  readonly isFresh: () => boolean;
  /** Parts were taken or lost, or the share changed. */
  readonly changed: () => void;
  readonly failed: (error: unknown) => void;
}

/** The parts that this hub holds leases on. Hubs divide them evenly; what a dead hub had is free after its lease. */
export class LeasedPartitions implements Partitions {
  readonly #parts: LeasedPartitionsParts;
  readonly #owned = new Map<number, OwnedPartition>();
  #cancelTimer: (() => void) | null = null;
  #isStopped = false;
  #turn: Promise<void> = Promise.resolve();

  constructor(parts: LeasedPartitionsParts) {
    this.#parts = parts;
  }

  get share(): number {
    const { clock } = this.#parts;
    const nowMs = clock.monotonicMs();
    let count = 0;
    for (const [partition, { shareFromMs }] of this.#owned) {
      if (nowMs >= shareFromMs && this.owns(partition)) count += 1;
    }
    return count / partitionCount;
  }

  owns(partition: number): boolean {
    const owned = this.#owned.get(partition);
    return owned !== undefined && this.#ageMs(owned.renewed) < leaseMs - marginMs;
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
    const names = [...this.#owned.keys()].map(leaseName);
    this.#owned.clear();
    await Promise.allSettled(
      [...names, hubLease(hubId)].map((name) => leases.release(name, hubId)),
    );
  }

  #ageMs(since: Moment): number {
    const { clock } = this.#parts;
    return Math.max(clock.monotonicMs() - since.monotonicMs, clock.wallMs() - since.wallMs);
  }

  #renew(): void {
    const { changed, clock, failed } = this.#parts;
    this.#turn = this.#divide()
      .catch(failed)
      .then(() => {
        this.#dropLost();
        if (this.#isStopped) return;
        this.#cancelTimer = clock.schedule(() => this.#renew(), renewEveryMs);
        changed();
      });
  }

  /** Renews what is ours, gives away what is too much, and takes what is free, up to an equal part. */
  async #divide(): Promise<void> {
    const { hubId, leases } = this.#parts;
    const isFirst = this.#owned.size === 0;
    await leases.take(hubLease(hubId), hubId);
    const held = await leases.held();
    const hubs = new Set([...held.values(), hubId]);
    const most = Math.ceil(partitionCount / hubs.size);
    const own = [...this.#owned.keys()];
    for (const partition of own.slice(most)) {
      // First nothing of it is checked any more, then others may have it.
      this.#owned.delete(partition);
    }
    if (own.length > most) {
      this.#parts.changed();
      await Promise.all(own.slice(most).map((part) => leases.release(leaseName(part), hubId)));
    }
    await Promise.all(own.slice(0, most).map((partition) => this.#take(partition, false)));
    const free = [...Array(partitionCount).keys()].filter(
      (partition) => !held.has(leaseName(partition)) && !this.#owned.has(partition),
    );
    const start = Math.floor((free.length * positionOf(hubId, hubs)) / hubs.size);
    const turned = [...free.slice(start), ...free.slice(0, start)];
    const isFresh = isFirst && this.#parts.isFresh();
    const wanted = turned.slice(0, Math.max(0, most - this.#owned.size));
    await Promise.all(wanted.map((partition) => this.#take(partition, isFresh)));
  }

  async #take(partition: number, isFresh: boolean): Promise<void> {
    const { clock, hubId, leases } = this.#parts;
    const renewed = { monotonicMs: clock.monotonicMs(), wallMs: clock.wallMs() };
    const state = await leases.take(leaseName(partition), hubId);
    const known = this.#owned.get(partition);
    if (state === 'taken') this.#owned.delete(partition);
    // One that ran out and was not taken by another may have been another's for a while.
    else if (known !== undefined && this.#ageMs(known.renewed) < leaseMs) known.renewed = renewed;
    else {
      const shareFromMs = renewed.monotonicMs + (isFresh ? 0 : shareAfterMs);
      this.#owned.set(partition, { renewed, shareFromMs });
    }
  }

  #dropLost(): void {
    for (const [partition, { renewed }] of this.#owned) {
      if (this.#ageMs(renewed) >= leaseMs - marginMs) this.#owned.delete(partition);
    }
  }
}

function leaseName(partition: number): string {
  return `partition.${partition}`;
}

function hubLease(hubId: string): string {
  return `hub.${hubId}`;
}

/** The place of a hub among all, so that they begin to take at different ends. */
function positionOf(hubId: string, hubs: ReadonlySet<string>): number {
  return [...hubs].toSorted().indexOf(hubId);
}
