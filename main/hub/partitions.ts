import { z } from 'zod';
import { partitionCount } from '../../core/team/partition.ts';
import type { Leases, TeamLog } from './log/ports.ts';
import { leaseMs } from './log/ports.ts';
import type { Clock } from '../../core/clock.ts';
import { readPublished } from './published.ts';

/** The subject of what hubs say they have. */
const topic = 'partitions';

const announcementSchema = z.object({
  hubId: z.string(),
  partitions: z
    .array(
      z
        .int()
        .min(0)
        .max(partitionCount - 1),
    )
    .max(partitionCount),
});

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
/** A lease is given up this long before it ends, so that requests under way end before another hub takes it. */
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
  /** Since when it is to go to another hub and its share is not used any more; null while it stays. */
  leavingSinceMs: number | null;
}

/**
 * A hub that takes its lost part back within this time of the last renewal may use the share at once: another hub
 * would have waited until the lease ran out, and {@link shareAfterMs} more, before it used the share.
 */
const shareKeptForMs = leaseMs + shareAfterMs - 5000;

interface Moment {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

/** What {@link LeasedPartitions} works with. */
export interface LeasedPartitionsParts {
  readonly leases: Leases;
  /** What hubs say to each other. */
  readonly log: Pick<TeamLog, 'publish' | 'subscribe'>;
  /** A name that no other hub and no earlier run of this one has. */
  readonly hubId: string;
  readonly clock: Clock;
  /** Whether the log is new, so that no hub can have sent requests in the last minute. */
  readonly isFresh: () => boolean;
  /** Parts were taken or lost, or the share changed. */
  readonly changed: () => void;
  readonly failed: (error: unknown) => void;
}

/** The parts that this hub holds leases on. Hubs divide them evenly; what a dead hub had is free after its lease. */
export class LeasedPartitions implements Partitions {
  readonly #parts: LeasedPartitionsParts;
  readonly #owned = new Map<number, OwnedPartition>();
  /** What was lost and not handed on: while the engine had no leader, say. */
  readonly #lost = new Map<number, OwnedPartition>();
  /** What the other hubs announced to have, and when that was. */
  readonly #others = new Map<
    string,
    { readonly partitions: ReadonlySet<number>; readonly atMs: number }
  >();
  #unsubscribe: (() => void) | null = null;
  #cancelTimer: (() => void) | null = null;
  #isStopped = false;
  #isAnnounced = false;
  /** No hub had sent requests when this one started. */
  #isFresh = false;
  #turn: Promise<void> = Promise.resolve();

  constructor(parts: LeasedPartitionsParts) {
    this.#parts = parts;
  }

  get share(): number {
    const { clock } = this.#parts;
    const nowMs = clock.monotonicMs();
    let count = 0;
    for (const [partition, { leavingSinceMs, shareFromMs }] of this.#owned) {
      if (leavingSinceMs === null && nowMs >= shareFromMs && this.owns(partition)) count += 1;
    }
    return count / partitionCount;
  }

  owns(partition: number): boolean {
    const owned = this.#owned.get(partition);
    return owned !== undefined && this.#ageMs(owned.renewed) < leaseMs - marginMs;
  }

  start(): void {
    this.#isStopped = false;
    this.#isFresh = this.#parts.isFresh();
    this.#unsubscribe = this.#parts.log.subscribe(topic, (body) => this.#received(body));
    this.#renew();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer?.();
    await this.#turn;
    const { hubId, leases } = this.#parts;
    this.#unsubscribe?.();
    const names = [...this.#owned.keys()].map(leaseName);
    this.#owned.clear();
    await Promise.allSettled(names.map((name) => leases.release(name, hubId)));
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
        this.#announce();
        this.#cancelTimer = clock.schedule(() => this.#renew(), renewEveryMs);
        changed();
      });
  }

