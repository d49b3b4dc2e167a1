import type { OrderId } from '../../../core/order/order-id.ts';
import { sameValue } from '../../../core/same-value.ts';
import type { ServiceHealth } from '../../../core/watch/service-health.ts';
import type { Clock } from '../../../core/clock.ts';
import type { WatchEvents, WatchRecord, WatchStore } from './ports.ts';

/** How long changes are gathered before they are written and announced. */
const publishEveryMs = 100;
/** The same while no window shows them: writing often costs more than checking. */
const unseenPublishEveryMs = 250;
/** The most orders announced at once, because listeners look at each of them and a wake changes all. */
const mostAnnouncedAtOnce = 250;
/** How soon the next orders are announced. */
const restAfterMs = 40;
/** How soon the next waiting records are written. */
const writeOnAfterMs = 5;
/** A change of the pace alone is announced at most this often. */
const paceEveryMs = 1000;
/** The most records of one transaction: about 5 ms of a laptop's time. */
const mostPerTransaction = 100;
/** How long a confirmation waits for other records, because a transaction costs more than a check. */
const confirmationsWaitMs = 5000;
/** How long to wait after a failed write. */
const retryMs = 1000;
/** While the disk refuses: from this many waiting records on, those that later ones replace are dropped. */
const condensedFrom = 1000;
/** How many replaced records are kept for their updates while the disk refuses. */
const mostReplacedUpdates = 50_000;

/** What the window shows beside the orders, as far as the watcher knows it. */
export interface WatchFacts {
  readonly serviceHealth: ServiceHealth;
  readonly requestsLastMinute: number;
  readonly lastAnswerAtMs: number | null;
}

/**
 * Writes changes in order and in bounded transactions, and then announces them, some at a time. A listener that
 * throws stops nothing.
 *
 * While the disk refuses (full, read-only, locked by a backup) records are kept in memory and announced all the
 * same. Notifications wait for the disk, because only a stored notification is shown exactly once.
 */
export class ChangePublisher {
  /**
   * Why the list could not be read; null while all is well. Meanwhile records wait: an order that was added would
   * take the place of a stored one, with its label, its note and all that is known of it.
   */
  readFault: string | null = null;
  readonly #clock: Clock;
  readonly #store: WatchStore;
  readonly #events: WatchEvents;
  readonly #guard: (run: () => void) => void;
  #waiting: WatchRecord[] = [];
  /** How many records at the front of `#waiting` were announced already. */
  #announcedCount = 0;
  /** How many of the waiting records are acts, which are in no other place. */
  #waitingActs = 0;
  readonly #removals = new Set<OrderId>();
  #writeFault: string | null = null;
  #announcedFault: string | null = null;
  #retryAtMs = 0;
  /** Until when the waiting records may wait for more: set only while all of them are confirmations. */
  #mayWaitUntilMs = Number.NEGATIVE_INFINITY;
  #condenseAtCount = condensedFrom;
  /** Whether notifications were stored that are not announced yet. */
  #hasNewNotifications = false;
  readonly #changed = new Set<OrderId>();
  #isStateChanged = false;
  /** Whether anything other than a confirmation waits. */
  #hasNews = false;
  #serviceHealth: ServiceHealth = { state: 'reachable' };
  #pace = '';
  #actCount = 0;
  #nextTurnMs = 0;
  #stateAnnouncedAtMs = Number.NEGATIVE_INFINITY;

  /** @param guard runs a listener and reports what it throws */
  constructor(
    clock: Clock,
    store: WatchStore,
    events: WatchEvents,
    guard: (run: () => void) => void,
  ) {
    this.#clock = clock;
    this.#store = store;
    this.#events = events;
    this.#guard = guard;
  }

  /** Why the list could not be read, or else why the last write failed; null while all is well. */
  get storageFault(): string | null {
    return this.readFault ?? this.#writeFault;
  }

  /** Whether nothing waits to be written. */
  get isWritten(): boolean {
    return this.#waiting.length === 0 && this.#removals.size === 0;
  }

