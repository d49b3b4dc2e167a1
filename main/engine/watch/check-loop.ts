import type { Pause } from '../../../core/board/board.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { ChangePublisher } from './change-publisher.ts';
import type { CheckResultHandler } from './check-result.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { Clock } from '../../../core/clock.ts';
import { InFlight } from './in-flight.ts';
import type { Check, CheckOutcome } from './in-flight.ts';
import type { OrderSource } from './ports.ts';
import { inFlightLimit, type RateLimiter } from './rate-limiter.ts';
import type { Scheduler } from './scheduler.ts';
import type { WatchList } from './watch-list.ts';

/** The longest wait of the timer while there are orders, so that a sleep of the computer is noticed soon. */
const heartbeatMs = 4000;
/** After an action of a person, changes are published quickly for this long, with a window or without. */
const attendedForMs = 30_000;
/** From this on, a jump of the wall clock against the monotonic one, or a timer's delay, is a sleep. */
const sleepFromMs = 5000;
/** How long stopping waits for requests that were aborted: a quit has two seconds for everything. */
const stopWithinMs = 700;
/** The weight of one answer in the mean latency. */
const latencyShare = 0.1;

/** What a {@link CheckLoop} joins. */
export interface CheckLoopParts {
  readonly clock: Clock;
  readonly source: OrderSource;
  readonly list: WatchList;
  readonly scheduler: Scheduler;
  readonly limiter: RateLimiter;
  readonly breaker: CircuitBreaker;
  readonly publisher: ChangePublisher;
  readonly results: CheckResultHandler;
  /** The orders are looked at all the time, such as by the desks of a hub. */
  readonly isAttended: boolean;
  /** Runs something and reports what it throws. */
  readonly guard: (run: () => void) => void;
}

/**
 * Sends the checks that are due, as far as rate limiter and circuit breaker allow, with a single timer.
 * Checks that fall due within a slot leave together at its end, because each wake-up costs more than the
 * request it sends. The loop may be stopped and started again.
 */
export class CheckLoop {
  readonly #parts: CheckLoopParts;
  readonly #clock: Clock;
  readonly #inFlight: InFlight;
  #timer: { readonly dueMs: number; readonly cancel: () => void } | null = null;
  #pause: Pause = { kind: 'running' };
  #isRunning = false;
  #meanLatencyMs: number | null = null;
  /** When a person or the system last did something, on the monotonic clock. */
  #actedAtMs = Number.NEGATIVE_INFINITY;
  /** Checks that were due by this time may leave; later ones wait for the end of their slot. */
  #slotEndedMs = Number.NEGATIVE_INFINITY;
  /** How far the wall clock was ahead of the monotonic one when they were last compared. */
  #wallAheadMs = 0;

