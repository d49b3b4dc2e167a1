import type { PaceLimits } from '../../../core/watch/cadence.ts';
import type { Fences } from '../../../core/order/courier-move.ts';
import type { AddReport } from '../../../core/bridge/bridge.ts';
import type { Pace, Pause } from '../../../core/board/board.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { StatusMeanings } from '../../../core/order/order-status.ts';
import type { OrderUpdate } from '../../../core/order/order-update.ts';
import type { AnnotationMode, NewOrder } from '../../../core/watch/newly-watched.ts';
import type { PreferencesChange } from '../../../core/watch/order-preferences.ts';
import type { Order } from '../../../core/order/order.ts';
import type { ServiceHealth } from '../../../core/watch/service-health.ts';
import type { KeptReason } from '../../../core/recording/kept-reason.ts';
import type { Notification } from '../../../core/notification/notification.ts';
import type { WaitRules } from '../../../core/watch/order-waits.ts';
import type { SeenState, WatchedOrder, WatchOrigin } from '../../../core/watch/watched-order.ts';

/** How much the settings allow to ask. */
export interface WatchLimits extends PaceLimits {
  readonly requestsPerMinute: number;
  /** Default: {@link defaultFences}. */
  readonly fences?: Fences;
  /** When a courier counts as not moving. Default: that of {@link defaultMoveLimits}. */
  readonly waitLimits?: NotMovingLimit;
  /** When a position counts as old. Default: that of {@link defaultMoveLimits}. */
  readonly silenceLimits?: SilentLimit;
  /** What groups of orders have of their own. Default: nothing. */
  readonly groupRules?: readonly GroupLimits[];
}

interface NotMovingLimit {
  readonly notMovingMinutes: number;
}

interface SilentLimit {
  readonly silentMinutes: number;
}

/** The limits that a group of orders has of its own; null or absent means those for all. */
export interface GroupLimits {
  readonly group: string;
  readonly fences?: Fences | null | undefined;
  readonly waitLimits?: NotMovingLimit | null | undefined;
  readonly silenceLimits?: SilentLimit | null | undefined;
  readonly paces?: PaceLimits | null | undefined;
}

/** The pace that the service stated in the headers of an answer. A limit that it did not state is null. */
export interface StatedPace {
  /** The shortest pause between two checks of one order. */
  readonly pollEveryMs: number | null;
  /** How long to send no request at all. */
  readonly pauseMs: number | null;
  /** The most requests per minute in the long run. */
  readonly perMinute: number | null;
  /** How many requests are left in the present window, and how long it still lasts. */
  readonly window: { readonly remaining: number; readonly resetInMs: number } | null;
}

/** The answer to one check. */
export type CheckAnswer =
  /** The service confirmed that nothing changed since the last `observed` answer of this source. */
  | { readonly kind: 'unchanged'; readonly stated?: StatedPace }
  | {
      readonly kind: 'observed';
      readonly order: Order;
      /** The body as received, for the raw view. */
      readonly rawJson: string;
      readonly stated?: StatedPace;
    };

/** Asks the service for orders. One request per call; the watcher decides when to ask again. */
export interface OrderSource {
  /** @throws DeliveryError with a code of the closed union; anything else it throws is a defect */
  check(id: OrderId, signal: AbortSignal): Promise<CheckAnswer>;
  /** Forgets what it knows of an order, so that the next answer is `observed`. */
  forget(id: OrderId): void;
}

/** What one check or one act of the dispatcher changes about an order. It is written whole or not at all. */
export interface WatchRecord {
  readonly watched: WatchedOrder;
  /** Replaces the stored raw answer; when absent, the stored one stays. */
  readonly rawJson?: string;
  /** The state holds a new answer although none stands in `rawJson`: a hub keeps it from desks that look on. */
  readonly isAnswer?: true;
  readonly update?: OrderUpdate;
  /** Written with the state, so that a crash neither loses nor doubles them. */
  readonly notifications: readonly Notification[];
  /** Why the update does not notify; absent where it does, or where no update does. */
  readonly kept?: KeptReason;
  /**
   * All that is new in it came from the service or from a hub, which can be asked again, so a power cut may take
   * it. Absent for what a person did: that is on the disk before it is confirmed.
   */
  readonly canBeAskedAgain?: true;
}

/** Where the watch list is kept. Every write is one transaction. */
export interface WatchStore extends Partial<ArchiveStore> {
  /** The list in the order of adding, in parts of some milliseconds each. */
  loadInParts(): Iterable<readonly WatchedOrder[]>;
  /** @throws when the write failed; the watcher keeps the records and tries again later */
  save(records: readonly WatchRecord[]): void;
  remove(ids: readonly OrderId[]): void;
}

