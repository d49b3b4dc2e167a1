import type { Pace, Pause } from '../../../core/board/board.ts';
import type { AddReport } from '../../../core/bridge/bridge.ts';
import type { FixNote } from '../../../core/order/courier-time.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import {
  isFinished,
  readOrderStatus,
  type StatusMeanings,
} from '../../../core/order/order-status.ts';
import {
  type AnnotationMode,
  type NewOrder,
  withPreferences,
} from '../../../core/watch/newly-watched.ts';
import type { PreferencesChange } from '../../../core/watch/order-preferences.ts';
import { nextSetTimeMs } from '../../../core/watch/order-waits.ts';
import type { ServiceHealth } from '../../../core/watch/service-health.ts';
import type { SeenState, WatchedOrder, WatchOrigin } from '../../../core/watch/watched-order.ts';
import { ChangePublisher } from './change-publisher.ts';
import { CheckLoop } from './check-loop.ts';
import { CheckPace } from './check-pace.ts';
import { CheckResultHandler } from './check-result.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import type { Clock } from '../../../core/clock.ts';
import type {
  AuditPace,
  CheckPlan,
  CheckProgress,
  Checks,
  DecideProblemNotifications,
  DecideNotifications,
  ExplainUpdate,
  OrderSource,
  ReduceAnswer,
  RestRules,
  Watch,
  WatchEvents,
  WatchLimits,
  WatchStore,
} from './ports.ts';
import { OrderLimits } from './order-limits.ts';
import { RateLimiter } from './rate-limiter.ts';
import { Scheduler } from './scheduler.ts';
import { WatchList } from './watch-list.ts';

/** What a {@link Watcher} works with. */
export interface WatcherParts {
  readonly source: OrderSource;
  readonly store: WatchStore;
  /** What is found is looked at all the time, such as by a hub's desks, so it is reported at once. Default: false. */
  readonly isAttended?: boolean;
  readonly clock: Clock;
  /** A number in [0, 1). */
  readonly random: () => number;
  readonly decideNotifications: DecideNotifications;
  /** Decides on notifications about an order that cannot be checked. Default: there are none. */
  readonly decideProblemNotifications?: DecideProblemNotifications;
  /** Default: updates are announced as the checks found them. */
  readonly explainUpdate?: ExplainUpdate;
  /** Default: nothing else reports changes, so every order is checked at its own pace. */
  readonly auditPace?: AuditPace;
  /** Default: answers are accepted whole. */
  readonly reduceAnswer?: ReduceAnswer;
  readonly events: WatchEvents;
  readonly limits: WatchLimits;
  /** Orders that need attention go first after a sleep or an outage; none unless given. */
  readonly needsAttention?: (id: OrderId) => boolean;
  /** Called when the time of a courier's position had to be corrected. */
  readonly noted?: (note: FixNote) => void;
  /** Drawn once per installation, 0 to 2^32 - 1: main/engine/storage keeps it. */
  readonly installSeed: number;
  /** Gets errors that are defects, such as those of a listener. Default: a timer throws them again. */
  readonly reportDefect?: (error: unknown) => void;
}

/**
 * Checks every order on the watch list again and again, politely, and turns the answers into updates. One
 * timer for everything; no failure, no listener and no disk can end the loop.
 */
export class Watcher implements Watch, Checks {
  readonly checks: Checks = this;
  readonly #parts: WatcherParts;
  readonly #clock: Clock;
  readonly #publisher: ChangePublisher;
  readonly #list: WatchList;
  readonly #orderLimits: OrderLimits;
  readonly #limiter: RateLimiter;
  readonly #pace: CheckPace;
  readonly #scheduler: Scheduler;
  readonly #breaker: CircuitBreaker;
  readonly #results: CheckResultHandler;
  readonly #loop: CheckLoop;
  /** The service that was connected last; null before the first. */
  #baseUrl: string | null = null;

