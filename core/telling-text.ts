import type { StopRef } from './courier-move.ts';
import { distanceText, shortId } from './format.ts';
import type { PriceUnit } from './format.ts';
import { statusWordsInSentence } from './order-status.ts';
import type { OrderUpdate, UpdateKind } from './order-update.ts';
import type { OrderStatus } from './order.ts';
import { statusAfter, tellingFacts } from './telling-facts.ts';
import type { TellingFacts } from './telling-facts.ts';
import { piece, sentences } from './telling-words.ts';
import type { Telling, TellingEvent, TellingText } from './telling.ts';
import type { WatchedOrder } from './watched-order.ts';

/** What wording depends on beside the update itself. */
export interface TellingOptions {
  readonly priceUnit: PriceUnit;
  /** A BCP 47 tag for numbers, money and times. */
  readonly locale: string;
  /** An IANA name; the machine's own zone when absent. */
  readonly timeZone?: string;
  /** Tells every move of 200 m and 60 s too, not only those that mean something. */
  readonly tellsEveryMove?: boolean;
}

/** What a telling says and how loudly, before it gets its key and its time. */
export type TellingDraft = Pick<Telling, 'event' | 'isCritical' | 'hasSound' | 'texts'>;

/**
 * What an update of an order is told as, in the words of docs/notifications.md; null when it is for
 * the history only. Every change of status and each of the contract's six kinds is told, a courier's
 * move only when it means something. An update of several kinds is told once, as the most serious.
 *
 * @param watched the order as it is after the update
 */
export function updateTelling(
  update: OrderUpdate,
  watched: WatchedOrder,
  options: TellingOptions,
): TellingDraft | null {
  const event = eventOf(update, options);
  if (event === null) return null;
  const wording = wordingOf(event, tellingFacts(update, watched, options));
  const short = `Order ${shortId(update.orderId)}`;
  const isLoud = event === 'released' || event === 'cancelled';
  return {
    event,
    isCritical: isLoud,
    hasSound: isLoud,
    texts: {
      full: { title: wording.title, body: wording.body },
      noNames: { title: wording.title, body: wording.bodyWithoutNames ?? wording.body },
      countOnly: {
        title: wording.hiddenTitle ?? wording.title,
        body: event === 'released' ? `${short}. Waiting again.` : short,
      },
    },
  };
}

function eventOf(update: OrderUpdate, options: TellingOptions): TellingEvent | null {
  const has = (kind: UpdateKind): boolean => update.kinds.includes(kind);
  if (has('order_cancelled')) return 'cancelled';
  if (has('order_completed')) return has('amendment_added') ? 'completedAndAmended' : 'completed';
  if (has('amendment_added')) return 'amended';
  if (has('order_released')) return has('order_matched') ? 'courierChanged' : 'released';
  if (has('order_matched')) return 'matched';
  if (has('status_changed')) {
    const status = statusAfter(update);
    return status?.phase === 'unknown' && status.raw !== null ? 'unknownStatus' : 'statusChanged';
  }
  if (has('order_created')) return 'created';
  const meaning = update.move?.meaning;
  if (meaning === undefined) return null;
  return meaning === 'movedOn' && options.tellsEveryMove !== true ? null : 'courierMoved';
}

interface Wording extends TellingText {
  /** The body without courier names, where it differs. */
  readonly bodyWithoutNames?: string;
  /** The title that goes with the hidden body, where it differs. */
  readonly hiddenTitle?: string;
}

function wordingOf(event: TellingEvent, facts: TellingFacts): Wording {
  const { label } = facts;
  switch (event) {
    case 'created':
      return { title: 'Order is on the platform', body: sentences(label, 'Waiting for courier') };
    case 'matched':
      return { title: 'Matched with a courier', ...courierBodies(facts) };
    case 'courierChanged':
      return { title: 'Another courier took over', ...courierBodies(facts) };
    case 'released':
      return {
        title: 'Courier released the order',
        body: sentences(
          label,
          facts.releaseReason && `Reason: ${facts.releaseReason}`,
          'Waiting again',
        ),
      };
    case 'courierMoved':
      return { title: moveTitle(facts), body: sentences(label, moveFact(facts)) };
    case 'statusChanged':
      return { title: statusTitle(facts.status), body: sentences(label, facts.was) };
    case 'unknownStatus':
      return {
        title: `Status is now ${piece(statusWordsInSentence(facts.status), 60)}`,
        body: sentences(label, 'Waybell does not know this word; it is shown as received'),
        hiddenTitle: 'Status changed',
      };
    case 'completed':
      return {
        title: `Completed at ${facts.time}`,
        body: sentences(label, [facts.price, `watched for ${facts.watchedFor}`]),
      };
    case 'amended':
      return {
        title: `Price changed${facts.priceDifference}`,
        body: sentences(label, facts.amendmentReason, facts.price && `Now ${facts.price}`),
        hiddenTitle: 'Price changed',
      };
    case 'completedAndAmended':
      return {
        title: `Completed, price changed${facts.priceDifference}`,
        body: sentences(label, facts.price && `Now ${facts.price}`),
        hiddenTitle: 'Completed, price changed',
      };
    case 'cancelled':
      return {
        title: 'Order cancelled',
        body: sentences(label, [facts.was, `watched for ${facts.watchedFor}`]),
      };
    case 'notFound':
    case 'connectionLost':
    case 'connectionRestored':
    case 'credentialsRefused':
    case 'keptInTray':
      throw new RangeError(`no update of an order is told as ${event}`);
  }
}

function courierBodies(facts: TellingFacts): Pick<Wording, 'body' | 'bodyWithoutNames'> {
  const { label, courierName, vehicle } = facts;
  const known = courierName ?? vehicle;
  return {
    body: sentences(label, known === null ? 'Courier not given' : [courierName, vehicle]),
    bodyWithoutNames: sentences(label, vehicle),
  };
}

function statusTitle(status: OrderStatus): string {
  return status.raw === null ? 'Status no longer given' : `Now ${statusWordsInSentence(status)}`;
}

function moveTitle({ move, destinationCount }: TellingFacts): string {
  switch (move?.meaning) {
    case undefined:
    case 'firstFix':
      return 'First position of the courier';
    case 'leftPickup':
      return 'Courier left the pickup';
    case 'nearStop':
      return `Courier is near ${stopName(move.nextStop?.stop ?? 1, destinationCount)}`;
    case 'movedOn':
      return `Courier moved ${distanceText(move.distanceMeters)}`;
  }
}

function moveFact({ move, destinationCount }: TellingFacts): string | null {
  if (move?.nextStop == null) return null;
  const { stop, distanceMeters } = move.nextStop;
  return `${distanceText(distanceMeters)} from ${stopName(stop, destinationCount)}, straight line`;
}

function stopName(stop: StopRef, destinationCount: number): string {
  if (stop === 'pickup') return 'the pickup';
  return destinationCount > 1 ? `stop ${stop}` : 'the destination';
}
