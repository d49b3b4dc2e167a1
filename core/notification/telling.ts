import type { OrderId } from '../order/order-id.ts';

/** What a notification is about, one word per row of the wording table (docs/notifications.md). */
export const tellingEvents = [
  'created',
  'matched',
  'released',
  'courierChanged',
  'courierMoved',
  'statusChanged',
  'unknownStatus',
  'reopened',
  'completed',
  'amended',
  'completedAndAmended',
  'cancelled',
  'flapping',
  'courierSilent',
  'courierLost',
  'notMoving',
  'longWait',
  'promiseAtRisk',
  'notFound',
  'connectionLost',
  'connectionRestored',
  'credentialsRefused',
  'keptInTray',
  'selfTest',
] as const;

export type TellingEvent = (typeof tellingEvents)[number];

/** How much a notification may show: everything, no courier names and addresses, or a count only. */
export const notificationPrivacies = ['full', 'noNames', 'countOnly'] as const;

export type NotificationPrivacy = (typeof notificationPrivacies)[number];

/** The two lines of a notification. */
export interface TellingText {
  readonly title: string;
  readonly body: string;
}

/** One thing that a dispatcher should be told by the system, decided but not yet shown. */
export interface Telling {
  /** Unique for ever, the same for the same update: what makes "exactly once" checkable. */
  readonly key: string;
  /** The order it is about; null when it is about the desk as a whole. */
  readonly orderId: OrderId | null;
  readonly event: TellingEvent;
  readonly isCritical: boolean;
  readonly hasSound: boolean;
  readonly decidedAtMs: number;
  /** The wording at each level of privacy; the level is chosen when it is shown, not before. */
  readonly texts: Readonly<Record<NotificationPrivacy, TellingText>>;
}

/** Why a telling was not shown and never will be. */
export const suppressReasons = [
  'muted',
  'groupMuted',
  'kindOff',
  'openInWindow',
  'overtaken',
  'flapping',
  'late',
] as const;

export type SuppressReason = (typeof suppressReasons)[number];

/** Why a telling waits. */
export const holdReasons = [
  'snoozed',
  'groupSnoozed',
  'notificationsMuted',
  'quietHours',
  'screenLocked',
] as const;

export type HoldReason = (typeof holdReasons)[number];

/** Why one card was shown for several tellings. */
export const digestReasons = ['burst', 'away', 'quiet', 'inDoubt'] as const;

export type DigestReason = (typeof digestReasons)[number];

/**
 * What became of a telling. Suppressed ones stay in the history with the reason; held ones are told
 * when the reason is over.
 */
export type TellingOutcome =
  | { readonly kind: 'shown' }
  /** As a part of one card for several. */
  | { readonly kind: 'digested'; readonly reason: DigestReason }
  | { readonly kind: 'suppressed'; readonly reason: SuppressReason }
  | { readonly kind: 'held'; readonly reason: HoldReason }
  | { readonly kind: 'failed'; readonly reason: string };
