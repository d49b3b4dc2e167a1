import type { FinishedJourney } from '../../../core/forecast/journey.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { AlarmPlace } from '../../../core/team/presence.ts';
import type { Speech } from '../../../core/text/language.ts';
import type { Claim, WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { MatchedWait } from '../../../core/watch/learned-waits.ts';
import type {
  Notification,
  NotificationEntry,
  NotificationEvent,
  NotificationFilter,
  NotificationKind,
  NotificationOutcome,
  NotificationPrivacy,
} from '../../../core/notification/notification.ts';
import type { NotificationSound, OwnSound } from '../../../core/notification/notification-sound.ts';

/** Where decided notifications wait until they were shown. */
export interface Outbox {
  /**
   * Notifications without an outcome, oldest first: after a crash they are still here.
   *
   * @param known keys that the caller holds already and does not want again
   */
  pending(known?: ReadonlySet<string>): readonly Notification[];
  /** Notifications that were held back and wait for the reason to be over, oldest first. */
  held(): readonly HeldNotification[];
  /** Whether a notification was put under this key, whatever became of it. */
  has(key: string): boolean;
  /** For notifications that belong to no order's update, such as a lost connection. */
  put(notification: Notification): void;
  /** The latest notification about one of these events, whatever became of it. They are not about an order. */
  latestOf(events: readonly NotificationEvent[]): Notification | null;
  /** Writes how notifications ended, all or none of them. */
  settle(keys: readonly string[], outcome: NotificationOutcome, atMs: number): void;
  /**
   * Writes that these are about to be shown, all or none of them. They no longer pend; until they are
   * settled they are in doubt.
   */
  beginShowing(keys: readonly string[]): void;
  /** Notifications whose showing was begun and not settled: the program was ended in between. Oldest first. */
  inDoubt(): readonly Notification[];
}

/** A notification that is held back, and why. */
export interface HeldNotification extends Hold {
  readonly notification: Notification;
}

/** The rule that holds a notification back, and until when, where that is known. */
export type Hold = Pick<
  Extract<NotificationOutcome, { readonly kind: 'held' }>,
  'reason' | 'untilMs'
>;

/** A notification with what became of it; null while it waits. */
export interface StoredNotification extends Pick<
  NotificationEntry,
  'no' | 'outcome' | 'heldBy' | 'settledAtMs'
> {
  readonly notification: Notification;
}

/** The notifications that were decided, from the disk. */
export interface NotificationHistory {
  /**
   * Some of them, the newest first.
   *
   * @param beforeNo only those with a lower number; null begins with the newest
   */
  page(
    filter: NotificationFilter,
    beforeNo: number | null,
    limit: number,
  ): readonly StoredNotification[];
  /** The latest ones about orders, the newest first, whatever became of them. */
  latestOfOrders(limit: number): readonly Notification[];
  /** The latest ones of a kind, the newest first, whatever became of them. */
  latestOfKind(kind: NotificationKind, limit: number): readonly Notification[];
}

/** An alarm of one order: which one; without a key it is the last of its kind. */
export type Alarm = Pick<Notification, 'event'> & Partial<Pick<Notification, 'key'>>;

/** That a claim keeps the alarms of its order no more. */
export type PassedOn = Extract<AlarmPlace, { readonly kind: 'passedOn' }> &
  Pick<Claim, 'deskId' | 'desk'>;

/** Where the alarms of orders belong that other desks have. */
export interface Claims {
  /** Whether another desk has the order. */
  isOthers(watched: WatchedOrder): boolean;
  /** Null where no other desk has the order. */
  placeOf(watched: WatchedOrder, alarm: Alarm): AlarmPlace | null;
  /** Null while no other desk has the order, and while its alarms stay there. */
  passedOn(watched: WatchedOrder): PassedOn | null;
  /** The same in words: "Mei has it, but is away since 12:40". */
  said(
    watched: WatchedOrder,
    speech: Speech & { readonly privacy: NotificationPrivacy },
  ): string | null;
  /** Whether the order is the affair of another desk alone. */
  isLeftToOther(watched: WatchedOrder): boolean;
  /** These orders are not watched here any more. */
  forget(ids: readonly OrderId[]): void;
}

/** What earlier runs saw of waits and positions. */
export interface LearnedHistory {
  /**
   * The waits for a courier that ended with a match, oldest first.
   *
   * @param untilMs only those that had ended by then; default: all
   */
  courierWaits(untilMs?: number): readonly MatchedWait[];
  /**
   * How old the latest positions of couriers were when they came, oldest first.
   *
   * @param untilMs only those that had come by then; default: all
   */
  positionAgesMs(limit: number, untilMs?: number): readonly number[];
}

/** What earlier runs saw of the ways of couriers. */
export interface JourneyHistory {
  /**
   * Those that are over, the latest, in any order.
   *
   * @param untilMs only those that had arrived by then; default: all
   */
  finishedJourneys(untilMs?: number): readonly FinishedJourney[];
}

/** What a button on a notification does. */
export type NotificationAction = 'open' | 'snooze' | 'copyUuid' | 'takeOver';

/** What the buttons on a notification about an order do, in their order. Some systems show no more than three. */
export const usualActions: readonly NotificationAction[] = ['open', 'snooze', 'copyUuid'];

/** The same of an order that another desk has, whose alarm comes here because no one answers there. */
export const passedOnActions: readonly NotificationAction[] = ['open', 'snooze', 'takeOver'];

/** A notification ready to be shown. */
export interface DesktopNotification {
  readonly key: string;
  /** Notifications with the same tag replace each other: at most one is live per order. */
  readonly tag: string;
  readonly orderId: OrderId | null;
  readonly title: string;
  readonly body: string;
  readonly isCritical: boolean;
  /** One of Waybell's own is played beside the card, which is silent then. */
  readonly sound: NotificationSound;
  /** Left out where the system shows no buttons. */
  readonly actions: readonly { readonly action: NotificationAction; readonly text: string }[];
}

/** What the system reported of a notification. */
export interface DesktopNotificationEvents {
  shown(key: string): void;
  failed(key: string, reason: string): void;
  clicked(orderId: OrderId | null): void;
  acted(action: NotificationAction, orderId: OrderId | null): void;
}

/** The system's notifications. The desktop keeps the handles until they are closed. */
export interface DesktopNotifications {
  show(notification: DesktopNotification, events: DesktopNotificationEvents): void;
  /** Closes the live notification with this tag, if there is one. */
  close(tag: string): void;
  /** Whether the notification with this tag can still be seen: it was neither closed nor clicked away. */
  isHeld(tag: string): boolean;
  /** The program ends: closes the notifications whose click could no longer reach it. */
  programEnds(): void;
}

/** Plays Waybell's own sounds. */
export interface SoundPlayer {
  /**
   * Plays a sound, once those that were asked for before are over. One that waits already is not played twice.
   *
   * @returns whether it began; false when it could not be played. Never rejects.
   */
  play(sound: OwnSound): Promise<boolean>;
}
