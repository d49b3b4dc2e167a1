import { durationText, shortId } from './format.ts';
import type { OrderId } from './order-id.ts';
import { piece, sentences } from './telling-words.ts';
import type { TellingDraft } from './telling-text.ts';
import type { TellingEvent, TellingText } from './telling.ts';

/*
 * What is told of the desk as a whole, and of orders that gave no update, in the words of
 * docs/notifications.md.
 */

function draft(
  event: TellingEvent,
  full: TellingText,
  hidden: TellingText,
  isLoud: boolean,
): TellingDraft {
  return {
    event,
    isCritical: isLoud,
    hasSound: isLoud,
    texts: { full, noNames: full, countOnly: hidden },
  };
}

/** "1 order", "24 orders". */
function orderCount(count: number): string {
  return `${count.toLocaleString('en')}\u00A0${count === 1 ? 'order' : 'orders'}`;
}

/** The service has not answered for a while. */
export function connectionLostTelling(forMs: number, watchedCount: number): TellingDraft {
  const title = `No contact for ${durationText(forMs)}`;
  const isOrAre = watchedCount === 1 ? 'is' : 'are';
  const fact = `${orderCount(watchedCount)} ${isOrAre} not being checked`;
  return draft(
    'connectionLost',
    { title, body: `${fact}. Trying again.` },
    { title, body: fact },
    false,
  );
}

/** The service answers again. */
export function connectionRestoredTelling(afterMs: number, changedCount: number): TellingDraft {
  const title = `Connected again after ${durationText(afterMs)}`;
  const fact = changedCount === 0 ? 'Nothing changed' : `${orderCount(changedCount)} changed`;
  return draft(
    'connectionRestored',
    { title, body: `${fact} in the meantime.` },
    { title, body: fact },
    false,
  );
}

/** The service does not accept the credentials, so nothing is checked. */
export function credentialsRefusedTelling(httpStatus: number | null): TellingDraft {
  const title = 'Checking is stopped';
  const answered = httpStatus === null ? '' : ` (${httpStatus})`;
  return draft(
    'credentialsRefused',
    { title, body: `The service refused the client ID and secret${answered}.` },
    { title, body: 'Credentials were refused' },
    true,
  );
}

/** The service does not know an order, after several checks. */
export function notFoundTelling(
  id: OrderId,
  label: string | null,
  checkCount: number,
): TellingDraft {
  const title = 'Order not found';
  const checks = checkCount === 1 ? '1\u00A0check' : `${checkCount}\u00A0checks`;
  return draft(
    'notFound',
    {
      title,
      body: sentences(piece(label ?? shortId(id), 80), `The service answered 404 to ${checks}`),
    },
    { title, body: `Order ${shortId(id)}` },
    false,
  );
}

/** The window was closed for the first time. */
export function keptInTrayTelling(): TellingDraft {
  const text = {
    title: 'Waybell stays in the tray',
    body: 'Checking goes on while the window is closed. The tray menu opens it again or quits.',
  };
  return draft('keptInTray', text, text, false);
}
