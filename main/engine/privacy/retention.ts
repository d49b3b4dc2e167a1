import { type ArchiveChoice, isArchived, overSinceMs } from '../../../core/watch/archive.ts';
import { attention } from '../../../core/watch/attention.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { isFinished } from '../../../core/order/order-status.ts';
import type { Courier, CourierFingerprint, Order } from '../../../core/order/order.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import {
  coarseDegrees,
  coarseOrder,
  coarseWatched,
  orderWithoutPeople,
  watchedWithoutPeople,
  withPeopleAgain,
} from '../../../core/privacy/privacy.ts';
import { coarseRawJson } from '../../../core/privacy/raw-json.ts';
import type { Clock } from '../../../core/clock.ts';
import type { CopyFiles, LogFiles, RetentionStore, RetentionWatch } from './ports.ts';

const dayMs = 86_400_000;

/** After these days of a working database its copies are not needed any more. */
const copyDays = 7;

/** An order that the service does not show for a moment is not over. */
const hiddenDaysAtLeast = 1;

/** At most this many orders are worked on in one go, which takes some 15 ms. */
const ordersAtOnce = 10;
/** The pause before the next batch. */
const pauseMs = 200;

/** What a {@link Retention} needs. */
export interface RetentionParts {
  readonly store: RetentionStore;
  readonly files: Pick<CopyFiles, 'removeCopies'> & LogFiles;
  /** Whether the database is on the disk. While it is not, a copy may be all that there is. */
  readonly isKept: boolean;
  readonly clock: Clock;
  /** Whether the clock may say what is too old; nothing is erased for its age while it may not. */
  readonly isClockBelieved: () => boolean;
  /** How long names, numbers and positions are kept after an order is over; 0 erases at once. */
  readonly keptForDays: () => number;
  /** How long an order stays in the archive after its end. */
  readonly archiveDays: () => number;
  readonly archiveChoice: (id: OrderId) => ArchiveChoice | null;
  readonly fingerprintOf: (courier: Courier) => CourierFingerprint;
  readonly reportDefect: (error: unknown) => void;
}

/** The part of an answer that may be kept. */
export interface ReducedAnswer {
  readonly order: Order;
  readonly rawJson: string;
}

/**
 * Erases the people in orders that are over: positions are coarse from the end on, and after the
 * days that the dispatcher chose, people, places, free texts and the raw answer are erased. An order that
 * the service has refused to show for as long counts as over, because its end will not be seen. One that
 * is under way again after all begins anew. After some more days, also the dispatcher's choice, an order
 * leaves the archive and is erased as a whole.
 */
export class Retention {
  readonly #parts: RetentionParts;
  #watch: RetentionWatch | null = null;
  #erased: Set<OrderId> | null = null;
  #cancelSweep: (() => void) | null = null;
  readonly #over = new Set<OrderId>();
  #cancelOver: (() => void) | null = null;
  #isStopped = false;
  /** Since when a large file waits to be written anew; null while none does. */
  #largeSinceMs: number | null = null;

  constructor(parts: RetentionParts) {
    this.#parts = parts;
  }

  /** Sets the watch list; without one nothing is done. */
  attach(watch: RetentionWatch): void {
    this.#watch = watch;
  }