/** The evicted orders: they are in the store alone. A store without them evicts none. */
export interface ArchiveStore {
  /** Those of these orders that are evicted. */
  archived(ids: readonly OrderId[]): readonly WatchedOrder[];
  /** Which of these orders are evicted, those that are being erased too. */
  archivedAmong(ids: readonly OrderId[]): readonly OrderId[];
  /** How many orders are evicted. */
  archivedCount(): number;
  /** The evicted orders that were over at this time or later, in parts as above. */
  archivedSince(sinceMs: number): Iterable<readonly WatchedOrder[]>;
  /**
   * Stores orders as they are and evicts them: they are no longer loaded with the list.
   *
   * @returns those that were; one with steps of its privacy still ahead is not
   */
  evict(orders: readonly WatchedOrder[]): readonly OrderId[];
  /** Those of these orders that are evicted belong to the list again. @returns these */
  loadEvicted(ids: readonly OrderId[]): readonly WatchedOrder[];
}

/** Removes from an answer what must not be kept: the personal data of an order that is over. */
export type ReduceAnswer = (
  id: OrderId,
  order: Order,
  rawJson: string,
) => { readonly order: Order; readonly rawJson: string };

/** Decides which notifications an update is worth, or why none. */
export type DecideNotifications = (
  update: OrderUpdate,
  watched: WatchedOrder,
) => Pick<WatchRecord, 'notifications' | 'kept'>;

/** Decides which notifications it is worth that a desk, by its name, handed an order on to this one. */
export type DecideHandedToMe = (
  watched: WatchedOrder,
  by: string,
  nowMs: number,
) => readonly Notification[];

/** Decides which notifications an order's problem is worth. Pure: the same input gives the same ones. */
export type DecideProblemNotifications = (
  watched: WatchedOrder,
  nowMs: number,
) => readonly Notification[];

/**
 * Adds to an update what a check cannot know by itself: that webhooks reported the change, and with which
 * reasons. It is called for every good answer, also when nothing changed (`update` is null), and must be
 * quick.
 *
 * @param before the order as it was before the answer; its `order` is null for the first one
 * @returns the update to tell and to store, with its source and reasons as reported, or null
 */
export type ExplainUpdate = (
  before: WatchedOrder,
  after: Order,
  update: OrderUpdate | null,
) => OrderUpdate | null;

/**
 * The pause between two checks of an order whose changes webhooks report: `everyMs`, or longer. It is not
 * called for an order that needs no more checks.
 */
export type AuditPace = (watched: WatchedOrder, everyMs: number) => number;

/** What the watcher announces, after it was stored. */
export interface WatchEvents {
  /** Any visible fact of these orders changed: state, next check, being checked. */
  ordersChanged(ids: readonly OrderId[]): void;
  ordersRemoved(ids: readonly OrderId[]): void;
  /** These orders left the memory and stay in the store: see {@link Watch.evict}. */
  ordersEvicted?(ids: readonly OrderId[]): void;
  /** These are back in the memory. It is announced before anything is done with them. */
  ordersLoaded?(ids: readonly OrderId[]): void;
  orderUpdated(update: OrderUpdate, watched: WatchedOrder): void;
  /** New notifications are in the outbox. */
  /** The service answered for an order, if only that it refuses that one. It is announced at once. */
  checkSucceeded?(): void;
  notificationsStored(): void;
  serviceHealthChanged(serviceHealth: ServiceHealth): void;
  /** Pace, pause or storage health changed. */
  stateChanged(): void;
}

/** When an order is checked next, for the ring in its row. */
export interface CheckPlan {
  readonly nextCheckAtMs: number | null;
  readonly checkEveryMs: number | null;
  readonly isChecking: boolean;
  /** The check that is under way was asked for by a person. */
  readonly isAwaited: boolean;
}

