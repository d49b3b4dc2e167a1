import type { OrderId } from '../../../core/order/order-id.ts';
import { sameValue } from '../../../core/order/same-value.ts';
import type { ServiceHealth } from '../../../core/watch/service-health.ts';
import type { Clock } from '../../../core/clock.ts';
import type { WatchEvents, WatchRecord, WatchStore } from './ports.ts';
import { WriteQueue, type Written } from './write-queue.ts';

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

/** What the window shows beside the orders, as far as the watcher knows it. */
export interface WatchFacts {
  readonly serviceHealth: ServiceHealth;
  readonly requestsLastMinute: number;
  readonly lastAnswerAtMs: number | null;
}

/** What a {@link ChangePublisher} works with. */
export interface ChangePublisherParts {
  readonly clock: Clock;
  readonly store: WatchStore;
  readonly events: WatchEvents;
  /** Runs a listener and reports what it throws. */
  readonly guard: (run: () => void) => void;
}

/** Stores changes and then announces them, some at a time. A listener that throws stops nothing. */
export class ChangePublisher {
  readonly #parts: ChangePublisherParts;
  readonly #queue: WriteQueue;
  readonly #changed = new Set<OrderId>();
  #isStateChanged = false;
  /** Whether anything other than a confirmation waits. */
  #hasNews = false;
  #serviceHealth: ServiceHealth = { state: 'reachable' };
  #fault: string | null = null;
  #pace = '';
  #actCount = 0;
  #nextTurnMs = 0;
  #stateAnnouncedAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: ChangePublisherParts) {
    this.#parts = parts;
    this.#queue = new WriteQueue(parts.store);
  }

  /** Why the last write failed, or null. */
  get storageFault(): string | null {
    return this.#queue.fault;
  }

  /** Whether nothing waits to be written. */
  get isWritten(): boolean {
    return this.#queue.isEmpty;
  }

  /** When there is something to publish, on the monotonic clock; null when there is not. */
  get nextPublishMs(): number | null {
    const turnMs = Math.max(this.#parts.clock.monotonicMs(), this.#nextTurnMs);
    if (this.#changed.size > 0 || this.#isStateChanged) return turnMs;
    const writeMs = this.#queue.nextWriteMs(turnMs);
    return writeMs === null ? null : Math.max(writeMs, turnMs);
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
    this.#queue.add(act);
    this.#actCount += 1;
    this.#hasNews = true;
  }

  /** Records what an answer of the service, or the log of a hub, says of an order. */
  recordAnswer(answer: WatchRecord): void {
    this.#queue.add({ ...answer, canBeAskedAgain: true });
    this.#hasNews = true;
    this.touch(answer.watched.id);
  }

  /** Stores a confirmation without announcing it. */
  recordConfirmation(record: WatchRecord): void {
    const confirmation = { ...record, canBeAskedAgain: true } as const;
    this.#queue.addConfirmation(confirmation, this.#parts.clock.monotonicMs());
  }

  /** Writes all acts that wait, a transaction in each turn. Resolves when they are written, or the disk refuses. */
  async actsKept(): Promise<void> {
    const { clock } = this.#parts;
    while (this.#queue.hasActs && this.#queue.fault === null) {
      const written = this.#queue.write(clock.monotonicMs());
      this.#touchActs(written);
      this.#tell(written);
      if (this.#queue.hasActs && this.#queue.fault === null) await clock.nextTurn();
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

  /** Announces nothing of these orders that waits to be. */
  forget(ids: readonly OrderId[]): void {
    for (const id of ids) this.#changed.delete(id);
  }

  removed(ids: readonly OrderId[]): void {
    this.forget(ids);
    this.#queue.remove(ids, this.#parts.clock.monotonicMs());
    this.#parts.guard(() => this.#parts.events.ordersRemoved(ids));
    this.#isStateChanged = true;
  }

  /** Drops what waits to be written about these orders. */
  drop(ids: readonly OrderId[]): void {
    this.#queue.drop(ids);
  }

  /** Writes all that waits, however long that takes. */
  writeAll(): void {
    const written = this.#queue.writeAll(this.#parts.clock.monotonicMs());
    this.#touchActs(written);
    this.#tell(written);
  }

  /** Publishes if its turn has come. */
  publishInTurn(facts: WatchFacts, isAttended: boolean): void {
    if (this.#parts.clock.monotonicMs() >= this.#nextTurnMs) this.publish(facts, isAttended);
  }

  /** @param isAttended whether a window shows orders, or a person has just done something */
  publish(facts: WatchFacts, isAttended: boolean): void {
    const { clock, events, guard } = this.#parts;
    const nowMs = clock.monotonicMs();
    const everyMs = isAttended ? publishEveryMs : unseenPublishEveryMs;
    this.#nextTurnMs = (Math.floor(nowMs / everyMs) + 1) * everyMs;
    const written = this.#queue.write(nowMs);
    this.#touchActs(written);
    if (this.#changed.size > 0) {
      const ids = this.#drainChanged();
      guard(() => events.ordersChanged(ids));
    }
    if (written.hasMore) this.#nextTurnMs = nowMs + writeOnAfterMs;
    else if (this.#changed.size > 0) this.#nextTurnMs = nowMs + restAfterMs;
    this.#hasNews = this.#changed.size > 0 || this.#queue.isUrgent;
    this.#tell(written);
    if (!sameValue(facts.serviceHealth, this.#serviceHealth)) {
      this.#serviceHealth = facts.serviceHealth;
      this.#isStateChanged = true;
      guard(() => events.serviceHealthChanged(facts.serviceHealth));
    }
    this.#publishState(facts, nowMs);
  }

  #touchActs({ fresh }: Written): void {
    for (const { canBeAskedAgain, watched } of fresh) {
      if (canBeAskedAgain !== true) this.touch(watched.id);
    }
  }

  #tell({ fresh, hasNewNotifications }: Written): void {
    const { events, guard } = this.#parts;
    for (const { update, watched } of fresh) {
      if (update !== undefined) guard(() => events.orderUpdated(update, watched));
    }
    if (hasNewNotifications) guard(() => events.notificationsStored());
    if (this.#fault === this.#queue.fault) return;
    this.#fault = this.#queue.fault;
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
    this.#parts.guard(() => this.#parts.events.stateChanged());
  }
}
