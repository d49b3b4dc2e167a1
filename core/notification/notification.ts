import type { StopRef } from '../order/courier-move.ts';
import type { OrderId } from '../order/order-id.ts';
import type { Money, OrderStatus } from '../order/order.ts';
import type { NotificationSound } from './notification-sound.ts';

/** What a notification is about, one word per row of the wording table (docs/notifications.md). */
export const notificationEvents = [
  'created',
  'matched',
  'released',
  'courierChanged',
  'courierMoved',
  'courierMovedOn',
  'statusChanged',
  'failed',
  'unknownStatus',
  'reopened',
  'completed',
  'amended',
  'completedAndAmended',
  'cancelled',
  'addressChanged',
  'scheduleChanged',
  'stopsChanged',
  'noteChanged',
  'courierSilent',
  'courierLost',
  'notMoving',
  'arrivedWaiting',
  'longWait',
  'optionEnds',
  'probablyLate',
  'lateTakenBack',
  'promiseAhead',
  'promisePassed',
  'notFound',
  'refused',
  'handedToMe',
  'connectionLost',
  'servicePaused',
  'connectionRestored',
  'credentialsRefused',
  'keptInTray',
  'selfTest',
] as const;

export type NotificationEvent = (typeof notificationEvents)[number];

/** Whether the service can be reached. Each takes the place of the one before it. */
export const contactEvents = [
  'connectionLost',
  'servicePaused',
  'credentialsRefused',
  'connectionRestored',
] as const satisfies readonly NotificationEvent[];

/** How much a notification may show: everything, no courier names, or a count only. */
export const notificationPrivacies = ['full', 'noNames', 'countOnly'] as const;

export type NotificationPrivacy = (typeof notificationPrivacies)[number];

/** The two lines of a notification. */
export interface NotificationText {
  readonly title: string;
  readonly body: string;
}

/** The titles that say no value. */
export const plainTitles = [
  'created',
  'matched',
  'courierChanged',
  'released',
  'firstFix',
  'leftPickup',
  'movesAgain',
  'statusGone',
  'reopened',
  'cancelled',
  'plannedNoMore',
  'stopsChanged',
  'noteChanged',
  'notFound',
  'refused',
] as const;

/** The titles that say a time. */
export const timedTitles = [
  'completed',
  'completedBefore',
  'planned',
  'courierSilent',
  'courierLost',
  'notMoving',
  'arrivedWaiting',
  'longWait',
  'longWaitSinceBefore',
  'optionEnds',
  'probablyLate',
  'lateTakenBack',
  'promiseAhead',
  'promisePassed',
] as const;

/** What the title of a notification about an order says: which of the titles it is, and its values. */
export type NotificationTitle =
  | { readonly say: (typeof plainTitles)[number] }
  | { readonly say: (typeof timedTitles)[number]; readonly atMs: number }
  /** The desk as it may be shown. */
  | { readonly say: 'handedToMe'; readonly desk: string }
  /** Null where its word is left out. */
  | { readonly say: 'statusChanged' | 'unknownStatus'; readonly status: OrderStatus | null }
  /** Null where it is not known or left out. */
  | {
      readonly say: 'amended' | 'completedAndAmended';
      readonly difference: Money | null;
    }
  /** The destination: of an order that has no other. */
  | { readonly say: 'nearStop' | 'addressChanged'; readonly stop: StopRef | 'destination' }
  | { readonly say: 'movedOn'; readonly distanceMeters: number };

/** One thing that the dispatcher should be notified of: decided and worded, not yet shown. */
export interface Notification {
  /** Unique, and the same for the same update, so that no update is shown twice. */
  readonly key: string;
  /** The order it is about; null when it is about the program as a whole. */
  readonly orderId: OrderId | null;
  readonly event: NotificationEvent;
  readonly isCritical: boolean;
  readonly sound: NotificationSound;
  readonly decidedAtMs: number;
  /** It is about a change that came while the order was not checked for long. */
  readonly isMissed?: true;
  /** It was decided for the history alone. */
  readonly keptFor?: 'noticedLate' | 'courierNear';
  /** When the order was to arrive that is probably late, so that a later run knows of what was warned. */
  readonly likelyAtMs?: number;
  /**
   * The title as it is in full, so that it can be read in another language later. Absent of the program as a whole
   * and in what earlier versions stored.
   */
  readonly says?: NotificationTitle;
  /** The wording at each level of privacy; the level is chosen when the notification is shown. */
  readonly texts: Readonly<Record<NotificationPrivacy, NotificationText>>;
}

