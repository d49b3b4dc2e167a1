import { DeliveryError, type OrderFailureCode } from '../../core/delivery/delivery-failure.ts';
import { joinedUpdate, updateSince } from '../../core/order/joined-update.ts';
import { isFinished } from '../../core/order/order-status.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { OrderUpdate } from '../../core/order/order-update.ts';
import type { Order } from '../../core/order/order.ts';
import { sameValue } from '../../core/same-value.ts';
import { reasonsWithoutPeople } from '../../core/privacy/privacy.ts';
import { type SharedOrder, sharedOrder, withShared } from '../../core/team/shared-order.ts';
import type { OrderEvent } from '../../core/team/team-event.ts';
import { EntryRefused, type TeamLog } from './log/ports.ts';
import { type Clock, settledWithin } from '../../core/clock.ts';
import type {
  CheckAnswer,
  OrderSource,
  Watch,
  WatchRecord,
  WatchStore,
} from '../engine/watch/ports.ts';
import { fittingBody, fittingRaw, hasRoomForAnswer } from './fitting-event.ts';
import type { LogWriter } from './log-writer.ts';
import type { LogMetrics, NewTeamOrder, OrderEntry } from './ports.ts';
import { type KnownOrder, orderKey, type TeamView } from './team-view.ts';

/** How soon a record is written again after the log could not be reached. */
const retryMs = 1000;

/** What {@link HubWatching} works with. */
export interface HubWatchingParts {
  readonly log: TeamLog;
  readonly view: TeamView;
  readonly writer: LogWriter;
  /** Whether this hub is the one that checks the orders now. */
  readonly mayCheck: () => boolean;
  /** Whether something of the request cap is left for it, too. */
  readonly mayAsk: () => boolean;
  readonly clock: Clock;
  readonly hubId: string;
  readonly reportDefect: (error: unknown) => void;
  /** Adds to the team's list what was added here by itself, such as for a webhook. */
  readonly add: (orders: readonly NewTeamOrder[], watched: WatchRecord['watched']) => void;
}

/**
 * Joins a hub's watcher with the log. What the team's log says of the orders that this hub checks is on the
 * watcher's list; what the watcher finds is appended to the log, and to nothing else.
 */
export class HubWatching {
  readonly #parts: HubWatchingParts;
  #watch: Watch | null = null;
  /** What of each watched order is in the log or on its way there. */
  readonly #written = new Map<OrderId, SharedOrder>();
  /** When each watched order was adopted: answers from before that are dropped. */
  readonly #adoptions = new Map<OrderId, symbol>();
  /** What is on its way to the log. */
  readonly #underWay = new Map<OrderId, UnderWay>();
  #source: OrderSource | null = null;
  #recordCount = 0;
  #refusedCount = 0;
  #isStopped = false;

