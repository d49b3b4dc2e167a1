import type { Pause } from '../../core/bridge/board.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Announcer } from './announcer.ts';
import type { Clock } from './clock.ts';
import { inFlightLimit } from './in-flight-limit.ts';
import { InFlight } from './in-flight.ts';
import type { Check, CheckOutcome } from './in-flight.ts';
import type { Pacer } from './pacer.ts';
import type { OrderSource } from './ports.ts';
import type { SightKeeper } from './sight-keeper.ts';
import { slotEndedMs, slotEndMs, SlotTimer } from './slot-timer.ts';
import { WakeDetector } from './wake-detector.ts';
import type { WatchEntries } from './watch-entry.ts';

/** The longest the loop lies still while there are orders: a sleep of the machine is noticed within it. */
const heartbeatMs = 4000;
/** A timer may come a little early, and must not find that its slot has not ended. */
const earlyMs = 2;
/** Whoever did something waits for what comes of it, with a window or without. */
const attendedForMs = 30_000;
/** What goes on in turns only lets others in between. */
const atOnceSlotMs = 10;
/** A gap between wall and monotonic clock, or a lateness, that is a sleep and no hiccup. */
const sleepFromMs = 5000;
/** How long stopping waits for requests that were aborted: a quit has two seconds for everything. */
const stopWithinMs = 700;

/** What a {@link CheckLoop} joins. */
export interface CheckLoopParts {
  readonly clock: Clock;
  /**
   * Added to the monotonic clock it makes slots begin at multiples of their length: it follows the wall
   * clock, so that they survive a restart, and differs between desks.
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
  /** When something happened outside for the last time. */
  #actedAtMs = Number.NEGATIVE_INFINITY;
  /** Until then everything that is due may leave; what falls due later waits for the next slot. */
  #slotEndedMs = Number.NEGATIVE_INFINITY;

  constructor(parts: CheckLoopParts) {
    const { clock, source } = parts;
    this.#parts = parts;
    this.#clock = clock;
    this.#inFlight = new InFlight(
      source,
      clock,
      (check, outcome) => this.#ended(check, outcome),
      ({ sequence }) => parts.sight.dropped(sequence),
    );
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

  /** Publishes what happened outside and goes on with what is next. */
  goOn(): void {
    this.#actedAtMs = this.#clock.monotonicMs();
    this.#publish();
    this.catchUp();
  }

  /** Goes on after something happened outside: what is due now waits for no slot. */
  catchUp(): void {
    this.#slotEndedMs = this.#clock.monotonicMs();
    this.#actedAtMs = this.#slotEndedMs;
    this.arm();
  }

