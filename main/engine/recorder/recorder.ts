import type { ArchiveChoice } from '../../../core/watch/archive.ts';
import { sameValue } from '../../../core/same-value.ts';
import {
  recordedDifference,
  type RecordedOrder,
  type Situation,
} from '../../../core/recording/recorded-state.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { mayNotify, type OrderUpdate } from '../../../core/order/order-update.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { Clock } from '../../../core/clock.ts';
import type { WatchRecord } from '../watch/ports.ts';
import { isBreak } from './last-answer.ts';
import type { RecordingStore, Written } from './ports.ts';

/** How long the recording is kept. */
export const keptForMs = 48 * 60 * 60_000;
/** After this many differences a state is written whole again, so that any moment is found by few rows. */
const mostDifferences = 16;
/** A program that still stores something so long after the system said that it sleeps is awake. */
const asleepAfterMs = 60_000;

/** Keeps nothing, where no notifications are decided. */
export const nothingRecorded: RecordingStore = {
  append: () => 0,
  showed: () => undefined,
  last: () => null,
  lastRun: () => null,
  prune: () => false,
};

/** What a {@link Recorder} works with. */
export interface RecorderParts {
  readonly store: RecordingStore;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly reportDefect: (error: unknown) => void;
  /** Whether the dispatcher archived an order or took it out. Default: neither. */
  readonly archiveChoice?: (id: OrderId) => ArchiveChoice | null;
}

/**
 * Records what decisions depend on, as it changes: each order with all that is known of it, and the situation
 * around them. What decides reads the situation through here, so that nothing it saw is missing.
 */
export class Recorder {
  readonly #parts: RecorderParts;
  readonly #orders = new Map<OrderId, Written<RecordedOrder>>();
  readonly #snoozedAtCard = new Set<OrderId>();
  #situation: Situation;
  /** Undefined when the next one is to be written whole. */
  #written: Written<Situation> | undefined;
  #openId: OrderId | null = null;
  #asleepAtMs = 0;
  /** When answers last had a break: an answer since is the first one after it. */
  #answersSinceMs: number;

  /** @param situation as the program starts with it */
  constructor(parts: RecorderParts, situation: Situation) {
    this.#parts = parts;
    this.#situation = situation;
    this.#answersSinceMs = situation.startedAtMs;
    this.#guard(() => this.#endLastRun());
    this.#writeSituation();
  }

