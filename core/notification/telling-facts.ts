import type { CourierMove } from '../order/courier-move.ts';
import { clockText, moneyText, shortId, signedMoneyText } from '../order/format.ts';
import type { PriceUnit } from '../order/format.ts';
import type { OrderUpdate, UpdateKind } from '../order/order-update.ts';
import type { Money, OrderStatus } from '../order/order.ts';
import { shortName } from '../order/short-name.ts';
import type { TellingWords } from './telling-dictionary.ts';
import { piece } from './telling-words.ts';
import type { WatchedOrder } from '../watch/watched-order.ts';

/** What wording depends on beside the update itself. */
export interface TellingOptions {
  readonly priceUnit: PriceUnit;
  /** A BCP 47 tag for numbers, money and times. */
  readonly locale: string;
  /** An IANA name; the machine's own zone when absent. */
  readonly timeZone?: string;
  /** Tells every move of 200 m and 60 s too, not only those that mean something. */
  readonly tellsEveryMove?: boolean;
  /** English unless given. */
  readonly words?: TellingWords;
}

/** The facts that the wording table draws on, each ready to stand in a sentence; null is not given. */
export interface TellingFacts {
  /** The dispatcher's label or the short uuid. */
  readonly label: string;
  /** Shortened: "Lau K.". */
  readonly courierName: string | null;
  readonly vehicle: string | null;
  readonly status: OrderStatus;
  /** The status before, when it changed: "matched". */
  readonly was: string | null;
  readonly move: CourierMove | null;
  readonly destinationCount: number;
  /** When the update was seen, as a clock time. */
  readonly time: string;
  /** When the order was created is not told by the service; since when it is watched is known. */
  readonly watchedForMs: number;
  readonly price: string | null;
  /** "+HK$12.00". */
  readonly priceDifference: string | null;
  readonly releaseReason: string | null;
  readonly amendmentReason: string | null;
}

/** Draws the facts out of an update and the order as it is after it. */
export function tellingFacts(
  update: OrderUpdate,
  watched: WatchedOrder,
  options: TellingOptions,
  words: TellingWords,
): TellingFacts {
  const { order } = watched;
  const before = update.changes.find((change) => change.field === 'status')?.before;
  const price = order?.price ?? null;
  const difference = priceDifference(update);
  return {
    label: piece(watched.label ?? shortId(update.orderId), 80),
    courierName: pieceOrNull(shortNameOrNull(order?.courier?.name ?? null)),
    vehicle: pieceOrNull(order?.vehicleType?.replaceAll('_', ' ') ?? null),
    status: statusAfter(update) ?? order?.status ?? { raw: null, phase: 'unknown' },
    was: before === undefined ? null : piece(words.status(before), 60),
    move: update.move,
    destinationCount: order?.destinations.length ?? 0,
    time: clockText(update.seenAtMs, options.locale, options.timeZone),
    watchedForMs: update.seenAtMs - watched.addedAtMs,
    price: price === null ? null : moneyText(price, options.priceUnit, options.locale),
    priceDifference:
      difference === null ? null : signedMoneyText(difference, options.priceUnit, options.locale),
    releaseReason: reasonOf(update, 'order_released', /^Order was released because: (.+)$/s),
    amendmentReason: reasonOf(
      update,
      'amendment_added',
      /^Price amendment added for: (.+) \(price: [^()]*\)\.$/s,
    ),
  };
}

/** The status that an update led to, if it changed it. */
export function statusAfter(update: OrderUpdate): OrderStatus | undefined {
  return update.changes.find((change) => change.field === 'status')?.after;
}

function pieceOrNull(text: string | null): string | null {
  return text === null ? null : piece(text, 40);
}

/** Whoever stands behind the dispatcher reads along. */
function shortNameOrNull(name: string | null): string | null {
  return name === null ? null : shortName(name);
}

function priceDifference(update: OrderUpdate): Money | null {
  const change = update.changes.find(({ field }) => field === 'price');
  if (change?.field !== 'price' || change.before === null || change.after === null) return null;
  if (change.before.currency !== change.after.currency) return null;
  const amount = Number((change.after.amount - change.before.amount).toPrecision(12));
  return amount === 0 ? null : { amount, currency: change.after.currency };
}

function reasonOf(update: OrderUpdate, kind: UpdateKind, pattern: RegExp): string | null {
  const reason = pattern.exec(update.reasons[update.kinds.indexOf(kind)] ?? '')?.[1];
  return reason === undefined ? null : piece(reason, 120);
}
