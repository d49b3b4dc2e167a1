import type { Pace, Pause } from '../../core/bridge/board.ts';
import type { AddReport } from '../../core/bridge/bridge.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Order } from '../../core/order/order.ts';
import { changedWishes, type WishesChange } from '../../core/watch/order-wishes.ts';
import type { Sight } from '../../core/watch/sight.ts';
import type { OrderFacts } from '../../core/watch/shelved-order.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import { Announcer } from './announcer.ts';
import { CheckLoop } from './check-loop.ts';
import type { Clock } from './clock.ts';
import { Pacer } from './pacer.ts';
import type { WatchLimits } from './watch-limits.ts';
import type { CheckPlan, Watch } from './ports.ts';
import { SightKeeper } from './sight-keeper.ts';
import { Verdicts } from './verdicts.ts';
import { WatchList } from './watch-list.ts';
import type { WatcherParts } from './watcher-parts.ts';

/**
 * Asks for every order on the watch list again and again, politely, and makes of the answers what
 * changed. One timer for everything; no failure, no listener and no disk can end the loop.
 */
export class Watcher implements Watch {
  readonly #parts: WatcherParts;
  readonly #clock: Clock;
  readonly #list: WatchList;
  readonly #pacer: Pacer;
  readonly #sight: SightKeeper;
  readonly #announcer: Announcer;
  readonly #verdicts: Verdicts;
  readonly #loop: CheckLoop;

