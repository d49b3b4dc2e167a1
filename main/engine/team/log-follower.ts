import type { OrderId } from '../../../core/order/order-id.ts';
import { isWorthALook, type OrderUpdate } from '../../../core/order/order-update.ts';
import { isFinished } from '../../../core/order/order-status.ts';
import { sameValue } from '../../../core/same-value.ts';
import { isNewer } from '../../../core/team/merge.ts';
import {
  sharedOrder,
  type SharedOrder,
  sharedOrderSchema,
  withShared,
} from '../../../core/team/shared-order.ts';
import type { OrderEvent } from '../../../core/team/team-event.ts';
import { isOver } from '../../../core/transfer/portable-order.ts';
import type { TeamDesk } from '../../../core/team/desk.ts';
import type { HubStatus } from '../../../core/team/hub-status.ts';
import { changedPreferences } from '../../../core/watch/order-preferences.ts';
import type { OrderTeam, WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { ChangePublisher } from '../watch/change-publisher.ts';
import type { Clock } from '../../../core/clock.ts';
import type {
  DecideHandedToMe,
  DecideNotifications,
  DecideProblemNotifications,
  ReduceAnswer,
  WatchStore,
} from '../watch/ports.ts';
import { watchEntry, type WatchList } from '../watch/watch-list.ts';
import type { EditQueue } from './edit-queue.ts';
import type { HubStatusTracker } from './hub-status-tracker.ts';
import type { HubAnswer, HubLink, LogPlace, QueuedEdit, TeamStore } from './ports.ts';

/** What a {@link LogFollower} works with. */
export interface LogFollowerParts {
  readonly link: HubLink;
  readonly store: WatchStore;
  readonly teamStore: TeamStore;
  readonly clock: Clock;
  readonly list: WatchList;
  readonly publisher: ChangePublisher;
  readonly queue: EditQueue;
  readonly hubStatus: HubStatusTracker;
  readonly decideNotifications: DecideNotifications;
  /** Default: there are none. */
  readonly decideProblemNotifications?: DecideProblemNotifications;
  /** Default: there are none. */
  readonly decideHandedToMe?: DecideHandedToMe;
  /** This desk. */
  readonly deskId: string;
  /** Default: answers are accepted whole. */
  readonly reduceAnswer?: ReduceAnswer;
  readonly reportDefect: (error: unknown) => void;
  /** The log was read for the first time. */
  readonly joined: () => void;
  /** All that the hub's log had when the stream began was accepted. */
  readonly caughtUp: () => void;
  /** Something is to be published. */
  readonly changed: () => void;
  /** Writes what was accepted and tells of it, in this turn. */
  readonly publish: () => void;
  /** Something of these orders was received. */
  readonly received: (ids: readonly OrderId[]) => void;
  readonly remove: (ids: readonly OrderId[]) => void;
  /** Another desk took an order off the list that this one had and that is not over. */
  readonly takenOff: (watched: WatchedOrder, by: string) => void;
  /** An order came onto the list that was not on it. */
  readonly listed: (id: OrderId) => void;
}

/** The newest entry may be none of an order. Then the end is known by this time without one. */
const quietForMs = 3000;
/** An unchanged order's time of confirmation is stored at most this often. */
const storeConfirmationEveryMs = 300_000;
/** The entry of a change of one's own comes within this time after the hub's answer. */
const ownEntryWithinMs = 1000;

interface LastSeen {
  readonly event: OrderEvent;
  readonly shared: SharedOrder;
  readonly sequence: number;
}

/** What of an order was known when its log began to be read again. */
interface SeenAgain {
  /** The last entry that was accepted; null where its sequence says nothing, because the log is another one. */
  readonly sequence: number | null;
  /** When the order last changed. */
  readonly changedAtMs: number;
  /** The last entry that says nothing new; null when a later one did. */
  readonly last: LastSeen | null;
}

/** Follows the hub's log and accepts each of its entries once. */
export class LogFollower {
  readonly #parts: LogFollowerParts;
  #place: LogPlace = { logId: null, sequence: 0 };
  /** The place reached before the log had to be read from its beginning; null while it is not read again. */
  #placeBefore: LogPlace | null = null;
  /** Whether the log that is read again is the same log, so that its sequences can be compared with stored ones. */
  #isLogKept = false;
  #savedSequence = 0;
  /** The hub's newest entry when the stream began. Entries up to it happened while this desk was away. */
  #caughtUpAt = 0;
  #receivedAtMs = 0;
  /** Whether this desk follows the log for the first time: its entries so far notify nothing. */
  #isFirstTime = false;
  /** The orders found while the whole log is read again, so that a known order does not return to an older state. */
  #seenAgain: Map<OrderId, SeenAgain> | null = null;
  /** What the hub last published of orders whose annotations here are those of a change that waits. */
  readonly #receivedMeanwhile = new Map<OrderId, SharedOrder>();
  /** What the hub said of orders whose removal here waits for it: others may have added them again. */
  readonly #heldBack = new Map<OrderId, LastSeen[]>();
  /** The last missed update of each order, which alone notifies. */
  readonly #missed = new Map<OrderId, OrderUpdate>();
  #stopFollowing: (() => Promise<void>) | null = null;
  /** The waits for entries of changes of one's own. */
  readonly #cancels = new Set<() => void>();

  constructor(parts: LogFollowerParts) {
    this.#parts = parts;
  }

  start(): void {
    const { teamStore } = this.#parts;
    this.#place = teamStore.place();
    this.#savedSequence = this.#place.sequence;
    this.#isFirstTime = this.#place.logId === null;
    this.#caughtUpAt = Number.POSITIVE_INFINITY;
    this.#follow();
  }

  #follow(): void {
    const { clock, received, hubStatus, link, publish, queue } = this.#parts;
    this.#stopFollowing = link.follow(() => this.#place, {
      opened: (logId, newestSequence) => this.#opened(logId, newestSequence),
      entries: (entries) => {
        this.#receivedAtMs = clock.monotonicMs();
        for (const { event, sequence } of entries) this.#accept(event, sequence);
        received(entries.map(({ event }) => event.id));
        this.#caughtUp();
        publish();
        return clock.nextTurn();
      },
      status: (status) => this.#status(status),
      gap: () => this.#readAnew(),
      away: (isLogGone) => hubStatus.disconnected(isLogGone),
      revoked: () => {
        hubStatus.revoked();
        queue.stop();
      },
    });
  }

  async stop(): Promise<void> {
    for (const cancel of this.#cancels) cancel();
    this.#cancels.clear();
    await this.#stopFollowing?.();
    this.#stopFollowing = null;
  }

  /** Keeps how far the log was accepted, once what was accepted is stored. */
  savePlace(): void {
    const { logId, sequence: reached } = this.#place;
    // Until all is caught up with, a restart has to begin that again: what was missed notifies at its end.
    if (logId === null || reached < this.#caughtUpAt) return;
    // What is held back is to be received again after a restart.
    const held = [...this.#heldBack.values()].flatMap(([first]) => first?.sequence ?? []);
    const sequence = Math.min(reached, ...held.map((first) => first - 1));
    if (sequence === this.#savedSequence) return;
    this.#parts.teamStore.savePlace({ logId, sequence });
    this.#savedSequence = sequence;
  }

  /** Reads the whole log once more, because what is here may not be what the team has. */
  async readAgain(): Promise<void> {
    const stop = this.#stopFollowing;
    if (stop === null) return;
    this.#stopFollowing = null;
    await stop();
    this.#readAnew();
    this.#follow();
  }

  /** An order as the hub answered with it; the log will say the same. */
  acceptAnswer(id: OrderId, body: unknown): void {
    const { list, publisher } = this.#parts;
    const parsed = sharedOrderSchema.safeParse(body);
    const entry = list.entries.get(id);
    if (!parsed.success || entry === undefined) return;
    const { claim } = parsed.data.team;
    const team = entry.watched.team ?? parsed.data.team;
    entry.watched = { ...entry.watched, team: { ...team, claim } };
    publisher.recordAnswer({ watched: entry.watched, notifications: [] });
    this.#parts.changed();
  }

  #opened(logId: string, newestSequence: number): void {
    const isOther = this.#place.logId !== null && this.#place.logId !== logId;
    if (isOther) this.#readAnew();
    const before = this.#placeBefore;
    // A log that was put back from a backup has given its newest sequences anew.
    this.#isLogKept = before?.logId === logId && before.sequence <= newestSequence;
    this.#place = { ...this.#place, logId };
    this.#caughtUpAt = newestSequence;
    this.#receivedAtMs = this.#parts.clock.monotonicMs();
    this.#parts.hubStatus.connected();
    this.#parts.queue.goOn();
    this.#caughtUp();
  }

  #readAnew(): void {
    this.#heldBack.clear();
    this.#seenAgain = new Map();
    this.#placeBefore ??= this.#place;
    this.#place = { logId: null, sequence: 0 };
    this.#caughtUpAt = Number.POSITIVE_INFINITY;
  }

  #status(status: HubStatus): void {
    const { clock, received, hubStatus, list, publisher } = this.#parts;
    const before = hubStatus.desks;
    const observed = hubStatus.received(status);
    this.#presencesChanged(before);
    for (const [id, { observedAtMs, sequence }] of observed) {
      const entry = list.entries.get(id);
      if (entry === undefined || entry.watched.order === null) continue;
      // What was confirmed is not what is shown here: its entry is on its way, or could not be read.
      if (sequence > (entry.watched.team?.sequence ?? 0)) continue;
      entry.watched = { ...entry.watched, observedAtMs };
      publisher.touch(id);
      if (observedAtMs - (entry.storedObservedAtMs ?? 0) < storeConfirmationEveryMs) continue;
      entry.storedObservedAtMs = observedAtMs;
      publisher.recordConfirmation({ watched: entry.watched, notifications: [] });
    }
    received([...observed.keys()]);
    if (this.#place.logId !== null && clock.monotonicMs() - this.#receivedAtMs >= quietForMs) {
      this.#caughtUpAt = Math.min(this.#caughtUpAt, this.#place.sequence);
      this.#caughtUp();
    }
    this.#parts.changed();
  }

  /** A person came to a desk or left it, or answered there: what is shown of its orders may be another now. */
  #presencesChanged(before: readonly TeamDesk[]): void {
    const { hubStatus, list, publisher } = this.#parts;
    const known = new Map(before.map(({ id, presence }) => [id, presence]));
    const changed = new Set(
      hubStatus.desks.flatMap(({ id, presence }) =>
        sameValue(presence, known.get(id)) ? [] : [id],
      ),
    );
    if (changed.size === 0) return;
    for (const [id, { watched }] of list.entries) {
      if (changed.has(watched.team?.claim?.deskId ?? '')) publisher.touch(id);
    }
  }

  #accept(event: OrderEvent, sequence: number): void {
    if (sequence <= this.#place.sequence) return;
    this.#place = { ...this.#place, sequence };
    try {
      if (event.order === null) this.#removed(event.id, sequence, event.by);
      else this.#changed(event, event.order, sequence);
    } catch (error) {
      this.#parts.reportDefect(error);
    }
  }

  #removed(id: OrderId, sequence: number, by: string | null): void {
    const { clock, deskId, hubStatus, list, remove, takenOff } = this.#parts;
    // In a log that is read again this may be from before it was added once more.
    if (this.#isLogKept && !isNewer(asOf(list.find(id)), { sequence })) return;
    this.#missed.delete(id);
    this.#heldBack.delete(id);
    this.#seenAgain?.delete(id);
    hubStatus.forget([id]);
    const known = list.find(id);
    // One that was added here again since, of which the hub has said nothing yet, is on its way to the hub.
    const isAddedAgain =
      known?.team?.sequence === undefined &&
      this.#parts.queue.of(id).some(({ command }) => command.method === 'POST');
    if (isAddedAgain || known === undefined) return;
    const claim = known.team?.claim ?? null;
    const wasMine = claim?.deskId === deskId && by !== null && by !== claim.desk;
    if (wasMine && !isOver(known, clock.wallMs())) takenOff(known, by);
    remove([id]);
  }

  #changed(event: OrderEvent, shared: SharedOrder, sequence: number): void {
    const { clock, decideProblemNotifications, list, publisher, queue } = this.#parts;
    const { id } = event;
    if (!this.#isAfterWhatIsKnown(event, shared, sequence)) return;
    // Removed and added again, of which an erasure left only the end.
    if (this.#isAnother(shared, sequence)) this.#removed(id, sequence, null);
    const waiting = queue.of(id);
    const held = this.#heldBack.get(id);
    if (held !== undefined || waiting.some(isRemoval)) {
      this.#heldBack.set(id, [...(held ?? []), { event, sequence, shared }]);
      return;
    }
    const hasEnded = shared.order !== null && isFinished(shared.order.status.phase);
    if (event.update !== undefined || !hasEnded) list.load([id]);
    const before = list.find(id);
    // A stream may begin before its place. Another log has other sequences.
    if (this.#seenAgain === null && !isNewer(asOf(before), { sequence })) {
      // A crash may have come between the update and its notification: the outbox accepts each once.
      if (event.update !== undefined && !this.#isFirstTime) this.#missed.set(id, event.update);
      return;
    }
    if (waiting.length > 0) this.#receivedMeanwhile.set(id, shared);
    else this.#receivedMeanwhile.delete(id);
    const update =
      event.update !== undefined && this.#isNewUpdate(before, event.update, shared)
        ? event.update
        : undefined;
    const isHandedOver = this.#isHandedOver(event, shared);
    const isOfMe = isHandedOver || this.#isTakenAway(event, shared, before);
    const isSeen = !isOfMe && (update === undefined || this.#isFirstTime || !isWorthALook(update));
    const { kept, rawJson } = this.#kept(event, shared, before);
    const accepted = withShared(before, { ...kept, team: { ...shared.team, sequence } });
    const watched = withWaiting(
      { ...accepted, unseenCount: accepted.unseenCount + (isSeen ? 0 : 1) },
      waiting,
    );
    const entry = list.entries.get(id);
    if (entry !== undefined) {
      entry.watched = watched;
      entry.storedObservedAtMs = watched.observedAtMs;
    } else if (before === undefined) {
      list.entries.set(id, watchEntry(watched));
      this.#parts.listed(id);
    }
    const isRefusal = event.change === 'observed' && !this.#isFirstTime;
    const ofProblem = isRefusal && decideProblemNotifications?.(watched, clock.wallMs());
    const decided =
      update === undefined ? { notifications: ofProblem || [] } : this.#decided(update, watched);
    publisher.recordAnswer({
      watched,
      ...(rawJson !== undefined && { rawJson }),
      ...(watched.observedAtMs !== (before?.observedAtMs ?? null) && { isAnswer: true }),
      ...(update !== undefined && { update }),
      ...decided,
      notifications: [
        ...decided.notifications,
        ...(isHandedOver
          ? (this.#parts.decideHandedToMe?.(watched, event.by ?? '', clock.wallMs()) ?? [])
          : []),
      ],
    });
  }

  /** Whether another desk handed an order on to this one. What was there when it joined does not notify. */
  #isHandedOver({ by, change }: OrderEvent, { team }: SharedOrder): boolean {
    if (change !== 'claimed' || this.#isFirstTime || by === null) return false;
    const claim = team?.claim ?? null;
    return claim !== null && claim.deskId === this.#parts.deskId && by !== claim.desk;
  }

  /**
   * Whether another desk ended this one's claim: it is told by the dot of the row, and the timeline says by whom. An
   * entry of another kind from which the claim is gone does not say that its desk ended it.
   */
  #isTakenAway(
    { by, change }: OrderEvent,
    { team }: SharedOrder,
    before: WatchedOrder | undefined,
  ): boolean {
    if (change !== 'claimed' && change !== 'released') return false;
    const { deskId } = this.#parts;
    const own = before?.team?.claim ?? null;
    if (own?.deskId !== deskId || this.#isFirstTime || by === null) return false;
    return by !== own.desk && team?.claim?.deskId !== deskId;
  }

  /** What an entry says without what must not be kept here, and without what is known better. */
  #kept(
    { change, id, rawJson }: OrderEvent,
    shared: SharedOrder,
    own: WatchedOrder | undefined,
  ): { readonly kept: SharedOrder; readonly rawJson: string | undefined } {
    const isAnswer = change === 'added' || change === 'observed' || change === 'updated';
    if (!isAnswer && own?.order != null && own.changedAtMs === shared.changedAtMs) {
      // The answer in it is the known one. Here it may have been confirmed since, or its people erased.
      const { group, label, note, promisedAtMs, team } = shared;
      const kept = { ...sharedOrder(own), group, label, note, promisedAtMs, team };
      return { kept, rawJson: undefined };
    }
    if (shared.order === null) return { kept: shared, rawJson };
    const reduced = this.#parts.reduceAnswer?.(id, shared.order, rawJson ?? '');
    if (reduced === undefined) return { kept: shared, rawJson };
    const kept = { ...shared, order: reduced.order };
    return { kept, rawJson: rawJson === undefined ? undefined : reduced.rawJson };
  }

  #decided(update: OrderUpdate, watched: WatchedOrder): ReturnType<DecideNotifications> {
    if (this.#isFirstTime) return { notifications: [], kept: { reason: 'beforeJoining' } };
    if (this.#place.sequence >= this.#caughtUpAt) {
      this.#missed.delete(watched.id);
      return this.#parts.decideNotifications(update, watched);
    }
    this.#missed.set(watched.id, update);
    return { notifications: [] };
  }

  /**
   * Whether an entry of a log that is read again says more of an order than is known. What does not is kept until
   * the end, when the last of it is accepted.
   */
  #isAfterWhatIsKnown(event: OrderEvent, shared: SharedOrder, sequence: number): boolean {
    if (this.#seenAgain === null) return true;
    const { id, update } = event;
    const known = this.#parts.list.find(id);
    const before = this.#seenAgain.get(id) ?? {
      sequence: this.#isLogKept ? (known?.team?.sequence ?? 0) : null,
      changedAtMs: known?.changedAtMs ?? 0,
    };
    // Without a sequence the hubs' clocks have to do, which may differ a little.
    const isAfter =
      before.sequence === null
        ? update !== undefined && update.seenAtMs > before.changedAtMs
        : sequence > before.sequence;
    const isNews = known === undefined || isAfter;
    this.#seenAgain.set(id, { ...before, last: isNews ? null : { event, sequence, shared } });
    return isNews;
  }

  /** Whether the team's order is not the one that is here: it was removed and added again since. */
  #isAnother({ addedAtMs, id }: SharedOrder, sequence: number): boolean {
    const known = this.#parts.list.find(id);
    if (known?.team?.sequence === undefined || sequence <= known.team.sequence) return false;
    return known.addedAtMs !== addedAtMs && (this.#seenAgain === null || this.#isLogKept);
  }

  /** Whether an update tells what is not known: two hubs may have found the same. */
  #isNewUpdate(
    before: WatchedOrder | undefined,
    update: OrderUpdate,
    shared: SharedOrder,
  ): boolean {
    if (before === undefined) return true;
    return update.changes.length === 0 || !sameValue(before.order, shared.order);
  }

  /** The hub accepted or refused a change of the order: the hub's state of it counts again. */
  settled(id: OrderId, answer: HubAnswer): void {
    // After a restart the state before the change is not known, so the hub's answer counts.
    const answered = sharedOrderSchema.safeParse(answer.kind === 'done' ? answer.body : null).data;
    if (answered !== undefined && !this.#receivedMeanwhile.has(id))
      this.#receivedMeanwhile.set(id, answered);
    const cancel = this.#parts.clock.schedule(() => {
      this.#cancels.delete(cancel);
      this.#acceptHeldBack(id);
      const shared = this.#receivedMeanwhile.get(id);
      const entry = this.#parts.list.entries.get(id);
      if (shared === undefined || entry === undefined || this.#parts.queue.of(id).length > 0)
        return;
      this.#receivedMeanwhile.delete(id);
      const sequence = entry.watched.team?.sequence;
      const team = { ...shared.team, ...(sequence !== undefined && { sequence }) };
      const { label, preferences } = withShared(entry.watched, shared);
      entry.watched = { ...entry.watched, label, preferences, team };
      this.#parts.publisher.recordAnswer({ watched: entry.watched, notifications: [] });
      this.#parts.changed();
    }, ownEntryWithinMs);
    this.#cancels.add(cancel);
  }

  /** An order whose removal was settled, and that the hub has all the same. */
  #acceptHeldBack(id: OrderId): void {
    const held = this.#heldBack.get(id);
    if (held === undefined || this.#parts.queue.of(id).some(isRemoval)) return;
    this.#heldBack.delete(id);
    for (const { event, sequence, shared } of held) this.#changed(event, shared, sequence);
    this.#parts.changed();
  }

  /** The state of an order in an entry whose update is known already. */
  #acceptUnchanged({ event, sequence, shared }: LastSeen): void {
    const { update: _known, ...rest } = event;
    const entry = this.#parts.list.entries.get(event.id);
    if (entry !== undefined && entry.watched.team !== null) {
      // A sequence of the earlier log says nothing in this one.
      entry.watched = { ...entry.watched, team: withoutSequence(entry.watched.team) };
    }
    this.#changed(rest, shared, sequence);
  }

  /** What was missed notifies once all of it is known. */
  #caughtUp(): void {
    if (this.#place.sequence < this.#caughtUpAt) return;
    const { decideNotifications, list, publisher } = this.#parts;
    for (const [id, update] of this.#missed) {
      const watched = list.find(id);
      if (watched === undefined) continue;
      const notifications = decideNotifications(update, watched).notifications.map((each) => ({
        ...each,
        isMissed: true as const,
      }));
      publisher.recordAnswer({ watched, notifications });
    }
    this.#missed.clear();
    if (this.#isFirstTime) this.#parts.joined();
    this.#isFirstTime = false;
    this.#endRereading();
    this.#parts.caughtUp();
  }

  /** What the log does not have any more is removed here too. */
  #endRereading(): void {
    const { list, queue, remove, store } = this.#parts;
    const seen = this.#seenAgain;
    if (seen === null) return;
    this.#seenAgain = null;
    this.#placeBefore = null;
    for (const { last } of seen.values()) if (last !== null) this.#acceptUnchanged(last);
    list.readAll();
    const listed = [...list.entries.keys()];
    const archived = [...(store.archivedSince?.(0) ?? [])].flat().map(({ id }) => id);
    const gone = [...listed, ...archived].filter(
      (id) => !seen.has(id) && queue.of(id).length === 0,
    );
    if (gone.length > 0) remove(gone);
  }
}