/** One about an order: it is a call or news. */
export interface OrderNotification extends Notification {
  readonly orderId: OrderId;
}

/** Whether a notification is about an order, not about the program as a whole. */
export function isOfOrder(notification: Notification): notification is OrderNotification {
  return notification.orderId !== null;
}

/** What a notification says, before it has its key, its time and its sound. */
export type NotificationDraft = Pick<Notification, 'event' | 'says' | 'texts'>;

/** The events of critical notifications: they may pass quiet hours and a locked screen, and may be repeated. */
const criticalEvents: ReadonlySet<NotificationEvent> = new Set([
  'released',
  'cancelled',
  'reopened',
  'credentialsRefused',
]);

/** Whether a notification of an event is critical. */
export function isCriticalEvent(event: NotificationEvent): boolean {
  return criticalEvents.has(event);
}

/** Why a notification was not shown and never will be. */
export const suppressReasons = [
  'muted',
  'groupMuted',
  'kindOff',
  /** Off for the group of the order alone. */
  'kindOffForGroup',
  'openInWindow',
  'claimedByOther',
  'overtaken',
  /** What it said was over before it could be shown. */
  'over',
  /** The dispatcher looked at the order before it could be shown. */
  'seen',
  /** The dispatcher was at the window, which shows it. */
  'atWindow',
  /** It had begun long before it was noticed. */
  'noticedLate',
  /** The courier was near the last stop. */
  'courierNear',
  /** By versions that only counted such changes. */
  'flapping',
] as const;

export type SuppressReason = (typeof suppressReasons)[number];

/** Why a notification waits. */
export const holdReasons = [
  'snoozed',
  'groupSnoozed',
  'notificationsMuted',
  'quietHours',
  'screenLocked',
  'windowInFront',
  /** Another desk has the order, and is to answer first. */
  'claimedByOther',
] as const;

export type HoldReason = (typeof holdReasons)[number];

/** Why one card was shown for several notifications. */
export const digestReasons = ['burst', 'calls', 'away', 'quiet', 'front', 'inDoubt'] as const;

export type DigestReason = (typeof digestReasons)[number];

/**
 * What became of a notification. Suppressed ones stay in the history with the reason; held ones are shown
 * when the reason is over.
 */
export type NotificationOutcome =
  | { readonly kind: 'shown' }
  /** As a part of one card for several. */
  | { readonly kind: 'digested'; readonly reason: DigestReason }
  | { readonly kind: 'suppressed'; readonly reason: SuppressReason }
  /** `untilMs`: when the rule ends; absent where only something else ends it. */
  | { readonly kind: 'held'; readonly reason: HoldReason; readonly untilMs?: number }
  | { readonly kind: 'failed'; readonly reason: string };

/** A line of the history of notifications: what was shown, or why it was not. */
export interface NotificationEntry {
  /** Counts up: a later notification has a higher one. */
  readonly no: number;
  readonly orderId: OrderId | null;
  readonly event: NotificationEvent;
  /** When it was decided. */
  readonly atMs: number;
  /** As it was worded then, at the present level of privacy. */
  readonly title: string;
  readonly body: string;
  /** Null while it waits to be shown. */
  readonly outcome: NotificationOutcome | null;
  /** The last rule that held it back, also once it was shown; null when none did. */
  readonly heldBy: HoldReason | null;
  /** When the outcome was known; null while it waits to be shown. */
  readonly settledAtMs: number | null;
}

/** What became of notifications, as the history is narrowed by it. */
export const outcomeGroups = ['shown', 'notShown'] as const;

export type OutcomeGroup = (typeof outcomeGroups)[number];