  constructor(parts: WatcherParts) {
    const { clock, random, store, events } = parts;
    this.#parts = parts;
    this.#clock = clock;
    this.#list = new WatchList({
      clock,
      store,
      inTurn: (ids) => this.#pacer.inTurn(ids),
      record: (record) => this.#announcer.record(record),
      read: (id) => this.#announcer.touch(id),
      loadingChanged: () => {
        this.#announcer.touchDesk();
        this.#pacer.planMissing();
        this.#loop.catchUp();
      },
    });
    const { entries } = this.#list;
    this.#pacer = new Pacer(clock, entries, parts.installSeed, parts.limits, parts);
    this.#sight = new SightKeeper(clock, random);
    this.#announcer = new Announcer(
      clock,
      store,
      events,
      (run) => this.#guard(run),
      (records) => this.#list.shelve(records),
    );
    this.#verdicts = new Verdicts({
      ...parts,
      entries,
      sight: this.#sight,
      pacer: this.#pacer,
      announcer: this.#announcer,
      reportDefect: (error) => this.#report(error),
    });
    this.#loop = new CheckLoop({
      ...parts,
      slotOffsetMs: clock.wallMs() - clock.monotonicMs() + parts.installSeed,
      entries,
      pacer: this.#pacer,
      sight: this.#sight,
      announcer: this.#announcer,
      ended: (check, outcome) => this.#verdicts.ended(check, outcome),
      tidy: () => {
        this.#list.goOn();
        this.#pacer.goOn();
      },
      tidyAtMs: () => (this.#pacer.hasWaiting ? clock.monotonicMs() : this.#list.goOnAtMs),
      guard: (run) => this.#guard(run),
    });
  }

  get sight(): Sight {
    return this.#sight.sight;
  }

  get pace(): Pace {
    return {
      requestsLastMinute: this.#pacer.requestsLastMinute,
      requestsPerMinute: this.#pacer.requestsPerMinute,
      nextCheckAtMs: this.#loop.isChecking ? this.#pacer.firstDueAtMs : null,
      lastAnswerAtMs: this.#sight.lastAnswerAtMs,
    };
  }

  /** How much longer all intervals are at present than they should be, 1 or more: the cap is short. */
  get stretch(): number {
    return this.#pacer.stretch;
  }

  get pauseState(): Pause {
    return this.#loop.pauseState;
  }

  get storageFault(): string | null {
    return this.#list.fault ?? this.#announcer.storageFault;
  }

  start(): void {
    if (this.#loop.isRunning) return;
    this.#loop.start();
    if (this.#list.isRead) this.#pacer.planMissing();
    else this.#list.beginReading();
    this.#loop.goOn();
  }

  async stop(): Promise<void> {
    this.#list.stopReading();
    await this.#loop.stop();
    this.#verdicts.storeConfirmations();
    this.#list.recordAll();
    this.#announcer.writeAll();
    this.#loop.goOn();
  }

  add(orders: readonly { readonly id: OrderId; readonly label: string | null }[]): AddReport {
    const report = this.#list.add(orders);
    this.#pacer.planNew(report.added);
    // A few are written and told in this turn, thousands in the next ones.
    if (this.#list.hasUnrecorded) this.#loop.arm();
    else this.#loop.goOn();
    return report;
  }

  remove(ids: readonly OrderId[]): void {
    const gone = this.#list.remove(ids);
    if (gone.length === 0) return;
    for (const id of gone) {
      this.#loop.abandon(id);
      this.#pacer.forget(id);
      this.#parts.source.forget(id);
    }
    this.#announcer.removed(gone);
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
    this.#pacer.regard(ids);
    this.#loop.goOn();
  }

  setInView(ids: readonly OrderId[]): void {
    this.#pacer.setInView(ids);
    this.#loop.goOn();
  }

  wish(ids: readonly OrderId[], change: WishesChange): void {
    this.#change(ids, ({ wishes }) => ({ wishes: changedWishes(wishes, change) }));
  }

  markSeen(ids: readonly OrderId[]): void {
    const lastLookedAtMs = this.#clock.wallMs();
    this.#change(ids, () => ({ unseenCount: 0, lastLookedAtMs }));
  }

  markUnseen(ids: readonly OrderId[]): void {
    this.#change(ids, ({ changedAtMs }) => ({
      unseenCount: 1,
      lastLookedAtMs: changedAtMs === null ? null : changedAtMs - 1,
    }));
  }

  checkNow(ids: readonly OrderId[]): void {
    this.#list.readAll();
    const known = ids.filter((id) => this.#list.entries.has(id) && !this.#loop.isAsking(id));
    this.#pacer.ask(known);
    this.#announcer.touchAll(known);
    this.#loop.goOn();
  }

  accept(order: Order, rawJson: string): boolean {
    this.#list.readAll();
    const entry = this.#list.entries.get(order.id);
    if (entry === undefined) return false;
    this.#loop.abandon(order.id);
    // What it answered last is no longer what we know: the next answer must be a whole one.
    this.#parts.source.forget(order.id);
    this.#verdicts.accepted(entry, order, rawJson);
    this.#loop.goOn();
    return true;
  }

  replan(ids: readonly OrderId[]): void {
    this.#pacer.replan(ids);
    this.#announcer.touchAll(ids);
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

  retryNow(): void {
    this.#loop.abandonAll();
    this.#sight.retryNow();
    this.#pacer.rankOverdue();
    this.#loop.goOn();
  }

  /** The system said that the machine woke. Without it, the watcher notices by itself in seconds. */
  noticeWake(): void {
    if (!this.#loop.isRunning) return;
    this.#loop.noticeWake();
    this.#loop.goOn();
  }

  setLimits(limits: WatchLimits): void {
    this.#pacer.setLimits(limits);
    this.#announcer.touchAll(this.#list.entries.keys());
    this.#announcer.touchDesk();
    this.#loop.goOn();
  }

  setPaceFactor(factor: number): void {
    if (!this.#pacer.setPaceFactor(factor)) return;
    this.#announcer.touchAll(this.#list.entries.keys());
    this.#announcer.touchDesk();
    this.#loop.goOn();
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

  list(): readonly WatchedOrder[] {
    this.#list.readAll();
    return this.#list.known();
  }

  plan(id: OrderId): CheckPlan {
    return {
      nextCheckAtMs: this.#loop.isChecking ? this.#pacer.dueAtMs(id) : null,
      checkEveryMs: this.#pacer.everyMs(id),
      isChecking: this.#loop.isAsking(id),
    };
  }

  /** Replaces what is known of some orders without an update: nothing happened to them. */
  rewrite(ids: readonly OrderId[], next: (watched: WatchedOrder) => WatchedOrder): void {
    this.#list.rewrite(ids, next);
    this.#loop.goOn();
  }

  #change(ids: readonly OrderId[], next: (watched: WatchedOrder) => Partial<OrderFacts>): void {
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
