import type { StopRef } from '../order/courier-move.ts';
import {
  moneyText,
  momentText,
  type PriceUnit,
  shortId,
  signedMoneyText,
} from '../order/format.ts';
import { customerName } from '../customer/customer-name.ts';
import type { OrderId } from '../order/order-id.ts';
import { isUnknownWord } from '../order/order-status.ts';
import type { Money, OrderStatus } from '../order/order.ts';
import { isKnownVehicle } from '../order/service-texts.ts';
import { shortName } from '../order/short-name.ts';
import { withoutPhoneNumbers } from '../text/phone-numbers.ts';
import { safeSnippet } from '../text/safe-text.ts';
import type { WatchedOrder } from '../watch/watched-order.ts';
import type { NotificationTexts, Sentence } from './notification-english.ts';
import type {
  Notification,
  NotificationPrivacy,
  NotificationText,
  NotificationTitle,
} from './notification.ts';

/*
 * The texts of others inside a notification. One rule decides which of them may be said without names:
 * only what comes from a closed list (known statuses, known vehicles, currencies of ISO 4217). Anything
 * else that the service writes may hold a person, whatever its field is called.
 */

/** The levels at which the event itself is worded. */
export type WordedLevel = Exclude<NotificationPrivacy, 'countOnly'>;

/** What a notification says of an order. */
export interface Wording {
  readonly title: string;
  /** What its body says after the name of the order. */
  readonly facts: readonly Sentence[];
  /** The title where details are hidden, if it differs. */
  readonly hiddenTitle?: string;
}

/**
 * The texts of a notification about an order: a body begins with its name, and where details are hidden it has the
 * uuid alone.
 *
 * @param hiddenFacts what may be said even then
 */
export function orderTexts(
  { id, label, order: known }: Pick<WatchedOrder, 'id' | 'label' | 'order'>,
  { order, sentences }: Pick<NotificationTexts, 'order' | 'sentences'>,
  say: (level: WordedLevel) => Wording,
  hiddenFacts: readonly Sentence[] = [],
): Notification['texts'] {
  const textOf = (name: string, { facts, title }: Wording): NotificationText => ({
    title,
    body: sentences(name, ...facts),
  });
  const noNames = say('noNames');
  const short = order(shortId(id));
  return {
    full: textOf(orderNameAt('full', { id, label, order: known }), say('full')),
    noNames: textOf(orderName(id, label), noNames),
    countOnly: {
      title: noNames.hiddenTitle ?? noNames.title,
      body: hiddenFacts.length === 0 ? short : sentences(short, ...hiddenFacts),
    },
  };
}

/** How the values of a title are written. */
export interface TitleWords {
  readonly texts: NotificationTexts;
  readonly locale: string;
  readonly timeZone?: string;
  /** Default: amounts as the service gives them. */
  readonly priceUnit?: PriceUnit;
}

/**
 * A title in words.
 *
 * @param nowMs when it is said: a time of another day has its day
 */
export function titleText(title: NotificationTitle, nowMs: number, words: TitleWords): string {
  const { locale, priceUnit = 'raw', texts, timeZone } = words;
  const { hiddenTitles, titles } = texts;
  if ('atMs' in title) return titles[title.say](momentText(title.atMs, nowMs, locale, timeZone));
  if ('desk' in title) return titles[title.say](title.desk);
  if ('stop' in title) return titles[title.say](stopName(title.stop, texts));
  if ('distanceMeters' in title) return titles[title.say](texts.distance(title.distanceMeters));
  if ('difference' in title) {
    const { difference, say } = title;
    return titles[say](difference && signedMoneyText(difference, priceUnit, locale));
  }
  if ('status' in title) {
    const { say, status } = title;
    return status === null ? hiddenTitles.statusChanged : titles[say](texts.status(status));
  }
  return titles[title.say];
}

/** What a stop is called inside a sentence. */
export function stopName(
  stop: StopRef | 'destination',
  { facts }: Pick<NotificationTexts, 'facts'>,
): string {
  return typeof stop === 'number' ? facts.stop(stop) : facts[stop];
}

const noText: NotificationText = { title: '', body: '' };

/** The texts of a notification that is not shown. */
export const noTexts: Notification['texts'] = { full: noText, noNames: noText, countOnly: noText };

/** Free text of the service: safe to show, on one line and without phone numbers; null when it is left out. */
export function freePiece(
  text: string | null,
  level: WordedLevel,
  maxGraphemes: number,
): string | null {
  return text === null || level !== 'full' ? null : safePiece(text, maxGraphemes);
}

/** What a notification calls an order: its label, the dispatcher's own words, or its short uuid. */
export function orderName(id: OrderId, label: string | null): string {
  return (label === null ? null : safePiece(label, 80)) ?? shortId(id);
}

/** What an order is called where this much may be said: without a label by its customer, shortened as a courier is. */
export function orderNameAt(
  privacy: NotificationPrivacy,
  { id, label, order }: Pick<WatchedOrder, 'id' | 'label' | 'order'>,
): string {
  if (privacy === 'countOnly') return shortId(id);
  const customer = privacy === 'full' ? customerName(order) : null;
  return orderName(id, label ?? (customer === null ? null : shortName(customer)));
}

/** A status as a notification may say it, its word safe to show where it is not known; null when it is left out. */
export function sayableStatus(status: OrderStatus, level: WordedLevel): OrderStatus | null {
  if (!isUnknownWord(status)) return status;
  const raw = freePiece(status.raw, level, 60);
  return raw === null ? null : { ...status, raw };
}

/** A status inside a notification; null when it is left out. */
export function statusPiece(
  status: OrderStatus,
  level: WordedLevel,
  texts: Pick<NotificationTexts, 'status'>,
): string | null {
  const sayable = sayableStatus(status, level);
  return sayable && texts.status(sayable);
}

/** The kind of vehicle inside a notification; null when it is left out. */
export function vehiclePiece(
  vehicleType: string | null,
  level: WordedLevel,
  texts: Pick<NotificationTexts, 'vehicle'>,
): string | null {
  if (vehicleType === null) return null;
  const spoken = texts.vehicle(vehicleType);
  return freePiece(spoken, isKnownVehicle(vehicleType) ? 'full' : level, 40);
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** An amount as a notification may say it; null when it is left out. */
export function sayableMoney(money: Money | null, level: WordedLevel): Money | null {
  const isFreeText = money?.currency != null && !currencies.has(money.currency);
  return isFreeText && level !== 'full' ? null : money;
}

/** An amount inside a notification; null when it is left out. */
export function moneyPiece(
  money: Money | null,
  level: WordedLevel,
  options: { readonly priceUnit: PriceUnit; readonly locale: string },
): string | null {
  const sayable = sayableMoney(money, level);
  return sayable && moneyText(sayable, options.priceUnit, options.locale);
}

function safePiece(text: string, maxGraphemes: number): string | null {
  const piece = safeSnippet(withoutPhoneNumbers(text), maxGraphemes);
  return piece === '' ? null : piece;
}