  /** Records an order in the transaction that stores it. @throws what the store throws */
  order({ canBeAskedAgain, update, watched }: WatchRecord): void {
    const nowMs = this.#parts.clock.wallMs();
    const answeredAtMs = canBeAskedAgain === true ? this.#newAnswerMs(watched) : null;
    const atMs = update?.seenAtMs ?? answeredAtMs ?? nowMs;
    // The system's word that it woke is missed on some machines.
    if (this.#situation.activity === 'asleep' && nowMs - this.#asleepAtMs >= asleepAfterMs)
      this.read('activity', 'running');
    const isSnoozedAtCard = this.#snoozedAtCard.delete(watched.id);
    const storedAfterMs = update && Math.max(0, nowMs - update.seenAtMs);
    const state = {
      ...this.#stateOf(watched),
      ...foundBy(update),
      ...(storedAfterMs !== undefined && { storedAfterMs }),
    };
    this.#write(watched.id, isSnoozedAtCard ? { ...state, isSnoozedAtCard } : state, atMs);
  }

  /** The dispatcher archived these orders, or took them out. */
  archiveChosen(orders: readonly WatchedOrder[]): void {
    const nowMs = this.#parts.clock.wallMs();
    for (const watched of orders) {
      this.#guard(() => this.#write(watched.id, this.#stateOf(watched), nowMs));
    }
  }

  /** An order is being snoozed by the button on its notification. */
  snoozedAtCard(id: OrderId): void {
    this.#snoozedAtCard.add(id);
  }

  /** The transaction came to nothing: what was recorded in it is not there. */
  rolledBack(): void {
    this.#orders.clear();
  }

  /** These orders were removed or left the memory. */
  forget(ids: readonly OrderId[]): void {
    for (const id of ids) {
      this.#orders.delete(id);
      this.#snoozedAtCard.delete(id);
    }
  }

  /** Records what a decision is about to read. @returns the same */
  read<Name extends keyof Situation>(name: Name, value: Situation[Name]): Situation[Name] {
    if (!sameValue(this.#situation[name], value)) this.#changed({ [name]: value });
    return value;
  }

  /** Records which order a decision sees open in front. @returns the same */
  readOpen(id: OrderId | null): OrderId | null {
    if (id === this.#openId) return id;
    const changed = [this.#openId, id].filter((one) => one !== null);
    this.#openId = id;
    const nowMs = this.#parts.clock.wallMs();
    for (const one of changed) {
      this.#guard(() => {
        const before = this.#before(one);
        if (before === undefined) return;
        const { found: _, isSnoozedAtCard: __, storedAfterMs: ___, ...state } = before.state;
        this.#write(one, { ...state, isOpen: one === id }, nowMs);
      });
    }
    return id;
  }

  /** The computer falls asleep. */
  fellAsleep(): void {
    this.#asleepAtMs = this.#parts.clock.wallMs();
    this.read('activity', 'asleep');
  }

  /** The computer woke, or its user came back. */
  woke(): void {
    const wokeAtMs = this.#parts.clock.wallMs();
    this.#changed({ activity: 'running', wokeAtMs });
  }

  /** The screen was unlocked. */
  unlocked(): void {
    const unlockedAtMs = this.#parts.clock.wallMs();
    this.#changed({ isScreenLocked: false, unlockedAtMs });
  }

  /** The dispatcher came back to the computer, which was not locked. */
  returned(): void {
    this.read('returnedAtMs', this.#parts.clock.wallMs());
  }

  /** A card is being shown. It may be all that says after a crash that the program ran until then. */
  showed(): void {
    this.#guard(() => this.#parts.store.showed(this.#parts.clock.wallMs()));
  }

  /** The program ends in order. */
  stop(): void {
    this.read('activity', 'ended');
  }

  /** Removes some of what is too old. @returns whether there may be more */
  prune(): boolean {
    return this.#parts.store.prune(this.#parts.clock.wallMs() - keptForMs);
  }

  /** After a crash nothing says when the program ended: it was after its last sign. */
  #endLastRun(): void {
    const { clock, store } = this.#parts;
    const last = store.lastRun();
    if (last?.situation.activity !== 'running') return;
    const atMs = Math.min(last.lastSignMs, clock.wallMs());
    store.append({
      atMs,
      orderId: null,
      state: { ...last.situation, activity: 'ended' },
      after: null,
    });
  }

  #stateOf(watched: WatchedOrder): RecordedOrder {
    const archiveChoice = this.#parts.archiveChoice?.(watched.id) ?? null;
    const isOpen = watched.id === this.#openId;
    return { watched, isOpen, ...(archiveChoice !== null && { archiveChoice }) };
  }

  /** @throws what the store throws */
  #write(orderId: OrderId, state: RecordedOrder, atMs: number): void {
    const before = this.#before(orderId);
    const isKnown = before !== undefined && isConfirmation(before.state, state);
    if (isKnown && !this.#isFirstAnswer(before.state, state)) this.#orders.set(orderId, before);
    else this.#orders.set(orderId, this.#appended(orderId, before, state, atMs));
  }

  /** When the service answered what was not recorded yet; null for nothing new. */
  #newAnswerMs({ id, observedAtMs }: WatchedOrder): number | null {
    const knownMs = this.#before(id)?.state.watched.observedAtMs ?? null;
    return observedAtMs !== null && observedAtMs > (knownMs ?? 0) ? observedAtMs : null;
  }

  /** Whether it was answered for the first time after a break: until then what was known of it is older. */
  #isFirstAnswer({ watched: before }: RecordedOrder, { watched }: RecordedOrder): boolean {
    const sinceMs = this.#answersSinceMs;
    return (before.observedAtMs ?? 0) < sinceMs && (watched.observedAtMs ?? 0) >= sinceMs;
  }

  #changed(change: Partial<Situation>): void {
    const before = this.#situation;
    this.#situation = { ...before, ...change };
    if (isBreak(before, this.#situation)) this.#answersSinceMs = this.#parts.clock.wallMs();
    this.#writeSituation();
  }

  /** What was written last of an order, also by an earlier run; undefined for nothing. */
  #before(orderId: OrderId): Written<RecordedOrder> | undefined {
    return this.#orders.get(orderId) ?? this.#parts.store.last(orderId) ?? undefined;
  }

  #writeSituation(): void {
    const before = this.#written;
    this.#written = undefined;
    this.#guard(() => {
      const nowMs = this.#parts.clock.wallMs();
      this.#written = this.#appended(null, before, this.#situation, nowMs);
    });
  }

  #appended<State extends RecordedOrder | Situation>(
    orderId: OrderId | null,
    before: Written<State> | undefined,
    state: State,
    atMs: number,
  ): Written<State> {
    const found = before && recordedDifference(before.state, state);
    if (before !== undefined && found === undefined) return before;
    const differences = before === undefined ? 0 : (before.differences + 1) % mostDifferences;
    const isWhole = differences === 0;
    const after = before === undefined || isWhole ? null : { no: before.no, difference: found };
    return { no: this.#parts.store.append({ atMs, orderId, state, after }), state, differences };
  }

  /** The program goes on without what could not be recorded. */
  #guard(write: () => void): void {
    try {
      write();
    } catch (error) {
      this.#parts.reportDefect(error);
    }
  }
}

/** What a replay has to know of an update beside how the order changed by it. */
function foundBy(update: OrderUpdate | undefined): Pick<RecordedOrder, 'found'> {
  if (update === undefined || !mayNotify(update)) return {};
  const { changes: _shown, orderId: _same, seenAtMs: _dated, ...found } = update;
  return { found };
}

/** Whether nothing changed but the time of the last answer: as long as the service answers, that is a moment ago. */
function isConfirmation(before: RecordedOrder, after: RecordedOrder): boolean {
  const { observedAtMs } = after.watched;
  if (before.watched.observedAtMs === null || before.isOpen !== after.isOpen) return false;
  if (before.archiveChoice !== after.archiveChoice || after.found !== undefined) return false;
  return sameValue({ ...before.watched, observedAtMs }, after.watched);
}
