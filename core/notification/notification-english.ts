import { distanceText, durationText } from '../order/format.ts';
import { statusWordsInSentence } from '../order/order-status.ts';
import type { Sentence, NotificationWords } from './notification-words.ts';

/** "1 order", "24 orders". */
function orders(count: number): string {
  return `${count.toLocaleString('en')}\u00A0${count === 1 ? 'order' : 'orders'}`;
}

function changes(count: number): string {
  return count === 1 ? '1 change' : `${count.toLocaleString('en')} changes`;
}

function by(difference: string | null): string {
  return difference === null ? '' : ` by ${difference}`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

/** Sentences in a row, each beginning with a capital and ending in one full stop; empty ones fall out. */
function sentences(...parts: readonly Sentence[]): string {
  return parts
    .map((part) => (typeof part === 'string' ? part : joined(part ?? [])))
    .filter((text) => text !== '')
    .map((text, index) => (index === 0 ? text : capitalised(text)))
    .map((text) => (/[.!?…。！？]$/.test(text) ? text : `${text}.`))
    .join(' ');
}

function joined(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(', ');
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The words of docs/notifications.md. */
export const englishNotifications: NotificationWords = {
  sentences,
  names(names, restCount) {
    if (restCount > 0) return `${names.join(', ')} and ${restCount} more`;
    const last = names.at(-1) ?? '';
    return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
  },
  duration: (ms) => durationText(ms, 'en'),
  distance: (meters) => distanceText(meters, 'en'),
  status: (status) => statusWordsInSentence(status, 'en'),
  order: (shortId) => `Order ${shortId}`,
  titles: {
    created: 'Order is on the platform',
    matched: 'Matched with a courier',
    courierChanged: 'Another courier took over',
    released: 'Courier released the order',
    firstFix: 'First position of the courier',
    leftPickup: 'Courier left the pickup',
    nearStop: (stopName) => `Courier is near ${stopName}`,
    movedOn: (distance) => `Courier moved ${distance}`,
    movesAgain: 'Courier moves again',
    statusChanged: (status) => `Now ${status}`,
    statusGone: 'Status no longer given',
    unknownStatus: (status) => `Status is now ${status}`,
    reopened: 'Finished order is open again',
    completed: (time) => `Completed at ${time}`,
    amended: (difference) => `Price changed${by(difference)}`,
    completedAndAmended: (difference) => `Completed, price changed${by(difference)}`,
    cancelled: 'Order cancelled',
    notFound: 'Order not found',
    courierSilent: (duration) => `No position for ${duration}`,
    courierLost: (duration) => `Position lost for ${duration}`,
    notMoving: (duration) => `Courier not moving for ${duration}`,
    longWait: (duration) => `Waiting for ${duration}`,
    promiseAhead: (time) => `Promised for ${time}`,
    promisePassed: (time) => `Promised time ${time} passed`,
    flapping: (releases, duration) => `Released ${times(releases)} in ${duration}`,
    flappingStatus: (duration) => `Status changed back and forth for ${duration}`,
  },
  hiddenTitles: {
    statusChanged: 'Status changed',
    amended: 'Price changed',
    completedAndAmended: 'Completed, price changed',
    promise: 'Promised time',
  },
  facts: {
    waiting: 'Waiting for courier',
    waitingAgain: 'Waiting again',
    courierNotGiven: 'Courier not given',
    noCourierYet: 'No courier yet',
    wordNotKnown: 'Waybell does not know this word; it is shown as received',
    reason: (text) => `Reason: ${text}`,
    was: (status) => `Was: ${status}`,
    now: (text) => `Now ${text}`,
    watchedFor: (duration) => `watched for ${duration}`,
    lastSeen: (time) => `Last seen ${time}`,
    fromStop: (distance, stopName) => `${distance} from ${stopName}, straight line`,
    pickup: 'the pickup',
    destination: 'the destination',
    stop: (number) => `stop ${number}`,
    answered404: (checks) =>
      `The service answered 404 to ${checks}\u00A0${checks === 1 ? 'check' : 'checks'}`,
  },
  program: {
    connectionLost(duration, watched) {
      const fact = `${orders(watched)} ${watched === 1 ? 'is' : 'are'} not being checked`;
      return {
        title: `No contact for ${duration}`,
        body: `${fact}. Trying again.`,
        hiddenBody: fact,
      };
    },
    connectionRestored(duration, changed) {
      const fact = changed === 0 ? 'Nothing changed' : `${orders(changed)} changed`;
      return {
        title: `Connected again after ${duration}`,
        body: `${fact} in the meantime.`,
        hiddenBody: fact,
      };
    },
    stopped: 'Checking is stopped',
    credentialsRefused: (httpStatus) => ({
      title: 'Checking is stopped',
      body: `The service refused the client ID and secret${httpStatus === null ? '' : ` (${httpStatus})`}.`,
      hiddenBody: 'Credentials were refused',
    }),
    keptInTray: {
      title: 'Waybell stays in the tray',
      body: 'Checking goes on while the window is closed. The tray menu opens it again or quits.',
    },
    selfTest: {
      title: 'Test notification',
      body: 'This came the way of every notification. A click on it is the last step of the test.',
    },
  },
  digest: {
    events: {
      created: 'on the platform',
      matched: 'matched',
      released: 'released',
      courierChanged: 'with another courier',
      courierMoved: 'with a moved courier',
      statusChanged: 'with a new status',
      unknownStatus: 'with an unknown status',
      reopened: 'open again',
      completed: 'completed',
      amended: 'with a changed price',
      completedAndAmended: 'completed with a changed price',
      cancelled: 'cancelled',
      flapping: 'released again and again',
      courierSilent: 'without a position',
      courierLost: 'with a lost position',
      notMoving: 'not moving',
      longWait: 'waiting long',
      promiseAtRisk: 'with a promised time at hand',
      notFound: 'not found',
      connectionLost: 'without contact',
      connectionRestored: 'connected again',
      credentialsRefused: 'with refused credentials',
      keptInTray: 'kept in the tray',
      selfTest: 'for a test',
    },
    oneKind: (count, event) => `${count.toLocaleString('en')} orders ${event}`,
    part: (count, event) => `${count.toLocaleString('en')} ${event}`,
    inSeconds: (count, seconds) => `${changes(count)} in ${seconds}\u00A0s`,
    away: (count) => `${changes(count)} while you were away`,
    quiet: (count) => `${changes(count)} while it was quiet`,
    inDoubt: (count) =>
      count === 1
        ? 'One notification may not have been shown'
        : `${count.toLocaleString('en')} notifications may not have been shown`,
    changes,
    parts: (parts) => parts.join(', '),
  },
  actions: { open: 'Open', snooze: 'Snooze 15\u00A0min', copyUuid: 'Copy uuid' },
};
