import type { OrderId } from '../order/order-id.ts';
import { contractKinds, ownKinds, type UpdateKind } from '../order/order-update.ts';
import { retiredPromise } from '../watch/attention-reasons.ts';
import type { WaitReason } from '../watch/order-waits.ts';
import {
  type NotificationEvent,
  notificationEvents,
  type NotificationKind,
} from './notification.ts';

/*
 * The key of a notification: what it is about, when the cause of that began, and what of it is notified, with colons
 * between. The outbox accepts each key once, over restarts and new versions too, so the keys that profiles hold keep
 * their form: in another one, what was notified would be notified again.
 */

/** What a notification is about. */
type KeySubject = OrderId | NotificationEvent | 'self-test' | `example:${NotificationKind}`;

/** What is notified of an order: an update of these kinds, or one of these facts. */
type KeyFact =
  | readonly UpdateKind[]
  | WaitReason
  | 'notFound'
  | 'refused'
  | 'handedToMe'
  | 'courierNear'
  | 'probablyLater'
  | 'lateTakenBack'
  | 'reminder';

/** The end of the key of a notification about a promise that was at hand. */
export const aheadEnd = ':ahead';

/** The end of the key of what was noticed late: its own, so that the same fact can be notified where it begins anew. */
const noticedLateEnd = ':noticedLate';

/** What stands in a key for a fact, where that is not its name. */
const keyWords: Readonly<Record<string, string>> = {
  notFound: 'not-found',
  promiseAhead: `${retiredPromise}${aheadEnd}`,
  promisePassed: retiredPromise,
};

/**
 * The key of a notification: the same one for the same fact, whenever that is looked at.
 *
 * @param causeAtMs when the cause began, in milliseconds since 1970
 */
export function notificationKey(subject: KeySubject, causeAtMs: number, fact?: KeyFact): string {
  const key = `${subject}:${causeAtMs}`;
  if (fact === undefined) return key;
  return `${key}:${typeof fact === 'string' ? (keyWords[fact] ?? fact) : fact.join('+')}`;
}

/** The key under which a notification is kept that was noticed late. */
export function noticedLateKey(key: string): string {
  return `${key}${noticedLateEnd}`;
}

/** When the cause began that a key names, in milliseconds since 1970. */
export function causeAtMsOf(key: string): number {
  return Number(key.split(':')[1]);
}

const updateKinds: ReadonlySet<string> = new Set([...contractKinds, ...ownKinds]);

/** Whether a key is about an update: those of waits and of problems end in another word. */
export function isKeyOfUpdate(key: string): boolean {
  const [, , kinds = '', ...more] = key.split(':');
  return more.length === 0 && kinds.split('+').every((kind) => updateKinds.has(kind));
}

const repetition = /:again:\d+$/;

/** The key of a notification that is shown once more. */
export function repeatedKey(key: string, atMs: number): string {
  return `${key.replace(repetition, '')}:again:${atMs}`;
}

/** A key without the time of a repetition, which is by our clock to the millisecond: a timer may be some late. */
export function undatedKey(key: string): string {
  return key.replace(repetition, ':again');
}

const ownWords: ReadonlySet<string> = new Set([
  ...notificationEvents,
  ...contractKinds,
  ...ownKinds,
  ...Object.values(keyWords).flatMap((word) => word.split(':')),
  'again',
  'courierNear',
  noticedLateEnd.slice(1),
  'probablyLater',
  'reminder',
]);

/** A key with pseudonyms for all that is neither a number nor a word of our own, such as the order's id. */
export function redactedKey(key: string, pseudonymOf: (part: string) => string): string {
  return key
    .split(':')
    .map((part) => {
      const isOwn = part.split('+').every((word) => ownWords.has(word)) || /^\d{1,16}$/.test(part);
      return isOwn ? part : pseudonymOf(part);
    })
    .join(':');
}
