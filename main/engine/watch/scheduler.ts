import type { OrderId } from '../../../core/order/order-id.ts';
import type { CheckPace } from './check-pace.ts';
import type { Clock } from '../../../core/clock.ts';
import { DueHeap, type HeapItem } from './due-heap.ts';
import type { WatchEntries, WatchEntry } from './watch-list.ts';

/** Up to this many orders asked for together go before all others; more are only planned sooner. */
const mostUrgent = 64;
/** How many late orders are checked at once; the others follow one after the other. */
const caughtUpTogether = 20;
/** The longest slot. Late orders are planned this much earlier, to go before what falls due in the slot. */
const longestSlotMs = 1000;
/** The distance between orders that are planned for the same time, which keeps them in sequence. */
const apartMs = 1 / 1024;
/** The part of all late orders that goes first because a dispatcher looks at them. */
const mostLookedAt = 0.1;
/**
 * The time over which the starts of many computers are spread: this much for each stored order, but within
 * these bounds. So each sends 2.5 requests a second in it on average, up to fifty orders; one with a short
 * list waits 5 s at most.
 */
const startSpread = { forEachMs: 400, leastMs: 5000, mostMs: 20_000 };
/** A newer answer than this means a restart. It is longer than a confirmation may be unstored. */
const restartedWithinMs = 10 * 60_000;

/** An order may be checked later than planned by this part of its interval to reach its place. */
const mostLate = 0.1;
/** It may be later by this part at least: smaller steps towards its place would take too many checks. */
const leastLate = 0.02;

/** What the scheduler keeps of an order. All times are on its own clock, see {@link Scheduler}. */
interface ScheduledOrder extends HeapItem {
  readonly id: OrderId;
  /** Its place in its interval, from 0 up to 1. */
  readonly phase: number;
  /** The pause between two checks as it should be; 0 when the order needs no more checks. */
  everyMs: number;
  /** 2 for the order that is open, 1 for one in view or pinned, 0 for all others. */
  front: 0 | 1 | 2;
  /** The number of the request by a person to check it at once, or null. */
  urgentNo: number | null;
  dueMs: number;
}

/** A check that may be sent now. */
export interface DueCheck {
  readonly id: OrderId;
  /** A person asked for it. */
  readonly isUrgent: boolean;
}

/** What a {@link Scheduler} works with. */
export interface SchedulerParts {
  readonly clock: Clock;
  readonly entries: WatchEntries;
  readonly pace: CheckPace;
  /** A whole number from 0 to 2^32 - 1, drawn once per installation. */
  readonly installSeed: number;
  /** Orders that need attention go first after a sleep or an outage. Default: none. */
  readonly needsAttention?: (id: OrderId) => boolean;
}

/**
 * Decides when each order is checked next. It sends nothing and owns no timer.
 *
 * Each order has a place in its interval that depends on its uuid and on the installation, as the scrape
 * offset of a target in Prometheus: checks spread evenly, and a restart changes nothing. Orders that are
 * due wait in a second heap for their turn: first those that a person asked for, then the one that is open,
 * then those in view or pinned, then the others by their due time plus half their interval, so that frequent checks do not wait
 * for rare ones.
 *
 * Its own clock begins as the wall clock, runs slower while the cap is too low for the list, and stands
 * still while nothing may be sent. So intervals always have the same length on it: after an outage, a pause
 * or a sleep the checks go on as evenly as before, without a burst, and no order has waited longer than the
 * interruption and its interval. The order whose details are open is the exception: its interval on
 * this clock shrinks by the factor by which the clock slows down, so it stays in time while others wait longer.
 */
