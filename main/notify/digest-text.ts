import type { OrderId } from '../../core/order/order-id.ts';
import {
  englishNotifications,
  type NotificationWords,
} from '../../core/notification/notification-english.ts';
import { safeSnippet } from '../../core/text/safe-text.ts';
import type {
  Notification,
  NotificationEvent,
  NotificationText,
  NotificationPrivacy,
} from '../../core/notification/notification.ts';

/** Why several notifications are shown as one card. */
export type DigestKind =
  | { readonly kind: 'burst'; readonly lastedMs: number }
  | { readonly kind: 'away' }
  /** They came while notifications were held back. */
  | { readonly kind: 'quiet' }
  /** They may or may not have been shown when the program ended. */
  | { readonly kind: 'inDoubt' };

/**
 * The two lines of a notification that stands for several.
 *
 * @param notifications two or more, or one in doubt
 * @param nameOf what the dispatcher calls an order: its label or short uuid
 */
export function digestText(
  notifications: readonly Notification[],
  about: DigestKind,
  privacy: NotificationPrivacy,
  nameOf: (id: OrderId) => string,
  words: NotificationWords = englishNotifications,
): NotificationText {
  const { digest } = words;
  const counts = new Map<NotificationEvent, number>();
  for (const { event } of notifications) counts.set(event, (counts.get(event) ?? 0) + 1);
  const ranked = [...counts].toSorted((one, other) => other[1] - one[1]);
  const first = ranked[0];
  const orders = new Set(notifications.flatMap((notification) => notification.orderId ?? []));
  if (about.kind === 'burst' && first !== undefined && ranked.length === 1 && orders.size > 1) {
    const title = digest.oneKind(orders.size, digest.events[first[0]]);
    if (privacy === 'countOnly') return { title, body: title };
    return { title, body: words.sentences(namesText([...orders], nameOf, words)) };
  }
  const title = titleOf(about, notifications.length, words);
  if (privacy === 'countOnly') return { title, body: digest.changes(notifications.length) };
  if (about.kind === 'inDoubt' && orders.size > 0)
    return { title, body: words.sentences(namesText([...orders], nameOf, words)) };
  const parts = ranked.map(([event, count]) => digest.part(count, digest.events[event]));
  return { title, body: words.sentences(digest.parts(parts)) };
}

function titleOf(about: DigestKind, count: number, words: NotificationWords): string {
  const { digest, duration } = words;
  switch (about.kind) {
    case 'burst':
      return digest.inTime(count, duration(Math.max(about.lastedMs, 1000)));
    case 'away':
      return digest.away(count);
    case 'quiet':
      return digest.quiet(count);
    case 'inDoubt':
      return digest.inDoubt(count);
  }
}

/** Three such names fit into the two lines that most systems show of a body. */
const longestName = 40;

function namesText(
  ids: readonly OrderId[],
  nameOf: (id: OrderId) => string,
  words: NotificationWords,
): string {
  const names = ids.slice(0, 3).map((id) => safeSnippet(nameOf(id), longestName));
  return words.names(names, ids.length - names.length);
}
