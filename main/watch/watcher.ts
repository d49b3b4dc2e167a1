import type { Pace, Pause } from '../../core/board.ts';
import type { AddReport } from '../../core/bridge.ts';
import { checkEveryMs } from '../../core/cadence.ts';
import { failureScope } from '../../core/failure-text.ts';
import type { OrderId } from '../../core/order-id.ts';
import { retryDelayMs } from '../../core/retry-delay.ts';
import type { Sight } from '../../core/sight.ts';
import type { WatchedOrder } from '../../core/watched-order.ts';
import { Budget } from './budget.ts';
import type { Clock } from './clock.ts';
import { inFlightLimit } from './in-flight-limit.ts';
import { InFlight } from './in-flight.ts';
import type { Check, CheckOutcome } from './in-flight.ts';
import { Ledger } from './ledger.ts';
import { confirmed, newlyWatched, observed, refused } from './observation.ts';
import type {
  CheckAnswer,
  CheckPlan,
  DecideProblemTellings,
  DecideTellings,
  OrderSource,
  Watch,
  WatchEvents,
  WatchRecord,
  WatchStore,
} from './ports.ts';
import { RequestCounter } from './request-counter.ts';
import { Schedule } from './schedule.ts';
import { SightKeeper } from './sight-keeper.ts';
import type { SeenFailure } from './sight-keeper.ts';
import { WakeDetector } from './wake-detector.ts';

/** How much may be asked, as the settings have it. */
export interface WatchLimits {
  readonly requestsPerMinute: number;
  readonly activeEverySeconds: number;
}

/** What a {@link Watcher} is made of. */
export interface WatcherParts {
  readonly source: OrderSource;
  readonly store: WatchStore;
  readonly clock: Clock;
  /** A number in [0, 1). */
  readonly random: () => number;
  readonly decideTellings: DecideTellings;
  /** What is worth an interruption about an order that cannot be checked; nothing unless given. */
  readonly decideProblemTellings?: DecideProblemTellings;
  readonly events: WatchEvents;
  readonly limits: WatchLimits;
  /** Drawn once per installation, 0 to 2^32 - 1: main/storage keeps it. */
  readonly installSeed: number;
  /** Gets what must not happen (a listener that throws); default: thrown where nobody catches it. */
  readonly reportDefect?: (error: unknown) => void;
}

/** Requests leave in slots of this length: fewer wake-ups of the processor, and no order waits longer. */
const slotMs = 100;
/** The longest the watcher lies still while it has orders: a sleep of the machine is noticed within it. */
const heartbeatMs = 4000;
/** A gap between wall and monotonic clock, or a lateness, that is a sleep and no hiccup. */
const sleepFromMs = 5000;
/** At most this many orders at once are asked before all others; a larger paste queues up. */
const mostUrgent = 64;
/** An unchanged order's time of confirmation is stored at most this often. */
const storeConfirmationEveryMs = 300_000;
/** How long quitting waits for requests that were aborted. */
const stopWithinMs = 2000;
/** Pauses between checks of one order whose answers failed although the host is fine. */
const orderRetry = { baseMs: 4000, maxMs: 60_000 };

interface Entry {
  watched: WatchedOrder;
  /** Consecutive failed checks of this order, whatever they were about. */
  failureCount: number;
  storedObservedAtMs: number | null;
}

/**
 * Asks for every order on the watch list again and again, politely, and makes of the answers what
 * changed. One timer for everything; no failure, no listener and no disk can end the loop.
 */
export class Watcher implements Watch {
  readonly #parts: WatcherParts;
  readonly #clock: Clock;
  readonly #entries = new Map<OrderId, Entry>();
  readonly #schedule: Schedule;
  readonly #budget: Budget;
  readonly #sight: SightKeeper;
  readonly #inFlight: InFlight;
  readonly #ledger: Ledger;
  readonly #counter = new RequestCounter();
  readonly #wakeDetector: WakeDetector;
  readonly #dirty = new Set<OrderId>();
  #activeEverySeconds: number;
  #pause: Pause = { kind: 'running' };
  #isRunning = false;
  #isLoaded = false;
  #latencyMs: number | null = null;
  #loadFault: string | null = null;
  #timer: { readonly dueMs: number; readonly cancel: () => void } | null = null;
  #announcedSight: Sight = { state: 'clear' };
  #announcedPace = '';
  #announcedDeskAtMs = Number.NEGATIVE_INFINITY;
  #isDeskDirty = false;

