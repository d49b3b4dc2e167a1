import type { FailureText } from '../delivery/delivery-failure.ts';
import { shortId } from '../order/format.ts';
import type { OrderId } from '../order/order-id.ts';
import {
  englishNotifications,
  type Spoken,
  type NotificationWords,
} from './notification-english.ts';
import { systemSound } from './notification-sound.ts';
import type { NotificationDraft } from './update-notification.ts';
import { freePiece, orderName, textsAtLevels } from './notification-pieces.ts';
import { withoutPhoneNumbers } from '../text/phone-numbers.ts';
import { safeSnippet } from '../text/safe-text.ts';
import type { OrderProblem } from '../watch/watched-order.ts';
import type { NotificationEvent } from './notification.ts';

/** The longest name of a desk in a title. */
const longestDesk = 40;

/*
 * Notifications about the program as a whole, and about orders that gave no update, in the words of
 * docs/notifications.md. English unless other words are given.
 */

function draft(event: NotificationEvent, spoken: Spoken, isLoud: boolean): NotificationDraft {
  const { title, body, hiddenBody } = spoken;
  return {
    event,
    isCritical: isLoud,
    sound: systemSound(isLoud),
    texts: textsAtLevels(() => ({ title, body }), { title, body: hiddenBody }),
  };
}

/**
 * The service has not answered for a while.
 *
 * @param since the time of its last answer, as text
 */
export function connectionLostNotification(
  since: string,
  listedCount: number,
  words: NotificationWords = englishNotifications,
): NotificationDraft {
  const spoken = words.program.connectionLost(since, listedCount);
  return draft('connectionLost', spoken, false);
}

/**
 * The service has asked for a pause that lasts.
 *
 * @param until the end of the pause, as text
 */
export function servicePausedNotification(
  until: string,
  listedCount: number,
  words: NotificationWords = englishNotifications,
): NotificationDraft {
  return draft('servicePaused', words.program.servicePaused(until, listedCount), false);
}

/** The service answers again. */
export function connectionRestoredNotification(
  afterMs: number,
  changedCount: number,
  words: NotificationWords = englishNotifications,
): NotificationDraft {
  const spoken = words.program.connectionRestored(words.duration(afterMs), changedCount);
  return draft('connectionRestored', spoken, false);
}

/**
 * The service does not accept the credentials, so nothing is checked.
 *
 * @param nextTry the time of the next try, as text
 */
export function credentialsRefusedNotification(
  httpStatus: number | null,
  nextTry: string,
  words: NotificationWords = englishNotifications,
): NotificationDraft {
  return draft('credentialsRefused', words.program.credentialsRefused(httpStatus, nextTry), true);
}

/** The credentials cannot be had, so nothing is checked. It counts as {@link credentialsRefusedNotification}. */
export function credentialsMissingNotification({ title, message }: FailureText): NotificationDraft {
  return draft('credentialsRefused', { title, body: message, hiddenBody: message }, true);
}

/** The service does not know an order, after several checks. */
export function notFoundNotification(
  id: OrderId,
  label: string | null,
  checkCount: number,
  words: NotificationWords = englishNotifications,
): NotificationDraft {
  return problemDraft('notFound', id, label, words.facts.answered404(checkCount), words);
}

/** What the service says of an order cannot be had or read, after several checks. */
export function refusedNotification(
  id: OrderId,
  label: string | null,
  { failureCount, httpStatus }: Pick<OrderProblem, 'failureCount' | 'httpStatus'>,
  words: NotificationWords = englishNotifications,
): NotificationDraft {
  const fact = words.facts.checksFailed(httpStatus, failureCount);
  return problemDraft('refused', id, label, fact, words);
}

function problemDraft(
  event: 'notFound' | 'refused',
  id: OrderId,
  label: string | null,
  fact: string,
  words: NotificationWords,
): NotificationDraft {
  const body = words.sentences(orderName(id, label), fact);
  const hiddenBody = words.order(shortId(id));
  return draft(event, { title: words.titles[event], body, hiddenBody }, false);
}

/**
 * Another desk of the team handed an order on to this one.
 *
 * @param by the name of that desk
 * @param reason in its words, which may name a person; null without any
 */
export function handedToMeNotification(
  id: OrderId,
  label: string | null,
  { by, reason }: { readonly by: string; readonly reason: string | null },
  words: NotificationWords = englishNotifications,
): NotificationDraft {
  const desk = safeSnippet(withoutPhoneNumbers(by), longestDesk);
  return {
    event: 'handedToMe',
    isCritical: false,
    sound: systemSound(true),
    texts: textsAtLevels(
      (level) => ({
        title: words.titles.handedToMe(desk),
        body: words.sentences(orderName(id, label), freePiece(reason, level, 120)),
      }),
      { title: words.hiddenTitles.handedToMe, body: words.order(shortId(id)) },
    ),
  };
}

/** The window was closed for the first time, or the dispatcher asked whether notifications come through. */
export function ownNotification(
  event: 'keptInTray' | 'selfTest',
  words: NotificationWords = englishNotifications,
): NotificationDraft {
  const text = words.program[event];
  return draft(event, { ...text, hiddenBody: text.body }, false);
}
