import { clockText, momentText, shortId } from '../order/format.ts';
import { nearestStop } from '../order/courier-move.ts';
import type { Wait } from '../watch/order-waits.ts';
import { englishNotifications, type NotificationWords } from './notification-english.ts';
import type { NotificationDraft } from './update-notification.ts';
import type { WordingOptions } from './update-notification.ts';
import { stopFact } from './update-notification.ts';
import { orderName, statusPiece, textsAtLevels, type WordedLevel } from './notification-pieces.ts';
import type { NotificationEvent } from './notification.ts';
import type { WatchedOrder } from '../watch/watched-order.ts';

/**
 * The notification about an order that waits too long, in the words of docs/notifications.md; null when
 * the wait is shown in the list only.
 */
export function waitNotification(
  wait: Wait,
  watched: WatchedOrder,
  nowMs: number,
  options: Pick<WordingOptions, 'locale' | 'timeZone' | 'words'>,
): NotificationDraft | null {
  const { reason } = wait;
  if (reason === 'arrivedWaiting') return null;
  const words = options.words ?? englishNotifications;
  const title = titleOf({ ...wait, reason }, nowMs, options, words);
  const hiddenTitle = reason === 'promiseAtRisk' ? words.hiddenTitles.promise : title;
  const label = orderName(watched.id, watched.label);
  return {
    event: reason,
    isCritical: false,
    hasSound: false,
    texts: textsAtLevels(
      (level) => ({
        title,
        body: words.sentences(label, ...factsOf(wait, watched, options, words, level)),
      }),
      { title: hiddenTitle, body: words.order(shortId(watched.id)) },
    ),
  };
}

function titleOf(
  { reason, causeAtMs, isAhead }: Wait & { readonly reason: NotificationEvent },
  nowMs: number,
  { locale, timeZone }: Pick<WordingOptions, 'locale' | 'timeZone'>,
  { titles, duration }: NotificationWords,
): string {
  const lasting = duration(nowMs - causeAtMs);
  switch (reason) {
    case 'courierSilent':
      return titles.courierSilent(lasting);
    case 'courierLost':
      return titles.courierLost(lasting);
    case 'notMoving':
      return titles.notMoving(lasting);
    case 'longWait':
      return titles.longWait(lasting);
    case 'promiseAtRisk': {
      const time = momentText(causeAtMs, nowMs, locale, timeZone);
      return isAhead === true ? titles.promiseAhead(time) : titles.promisePassed(time);
    }
  }
}

function factsOf(
  { reason }: Wait,
  { order }: WatchedOrder,
  { locale, timeZone }: Pick<WordingOptions, 'locale' | 'timeZone'>,
  words: NotificationWords,
  level: WordedLevel,
): readonly (string | null | readonly (string | null)[])[] {
  if (reason === 'longWait') return [words.facts.noCourierYet];
  if (order === null) return [];
  const fix = order.courier?.fix ?? null;
  const place =
    fix === null
      ? null
      : stopFact(nearestStop(order, fix), { destinationCount: order.destinations.length }, words);
  if (reason === 'promiseAtRisk') {
    const status = statusPiece(order.status, level, words);
    return [status === null ? null : words.facts.now(status), place];
  }
  const reportedAtMs = fix?.reportedAtMs ?? null;
  const lastSeen =
    reportedAtMs === null ? null : words.facts.lastSeen(clockText(reportedAtMs, locale, timeZone));
  return [[lastSeen, place]];
}