export class Scheduler {
  readonly #parts: SchedulerParts;
  readonly #orders = new Map<OrderId, ScheduledOrder>();
  readonly #planned = new DueHeap<ScheduledOrder>((one, other) => one.dueMs < other.dueMs);
  readonly #ready = new DueHeap<ScheduledOrder>(goesBefore);
  #inView: ReadonlySet<OrderId> = new Set();
  #openId: OrderId | null = null;
  #urgentCount = 0;
  #demandPerMs = 0;
  /** Up to when the room for hastened checks is taken. */
  #hastenedMs = Number.NEGATIVE_INFINITY;
  /** The time on the scheduler's clock when the monotonic one showed `#sinceMs`. */
  #ownMs: number;
  #sinceMs: number;
  #isStopped = false;
  #stretch = 1;
  /** Before this time, on the monotonic clock, only what a person asked for or looks at is checked. */
  #startsAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
    this.#ownMs = parts.clock.wallMs();
    this.#sinceMs = parts.clock.monotonicMs();
  }

  /** How many orders have a next check. */
  get plannedCount(): number {
    return this.#planned.size + this.#ready.size;
  }

  /** The requests per second that all orders together ask for. */
  get demandPerSecond(): number {
    // Sums and differences leave a rest that may be a little below 0.
    return Math.max(this.#demandPerMs, 0) * 1000;
  }

  /** The factor by which all intervals are longer than they should be; 1 as long as the cap suffices. */
  get stretch(): number {
    return this.#stretch;
  }

  setStretch(stretch: number): void {
    if (stretch === this.#stretch) return;
    this.#setClock();
    this.#stretch = stretch;
  }

  /** Whether checks may be sent at present. */
  setRunning(isRunning: boolean): void {
    if (isRunning === !this.#isStopped) return;
    this.#setClock();
    this.#isStopped = !isRunning;
  }

  /**
   * Has the first checks wait, by a time that depends on the installation: many computers that start at
   * nine o'clock would otherwise all ask for a token and their first orders in the same second. What a person
   * asks for and the order that is open do not wait, and once a person asks for more than 64 orders none
   * does. After a restart nothing waits either. It is called anew when more of the list was read.
   */
  waitForStart(): void {
    const { clock, entries, installSeed } = this.#parts;
    let lastMs = Number.NEGATIVE_INFINITY;
    for (const entry of entries.values()) lastMs = Math.max(lastMs, answeredAtMs(entry));
    const isRestart = clock.wallMs() - lastMs < restartedWithinMs;
    const { forEachMs, leastMs, mostMs } = startSpread;
    const withinMs = Math.min(Math.max(this.plannedCount * forEachMs, leastMs), mostMs);
    const waitMs = isRestart ? 0 : placeOf('start', installSeed) * withinMs;
    this.#startsAtMs = clock.monotonicMs() + waitMs;
  }

  /** Takes a time in which nothing could be sent, and which is noticed only now, off the clock. */
  stoodStill(forMs: number): void {
    if (!this.#isStopped) this.#ownMs -= forMs / this.#stretch;
  }

  get hasInView(): boolean {
    return this.#inView.size > 0;
  }

  get hasUrgent(): boolean {
    return this.#ready.first !== undefined && this.#ready.first.urgentNo !== null;
  }

  /** When the first order is due, on the monotonic clock: now when one is ready; null without any. */
  get firstDueMs(): number | null {
    const first = this.#ready.first ?? this.#planned.first;
    if (first === undefined) return null;
    const dueMs = this.#startedDueMs(first);
    const open = this.#openId === null ? undefined : this.#orders.get(this.#openId);
    const isOpenFirst = this.#waits(first) && open !== undefined && open.heap !== null;
    return isOpenFirst ? Math.min(dueMs, this.#startedDueMs(open)) : dueMs;
  }

  /** When this order is due, on the wall clock; null when it has no next check. */
  dueAtMs(id: OrderId): number | null {
    const order = this.#orders.get(id);
    if (order === undefined || order.heap === null) return null;
    return this.#parts.clock.wallMs() + this.#untilDueMs(order);
  }

  /** When the first order is due, on the wall clock. */
  get firstDueAtMs(): number | null {
    const { firstDueMs } = this;
    if (firstDueMs === null) return null;
    const aheadMs = Math.max(firstDueMs - this.#parts.clock.monotonicMs(), 0);
    return Math.round(this.#parts.clock.wallMs() + aheadMs);
  }

  /** The pause between two checks of this order as it really is; null when it needs no more checks. */
  everyMs(id: OrderId): number | null {
    const everyMs = this.#orders.get(id)?.everyMs ?? 0;
    return everyMs === 0 ? null : Math.round(everyMs * this.#stretch);
  }

  /** The next check that was due by this time of the monotonic clock. */
  next(byMs: number): DueCheck | null {
    this.#moveReady(this.#ownAt(byMs));
    const { first } = this.#ready;
    return first !== undefined && this.#waits(first) ? null : dueCheck(first);
  }

  /**
   * The check to try whether the service is back with; it need not be due.
   *
   * @param telling orders that show it better than others, except for one that a person asked for
   */
  any(telling: Iterable<OrderId> = []): DueCheck | null {
    const first = this.#ready.first ?? this.#planned.first;
    if (first === undefined || first.urgentNo !== null) return dueCheck(first);
    for (const id of telling) {
      const order = this.#orders.get(id);
      if (order !== undefined && order.heap !== null) return dueCheck(order);
    }
    return dueCheck(first);
  }

  /** Removes an order from the plan, because its check leaves now. */
  unplan(id: OrderId): void {
    const order = this.#orders.get(id);
    if (order !== undefined) this.#unplan(order);
  }

  forget(id: OrderId): void {
    const order = this.#orders.get(id);
    if (order === undefined) return;
    this.#unplan(order);
    this.#setEvery(order, 0);
    this.#orders.delete(id);
    if (this.#orders.size === 0) this.#demandPerMs = 0;
  }

  /** Plans orders that a person asked for: up to 64 before all others, more as soon as possible. */
  ask(ids: readonly OrderId[]): void {
    const isMany = ids.length > mostUrgent;
    if (isMany) this.#startsAtMs = Number.NEGATIVE_INFINITY;
    for (const [index, id] of ids.entries()) {
      const order = this.#orderOf(id);
      this.#unplan(order);
      if (isMany) {
        this.#planAt(order, this.#nowMs - (ids.length - index) * apartMs);
        continue;
      }
      this.#urgentCount += 1;
      order.urgentNo = this.#urgentCount;
      order.dueMs = this.#nowMs;
      this.#ready.push(order);
    }
  }

  /**
   * Plans orders sooner, one after the other. Up to twenty may be planned for the same time, and in the long
   * run no more than `perSecond`, however often this is called.
   *
   * @param perSecond how many more checks there is room for
   * @param statedEveryMs the shortest pause between two checks of one order
   */
  hasten(entries: readonly WatchEntry[], perSecond: number, statedEveryMs: number): void {
    const wallMs = this.#parts.clock.wallMs();
    const nowMs = this.#nowMs;
    const spacingMs = 1000 / (perSecond * this.#stretch);
    for (const { watched } of entries) {
      const order = this.#orderOf(watched.id);
      const hastenedMs =
        Math.max(this.#hastenedMs, nowMs - caughtUpTogether * spacingMs) + spacingMs;
      const restMs = statedEveryMs - (wallMs - (watched.observedAtMs ?? 0));
      const soonestMs = Math.max(hastenedMs, nowMs + Math.max(restMs, 0) / this.#stretch);
      if (order.heap !== null && order.dueMs <= soonestMs) continue;
      this.#hastenedMs = hastenedMs;
      this.#planAt(order, soonestMs);
    }
  }

  /** Plans a check again that ended without a result. */
  again({ id, isUrgent }: DueCheck): void {
    if (isUrgent) this.ask([id]);
    else this.planIn(id, 0);
  }

  planIn(id: OrderId, delayMs: number): void {
    this.#planAt(this.#orderOf(id), this.#ownAt(this.#parts.clock.monotonicMs() + delayMs));
  }

  /** Plans the check after one that ended now, at the pace that the order has now. */
  planNext(entry: WatchEntry, slotMs: number): void {
    const order = this.#paced(entry);
    if (order.everyMs === 0) this.#unplan(order);
    else this.#planAt(order, this.#nextMs(order, this.#nowMs, slotMs));
  }

  /** Plans the check after one that failed, unless the order needs no more checks. */
  planRetry(entry: WatchEntry, delayMs: number): void {
    if (this.#paced(entry).everyMs > 0) this.planIn(entry.watched.id, delayMs);
  }

  /**
   * Plans new orders: up to 64 before all others, more at their places or sooner. One that came with a
   * hand-over may need no check.
   */
  planNew(ids: readonly OrderId[], catchUpPerSecond: number): void {
    const entries = ids.flatMap((id) => this.#parts.entries.get(id) ?? []);
    const orders = entries.map((entry) => this.#paced(entry)).filter(({ everyMs }) => everyMs > 0);
    if (ids.length <= mostUrgent) {
      this.ask(orders.map(({ id }) => id));
      return;
    }
    this.#startsAtMs = Number.NEGATIVE_INFINITY;
    for (const order of orders) this.#planAt(order, placeMs(order, this.#nowMs));
    this.#askSooner(orders, catchUpPerSecond);
  }

  /** Plans orders that were read from the store. */
  planStored(entries: readonly WatchEntry[]): void {
    for (const { watched } of entries) this.#parts.pace.read(watched.observedAtMs);
    for (const entry of entries) {
      const order = this.#paced(entry);
      if (order.everyMs > 0) this.#planFromLast(order, entry);
    }
  }

  /** Plans the next check of these orders anew, because their pace changed. */
  replan(ids: Iterable<OrderId>): void {
    const nowMs = this.#nowMs;
    const orders: ScheduledOrder[] = [];
    for (const id of ids) {
      const entry = this.#parts.entries.get(id);
      if (entry !== undefined) orders.push(this.#paced(entry));
    }
    for (const order of orders) {
      if (order.heap !== this.#planned || order.dueMs <= nowMs || order.everyMs === 0) continue;
      const entry = this.#parts.entries.get(order.id);
      if (entry !== undefined) this.#planFromLast(order, entry);
    }
  }

  /**
   * Plans stale orders sooner after a time in which nothing was checked, as far as there is room for more
   * checks. Orders that a dispatcher looks at come first.
   *
   * @param perSecond how many more checks there is room for
   */
  catchUp(perSecond: number): void {
    const wallMs = this.#parts.clock.wallMs();
    const stale = [...this.#planned.items, ...this.#ready.items].filter((order) => {
      const observedAtMs = this.#parts.entries.get(order.id)?.watched.observedAtMs ?? 0;
      const staleMs = order.everyMs * this.#stretch - longestSlotMs;
      return order.urgentNo === null && wallMs - observedAtMs > staleMs;
    });
    this.#askSooner(stale, perSecond);
  }

  /** Sets which orders are on the screen now, in place of the ones before. */
  setInView(ids: readonly OrderId[]): void {
    const before = this.#inView;
    this.#inView = new Set(ids.filter((id) => this.#parts.entries.has(id)));
    this.regard([...before, ...this.#inView]);
  }

  /** Sets whose details are open, in place of the order before. */
  setOpen(id: OrderId | null): void {
    if (id === this.#openId) return;
    const ids = [this.#openId, id].filter((one) => one !== null);
    this.#openId = id;
    this.regard(ids);
    this.replan(ids);
  }

  /** Notes which of these orders are open, pinned or in view. */
  regard(ids: readonly OrderId[]): void {
    for (const id of ids) {
      const order = this.#orders.get(id);
      if (order === undefined) continue;
      const isReady = order.heap === this.#ready;
      this.#ready.delete(order);
      order.front = this.#frontOf(id);
      if (isReady) this.#ready.push(order);
    }
  }

  #askSooner(orders: readonly ScheduledOrder[], perSecond: number): void {
    const nowMs = this.#nowMs;
    const perMs = (perSecond * this.#stretch) / 1000;
    const lookedAt = this.#lookedAt(orders);
    const isLookedAt = new Set(lookedAt);
    const rest = orders.filter((order) => !isLookedAt.has(order));
    const inTurn = [...lookedAt, ...rest.toSorted((one, other) => one.dueMs - other.dueMs)];
    for (const [index, order] of inTurn.entries()) {
      const laterMs = (index - caughtUpTogether) / perMs;
      const soonestMs = nowMs + (laterMs < 0 ? index * apartMs - longestSlotMs : laterMs);
      if (soonestMs < order.dueMs) this.#planAt(order, soonestMs);
    }
  }

  /** The orders that a dispatcher looks or looked at: up to a tenth of all, or 64 where that is more. */
  #lookedAt(orders: readonly ScheduledOrder[]): readonly ScheduledOrder[] {
    const most = Math.max(mostUrgent, Math.floor(orders.length * mostLookedAt));
    return orders
      .map((order) => ({ order, rank: this.#rankOf(order.id) }))
      .filter(({ rank }) => rank > 0)
      .toSorted((one, other) => other.rank - one.rank)
      .slice(0, most)
      .map(({ order }) => order);
  }

  /** Ranks by in view, pinned, needing attention, and then by the last look at it; 0 when none applies. */
  #rankOf(id: OrderId): number {
    const watched = this.#parts.entries.get(id)?.watched;
    if (watched === undefined) return 0;
    const needsAttention = this.#parts.needsAttention?.(id) === true;
    const reasons =
      (this.#inView.has(id) ? 4 : 0) + (watched.isPinned ? 2 : 0) + (needsAttention ? 1 : 0);
    // More than any time in milliseconds, so that each reason outweighs those below it.
    return reasons * 2 ** 44 + (watched.lastLookedAtMs ?? 0);
  }

  /** Moves the orders that are due to the heap of those that wait for their turn. */
  #moveReady(byMs: number): void {
    for (;;) {
      const first = this.#planned.first;
      if (first === undefined || first.dueMs > byMs) return;
      this.#planned.delete(first);
      this.#ready.push(first);
    }
  }

  /** Plans an order from its last answer on, or at its next place when that is long ago. */
  #planFromLast(order: ScheduledOrder, { watched }: WatchEntry): void {
    const { clock } = this.#parts;
    const nowMs = this.#nowMs;
    const agoMs = Math.max(clock.wallMs() - (watched.observedAtMs ?? 0), 0);
    const dueMs = this.#nextMs(order, nowMs - agoMs / this.#stretch, 0);
    const lateMs = order.id === this.#openId ? nowMs : placeMs(order, nowMs);
    this.#planAt(order, dueMs < nowMs ? lateMs : dueMs);
  }

  #planAt(order: ScheduledOrder, dueMs: number): void {
    this.#unplan(order);
    order.dueMs = dueMs;
    this.#planned.push(order);
  }

  #unplan(order: ScheduledOrder): void {
    this.#planned.delete(order);
    this.#ready.delete(order);
    order.urgentNo = null;
  }

  /** The order with the pace that it has now. */
  #paced(entry: WatchEntry): ScheduledOrder {
    const order = this.#orderOf(entry.watched.id);
    const isOpen = order.id === this.#openId;
    const everyMs = this.#parts.pace.everyMs(entry, isOpen) ?? 0;
    this.#setEvery(order, isOpen ? this.#unstretched(order, everyMs) : everyMs);
    return order;
  }

  /**
   * The interval on this clock that lasts as long as it should in spite of the stretch, except that one
   * order never takes more than half of all requests.
   */
  #unstretched(order: ScheduledOrder, everyMs: number): number {
    const ownPerMs = order.everyMs > 0 ? 1 / order.everyMs : 0;
    const othersPerMs = Math.max(this.#demandPerMs - ownPerMs, 0);
    return Math.min(everyMs, Math.max(everyMs / this.#stretch, 1 / othersPerMs));
  }

  #setEvery(order: ScheduledOrder, everyMs: number): void {
    if (everyMs === order.everyMs) return;
    if (order.everyMs > 0) this.#demandPerMs -= 1 / order.everyMs;
    if (everyMs > 0) this.#demandPerMs += 1 / everyMs;
    order.everyMs = everyMs;
  }

  /**
   * When to check an order that was checked at `askedMs`: at the first of its places that is at least half
   * an interval away, if that is at most a tenth of an interval late. Otherwise it gets there by a check at
   * half the distance, or in several steps of up to a tenth while the cap is too low for more checks.
   */
  #nextMs(order: ScheduledOrder, askedMs: number, slotMs: number): number {
    const { everyMs } = order;
    // Its interval changes with the stretch, so it has no place of its own.
    if (order.id === this.#openId) return askedMs + everyMs;
    const atMs = placeMs(order, askedMs + everyMs / 2);
    const lateMs = Math.max(everyMs * mostLate - slotMs / this.#stretch, everyMs * leastLate);
    if (atMs - askedMs <= everyMs + lateMs) return atMs;
    return this.#stretch > 1 ? askedMs + everyMs + lateMs : askedMs + (atMs - askedMs) / 2;
  }

  #frontOf(id: OrderId): ScheduledOrder['front'] {
    if (id === this.#openId) return 2;
    const isPinned = this.#parts.entries.get(id)?.watched.isPinned === true;
    return isPinned || this.#inView.has(id) ? 1 : 0;
  }

  #untilDueMs(order: ScheduledOrder): number {
    const aheadMs = this.#startedDueMs(order) - this.#parts.clock.monotonicMs();
    return Math.round(Math.max(aheadMs, 0));
  }

  /** When an order is due on the monotonic clock, but not before the start where it waits for that. */
  #startedDueMs(order: ScheduledOrder): number {
    const isReady = order.heap === this.#ready;
    const dueMs = isReady ? this.#parts.clock.monotonicMs() : this.#monotonicAt(order.dueMs);
    return this.#waits(order) ? Math.max(dueMs, this.#startsAtMs) : dueMs;
  }

  /** Whether an order waits for the start, see {@link Scheduler.waitForStart}. */
  #waits({ id, urgentNo }: ScheduledOrder): boolean {
    if (this.#parts.clock.monotonicMs() >= this.#startsAtMs) return false;
    return urgentNo === null && id !== this.#openId;
  }

  get #nowMs(): number {
    return this.#ownAt(this.#parts.clock.monotonicMs());
  }

  #setClock(): void {
    this.#ownMs = this.#nowMs;
    this.#sinceMs = this.#parts.clock.monotonicMs();
  }

  /** When its clock shows `#ownMs`, on the monotonic clock. */
  get #originMs(): number {
    return this.#isStopped ? this.#parts.clock.monotonicMs() : this.#sinceMs;
  }

  #ownAt(monotonicMs: number): number {
    return this.#ownMs + (monotonicMs - this.#originMs) / this.#stretch;
  }

  #monotonicAt(ownMs: number): number {
    return this.#originMs + (ownMs - this.#ownMs) * this.#stretch;
  }

  #orderOf(id: OrderId): ScheduledOrder {
    const known = this.#orders.get(id);
    if (known !== undefined) return known;
    const order = {
      id,
      phase: placeOf(id, this.#parts.installSeed),
      everyMs: 0,
      front: this.#frontOf(id),
      urgentNo: null,
      dueMs: 0,
      heap: null,
      heapIndex: 0,
    };
    this.#orders.set(id, order);
    return order;
  }
}

function answeredAtMs({ watched }: WatchEntry): number {
  return watched.observedAtMs ?? 0;
}

function dueCheck(order: ScheduledOrder | undefined): DueCheck | null {
  return order === undefined ? null : { id: order.id, isUrgent: order.urgentNo !== null };
}

/** Whether the first of two due orders is checked before the other. */
function goesBefore(one: ScheduledOrder, other: ScheduledOrder): boolean {
  if (one.urgentNo !== null || other.urgentNo !== null) {
    return (one.urgentNo ?? Infinity) < (other.urgentNo ?? Infinity);
  }
  if (one.front !== other.front) return one.front > other.front;
  if (one.front > 0) return one.dueMs < other.dueMs;
  return one.dueMs + one.everyMs / 2 < other.dueMs + other.everyMs / 2;
}

/** The first place of an order at or after a time. */
function placeMs({ everyMs, phase }: ScheduledOrder, earliestMs: number): number {
  const offsetMs = phase * everyMs;
  return Math.ceil((earliestMs - offsetMs) / everyMs) * everyMs + offsetMs;
}

/** A number from 0 up to 1 by a name and the installation (FNV-1a with the last step of MurmurHash3). */
function placeOf(name: string, installSeed: number): number {
  let hash = (2_166_136_261 ^ installSeed) >>> 0;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 16_777_619);
  }
  // Without this step uuids that count upwards would get neighbouring places.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296;
}