/** The kinds of outcomes of each group. What is about to be shown has none. */
export const outcomesOf: Readonly<Record<OutcomeGroup, readonly NotificationOutcome['kind'][]>> = {
  shown: ['shown', 'digested'],
  notShown: ['suppressed', 'held', 'failed'],
};

/** What the history of notifications shows; null does not narrow it. */
export interface NotificationFilter {
  readonly kind: NotificationKind | null;
  readonly order: OrderId | null;
  readonly fate: OutcomeGroup | null;
}

/** The whole history. */
export const everyNotification: NotificationFilter = { kind: null, order: null, fate: null };

/** A part of the history, the newest first. */
export interface NotificationPage {
  readonly entries: readonly NotificationEntry[];
  /** Whether older ones are left. */
  readonly hasMore: boolean;
}

/**
 * How much an event asks of a person, the most first. What needs them notifies at once and by name, news as
 * its reader chose; what is kept stands in the history only.
 */
export const notificationLevels = ['needsYou', 'news', 'kept'] as const;

export type NotificationLevel = (typeof notificationLevels)[number];

/** Whether one level asks less of a person than the other. */
export function isLower(one: NotificationLevel, other: NotificationLevel): boolean {
  return notificationLevels.indexOf(one) > notificationLevels.indexOf(other);
}

/** How a kind of notification is shown and heard. */
export interface KindSettings {
  readonly level: NotificationLevel;
  readonly sound: NotificationSound;
}

const heard = { level: 'needsYou', sound: 'system' } as const;
const needsYou = { level: 'needsYou', sound: 'none' } as const;
const news = { level: 'news', sound: 'none' } as const;
const kept = { level: 'kept', sound: 'none' } as const;

/**
 * The kinds whose level and sound people choose, with how each notifies in a new profile, in the order of their
 * table: as serious as they usually are, the most serious first.
 */
export const usualKinds = {
  promisePassed: heard,
  released: heard,
  failed: heard,
  cancelled: heard,
  reopened: heard,
  handedToMe: heard,
  notFound: needsYou,
  courierLost: needsYou,
  probablyLate: needsYou,
  promiseAhead: needsYou,
  courierSilent: needsYou,
  notMoving: needsYou,
  arrivedWaiting: needsYou,
  longWait: needsYou,
  optionEnds: needsYou,
  unknownStatus: needsYou,
  connection: needsYou,
  matched: news,
  courierMoved: news,
  completed: news,
  amended: news,
  created: news,
  statusChanged: news,
  addressChanged: news,
  scheduleChanged: news,
  stopsChanged: kept,
  noteChanged: kept,
} satisfies Partial<Record<NotificationEvent | 'connection', KindSettings>>;

export type NotificationKind = keyof typeof usualKinds;

/** The kinds in the order of their table. */
export const notificationKinds = Object.keys(usualKinds) as readonly NotificationKind[];

/** The kinds that hold more than the event of their name. */
const kindOfOther: Partial<Readonly<Record<NotificationEvent, NotificationKind>>> = {
  courierChanged: 'matched',
  courierMovedOn: 'courierMoved',
  completedAndAmended: 'completed',
  refused: 'notFound',
  lateTakenBack: 'probablyLate',
  connectionLost: 'connection',
  servicePaused: 'connection',
  connectionRestored: 'connection',
};

/** The levels that a kind can have: what is about the program itself is never gathered as news. */
export function levelsOf(kind: NotificationKind): readonly NotificationLevel[] {
  return kind === 'connection' ? ['needsYou', 'kept'] : notificationLevels;
}

/** The level at which a kind notifies: the usual one, or as news where it usually does not notify. */
export function notifiedLevel(kind: NotificationKind): NotificationLevel {
  const { level } = usualKinds[kind];
  return level === 'kept' ? 'news' : level;
}

/** The row of the settings that an event belongs to; null for what always notifies. */
export function notificationKindOf(event: NotificationEvent): NotificationKind | null {
  return kindOfOther[event] ?? notificationKinds.find((kind) => kind === event) ?? null;
}

/** The events of a kind. */
export function eventsOf(kind: NotificationKind): readonly NotificationEvent[] {
  return notificationEvents.filter((event) => notificationKindOf(event) === kind);
}
