import { isFinished } from '../../core/order/order-status.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { OrderUpdate } from '../../core/order/order-update.ts';
import type { SaidWords } from '../../core/team/team-edit.ts';
import type { OrderEvent } from '../../core/team/team-event.ts';
import { sharedOrder, type SharedOrder, withShared } from '../../core/team/shared-order.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import type { ChangePublisher } from '../watch/change-publisher.ts';
import type { Clock } from '../watch/clock.ts';
import { isWorthALook } from '../watch/observation.ts';
import type {
  DecideNotifications,
  DecideProblemNotifications,
  ReduceAnswer,
} from '../watch/ports.ts';
import { watchEntry, type WatchList } from '../watch/watch-list.ts';
import type { Reading } from './log-follower.ts';
import type { FollowedEntry } from './ports.ts';

/** What an {@link EntryTaker} works with. */
export interface EntryTakerParts {
  readonly clock: Clock;
  readonly list: WatchList;
  readonly publisher: ChangePublisher;
  readonly decideNotifications: DecideNotifications;
  /** Default: there are none. */
  readonly decideProblemNotifications?: DecideProblemNotifications;
  /** Default: answers are taken up whole. */
  readonly reduceAnswer?: ReduceAnswer;
  /** What this desk said of an order's words and the hub may not know yet. */
  readonly saidOf: (id: OrderId) => SaidWords | undefined;
  /** Whether this desk removed an order and the hub may not know yet. */
  readonly isRemovedHere: (id: OrderId) => boolean;
  /** Takes orders off the list because the team did. */
  readonly removed: (ids: readonly OrderId[]) => void;
  readonly reportDefect: (error: unknown) => void;
}

/** Turns entries of the team's log into states, history and notifications of this desk. */
export class EntryTaker {
  readonly #parts: EntryTakerParts;
  /** The last update of each order while it is caught up: only that one is worth a notification then. */
  readonly #held = new Map<OrderId, OrderUpdate>();

  constructor(parts: EntryTakerParts) {
    this.#parts = parts;
  }

  take(entries: readonly FollowedEntry[], reading: Reading, isReread: boolean): void {
    const gone = new Set<OrderId>();
    const removeGone = (): void => {
      const { list, removed } = this.#parts;
      removed([...gone].filter((id) => list.find(id) !== undefined));
      gone.clear();
    };
    for (const { event } of entries) {
      const { id, order } = event;
      if (order === null) gone.add(id);
      else {
        if (gone.has(id)) removeGone();
        this.#guard(() => this.#take(event, order, reading, isReread));
      }
    }
    if (gone.size > 0) removeGone();
  }

  /** Everything was caught up: decides on the notifications about the last update of each order. */
  caughtUp(): void {
    const { decideNotifications, list, publisher } = this.#parts;
    for (const [id, update] of this.#held) {
      this.#guard(() => {
        const watched = list.find(id);
        if (watched === undefined) return;
        const notifications = decideNotifications(update, watched);
        if (notifications.length > 0) publisher.record({ watched, notifications });
      });
    }
    this.#held.clear();
  }

  #take(event: OrderEvent, order: SharedOrder, reading: Reading, isReread: boolean): void {
    const { clock, decideNotifications, decideProblemNotifications, list, publisher } = this.#parts;
    const { id, update } = event;
    if (this.#parts.isRemovedHere(id)) return;
    const isOver = order.order !== null && isFinished(order.order.status.phase);
    if (update !== undefined || !isOver) list.takeOut([id]);
    const own = list.find(id);
    const { rawJson, shared } = this.#reduced(event, order, own);
    const said = this.#parts.saidOf(id);
    const after = withShared(own, said === undefined ? shared : { ...shared, ...said });
    const isNews = update !== undefined && (!isReread || isLater(order, own));
    const isUnseen = isNews && reading !== 'first' && isWorthALook(update);
    const watched = { ...after, unseenCount: after.unseenCount + (isUnseen ? 1 : 0) };
    this.#keep(watched);
    const isTold = update !== undefined && reading === 'live' && isNews;
    // After a crash the history may have it and the outbox not: the outbox takes each notification once.
    const isHeld = isNews || reading === 'catchingUp';
    if (update !== undefined && isHeld && reading !== 'live' && reading !== 'first') {
      this.#held.set(id, update);
    }
    const isProblem = reading !== 'first' && event.change === 'observed';
    publisher.record({
      watched,
      ...(rawJson !== undefined && { rawJson }),
      ...(isNews && { update }),
      notifications: [
        ...(isTold ? decideNotifications(update, watched) : []),
        ...((isProblem && decideProblemNotifications?.(watched, clock.wallMs())) || []),
      ],
    });
  }

  /** Without what must not be kept here, and what this desk knows better. */
  #reduced(
    { change, id, rawJson }: OrderEvent,
    shared: SharedOrder,
    own: WatchedOrder | undefined,
  ): { readonly shared: SharedOrder; readonly rawJson: string | undefined } {
    const isAnswer = change === 'added' || change === 'observed' || change === 'updated';
    if (!isAnswer && own?.order != null && own.changedAtMs === shared.changedAtMs) {
      // The answer in it is the one that is known. Here it may have been confirmed since, or its people erased.
      const { group, label, note, promisedAtMs, team } = shared;
      const known = { ...sharedOrder(own), group, label, note, promisedAtMs, team };
      return { shared: known, rawJson: undefined };
    }
    const { order } = shared;
    const reduced =
      order === null ? undefined : this.#parts.reduceAnswer?.(id, order, rawJson ?? '');
    if (reduced === undefined) return { shared, rawJson };
    return {
      shared: { ...shared, order: reduced.order },
      rawJson: rawJson === undefined ? undefined : reduced.rawJson,
    };
  }

  /** Puts a state onto the list; one that is put away stays there. */
  #keep(watched: WatchedOrder): void {
    const { list } = this.#parts;
    const entry = list.entries.get(watched.id);
    if (entry !== undefined) {
      entry.watched = watched;
      entry.storedObservedAtMs = watched.observedAtMs;
    } else if (list.find(watched.id) === undefined) {
      list.entries.set(watched.id, watchEntry(watched));
    }
  }

  #guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#parts.reportDefect(error);
    }
  }
}

/** Whether an answer is later than the newest one whose changes are in the history here. */
function isLater({ changedAtMs }: SharedOrder, own: WatchedOrder | undefined): boolean {
  return (changedAtMs ?? 0) > (own?.changedAtMs ?? Number.NEGATIVE_INFINITY);
}
