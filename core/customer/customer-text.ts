import type { Language, Speech } from '../text/language.ts';
import { clockText, distanceText, momentText } from '../order/format.ts';
import { distanceMeters } from '../order/geo.ts';
import type { Order } from '../order/order.ts';
import { isFinished } from '../order/order-status.ts';
import { spelledName } from '../order/short-name.ts';
import { safeSnippet } from '../text/safe-text.ts';

/** What is known of an order when its customer is told how it stands. */
export interface CustomerFacts {
  readonly order: Order;
  readonly statusSinceMs: number | null;
  /** The time that the dispatcher promised; null for none. */
  readonly promisedAtMs: number | null;
}

interface CustomerTexts {
  readonly searching: string;
  readonly assigned: (courier: string) => string;
  readonly atPickup: (courier: string) => string;
  readonly underWay: (courier: string) => string;
  readonly away: (courier: string, distance: string, time: string | null) => string;
  readonly arrived: (courier: string) => string;
  readonly done: (time: string | null) => string;
  readonly failed: string;
  readonly cancelled: string;
  readonly promised: (time: string) => string;
  readonly courier: (name: string | null) => string;
}

const textsIn: Readonly<Record<Language, CustomerTexts>> = {
  en: {
    searching: 'We are looking for a courier for your order.',
    assigned: (courier) => `${courier} is on the way to collect your order.`,
    atPickup: (courier) => `${courier} is collecting your order.`,
    underWay: (courier) => `${courier} is on the way to you.`,
    away: (courier, distance, time) =>
      time === null
        ? `${courier} is ${distance} away in a straight line.`
        : `${courier} is ${distance} away in a straight line (at ${time}).`,
    arrived: (courier) => `${courier} has arrived.`,
    done: (time) =>
      time === null ? 'Your order was delivered.' : `Your order was delivered at ${time}.`,
    failed: 'Your order could not be delivered.',
    cancelled: 'Your order was cancelled.',
    promised: (time) => ` It is promised for ${time}.`,
    courier: (name) => (name === null ? 'Your courier' : `Your courier ${name}`),
  },
  'zh-Hant': {
    searching: '我們正在為你的訂單尋找配送員。',
    assigned: (courier) => `${courier}正前往取貨。`,
    atPickup: (courier) => `${courier}正在取貨。`,
    underWay: (courier) => `${courier}正在前往你的地址。`,
    away: (courier, distance, time) =>
      time === null
        ? `${courier}距離你 ${distance}（直線距離）。`
        : `${courier}距離你 ${distance}（直線距離，${time}）。`,
    arrived: (courier) => `${courier}已到達。`,
    done: (time) => (time === null ? '你的訂單已送達。' : `你的訂單已於 ${time} 送達。`),
    failed: '你的訂單未能送達。',
    cancelled: '你的訂單已取消。',
    promised: (time) => `約定時間為 ${time}。`,
    courier: (name) => (name === null ? '你的配送員' : `你的配送員 ${name} `),
  },
};

/** How long a status of the past can be told by its time alone. */
const dayMs = 24 * 3_600_000;

/**
 * What the customer of an order can be told of it now, in one or two sentences. It names the courier by no more than
 * a notification does, never a number, and no time of arrival, because the service gives none.
 *
 * @param nowMs milliseconds since 1970
 * @param speech the customer's language
 * @returns null while the order's status says nothing
 */
export function customerText(
  { order, promisedAtMs, statusSinceMs }: CustomerFacts,
  nowMs: number,
  { language, locale }: Speech,
): string | null {
  const texts = textsIn[language];
  const courier = texts.courier(customersCourier(order));
  const { phase } = order.status;
  const said = () => {
    switch (phase) {
      case 'searching':
        return texts.searching;
      case 'assigned':
        return texts.assigned(courier);
      case 'atPickup':
        return texts.atPickup(courier);
      case 'pickedUp':
        return awayText(order, courier, texts, locale) ?? texts.underWay(courier);
      case 'atDropoff':
        return order.destinations.length > 1 ? texts.underWay(courier) : texts.arrived(courier);
      case 'done': {
        const isOfToday = statusSinceMs !== null && nowMs - statusSinceMs < dayMs;
        return texts.done(isOfToday ? clockText(statusSinceMs, locale) : null);
      }
      case 'failed':
        return texts.failed;
      case 'cancelled':
        return texts.cancelled;
      case 'unknown':
        return null;
      default:
        return phase satisfies never;
    }
  };
  const sentence = said();
  if (sentence === null) return null;
  const isPromised = promisedAtMs !== null && promisedAtMs > nowMs && !isFinished(phase);
  const promise = isPromised ? texts.promised(momentText(promisedAtMs, nowMs, locale)) : '';
  return sentence + promise;
}

/** A courier as customers are told of one: never by a number, however the service gives the name. */
function customersCourier({ courier }: Order): string | null {
  const spelled = spelledName(courier?.name ?? '');
  return spelled === null ? null : safeSnippet(spelled, 40);
}

/** How far the courier is; null where several customers wait, because nothing says whose turn it is. */
function awayText(
  { courier, destinations }: Order,
  subject: string,
  texts: CustomerTexts,
  locale: string,
): string | null {
  const [destination, ...more] = destinations;
  const fix = courier?.fix ?? null;
  if (fix === null || destination?.point == null || more.length > 0) return null;
  const distance = distanceText(distanceMeters(fix, destination.point), locale);
  const time = fix.reportedAtMs === null ? null : clockText(fix.reportedAtMs, locale);
  return texts.away(subject, distance, time);
}
