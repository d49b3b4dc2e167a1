import { shortId } from '../order/format.ts';
import type { OrderId } from '../order/order-id.ts';
import type { OrderStatus } from '../order/order.ts';
import { withoutPhoneNumbers } from '../text/phone-numbers.ts';
import { safeSnippet } from '../text/safe-text.ts';
import type { NotificationWords } from './notification-english.ts';

/**
 * Text of the service inside a notification: safe to show, and without phone numbers, which other people
 * could read on the screen. Null when nothing of it stays.
 */
export function notificationPiece(text: string, maxGraphemes: number): string | null {
  const piece = safeSnippet(withoutPhoneNumbers(text), maxGraphemes);
  return piece === '' ? null : piece;
}

/** What a notification calls an order: its label without phone numbers, or its short uuid. */
export function orderName(id: OrderId, label: string | null): string {
  return (label === null ? null : notificationPiece(label, 80)) ?? shortId(id);
}

/** A status inside a notification; null when its word is nothing but a phone number. */
export function statusPiece(
  status: OrderStatus,
  words: Pick<NotificationWords, 'status'>,
): string | null {
  return notificationPiece(words.status(status), 60);
}
