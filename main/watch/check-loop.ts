import type { Pause } from '../../core/board.ts';
import type { OrderId } from '../../core/order-id.ts';
import type { Announcer } from './announcer.ts';
import type { Clock } from './clock.ts';
import { inFlightLimit } from './in-flight-limit.ts';
import { InFlight } from './in-flight.ts';
import type { Check, CheckOutcome } from './in-flight.ts';
import type { Pacer } from './pacer.ts';
import type { OrderSource } from './ports.ts';
import type { SightKeeper } from './sight-keeper.ts';
import { slotEndMs, SlotTimer } from './slot-timer.ts';
import { WakeDetector } from './wake-detector.ts';
import type { WatchEntries } from './watch-entry.ts';

/** The longest the loop lies still while there are orders: a sleep of the machine is noticed within it. */
const heartbeatMs = 4000;
/** A gap between wall and monotonic clock, or a lateness, that is a sleep and no hiccup. */
const sleepFromMs = 5000;
/** How long stopping waits for requests that were aborted: a quit has two seconds for everything. */
const stopWithinMs = 700;

/** What a {@link CheckLoop} joins. */
export interface CheckLoopParts {
  readonly clock: Clock;
  /**
   * Where slots begin, 0 to 999: on the wall clock, so that they survive a restart, and elsewhere on each
   * desk.
   */
  readonly slotOffsetMs: number;
  readonly source: OrderSource;
  readonly entries: WatchEntries;
  readonly pacer: Pacer;
  readonly sight: SightKeeper;
  readonly announcer: Announcer;
  /** Decides what an outcome means, and plans the order's next check. */
  readonly ended: (check: Check, outcome: CheckOutcome) => void;
  /** Runs at each tick, before anything is sent. */
  readonly tidy: () => void;
  /** When {@link tidy} has something to do by itself, on the monotonic clock, or null. */
  readonly tidyAtMs: () => number | null;
  /** Runs something and reports what it throws. */
  readonly guard: (run: () => void) => void;
}

/**
 * Sends what is due as far as pace, cap, limiter and sight allow, by one timer for everything. It may
 * be stopped and started again.
 */
export class CheckLoop {
  readonly #parts: CheckLoopParts;
  readonly #clock: Clock;
  readonly #inFlight: InFlight;
  readonly #timer: SlotTimer;
  readonly #wakeDetector: WakeDetector;
  #pause: Pause = { kind: 'running' };
  #isRunning = false;
  #latencyMs: number | null = null;