function isRemoval({ command }: QueuedEdit): boolean {
  return command.method === 'DELETE';
}

function withoutSequence({ sequence: _sequence, ...team }: OrderTeam): OrderTeam {
  return team;
}

/** The entry that an order is known from; undefined where none said anything of it. */
function asOf(watched: WatchedOrder | undefined): { readonly sequence: number } | undefined {
  const sequence = watched?.team?.sequence;
  return sequence === undefined ? undefined : { sequence };
}

/** An order as it will be once the changes that wait were made: what was typed does not jump back. */
function withWaiting(watched: WatchedOrder, waiting: readonly QueuedEdit[]): WatchedOrder {
  return waiting.reduce((known, { command: { body, method } }) => {
    if (method !== 'PATCH' || typeof body !== 'object' || body === null) return known;
    const given: Readonly<Record<string, unknown>> = { ...body };
    const text = (name: string) => {
      const value = given[name];
      return typeof value === 'string' || value === null ? value : undefined;
    };
    const promisedAt = text('promisedAt');
    const label = text('label');
    const preferences = changedPreferences(known.preferences, {
      group: text('group'),
      note: text('note'),
      promisedAtMs: typeof promisedAt === 'string' ? Date.parse(promisedAt) : promisedAt,
    });
    return { ...known, label: label === undefined ? known.label : label, preferences };
  }, watched);
}
