import { randomUUID } from 'node:crypto';
import type { Pace, Pause } from '../../../core/board/board.ts';
import type { AddReport } from '../../../core/bridge/bridge.ts';
import type { TeamState } from '../../../core/board/team.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { sameValue } from '../../../core/same-value.ts';
import { isOver } from '../../../core/transfer/portable-order.ts';
import {
  type AnnotationMode,
  type NewOrder,
  withPreferences,
} from '../../../core/watch/newly-watched.ts';
import {
  changedPreferences,
  type PreferencesChange,
} from '../../../core/watch/order-preferences.ts';
import { nextSetTimeMs } from '../../../core/watch/order-waits.ts';
import type { Presence, SaidPresence } from '../../../core/team/presence.ts';
import type { ServiceHealth } from '../../../core/watch/service-health.ts';
import {
  type SeenState,
  sharedAnnotations,
  type WatchedOrder,
  type WatchOrigin,
} from '../../../core/watch/watched-order.ts';
import { ChangePublisher } from '../watch/change-publisher.ts';
import type { Clock } from '../../../core/clock.ts';
import type {
  CheckPlan,
  DecideHandedToMe,
  DecideNotifications,
  DecideProblemNotifications,
  ReduceAnswer,
  Watch,
  WatchEvents,
  WatchStore,
} from '../watch/ports.ts';
import { WatchList } from '../watch/watch-list.ts';
import { EditQueue } from './edit-queue.ts';
import {
  addEdits,
  annotationsEdit,
  type AnnotationsChange,
  asAdded,
  changedAnnotations,
  handledEdit,
  handledHere,
  removeEdit,
  revealEdit,
  saysHandOver,
  saysMoreThanUuids,
} from './hub-edits.ts';
import { HubStatusTracker } from './hub-status-tracker.ts';
import { HubRequests } from './hub-requests.ts';
import type {
  HubAnswer,
  HubCommand,
  HubLink,
  Membership,
  QueuedEdit,
  Team,
  TeamStore,
} from './ports.ts';
import { LogFollower } from './log-follower.ts';
import { TakenOffOrders } from './taken-off.ts';

/** The most orders that one request adds. */
const mostAdded = 1000;
/** The same of orders with all that is known of them. */
const mostBrought = 100;

/** What a {@link TeamWatch} works with. */
export interface TeamWatchParts {
  readonly link: HubLink;
  readonly membership: Membership;
  readonly store: WatchStore;
  readonly teamStore: TeamStore;
  readonly clock: Clock;
  readonly decideNotifications: DecideNotifications;
  /** Default: there are none. */
  readonly decideProblemNotifications?: DecideProblemNotifications;
  /** Default: there are none. */
  readonly decideHandedToMe?: DecideHandedToMe;
  /** Default: answers are accepted whole. */
  readonly reduceAnswer?: ReduceAnswer;
  readonly events: WatchEvents;
  readonly reportDefect: (error: unknown) => void;
  /** The hub did not accept these orders, and they are on no list now. Default: it is not received. */
  readonly addRefused?: (ids: readonly OrderId[], code: string) => void;
}

/**
 * The watch list of a team at one of its desks. The hub checks the orders; what its log says is accepted, stored
 * here and announced as a local watcher would do. What is shared is changed at the hub, what is one's own is
 * changed here alone.
 */
export class TeamWatch implements Watch, Team {
  readonly checks = null;
  readonly #parts: TeamWatchParts;
  readonly #clock: Clock;
  readonly #publisher: ChangePublisher;
  readonly #list: WatchList;
  readonly #queue: EditQueue;
  readonly #hubStatus: HubStatusTracker;
  readonly #follower: LogFollower;
  readonly #upToDate = Promise.withResolvers<void>();
  readonly #requests: HubRequests;
  readonly #takenOff: TakenOffOrders;
  #cancelTimer: (() => void) | null = null;
  #isRunning = false;
  #isFollowing = false;
  /** What is done here is this desk's own from now on. */
  #isDetached = false;

