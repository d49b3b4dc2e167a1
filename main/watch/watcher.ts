import type { Pace, Pause } from '../../core/board.ts';
import type { AddReport } from '../../core/bridge.ts';
import type { OrderId } from '../../core/order-id.ts';
import type { Order } from '../../core/order.ts';
import { changedWishes, type WishesChange } from '../../core/order-wishes.ts';
import type { Sight } from '../../core/sight.ts';
import { changesFacts, type OrderFacts, withFacts } from '../../core/shelved-order.ts';
import type { WatchedOrder } from '../../core/watched-order.ts';
import { Announcer } from './announcer.ts';
import { CheckLoop } from './check-loop.ts';
import type { Clock } from './clock.ts';
import { ListLoading } from './list-loading.ts';
import { newlyWatched } from './observation.ts';
import { Pacer } from './pacer.ts';
import type { WatchLimits } from './watch-limits.ts';
import type { CheckPlan, Watch, WatchRecord } from './ports.ts';
import { SightKeeper } from './sight-keeper.ts';
import { Verdicts } from './verdicts.ts';
import { watchEntry } from './watch-entry.ts';
import type { WatchEntries } from './watch-entry.ts';
import type { WatcherParts } from './watcher-parts.ts';

/** So many added orders are published in the turn of adding them. */
const fewAdded = 100;

/**
 * Asks for every order on the watch list again and again, politely, and makes of the answers what
 * changed. One timer for everything; no failure, no listener and no disk can end the loop.
 */
export class Watcher implements Watch {
  readonly #parts: WatcherParts;
  readonly #clock: Clock;
  readonly #entries: WatchEntries = new Map();
  readonly #pacer: Pacer;
  readonly #sight: SightKeeper;
  readonly #announcer: Announcer;
  readonly #verdicts: Verdicts;
  readonly #loop: CheckLoop;
  readonly #loading: ListLoading;

