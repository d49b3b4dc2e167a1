import type { NotificationEvent } from '../../../../core/notification/notification.ts';
import type { OrderId } from '../../../../core/order/order-id.ts';

/*
 * What reached a person, as a desktop and an outbox see it. The laws of telling read nothing else, so that
 * they outlive whatever decides on the cards. All times are in milliseconds on one clock.
 */

/** A card as the desktop got it. */
export interface NotifiedCard {
  readonly atMs: number;
  /** The same by the wall clock, in milliseconds since 1970. */
  readonly wallMs: number;
  /** A later card with the same tag takes its place. */
  readonly tag: string;
  readonly orderId: OrderId | null;
  readonly title: string;
  readonly body: string;
  readonly hasSound: boolean;
  /** The notifications of the outbox that are new on it. */
  readonly keys: readonly string[];
}

/** A card was taken off the screen. */
export interface ClosedCard {
  readonly atMs: number;
  readonly tag: string;
}

/** A notification that was decided. */
export interface DecidedNotification {
  readonly key: string;
  readonly orderId: OrderId | null;
  readonly event: NotificationEvent;
  readonly atMs: number;
}

/** The events that need a person, whatever state their order is in. */
const callEvents: ReadonlySet<NotificationEvent> = new Set([
  'released',
  'cancelled',
  'courierSilent',
  'courierLost',
  'notMoving',
  'arrivedWaiting',
  'longWait',
  'probablyLate',
  'promiseAhead',
  'promisePassed',
  'failed',
  'notFound',
  'refused',
  'unknownStatus',
  'connectionLost',
  'servicePaused',
  'credentialsRefused',
]);

/** Whether a notification calls for a person; all others are news. */
export function isCall(event: NotificationEvent): boolean {
  return callEvents.has(event);
}

/** Whether an event is about the promise of an order. */
export function isOfPromise(event: NotificationEvent): boolean {
  return event === 'probablyLate' || event === 'promiseAhead' || event === 'promisePassed';
}

/** Whether a text names an order, by its label or its short uuid. */
export function names(
  { title, body }: Pick<NotifiedCard, 'title' | 'body'>,
  name: string,
): boolean {
  return `${title}\n${body}`.includes(name);
}

/** Whether it is a card for several calls. It may hold some that are not judged, as they came in a trouble. */
export function isCardOfCalls({ tag }: Pick<NotifiedCard, 'tag'>): boolean {
  return tag.startsWith('calls:');
}
