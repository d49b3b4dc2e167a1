import type { Forecast } from '../forecast/forecast.ts';
import { clockText, momentText } from '../order/format.ts';
import { nearestStop } from '../order/courier-move.ts';
import {
  isCourierWaitSinceBefore,
  type Wait,
  type WaitReason,
  wasSeenLately,
} from '../watch/order-waits.ts';
import {
  englishNotifications,
  type NotificationTexts,
  type Sentence,
} from './notification-english.ts';
import type { NotificationDraft, NotificationTitle } from './notification.ts';
import type { WordingOptions } from './update-notification.ts';
import { calledStop, stopFact } from './update-notification.ts';
import { orderTexts, statusPiece, titleText, type WordedLevel } from './notification-pieces.ts';
import type { WatchedOrder } from '../watch/watched-order.ts';

/** Why no order is checked: the dispatcher paused checking, the service does not answer, or it asked for a pause. */
export type ChecksStoppedBy = 'paused' | 'noContact' | 'servicePause';

/** What the wording of a wait depends on beside the wait itself. */
export interface WaitOptions extends Pick<WordingOptions, 'locale' | 'timeZone' | 'texts'> {
  /** Default: orders are checked. */
  readonly stoppedBy?: ChecksStoppedBy | null;
}

/** When an order arrives, as four of five like it do. */
type ArrivalTimes = Pick<Forecast, 'earliestAtMs' | 'latestAtMs'>;

/** What a notification says of a wait. */
export interface NotifiedWait extends Pick<Wait, 'reason' | 'causeAtMs'> {
  readonly forecast?: ArrivalTimes;
}

/** The notification about an order that waits too long, in the words of docs/notifications.md. */
export function waitNotification(
  wait: NotifiedWait,
  watched: WatchedOrder,
  nowMs: number,
  options: WaitOptions,
): NotificationDraft {
  const { reason } = wait;
  const texts = options.texts ?? englishNotifications;
  const says = titleOf(wait, watched);
  const title = titleText(says, nowMs, { ...options, texts });
  const hiddenTitle = isOfPromise(reason) ? texts.hiddenTitles[reason] : title;
  const byLevel = orderTexts(watched, texts, (level) => ({
    title,
    facts: factsOf(wait, watched, nowMs, options, texts, level),
    hiddenTitle,
  }));
  return { event: reason, says, texts: byLevel };
}

/**
 * The notification that an order which was probably late is probably in time after all.
 *
 * @param forecast when it arrives now
 */
export function takenBackNotification(
  forecast: ArrivalTimes,
  watched: WatchedOrder,
  nowMs: number,
  options: WaitOptions,
): NotificationDraft {
  const { texts = englishNotifications } = options;
  const says = { say: 'lateTakenBack', atMs: watched.preferences?.promisedAtMs ?? nowMs } as const;
  const title = titleText(says, nowMs, { ...options, texts });
  const byLevel = orderTexts(watched, texts, () => ({
    title,
    facts: [arrivalFact(forecast, nowMs, options, texts)],
    hiddenTitle: texts.hiddenTitles.lateTakenBack,
  }));
  return { event: 'lateTakenBack', says, texts: byLevel };
}

function arrivalFact(
  { earliestAtMs, latestAtMs }: ArrivalTimes,
  nowMs: number,
  { locale, timeZone }: Pick<WaitOptions, 'locale' | 'timeZone'>,
  { facts }: NotificationTexts,
): Sentence {
  const earliest = momentText(earliestAtMs, nowMs, locale, timeZone);
  return facts.arrives(earliest, clockText(latestAtMs, locale, timeZone));
}

function isOfPromise(
  reason: WaitReason,
): reason is 'probablyLate' | 'promiseAhead' | 'promisePassed' {
  return reason === 'probablyLate' || reason === 'promiseAhead' || reason === 'promisePassed';
}

function titleOf({ reason, causeAtMs }: NotifiedWait, watched: WatchedOrder): NotificationTitle {
  // A time stays true for as long as the card stands; a duration does not.
  const promisedAtMs = watched.preferences?.promisedAtMs ?? causeAtMs;
  const atMs = reason === 'probablyLate' ? promisedAtMs : causeAtMs;
  const isSinceBefore = reason === 'longWait' && isCourierWaitSinceBefore(watched);
  return { say: isSinceBefore ? 'longWaitSinceBefore' : reason, atMs };
}

function factsOf(
  { forecast, reason }: NotifiedWait,
  watched: WatchedOrder,
  nowMs: number,
  options: WaitOptions,
  texts: NotificationTexts,
  level: WordedLevel,
): readonly Sentence[] {
  const { order } = watched;
  const arrival = forecast === undefined ? [] : [arrivalFact(forecast, nowMs, options, texts)];
  const { locale, timeZone } = options;
  if (reason === 'longWait') return [texts.facts.noCourierYet];
  const unchecked = isOfPromise(reason) ? notChecked(watched, nowMs, options, texts) : null;
  if (order === null) return [unchecked];
  const fix = order.courier?.fix ?? null;
  const place =
    fix === null
      ? null
      : stopFact(
          nearestStop(isCollected(watched) ? { ...order, pickup: null } : order, fix),
          (stop) => calledStop(stop, order.destinations.length),
          texts,
        );
  if (isOfPromise(reason) || reason === 'arrivedWaiting') {
    const status = statusPiece(order.status, level, texts);
    if (unchecked !== null) return [[status && texts.facts.was(status), place], unchecked];
    const statusAt = momentText(watched.observedAtMs ?? nowMs, nowMs, locale, timeZone);
    const fixAtMs = fix?.reportedAtMs ?? null;
    const placeAt =
      fixAtMs === null ? null : momentText(Math.min(fixAtMs, nowMs), nowMs, locale, timeZone);
    if ((status ?? place) !== null && statusAt === placeAt)
      return [...arrival, [status, place, texts.facts.asOf(statusAt)]];
    // A position may be older than the answer that has it: each is said with its own time.
    return [
      ...arrival,
      status && [status, texts.facts.asOf(statusAt)],
      place && [place, placeAt && texts.facts.asOf(placeAt)],
    ];
  }
  return [place];
}

/**
 * Whether the courier has been at the pickup, by the status or, where that stays as it is, by having left it: where
 * they come from is of no use any more.
 */
function isCollected({ journey, order }: WatchedOrder): boolean {
  const phase = order?.status.phase;
  return phase === 'pickedUp' || phase === 'atDropoff' || journey?.stage === 'toDropoff';
}

/** Since when an order was not checked, and why; null while what is known of it is the present. */
function notChecked(
  watched: WatchedOrder,
  nowMs: number,
  { locale, timeZone, stoppedBy = null }: WaitOptions,
  { facts }: NotificationTexts,
): Sentence {
  const { observedAtMs, problem } = watched;
  if (stoppedBy === null && problem === null && wasSeenLately(watched, nowMs)) return null;
  const fact =
    observedAtMs === null
      ? facts.noAnswerYet
      : facts.notCheckedSince(momentText(observedAtMs, nowMs, locale, timeZone));
  return [fact, stoppedBy === null ? null : facts.stoppedBy[stoppedBy]];
}