  constructor(parts: WatcherParts) {
    const { clock, limits } = parts;
    const guard = (run: () => void): void => this.#guard(run);
    this.#parts = parts;
    this.#clock = clock;
    this.#publisher = new ChangePublisher(clock, parts.store, parts.events, guard);
    this.#list = new WatchList({
      ...parts,
      publisher: this.#publisher,
      entered: (entries) => this.#scheduler.planStored(entries),
      left: (ids) => this.#letGo(ids),
      paceChanged: (ids) => this.#scheduler.replan(ids),
      readingChanged: () => this.#readingChanged(),
    });
    const { entries } = this.#list;
    this.#orderLimits = new OrderLimits(limits);
    this.#limiter = new RateLimiter(clock, limits.requestsPerMinute);
    this.#pace = new CheckPace({
      ...parts,
      orderLimits: this.#orderLimits,
      statedEveryMs: () => this.#limiter.statedEveryMs,
    });
    this.#scheduler = new Scheduler({ ...parts, entries, pace: this.#pace });
    this.#breaker = new CircuitBreaker(clock, parts.random);
    const joined = {
      ...parts,
      entries,
      list: this.#list,
      publisher: this.#publisher,
      limiter: this.#limiter,
      pace: this.#pace,
      orderLimits: this.#orderLimits,
      scheduler: this.#scheduler,
      breaker: this.#breaker,
      guard,
      reportDefect: (error: unknown) => this.#report(error),
    };
    this.#results = new CheckResultHandler(joined);
    const { isAttended = false } = parts;
    this.#loop = new CheckLoop({ ...joined, isAttended, results: this.#results });
  }

  get serviceHealth(): ServiceHealth {
    return this.#breaker.serviceHealth;
  }

  get pace(): Pace {
    return {
      requestsLastMinute: this.#limiter.requestsLastMinute,
      requestsPerMinute: this.#limiter.requestsPerMinute,
      nextCheckAtMs: this.#loop.isChecking ? this.#scheduler.firstDueAtMs : null,
      lastAnswerAtMs: this.#breaker.lastAnswerAtMs,
      checks: {
        neededPerMinute: this.#scheduler.demandPerSecond * 60,
        possiblePerMinute: this.#limiter.sustainedPerSecond * 60,
      },
    };
  }

  /** The factor by which all intervals are longer than they should be, because the cap is too low. */
  get stretch(): number {
    return this.#scheduler.stretch;
  }

  get progress(): CheckProgress {
    return this.#loop.progress;
  }

  get pauseState(): Pause {
    return this.#loop.pauseState;
  }

  get storageFault(): string | null {
    return this.#publisher.storageFault;
  }

  get actCount(): number {
    return this.#publisher.actCount;
  }

  actsKept(): Promise<void> {
    return this.#publisher.actsKept();
  }

  start(): void {
    if (this.#loop.isRunning) return;
    this.#loop.start();
    this.#list.beginReading();
    this.#scheduler.waitForStart();
    this.#loop.catchUpLate();
    this.#loop.goOn();
  }

  async stop(): Promise<void> {
    this.#list.stopReading();
    await this.#loop.stop();
    await this.#list.added;
    this.#results.storeConfirmations();
    this.#publisher.writeAll();
    this.#loop.goOn();
  }

  async add(
    orders: readonly NewOrder[],
    mode: AnnotationMode = 'kept',
    origin: WatchOrigin | null = null,
  ): Promise<AddReport> {
    return await this.#list.add(orders, mode, origin, (added) => {
      this.#scheduler.planNew(added, this.#limiter.catchUpPerSecond);
      this.#loop.goOn();
    });
  }

  remove(ids: readonly OrderId[]): void {
    if (this.#list.remove(ids)) this.#loop.goOn();
  }

  evict(ids: readonly OrderId[]): void {
    this.#guard(() => this.#list.evict(ids, (watched) => this.#isAtRest(watched)));
    this.#loop.goOn();
  }

  load(ids: readonly OrderId[]): void {
    this.#list.load(ids);
    this.#loop.goOn();
  }

  relabel(id: OrderId, label: string | null): void {
    this.#change([id], () => ({ label }));
  }

  mute(ids: readonly OrderId[], isMuted: boolean): void {
    this.#change(ids, () => ({ isMuted }));
  }

  pin(ids: readonly OrderId[], isPinned: boolean): void {
    this.#change(ids, () => ({ isPinned }));
    this.#scheduler.regard(ids);
    this.#loop.goOn();
  }

  setInView(ids: readonly OrderId[]): void {
    this.#scheduler.setInView(ids);
    this.#loop.goOn();
  }

  setOpen(id: OrderId | null): void {
    this.#scheduler.setOpen(id);
    this.#publisher.touchAll(id === null ? [] : [id]);
    this.#loop.goOn();
  }

  setPreferences(ids: readonly OrderId[], change: PreferencesChange): void {
    const nowMs = this.#clock.wallMs();
    this.#change(ids, (watched) => withPreferences(watched, change, nowMs));
  }

  changeSeen(ids: readonly OrderId[], next: (watched: WatchedOrder) => SeenState): void {
    this.#change(ids, next);
  }

  checkNow(ids: readonly OrderId[]): void {
    this.#list.load(ids);
    const known = ids.filter((id) => this.#list.entries.has(id) && !this.#loop.isAsking(id));
    this.#scheduler.ask(known);
    this.#publisher.touchAll(known);
    this.#loop.goOn();
  }

  checkSooner(ids: readonly OrderId[]): void {
    this.#list.load(ids);
    const { catchUpPerSecond, statedEveryMs } = this.#limiter;
    const entries = ids
      .flatMap((id) => (this.#loop.isAsking(id) ? [] : (this.#list.entries.get(id) ?? [])))
      // Each refusal counts towards a notification, so an unproven sender may not cause another one.
      .filter(({ watched }) => watched.problem === null);
    this.#scheduler.hasten(entries, catchUpPerSecond, statedEveryMs);
    this.#publisher.touchAll(entries.map(({ watched }) => watched.id));
    this.#loop.goOn();
  }

  replan(ids: readonly OrderId[]): void {
    this.#scheduler.replan(ids);
    this.#publisher.touchAll(ids);
    this.#loop.goOn();
  }

  pause(untilMs: number | null): void {
    this.#loop.pause(untilMs);
    this.#loop.goOn();
  }

  resume(): void {
    this.#loop.resume();
    this.#loop.goOn();
  }

  connected(baseUrl: string): void {
    if (this.#baseUrl !== null && this.#baseUrl !== baseUrl) {
      this.#limiter.forgetService();
      this.#results.serviceChanged();
      this.#scheduler.replan(this.#list.entries.keys());
    }
    this.#baseUrl = baseUrl;
    this.retryNow();
  }

  retryNow(): void {
    this.#loop.abandonAll();
    this.#breaker.retryNow();
    this.#loop.catchUpLate();
    this.#loop.goOn();
  }

  /** The system reported that the computer woke. Without that the watcher notices it within seconds. */
  noticeWake(): void {
    if (!this.#loop.isRunning) return;
    this.#loop.noticeWake();
    this.#loop.goOn();
  }

  get sentPerSecond(): readonly number[] {
    return this.#limiter.sentPerSecond;
  }

  setLimits(limits: WatchLimits): void {
    this.#limiter.setCap(limits.requestsPerMinute);
    this.#orderLimits.set(limits);
    this.#replanAll();
  }

  judgeRestsBy(rules: RestRules): void {
    this.#orderLimits.judgeRestsBy(rules);
  }

  setPaceFactor(factor: number): void {
    if (this.#pace.setFactor(factor)) this.#replanAll();
  }

  get count(): number {
    return this.#list.entries.size;
  }

  known(): readonly WatchedOrder[] {
    return this.#list.known();
  }

  get(id: OrderId): WatchedOrder | undefined {
    return this.#list.get(id);
  }

  find(id: OrderId): WatchedOrder | undefined {
    return this.#list.find(id);
  }

  archivedSince(sinceMs: number): Iterable<readonly WatchedOrder[]> {
    return this.#parts.store.archivedSince?.(sinceMs) ?? [];
  }

  list(): readonly WatchedOrder[] {
    this.#list.readAll();
    return this.#list.known();
  }

  plan(id: OrderId): CheckPlan {
    return {
      nextCheckAtMs: this.#loop.isChecking ? this.#scheduler.dueAtMs(id) : null,
      checkEveryMs: this.#scheduler.everyMs(id),
      isChecking: this.#loop.isAsking(id),
      isAwaited: this.#loop.isAwaited(id),
    };
  }

  /**
   * Replaces the state of some orders without an update, because nothing happened to them, and writes it at
   * once: what is erased in memory must be gone from the disk before that is noted as done.
   */
  rewrite(ids: readonly OrderId[], next: (watched: WatchedOrder) => WatchedOrder): void {
    this.#list.rewrite(ids, next);
    this.#publisher.writeAll();
    this.#loop.goOn();
  }

  /**
   * Reads the statuses that are known by other meanings. Nothing happened to the orders, so there is no
   * update and no notification; their pace follows.
   */
  rereadStatuses(meanings: StatusMeanings): void {
    const ids = this.list().flatMap(({ id, order }) => {
      if (order === null) return [];
      return readOrderStatus(order.status.raw, meanings).phase === order.status.phase ? [] : [id];
    });
    if (ids.length === 0) return;
    this.rewrite(ids, (watched) => {
      if (watched.order === null) return watched;
      const status = readOrderStatus(watched.order.status.raw, meanings);
      const flags =
        watched.flags !== null && isFinished(status.phase)
          ? { ...watched.flags, releasedAtMs: null }
          : watched.flags;
      return { ...watched, order: { ...watched.order, status }, flags };
    });
  }

  /** Whether nothing happens to an order by itself any more. */
  #isAtRest(watched: WatchedOrder): boolean {
    const { id } = watched;
    return (
      this.#scheduler.everyMs(id) === null &&
      this.#scheduler.dueAtMs(id) === null &&
      !this.#loop.isAsking(id) &&
      nextSetTimeMs(watched, this.#clock.wallMs()) === null
    );
  }

  /** Forgets what is planned, under way and known of these orders beside the list. */
  #letGo(ids: readonly OrderId[]): void {
    for (const id of ids) {
      this.#loop.abandon(id);
      this.#scheduler.forget(id);
      this.#parts.source.forget(id);
    }
  }

  #readingChanged(): void {
    this.#publisher.touchState();
    this.#scheduler.waitForStart();
    this.#loop.catchUpLate();
    this.#loop.sendDue();
  }

  #replanAll(): void {
    const ids = this.#list.entries.keys();
    this.#scheduler.replan(ids);
    this.#publisher.touchAll(this.#list.entries.keys());
    this.#publisher.touchState();
    this.#loop.goOn();
  }

  #change(ids: readonly OrderId[], next: (watched: WatchedOrder) => Partial<WatchedOrder>): void {
    this.#list.change(ids, next);
    this.#loop.goOn();
  }

  #guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#report(error);
    }
  }

  #report(error: unknown): void {
    const throwIt = (): never => {
      throw error;
    };
    if (this.#parts.reportDefect === undefined) this.#clock.schedule(throwIt, 0);
    else this.#parts.reportDefect(error);
  }
}