  constructor(parts: WatcherParts) {
    this.#parts = parts;
    this.#clock = parts.clock;
    this.#activeEverySeconds = parts.limits.activeEverySeconds;
    this.#schedule = new Schedule(parts.installSeed);
    this.#budget = new Budget(parts.limits.requestsPerMinute, parts.clock.monotonicMs());
    this.#sight = new SightKeeper(parts.clock, parts.random);
    this.#inFlight = new InFlight(parts.source, parts.clock, (check, outcome) => {
      this.#guard(() => this.#ended(check, outcome));
      this.#arm();
    });
    this.#ledger = new Ledger(parts.store);
    this.#wakeDetector = new WakeDetector(parts.clock, sleepFromMs);
  }

  get sight(): Sight {
    return this.#sight.sight;
  }

  get pace(): Pace {
    return {
      requestsLastMinute: this.#counter.lastMinute(this.#clock.monotonicMs()),
      requestsPerMinute: this.#budget.requestsPerMinute,
      nextCheckAtMs: this.#wallOf(this.#mayCheck() ? this.#schedule.firstDueMs : null),
      lastAnswerAtMs: this.#sight.lastAnswerAtMs,
    };
  }

  get pauseState(): Pause {
    return this.#pause;
  }

  get storageFault(): string | null {
    return this.#loadFault ?? this.#ledger.fault;
  }

  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#wakeDetector.look(0);
    this.#load();
    this.#sight.retryNow();
    this.#planAll();
    this.#publish();
    this.#arm();
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    this.#disarm();
    for (const check of this.#inFlight.abandonAll()) {
      this.#schedule.planAt(check.id, this.#clock.monotonicMs());
    }
    await this.#inFlight.idle(stopWithinMs);
    for (const entry of this.#entries.values()) this.#storeConfirmation(entry, 1);
    this.#ledger.flushAll(this.#clock.monotonicMs());
    this.#publish();
  }

  add(orders: readonly { readonly id: OrderId; readonly label: string | null }[]): AddReport {
    this.#load();
    const added: OrderId[] = [];
    const alreadyWatched: OrderId[] = [];
    const nowMs = this.#clock.wallMs();
    for (const { id, label } of orders) {
      if (this.#entries.has(id)) {
        alreadyWatched.push(id);
        continue;
      }
      const entry: Entry = {
        watched: newlyWatched(id, label, nowMs),
        failureCount: 0,
        storedObservedAtMs: null,
      };
      this.#entries.set(id, entry);
      this.#setPace(entry);
      this.#record({ watched: entry.watched, tellings: [] });
      added.push(id);
    }
    const monotonicMs = this.#clock.monotonicMs();
    for (const [index, id] of added.entries()) {
      if (added.length <= mostUrgent) this.#schedule.ask(id);
      else this.#schedule.planAt(id, monotonicMs - (added.length - index) / 1024);
    }
    this.#tellDemand();
    this.#publish();
    this.#arm();
    return { added, alreadyWatched };
  }

  remove(ids: readonly OrderId[]): void {
    this.#load();
    const gone = ids.filter((id) => this.#entries.delete(id));
    for (const id of gone) {
      this.#inFlight.abandon(id);
      this.#schedule.forget(id);
      this.#parts.source.forget(id);
      this.#dirty.delete(id);
    }
    if (gone.length === 0) return;
    this.#ledger.remove(gone, this.#clock.monotonicMs());
    this.#tellDemand();
    this.#emit((events) => events.ordersRemoved(gone));
    this.#isDeskDirty = true;
    this.#publish();
    this.#arm();
  }

  relabel(id: OrderId, label: string | null): void {
    this.#change([id], (watched) => (watched.label === label ? watched : { ...watched, label }));
  }

  mute(ids: readonly OrderId[], isMuted: boolean): void {
    this.#change(ids, (watched) =>
      watched.isMuted === isMuted ? watched : { ...watched, isMuted },
    );
  }

  markSeen(ids: readonly OrderId[]): void {
    const lastLookedAtMs = this.#clock.wallMs();
    this.#change(ids, (watched) => ({ ...watched, unseenCount: 0, lastLookedAtMs }));
  }

  checkNow(ids: readonly OrderId[]): void {
    this.#load();
    const nowMs = this.#clock.monotonicMs();
    const known = ids.filter((id) => this.#entries.has(id) && !this.#inFlight.has(id));
    for (const id of known) {
      if (known.length <= mostUrgent) this.#schedule.ask(id);
      else this.#schedule.planAt(id, nowMs);
      this.#dirty.add(id);
    }
    this.#publish();
    this.#arm();
  }

  pause(untilMs: number | null): void {
    const sinceMs = this.#pause.kind === 'paused' ? this.#pause.sinceMs : this.#clock.wallMs();
    this.#pause = { kind: 'paused', sinceMs, untilMs };
    this.#deskChangedForAll();
  }

  resume(): void {
    if (this.#pause.kind === 'running') return;
    this.#pause = { kind: 'running' };
    this.#rankOverdue();
    this.#deskChangedForAll();
  }

  retryNow(): void {
    const nowMs = this.#clock.monotonicMs();
    for (const check of this.#inFlight.abandonAll()) {
      if (check.isUrgent) this.#schedule.ask(check.id);
      else this.#schedule.planAt(check.id, nowMs);
      this.#dirty.add(check.id);
    }
    this.#sight.retryNow();
    this.#rankOverdue();
    this.#publish();
    this.#arm();
  }

  /** The system said that the machine woke. Without it, the watcher notices by itself in seconds. */
  noticeWake(): void {
    if (!this.#isRunning) return;
    this.#wake(this.#wakeDetector.look(0).behindMs);
    this.#publish();
    this.#arm();
  }

  setLimits(limits: WatchLimits): void {
    const nowMs = this.#clock.monotonicMs();
    this.#budget.setCap(limits.requestsPerMinute, nowMs);
    this.#activeEverySeconds = limits.activeEverySeconds;
    for (const entry of this.#entries.values()) this.#setPace(entry);
    this.#tellDemand();
    const stretch = this.#stretch();
    for (const id of this.#entries.keys()) {
      const dueMs = this.#schedule.dueMs(id, nowMs);
      const everyMs = this.#schedule.everyMs(id);
      if (dueMs === null || everyMs === null || dueMs <= nowMs) continue;
      // As if it had been asked half an interval ago: each at its own place in the new interval.
      this.#schedule.planByPace(id, nowMs - (everyMs * stretch) / 2, stretch);
    }
    this.#deskChangedForAll();
  }

  get(id: OrderId): WatchedOrder | undefined {
    return this.#entries.get(id)?.watched;
  }

  list(): readonly WatchedOrder[] {
    return Array.from(this.#entries.values(), (entry) => entry.watched);
  }

  plan(id: OrderId): CheckPlan {
    const everyMs = this.#schedule.everyMs(id);
    const nowMs = this.#clock.monotonicMs();
    return {
      nextCheckAtMs: this.#wallOf(this.#mayCheck() ? this.#schedule.dueMs(id, nowMs) : null),
      checkEveryMs: everyMs === null ? null : Math.round(everyMs * this.#stretch()),
      isChecking: this.#inFlight.has(id),
    };
  }

  // --- the loop

  #tick(armedForMs: number): void {
    this.#timer = null;
    this.#guard(() => {
      const nowMs = this.#clock.monotonicMs();
      const gap = this.#wakeDetector.look(nowMs - armedForMs);
      if (gap.isWake) this.#wake(gap.behindMs);
      this.#inFlight.expire();
      this.#endPauseInTime();
      if (this.#loadFault !== null) this.#load();
      this.#dispatch();
    });
    this.#publish();
    this.#arm();
  }

  #dispatch(): void {
    if (!this.#mayCheckOrTry()) return;
    for (;;) {
      const nowMs = this.#clock.monotonicMs();
      if (this.#inFlight.size >= this.#mostInFlight()) return;
      const isAttempt = this.#sight.isBlind;
      if (isAttempt && (this.#sight.retryAtMonotonicMs ?? Number.POSITIVE_INFINITY) > nowMs) return;
      const id = isAttempt ? this.#schedule.peekAny() : this.#schedule.peek(nowMs);
      if (id === null) return;
      const isUrgent = this.#schedule.isUrgent(id);
      if (!this.#budget.take(isUrgent || isAttempt ? 'urgent' : 'routine', nowMs)) return;
      this.#schedule.take(id);
      this.#counter.count(nowMs);
      this.#dirty.add(id);
      this.#inFlight.start(id, { isUrgent, isAttempt });
    }
  }

  #ended(check: Check, outcome: CheckOutcome): void {
    const entry = this.#entries.get(check.id);
    if (entry === undefined) return;
    this.#dirty.add(check.id);
    switch (outcome.kind) {
      case 'answered': {
        const tookMs = this.#clock.monotonicMs() - check.startedAtMs;
        this.#latencyMs = this.#latencyMs === null ? tookMs : this.#latencyMs * 0.9 + tookMs * 0.1;
        this.#sees();
        this.#answered(entry, outcome.answer);
        break;
      }
      case 'failed':
        this.#failed(entry, check, outcome.failure);
        break;
      case 'broken':
        this.#report(outcome.error);
        this.#failed(entry, check, {
          code: 'answer-unreadable',
          httpStatus: null,
          retryAfterMs: null,
        });
        break;
    }
    this.#tellDemand();
    this.#dispatch();
  }

  #answered(entry: Entry, answer: CheckAnswer): void {
    const nowMs = this.#clock.wallMs();
    const { id } = entry.watched;
    const hadProblem = entry.watched.problem !== null;
    if (answer.kind === 'unchanged') {
      if (entry.watched.order === null) {
        // "Unchanged" from an order we do not have: the source must start anew.
        this.#parts.source.forget(id);
      } else {
        entry.watched = confirmed(entry.watched, nowMs);
      }
      if (hadProblem) this.#record({ watched: entry.watched, tellings: [] });
      else this.#storeConfirmation(entry, storeConfirmationEveryMs);
    } else {
      const { watched, update } = observed(entry.watched, answer.order, nowMs);
      entry.watched = watched;
      entry.storedObservedAtMs = nowMs;
      const tellings = update === null ? [] : this.#parts.decideTellings(update, watched);
      this.#record({
        watched,
        rawJson: answer.rawJson,
        ...(update === null ? {} : { update }),
        tellings,
      });
    }
    entry.failureCount = 0;
    this.#setPace(entry);
    this.#schedule.planByPace(id, this.#clock.monotonicMs(), this.#stretch());
  }

  #failed(entry: Entry, check: Check, failure: SeenFailure): void {
    const monotonicMs = this.#clock.monotonicMs();
    if (failureScope(failure.code) === 'order') {
      this.#sees();
      entry.failureCount += 1;
      this.#refuse(entry, failure);
      this.#setPace(entry);
      this.#schedule.planByPace(check.id, monotonicMs, this.#stretch());
      return;
    }
    const wasBlind = this.#sight.isBlind;
    this.#sight.failed(failure, check.isAttempt, this.#schedule.plannedCount + 1);
    if (failure.code === 'rate-limited' && !wasBlind) this.#budget.slowDown(monotonicMs);
    if (this.#sight.isBlind) {
      if (!wasBlind) this.#excuseAll();
      if (check.isUrgent) this.#schedule.ask(check.id);
      else this.#schedule.planAt(check.id, monotonicMs);
      return;
    }
    entry.failureCount += 1;
    if (entry.failureCount > 1) this.#refuse(entry, failure);
    const delayMs = retryDelayMs(entry.failureCount, orderRetry, this.#parts.random);
    this.#schedule.planAt(check.id, monotonicMs + delayMs);
  }

  #refuse(entry: Entry, failure: SeenFailure): void {
    const nowMs = this.#clock.wallMs();
    entry.watched = refused(entry.watched, failure, entry.failureCount, nowMs);
    const tellings = this.#parts.decideProblemTellings?.(entry.watched, nowMs) ?? [];
    this.#record({ watched: entry.watched, tellings });
  }

  /** What looked like problems of single orders was the host: one fact, told once, elsewhere. */
  #excuseAll(): void {
    for (const entry of this.#entries.values()) {
      const { problem } = entry.watched;
      this.#dirty.add(entry.watched.id);
      if (problem === null || failureScope(problem.code) === 'order') continue;
      entry.failureCount = 0;
      entry.watched = { ...entry.watched, problem: null };
      this.#record({ watched: entry.watched, tellings: [] });
    }
  }

  #sees(): void {
    if (!this.#sight.answered()) return;
    this.#rankOverdue();
    for (const id of this.#entries.keys()) this.#dirty.add(id);
  }

  #wake(behindMs: number): void {
    this.#schedule.shift(behindMs);
    this.#sight.woke();
    this.#rankOverdue();
    for (const id of this.#entries.keys()) this.#dirty.add(id);
    this.#isDeskDirty = true;
  }

  /** After a time of not checking, those that are looked at most come first. */
  #rankOverdue(): void {
    this.#schedule.rankDue(this.#clock.monotonicMs(), (left, right) => {
      const one = this.#entries.get(left)?.watched;
      const other = this.#entries.get(right)?.watched;
      return (
        (other?.lastLookedAtMs ?? 0) - (one?.lastLookedAtMs ?? 0) ||
        (other?.changedAtMs ?? 0) - (one?.changedAtMs ?? 0)
      );
    });
  }

  // --- planning

  #load(): void {
    if (this.#isLoaded) return;
    try {
      for (const watched of this.#parts.store.load()) {
        if (this.#entries.has(watched.id)) continue;
        this.#entries.set(watched.id, {
          watched,
          failureCount: watched.problem?.failureCount ?? 0,
          storedObservedAtMs: watched.observedAtMs,
        });
        this.#dirty.add(watched.id);
      }
      this.#isLoaded = true;
      this.#loadFault = null;
    } catch (error) {
      this.#loadFault = error instanceof Error ? error.message : 'The watch list cannot be read';
    }
    this.#isDeskDirty = true;
    this.#planAll();
  }

  #planAll(): void {
    for (const entry of this.#entries.values()) this.#setPace(entry);
    this.#tellDemand();
    const nowMs = this.#clock.monotonicMs();
    const wallMs = this.#clock.wallMs();
    const stretch = this.#stretch();
    for (const { watched } of this.#entries.values()) {
      const everyMs = this.#schedule.everyMs(watched.id);
      if (everyMs === null || this.#schedule.dueMs(watched.id, nowMs) !== null) continue;
      const restMs = (watched.observedAtMs ?? 0) + everyMs * stretch - wallMs;
      this.#schedule.planAt(watched.id, nowMs + Math.min(Math.max(restMs, 0), everyMs));
    }
    this.#rankOverdue();
  }

  #setPace(entry: Entry): void {
    const limits = { activeEverySeconds: this.#activeEverySeconds };
    const everyMs = checkEveryMs(entry.watched, limits, this.#clock.wallMs());
    this.#schedule.setPace(entry.watched.id, everyMs);
  }

  #tellDemand(): void {
    this.#budget.setDemand(this.#schedule.demandPerSecond, this.#clock.monotonicMs());
  }

  /** By how much all intervals are stretched because the cap is short: the same for everyone. */
  #stretch(): number {
    return Math.max(1, this.#schedule.demandPerSecond / this.#budget.sustainedPerSecond);
  }

  #mostInFlight(): number {
    if (this.#sight.allowsOneOnly) return 1;
    return inFlightLimit(this.#budget.ratePerSecond, this.#latencyMs);
  }

  #mayCheck(): boolean {
    return this.#mayCheckOrTry() && !this.#sight.isBlind;
  }

  #mayCheckOrTry(): boolean {
    return this.#isRunning && this.#pause.kind === 'running';
  }

  #endPauseInTime(): void {
    if (this.#pause.kind !== 'paused' || this.#pause.untilMs === null) return;
    if (this.#pause.untilMs <= this.#clock.wallMs()) this.resume();
  }

  #wallOf(monotonicMs: number | null): number | null {
    if (monotonicMs === null) return null;
    const aheadMs = Math.max(monotonicMs - this.#clock.monotonicMs(), 0);
    return Math.round(this.#clock.wallMs() + aheadMs);
  }

  // --- the one timer

  #arm(): void {
    if (!this.#isRunning) return;
    const nowMs = this.#clock.monotonicMs();
    const wantedMs = this.#wantedMs(nowMs);
    if (wantedMs === null) {
      this.#disarm();
      return;
    }
    const slot = Math.max(Math.ceil(wantedMs / slotMs), Math.floor(nowMs / slotMs) + 1);
    const dueMs = slot * slotMs;
    if (this.#timer?.dueMs === dueMs) return;
    this.#disarm();
    const cancel = this.#clock.schedule(() => this.#tick(dueMs), dueMs - nowMs);
    this.#timer = { dueMs, cancel };
  }

  #disarm(): void {
    this.#timer?.cancel();
    this.#timer = null;
  }

  /** When there is something to do next; null when only somebody outside can bring it. */
  #wantedMs(nowMs: number): number | null {
    const times: number[] = [];
    const flushMs = this.#ledger.nextFlushMs(nowMs);
    if (flushMs !== null) times.push(flushMs);
    if (this.#dirty.size > 0 || this.#isDeskDirty) times.push(nowMs);
    const deadlineMs = this.#inFlight.deadlineAtMs;
    if (deadlineMs !== null) times.push(deadlineMs);
    if (this.#loadFault !== null) times.push(nowMs + 1000);
    if (this.#pause.kind === 'paused') {
      if (this.#pause.untilMs !== null) {
        times.push(nowMs + Math.min(this.#pause.untilMs - this.#clock.wallMs(), heartbeatMs));
      }
    } else if (this.#schedule.plannedCount > 0) {
      times.push(nowMs + heartbeatMs);
      const checkMs = this.#wantedCheckMs(nowMs);
      if (checkMs !== null) times.push(checkMs);
    }
    return times.length === 0 ? null : Math.min(...times);
  }

  #wantedCheckMs(nowMs: number): number | null {
    // A request that ends goes on with the next by itself.
    if (this.#inFlight.size >= this.#mostInFlight()) return null;
    if (this.#sight.isBlind) return this.#sight.retryAtMonotonicMs;
    const hasUrgent = this.#schedule.hasUrgent;
    const dueMs = hasUrgent ? nowMs : this.#schedule.firstDueMs;
    if (dueMs === null || dueMs > nowMs) return dueMs;
    return nowMs + this.#budget.waitMs(hasUrgent ? 'urgent' : 'routine', nowMs);
  }

  // --- what is stored and told

  #record(record: WatchRecord): void {
    this.#ledger.add(record);
    this.#dirty.add(record.watched.id);
  }

  #storeConfirmation(entry: Entry, olderThanMs: number): void {
    const { observedAtMs } = entry.watched;
    if (observedAtMs === null) return;
    if (observedAtMs - (entry.storedObservedAtMs ?? 0) < olderThanMs) return;
    entry.storedObservedAtMs = observedAtMs;
    this.#ledger.add({ watched: entry.watched, tellings: [] });
  }

  #change(ids: readonly OrderId[], next: (watched: WatchedOrder) => WatchedOrder): void {
    this.#load();
    for (const id of ids) {
      const entry = this.#entries.get(id);
      if (entry === undefined) continue;
      const watched = next(entry.watched);
      if (watched === entry.watched) continue;
      entry.watched = watched;
      this.#record({ watched, tellings: [] });
    }
    this.#publish();
    this.#arm();
  }

  #deskChangedForAll(): void {
    this.#isDeskDirty = true;
    for (const id of this.#entries.keys()) this.#dirty.add(id);
    this.#publish();
    this.#arm();
  }

  /** Stores what waits, then announces it. */
  #publish(): void {
    const nowMs = this.#clock.monotonicMs();
    const flushed = this.#ledger.flush(nowMs, () => this.#clock.monotonicMs());
    if (this.#dirty.size > 0) {
      const ids = [...this.#dirty].filter((id) => this.#entries.has(id));
      this.#dirty.clear();
      if (ids.length > 0) this.#emit((events) => events.ordersChanged(ids));
    }
    for (const { update, watched } of flushed.fresh) {
      if (update !== undefined) this.#emit((events) => events.orderUpdated(update, watched));
    }
    if (flushed.hasNewTellings) this.#emit((events) => events.tellingsStored());
    const { sight } = this.#sight;
    if (sight !== this.#announcedSight && !isSameSight(sight, this.#announcedSight)) {
      this.#announcedSight = sight;
      this.#isDeskDirty = true;
      this.#emit((events) => events.sightChanged(sight));
    }
    this.#announceDesk(flushed.didHealthChange, nowMs);
  }

  #announceDesk(didHealthChange: boolean, nowMs: number): void {
    const pace = `${this.#counter.lastMinute(nowMs)} ${this.#sight.lastAnswerAtMs}`;
    const isPaceDue = pace !== this.#announcedPace && nowMs - this.#announcedDeskAtMs >= 1000;
    if (!this.#isDeskDirty && !didHealthChange && !isPaceDue) return;
    this.#isDeskDirty = false;
    this.#announcedPace = pace;
    this.#announcedDeskAtMs = nowMs;
    this.#emit((events) => events.deskChanged());
  }

  #emit(tell: (events: WatchEvents) => void): void {
    this.#guard(() => tell(this.#parts.events));
  }

  #guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#report(error);
    }
  }

  #report(error: unknown): void {
    if (this.#parts.reportDefect !== undefined) {
      this.#parts.reportDefect(error);
      return;
    }
    queueMicrotask(() => {
      throw error;
    });
  }
}

function isSameSight(one: Sight, other: Sight): boolean {
  if (one.state === 'clear' || other.state === 'clear') return one.state === other.state;
  return (
    one.cause === other.cause &&
    one.httpStatus === other.httpStatus &&
    one.sinceMs === other.sinceMs &&
    one.retryAtMs === other.retryAtMs
  );
}