/** The watched orders, here or of a team, and what is known of their checks. */
export interface Watch {
  /** Loads the watch list and starts checking. */
  start(): void;
  /** Stops, aborts what is in flight and resolves when nothing is left running. */
  stop(): Promise<void>;
  /**
   * Resolves when all are stored, or when the disk refused; then they are stored as soon as it works.
   *
   * @param mode what is done with what is said of orders that are watched already; they stay as they are
   *   by default
   * @param origin what starts watching the new ones; not kept unless given
   */
  add(orders: readonly NewOrder[], mode?: AnnotationMode, origin?: WatchOrigin): Promise<AddReport>;
  remove(ids: readonly OrderId[]): void;
  relabel(id: OrderId, label: string | null): void;
  mute(ids: readonly OrderId[], isMuted: boolean): void;
  /** Pinned orders are checked before others when not all can be in time. */
  pin(ids: readonly OrderId[], isPinned: boolean): void;
  /** Changes the dispatcher's preferences for these orders; only what is named changes. */
  setPreferences(ids: readonly OrderId[], change: PreferencesChange): void;
  /** Changes what the dispatcher has seen of these orders. */
  changeSeen(ids: readonly OrderId[], next: (watched: WatchedOrder) => SeenState): void;
  /**
   * Replaces what is known of some orders without an update, because nothing happened to them, and writes
   * it at once. `next` returns the same object where nothing changes.
   */
  rewrite(ids: readonly OrderId[], next: (watched: WatchedOrder) => WatchedOrder): void;
  /**
   * Evicts those of these orders that are at rest: they need no check, none is under way, and no time is
   * set ahead. They stay in the store alone. Whatever is done to one loads it again.
   */
  evict(ids: readonly OrderId[]): void;
  /** Loads those of these orders that are evicted. */
  load(ids: readonly OrderId[]): void;
  /** An order of the list; not an evicted one. */
  get(id: OrderId): WatchedOrder | undefined;
  /** An order of the list, or an evicted one, which is read from the disk and stays there. */
  find(id: OrderId): WatchedOrder | undefined;
  /** The list, without what is evicted. */
  list(): readonly WatchedOrder[];
  /** The orders of the list that are read by now. */
  known(): readonly WatchedOrder[];
  /** Evicted orders that were over at this time or later, in parts of some milliseconds each. */
  archivedSince(sinceMs: number): Iterable<readonly WatchedOrder[]>;
  /** How many orders of the list have been read so far. Asking for it does not read more of them. */
  readonly count: number;
  /** Why the last write failed, or null. */
  readonly storageFault: string | null;
  /** How often something was done to an order since the start, by a person or for one. */
  readonly actCount: number;
  /** Resolves when all that was done is on the disk, or at once while the disk refuses, which the board says. */
  actsKept(): Promise<void>;
  checkNow(ids: readonly OrderId[]): void;
  /** The credentials or the network changed: forget the failures and try at once. */
  retryNow(): void;
  /** The system reported that the computer woke, or that the network is back. */
  noticeWake(): void;
  plan(id: OrderId): CheckPlan;
  readonly serviceHealth: ServiceHealth;
  readonly pace: Pace;
  readonly pauseState: Pause;
  /** Null at a desk of a team, whose hub decides all this. */
  readonly checks: Checks | null;
}

/** How the checks go, for who watches the watcher. By the monotonic clock. */
export interface CheckProgress {
  /** Whether what the loop has to do is done in time; false where its timer is lost, or long overdue. */
  readonly isTurning: boolean;
  /** Whether the latest check of every order that is checked failed. */
  readonly isFailing: boolean;
  /** Until the next check; 0 while one is under way or late, null while none is planned or can be sent. */
  readonly nextInMs: number | null;
}

/** After how long the rests of an order's courier are too long. */
export type RestRules = (watched: WatchedOrder) => Pick<WaitRules, 'notMovingMs' | 'silentMs'>;

/** When orders are checked, as the program decides it that checks them. */
export interface Checks {
  readonly progress: CheckProgress;
  /** The orders on the screen now; they go before others like pinned ones. */
  setInView(ids: readonly OrderId[]): void;
  /**
   * The order whose details are open, or null: it is checked like one on its way, before all others and
   * in time even while the cap makes others wait.
   */
  setOpen(id: OrderId | null): void;
  /**
   * Checks orders before their time because an unproven sender asked, such as a webhook without a signature: only
   * with requests that the planned checks leave free, no sooner than the service allows, and no refused order.
   */
  checkSooner(ids: readonly OrderId[]): void;
  /** The answers of {@link AuditPace} for these orders changed: each next check is planned anew. */
  replan(ids: readonly OrderId[]): void;
  pause(untilMs: number | null): void;
  resume(): void;
  /** This service is connected, anew or for the first time: what another one stated does not count. */
  connected(baseUrl: string): void;
  /** How many requests left in each of the last sixty seconds, the present one first. */
  readonly sentPerSecond: readonly number[];
  /** The rate cap or the cadence was changed in the settings. */
  setLimits(limits: WatchLimits): void;
  /** Says when a courier's rest is too long, as it is learned; until then that is as it is set. */
  judgeRestsBy(rules: RestRules): void;
  /** Multiplies the pause between two checks of every order; 1 is the pace of the settings. */
  setPaceFactor(factor: number): void;
  /** Reads the statuses that are known by other meanings. */
  rereadStatuses(meanings: StatusMeanings): void;
}
