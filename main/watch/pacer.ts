import { checkEveryMs } from '../../core/cadence.ts';
import type { OrderId } from '../../core/order-id.ts';
import { Budget } from './budget.ts';
import type { Clock } from './clock.ts';
import { RequestCounter } from './request-counter.ts';
import { Schedule } from './schedule.ts';
import type { WatchEntries, WatchEntry } from './watch-entry.ts';

/** How much may be asked, as the settings have it. */
export interface WatchLimits {
  readonly requestsPerMinute: number;
  readonly activeEverySeconds: number;
}

/** At most this many orders at once are asked before all others; a larger paste queues up. */
const mostUrgent = 64;

/** A request that may be sent now. */
export interface DueRequest {
  readonly id: OrderId;
  readonly isUrgent: boolean;
}

/**
 * When which order is asked and how much is asked in all: the pace of each order, the cap, and how
 * both go together. When the cap is short, all intervals are stretched alike.
 */
export class Pacer {
  readonly #clock: Clock;
  readonly #entries: WatchEntries;
  readonly #schedule: Schedule;
  readonly #budget: Budget;
  readonly #counter = new RequestCounter();
  #activeEverySeconds: number;

  constructor(clock: Clock, entries: WatchEntries, installSeed: number, limits: WatchLimits) {
    this.#clock = clock;
    this.#entries = entries;
    this.#schedule = new Schedule(installSeed);
    this.#budget = new Budget(limits.requestsPerMinute, clock.monotonicMs());
    this.#activeEverySeconds = limits.activeEverySeconds;
  }

  get plannedCount(): number {
    return this.#schedule.plannedCount;
  }

  get requestsPerMinute(): number {
    return this.#budget.requestsPerMinute;
  }

  get requestsLastMinute(): number {
    return this.#counter.lastMinute(this.#clock.monotonicMs());
  }

  /** The rate at which a backlog is worked off. */
  get ratePerSecond(): number {
    return this.#budget.ratePerSecond;
  }

  /** When the first order is due by its pace, on the wall clock. */
  get firstDueAtMs(): number | null {
    return this.#wallOf(this.#schedule.firstDueMs);
  }

  /** When the next request may leave, on the monotonic clock; null when none is planned. */
  get nextRequestMs(): number | null {
    const nowMs = this.#clock.monotonicMs();
    const { hasUrgent, firstDueMs } = this.#schedule;
    const dueMs = hasUrgent ? nowMs : firstDueMs;
    if (dueMs === null || dueMs > nowMs) return dueMs;
    return nowMs + this.#budget.waitMs(hasUrgent ? 'urgent' : 'routine', nowMs);
  }

  /** When this order is due, on the wall clock; null when it has no next check. */
  dueAtMs(id: OrderId): number | null {
    return this.#wallOf(this.#schedule.dueMs(id, this.#clock.monotonicMs()));
  }

  /** The pause between two checks of this order as it really is. */
  everyMs(id: OrderId): number | null {
    const everyMs = this.#schedule.everyMs(id);
    return everyMs === null ? null : Math.round(everyMs * this.#stretch());
  }

  /** Takes the next request out, if one is due and the cap allows it. */
  takeDue(): DueRequest | null {
    return this.#take(this.#schedule.peek(this.#clock.monotonicMs()), false);
  }

  /** Takes the one request that shows whether the service is there, due or not. */
  takeAttempt(): DueRequest | null {
    return this.#take(this.#schedule.peekAny(), true);
  }

  /** Plans new or asked-for orders before all others, as long as they are few. */
  ask(ids: readonly OrderId[]): void {
    const nowMs = this.#clock.monotonicMs();
    for (const [index, id] of ids.entries()) {
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
    this.#schedule.planByPace(entry.watched.id, this.#clock.monotonicMs(), this.#stretch());
  }

  setPace(entry: WatchEntry): void {
    const limits = { activeEverySeconds: this.#activeEverySeconds };
    const everyMs = checkEveryMs(entry.watched, limits, this.#clock.wallMs());
    this.#schedule.setPace(entry.watched.id, everyMs);
    this.#tellDemand();
  }

  forget(id: OrderId): void {
    this.#schedule.forget(id);
    this.#tellDemand();
  }

  /** Plans every order that has no plan yet, from when it was last confirmed. */
  planMissing(): void {
    for (const entry of this.#entries.values()) this.setPace(entry);
    const nowMs = this.#clock.monotonicMs();
    const wallMs = this.#clock.wallMs();
    const stretch = this.#stretch();
    for (const { watched } of this.#entries.values()) {
      const everyMs = this.#schedule.everyMs(watched.id);
      if (everyMs === null || this.#schedule.dueMs(watched.id, nowMs) !== null) continue;
      const restMs = (watched.observedAtMs ?? 0) + everyMs * stretch - wallMs;
      this.planIn(watched.id, Math.min(Math.max(restMs, 0), everyMs));
    }
    this.rankOverdue();
  }

  /** After a time of not checking, those that are looked at most come first. */
  rankOverdue(): void {
    this.#schedule.rankDue(this.#clock.monotonicMs(), (left, right) => {
      const one = this.#entries.get(left)?.watched;
      const other = this.#entries.get(right)?.watched;
      return (
        (other?.lastLookedAtMs ?? 0) - (one?.lastLookedAtMs ?? 0) ||
        (other?.changedAtMs ?? 0) - (one?.changedAtMs ?? 0)
      );
    });
  }

  /** The machine slept, and the monotonic clock with it. */
  slept(forMs: number): void {
    this.#schedule.shift(forMs);
    this.rankOverdue();
  }

  /** The service said that we ask too much. */
  slowDown(): void {
    this.#budget.slowDown(this.#clock.monotonicMs());
  }

  setLimits(limits: WatchLimits): void {
    const nowMs = this.#clock.monotonicMs();
    this.#budget.setCap(limits.requestsPerMinute, nowMs);
    this.#activeEverySeconds = limits.activeEverySeconds;
    for (const entry of this.#entries.values()) this.setPace(entry);
    const stretch = this.#stretch();
    for (const id of this.#entries.keys()) {
      const dueMs = this.#schedule.dueMs(id, nowMs);
      const everyMs = this.#schedule.everyMs(id);
      if (dueMs === null || everyMs === null || dueMs <= nowMs) continue;
      // As if it had been asked half an interval ago: each at its own place in the new interval.
      this.#schedule.planByPace(id, nowMs - (everyMs * stretch) / 2, stretch);
    }
  }

  #take(id: OrderId | null, isAttempt: boolean): DueRequest | null {
    if (id === null) return null;
    const nowMs = this.#clock.monotonicMs();
    const isUrgent = this.#schedule.isUrgent(id);
    if (!this.#budget.take(isUrgent || isAttempt ? 'urgent' : 'routine', nowMs)) return null;
    this.#schedule.take(id);
    this.#counter.count(nowMs);
    return { id, isUrgent };
  }

  #tellDemand(): void {
    this.#budget.setDemand(this.#schedule.demandPerSecond, this.#clock.monotonicMs());
  }

  #stretch(): number {
    return Math.max(1, this.#schedule.demandPerSecond / this.#budget.sustainedPerSecond);
  }

  #wallOf(monotonicMs: number | null): number | null {
    if (monotonicMs === null) return null;
    const aheadMs = Math.max(monotonicMs - this.#clock.monotonicMs(), 0);
    return Math.round(this.#clock.wallMs() + aheadMs);
  }
}