  constructor(parts: WatcherParts) {
    const { clock, random, store, events } = parts;
    this.#parts = parts;
    this.#clock = clock;
    this.#pacer = new Pacer(clock, this.#entries, parts.installSeed, parts.limits, parts);
    this.#sight = new SightKeeper(clock, random);
    this.#announcer = new Announcer(
      clock,
      store,
      events,
      (run) => this.#guard(run),
      (records) => this.#shelve(records),
    );
    this.#verdicts = new Verdicts({
      ...parts,
      entries: this.#entries,
      sight: this.#sight,
      pacer: this.#pacer,
      announcer: this.#announcer,
      reportDefect: (error) => this.#report(error),
    });
    this.#loading = new ListLoading({
      store,
      clock,
      read: (orders) => this.#read(orders),
      changed: () => {
        this.#announcer.touchDesk();
        this.#pacer.planMissing();
        this.#loop.catchUp();
      },
    });
    this.#loop = new CheckLoop({
      ...parts,
      slotOffsetMs: clock.wallMs() - clock.monotonicMs() + parts.installSeed,
      entries: this.#entries,
      pacer: this.#pacer,
      sight: this.#sight,
      announcer: this.#announcer,
      ended: (check, outcome) => this.#verdicts.ended(check, outcome),
      tidy: () => {
        if (this.#loading.fault !== null) this.#loading.begin();
        this.#pacer.planWaiting();
      },
      tidyAtMs: () => {
        if (this.#pacer.hasWaiting) return this.#clock.monotonicMs();
        return this.#loading.againAtMs;
      },
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

  get pauseState(): Pause {
    return this.#loop.pauseState;
  }

  get storageFault(): string | null {
    return this.#loading.fault ?? this.#announcer.storageFault;
  }

  start(): void {
    if (this.#loop.isRunning) return;
    this.#loop.start();
    if (this.#loading.isDone) this.#pacer.planMissing();
    else this.#loading.begin();
    this.#loop.goOn();
  }

  async stop(): Promise<void> {
    this.#loading.stop();
    await this.#loop.stop();
    this.#verdicts.storeConfirmations();
    this.#announcer.writeAll();
    this.#loop.goOn();
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
      const entry = watchEntry(newlyWatched(id, label, nowMs));
      this.#entries.set(id, entry);
      this.#announcer.record({ watched: entry.watched, tellings: [] });
      added.push(id);
    }
    this.#pacer.planNew(added);
    // A few are written and told in this turn; thousands would hold it up, and follow in the next ones.
    if (added.length <= fewAdded) this.#loop.goOn();
    else this.#loop.arm();
    return { added, alreadyWatched };
  }

  remove(ids: readonly OrderId[]): void {
    this.#load();
    const gone = ids.filter((id) => this.#entries.delete(id));
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
    this.#load();
    const known = ids.filter((id) => this.#entries.has(id) && !this.#loop.isAsking(id));
    this.#pacer.ask(known);
    this.#announcer.touchAll(known);
    this.#loop.goOn();
  }

  accept(order: Order, rawJson: string): boolean {
    this.#load();
    const entry = this.#entries.get(order.id);
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
    this.#announcer.touchAll(this.#entries.keys());
    this.#announcer.touchDesk();
    this.#loop.goOn();
  }

  setPaceFactor(factor: number): void {
    if (!this.#pacer.setPaceFactor(factor)) return;
    this.#announcer.touchAll(this.#entries.keys());
    this.#announcer.touchDesk();
    this.#loop.goOn();
  }

  get count(): number {
    return this.#entries.size;
  }

  /** The orders that are read by now; asking for them reads nothing. */
  known(): readonly WatchedOrder[] {
    return Array.from(this.#entries.values(), (entry) => entry.watched);
  }

  get(id: OrderId): WatchedOrder | undefined {
    if (!this.#entries.has(id)) this.#load();
    return this.#entries.get(id)?.watched;
  }

  list(): readonly WatchedOrder[] {
    this.#load();
    return this.known();
  }

  plan(id: OrderId): CheckPlan {
    return {
      nextCheckAtMs: this.#loop.isChecking ? this.#pacer.dueAtMs(id) : null,
      checkEveryMs: this.#pacer.everyMs(id),
      isChecking: this.#loop.isAsking(id),
    };
  }

  /** Whoever has to know all orders does not wait for the rest to be read in turns. */
  #load(): void {
    if (!this.#loading.isDone) this.#loading.finish();
  }

  #read(orders: readonly WatchedOrder[]): void {
    for (const watched of orders) {
      if (this.#entries.has(watched.id)) continue;
      this.#entries.set(watched.id, watchEntry(watched));
      this.#announcer.touch(watched.id);
    }
  }

  /** What the store has need not be held in memory, too, unless it changed again meanwhile. */
  #shelve(records: readonly WatchRecord[]): void {
    const { store } = this.#parts;
    if (store.shelved === undefined) return;
    for (const { watched } of records) {
      const entry = this.#entries.get(watched.id);
      if (entry?.watched === watched) entry.watched = store.shelved(watched);
    }
  }

  /** Replaces what is known of some orders without an update: nothing happened to them. */
  rewrite(ids: readonly OrderId[], next: (watched: WatchedOrder) => WatchedOrder): void {
    this.#load();
    for (const id of ids) {
      const entry = this.#entries.get(id);
      const watched = entry === undefined ? undefined : next(entry.watched);
      if (entry === undefined || watched === undefined || watched === entry.watched) continue;
      entry.watched = watched;
      entry.paceFacts = undefined;
      this.#announcer.record({ watched, tellings: [] });
    }
    this.#loop.goOn();
  }

  #change(ids: readonly OrderId[], next: (watched: WatchedOrder) => Partial<OrderFacts>): void {
    this.rewrite(ids, (watched) => {
      const changes = next(watched);
      return changesFacts(watched, changes) ? withFacts(watched, changes) : watched;
    });
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
