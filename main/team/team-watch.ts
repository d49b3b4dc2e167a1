import type { Pace, Pause } from '../../core/bridge/board.ts';
import type { AddReport } from '../../core/bridge/bridge.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { isFinished } from '../../core/order/order-status.ts';
import type { SaidWords, TeamEdit } from '../../core/team/team-edit.ts';
import type { HubStatus } from '../../core/team/hub-status.ts';
import type { GivenWords, NewOrder } from '../../core/watch/newly-watched.ts';
import { changedPreferences, type PreferencesChange } from '../../core/watch/order-preferences.ts';
import { nextSetTimeMs } from '../../core/watch/order-waits.ts';
import type { ServiceHealth } from '../../core/watch/service-health.ts';
import {
  type SeenState,
  type SharedWord,
  sharedWords,
  type WatchedOrder,
  type WatchOrigin,
} from '../../core/watch/watched-order.ts';
import { ChangePublisher } from '../watch/change-publisher.ts';
import type { Clock } from '../watch/clock.ts';
import type {
  CheckPlan,
  DecideNotifications,
  DecideProblemNotifications,
  ReduceAnswer,
  RunningWatch,
  WatchEvents,
  WatchStore,
} from '../watch/ports.ts';
import { WatchList } from '../watch/watch-list.ts';
import { EditQueue, ordersPerEdit } from './edit-queue.ts';
import { EntryTaker } from './entry-taker.ts';
import { HubContact } from './hub-contact.ts';
import { HubRequests } from './hub-requests.ts';
import { LogFollower, type Reading } from './log-follower.ts';
import type { HubLink, Membership, Team, TeamState, TeamStore } from './ports.ts';

/** An unchanged order's time of confirmation is stored at most this often. */
const storeConfirmationEveryMs = 300_000;

/** What a {@link TeamWatch} works with. */
export interface TeamWatchParts {
  readonly membership: Membership;
  readonly link: HubLink;
  readonly teamStore: TeamStore;
  readonly store: WatchStore;
  readonly clock: Clock;
  readonly events: WatchEvents;
  readonly decideNotifications: DecideNotifications;
  readonly decideProblemNotifications?: DecideProblemNotifications;
  readonly reduceAnswer?: ReduceAnswer;
  /** Takes the token out of the keychain. */
  readonly forgetToken: () => Promise<void>;
  readonly reportDefect: (error: unknown) => void;
}

/**
 * The watch list of a desk in a team. The hub checks the orders and says in its log what happened; this follows
 * it. What the team shares is changed at the hub: it is shown here at once and sent, later while the hub is
 * away. What is the desk's own stays here.
 */
export class TeamWatch implements RunningWatch, Team {
  readonly pauseState: Pause = { kind: 'running' };
  readonly #parts: TeamWatchParts;
  readonly #publisher: ChangePublisher;
  readonly #list: WatchList;
  readonly #contact: HubContact;
  readonly #queue: EditQueue;
  readonly #requests: HubRequests;
  readonly #follower: LogFollower;
  readonly #taker: EntryTaker;
  #isRunning = false;
  #isInView = false;
  #hasLeft = false;
  #stopFollowing: (() => Promise<void>) | null = null;
  #timer: { readonly atMs: number; readonly cancel: () => void } | null = null;

