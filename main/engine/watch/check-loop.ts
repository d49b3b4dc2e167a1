import { DeliveryError, refusesOneOrder } from '../../../core/delivery/delivery-failure.ts';
import type { Pause } from '../../../core/board/board.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { ChangePublisher } from './change-publisher.ts';
import type { Check, CheckOutcome, CheckResultHandler } from './check-result.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { Clock } from '../../../core/clock.ts';
import type { CheckAnswer, CheckProgress, OrderSource, WatchEvents } from './ports.ts';
import { inFlightLimit, type RateLimiter } from './rate-limiter.ts';
import type { Scheduler } from './scheduler.ts';
import type { WatchList } from './watch-list.ts';

/** The longest wait of the timer while there are orders, so that a sleep of the computer is noticed soon. */
const heartbeatMs = 4000;
/** After an action of a person, changes are published quickly for this long, with a window or without. */
const attendedForMs = 30_000;
/** From this on, a jump of the wall clock against the monotonic one, or a timer's delay, is a sleep. */
const sleepFromMs = 5000;
/** A check is given up after this time, whatever limits the source has of its own. */
const deadlineMs = 60_000;
/** A timer that is overdue by more than this is lost, or its loop hangs. */
const lostAfterMs = 15_000;
/** How long stopping waits for requests that were aborted: a quit has two seconds for everything. */
const stopWithinMs = 700;
/** The weight of one answer in the mean latency. */
const latencyShare = 0.1;

interface RunningCheck extends Check {
  /** On the monotonic clock. */
  readonly startedAtMs: number;
  readonly controller: AbortController;
}

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
  readonly events: Pick<WatchEvents, 'checkSucceeded'>;
  /** Runs something and reports what it throws. */
  readonly guard: (run: () => void) => void;
}

/**
 * Sends the checks that are due, as far as rate limiter and circuit breaker allow, with a single timer.
 * Checks that fall due within a slot leave together at its end, because each wake-up costs more than the
 * request it sends. The loop may be stopped and started again.
 *
 * At most one request is under way per order. An abandoned one (the order was removed, the connection changed, the
 * app quits) is aborted, and its answer is dropped if it still comes.
 */
export class CheckLoop {
  readonly #parts: CheckLoopParts;
  readonly #clock: Clock;
  /** The requests that are still wanted, the oldest first. */
  readonly #running = new Map<OrderId, RunningCheck>();
  /** How many requests hold a connection, abandoned ones included until they let go. */
  #unsettledCount = 0;
  #begunCount = 0;
  #whenIdle: (() => void) | null = null;
  #timer: { readonly dueMs: number; readonly cancel: () => void } | null = null;
  #pause: Pause = { kind: 'running' };
  #isRunning = false;
  #meanLatencyMs: number | null = null;
  /** The orders whose latest check failed. */
  readonly #failing = new Set<OrderId>();
  /** When a person or the system last did something, on the monotonic clock. */
  #actedAtMs = Number.NEGATIVE_INFINITY;
  /** Checks that were due by this time may leave; later ones wait for the end of their slot. */
  #slotEndedMs = Number.NEGATIVE_INFINITY;
  /** How far the wall clock was ahead of the monotonic one when they were last compared. */
  #wallAheadMs = 0;

