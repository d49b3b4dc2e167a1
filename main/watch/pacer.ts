import { checkEveryMs } from '../../core/watch/cadence.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Clock } from './clock.ts';
import { Gate } from './gate.ts';
import type { Rates } from './rates.ts';
import type { DueRequest, PacerHints } from './pacer-hints.ts';
import type { StatedPace } from './ports.ts';
import { FirstPlans, type FirstPlanTurn } from './first-plans.ts';
import type { PlanPace } from './phase.ts';
import { lookRank } from './look-rank.ts';
import { Overdue } from './overdue.ts';
import { Schedule } from './schedule.ts';
import { Standstill } from './standstill.ts';
import { paceFactsOf, type WatchEntries, type WatchEntry } from './watch-entry.ts';
import type { WatchLimits } from './watch-limits.ts';

/** At most this many orders at once are asked before all others; a larger paste queues up. */
const mostUrgent = 64;
/** How long an answer and the wait in a slot's line may take. */
const onTheWayMs = 200;

/**
 * When which order is asked and how much is asked in all: the pace of each order, the cap, and how
 * both go together. When the cap is short, all intervals are stretched alike.
 */
export class Pacer {
  readonly #clock: Clock;
  readonly #entries: WatchEntries;
  readonly #schedule: Schedule;
  readonly #gate: Gate;
  readonly #firstPlans: FirstPlans;
  readonly #overdue: Overdue;
  readonly #standstill: Standstill;
  readonly #hints: PacerHints;
  #inView: ReadonlySet<OrderId> = new Set();
  #activeEverySeconds: number;
  #paceFactor = 1;