  constructor(parts: CheckLoopParts) {
    const { clock, source } = parts;
    this.#parts = parts;
    this.#clock = clock;
    this.#inFlight = new InFlight(source, clock, (check, outcome) => this.#ended(check, outcome));
    this.#timer = new SlotTimer(clock, (dueMs) => this.#tick(dueMs));
    this.#wakeDetector = new WakeDetector(clock, sleepFromMs);
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  get pauseState(): Pause {
    return this.#pause;
  }

  /** Whether orders are being checked: neither stopped, nor paused, nor blind. */
  get isChecking(): boolean {
    return this.#mayTry && !this.#parts.sight.isBlind;
  }

  isAsking(id: OrderId): boolean {
    return this.#inFlight.has(id);
  }

  start(): void {
    this.#isRunning = true;
    this.#wakeDetector.look(0);
    this.#parts.sight.retryNow();
  }

  /** Aborts what is under way and resolves when it let go, or did not in time. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    this.#timer.disarm();
    this.abandonAll();
    await this.#inFlight.idle(stopWithinMs);
  }

  abandon(id: OrderId): void {
    this.#inFlight.abandon(id);
  }

  /** Drops what is under way and plans it again. */
  abandonAll(): void {
    for (const check of this.#inFlight.abandonAll()) {
      this.#parts.pacer.again(check);
      this.#parts.announcer.touch(check.id);
    }
  }

  pause(untilMs: number | null): void {
    const sinceMs = this.#pause.kind === 'paused' ? this.#pause.sinceMs : this.#clock.wallMs();
    this.#pause = { kind: 'paused', sinceMs, untilMs };
    this.#everythingChanged();
  }

  resume(): void {
    if (this.#pause.kind === 'running') return;
    this.#pause = { kind: 'running' };
    this.#parts.pacer.rankOverdue();
    this.#everythingChanged();
  }

  /** The machine woke, as somebody else noticed. */
  noticeWake(): void {
    this.#wake(this.#wakeDetector.look(0).behindMs);
  }

  /** Publishes what happened and sets the timer to what is next. */
  goOn(): void {
    const { announcer, pacer, sight } = this.#parts;
    announcer.publish({
      sight: sight.sight,
      requestsLastMinute: pacer.requestsLastMinute,
      lastAnswerAtMs: sight.lastAnswerAtMs,
    });
    this.arm();
  }

  #goOnInTurn(): void {
    if (this.#parts.announcer.isPublishDue) this.goOn();
    else this.arm();
  }

  #tick(armedForMs: number): void {
    this.#parts.guard(() => {
      const gap = this.#wakeDetector.look(this.#clock.monotonicMs() - armedForMs);
      if (gap.isWake) this.#wake(gap.behindMs);
      this.#inFlight.expire();
      this.#endPauseInTime();
      this.#parts.tidy();
      this.#dispatch();
    });
    this.#goOnInTurn();
  }

  #dispatch(): void {
    const { announcer, pacer, sight } = this.#parts;
    while (this.#mayTry && this.#hasRoom) {
      const isAttempt = sight.isBlind;
      if (isAttempt && !this.#isAttemptDue()) return;
      const due = isAttempt ? pacer.takeAttempt() : pacer.takeDue();
      if (due === null) return;
      announcer.touch(due.id);
      this.#inFlight.start(due.id, { isUrgent: due.isUrgent, isAttempt });
    }
  }

  #ended(check: Check, outcome: CheckOutcome): void {
    if (outcome.kind === 'answered') {
      const tookMs = this.#clock.monotonicMs() - check.startedAtMs;
      this.#latencyMs = this.#latencyMs === null ? tookMs : this.#latencyMs * 0.9 + tookMs * 0.1;
    }
    this.#parts.guard(() => {
      // An answer may be the first thing that happens after a sleep.
      const gap = this.#wakeDetector.look(0);
      if (gap.isWake) this.#wake(gap.behindMs);
      this.#parts.ended(check, outcome);
      this.#dispatch();
    });
    this.arm();
  }

  #wake(behindMs: number): void {
    this.#parts.pacer.slept(behindMs);
    this.#parts.sight.woke();
    this.#everythingChanged();
  }

  #everythingChanged(): void {
    this.#parts.announcer.touchAll(this.#parts.entries.keys());
    this.#parts.announcer.touchDesk();
  }

  get #mayTry(): boolean {
    return this.#isRunning && this.#pause.kind === 'running';
  }

  /** In doubt one at a time; what was given up and does not let go must not stand in its way. */
  get #hasRoom(): boolean {
    const { pacer, sight } = this.#parts;
    if (sight.allowsOneOnly && this.#inFlight.awaited > 0) return false;
    return this.#inFlight.size < inFlightLimit(pacer.ratePerSecond, this.#latencyMs);
  }

  #isAttemptDue(): boolean {
    const dueMs = this.#parts.sight.retryAtMonotonicMs;
    return dueMs !== null && dueMs <= this.#clock.monotonicMs();
  }

  #endPauseInTime(): void {
    if (this.#pause.kind !== 'paused' || this.#pause.untilMs === null) return;
    if (this.#pause.untilMs <= this.#clock.wallMs()) this.resume();
  }

  /** Sets the timer to what is next; to nothing when only somebody outside can bring it. */
  arm(): void {
    if (!this.#isRunning) return;
    const { pacer, slotOffsetMs: offsetMs } = this.#parts;
    const nowMs = this.#clock.monotonicMs();
    let dueMs = Number.POSITIVE_INFINITY;
    for (const { atMs, isPrompt } of this.#wanted(nowMs)) {
      if (atMs === null) continue;
      const slotMs = isPrompt || atMs <= nowMs ? pacer.promptSlotMs : pacer.slotMs;
      dueMs = Math.min(dueMs, slotEndMs(atMs + offsetMs, slotMs, nowMs + offsetMs) - offsetMs);
    }
    if (dueMs === Number.POSITIVE_INFINITY) this.#timer.disarm();
    else this.#timer.arm(dueMs);
  }

  #wanted(nowMs: number): readonly Wanted[] {
    const { announcer, pacer } = this.#parts;
    const always = [
      // While nobody looks, that orders were confirmed again can wait for the next slot.
      { atMs: announcer.nextPublishMs, isPrompt: announcer.isUrgent || pacer.isLookedAt },
      { atMs: this.#inFlight.deadlineAtMs, isPrompt: false },
      { atMs: this.#parts.tidyAtMs(), isPrompt: true },
    ];
    if (this.#pause.kind === 'paused') {
      if (this.#pause.untilMs === null) return always;
      const restMs = this.#pause.untilMs - this.#clock.wallMs();
      return [...always, { atMs: nowMs + Math.min(restMs, heartbeatMs), isPrompt: true }];
    }
    if (pacer.plannedCount === 0) return always;
    return [...always, { atMs: nowMs + heartbeatMs, isPrompt: false }, this.#nextRequest()];
  }

  #nextRequest(): Wanted {
    const { pacer, sight } = this.#parts;
    // At the limit, the request that ends next goes on with the next one by itself.
    if (!this.#hasRoom) return { atMs: null, isPrompt: false };
    if (sight.isBlind) return { atMs: sight.retryAtMonotonicMs, isPrompt: true };
    return { atMs: pacer.nextRequestMs, isPrompt: pacer.hasUrgent };
  }
}

/** When something is to be done, on the monotonic clock, and whether it may wait for a long slot. */
interface Wanted {
  readonly atMs: number | null;
  readonly isPrompt: boolean;
}
