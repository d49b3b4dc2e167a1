import { distanceText, durationText } from '../order/format.ts';
import { statusTextInSentence } from '../order/order-status.ts';
import { vehicleText } from '../order/service-texts.ts';
import type { OrderStatus } from '../order/order.ts';
import { repeatedLossText } from '../watch/attention-texts.ts';
import type { RepeatedLoss } from '../watch/order-flags.ts';
import type { NotificationEvent, NotificationText } from './notification.ts';

/** One sentence: its text, or its parts to be joined by commas. */
export type Sentence = string | null | readonly (string | null)[];

/** A text about the program as a whole, with the body that is shown when details are hidden, if it differs. */
export interface Spoken extends NotificationText {
  readonly hiddenBody?: string;
}

/** "1 order", "24 orders". */
function orders(count: number): string {
  return `${count.toLocaleString('en')}\u00A0${count === 1 ? 'order' : 'orders'}`;
}

function changedOrders(count: number): string {
  return `${orders(count)} changed`;
}

function by(difference: string | null): string {
  return difference === null ? '' : ` by ${difference}`;
}

/**
 * How a language puts sentences in a row: each ends in one stop, and empty ones fall out.
 *
 * @param begun a sentence after another, as it begins
 */
export function sentencesIn(
  marks: { readonly comma: string; readonly stop: string; readonly between: string },
  begun: (text: string) => string = (text) => text,
): (...parts: readonly Sentence[]) => string {
  return (...parts) =>
    parts
      .map((part) => (typeof part === 'string' ? [part] : (part ?? [])))
      .map((pieces) => pieces.filter((piece) => piece !== null && piece !== '').join(marks.comma))
      .filter((text) => text !== '')
      .map((text, index) => (index === 0 ? text : begun(text)))
      .map((text) => (/[.!?…。！？]$/.test(text) ? text : `${text}${marks.stop}`))
      .join(marks.between);
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/**
 * Every word that a notification can say (docs/notifications.md). Times, money and labels arrive as
 * finished text; counts, distances and durations as numbers, because languages write and count them
 * differently.
 */
export const englishNotifications = {
  sentences: sentencesIn({ comma: ', ', stop: '.', between: ' ' }, capitalised),
  /** "A, B, C and 2 more". */
  names: (names: readonly string[], restCount: number): string => {
    if (restCount > 0) return `${names.join(', ')} and ${restCount} more`;
    const last = names.at(-1) ?? '';
    return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
  },
  duration: (ms: number) => durationText(ms, 'en'),
  distance: (meters: number) => distanceText(meters, 'en'),
  /** A status as it stands inside a sentence; an unknown word in quotes. */
  status: (status: OrderStatus) => statusTextInSentence(status, 'en'),
  /** The kind of vehicle in a sentence. */
  vehicle: (word: string) => vehicleText(word, 'en'),
  /** All that a hidden body may name: the short uuid. */
  order: (shortId: string) => `Order ${shortId}`,
  titles: {
    created: 'Order is on the platform',
    matched: 'Matched with a courier',
    courierChanged: 'Another courier took over',
    released: 'Courier released the order',
    firstFix: 'First position of the courier',
    leftPickup: 'Courier left the pickup',
    nearStop: (stopName: string) => `Courier is near ${stopName}`,
    movedOn: (distance: string) => `Courier moved ${distance}`,
    movesAgain: 'Courier moves again',
    statusChanged: (status: string) => `Now ${status}`,
    statusGone: 'Status no longer given',
    unknownStatus: (status: string) => `Status is now ${status}`,
    reopened: 'Finished order is open again',
    completed: (time: string) => `Completed at ${time}`,
    completedBefore: (time: string) => `Completed before ${time}`,
    amended: (difference: string | null) => `Price changed${by(difference)}`,
    completedAndAmended: (difference: string | null) => `Completed, price changed${by(difference)}`,
    cancelled: 'Order cancelled',
    addressChanged: (stopName: string) => `Address of ${stopName} changed`,
    planned: (time: string) => `Pickup planned for ${time}`,
    plannedNoMore: 'Pickup no longer planned',
    stopsChanged: 'Stops changed',
    noteChanged: 'Note to courier changed',
    notFound: 'Order not found',
    refused: 'Order cannot be checked',
    handedToMe: (desk: string) => `Handed to you by ${desk}`,
    courierSilent: (time: string) => `No position since ${time}`,
    courierLost: (time: string) => `Courier lost, no position since ${time}`,
    notMoving: (time: string) => `Courier not moving since ${time}`,
    arrivedWaiting: (time: string) => `Courier at the stop since ${time}`,
    longWait: (time: string) => `Waiting since ${time}`,
    longWaitSinceBefore: (time: string) => `Waiting since before ${time}`,
    optionEnds: (time: string) => `Free to cancel until ${time}`,
    probablyLate: (time: string) => `Probably late, promised ${time}`,
    lateTakenBack: (time: string) => `Probably in time after all, promised ${time}`,
    promiseAhead: (time: string) => `Promise at hand: ${time}`,
    promisePassed: (time: string) => `Promise passed: ${time}`,
  },
  /** The titles beside a hidden body, where the full title would say too much. */
  hiddenTitles: {
    handedToMe: 'Handed to you',
    statusChanged: 'Status changed',
    amended: 'Price changed',
    completedAndAmended: 'Completed, price changed',
    probablyLate: 'Probably late',
    lateTakenBack: 'Probably in time after all',
    promiseAhead: 'Promise at hand',
    promisePassed: 'Promise passed',
    addressChanged: 'Address changed',
    scheduleChanged: 'Planned time changed',
  },
  facts: {
    waiting: 'Waiting for courier',
    waitingAgain: 'Waiting again',
    /** "3rd courier": that the order keeps losing them. */
    repeatedLoss: (loss: RepeatedLoss) => repeatedLossText(loss, 'en'),
    courierNotGiven: 'Courier not given',
    /** When it arrives, as four of five orders do. */
    arrives: (earliest: string, latest: string) => `Arrives ${earliest} to ${latest}`,
    noCourierYet: 'No courier yet',
    noAnswerYet: 'No answer yet',
    notCheckedSince: (time: string) => `Not checked since ${time}`,
    /** Why, beside one of the two before. */
    stoppedBy: {
      paused: 'paused',
      noContact: 'no contact',
      servicePause: 'the service asked for a pause',
    },
    wordNotKnown: 'Waybell does not know this word; it is shown as received',
    wordLeftOut: 'Waybell does not know the new word; the window shows it',
    reason: (text: string) => `Reason: ${text}`,
    was: (status: string) => `Was: ${status}`,
    now: (text: string) => `Now ${text}`,
    watchedFor: (duration: string) => `watched for ${duration}`,
    /** What was so at a time, which stays true when it is read later. */
    asOf: (time: string) => `at ${time}`,
    fromStop: (distance: string, stopName: string) => `${distance} from ${stopName}, straight line`,
    pickup: 'the pickup',
    destination: 'the destination',
    stop: (number: number) => `stop ${number}`,
    stopAdded: (number: number) => `stop ${number} added`,
    stopRemoved: (number: number) => `stop ${number} removed`,
    stopEdited: (stopName: string) => `${stopName} edited`,
    stopsReordered: 'in another order',
    noteRemoved: 'removed',
    checksFailed: (httpStatus: number | null, checks: number) =>
      `${checks}\u00A0${checks === 1 ? 'check' : 'checks'} failed${httpStatus === null ? '' : ` (${httpStatus})`}`,
    answered404: (checks: number) =>
      `The service answered 404 to ${checks}\u00A0${checks === 1 ? 'check' : 'checks'}`,
  },
  program: {
    connectionLost(time: string, watched: number): Spoken {
      const fact = `${orders(watched)} ${watched === 1 ? 'is' : 'are'} not being checked`;
      return {
        title: `No contact since ${time}`,
        body: `${fact}. Trying again.`,
        hiddenBody: fact,
      };
    },
    servicePaused(time: string, watched: number): Spoken {
      const fact = `${orders(watched)} ${watched === 1 ? 'is' : 'are'} not being checked`;
      return {
        title: `The service asks for a pause until ${time}`,
        body: `${fact}. What is known stays.`,
        hiddenBody: fact,
      };
    },
    connectionRestored(duration: string, changed: number): Spoken {
      const fact = changed === 0 ? 'Nothing changed' : `${orders(changed)} changed`;
      return {
        title: `Connected again after ${duration}`,
        body: `${fact} in the meantime.`,
        hiddenBody: fact,
      };
    },
    credentialsRefused(httpStatus: number | null, nextTry: string): Spoken {
      const status = httpStatus === null ? '' : ` (${httpStatus})`;
      const next = `Next try at ${nextTry}`;
      return {
        title: 'Credentials refused',
        body: `The service refused the client ID and secret${status}. ${next}.`,
        hiddenBody: next,
      };
    },
    keptInTray: {
      title: 'Waybell stays in the tray',
      body: 'Checking goes on while the window is closed. The tray menu opens it again or quits.',
    },
    selfTest: {
      title: 'Test notification',
      body: 'This came the way of every notification. A click on it is the last step of the test.',
    },
    /** The made-up order that shows what a kind of notification looks like. */
    sample: {
      title: (title: string): string => `Example: ${title}`,
      label: 'Sheung Wan florist',
      colleague: 'Mei',
      courier: 'Lau Chi Keung',
      streets: ['8 Peel Street', '12 Wing Lok Street'] as readonly [string, string],
      notes: ['Ring twice', 'Call first'] as readonly [string, string],
    },
  },
  digest: {
    /** How several orders with the same event are called: "3 completed". */
    events: {
      created: 'on the platform',
      matched: 'matched',
      released: 'released',
      courierChanged: 'with another courier',
      courierMoved: 'with a moved courier',
      courierMovedOn: 'with a moved courier',
      statusChanged: 'with a new status',
      failed: 'failed',
      unknownStatus: 'with an unknown status',
      reopened: 'open again',
      completed: 'completed',
      amended: 'with a changed price',
      completedAndAmended: 'completed with a changed price',
      cancelled: 'cancelled',
      addressChanged: 'with another address',
      scheduleChanged: 'planned for another time',
      stopsChanged: 'with other stops',
      noteChanged: 'with another note',
      courierSilent: 'with a silent courier',
      courierLost: 'with a lost courier',
      notMoving: 'not moving',
      arrivedWaiting: 'waiting long at a stop',
      longWait: 'waiting long',
      optionEnds: 'free to cancel not much longer',
      probablyLate: 'probably late',
      lateTakenBack: 'probably in time after all',
      promiseAhead: 'with a promise at hand',
      promisePassed: 'with a promise passed',
      notFound: 'not found',
      refused: 'that cannot be checked',
      handedToMe: 'handed to you',
      connectionLost: 'without contact',
      servicePaused: 'paused by the service',
      connectionRestored: 'connected again',
      credentialsRefused: 'with refused credentials',
      keptInTray: 'kept in the tray',
      selfTest: 'for a test',
    } satisfies Record<NotificationEvent, string>,
    oneKind: (count: number, event: string) => `${count.toLocaleString('en')} orders ${event}`,
    part: (count: number, event: string) => `${count.toLocaleString('en')} ${event}`,
    since: (count: number, time: string) => `${changedOrders(count)} since ${time}`,
    /** After a start, a wake or an outage: the person may have sat there all the time. */
    away: (count: number) => `${changedOrders(count)} meanwhile`,
    quiet: (count: number) => `${changedOrders(count)} while it was quiet`,
    /** Said once when it begins. */
    gathers: 'News comes together from now on, as more than five orders are live',
    /** What may or may not have been shown when the program was ended. */
    inDoubt: (count: number) =>
      count === 1
        ? 'One notification may not have been shown'
        : `${count.toLocaleString('en')} notifications may not have been shown`,
    orders: changedOrders,
    parts: (parts: readonly string[]) => parts.join(', '),
  },
  /** Several orders that need a person, on one notification. */
  calls: {
    needYou: (count: number) => `${orders(count)} ${count === 1 ? 'needs' : 'need'} you`,
    stillNeedYou: (count: number) => `${orders(count)} still ${count === 1 ? 'needs' : 'need'} you`,
    named: (name: string, why: string) => `${name} (${why})`,
  },
  actions: {
    open: 'Open',
    snooze: 'Snooze 15\u00A0min',
    copyUuid: 'Copy uuid',
    takeOver: 'Take it over',
  },
};

/** Every word that a notification can say: another language does not compile until it has them all. */
export type NotificationTexts = typeof englishNotifications;