  /** When there is something to publish, on the monotonic clock; null when there is not. */
  get nextPublishMs(): number | null {
    const turnMs = Math.max(this.#clock.monotonicMs(), this.#nextTurnMs);
    if (this.#changed.size > 0 || this.#isStateChanged) return turnMs;
    const hasUnannounced = this.#waiting.length > this.#announcedCount;
    if (hasUnannounced) return Math.max(turnMs, this.#mayWaitUntilMs);
    if (this.isWritten) return null;
    return this.#writeFault === null ? turnMs : Math.max(turnMs, this.#retryAtMs);
  }

  /** Whether anything waits that is more than a confirmation. */
  get isUrgent(): boolean {
    return this.#isStateChanged || this.#hasNews;
  }

  /** How many acts were recorded. */
  get actCount(): number {
    return this.#actCount;
  }

  /** Records what was done to an order: it is announced once it is on the disk, or the disk refused it. */
  record(act: WatchRecord): void {
    this.#add(act);
    this.#waitingActs += 1;
    this.#actCount += 1;
  }

  /** Records what an answer of the service, or the log of a hub, says of an order. */
  recordAnswer(answer: WatchRecord): void {
    this.#add({ ...answer, canBeAskedAgain: true });
    this.touch(answer.watched.id);
  }

  /** Stores a confirmation, with the next records or after five seconds, without announcing it. */
  recordConfirmation(record: WatchRecord): void {
    if (this.#waiting.length === 0)
      this.#mayWaitUntilMs = this.#clock.monotonicMs() + confirmationsWaitMs;
    this.#waiting.push({ ...record, canBeAskedAgain: true });
  }

  /** Writes all acts that wait, a transaction in each turn. Resolves when they are written, or the disk refuses. */
  async actsKept(): Promise<void> {
    const hasMore = (): boolean => this.#waitingActs > 0 && this.#writeFault === null;
    while (hasMore()) {
      this.#announceUpdates(this.#write(this.#clock.monotonicMs()));
      if (hasMore()) await this.#clock.nextTurn();
    }
  }

  touch(id: OrderId): void {
    this.#changed.add(id);
  }

  touchAll(ids: Iterable<OrderId>): void {
    for (const id of ids) this.#changed.add(id);
  }

  touchState(): void {
    this.#isStateChanged = true;
  }

  /** Removes these orders from the store as soon as it can. */
  removed(ids: readonly OrderId[]): void {
    for (const id of ids) {
      this.#changed.delete(id);
      this.#removals.add(id);
    }
    this.drop(ids);
    this.#attempt(this.#clock.monotonicMs(), () => this.#removeWaiting());
    this.#guard(() => this.#events.ordersRemoved(ids));
    this.#isStateChanged = true;
  }

  /** These orders left the memory and stay in the store. */
  evicted(ids: readonly OrderId[]): void {
    for (const id of ids) this.#changed.delete(id);
    this.#guard(() => this.#events.ordersEvicted?.(ids));
  }

  /** These orders are back in the memory. */
  loaded(ids: readonly OrderId[]): void {
    this.#guard(() => this.#events.ordersLoaded?.(ids));
    this.touchAll(ids);
  }

  /** Drops what waits to be written about these orders. */
  drop(ids: readonly OrderId[]): void {
    const gone = new Set(ids);
    const stays = ({ watched }: WatchRecord): boolean => !gone.has(watched.id);
    this.#announcedCount = this.#waiting.slice(0, this.#announcedCount).filter(stays).length;
    this.#waiting = this.#waiting.filter(stays);
    this.#waitingActs = this.#waiting.filter(isAct).length;
    this.#mayWaitUntilMs = Number.NEGATIVE_INFINITY;
  }

  /** Writes all that waits, one transaction after the other, however long that takes. */
  writeAll(): void {
    const nowMs = this.#clock.monotonicMs();
    this.#retryAtMs = nowMs;
    this.#mayWaitUntilMs = Number.NEGATIVE_INFINITY;
    const fresh: WatchRecord[] = [];
    while (!this.isWritten) {
      fresh.push(...this.#write(nowMs));
      if (this.#writeFault !== null) break;
    }
    this.#announceUpdates(fresh);
  }

  /** Publishes if its turn has come. */
  publishInTurn(facts: WatchFacts, isAttended: boolean): void {
    if (this.#clock.monotonicMs() >= this.#nextTurnMs) this.publish(facts, isAttended);
  }

  /** @param isAttended whether a window shows orders, or a person has just done something */
  publish(facts: WatchFacts, isAttended: boolean): void {
    const events = this.#events;
    const nowMs = this.#clock.monotonicMs();
    const everyMs = isAttended ? publishEveryMs : unseenPublishEveryMs;
    this.#nextTurnMs = (Math.floor(nowMs / everyMs) + 1) * everyMs;
    const fresh = this.#write(nowMs);
    const hasMore = this.#waiting.length > 0 && this.#isWriteDue(nowMs);
    if (this.#changed.size > 0) {
      const ids = this.#drainChanged();
      this.#guard(() => events.ordersChanged(ids));
    }
    if (hasMore) this.#nextTurnMs = nowMs + writeOnAfterMs;
    else if (this.#changed.size > 0) this.#nextTurnMs = nowMs + restAfterMs;
    const isWritingUrgent = !this.isWritten && this.#mayWaitUntilMs === Number.NEGATIVE_INFINITY;
    this.#hasNews = this.#changed.size > 0 || isWritingUrgent;
    this.#announceUpdates(fresh);
    if (!sameValue(facts.serviceHealth, this.#serviceHealth)) {
      this.#serviceHealth = facts.serviceHealth;
      this.#isStateChanged = true;
      this.#guard(() => events.serviceHealthChanged(facts.serviceHealth));
    }
    this.#publishState(facts, nowMs);
  }

  #add(record: WatchRecord): void {
    this.#mayWaitUntilMs = Number.NEGATIVE_INFINITY;
    this.#waiting.push(record);
    this.#hasNews = true;
  }

  #isWriteDue(nowMs: number): boolean {
    return nowMs >= (this.#writeFault === null ? this.#mayWaitUntilMs : this.#retryAtMs);
  }

  /**
   * Writes up to 100 waiting records in one transaction.
   *
   * @returns the records that are to be announced now: just stored, or kept in memory while the disk refuses
   */
  #write(nowMs: number): readonly WatchRecord[] {
    const batch = this.#waiting.slice(0, mostPerTransaction);
    const isWritten =
      this.#isWriteDue(nowMs) &&
      this.#attempt(nowMs, () => {
        this.#removeWaiting();
        if (batch.length > 0) this.#save(batch);
      });
    let fresh: readonly WatchRecord[] = [];
    if (isWritten) {
      this.#mayWaitUntilMs = Number.NEGATIVE_INFINITY;
      this.#waiting.splice(0, batch.length);
      this.#waitingActs -= batch.filter(isAct).length;
      fresh = batch.slice(this.#announcedCount);
      this.#announcedCount = Math.max(this.#announcedCount - batch.length, 0);
      this.#hasNewNotifications ||= batch.some(({ notifications }) => notifications.length > 0);
    } else if (this.#writeFault !== null) {
      fresh = this.#waiting.slice(this.#announcedCount);
      this.#announcedCount = this.#waiting.length;
      if (this.#waiting.length >= this.#condenseAtCount) this.#condense();
    }
    for (const record of fresh) if (isAct(record)) this.touch(record.watched.id);
    return fresh;
  }

  #save(batch: readonly WatchRecord[]): void {
    if (this.readFault !== null) throw new Error(this.readFault);
    this.#store.save(batch);
  }

  #removeWaiting(): void {
    if (this.#removals.size === 0) return;
    this.#store.remove([...this.#removals]);
    this.#removals.clear();
  }

  #attempt(nowMs: number, run: () => void): boolean {
    try {
      run();
      this.#writeFault = null;
      return true;
    } catch (error) {
      this.#writeFault =
        error instanceof Error ? error.message : 'The watch list cannot be written';
      this.#retryAtMs = nowMs + retryMs;
      return false;
    }
  }

  /** Keeps the last state of each order and the updates before it, so that memory stays bounded. */
  #condense(): void {
    const seen = new Set<OrderId>();
    const kept: WatchRecord[] = [];
    let updateCount = 0;
    // The last state of an order holds what was done to it before.
    const actedOn = new Set(this.#waiting.filter(isAct).map(({ watched }) => watched.id));
    for (const record of this.#waiting.toReversed()) {
      const { canBeAskedAgain: _, ...asAct } = record;
      const { update, watched, notifications } = record;
      if (!seen.has(watched.id)) kept.push(actedOn.has(watched.id) ? asAct : record);
      else if (update !== undefined && updateCount < mostReplacedUpdates) {
        updateCount += 1;
        kept.push({ watched, update, notifications, canBeAskedAgain: true });
      }
      seen.add(watched.id);
    }
    this.#waiting = kept.toReversed();
    this.#waitingActs = kept.filter(isAct).length;
    this.#announcedCount = kept.length;
    this.#condenseAtCount = Math.max(condensedFrom, kept.length * 2);
  }

  #announceUpdates(fresh: readonly WatchRecord[]): void {
    const hasNewNotifications = this.#hasNewNotifications;
    this.#hasNewNotifications = false;
    for (const { update, watched } of fresh) {
      if (update !== undefined) this.#guard(() => this.#events.orderUpdated(update, watched));
    }
    if (hasNewNotifications) this.#guard(() => this.#events.notificationsStored());
    if (this.#announcedFault === this.#writeFault) return;
    this.#announcedFault = this.#writeFault;
    this.#isStateChanged = true;
  }

  #drainChanged(): readonly OrderId[] {
    const ids: OrderId[] = [];
    for (const id of this.#changed) {
      if (ids.length === mostAnnouncedAtOnce) break;
      this.#changed.delete(id);
      ids.push(id);
    }
    return ids;
  }

  #publishState(facts: WatchFacts, nowMs: number): void {
    const pace = `${facts.requestsLastMinute} ${facts.lastAnswerAtMs}`;
    const isPaceDue = pace !== this.#pace && nowMs - this.#stateAnnouncedAtMs >= paceEveryMs;
    if (!this.#isStateChanged && !isPaceDue) return;
    this.#isStateChanged = false;
    this.#pace = pace;
    this.#stateAnnouncedAtMs = nowMs;
    this.#guard(() => this.#events.stateChanged());
  }
}

function isAct({ canBeAskedAgain }: WatchRecord): boolean {
  return canBeAskedAgain !== true;
}
