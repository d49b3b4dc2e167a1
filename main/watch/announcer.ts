import type { OrderId } from '../../core/order/order-id.ts';
import type { Sight } from '../../core/watch/sight.ts';
import type { Clock } from './clock.ts';
import { Ledger } from './ledger.ts';
import type { WatchEvents, WatchRecord, WatchStore } from './ports.ts';

/** What happened is gathered for so long before it is written and told. */
const publishEveryMs = 100;
/** The same while nobody waits for it: then writing often costs more than checking. */
const unseenPublishEveryMs = 250;
/**
 * At most so many orders are announced in one go: each listener looks at each of them, and all orders
 * change at once when a list is loaded or the machine wakes.
 */
const mostAtOnce = 250;
/** How soon the rest of them follows. */
const restAfterMs = 40;
/**
 * How soon the rest of what is to be written follows: in the next slot. Every second one would be too slow
 * for fifty thousand orders; their answers waited in memory for minutes, and with them what people are told.
 */
const writeOnAfterMs = 5;
/** The pace in the window is told at most this often. */
const paceEveryMs = 1000;

/** What the window shows beside the orders, as far as the watcher knows it. */
export interface DeskFacts {
  readonly sight: Sight;
  readonly requestsLastMinute: number;
  readonly lastAnswerAtMs: number | null;
}

/**
 * Stores first, then tells: gathers what happened to which order and announces it in one go after it
 * was written. A listener that throws is reported and stops nothing.
 */
export class Announcer {
  readonly #clock: Clock;
  readonly #events: WatchEvents;
  readonly #guard: (run: () => void) => void;
  readonly #saved: (records: readonly WatchRecord[]) => void;
  readonly #ledger: Ledger;
  readonly #dirty = new Set<OrderId>();
  #isDeskDirty = false;
  /** Something was recorded that people are told of and that is not written yet. */
  #hasNews = false;
  #sight: Sight = { state: 'clear' };
  #pace = '';
  #nextTurnMs = 0;
  #toldDeskAtMs = Number.NEGATIVE_INFINITY;

  /**
   * @param guard runs a listener and reports what it throws
   * @param saved gets what the store has taken, before anybody is told
   */
  constructor(
    clock: Clock,
    store: WatchStore,
    events: WatchEvents,
    guard: (run: () => void) => void,
    saved: (records: readonly WatchRecord[]) => void,
  ) {
    this.#saved = saved;
    this.#clock = clock;
    this.#ledger = new Ledger(store);
    this.#events = events;
    this.#guard = guard;
  }

  /** Why the last write failed, or null. */
  get storageFault(): string | null {
    return this.#ledger.fault;
  }

  /** When there is something to publish, on the monotonic clock; null when there is not. */
  get nextPublishMs(): number | null {
    const turnMs = Math.max(this.#clock.monotonicMs(), this.#nextTurnMs);
    if (this.#dirty.size > 0 || this.#isDeskDirty) return turnMs;
    return this.#ledger.nextFlushMs(turnMs);
  }

  /** Whether anything waits that is more than a confirmation of what is known. */
  get isUrgent(): boolean {
    return this.#isDeskDirty || this.#hasNews;
  }

  /** Whether the turn to publish has come; what a dispatcher does is published at once all the same. */
  get isPublishDue(): boolean {
    return this.#clock.monotonicMs() >= this.#nextTurnMs;
  }

  record(record: WatchRecord): void {
    this.#ledger.add(record);
    this.#hasNews = true;
    this.touch(record.watched.id);
  }

  /** Stores a record that nobody has to be told of. */
  recordQuietly(record: WatchRecord): void {
    this.#ledger.addQuietly(record, this.#clock.monotonicMs());
  }

  touch(id: OrderId): void {
    this.#dirty.add(id);
  }

  touchAll(ids: Iterable<OrderId>): void {
    for (const id of ids) this.#dirty.add(id);
  }

  touchDesk(): void {
    this.#isDeskDirty = true;
  }

  removed(ids: readonly OrderId[]): void {
    for (const id of ids) this.#dirty.delete(id);
    this.#ledger.remove(ids, this.#clock.monotonicMs());
    this.#guard(() => this.#events.ordersRemoved(ids));
    this.#isDeskDirty = true;
  }

  /** Writes everything that waits, whatever time it takes. */
  writeAll(): void {
    this.#ledger.flushAll(this.#clock.monotonicMs());
  }

  /** @param isAttended whether somebody looks, or waits for what comes of something */
  publish(facts: DeskFacts, isAttended: boolean): void {
    const nowMs = this.#clock.monotonicMs();
    const everyMs = isAttended ? publishEveryMs : unseenPublishEveryMs;
    this.#nextTurnMs = (Math.floor(nowMs / everyMs) + 1) * everyMs;
    const flushed = this.#ledger.flush(nowMs, () => this.#clock.monotonicMs());
    this.#hasNews = this.#dirty.size > mostAtOnce || this.#ledger.isUrgent;
    if (flushed.saved.length > 0) this.#guard(() => this.#saved(flushed.saved));
    if (this.#dirty.size > 0) {
      const ids = this.#takeDirty();
      this.#guard(() => this.#events.ordersChanged(ids));
    }
    if (flushed.saved.length > 0 && !this.#ledger.isEmpty)
      this.#nextTurnMs = nowMs + writeOnAfterMs;
    else if (this.#dirty.size > 0) this.#nextTurnMs = nowMs + restAfterMs;
    for (const { update, watched } of flushed.fresh) {
      if (update !== undefined) this.#guard(() => this.#events.orderUpdated(update, watched));
    }
    if (flushed.hasNewTellings) this.#guard(() => this.#events.tellingsStored());
    if (!isSameSight(facts.sight, this.#sight)) {
      this.#sight = facts.sight;
      this.#isDeskDirty = true;
      this.#guard(() => this.#events.sightChanged(facts.sight));
    }
    if (flushed.didHealthChange) this.#isDeskDirty = true;
    this.#publishDesk(facts, nowMs);
  }

  #takeDirty(): readonly OrderId[] {
    const ids: OrderId[] = [];
    for (const id of this.#dirty) {
      if (ids.length === mostAtOnce) break;
      this.#dirty.delete(id);
      ids.push(id);
    }
    return ids;
  }

  #publishDesk(facts: DeskFacts, nowMs: number): void {
    const pace = `${facts.requestsLastMinute} ${facts.lastAnswerAtMs}`;
    const isPaceDue = pace !== this.#pace && nowMs - this.#toldDeskAtMs >= paceEveryMs;
    if (!this.#isDeskDirty && !isPaceDue) return;
    this.#isDeskDirty = false;
    this.#pace = pace;
    this.#toldDeskAtMs = nowMs;
    this.#guard(() => this.#events.deskChanged());
  }
}

function isSameSight(one: Sight, other: Sight): boolean {
  if (one.state === 'clear' || other.state === 'clear') return one.state === other.state;
  return (
    one.cause === other.cause &&
    one.httpStatus === other.httpStatus &&
    one.sinceMs === other.sinceMs &&
    one.retryAtMs === other.retryAtMs
  );
}
