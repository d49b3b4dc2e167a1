import { isFinished } from '../../core/order/order-status.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Order } from '../../core/order/order.ts';
import { sameValue } from '../../core/order/same-value.ts';
import { partitionOf } from '../../core/team/partition.ts';
import { type SharedOrder, sharedOrder, withShared } from '../../core/team/shared-order.ts';
import type { OrderEvent } from '../../core/team/team-event.ts';
import type { TeamLog } from '../team-log/ports.ts';
import type { Clock } from '../watch/clock.ts';
import type { CheckAnswer, OrderSource, Watch, WatchRecord, WatchStore } from '../watch/ports.ts';
import type { LogWriter } from './log-writer.ts';
import type { Partitions } from './partitions.ts';
import type { NewTeamOrder, OrderEntry } from './ports.ts';
import { orderKey, type TeamView } from './team-view.ts';

/** How soon a record is written again after the log could not be reached. */
const retryMs = 1000;

/** What {@link HubWatching} works with. */
export interface HubWatchingParts {
  readonly log: TeamLog;
  readonly view: TeamView;
  readonly writer: LogWriter;
  readonly partitions: Partitions;
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
  /** When each watched order was taken up: answers from before that are dropped. */
  readonly #takenUp = new Map<OrderId, symbol>();
  /** The records of each order that are on their way, the next one after the one before. */
  readonly #pending = new Map<OrderId, Promise<void>>();
  #recordCount = 0;
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
    archived: () => [],
    archivedAmong: () => [],
    archivedCount: () => 0,
    archivedSince: () => [],
    putAway: () => [],
    takeOut: () => [],
  };

  /** A source that asks only while this hub is the one to ask: a hub that slept does not know that yet. */
  guarded(source: OrderSource): OrderSource {
    return {
      check: async (id, signal): Promise<CheckAnswer> => {
        while (!this.#mayAsk(id)) await this.#waitOrAbort(signal);
        return await source.check(id, signal);
      },
      forget: (id) => source.forget(id),
    };
  }

  attach(watch: Watch): void {
    this.#watch = watch;
  }

  /** Takes over what this hub checks from now on, and lets go of what it does not. */
  partitionsChanged(): void {
    const watch = this.#watch;
    if (watch === null || this.#isStopped) return;
    const lost = watch
      .list()
      .map(({ id }) => id)
      .filter((id) => !this.#owns(id));
    this.#letGo(lost);
    this.#takeUp([...this.#parts.view.orders.keys()]);
  }

  /** Resolves when what the watcher found is in the log. Afterwards nothing more is written. */
  async stop(): Promise<void> {
    await Promise.race([
      Promise.all(this.#pending.values()),
      new Promise<void>((resolve) => void this.#parts.clock.schedule(resolve, 2 * retryMs)),
    ]);
    this.#isStopped = true;
  }

  #owns(id: OrderId): boolean {
    return this.#parts.partitions.owns(partitionOf(id));
  }

  #mayAsk(id: OrderId): boolean {
    return this.#owns(id) && this.#parts.partitions.share > 0;
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
      if (order === null || !this.#owns(id) || this.#isForeign(event)) this.#letGo([id]);
      else if (!isAnswer(event) && watch.get(id) !== undefined) this.#takeWords(watch, order);
    }
    this.#takeUp(entries.map(({ event }) => event.id));
  }

  /** The log says something of an order that is checked here; what was found here may be newer. */
  #takeWords(watch: Watch, order: SharedOrder): void {
    const { id } = order;
    const groupBefore = watch.get(id)?.preferences?.group ?? null;
    const written = this.#written.get(id);
    if (written !== undefined) this.#written.set(id, { ...written, ...wordsOf(order) });
    watch.rewrite([id], (watched) => {
      const own = sharedOrder(watched);
      const after = { ...own, ...wordsOf(order) };
      return sameValue(after, own) ? watched : withShared(watched, after);
    });
    if (groupBefore !== order.group) watch.replan([id]);
  }

  #isForeign(event: OrderEvent): boolean {
    if (event.change === 'added') return true;
    return isAnswer(event) && event.hub !== this.#parts.hubId;
  }

  #letGo(ids: readonly OrderId[]): void {
    for (const id of ids) {
      this.#written.delete(id);
      this.#takenUp.delete(id);
    }
    const known = ids.filter((id) => this.#watch?.get(id) !== undefined);
    if (known.length > 0) this.#watch?.remove(known);
  }

  #takeUp(ids: readonly OrderId[]): void {
    const watch = this.#watch;
    if (watch === null) return;
    const orders = ids.flatMap((id) => {
      const shared = this.#parts.view.orders.get(id)?.event.order ?? null;
      if (shared === null || !this.#owns(id) || watch.get(id) !== undefined) return [];
      this.#written.set(id, shared);
      this.#takenUp.set(id, Symbol(id));
      return [{ id, label: shared.label, handedOver: withShared(undefined, shared) }];
    });
    if (orders.length > 0) void watch.add(orders);
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
    const dedupeKey = `${this.#parts.hubId}.${this.#recordCount}`;
    const atMs = this.#parts.clock.wallMs();
    const takenUp = this.#takenUp.get(id);
    const answer: Answer = { shared, before, takenUp, dedupeKey, atMs, update, rawJson };
    const earlier = this.#pending.get(id) ?? Promise.resolve();
    const written = earlier.then(() => this.#append(answer));
    this.#pending.set(id, written);
    void written.then(() => {
      if (this.#pending.get(id) === written) this.#pending.delete(id);
    });
  }

  /** Appends an answer as soon as the log takes it, unless another hub has the order by then. */
  async #append(answer: Answer): Promise<void> {
    const { clock, log, reportDefect, writer } = this.#parts;
    const { before, dedupeKey, shared } = answer;
    const { id } = shared;
    for (;;) {
      if (this.#isStopped) return;
      try {
        const written = await writer.write(orderKey(id), dedupeKey, () => this.#event(answer));
        if (written === 'unneeded') return;
        if (namesPeople(before.order) && !namesPeople(shared.order)) {
          await log.eraseBefore(orderKey(id));
        }
        return;
      } catch (error) {
        reportDefect(error);
        await new Promise<void>((resolve) => void clock.schedule(resolve, retryMs));
      }
    }
  }

  /** The entry for an answer by what the log says now; null when another hub found something since. */
  #event({ atMs, rawJson, shared, takenUp, update }: Answer): OrderEvent | null {
    const { hubId, view } = this.#parts;
    const known = view.orders.get(shared.id)?.event.order ?? null;
    if (known === null || takenUp !== this.#takenUp.get(shared.id)) return null;
    const words = wordsOf(known);
    const isOver = shared.order !== null && isFinished(shared.order.status.phase);
    const team = isOver ? { ...words.team, claim: null } : words.team;
    return {
      change: update === undefined ? 'observed' : 'updated',
      id: shared.id,
      atMs,
      hub: hubId,
      by: null,
      order: { ...shared, ...words, team },
      ...(update !== undefined && { update }),
      ...(rawJson !== undefined && { rawJson }),
    };
  }
}

/** What a record says, and what was known before it. */
interface Answer {
  readonly shared: SharedOrder;
  readonly before: SharedOrder;
  readonly takenUp: symbol | undefined;
  readonly dedupeKey: string;
  readonly atMs: number;
  readonly update: WatchRecord['update'];
  readonly rawJson: WatchRecord['rawJson'];
}

/** Whether an event says what a hub found at the service. */
function isAnswer({ change }: OrderEvent): boolean {
  return change === 'observed' || change === 'updated';
}

/** The part of an order that desks write. */
function wordsOf({ addedAtMs, group, label, note, origin, promisedAtMs, team }: SharedOrder) {
  return { addedAtMs, group, label, note, origin, promisedAtMs, team };
}

/** Whether two states differ in more than the time of the last confirmation and what desks write. */
function isSameKnowledge(one: SharedOrder, other: SharedOrder): boolean {
  const { observedAtMs } = one;
  return sameValue({ ...other, ...wordsOf(one), observedAtMs }, one);
}

/** Whether an order says who somebody is or where: after an erasure it does not. */
function namesPeople(order: Order | null): boolean {
  if (order === null) return false;
  const { courier, destinations, pickup } = order;
  if (courier !== null && (courier.name !== null || courier.phoneNumber !== null)) return true;
  return [pickup, ...destinations].some(
    (stop) => stop !== null && (stop.contact !== null || stop.streetAddress !== null),
  );
}