  #publish(): void {
    const { announcer, pacer, sight } = this.#parts;
    const facts = {
      sight: sight.sight,
      requestsLastMinute: pacer.requestsLastMinute,
      lastAnswerAtMs: sight.lastAnswerAtMs,
    };
    const isAttended = this.#clock.monotonicMs() - this.#actedAtMs < attendedForMs;
    announcer.publish(facts, pacer.isLookedAt || isAttended);
  }

  #goOnInTurn(): void {
    if (this.#parts.announcer.isPublishDue) this.#publish();
    this.arm();
  }

  #tick(armedForMs: number): void {
    this.#parts.guard(() => {
      const gap = this.#wakeDetector.look(this.#clock.monotonicMs() - armedForMs);
      if (gap.isWake) this.#wake(gap.behindMs);
      this.#inFlight.expire();
      this.#endPauseInTime();
      this.#parts.tidy();
      this.#endSlot();
      this.#dispatch();
    });
    this.#goOnInTurn();
  }

  /** The timer also goes off in the middle of a slot; what is due then waits for the others of its slot. */
  #endSlot(): void {
    const { pacer, slotOffsetMs: offsetMs } = this.#parts;
    const grid = { slotMs: pacer.rates.slotMs, offsetMs };
    const endedMs = slotEndedMs(this.#clock.monotonicMs(), grid, earlyMs);
    this.#slotEndedMs = Math.max(this.#slotEndedMs, endedMs);
  }

  #dispatch(): void {
    const { announcer, pacer, sight } = this.#parts;
    while (this.#mayTry && this.#hasRoom) {
      const isAttempt = sight.isBlind;
      if (isAttempt && !this.#isAttemptDue()) return;
      const due = isAttempt ? pacer.takeAttempt() : pacer.takeDue(this.#slotEndedMs);
      if (due === null) return;
      announcer.touch(due.id);
      const mayWait = pacer.rates.mayAnswersWait && !due.isUrgent && !isAttempt;
      sight.sent(this.#inFlight.start(due.id, { isUrgent: due.isUrgent, isAttempt, mayWait }));
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
      if (this.#parts.sight.isBlind || this.#parts.pacer.isDue(this.#slotEndedMs)) this.#dispatch();
    });
    if (!this.#isTimerRight) this.arm();
  }

  /**
   * Whether the timer goes off at the end of the present slot and nothing waits that may not wait so long:
   * most answers change nothing about that.
   */
  get #isTimerRight(): boolean {
    const { announcer, pacer, sight } = this.#parts;
    if (sight.allowsOneOnly || announcer.isUrgent || pacer.isLookedAt) return false;
    if (pacer.isDue(this.#slotEndedMs)) return false;
    return this.#timer.isArmedBy(this.#slotEndMs(this.#clock.monotonicMs()));
  }

  #slotEndMs(nowMs: number): number {
    const { pacer, slotOffsetMs: offsetMs } = this.#parts;
    return slotEndMs(nowMs, { slotMs: pacer.rates.slotMs, offsetMs }, nowMs);
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
    const { perSecond, slotMs } = pacer.rates;
    return this.#inFlight.size < inFlightLimit(perSecond, this.#latencyMs, slotMs);
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
    const { rates } = pacer;
    const lengths = {
      'at once': atOnceSlotMs,
      prompt: rates.promptSlotMs,
      usual: rates.slotMs,
    };
    let dueMs = Number.POSITIVE_INFINITY;
    for (const { atMs, slot } of this.#wanted(nowMs)) {
      if (atMs === null) continue;
      const grid = { slotMs: lengths[slot], offsetMs };
      dueMs = Math.min(dueMs, slotEndMs(atMs, grid, nowMs));
    }
    if (dueMs === Number.POSITIVE_INFINITY) this.#timer.disarm();
    else this.#timer.arm(dueMs);
  }

  #wanted(nowMs: number): readonly Wanted[] {
    const { announcer, pacer } = this.#parts;
    const always = [
      // While nobody looks, that orders were confirmed again can wait for the next slot.
      {
        atMs: announcer.nextPublishMs,
        slot: announcer.isUrgent || pacer.isLookedAt ? 'prompt' : 'usual',
      },
      { atMs: this.#inFlight.deadlineAtMs, slot: 'usual' },
      { atMs: this.#parts.tidyAtMs(), slot: 'at once' },
    ] as const;
    if (this.#pause.kind === 'paused') {
      if (this.#pause.untilMs === null) return always;
      const restMs = this.#pause.untilMs - this.#clock.wallMs();
      return [...always, { atMs: nowMs + Math.min(restMs, heartbeatMs), slot: 'prompt' }];
    }
    if (pacer.plannedCount === 0) return always;
    return [...always, { atMs: nowMs + heartbeatMs, slot: 'usual' }, this.#nextRequest()];
  }

  #nextRequest(): Wanted {
    const { pacer, sight } = this.#parts;
    // At the limit, the request that ends next goes on with the next one by itself.
    if (!this.#hasRoom) return { atMs: null, slot: 'usual' };
    if (sight.isBlind) return { atMs: sight.retryAtMonotonicMs, slot: 'prompt' };
    const next = pacer.nextRequest(this.#slotEndedMs);
    if (next === null) return { atMs: null, slot: 'usual' };
    return { atMs: next.atMs, slot: next.isLate ? 'prompt' : 'usual' };
  }
}

/** When something is to be done, on the monotonic clock, and which slots it may wait for. */
interface Wanted {
  readonly atMs: number | null;
  readonly slot: 'at once' | 'prompt' | 'usual';
}
