import type {
  Notification,
  NotificationEvent,
  NotificationOutcome,
} from '../../../core/notification/notification.ts';

/** Something that was decided, in milliseconds since 1970. */
export type Decision = { readonly atMs: number } & (
  | {
      readonly kind: 'decided';
      readonly key: string;
      readonly event: NotificationEvent;
      readonly isCritical: boolean;
    }
  | {
      readonly kind: 'settled';
      readonly keys: readonly string[];
      readonly outcome: NotificationOutcome;
    }
  /** A card was put on the screen. */
  | { readonly kind: 'shown'; readonly key: string; readonly isAudible: boolean }
  | { readonly kind: 'closed'; readonly tag: string }
);

/** A notification that was decided while it was recorded, and what became of it; null while it waited. */
export interface RecordedDecision {
  readonly notification: Pick<
    Notification,
    'key' | 'orderId' | 'event' | 'isCritical' | 'decidedAtMs'
  >;
  readonly outcome: NotificationOutcome | null;
  readonly heldBy: Extract<NotificationOutcome, { kind: 'held' }>['reason'] | null;
  readonly settledAtMs: number | null;
}