  constructor(parts: TeamWatchParts) {
    const { clock, link, membership, reportDefect, teamStore } = parts;
    this.#parts = parts;
    this.#publisher = new ChangePublisher({
      ...parts,
      store: this.#storeOnceRead(),
      guard: (run) => this.#guard(run),
    });
    this.#list = new WatchList({
      ...parts,
      publisher: this.#publisher,
      read: () => undefined,
      foundStored: (ids) => this.#publisher.drop(ids),
      takenOut: (entries) => {
        const ids = entries.map(({ watched }) => watched.id);
        this.#guard(() => parts.events.ordersTakenOut?.(ids));
        this.#publisher.touchAll(ids);
      },
      readingChanged: () => {
        this.#publisher.touchState();
        this.#follow();
        this.#arm();
      },
    });
    this.#contact = new HubContact(clock);
    this.#queue = new EditQueue({
      store: teamStore,
      link,
      clock,
      changed: () => {
        this.#publisher.touchState();
        this.#goOn();
      },
      refused: (edit, id) => this.#refused(edit, id),
      revoked: () => this.#revoked(),
      reportDefect,
    });
    this.#requests = new HubRequests({
      link,
      clock,
      isHere: () => this.#contact.isHere,
      isViewer: membership.role === 'viewer',
      awaitedChanged: (ids) => {
        this.#publisher.touchAll(ids);
        this.#goOn();
      },
    });
    this.#taker = new EntryTaker({
      ...parts,
      list: this.#list,
      publisher: this.#publisher,
      saidOf: (id) => this.#queue.wordsOf(id),
      isRemovedHere: (id) => this.#queue.waitsTo('remove', id),
      removed: (ids) => this.#removeHere(ids),
    });
    this.#follower = new LogFollower({
      store: teamStore,
      clock,
      reportDefect,
      take: (entries, reading, isReread) => {
        this.#requests.checked(entries.map(({ event }) => event.id));
        this.#taker.take(entries, reading, isReread);
        this.#goOn();
      },
      caughtUp: (reading, heard) => this.#caughtUp(reading, heard),
    });
  }

  get state(): TeamState {
    const { deskId: id, deskName: name, hubUrl, role } = this.#parts.membership;
    return {
      me: { id, name, role },
      hubUrl,
      desks: this.#contact.desks,
      awaySinceMs: this.#contact.awaySinceMs,
      isRevoked: this.#contact.isRevoked,
      queuedEdits: this.#queue.count,
      isQueueFull: this.#queue.isFull,
    };
  }

  get serviceHealth(): ServiceHealth {
    return this.#contact.serviceHealth;
  }

  get pace(): Pace {
    return this.#contact.pace;
  }

  get storageFault(): string | null {
    return this.#list.fault ?? this.#publisher.storageFault;
  }

  get count(): number {
    return this.#list.entries.size;
  }

  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#list.beginReading();
    this.#follow();
    this.#goOn();
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    this.#list.stopReading();
    this.#queue.setHere(false);
    await this.#stopFollowing?.();
    this.#stopFollowing = null;
    await this.#list.added;
    this.#storeConfirmations(1);
    this.#publisher.writeAll();
    this.#requests.checked(this.#list.known().map(({ id }) => id));
    this.#keepPlace();
    this.#disarm();
  }

  async add(
    orders: readonly NewOrder[],
    words: GivenWords = 'kept',
    origin: WatchOrigin | null = null,
  ): Promise<AddReport> {
    if (!this.#mayEdit) return { added: [], alreadyWatched: [], changed: [] };
    return await this.#list
      .add(orders, words, origin, (added) => this.#edit('add', this.#wordsOf(added)))
      .then((report) => {
        this.#edit('words', this.#wordsOf(report.changed ?? []));
        return report;
      });
  }

  remove(ids: readonly OrderId[]): void {
    if (!this.#mayEdit && !this.#hasLeft) return;
    const gone = this.#removeHere(ids);
    for (const part of inParts(gone)) this.#put({ kind: 'remove', ids: [...part] });
    this.#goOn();
  }

  relabel(id: OrderId, label: string | null): void {
    this.#say([id], { label });
  }

  mute(ids: readonly OrderId[], isMuted: boolean): void {
    this.#change(ids, () => ({ isMuted }));
  }

  pin(ids: readonly OrderId[], isPinned: boolean): void {
    this.#change(ids, () => ({ isPinned }));
  }

  setPreferences(ids: readonly OrderId[], change: PreferencesChange): void {
    const { group, note, promisedAtMs, ...own } = change;
    this.#change(ids, ({ preferences }) => ({ preferences: changedPreferences(preferences, own) }));
    this.#say(ids, {
      ...(group !== undefined && { group }),
      ...(note !== undefined && { note }),
      ...(promisedAtMs !== undefined && { promisedAtMs }),
    });
  }

  changeSeen(ids: readonly OrderId[], next: (watched: WatchedOrder) => SeenState): void {
    this.#change(ids, next);
  }

  rewrite(ids: readonly OrderId[], next: (watched: WatchedOrder) => WatchedOrder): void {
    this.#list.rewrite(ids, next);
    this.#publisher.writeAll();
    this.#goOn();
  }

  checkNow(ids: readonly OrderId[]): void {
    this.#list.takeOut(ids);
    this.#requests.checkNow(ids.filter((id) => this.#list.entries.has(id)));
  }

  putAway(ids: readonly OrderId[]): void {
    this.#guard(() => {
      const gone = this.#list.putAway(ids, (watched) => this.#isAtRest(watched));
      if (gone.length > 0) this.#parts.events.ordersPutAway?.(gone);
    });
    this.#goOn();
  }

  takeOut(ids: readonly OrderId[]): void {
    this.#list.takeOut(ids);
    this.#goOn();
  }

  setInView(ids: readonly OrderId[]): void {
    this.#isInView = ids.length > 0;
  }

  /** The hub decides what is checked when; a desk asks for single checks alone. */
  setOpen(): void {}
  checkSooner(): void {}
  replan(): void {}
  pause(): void {}
  resume(): void {}
  setLimits(): void {}
  setPaceFactor(): void {}
  rereadStatuses(): void {}
  connected(): void {}

  retryNow(): void {
    this.#parts.link.retryNow();
  }

  noticeWake(): void {
    this.#parts.link.retryNow();
    this.#publisher.touchAll(this.#list.entries.keys());
    this.#goOn();
  }

  get(id: OrderId): WatchedOrder | undefined {
    return this.#list.get(id);
  }

  find(id: OrderId): WatchedOrder | undefined {
    return this.#list.find(id);
  }

  known(): readonly WatchedOrder[] {
    return this.#list.known();
  }

  list(): readonly WatchedOrder[] {
    this.#list.readAll();
    return this.#list.known();
  }

  archivedSince(sinceMs: number): Iterable<readonly WatchedOrder[]> {
    return this.#parts.store.archivedSince(sinceMs);
  }

  plan(id: OrderId): CheckPlan {
    const nextCheckAtMs = this.#contact.nextCheckAtMs(id);
    const observedAtMs = this.#list.entries.get(id)?.watched.observedAtMs ?? null;
    const isAwaited = this.#requests.isAwaited(id);
    const everyMs =
      nextCheckAtMs === null || observedAtMs === null ? null : nextCheckAtMs - observedAtMs;
    const checkEveryMs = everyMs === null || everyMs <= 0 ? null : everyMs;
    return { nextCheckAtMs, checkEveryMs, isChecking: isAwaited, isAwaited };
  }

  claim(ids: readonly OrderId[], claim: Parameters<Team['claim']>[1]): ReturnType<Team['claim']> {
    return this.#requests.claim(ids, claim);
  }

  release(ids: readonly OrderId[], reason: string | null): ReturnType<Team['release']> {
    return this.#requests.release(ids, reason);
  }

  revealed(id: OrderId, owner: string): void {
    this.#put({ kind: 'reveal', id, owner });
  }

  async leave(): Promise<void> {
    await this.#parts.forgetToken();
    this.#hasLeft = true;
    this.#queue.setHere(false);
    this.#queue.clear();
    await this.#stopFollowing?.();
    this.#stopFollowing = null;
    this.#contact.revoked();
    this.#list.rewrite(
      this.list().map(({ id }) => id),
      (watched) => ({ ...watched, team: null }),
    );
    this.#publisher.writeAll();
    this.#parts.teamStore.clear();
    this.#publisher.touchState();
    this.#goOn();
  }

  #follow(): void {
    if (!this.#isRunning || !this.#list.isRead || this.#stopFollowing !== null) return;
    if (this.#hasLeft) return;
    this.#stopFollowing = this.#parts.link.follow(() => this.#follower.place, {
      opened: (logId, newestSequence) => {
        this.#contact.opened();
        this.#follower.opened(logId, newestSequence);
        this.#queue.setHere(true);
        this.#goOn();
      },
      entries: (entries) => this.#follower.entries(entries),
      status: (status) => this.#told(status),
      gap: () => this.#follower.readAgain(),
      away: () => {
        this.#contact.lost();
        this.#queue.setHere(false);
        this.#goOn();
      },
      revoked: () => this.#revoked(),
    });
  }

  #revoked(): void {
    this.#contact.revoked();
    this.#queue.setHere(false);
    this.#publisher.touchState();
    this.#goOn();
  }

  #told(status: HubStatus): void {
    const { confirmed, areDesksNew } = this.#contact.told(status);
    for (const [id, observedAtMs] of confirmed) {
      const entry = this.#list.entries.get(id);
      if (entry?.watched.order == null) continue;
      entry.watched = { ...entry.watched, observedAtMs };
      this.#publisher.touch(id);
    }
    this.#requests.checked(confirmed.map(([id]) => id));
    this.#storeConfirmations(storeConfirmationEveryMs, confirmed);
    if (areDesksNew) this.#publisher.touchState();
    this.#follower.statusTold();
    this.#arm();
  }

  #caughtUp(reading: Reading, heard: ReadonlySet<OrderId>): void {
    this.#taker.caughtUp();
    if (reading === 'again') this.#removeUnheard(heard);
    if (reading === 'first') this.#bringAlong(heard);
    this.#goOn();
  }

  /** What the team no longer has, after its log lost the entries that said so. */
  #removeUnheard(heard: ReadonlySet<OrderId>): void {
    const isUnheard = ({ id, team }: WatchedOrder): boolean => team !== null && !heard.has(id);
    const archived = [...this.archivedSince(Number.MIN_SAFE_INTEGER)].flat();
    this.#removeHere([...this.list(), ...archived].filter(isUnheard).map(({ id }) => id));
  }

  /** This desk came with orders of its own: what goes on of them is the team's from now on. */
  #bringAlong(heard: ReadonlySet<OrderId>): void {
    if (!this.#mayEdit) return;
    const own = this.list().filter(
      ({ id, order, team }) =>
        team === null && !heard.has(id) && (order === null || !isFinished(order.status.phase)),
    );
    const unsaid = own.map(({ id }) => id).filter((id) => !this.#queue.waitsTo('add', id));
    this.#edit('add', this.#wordsOf(unsaid));
  }

  /** The hub said no: what it has counts. */
  #refused(edit: TeamEdit, id: OrderId | null): void {
    if (edit.kind === 'add' && id === null) {
      const isUnheard = (each: OrderId): boolean => this.#list.find(each)?.team === null;
      this.#removeHere(edit.orders.map((order) => order.id).filter(isUnheard));
    } else if (edit.kind !== 'reveal') this.#readAgain();
    this.#goOn();
  }

  #readAgain(): void {
    this.#follower.readAgain();
    const stop = this.#stopFollowing;
    this.#stopFollowing = null;
    void stop?.().then(() => this.#follow());
  }

  get #mayEdit(): boolean {
    const { role } = this.#parts.membership;
    return role === 'dispatcher' && !this.#hasLeft && !this.#queue.isFull;
  }

  /** Changes shared words here and at the hub; not at all where the hub would not be told. */
  #say(ids: readonly OrderId[], words: Omit<SaidWords, 'id'>): void {
    if (!this.#mayEdit || Object.keys(words).length === 0) return;
    const said: SaidWords[] = [];
    this.#change(ids, (watched) => {
      const { label = watched.label, ...preferences } = words;
      const changed = {
        label,
        preferences: changedPreferences(watched.preferences, preferences),
      };
      const isChanged = label !== watched.label || changed.preferences !== watched.preferences;
      if (isChanged) said.push({ id: watched.id, ...words });
      return changed;
    });
    this.#edit('words', said);
  }

  #edit(kind: 'add' | 'words', orders: readonly SaidWords[]): void {
    for (const part of inParts(orders)) this.#put({ kind, orders: [...part] });
    this.#goOn();
  }

  #put(edit: TeamEdit): void {
    if (!this.#hasLeft) this.#queue.put(edit);
  }

  #wordsOf(ids: readonly OrderId[]): readonly SaidWords[] {
    return ids.flatMap((id) => {
      const watched = this.#list.entries.get(id)?.watched;
      return watched === undefined ? [] : [{ id, ...saidWords(watched) }];
    });
  }

  /** @returns those that there were */
  #removeHere(ids: readonly OrderId[]): readonly OrderId[] {
    const gone = this.#list.remove(ids);
    if (gone.length === 0) return gone;
    this.#contact.forget(gone);
    this.#requests.checked(gone);
    this.#publisher.removed(gone);
    return gone;
  }

  #change(ids: readonly OrderId[], next: (watched: WatchedOrder) => Partial<WatchedOrder>): void {
    this.#list.change(ids, next);
    this.#goOn();
  }

  /** Whether nothing happens to an order by itself any more. */
  #isAtRest(watched: WatchedOrder): boolean {
    const { id, order } = watched;
    return (
      order !== null &&
      isFinished(order.status.phase) &&
      !this.#requests.isAwaited(id) &&
      nextSetTimeMs(watched, this.#parts.clock.wallMs()) === null
    );
  }

  #storeConfirmations(
    olderThanMs: number,
    of: Iterable<readonly [OrderId, unknown]> = this.#list.entries,
  ): void {
    for (const [id] of of) {
      const entry = this.#list.entries.get(id);
      const observedAtMs = entry?.watched.observedAtMs ?? null;
      if (entry === undefined || observedAtMs === null) continue;
      if (observedAtMs - (entry.storedObservedAtMs ?? 0) < olderThanMs) continue;
      entry.storedObservedAtMs = observedAtMs;
      this.#publisher.recordConfirmation({ watched: entry.watched, notifications: [] });
    }
  }

  /** Publishes what happened, and what is due later in its time. */
  #goOn(): void {
    this.#publisher.publish(this.#facts, true);
    this.#keepPlace();
    this.#arm();
  }

  #tick(): void {
    this.#list.retryReading();
    this.#publisher.publishInTurn(this.#facts, this.#isInView);
    this.#keepPlace();
    this.#arm();
  }

  #keepPlace(): void {
    if (this.#publisher.isWritten && !this.#hasLeft) this.#guard(() => this.#follower.keepPlace());
  }

  #arm(): void {
    if (!this.#isRunning) return;
    const nowMs = this.#parts.clock.monotonicMs();
    const never = Number.POSITIVE_INFINITY;
    const atMs = Math.min(
      this.#publisher.nextPublishMs ?? never,
      this.#list.readAgainAtMs ?? never,
      this.#contact.tellAtMs ?? never,
    );
    if (this.#timer !== null && this.#timer.atMs <= atMs) return;
    this.#disarm();
    if (atMs === never) return;
    const run = (): void => {
      this.#timer = null;
      this.#tick();
    };
    this.#timer = { atMs, cancel: this.#parts.clock.schedule(run, Math.max(0, atMs - nowMs)) };
  }

  #disarm(): void {
    this.#timer?.cancel();
    this.#timer = null;
  }

  get #facts() {
    const { lastAnswerAtMs, requestsLastMinute } = this.pace;
    return { serviceHealth: this.serviceHealth, lastAnswerAtMs, requestsLastMinute };
  }

  /** Writes nothing while the list could not be read: see the watcher's own. */
  #storeOnceRead(): WatchStore {
    const { store } = this.#parts;
    return new Proxy(store, {
      get: (target, name) => {
        if (name === 'save' && this.#list.fault !== null) throw new Error(this.#list.fault);
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  #guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#parts.reportDefect(error);
    }
  }
}

function* inParts<Item>(items: readonly Item[]): Generator<readonly Item[], void> {
  for (let from = 0; from < items.length; from += ordersPerEdit) {
    yield items.slice(from, from + ordersPerEdit);
  }
}

/** All shared words of an order that are set. */
function saidWords({ label, preferences }: WatchedOrder): Omit<SaidWords, 'id'> {
  const words = { label, ...preferences };
  const isSet = (word: SharedWord): boolean => (words[word] ?? null) !== null;
  return Object.fromEntries(sharedWords.filter(isSet).map((word) => [word, words[word]]));
}