  #announce(): void {
    const { hubId, log } = this.#parts;
    log.publish(topic, JSON.stringify({ hubId, partitions: [...this.#owned.keys()] }));
  }

  #received(body: string): void {
    const { clock, hubId } = this.#parts;
    const announcement = readPublished(announcementSchema, body);
    if (announcement === undefined || announcement.hubId === hubId) return;
    const partitions = new Set(announcement.partitions);
    this.#others.set(announcement.hubId, { partitions, atMs: clock.monotonicMs() });
  }

  /** Renews what is ours, hands on what is too much, and takes what is free, up to an equal part. */
  async #divide(): Promise<void> {
    const { clock } = this.#parts;
    // Hubs that start together receive each other's announcements before they take anything.
    if (!this.#isAnnounced) {
      this.#isAnnounced = true;
      return;
    }
    const isFirst = this.#owned.size === 0;
    const nowMs = clock.monotonicMs();
    for (const [hub, { atMs }] of this.#others) {
      if (nowMs - atMs >= leaseMs) this.#others.delete(hub);
    }
    const hubCount = this.#others.size + 1;
    const most = Math.ceil(partitionCount / hubCount);
    await this.#handOn(most);
    await this.#acquireAll([...this.#owned.keys()], nowMs);
    const held = new Set([...this.#others.values()].flatMap(({ partitions }) => [...partitions]));
    const free = [...Array(partitionCount).keys()].filter(
      (partition) => !this.#owned.has(partition) && !held.has(partition),
    );
    const start = Math.floor((free.length * this.#position) / hubCount);
    const turned = [...free.slice(start), ...free.slice(0, start)];
    const wanted = turned.slice(0, Math.max(0, most - this.#owned.size));
    await this.#acquireAll(wanted, nowMs + (isFirst && this.#isFresh ? 0 : shareAfterMs));
  }

  /** The place of this hub among all, so that they begin to take at different ends. */
  get #position(): number {
    const { hubId } = this.#parts;
    return [...this.#others.keys()].filter((other) => other < hubId).length;
  }

  /** @throws what the first that failed threw, once all were tried */
  async #acquireAll(partitions: readonly number[], shareFromMs: number): Promise<void> {
    const acquired = partitions.map((partition) => this.#acquire(partition, shareFromMs));
    const failed = (await Promise.allSettled(acquired)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }

  /**
   * Hands on what is more than an equal part. For a minute no hub uses its share, while its orders
   * are still checked here; then the other hub has both at once, so that no order is ever without a hub.
   */
  async #handOn(most: number): Promise<void> {
    const { changed, clock, hubId, leases } = this.#parts;
    const nowMs = clock.monotonicMs();
    const own = [...this.#owned].toSorted(
      ([, one], [, other]) =>
        (one.leavingSinceMs ?? nowMs) - (other.leavingSinceMs ?? nowMs) ||
        other.shareFromMs - one.shareFromMs,
    );
    const excess = own.slice(0, Math.max(0, own.length - most));
    for (const [, partition] of own.slice(excess.length)) partition.leavingSinceMs = null;
    for (const [, partition] of excess) partition.leavingSinceMs ??= nowMs;
    const counts = new Map(
      [...this.#others].map(([hub, { partitions }]) => [hub, partitions.size]),
    );
    const due = excess.filter(
      ([, { leavingSinceMs }]) => nowMs - (leavingSinceMs ?? nowMs) >= shareAfterMs,
    );
    for (const [partition] of due) {
      const [successor] = [...counts].toSorted(([, one], [, other]) => one - other);
      if (successor === undefined || successor[1] >= most) break;
      counts.set(successor[0], successor[1] + 1);
      // First nothing of it is checked here any more, then the other may begin.
      this.#owned.delete(partition);
      changed();
      await leases.hand(leaseName(partition), hubId, successor[0]);
    }
  }

  /** @param shareFromMs when the share of one that is not ours yet may be used */
  async #acquire(partition: number, shareFromMs: number): Promise<void> {
    const { clock, hubId, leases } = this.#parts;
    const renewed = { monotonicMs: clock.monotonicMs(), wallMs: clock.wallMs() };
    const state = await leases.acquire(leaseName(partition), hubId);
    const known = this.#owned.get(partition);
    if (state === 'taken') this.#lose(partition);
    // What another hub handed on comes with its share, which that one has not used for a minute.
    else if (state === 'given') {
      const fromMs = renewed.monotonicMs;
      this.#owned.set(partition, { renewed, shareFromMs: fromMs, leavingSinceMs: null });
    }
    // One that ran out and was not taken by another may have been another's for a while.
    else if (known !== undefined && this.#ageMs(known.renewed) < leaseMs) known.renewed = renewed;
    else {
      const past = known ?? this.#lost.get(partition);
      const isKept = past !== undefined && this.#ageMs(past.renewed) < shareKeptForMs;
      const anewMs = known === undefined ? shareFromMs : renewed.monotonicMs + shareAfterMs;
      const fromMs = isKept ? Math.min(past.shareFromMs, anewMs) : anewMs;
      this.#lost.delete(partition);
      this.#owned.set(partition, { renewed, shareFromMs: fromMs, leavingSinceMs: null });
    }
  }

  #dropLost(): void {
    for (const [partition, { renewed }] of this.#owned) {
      if (this.#ageMs(renewed) >= leaseMs - marginMs) this.#lose(partition);
    }
  }

  #lose(partition: number): void {
    const owned = this.#owned.get(partition);
    if (owned !== undefined) this.#lost.set(partition, owned);
    this.#owned.delete(partition);
  }
}

function leaseName(partition: number): string {
  return `partition.${partition}`;
}
