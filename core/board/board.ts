import type { Attention, Handled } from '../watch/attention.ts';
import type { ConnectionState } from '../delivery/connection.ts';
import type { Forecast, ForecastState } from '../forecast/forecast.ts';
import type { NotificationTitle } from '../notification/notification.ts';
import type { OrderFolderState } from './order-folder.ts';
import type { ListedCourier } from '../order/courier-identity.ts';
import type { OrderId } from '../order/order-id.ts';
import type { Speech } from '../text/language.ts';
import type { Money, Order, OrderStatus } from '../order/order.ts';
import type { RepeatedLoss } from '../watch/order-flags.ts';
import type { OrderPreferences } from '../watch/order-preferences.ts';
import type { KeptReason } from '../recording/kept-reason.ts';
import type { UpdateOutcome } from '../recording/update-outcome.ts';
import type { MarkEntry } from '../recording/marks.ts';
import type { OrderChange, UpdateKind, UpdateSource } from '../order/order-update.ts';
import type { Settings } from '../settings/settings.ts';
import type { WebhookState } from '../webhook/webhook-state.ts';
import type { ServiceHealth } from '../watch/service-health.ts';
import type { Claim, OrderProblem, OrderTeam, WatchOrigin } from '../watch/watched-order.ts';
import type { PassedOnReason } from '../team/presence.ts';
import type { TeamState } from './team.ts';

/** The courier's last known position, as a row speaks of it. */
export interface RowFix {
  /** When it was reported; null when the service gives no time. */
  readonly atMs: number | null;
  /** The straight line from the position before it; null when it is 0 or there is none before it. */
  readonly movedMeters: number | null;
  /** Since when the courier has not moved on from about here. */
  readonly standsSinceMs: number | null;
}

/** What the list shows of a courier without opening the order. */
export type RowCourier =
  | { readonly kind: 'none' }
  /** There is a courier, but the service gave neither name nor position. */
  | { readonly kind: 'notGiven' }
  | ({
      readonly kind: 'known';
      /** Null when there is no position. */
      readonly fix: RowFix | null;
    } & ListedCourier);

/** The claim on an order, as a row shows it. */
export interface RowClaim extends Claim {
  /** This desk has it. */
  readonly isMine: boolean;
  /** Why the desk that has it does not answer, and since when; absent while it does. */
  readonly passedOn?: { readonly why: PassedOnReason; readonly sinceMs: number };
}

/** When an order with a promise will arrive. Times in ms since 1970, in whole minutes. */
export interface RowForecast extends Pick<Forecast, 'earliestAtMs' | 'latestAtMs'> {
  /** That it arrives after its promise, from 0 to 1. */
  readonly probability: number;
}

/** What of an order is handled. */
export interface RowHandled extends Omit<Handled, 'desk'> {
  /** The name of the other desk that handled it; null where this one did. */
  readonly desk: string | null;
}

/** One row of the list: everything that a row draws, and nothing else. Times in ms since 1970. */
export interface OrderRow {
  readonly id: OrderId;
  readonly label: string | null;
  /** Whom the order is for, as the service names them; absent where it does not. An order without a label is called so. */
  readonly customer?: string;
  /** The dispatcher's own group. */
  readonly group: string | null;
  /** The beginning of the dispatcher's own note, on one line. */
  readonly note: string | null;
  /** Null until the first answer. */
  readonly status: OrderStatus | null;
  readonly statusSinceMs: number | null;
  /** The status may have begun long before: `statusSinceMs` says only by when it had. */
  readonly isStatusSinceBefore: boolean;
  readonly attention: Attention | null;
  /** What needed attention and is handled; absent while something needs attention, and where nothing stands. */
  readonly handled?: RowHandled;
  /** That it keeps losing its courier; null when it does not. */
  readonly repeatedLoss: RepeatedLoss | null;
  /** Its wait for a courier; null when it does not wait for one. */
  readonly courierWait: CourierWait | null;
  readonly pickupText: string | null;
  readonly destinationText: string | null;
  /** Destinations beyond the first. */
  readonly moreStops: number;
  readonly scheduledAtMs: number | null;
  /** The time that the recipient was promised, by the dispatcher's preferences. */
  readonly promisedAtMs: number | null;
  /** Until when it can be cancelled without cost; absent where that is over or not known. */
  readonly freeCancelUntilMs?: number;
  /** When it will arrive, as four of five orders do; absent where that is not known, or nothing is promised. */
  readonly forecast?: RowForecast;
  readonly courier: RowCourier;
  readonly price: Money | null;
  /** By how much the price changed after completion; null when it did not. */
  readonly priceChange: number | null;
  readonly observedAtMs: number | null;
  readonly changedAtMs: number | null;
  /** Null when nothing is scheduled: paused, finished, or no contact with the service. */
  readonly nextCheckAtMs: number | null;
  /** The pause between two checks at present; with `nextCheckAtMs` it draws the ring. */
  readonly checkEveryMs: number | null;
  /** A check that a person asked for is under way. Routine checks come and go without a sign. */
  readonly isChecking: boolean;
  /** Something worth telling happened, or it needs a person, and no one has looked at it here since. */
  readonly isUnseen: boolean;
  readonly isMuted: boolean;
  /** Until when its notifications are held back, which may be over by now; null where they are not. */
  readonly snoozedUntilMs: number | null;
  /** The order is followed: each change and each move of it notifies by itself. Null and false leave that to the settings. */
  readonly tellsEveryMove: boolean | null;
  /** Checked before others when not all can be in time. */
  readonly isPinned: boolean;
  /** Finished long ago or evicted: shown in the archive alone. */
  readonly isArchived: boolean;
  readonly problem: OrderProblem | null;
  readonly addedAtMs: number;
  /** The desk of the team that has it; null for none, and where there is no team. */
  readonly claim: RowClaim | null;
}