  constructor(
    clock: Clock,
    entries: WatchEntries,
    installSeed: number,
    limits: WatchLimits,
    hints: PacerHints = {},
  ) {
    this.#hints = hints;
    this.#clock = clock;
    this.#entries = entries;
    this.#schedule = new Schedule(installSeed, clock.wallMs() - clock.monotonicMs());
    this.#standstill = new Standstill(clock);
    this.#gate = new Gate(clock, limits.requestsPerMinute);
    this.#activeEverySeconds = limits.activeEverySeconds;
    this.#firstPlans = new FirstPlans({
      clock,
      entries,
      schedule: this.#schedule,
      rankOf: (id) => this.#rankOf(id),
      everyMs: () => this.#activeEveryMs,
      plan: (entry, turn) => this.#planFirst(entry, turn),
    });
    this.#overdue = new Overdue({
      rankOf: (id) => this.#rankOf(id),
      setLate: (id, forMs) => this.#schedule.setLate(id, clock.monotonicMs(), forMs),
      putFirst: (ids) => this.#schedule.putFirst(ids, clock.monotonicMs()),
    });
  }

  get plannedCount(): number {
    return this.#schedule.plannedCount;
  }

  get requestsPerMinute(): number {
    return this.#gate.requestsPerMinute;
  }

  get requestsLastMinute(): number {
    return this.#gate.requestsLastMinute;
  }

  /** How fast and in which slots requests leave at present. */
  get rates(): Rates {
    return this.#gate.rates(this.#schedule.demandPerSecond, this.#activeEveryMs);
  }

  /** How much longer all intervals are at present than they should be, 1 or more. */
  get stretch(): number {
    return Math.max(1, this.#schedule.demandPerSecond / this.#gate.sustainedPerSecond);
  }

  /** Whether somebody asked for an order by name. */
  get hasUrgent(): boolean {
    return this.#schedule.hasUrgent;
  }

  /** Whether an order was asked for by name, or was due by this time. */
  isDue(byMs: number): boolean {
    const { hasUrgent, firstDueMs } = this.#schedule;
    return hasUrgent || (firstDueMs !== null && firstDueMs <= byMs);
  }

  /** Whether somebody looks. */
  get isLookedAt(): boolean {
    return this.#inView.size > 0;
  }

  /** When the first order is due by its pace, on the wall clock. */
  get firstDueAtMs(): number | null {
    return this.#wallOf(this.#schedule.firstDueMs);
  }

  /**
   * When the next request may leave, and whether it is late already; null when none is planned.
   *
   * @param slotEndedMs what was due by then and did not leave is late; what fell due since waits for the
   *   end of its own slot. On the monotonic clock, like the answer
   */
  nextRequest(slotEndedMs: number): { readonly atMs: number; readonly isLate: boolean } | null {
    const nowMs = this.#clock.monotonicMs();
    this.#schedule.setStretch(this.stretch, nowMs);
    const { hasUrgent, firstDueMs } = this.#schedule;
    if (hasUrgent) return { atMs: nowMs + this.#gate.waitMs('urgent', this.rates), isLate: true };
    if (firstDueMs === null) return null;
    if (firstDueMs > Math.min(slotEndedMs, nowMs)) return { atMs: firstDueMs, isLate: false };
    return { atMs: nowMs + this.#gate.waitMs('routine', this.rates), isLate: true };
  }

  /** When this order is due, on the wall clock; null when it has no next check. */
  dueAtMs(id: OrderId): number | null {
    return this.#wallOf(this.#schedule.dueMs(id, this.#clock.monotonicMs()));
  }

  /** The pause between two checks of this order as it really is. */
  everyMs(id: OrderId): number | null {
    const everyMs = this.#schedule.everyMs(id);
    return everyMs === null ? null : Math.round(everyMs * this.stretch);
  }

  /** Takes the next request out, if one was due by this time and the cap allows it. */
  takeDue(byMs: number): DueRequest | null {
    return this.#take(this.#schedule.peek(byMs), false);
  }

  /** Takes the one request that shows whether the service is there, due or not. */
  takeAttempt(): DueRequest | null {
    return this.#take(this.#schedule.peekAny(), true);
  }

  /** Plans asked-for orders before all others, as long as they are few. */
  ask(ids: readonly OrderId[]): void {
    const nowMs = this.#clock.monotonicMs();
    for (const [index, id] of ids.entries()) {
      this.#firstPlans.drop(id);
      if (ids.length <= mostUrgent) this.#schedule.ask(id);
      else this.#schedule.planAt(id, nowMs - (ids.length - index) / 1024);
    }
  }

  /** Plans a request again that came to nothing. */
  again(request: DueRequest): void {
    if (request.isUrgent) this.#schedule.ask(request.id);
    else this.planIn(request.id, 0);
  }

  planIn(id: OrderId, delayMs: number): void {
    this.#schedule.planAt(id, this.#clock.monotonicMs() + delayMs);
  }

  /** Plans the next check after an answer, at the pace of what the order is doing now. */
  planNext(entry: WatchEntry): void {
    this.setPace(entry);
    this.#schedule.planByPace(entry.watched.id, this.#clock.monotonicMs(), this.#planPace);
  }

  /** Plans the next check after a failure, unless the order's time is over. */
  planRetry(entry: WatchEntry, delayMs: number): void {
    this.setPace(entry);
    if (this.everyMs(entry.watched.id) !== null) this.planIn(entry.watched.id, delayMs);
  }

  setPace(entry: WatchEntry): void {
    const limits = { activeEverySeconds: this.#activeEverySeconds };
    const facts = paceFactsOf(entry);
    const plannedMs = checkEveryMs(entry.watched, limits, this.#clock.wallMs(), facts);
    // What nobody knows anything of yet may turn out to be on the way.
    const isUnknown = facts === null && entry.watched.problem === null;
    const everyMs =
      plannedMs !== null && isUnknown ? Math.min(plannedMs, this.#activeEveryMs) : plannedMs;
    const audited =
      everyMs === null ? null : (this.#hints.auditPace?.(entry.watched, everyMs) ?? everyMs);
    const { statedEveryMs } = this.#gate;
    this.#schedule.setPace(
      entry.watched.id,
      audited === null ? null : Math.max(audited * this.#paceFactor, statedEveryMs),
    );
  }

  /** The orders that somebody has before their eyes; those before them no longer are. */
  setInView(ids: readonly OrderId[]): void {
    const before = this.#inView;
    this.#inView = new Set(ids.filter((id) => this.#entries.has(id)));
    this.regard(before);
    this.regard(this.#inView);
  }

  /** Puts orders to the front that are pinned or in view, and back those that no longer are. */
  regard(ids: Iterable<OrderId>): void {
    const nowMs = this.#clock.monotonicMs();
    for (const id of ids) {
      const entry = this.#entries.get(id);
      if (entry === undefined) continue;
      this.#schedule.setFront(id, entry.watched.isPinned || this.#inView.has(id), nowMs);
    }
  }

  forget(id: OrderId): void {
    this.#firstPlans.drop(id);
    this.#schedule.forget(id);
  }

  /** Plans every order that has no plan yet, those that are looked at most first. */
  planMissing(): void {
    this.#standstill.start(this.#entries.values());
    this.#firstPlans.takeUpMissing();
  }

  /** Plans new orders: a few before all others, many after each other. */
  planNew(ids: readonly OrderId[]): void {
    this.#firstPlans.takeUp(ids);
    if (ids.length <= mostUrgent) this.ask(ids);
  }

  /** The same orders in the order in which their places come round. */
  inTurn(ids: readonly OrderId[]): OrderId[] {
    return this.#firstPlans.inTurn(ids);
  }

  /** Whether {@link goOn} has something to do. */
  get hasWaiting(): boolean {
    return this.#firstPlans.areWaiting || this.#overdue.isRanking;
  }

  /** Goes on planning and ranking what waits for it, as far as one turn of the event loop allows. */
  goOn(): void {
    if (this.#overdue.isRanking) this.#overdue.goOn();
    else this.#firstPlans.goOn();
  }

  /** After a time of not checking, those that are looked at most come first. */
  rankOverdue(): void {
    this.#overdue.rank(this.#schedule.dueIds(this.#clock.monotonicMs()), this.#standstill.forMs);
    this.#gate.begin(this.rates);
  }

  /** The machine slept, and the monotonic clock with it. */
  slept(forMs: number): void {
    this.#schedule.slept(forMs);
    this.rankOverdue();
  }

  /** The service said how much it wants to be asked. */
  obey(stated: StatedPace): void {
    this.#gate.obey(stated);
  }

  /** The service said that we ask too much. */
  slowDown(): void {
    this.#gate.slowDown();
  }

  setLimits(limits: WatchLimits): void {
    this.#gate.setCap(limits.requestsPerMinute);
    this.#activeEverySeconds = limits.activeEverySeconds;
    this.replan([...this.#entries.keys()]);
  }

  /** @returns false when that is the factor already */
  setPaceFactor(factor: number): boolean {
    if (factor === this.#paceFactor) return false;
    this.#paceFactor = factor;
    this.replan([...this.#entries.keys()]);
    return true;
  }

  /** Plans the next check of these orders anew, at the pace that they have now. */
  replan(ids: readonly OrderId[]): void {
    const nowMs = this.#clock.monotonicMs();
    for (const id of ids) {
      const entry = this.#entries.get(id);
      if (entry !== undefined) this.setPace(entry);
    }
    for (const id of ids) {
      const dueMs = this.#schedule.dueMs(id, nowMs);
      if (dueMs === null || dueMs <= nowMs || this.#schedule.everyMs(id) === null) continue;
      this.#schedule.planAnew(id, this.#askedMs(id), nowMs, this.#planPace);
    }
  }

  #take(id: OrderId | null, isAttempt: boolean): DueRequest | null {
    if (id === null) return null;
    const isUrgent = this.#schedule.isUrgent(id);
    const asker = isUrgent || isAttempt ? 'urgent' : 'routine';
    if (!this.#gate.take(asker, this.rates)) return null;
    this.#schedule.take(id);
    if (asker === 'routine') this.#standstill.asked();
    return { id, isUrgent };
  }

  /** Plans an order from when it was last confirmed; what was never answered goes in turn, as it came. */
  #planFirst(entry: WatchEntry, { before, isLookedAt }: FirstPlanTurn): void {
    this.setPace(entry);
    const { id, observedAtMs } = entry.watched;
    this.regard([id]);
    const nowMs = this.#clock.monotonicMs();
    this.#schedule.planByPace(id, this.#askedMs(id), this.#planPace);
    const dueMs = this.#schedule.dueMs(id, nowMs);
    if (dueMs === null || dueMs > nowMs) return;
    if (observedAtMs === null) this.planIn(id, -before / 1024);
    else this.#schedule.setLate(id, nowMs, this.#standstill.sinceBeforeStartMs);
    if (isLookedAt) this.#schedule.putFirst([id], nowMs);
  }

  /** When an order was answered last, on the monotonic clock; long ago when it never was. */
  #askedMs(id: OrderId): number {
    const observedAtMs = this.#entries.get(id)?.watched.observedAtMs ?? 0;
    const agoMs = Math.max(this.#clock.wallMs() - observedAtMs, 0);
    return this.#clock.monotonicMs() - agoMs;
  }

  get #activeEveryMs(): number {
    return this.#activeEverySeconds * 1000;
  }

  #rankOf(id: OrderId): number {
    const watched = this.#entries.get(id)?.watched;
    if (watched === undefined) return 0;
    const needsAttention = this.#hints.needsAttention?.(id) === true;
    return lookRank(watched, { isInView: this.#inView.has(id), needsAttention });
  }

  get #planPace(): PlanPace {
    const { mayHurry, slotMs } = this.rates;
    return { slackMs: slotMs + onTheWayMs, mayHurry };
  }

  #wallOf(monotonicMs: number | null): number | null {
    if (monotonicMs === null) return null;
    const aheadMs = Math.max(monotonicMs - this.#clock.monotonicMs(), 0);
    return Math.round(this.#clock.wallMs() + aheadMs);
  }
}
