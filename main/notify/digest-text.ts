import { clockText } from '../../core/order/format.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import {
  englishNotifications,
  type NotificationWords,
} from '../../core/notification/notification-english.ts';
import { safeSnippet } from '../../core/text/safe-text.ts';
import type {
  DigestReason,
  Notification,
  NotificationEvent,
  NotificationText,
  NotificationPrivacy,
} from '../../core/notification/notification.ts';

/** What the text of a card for several depends on beside what it is about. */
export interface DigestOptions {
  readonly privacy: NotificationPrivacy;
  /** What the dispatcher calls an order: its label or short uuid. */
  readonly nameOf: (id: OrderId) => string;
  /** A BCP 47 tag. */
  readonly locale: string;
  /** Default: English. */
  readonly words?: NotificationWords;
  /** Says that news is gathered from now on. Default: it does not. */
  readonly saysThatItGathers?: boolean;
}

/** Three such names fit into the two lines that most systems show of a body. */
const longestName = 40;
const mostNames = 3;

/**
 * The two lines of a notification that stands for news of several orders: whose, and how many of each kind.
 *
 * @param news of each order the newest, the newest last
 */
export function newsText(
  news: readonly Notification[],
  about: Exclude<DigestReason, 'inDoubt' | 'calls'>,
  options: DigestOptions,
): NotificationText {
  const { locale, privacy, saysThatItGathers = false, words = englishNotifications } = options;
  const { digest } = words;
  const counts = new Map<NotificationEvent, number>();
  for (const { event } of news) counts.set(event, (counts.get(event) ?? 0) + 1);
  const ranked = [...counts].toSorted((one, other) => other[1] - one[1]);
  const [only, ...others] = ranked;
  const earliestMs = Math.min(...news.map(({ decidedAtMs }) => decidedAtMs));
  const isGathered = about === 'burst' || about === 'front';
  const isOneKind = isGathered && only !== undefined && others.length === 0;
  const title = isGathered
    ? digest.since(news.length, clockText(earliestMs, locale))
    : digest[about](news.length);
  if (privacy === 'countOnly') return { title, body: digest.orders(news.length) };
  const parts = ranked.map(([event, count]) => digest.part(count, digest.events[event]));
  const gathers = saysThatItGathers ? digest.gathers : null;
  return {
    title: isOneKind ? digest.oneKind(news.length, digest.events[only[0]]) : title,
    body: words.sentences(
      namesText(news.toReversed(), options),
      isOneKind ? null : digest.parts(parts),
      gathers,
    ),
  };
}

/** Names the orders of notifications that may or may not have been shown when the program was killed. */
export function inDoubtText(
  notifications: readonly Notification[],
  options: DigestOptions,
): NotificationText {
  const { privacy, words = englishNotifications } = options;
  const title = words.digest.inDoubt(notifications.length);
  const names = privacy === 'countOnly' ? '' : namesText(notifications, options);
  return { title, body: names === '' ? title : words.sentences(names) };
}

/** The first three by name, and how many more there are. */
function namesText(
  notifications: readonly Notification[],
  { nameOf, words = englishNotifications }: DigestOptions,
): string {
  const ids = [...new Set(notifications.flatMap(({ orderId }) => orderId ?? []))];
  const names = ids.slice(0, mostNames).map((id) => safeSnippet(nameOf(id), longestName));
  return words.names(names, ids.length - names.length);
}