/** How many requests are sent to the service. */
export interface Pace {
  readonly requestsLastMinute: number;
  readonly requestsPerMinute: number;
  readonly nextCheckAtMs: number | null;
  readonly lastAnswerAtMs: number | null;
  /** Absent at the desk of a team, whose hub asks. */
  readonly checks?: ChecksPace;
}

/** What the checks of all orders ask for at this moment, and what they get. */
export interface ChecksPace {
  /** The requests that it takes to keep each order's pace. */
  readonly neededPerMinute: number;
  /**
   * The most that the cap and the service leave for them in the long run, above 0. It is less than the cap: a
   * part of that is kept for what a person asks for.
   */
  readonly possiblePerMinute: number;
}

/**
 * The factor by which all pauses between two checks are longer than their paces, because fewer requests are
 * possible; 1 as long as all are.
 */
export function stretchOf({ neededPerMinute, possiblePerMinute }: ChecksPace): number {
  return Math.max(1, neededPerMinute / possiblePerMinute);
}

/** Pausing by the dispatcher; `untilMs` null means until resumed by hand. */
export type Pause =
  | { readonly kind: 'running' }
  | { readonly kind: 'paused'; readonly sinceMs: number; readonly untilMs: number | null };

/** Whether the system can show notifications, as far as it is known. */
export type NotificationHealth =
  | { readonly kind: 'unproven' }
  | { readonly kind: 'working' }
  | { readonly kind: 'failing'; readonly reason: string };

/** Since when an order waits for a courier, which may lie ahead of now, and after how long that is long. */
export interface CourierWait {
  readonly sinceMs: number;
  /** It may have begun long before `sinceMs`. */
  readonly isSinceBefore: boolean;
  readonly longAfterMs: number;
}

/** After how long a wait that begins now is too long. */
export interface LimitInForce {
  readonly limitMs: number;
  /** From how many waits that are over it is learned; 0 while it is the dispatcher's own. */
  readonly learnedFrom: number;
}

/**
 * After how long a courier on the way is silent, and does not move; and after how long one is too long at the pickup,
 * and at a destination.
 */
export interface RestLimits {
  readonly silent: LimitInForce;
  readonly notMoving: LimitInForce;
  readonly pickupStay: LimitInForce;
  readonly destinationStay: LimitInForce;
}

/** How far the erasing of many orders has come. */
export interface ErasureProgress {
  readonly erased: number;
  readonly total: number;
}

/** What the window shows beside the list. */
export interface AppState {
  readonly connection: ConnectionState;
  /** The team whose desk this is; null where there is none. */
  readonly team: TeamState | null;
  readonly serviceHealth: ServiceHealth;
  readonly pace: Pace;
  readonly pause: Pause;
  readonly notifications: NotificationHealth;
  /** Of waits for a courier. */
  readonly longWait: LimitInForce;
  readonly restLimits: RestLimits;
  /** Set while the watch list cannot be written; changes are kept in memory meanwhile. */
  readonly storageFault: string | null;
  /** How many orders lie in the archive at rest: their rows are not sent unless they are asked for. */
  readonly putAwayCount: number;
  /** Null while there are not many orders to erase. */
  readonly erasing: ErasureProgress | null;
  /** What was done about a stored watch list that could not be read at the start; null when it could. */
  readonly startNotice: string | null;
  /** How far this computer's clock is ahead of the service while nothing is erased by it; null while it is right. */
  readonly clockAheadMs: number | null;
  readonly settings: Settings;
  /** The settings that the policy of this computer sets and the dispatcher cannot change. */
  readonly lockedSettings: readonly string[];
  /** The only service that may be connected, by that policy; null for any. */
  readonly lockedBaseUrl: string | null;
  /** The language in use, from the settings and this computer. */
  readonly speech: Speech;
  /** What the receiver of webhooks is doing. */
  readonly webhooks: WebhookState;
  /** The folder or file that orders are read from; null while there is none. */
  readonly orderFolder: OrderFolderState | null;
  readonly platform: 'windows' | 'macos' | 'linux';
  readonly version: string;
}