  /**
   * Removes old copies of the database, erases orders whose time in the archive is over, makes positions
   * coarse and erases people where it is due, a few orders at a time.
   */
  sweep(): void {
    const watch = this.#watch;
    if (watch === null || this.#isStopped || !this.#parts.isClockBelieved()) return;
    this.#cancelSweep?.();
    this.#cancelSweep = null;
    this.#removeCopies();
    const { store, clock, keptForDays, reportDefect } = this.#parts;
    // While the disk refuses, what is stored is older than what is in memory.
    if (watch.storageFault !== null) return;
    const isKnown = (id: OrderId): boolean => watch.find(id) !== undefined;
    try {
      this.#redate(store.datedAfter(clock.wallMs()).filter(isKnown));
      const expired = this.#expired();
      this.#eraseOrders(expired.slice(0, ordersAtOnce));
      const exact = store.exact().filter(isKnown);
      this.#coarsen(exact.slice(0, ordersAtOnce));
      const nowMs = clock.wallMs();
      const days = keptForDays();
      const hiddenUntilMs = nowMs - Math.max(days, hiddenDaysAtLeast) * dayMs;
      const peopled = store.peopled(nowMs - days * dayMs, hiddenUntilMs).filter(isKnown);
      this.#erase(peopled.slice(0, ordersAtOnce));
      if (Math.max(expired.length, exact.length, peopled.length) > ordersAtOnce) {
        this.#cancelSweep = clock.schedule(() => this.sweep(), pauseMs);
      } else this.#compact();
    } catch (error) {
      reportDefect(error);
    }
  }

  /** What cannot be removed now is tried again by the next sweep. */
  #removeCopies(): void {
    const { clock, files, isKept, keptForDays, reportDefect } = this.#parts;
    const days = isKept ? Math.min(copyDays, keptForDays()) : keptForDays();
    try {
      files.removeCopies(clock.wallMs(), days * dayMs);
    } catch (error) {
      reportDefect(error);
    }
  }

  /** What was erased from a large file is left in its free pages for a day at most, or until the end. */
  #compact(): void {
    const { clock, store } = this.#parts;
    const nowMs = clock.monotonicMs();
    this.#largeSinceMs ??= store.isLarge ? nowMs : null;
    if (this.#largeSinceMs !== null && nowMs - this.#largeSinceMs < dayMs) return;
    this.#largeSinceMs = null;
    store.compact();
  }

  stop(): void {
    if (!this.#isStopped && this.#largeSinceMs !== null) this.#attemptCompacting();
    this.#isStopped = true;
    this.#cancelSweep?.();
    this.#cancelSweep = null;
    this.#cancelOver?.();
    this.#cancelOver = null;
  }

  #attemptCompacting(): void {
    try {
      this.#parts.store.compact();
    } catch (error) {
      this.#parts.reportDefect(error);
    }
  }