  constructor(parts: HubWatchingParts) {
    this.#parts = parts;
    parts.view.onEntries((entries) => this.#followed(entries));
  }

  /** The watcher's store: what it saves goes to the log, and it reads nothing from here. */
  readonly store: WatchStore = {
    loadInParts: () => [],
    save: (records) => {
      for (const record of records) this.#save(record);
    },
    // What leaves the watcher's list stays in the log: another hub has it, or the log said that it is gone.
    remove: () => undefined,
  };

  /**
   * A source that asks only while this hub is the one to ask: a hub that slept does not know that yet. An order
   * for which the log has no room is a failed check: no desk could ever have it.
   */
  guarded(source: OrderSource): OrderSource {
    this.#source = source;
    return {
      check: async (id, signal): Promise<CheckAnswer> => {
        while (!this.#parts.mayAsk()) await this.#waitOrAbort(signal);
        const answer = await source.check(id, signal);
        if (answer.kind === 'observed' && !this.#hasRoom(id, answer.order)) {
          this.#refusedCount += 1;
          // "Unchanged" would be said of an answer that was not accepted.
          source.forget(id);
          throw new DeliveryError('answer-too-large');
        }
        return answer;
      },
      forget: (id) => source.forget(id),
    };
  }

  /** Whether what was found of an order is not in the log yet. */
  isOnItsWay(id: OrderId): boolean {
    const watched = this.#watch?.get(id);
    if (watched === undefined) return false;
    const written = this.#written.get(id);
    const isKnown = written !== undefined && isSameKnowledge(written, sharedOrder(watched));
    return this.#underWay.has(id) || !isKnown;
  }

  /** What waits for the log, and what the log did not accept. */
  get metrics(): LogMetrics {
    const nowMs = this.#parts.clock.monotonicMs();
    let waiting = 0;
    let longestWaitMs = 0;
    for (const { next, sinceMs } of this.#underWay.values()) {
      waiting += next === null ? 1 : 2;
      longestWaitMs = Math.max(longestWaitMs, nowMs - sinceMs);
    }
    return { waiting, longestWaitMs, refused: this.#refusedCount };
  }

  attach(watch: Watch): void {
    this.#watch = watch;
  }

  /** Takes over the orders when this hub checks from now on, and lets go of them when it does not. */
  checkingChanged(): void {
    const watch = this.#watch;
    if (watch === null || this.#isStopped) return;
    if (!this.#parts.mayCheck()) this.#letGo(watch.list().map(({ id }) => id));
    else this.#adopt([...this.#parts.view.orders.keys()]);
  }

  /** Resolves when what the watcher found is in the log. Afterwards nothing more is written. */
  async stop(): Promise<void> {
    const written = Promise.all([...this.#underWay.values()].map(({ ended }) => ended));
    await settledWithin(
      2 * retryMs,
      written.then(() => undefined),
      this.#parts.clock,
    );
    this.#isStopped = true;
  }

  #waitOrAbort(signal: AbortSignal): Promise<void> {
    const { promise, reject, resolve } = Promise.withResolvers<void>();
    const cancel = this.#parts.clock.schedule(resolve, 250);
    const abort = (): void => {
      cancel();
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    return promise.finally(() => signal.removeEventListener('abort', abort));
  }

  #followed(entries: readonly OrderEntry[]): void {
    const watch = this.#watch;
    if (watch === null || this.#isStopped) return;
    for (const { event } of entries) {
      const { id, order } = event;
      // Another hub's answer counts as a whole: what was found here beside it is asked for again.
      if (order === null || !this.#parts.mayCheck() || this.#isForeign(event)) this.#letGo([id]);
      else if (!isAnswer(event) && watch.get(id) !== undefined)
        this.#applyAnnotations(watch, order);
    }
    this.#adopt(entries.map(({ event }) => event.id));
  }

  /** The log says something of an order that is checked here; what was found here may be newer. */
  #applyAnnotations(watch: Watch, order: SharedOrder): void {
    const { id } = order;
    const written = this.#written.get(id);
    if (written !== undefined) this.#written.set(id, { ...written, ...deskFieldsOf(order) });
    watch.rewrite([id], (watched) => {
      const own = sharedOrder(watched);
      const after = { ...own, ...deskFieldsOf(order) };
      return sameValue(after, own) ? watched : withShared(watched, after);
    });
  }

  #isForeign(event: OrderEvent): boolean {
    if (event.change === 'added') return true;
    return isAnswer(event) && event.hub !== this.#parts.hubId;
  }

  #letGo(ids: readonly OrderId[]): void {
    for (const id of ids) {
      this.#written.delete(id);
      this.#adoptions.delete(id);
    }
    const known = ids.filter((id) => this.#watch?.get(id) !== undefined);
    if (known.length > 0) this.#watch?.remove(known);
  }

  #adopt(ids: readonly OrderId[]): void {
    const watch = this.#watch;
    if (watch === null || !this.#parts.mayCheck()) return;
    const orders = ids.flatMap((id) => {
      const shared = this.#parts.view.orders.get(id)?.event.order ?? null;
      if (shared === null || watch.get(id) !== undefined) return [];
      this.#written.set(id, shared);
      this.#adoptions.set(id, Symbol(id));
      return [{ id, label: shared.label, handedOver: withShared(undefined, shared) }];
    });
    if (orders.length > 0) void watch.add(orders);
  }

  #hasRoom(id: OrderId, order: Order): boolean {
    const watched = this.#watch?.get(id);
    return (
      watched === undefined || hasRoomForAnswer(this.#parts.log, { ...sharedOrder(watched), order })
    );
  }

  #save(record: WatchRecord): void {
    const { rawJson, update, watched } = record;
    const { id } = watched;
    const shared = sharedOrder(watched);
    const before = this.#written.get(id);
    if (before === undefined) {
      if (this.#parts.view.orders.has(id)) return;
      // Added to the watcher itself, by a webhook or a file.
      const { group, label, note, promisedAtMs } = shared;
      this.#parts.add([{ id, label, group, note, promisedAtMs }], watched);
      return;
    }
    const isConfirmation = update === undefined && isSameKnowledge(before, shared);
    this.#written.set(id, shared);
    if (isConfirmation) return;
    this.#recordCount += 1;
    this.#write({
      shared,
      adoption: this.#adoptions.get(id),
      dedupeKey: `${this.#parts.hubId}.${this.#recordCount}`,
      atMs: this.#parts.clock.wallMs(),
      update,
      isJoined: false,
      rawJson: fittingRaw(this.#parts.log, rawJson),
      erasesPeople: namesPeople(before.order) && !namesPeople(shared.order),
    });
  }

  /**
   * Writes an answer, or joins it with the one that waits. The answer before them may be in the log already,
   * where only its reply was lost: it is written to its end by its own key, and never joined.
   */
  #write(answer: Answer): void {
    const { id } = answer.shared;
    const known = this.#underWay.get(id);
    if (known !== undefined) {
      known.next = known.next === null ? answer : joined(known.next, answer);
      return;
    }
    const underWay: UnderWay = {
      answer,
      next: null,
      sinceMs: this.#parts.clock.monotonicMs(),
      ended: Promise.resolve(),
    };
    this.#underWay.set(id, underWay);
    underWay.ended = this.#writeAll(id, underWay);
  }

  async #writeAll(id: OrderId, underWay: UnderWay): Promise<void> {
    for (;;) {
      const { answer } = underWay;
      const refused = await this.#append(answer);
      if (refused !== null && underWay.next === null) this.#putBack(answer, refused);
      else if (refused !== null) underWay.next = joined(answer, underWay.next ?? answer);
      if (underWay.next === null) break;
      underWay.answer = underWay.next;
      underWay.next = null;
      underWay.sinceMs = this.#parts.clock.monotonicMs();
    }
    this.#underWay.delete(id);
  }

  /**
   * Appends an answer as soon as the log accepts it, unless another hub has the order by then.
   *
   * @returns what is wrong with the answer when the log never accepts it
   */
  async #append(answer: Answer): Promise<OrderFailureCode | null> {
    const { clock, log, reportDefect, view, writer } = this.#parts;
    const { id } = answer.shared;
    let isReported = false;
    let body: string | null = null;
    /** What the log said when the body was made. */
    let basis: KnownOrder | undefined;
    while (!this.#isStopped && this.#isOwn(answer)) {
      try {
        const written = await writer.write(orderKey(id), answer.dedupeKey, () => {
          if (!this.#isOwn(answer)) return null;
          const known = view.orders.get(id);
          // Which form fits takes long to say of a large answer: once, not at every try.
          if (body === null || known !== basis) {
            const event = this.#event(answer, known?.event.order ?? null);
            body = event && fittingBody(this.#parts.log, event);
            basis = known;
          }
          return body;
        });
        if (written !== 'unneeded' && answer.erasesPeople) await log.eraseBefore(orderKey(id));
        return null;
      } catch (error) {
        const isFinal = error instanceof EntryRefused;
        if (isFinal || !isReported) reportDefect(error);
        if (isFinal) return error.fault === 'unreadable' ? 'answer-unreadable' : 'answer-too-large';
        isReported = true;
        await new Promise<void>((resolve) => void clock.schedule(resolve, retryMs));
      }
    }
    return null;
  }

  /**
   * The log never accepts this answer although there was room for it when it came: the order stands again as the
   * log has it, with what is wrong.
   */
  #putBack(answer: Answer, code: OrderFailureCode): void {
    const { id, order, problem } = answer.shared;
    this.#refusedCount += 1;
    const known = this.#parts.view.orders.get(id)?.event.order ?? null;
    if (known === null || !this.#isOwn(answer)) return;
    // Not even the problem fits beside what is known: there is nothing left that could be said.
    if (problem?.code === code && sameValue(order, known.order)) return;
    const sinceMs = this.#parts.clock.wallMs();
    const fresh = { code, httpStatus: null, sinceMs, failureCount: 1 } as const;
    const shown = { ...known, problem: known.problem?.code === code ? known.problem : fresh };
    this.#source?.forget(id);
    this.#written.set(id, known);
    this.#watch?.rewrite([id], (watched) => withShared(watched, shown));
  }

  /** Whether this hub has the order since before this was found. */
  #isOwn({ shared: { id }, adoption }: Answer): boolean {
    return adoption !== undefined && adoption === this.#adoptions.get(id);
  }

  /** The entry for an answer by what the log says now; null when the order is gone. */
  #event(answer: Answer, known: SharedOrder | null): OrderEvent | null {
    const { atMs, isJoined, rawJson, shared } = answer;
    const { hubId } = this.#parts;
    if (known === null) return null;
    const deskFields = deskFieldsOf(known);
    const isOver = shared.order !== null && isFinished(shared.order.status.phase);
    const team = isOver ? { ...deskFields.team, claim: null } : deskFields.team;
    // What was erased cannot be compared, and does not come back by what stood there before.
    const before = answer.erasesPeople ? shared.order : known.order;
    const update =
      isJoined && answer.update !== undefined
        ? (updateSince(before, shared.order, answer.update) ?? undefined)
        : answer.update;
    return {
      change: update === undefined ? 'observed' : 'updated',
      id: shared.id,
      atMs,
      hub: hubId,
      by: null,
      order: { ...shared, ...deskFields, team },
      ...(update !== undefined && { update }),
      ...(rawJson !== undefined && { rawJson }),
    };
  }
}

/** What one record says, or several that waited for the log together. */
interface Answer {
  readonly shared: SharedOrder;
  readonly adoption: symbol | undefined;
  readonly dedupeKey: string;
  readonly atMs: number;
  readonly update: WatchRecord['update'];
  /** Whether the changes of the update are to be taken from what the log says. */
  readonly isJoined: boolean;
  readonly rawJson: WatchRecord['rawJson'];
  /** Whether the people in it were erased, so that they have to leave the log too. */
  readonly erasesPeople: boolean;
}

/** What is on its way to the log about an order: never more than two answers. */
interface UnderWay {
  /** The one that is written. It may be in the log already. */
  answer: Answer;
  /** All that was found since, as one. */
  next: Answer | null;
  /** Since when {@link answer} is, on the monotonic clock. */
  sinceMs: number;
  ended: Promise<void>;
}

/**
 * Two answers, one after the other, as one: the newer state, and what happened in both. The raw answer is that of
 * the newer state.
 */
function joined(older: Answer, newer: Answer): Answer {
  // The older one is from before another hub had the order.
  if (older.adoption !== newer.adoption) return newer;
  const isOfNewer = sameValue(older.shared.order, newer.shared.order);
  const before = older.update && newer.erasesPeople ? withoutPeople(older.update) : older.update;
  return {
    ...newer,
    update: before && newer.update ? joinedUpdate(before, newer.update) : (before ?? newer.update),
    isJoined: true,
    rawJson: newer.rawJson ?? (isOfNewer ? older.rawJson : undefined),
    erasesPeople: older.erasesPeople || newer.erasesPeople,
  };
}

/** An update of which only the kinds stay: whatever else it says may name a person. */
function withoutPeople(update: OrderUpdate): OrderUpdate {
  const reasons = reasonsWithoutPeople(update.kinds, update.reasons);
  return { ...update, reasons, changes: [] };
}

/** Whether an event says what a hub found at the service. */
function isAnswer({ change }: OrderEvent): boolean {
  return change === 'observed' || change === 'updated';
}

/** The part of an order that desks write. */
function deskFieldsOf({ addedAtMs, group, label, note, origin, promisedAtMs, team }: SharedOrder) {
  return { addedAtMs, group, label, note, origin, promisedAtMs, team };
}

/** Whether two states differ in more than the time of the last confirmation and what desks write. */
function isSameKnowledge(one: SharedOrder, other: SharedOrder): boolean {
  const { observedAtMs } = one;
  return sameValue({ ...other, ...deskFieldsOf(one), observedAtMs }, one);
}

/** Whether an order names a person or a place: after an erasure it does not. */
function namesPeople(order: Order | null): boolean {
  if (order === null) return false;
  const { courier, destinations, pickup } = order;
  if (courier !== null && (courier.name !== null || courier.phoneNumber !== null)) return true;
  return [pickup, ...destinations].some(
    (stop) => stop !== null && (stop.contact !== null || stop.streetAddress !== null),
  );
}
