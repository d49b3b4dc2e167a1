import { freePiece, orderTexts } from './notification-pieces.ts';
import {
  englishNotifications,
  type Spoken,
  type NotificationTexts,
} from './notification-english.ts';
import type { NotificationDraft, NotificationEvent } from './notification.ts';
import { withoutPhoneNumbers } from '../text/phone-numbers.ts';
import { safeSnippet } from '../text/safe-text.ts';
import type { OrderProblem, WatchedOrder } from '../watch/watched-order.ts';

/** The longest name of a desk in a title. */
const longestDesk = 40;

/*
 * Notifications about the program as a whole, and about orders that gave no update, in the words of
 * docs/notifications.md.
 */

/** A notification about the program as a whole. */
export function programNotification(
  event: NotificationEvent,
  { title, body, hiddenBody = body }: Spoken,
): NotificationDraft {
  const text = { title, body };
  return { event, texts: { full: text, noNames: text, countOnly: { title, body: hiddenBody } } };
}

/** The service does not know an order, or what it says of it cannot be had or read, after several checks. */
export function problemNotification(
  watched: Pick<WatchedOrder, 'id' | 'label' | 'order'>,
  { code, failureCount, httpStatus }: Pick<OrderProblem, 'code' | 'failureCount' | 'httpStatus'>,
  texts: NotificationTexts = englishNotifications,
) {
  const event = code === 'order-not-found' ? 'notFound' : 'refused';
  const fact =
    event === 'notFound'
      ? texts.facts.answered404(failureCount)
      : texts.facts.checksFailed(httpStatus, failureCount);
  const byLevel = orderTexts(watched, texts, () => ({ title: texts.titles[event], facts: [fact] }));
  return { event, says: { say: event }, texts: byLevel } as const satisfies NotificationDraft;
}

/**
 * Another desk of the team handed an order on to this one.
 *
 * @param by the name of that desk
 * @param reason in its words, which may name a person; null without any
 */
export function handedToMeNotification(
  watched: Pick<WatchedOrder, 'id' | 'label' | 'order'>,
  { by, reason }: { readonly by: string; readonly reason: string | null },
  texts: NotificationTexts = englishNotifications,
): NotificationDraft {
  const desk = safeSnippet(withoutPhoneNumbers(by), longestDesk);
  const byLevel = orderTexts(watched, texts, (level) => ({
    title: texts.titles.handedToMe(desk),
    facts: [freePiece(reason, level, 120)],
    hiddenTitle: texts.hiddenTitles.handedToMe,
  }));
  return { event: 'handedToMe', says: { say: 'handedToMe', desk }, texts: byLevel };
}