  /** An order's update was announced. The work follows once all listeners were called. */
  updated({ id, order }: WatchedOrder): void {
    const phase = order?.status.phase;
    if (phase === undefined || !isFinished(phase) || this.#isStopped) return;
    this.#over.add(id);
    this.#cancelOver ??= this.#parts.clock.schedule(() => this.#workOnOver(), 0);
  }

  #workOnOver(): void {
    const { keptForDays, reportDefect } = this.#parts;
    const watch = this.#watch;
    this.#cancelOver = null;
    if (watch === null) return;
    const ids = [...this.#over].filter((id) => watch.get(id) !== undefined);
    this.#over.clear();
    // The next sweep finds these orders.
    if (watch.storageFault !== null) return;
    try {
      this.#coarsen(ids);
      // An update of an order that was erased may bring a reason of the service.
      this.#erase(keptForDays() === 0 ? ids : ids.filter((id) => this.#erasedIds().has(id)));
    } catch (error) {
      reportDefect(error);
    }
  }

  /** These orders are no longer watched. Watched again, they count as new, with their people. */
  ordersRemoved(ids: readonly OrderId[]): void {
    for (const id of ids) this.#erased?.delete(id);
  }

  /** These orders were evicted and are back on the list. */
  ordersLoaded(ids: readonly OrderId[]): void {
    const { store } = this.#parts;
    for (const id of ids) if (store.isErased(id)) this.#erasedIds().add(id);
  }

  /** The part of an answer that may be kept: all while the order is under way, less once it is over. */
  reduced(id: OrderId, order: Order, rawJson: string): ReducedAnswer {
    const { store, fingerprintOf } = this.#parts;
    const isErased = this.#erasedIds().has(id);
    if (!isFinished(order.status.phase)) {
      if (!isErased) return { order, rawJson };
      store.reopen(id);
      this.#erasedIds().delete(id);
      const { courier } = order;
      const identified =
        courier === null ? null : { ...courier, fingerprint: fingerprintOf(courier) };
      const after = { ...order, courier: identified };
      // What was erased is no change when it comes back.
      this.#watch?.rewrite([id], (watched) => ({
        ...watched,
        order: watched.order && withPeopleAgain(watched.order, after),
      }));
      return { order: after, rawJson };
    }
    if (isErased) return { order: orderWithoutPeople(order, fingerprintOf), rawJson: '' };
    const known = this.#watch?.get(id)?.order?.courier?.fix ?? null;
    return { order: unmovedOrCoarse(order, known), rawJson: coarseRawJson(rawJson) };
  }

  /** The orders whose time in the archive is over. */
  #expired(): readonly OrderId[] {
    const { archiveChoice, archiveDays, clock, store } = this.#parts;
    const nowMs = clock.wallMs();
    const untilMs = nowMs - archiveDays() * dayMs;
    const settled = store.settled(untilMs).filter((id) => {
      const watched = this.#watch?.get(id);
      return (
        watched !== undefined &&
        overSinceMs(watched) <= untilMs &&
        isArchived(watched, attention(watched, nowMs), archiveChoice(id), nowMs)
      );
    });
    return [...settled, ...store.expired(untilMs).filter((id) => this.#watch?.find(id))];
  }

  /** The rows go last: as long as they are there, the next sweep does again what a crash cut off. */
  #eraseOrders(ids: readonly OrderId[]): void {
    if (ids.length === 0) return;
    const { files, store } = this.#parts;
    files.eraseFromLog(ids);
    store.eraseMentions(ids);
    this.#watch?.remove(ids);
  }

  /** What lies ahead of the clock counts from now: otherwise its people would stay until that time has come. */
  #redate(ids: readonly OrderId[]): void {
    if (ids.length === 0) return;
    const nowMs = this.#parts.clock.wallMs();
    const past = (atMs: number | null): number | null => atMs && Math.min(atMs, nowMs);
    this.#rewrite(ids, (watched) => ({
      ...watched,
      statusSinceMs: past(watched.statusSinceMs),
      observedAtMs: past(watched.observedAtMs),
    }));
  }

  #coarsen(ids: readonly OrderId[]): void {
    if (ids.length === 0) return;
    const { store, clock } = this.#parts;
    if (this.#rewrite(ids, coarseWatched)) store.coarsen(ids, clock.wallMs());
  }

  #erase(ids: readonly OrderId[]): void {
    if (ids.length === 0) return;
    const { store, clock, fingerprintOf } = this.#parts;
    // From here on no answer brings them back, even if the disk refuses and the next sweep has to go on. No
    // answer comes for an evicted one.
    for (const id of ids) if (this.#watch?.get(id) !== undefined) this.#erasedIds().add(id);
    if (this.#rewrite(ids, (watched) => watchedWithoutPeople(watched, fingerprintOf)))
      store.erasePeople(ids, clock.wallMs());
  }

  /**
   * The state goes first: a step that is noted as done is never looked at again, so a crash in between must
   * not leave a state with people behind one.
   *
   * @returns whether the disk accepted it
   */
  #rewrite(ids: readonly OrderId[], next: (watched: WatchedOrder) => WatchedOrder): boolean {
    this.#watch?.rewrite(ids, next);
    return this.#watch?.storageFault === null;
  }

  #erasedIds(): Set<OrderId> {
    this.#erased ??= new Set(this.#parts.store.erased());
    return this.#erased;
  }
}

/** Rounding is not a move: a position that equals the known one after rounding becomes the known one. */
function unmovedOrCoarse(order: Order, known: NonNullable<Order['courier']>['fix']): Order {
  const after = coarseOrder(order);
  const fix = after.courier?.fix ?? null;
  if (after.courier === null || fix === null || known === null) return after;
  const isSamePlace =
    coarseDegrees(known.latitudeDeg) === fix.latitudeDeg &&
    coarseDegrees(known.longitudeDeg) === fix.longitudeDeg;
  return isSamePlace ? { ...after, courier: { ...after.courier, fix: known } } : after;
}
