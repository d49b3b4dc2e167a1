import type { OrderStatus } from '../order/order.ts';
import type { NotificationEvent, NotificationText } from './notification.ts';

/** One sentence: its text, or its parts to be joined by commas. */
export type Sentence = string | null | readonly (string | null)[];

/**
 * Every word that a notification can say, so that a second language is a second object. Times, money
 * and labels arrive as finished text; counts, distances and durations as numbers, because languages
 * write and count them differently.
 */
export interface NotificationWords {
  /** Sentences in a row, each closed as the language closes it; empty ones fall out. */
  readonly sentences: (...parts: readonly Sentence[]) => string;
  /** "A, B, C and 2 more". */
  readonly names: (names: readonly string[], restCount: number) => string;
  readonly duration: (ms: number) => string;
  readonly distance: (meters: number) => string;
  /** A status as it stands inside a sentence; an unknown word in quotes. */
  readonly status: (status: OrderStatus) => string;
  /** All that a hidden body may name: the short uuid. */
  readonly order: (shortId: string) => string;
  readonly titles: {
    readonly created: string;
    readonly matched: string;
    readonly courierChanged: string;
    readonly released: string;
    readonly firstFix: string;
    readonly leftPickup: string;
    readonly nearStop: (stopName: string) => string;
    readonly movedOn: (distance: string) => string;
    readonly movesAgain: string;
    readonly statusChanged: (status: string) => string;
    readonly statusGone: string;
    readonly unknownStatus: (status: string) => string;
    readonly reopened: string;
    readonly completed: (time: string) => string;
    readonly amended: (difference: string | null) => string;
    readonly completedAndAmended: (difference: string | null) => string;
    readonly cancelled: string;
    readonly notFound: string;
    readonly courierSilent: (duration: string) => string;
    readonly courierLost: (duration: string) => string;
    readonly notMoving: (duration: string) => string;
    readonly longWait: (duration: string) => string;
    readonly promiseAhead: (time: string) => string;
    readonly promisePassed: (time: string) => string;
    readonly flapping: (releases: number, duration: string) => string;
    readonly flappingStatus: (duration: string) => string;
  };
  /** What a title becomes beside a hidden body, where it would say too much. */
  readonly hiddenTitles: {
    readonly statusChanged: string;
    readonly amended: string;
    readonly completedAndAmended: string;
    readonly promise: string;
  };
  readonly facts: {
    readonly waiting: string;
    readonly waitingAgain: string;
    readonly courierNotGiven: string;
    readonly noCourierYet: string;
    readonly wordNotKnown: string;
    readonly reason: (text: string) => string;
    readonly was: (status: string) => string;
    readonly now: (text: string) => string;
    readonly watchedFor: (duration: string) => string;
    readonly lastSeen: (time: string) => string;
    readonly fromStop: (distance: string, stopName: string) => string;
    readonly pickup: string;
    readonly destination: string;
    readonly stop: (number: number) => string;
    readonly answered404: (checks: number) => string;
  };
  readonly program: {
    readonly connectionLost: (duration: string, watched: number) => Spoken;
    readonly connectionRestored: (duration: string, changed: number) => Spoken;
    readonly stopped: string;
    readonly credentialsRefused: (httpStatus: number | null) => Spoken;
    readonly keptInTray: NotificationText;
    readonly selfTest: NotificationText;
  };
  readonly digest: {
    /** How several orders with the same event are called: "3 completed". */
    readonly events: Readonly<Record<NotificationEvent, string>>;
    readonly oneKind: (orders: number, event: string) => string;
    readonly part: (count: number, event: string) => string;
    readonly inSeconds: (changes: number, seconds: number) => string;
    readonly away: (changes: number) => string;
    readonly quiet: (changes: number) => string;
    /** What may or may not have been shown when the program was ended. */
    readonly inDoubt: (notifications: number) => string;
    readonly changes: (changes: number) => string;
    readonly parts: (parts: readonly string[]) => string;
  };
  readonly actions: {
    readonly open: string;
    readonly snooze: string;
    readonly copyUuid: string;
  };
}

/** A text about the program as a whole, with the body that is shown when details are hidden. */
export interface Spoken extends NotificationText {
  readonly hiddenBody: string;
}