  constructor(parts: CheckLoopParts) {
    this.#parts = parts;
    this.#clock = parts.clock;
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

  get progress(): CheckProgress {
    const nowMs = this.#clock.monotonicMs();
    const { scheduler } = this.#parts;
    const { firstDueMs, plannedCount } = scheduler;
    const isIdle = !this.#maySend || plannedCount === 0;
    const failingCount = this.#failing.size;
    const isPlanned = this.isChecking && firstDueMs !== null;
    return {
      isTurning:
        this.#isRunning &&
        (this.#timer === null ? isIdle : nowMs - this.#timer.dueMs < lostAfterMs),
      isFailing: failingCount > 0 && failingCount >= plannedCount + this.#running.size,
      nextInMs: this.#running.size > 0 ? 0 : isPlanned ? Math.max(firstDueMs - nowMs, 0) : null,
    };
  }

  isAsking(id: OrderId): boolean {
    return this.#running.has(id);
  }

  /** Whether a request is under way that a person asked for. */
  isAwaited(id: OrderId): boolean {
    return this.#running.get(id)?.isUrgent === true;
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
    if (this.#unsettledCount === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#clock.schedule(resolve, stopWithinMs);
    this.#whenIdle = resolve;
    await promise;
    cancel();
  }

  /** Aborts the request about this order, if there is one; its outcome counts for nothing. */
  abandon(id: OrderId): void {
    this.#failing.delete(id);
    const check = this.#running.get(id);
    if (check === undefined) return;
    this.#running.delete(id);
    this.#parts.breaker.dropped(check.sequence);
    check.controller.abort();
  }

  /** Aborts the checks under way and plans them again. */
  abandonAll(): void {
    for (const check of this.#running.values()) {
      this.abandon(check.id);
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
    const dueMs = Math.max(this.#nextDueMs(nowMs), nowMs);
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
      this.#expire();
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
      breaker.sent(this.#send(due.id, due.isUrgent, isAttempt).sequence);
    }
  }

  #send(id: OrderId, isUrgent: boolean, isAttempt: boolean): RunningCheck {
    const check = {
      id,
      isUrgent,
      isAttempt,
      startedAtMs: this.#clock.monotonicMs(),
      sequence: this.#begunCount,
      controller: new AbortController(),
    };
    this.#begunCount += 1;
    this.#running.set(id, check);
    this.#unsettledCount += 1;
    this.#asked(check).then(
      (answer) => this.#settled(check, { kind: 'answered', answer }),
      (error: unknown) => this.#settled(check, failedBy(error)),
    );
    return check;
  }

  /** Asks the source. An error that it throws at once becomes a rejection, so that every check ends. */
  #asked(check: RunningCheck): Promise<CheckAnswer> {
    try {
      return this.#parts.source.check(check.id, check.controller.signal);
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new TypeError(String(error)));
    }
  }

  #settled(check: RunningCheck, outcome: CheckOutcome): void {
    this.#unsettledCount -= 1;
    if (this.#running.get(check.id) === check) {
      this.#running.delete(check.id);
      this.#ended(check, outcome);
    }
    if (this.#unsettledCount === 0) this.#whenIdle?.();
  }

  /** Gives up requests that are past their deadline, so that no source can block the watcher. */
  #expire(): void {
    const nowMs = this.#clock.monotonicMs();
    for (const check of this.#running.values()) {
      if (check.startedAtMs + deadlineMs > nowMs) break;
      this.abandon(check.id);
      const failure = { code: 'timeout', httpStatus: null, retryAfterMs: null } as const;
      this.#ended(check, { kind: 'failed', failure });
    }
  }

  #ended(check: RunningCheck, outcome: CheckOutcome): void {
    if (isSuccess(outcome)) this.#failing.delete(check.id);
    else this.#failing.add(check.id);
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
      if (isSuccess(outcome)) this.#parts.events.checkSucceeded?.();
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
    if (breaker.allowsOneOnly && this.#running.size > 0) return false;
    const { routinePerSecond, slotMs } = limiter;
    return this.#unsettledCount < inFlightLimit(routinePerSecond, this.#meanLatencyMs, slotMs);
  }

  get #isAttemptDue(): boolean {
    const { retryDueMs } = this.#parts.breaker;
    return retryDueMs !== null && retryDueMs <= this.#clock.monotonicMs();
  }

  #endPauseInTime(): void {
    if (this.#pause.kind !== 'paused' || this.#pause.untilMs === null) return;
    if (this.#pause.untilMs <= this.#clock.wallMs()) this.resume();
  }

  /** When there is something to do, on the monotonic clock; Infinity when only an event from outside can bring it. */
  #nextDueMs(nowMs: number): number {
    const { list, scheduler } = this.#parts;
    const never = Number.POSITIVE_INFINITY;
    const dueMs = Math.min(
      this.#nextPublishMs(),
      this.#deadlineAtMs ?? never,
      list.readAgainAtMs ?? never,
    );
    if (this.#pause.kind === 'running') {
      if (scheduler.plannedCount === 0) return dueMs;
      return Math.min(dueMs, nowMs + heartbeatMs, this.#nextRequestMs(nowMs));
    }
    if (this.#pause.untilMs === null) return dueMs;
    const restMs = this.#pause.untilMs - this.#clock.wallMs();
    return Math.min(dueMs, nowMs + Math.min(restMs, heartbeatMs));
  }

  /** When the oldest request has to be given up, on the monotonic clock; null when none runs. */
  get #deadlineAtMs(): number | null {
    const [oldest] = this.#running.values();
    return oldest === undefined ? null : oldest.startedAtMs + deadlineMs;
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

function failedBy(error: unknown): CheckOutcome {
  if (error instanceof DeliveryError) return { kind: 'failed', failure: error };
  return { kind: 'broken', error };
}

/** Whether the service answered as it should. That it does not know an order is such an answer. */
function isSuccess(outcome: CheckOutcome): boolean {
  if (outcome.kind === 'failed') return refusesOneOrder(outcome.failure.code);
  return outcome.kind === 'answered';
}