/** Everything the window needs to start, numbered so that later patches can be placed. */
export interface BoardSnapshot {
  readonly sequence: number;
  readonly app: AppState;
  /** Without evicted orders. */
  readonly rows: readonly OrderRow[];
}

/**
 * What changed since the patch or snapshot before it. `sequence` is one more than the previous one;
 * a gap means that something was missed and asks for a new snapshot.
 */
export interface BoardPatch {
  readonly sequence: number;
  /** The whole state when anything in it changed; null otherwise. */
  readonly app: AppState | null;
  readonly upserted: readonly OrderRow[];
  readonly removed: readonly OrderId[];
  /** Orders that lie in the archive at rest now: they are asked for when it is opened. */
  readonly putAway: readonly OrderId[];
}

/** One line of an order's history. */
export type TimelineEntry =
  | {
      readonly kind: 'watchingStarted';
      readonly atMs: number;
      readonly source: 'you';
      /** Null where it was not kept. */
      readonly origin: WatchOrigin | null;
    }
  /** The dispatcher called about it. */
  | {
      readonly kind: 'called';
      readonly atMs: number;
      readonly source: 'you';
      readonly word: string | null;
      /** The desk that had the order before a hand-over did. */
      readonly isHandedOver?: true;
    }
  | {
      readonly kind: 'update';
      /** When Waybell saw it. */
      readonly atMs: number;
      /** When a proven webhook says that it happened, by the service's clock. */
      readonly createdAtMs?: number;
      /** When the order was checked last before, where that was long ago: it happened in between. */
      readonly uncheckedSinceMs?: number;
      readonly source: UpdateSource;
      readonly kinds: readonly UpdateKind[];
      readonly reasons: readonly string[];
      readonly changes: readonly OrderChange[];
      /** Why it was not notified, as it was decided. */
      readonly kept?: KeptReason;
      /** What became of it; absent where no notification is meant, such as in a list of many orders' changes. */
      readonly fate?: UpdateOutcome;
    }
  | DecidedEntry;

/** A line of a history that no answer of the service brought. */
export type DecidedEntry =
  /** Something that needed a person without a change, such as a wait or a promise, or was notified again. */
  | {
      readonly kind: 'alarm';
      readonly atMs: number;
      /** As it was worded then. */
      readonly title: string;
      /** What it says, in any language; null in what earlier versions stored. */
      readonly says: NotificationTitle | null;
      readonly fate: UpdateOutcome;
    }
  /** What a person did. */
  | ({ readonly kind: 'mark' } & MarkEntry);

/** A line of a history that says what changed. */
export type UpdateEntry = Extract<TimelineEntry, { readonly kind: 'update' }>;

/** What changed in one order of the board. */
export interface BoardChange {
  readonly id: OrderId;
  readonly entry: UpdateEntry;
}

/** One position of the courier's way. */
export interface TrailPoint {
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
  readonly atMs: number;
}

/**
 * Everything about one order. Phone numbers in `order` and `timeline` are masked; the window
 * requests each full number separately (`order:reveal-phone`).
 */
export interface OrderDetail {
  readonly id: OrderId;
  readonly order: Order | null;
  /** Newest first. */
  readonly timeline: readonly TimelineEntry[];
  /** Oldest first. */
  readonly trail: readonly TrailPoint[];
  readonly lastLookedAtMs: number | null;
  /** The dispatcher's preferences for the order, with the note; null when none is set. */
  readonly preferences: OrderPreferences | null;
  /** What the team knows of it beside the service's answers; null where there is no team. */
  readonly team: OrderTeam | null;
  /** When it arrives; null for an order that is over or has no courier. */
  readonly forecast: DetailForecast | null;
}

/** When an order arrives, and how probable it was at each minute of its way that it is late. */
export interface DetailForecast {
  readonly state: ForecastState;
  /** Oldest first; empty without a promise. */
  readonly chances: readonly { readonly atMs: number; readonly probability: number }[];
}