  constructor(parts: TeamWatchParts) {
    const { clock, events, link, reportDefect, teamStore } = parts;
    this.#parts = parts;
    this.#clock = clock;
    const guard = (run: () => void): void => {
      try {
        run();
      } catch (error) {
        reportDefect(error);
      }
    };
    this.#publisher = new ChangePublisher(clock, parts.store, events, guard);
    this.#list = new WatchList({
      clock,
      store: parts.store,
      publisher: this.#publisher,
      readingChanged: () => {
        this.#publisher.touchState();
        this.#followOnceRead();
        this.#goOn();
      },
    });
    const stateChanged = (): void => {
      this.#publisher.touchState();
      this.#goOn();
    };
    this.#hubStatus = new HubStatusTracker(clock, stateChanged);
    this.#takenOff = new TakenOffOrders(clock, stateChanged);
    this.#queue = new EditQueue({
      link,
      store: teamStore,
      clock,
      changed: stateChanged,
      reportDefect,
      settled: ({ ids }, answer) => {
        for (const id of ids) this.#follower.settled(id, answer);
      },
      refused: (edit, answer) => this.#refused(edit, answer),
    });
    this.#follower = new LogFollower({
      ...parts,
      deskId: parts.membership.deskId,
      list: this.#list,
      publisher: this.#publisher,
      queue: this.#queue,
      hubStatus: this.#hubStatus,
      joined: () => this.#bringOwn(),
      caughtUp: () => this.#upToDate.resolve(),
      changed: () => this.#goOn(),
      publish: () => this.#publish(),
      received: (ids) => this.#requests.checked(ids),
      remove: (ids) => this.#removeHere(ids),
      takenOff: ({ id, label, preferences }, by) => {
        // What arrives while the stream ends is kept no more.
        if (!this.#isRunning || this.#isDetached) return;
        const { group = null, promisedAtMs = null } = preferences ?? {};
        this.#takenOff.add({ id, label, group, promisedAtMs, by });
      },
      listed: (id) => this.#takenOff.forget([id]),
    });
    this.#requests = new HubRequests({
      link,
      clock,
      isHere: () => !this.#hubStatus.isAway && !this.#isDetached,
      isViewer: this.#isViewer,
      lastEntryOf: (id) => this.#list.find(id)?.team?.sequence,
      answered: (id, body) => this.#follower.acceptAnswer(id, body),
      awaitedChanged: (ids) => {
        this.#publisher.touchAll(ids);
        this.#goOn();
      },
    });
  }

  get state(): TeamState {
    const { deskId, deskName, hubUrl, role } = this.#parts.membership;
    return {
      me: { id: deskId, name: deskName, role },
      hubUrl,
      desks: this.#hubStatus.desks,
      awaySinceMs: this.#hubStatus.awaySinceMs,
      isRevoked: this.#hubStatus.isRevoked,
      isLogGone: this.#hubStatus.isLogGone,
      queuedEdits: this.#queue.count,
      isQueueFull: this.#queue.isFull,
      ...this.#takenOff.state,
    };
  }

  /** Resolves once this desk knows what the hub knew when it was reached first. */
  get upToDate(): Promise<void> {
    return this.#upToDate.promise;
  }

  get serviceHealth(): ServiceHealth {
    return this.#hubStatus.health;
  }

  get pace(): Pace {
    return this.#hubStatus.pace;
  }

  /** A hub is not paused from a desk. */
  get pauseState(): Pause {
    return { kind: 'running' };
  }

  get storageFault(): string | null {
    return this.#publisher.storageFault;
  }

  get count(): number {
    return this.#list.entries.size;
  }

  get actCount(): number {
    return this.#publisher.actCount;
  }

  async actsKept(): Promise<void> {
    await this.#publisher.actsKept();
    // What was written is still to be announced.
    this.#goOn();
  }

  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#list.beginReading();
    this.#queue.start();
    this.#followOnceRead();
    this.#goOn();
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#list.stopReading();
    this.#queue.stop();
    this.#takenOff.forgetAll();
    this.#hubStatus.stop();
    this.#requests.checked(this.#list.known().map(({ id }) => id));
    await this.#follower.stop();
    this.#isFollowing = false;
    await this.#list.added;
    this.#publisher.writeAll();
    this.#savePlace();
  }

  async add(
    orders: readonly NewOrder[],
    mode: AnnotationMode = 'kept',
    origin: WatchOrigin | null = null,
  ): Promise<AddReport> {
    const fresh = orders.filter(({ id }) => this.#list.find(id) === undefined);
    const ids = new Set(fresh.map(({ id }) => id));
    const known = orders.filter(({ id }) => !ids.has(id));
    for (let from = 0; from < fresh.length; from += mostAdded) {
      if (!this.#sendAdded(fresh.slice(from, from + mostAdded))) {
        for (const { id } of fresh.slice(from)) ids.delete(id);
        break;
      }
    }
    const given = this.#isViewer ? 'kept' : mode;
    const accepted = orders.filter(
      ({ id }) => ids.has(id) || known.some((order) => order.id === id),
    );
    const before = new Map(known.map(({ id }) => [id, this.#list.find(id)]));
    const report = await this.#list.add(accepted, given, origin, (added) =>
      this.#takenOff.forget(added),
    );
    for (const id of report.changed) {
      const was = before.get(id);
      const is = this.#list.find(id);
      if (was !== undefined && is !== undefined) this.#sendAnnotations(was, is);
    }
    this.#list.rewrite(report.added, (watched) => ({
      ...watched,
      team: watched.team ?? { claim: null, writers: {}, addedBy: this.#parts.membership.deskName },
    }));
    this.#goOn();
    return report;
  }

  remove(ids: readonly OrderId[]): void {
    this.#takenOff.forget(ids);
    if (this.#isViewer && !this.#isDetached) return;
    const known = ids.filter((id) => this.#list.find(id) !== undefined);
    if (this.#edit(known.map(removeEdit))) this.#removeHere(known);
  }

  relabel(id: OrderId, label: string | null): void {
    this.#changeAnnotations([id], { label }, (watched) => ({ ...watched, label }));
  }

  mute(ids: readonly OrderId[], isMuted: boolean): void {
    this.#change(ids, () => ({ isMuted }));
  }

  pin(ids: readonly OrderId[], isPinned: boolean): void {
    this.#change(ids, () => ({ isPinned }));
  }

  setPreferences(ids: readonly OrderId[], change: PreferencesChange): void {
    const { group, note, promisedAtMs, ...own } = change;
    const shared = { group, note, promisedAtMs };
    if (Object.values(shared).some((value) => value !== undefined)) {
      const nowMs = this.#clock.wallMs();
      this.#changeAnnotations(ids, shared, (watched) => withPreferences(watched, shared, nowMs));
    }
    this.#change(ids, ({ preferences }) => ({ preferences: changedPreferences(preferences, own) }));
  }

  changeSeen(ids: readonly OrderId[], next: (watched: WatchedOrder) => SeenState): void {
    const before = ids.flatMap((id) => this.#list.find(id) ?? []);
    this.#change(ids, next);
    this.#tellHandled(before);
  }

  rewrite(ids: readonly OrderId[], next: (watched: WatchedOrder) => WatchedOrder): void {
    const before = ids.flatMap((id) => this.#list.find(id) ?? []);
    this.#list.rewrite(ids, (watched) => {
      const after = next(watched);
      if (!this.#isViewer) return after;
      // A file changes a viewer's own choices alone: the annotations are the team's.
      const { group, note, promisedAtMs } = watched.preferences ?? {};
      const annotations = {
        group: group ?? null,
        note: note ?? null,
        promisedAtMs: promisedAtMs ?? null,
      };
      const preferences = changedPreferences(after.preferences, annotations);
      return { ...after, label: watched.label, preferences };
    });
    for (const was of before) {
      const is = this.#list.find(was.id);
      if (is !== undefined) this.#sendAnnotations(was, is);
    }
    this.#publisher.writeAll();
    this.#goOn();
  }

  checkNow(ids: readonly OrderId[]): void {
    this.#list.load(ids);
    this.#requests.checkNow(ids.filter((id) => this.#list.entries.has(id)));
  }

  retryNow(): void {
    this.#parts.link.retryNow();
    this.#queue.goOn();
  }

  noticeWake(): void {
    this.#takenOff.noticeWake();
    this.retryNow();
  }

  evict(ids: readonly OrderId[]): void {
    try {
      this.#list.evict(ids, (watched) => this.#isAtRest(watched));
    } catch (error) {
      this.#parts.reportDefect(error);
    }
    this.#goOn();
  }

  load(ids: readonly OrderId[]): void {
    this.#list.load(ids);
    this.#goOn();
  }

  get(id: OrderId): WatchedOrder | undefined {
    return this.#list.get(id);
  }

  find(id: OrderId): WatchedOrder | undefined {
    return this.#list.find(id);
  }

  list(): readonly WatchedOrder[] {
    this.#list.readAll();
    return this.#list.known();
  }

  known(): readonly WatchedOrder[] {
    return this.#list.known();
  }

  archivedSince(sinceMs: number): Iterable<readonly WatchedOrder[]> {
    return this.#parts.store.archivedSince?.(sinceMs) ?? [];
  }

  plan(id: OrderId): CheckPlan {
    const planned = this.#hubStatus.isAway ? null : this.#hubStatus.planOf(id);
    return {
      nextCheckAtMs: planned?.nextCheckAtMs ?? null,
      checkEveryMs: planned?.checkEveryMs ?? null,
      isChecking: this.#requests.isAwaited(id),
      isAwaited: this.#requests.isAwaited(id),
    };
  }

  claim(ids: readonly OrderId[], claim: Parameters<Team['claim']>[1]): ReturnType<Team['claim']> {
    return this.#requests.claim(ids, claim);
  }

  release(ids: readonly OrderId[], reason: string | null): ReturnType<Team['release']> {
    return this.#requests.release(ids, reason);
  }

  hubSettings(change: Parameters<Team['hubSettings']>[0]): ReturnType<Team['hubSettings']> {
    return this.#requests.hubSettings(change);
  }

  presenceOf(deskId: string): Presence {
    return this.#hubStatus.presenceOf(deskId);
  }

  attend(presence: SaidPresence): boolean {
    if (this.#hubStatus.isAway || this.#isDetached || !this.#isFollowing) return false;
    // Nothing of it waits: what did not arrive is said again.
    void this.#parts.link.send({
      method: 'POST',
      path: '/v1/presence',
      body: presence,
      key: randomUUID(),
    });
    return true;
  }

  revealed(id: OrderId, owner: string): void {
    this.#edit([revealEdit(id, owner)]);
  }

  async detach(): Promise<void> {
    this.#isDetached = true;
    this.#queue.stop();
    this.#queue.clear();
    this.#takenOff.forgetAll();
    await this.#follower.stop();
    this.#hubStatus.revoked();
  }

  get #isViewer(): boolean {
    return this.#parts.membership.role === 'viewer';
  }

  /** @param knowsHandOver as {@link addEdits} takes it */
  #sendAdded(orders: readonly NewOrder[], knowsHandOver = true): boolean {
    if (this.#isViewer) return false;
    return this.#edit(addEdits(orders, knowsHandOver));
  }

  /** The orders that were watched here before this desk joined are the team's from now on. */
  #bringOwn(): void {
    const nowMs = this.#clock.wallMs();
    const own = this.list().filter(
      (watched) =>
        watched.team === null && !isOver(watched, nowMs) && this.#queue.of(watched.id).length === 0,
    );
    for (let from = 0; from < own.length; from += mostBrought) {
      this.#sendAdded(own.slice(from, from + mostBrought).map(asAdded));
    }
  }

  /** Sends the annotations of an order that differ from what they were. */
  #sendAnnotations(was: WatchedOrder, is: WatchedOrder): void {
    const change = changedAnnotations(was, is);
    if (Object.keys(change).length > 0) this.#edit([annotationsEdit(is.id, change)]);
  }

  #changeAnnotations(
    ids: readonly OrderId[],
    change: AnnotationsChange,
    next: (watched: WatchedOrder) => WatchedOrder,
  ): void {
    if (this.#isViewer) return;
    const known = ids.filter((id) => this.#list.find(id) !== undefined);
    if (!this.#edit(known.map((id) => annotationsEdit(id, change)))) return;
    const { deskName } = this.#parts.membership;
    const atMs = this.#clock.wallMs();
    const written = sharedAnnotations.filter((name) => change[name] !== undefined);
    this.#list.change(known, (watched) => {
      const team = watched.team ?? { claim: null, writers: {}, addedBy: null };
      const fresh = Object.fromEntries(written.map((name) => [name, { by: deskName, atMs }]));
      return { ...next(watched), team: { ...team, writers: { ...team.writers, ...fresh } } };
    });
    this.#goOn();
  }

  /** Tells the team what was handled here since these orders were as they are given, or was taken back. */
  #tellHandled(before: readonly WatchedOrder[]): void {
    if (this.#isViewer) return;
    const { deskId, deskName: desk } = this.#parts.membership;
    const changed = before.flatMap((was) => {
      const is = this.#list.find(was.id);
      if (is === undefined || is.team === null) return [];
      const handled = handledHere(is);
      return sameValue(handled, handledHere(was)) ? [] : [{ id: is.id, handled }];
    });
    if (!this.#edit(changed.map(({ handled, id }) => handledEdit(id, handled)))) return;
    const handledOf = new Map(changed.map(({ id, handled }) => [id, handled]));
    this.#list.change([...handledOf.keys()], (watched) => {
      const handled = handledOf.get(watched.id);
      const { team } = watched;
      if (handled === undefined || team === null) return watched;
      const isGone = handled.claims.length === 0;
      if (isGone && team.handled?.deskId !== deskId) return watched;
      const told = isGone ? null : { deskId, desk, ...handled };
      return { ...watched, team: { ...team, handled: told } };
    });
    this.#goOn();
  }

  /** @returns whether these are sent, now or later; a detached desk sends nothing */
  #edit(edits: readonly QueuedEdit[]): boolean {
    return this.#isDetached || this.#queue.add(edits);
  }

  #refused({ command, ids }: QueuedEdit, { code }: Extract<HubAnswer, { kind: 'refused' }>): void {
    this.#parts.reportDefect(new Error(`the hub refused ${command.method}: ${code}`));
    if (command.path !== '/v1/orders') {
      // An order that is gone says so in the log. All else is as the team has it, which is not known here.
      if (ids.length > 0 && code !== 'unknownOrder') void this.#follower.readAgain();
      return;
    }
    // It was done before, with an order more that was erased since.
    if (code === 'keyReused') return;
    // What the hub did not accept is on no list but this one.
    const refused = ids.filter((id) => this.#list.find(id)?.team?.sequence === undefined);
    if (code === 'badRequest' && this.#addAgain(refused, command)) return;
    this.#parts.addRefused?.(refused, code);
    this.#removeHere(refused);
  }

  /**
   * Adds orders again with less at once, until one alone is refused that says no more than its uuid: one that the hub
   * cannot read is not to take others along.
   *
   * @returns whether they are sent
   */
  #addAgain(ids: readonly OrderId[], command: HubCommand): boolean {
    const orders = ids.flatMap((id) => this.#list.find(id) ?? []).map(asAdded);
    if (saysHandOver(command)) return this.#sendAdded(orders, false);
    if (orders.length > 1) {
      const half = Math.ceil(orders.length / 2);
      const halves = [orders.slice(0, half), orders.slice(half)];
      return halves.map((each) => this.#sendAdded(each, false)).every(Boolean);
    }
    const bare = orders.map(({ id }) => ({ id, label: null }));
    return bare.length > 0 && saysMoreThanUuids(command) && this.#sendAdded(bare);
  }

  #removeHere(ids: readonly OrderId[]): void {
    this.#list.remove(ids);
    this.#goOn();
  }

  #change(ids: readonly OrderId[], next: (watched: WatchedOrder) => Partial<WatchedOrder>): void {
    this.#list.change(ids, next);
    this.#goOn();
  }

  #isAtRest(watched: WatchedOrder): boolean {
    const nowMs = this.#clock.wallMs();
    const isPlanned = this.#hubStatus.planOf(watched.id) !== null;
    return isOver(watched, nowMs) && !isPlanned && nextSetTimeMs(watched, nowMs) === null;
  }

  /** Has what changed published in its turn. */
  #goOn(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    const never = Number.POSITIVE_INFINITY;
    const { nextPublishMs } = this.#publisher;
    const atMs = Math.min(nextPublishMs ?? never, this.#list.readAgainAtMs ?? never);
    if (atMs === never || !this.#isRunning) return;
    const delayMs = Math.max(0, atMs - this.#clock.monotonicMs());
    this.#cancelTimer = this.#clock.schedule(() => this.#publish(), delayMs);
  }

  #publish(): void {
    this.#list.retryReading();
    const { lastAnswerAtMs, requestsLastMinute } = this.#hubStatus.pace;
    const facts = { serviceHealth: this.#hubStatus.health, requestsLastMinute, lastAnswerAtMs };
    this.#publisher.publish(facts, true);
    this.#savePlace();
    this.#goOn();
  }

  /** Follows the log once the list is in memory: before that, an entry would take the place of what is stored. */
  #followOnceRead(): void {
    if (!this.#isRunning || !this.#list.isRead || this.#isFollowing || this.#isDetached) return;
    this.#isFollowing = true;
    this.#follower.start();
  }

  #savePlace(): void {
    if (!this.#publisher.isWritten || this.#isDetached) return;
    try {
      this.#follower.savePlace();
    } catch (error) {
      this.#parts.reportDefect(error);
    }
  }
}