  constructor(parts: CheckLoopParts) {
    this.#parts = parts;
    this.#clock = parts.clock;
    this.#inFlight = new InFlight({
      ...parts,
      ended: (check, outcome) => this.#ended(check, outcome),
      dropped: ({ sequence }) => parts.breaker.dropped(sequence),
    });
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  get pauseState(): Pause {
    return this.#pause;
  }

  /** Whether orders are being checked: the loop runs, is not paused, and the service is reachable. */
  get isChecking(): boolean {
    return this.#maySend && !this.#parts.breaker.isOpen;
  }

  isAsking(id: OrderId): boolean {
    return this.#inFlight.has(id);
  }

  isAwaited(id: OrderId): boolean {
    return this.#inFlight.isAwaited(id);
  }

  start(): void {
    this.#isRunning = true;
    this.#sleptMs();
    this.#parts.breaker.retryNow();
    this.#parts.scheduler.setRunning(this.isChecking);
  }

  /** Aborts the requests under way and resolves when they have ended, after 700 ms at the latest. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    this.#parts.scheduler.setRunning(false);
    this.#disarm();
    this.abandonAll();
    await this.#inFlight.idle(stopWithinMs);
  }

  abandon(id: OrderId): void {
    this.#inFlight.abandon(id);
  }

  /** Aborts the checks under way and plans them again. */
  abandonAll(): void {
    for (const check of this.#inFlight.abandonAll()) {
      this.#parts.scheduler.again(check);
      this.#parts.publisher.touch(check.id);
    }
  }

  pause(untilMs: number | null): void {
    const sinceMs = this.#pause.kind === 'paused' ? this.#pause.sinceMs : this.#clock.wallMs();
    this.#pause = { kind: 'paused', sinceMs, untilMs };
    this.#parts.scheduler.setRunning(false);
    this.#everythingChanged();
  }

  resume(): void {
    if (this.#pause.kind === 'running') return;
    this.#pause = { kind: 'running' };
    this.#parts.scheduler.setRunning(this.isChecking);
    this.catchUpLate();
    this.#everythingChanged();
  }

  /** Plans stale orders sooner, after a time in which nothing was checked. */
  catchUpLate(): void {
    this.#parts.results.resumed();
    this.#parts.scheduler.catchUp(this.#parts.limiter.catchUpPerSecond);
  }

  /** The system reported that the computer woke. */
  noticeWake(): void {
    this.#sleptMs();
    this.#wake();
  }

  /** Publishes what a person or the system changed, and has the checks sent that are due. */
  goOn(): void {
    this.#actedAtMs = this.#clock.monotonicMs();
    this.#parts.publisher.publish(this.#facts, true);
    this.sendDue();
  }

  /** Has the checks sent at once that are due now, before the end of their slot. */
  sendDue(): void {
    this.#actedAtMs = this.#clock.monotonicMs();
    this.#slotEndedMs = this.#actedAtMs;
    this.arm();
  }

  /** Sets the timer to the next thing to do, or clears it when only an event from outside can bring one. */
  arm(): void {
    if (!this.#isRunning) return;
    const nowMs = this.#clock.monotonicMs();
    const dueMs = Math.max(Math.min(...this.#nextTimes(nowMs)), nowMs);
    const isNever = dueMs === Number.POSITIVE_INFINITY;
    // A timer that comes too early finds nothing to do; setting it anew at each answer would cost more.
    if (!isNever && this.#timer !== null && this.#timer.dueMs <= dueMs) return;
    this.#disarm();
    if (isNever) return;
    const run = (): void => {
      this.#timer = null;
      this.#tick(dueMs);
    };
    this.#timer = { dueMs, cancel: this.#clock.schedule(run, dueMs - nowMs) };
  }

  #disarm(): void {
    this.#timer?.cancel();
    this.#timer = null;
  }

  #tick(dueMs: number): void {
    const { guard, limiter, list, publisher, scheduler } = this.#parts;
    guard(() => {
      this.#lookForSleep(this.#clock.monotonicMs() - dueMs);
      this.#inFlight.expire();
      this.#endPauseInTime();
      scheduler.setRunning(this.isChecking);
      list.retryReading();
      limiter.setDemand(scheduler.demandPerSecond);
      this.#slotEndedMs = Math.max(this.#slotEndedMs, limiter.beginSlot());
      this.#dispatch();
    });
    const isActedOn = this.#clock.monotonicMs() - this.#actedAtMs < attendedForMs;
    const isAttended = this.#parts.isAttended || scheduler.hasInView || isActedOn;
    publisher.publishInTurn(this.#facts, isAttended);
    this.arm();
  }

  #dispatch(): void {
    const { breaker, limiter, publisher, scheduler } = this.#parts;
    scheduler.setStretch(limiter.stretchFor(scheduler.demandPerSecond));
    while (this.#maySend && this.#hasRoom) {
      const isAttempt = breaker.isOpen;
      if (isAttempt && !this.#isAttemptDue) return;
      const due = isAttempt
        ? scheduler.any(this.#parts.results.telling)
        : scheduler.next(this.#slotEndedMs);
      if (due === null) return;
      if (!limiter.spend(isAttempt || due.isUrgent ? 'urgent' : 'routine')) return;
      scheduler.unplan(due.id);
      publisher.touch(due.id);
      breaker.sent(this.#inFlight.start(due.id, { isUrgent: due.isUrgent, isAttempt }).sequence);
    }
  }

  #ended(check: Check, outcome: CheckOutcome): void {
    if (outcome.kind === 'answered') {
      const tookMs = this.#clock.monotonicMs() - check.startedAtMs;
      const meanMs = this.#meanLatencyMs ?? tookMs;
      this.#meanLatencyMs = meanMs + (tookMs - meanMs) * latencyShare;
    }
    this.#parts.guard(() => {
      // An answer may be the first thing that happens after a sleep.
      this.#lookForSleep(0);
      this.#parts.results.ended(check, outcome);
      // Checks that are still under way could each send the refused credentials once more.
      if (this.#parts.breaker.refusesCredentials) this.abandonAll();
      this.#parts.scheduler.setRunning(this.isChecking);
      this.#dispatch();
    });
    this.arm();
  }

  /** How long the computer slept since the last call, as far as the monotonic clock stood still meanwhile. */
  #sleptMs(): number {
    const aheadMs = this.#clock.wallMs() - this.#clock.monotonicMs();
    const sleptMs = aheadMs - this.#wallAheadMs;
    this.#wallAheadMs = aheadMs;
    return sleptMs > sleepFromMs ? sleptMs : 0;
  }

  /**
   * Notices a sleep: the wall clock ran ahead of the monotonic one (Linux), or a timer came far too late
   * (macOS and Windows). A clock that is set ahead looks the same and costs one early check per order.
   */
  #lookForSleep(lateMs: number): void {
    const sleptMs = this.#sleptMs();
    if (lateMs > sleepFromMs) this.#parts.scheduler.stoodStill(lateMs);
    if (sleptMs > 0 || lateMs > sleepFromMs) this.#wake();
  }

  #wake(): void {
    this.#parts.breaker.woke();
    this.catchUpLate();
    this.#everythingChanged();
  }

  #everythingChanged(): void {
    this.#parts.publisher.touchAll(this.#parts.list.entries.keys());
    this.#parts.publisher.touchState();
  }

  get #facts() {
    const { breaker, limiter } = this.#parts;
    const { serviceHealth, lastAnswerAtMs } = breaker;
    return { serviceHealth, lastAnswerAtMs, requestsLastMinute: limiter.requestsLastMinute };
  }

  get #maySend(): boolean {
    return this.#isRunning && this.#pause.kind === 'running';
  }

  /**
   * Whether one more request may be under way. In doubt only one may; a request that was aborted and has
   * not ended yet does not count then.
   */
  get #hasRoom(): boolean {
    const { breaker, limiter } = this.#parts;
    if (breaker.allowsOneOnly && this.#inFlight.wantedCount > 0) return false;
    const { routinePerSecond, slotMs } = limiter;
    return this.#inFlight.size < inFlightLimit(routinePerSecond, this.#meanLatencyMs, slotMs);
  }

  get #isAttemptDue(): boolean {
    const { retryDueMs } = this.#parts.breaker;
    return retryDueMs !== null && retryDueMs <= this.#clock.monotonicMs();
  }

  #endPauseInTime(): void {
    if (this.#pause.kind !== 'paused' || this.#pause.untilMs === null) return;
    if (this.#pause.untilMs <= this.#clock.wallMs()) this.resume();
  }

  #nextTimes(nowMs: number): readonly number[] {
    const { list, scheduler } = this.#parts;
    const never = Number.POSITIVE_INFINITY;
    const times = [
      this.#nextPublishMs(),
      this.#inFlight.deadlineAtMs ?? never,
      list.readAgainAtMs ?? never,
    ];
    if (this.#pause.kind === 'running') {
      const isEmpty = scheduler.plannedCount === 0;
      return isEmpty ? times : [...times, nowMs + heartbeatMs, this.#nextRequestMs(nowMs)];
    }
    if (this.#pause.untilMs === null) return times;
    const restMs = this.#pause.untilMs - this.#clock.wallMs();
    return [...times, nowMs + Math.min(restMs, heartbeatMs)];
  }

  /** When to publish next. Confirmations that no window shows wait for the end of the slot. */
  #nextPublishMs(): number {
    const { publisher, scheduler } = this.#parts;
    const dueMs = publisher.nextPublishMs;
    if (dueMs === null) return Number.POSITIVE_INFINITY;
    if (publisher.isUrgent || scheduler.hasInView) return dueMs;
    return this.#parts.limiter.slotEndMs(dueMs);
  }

  #nextRequestMs(nowMs: number): number {
    const { breaker, limiter, scheduler } = this.#parts;
    // At the limit no timer is needed: the end of a request sends the next one.
    if (!this.#hasRoom) return Number.POSITIVE_INFINITY;
    const urgentMs = nowMs + limiter.waitMs('urgent');
    if (breaker.isOpen) return Math.max(breaker.retryDueMs ?? Number.POSITIVE_INFINITY, urgentMs);
    if (scheduler.hasUrgent) return urgentMs;
    const dueMs = scheduler.firstDueMs;
    if (dueMs === null) return Number.POSITIVE_INFINITY;
    if (dueMs > Math.min(this.#slotEndedMs, nowMs)) return this.#parts.limiter.slotEndMs(dueMs);
    return nowMs + limiter.waitMs('routine');
  }
}
