import { clockText, type PriceUnit } from '../order/format.ts';
import { type OrderId, parseOrderId } from '../order/order-id.ts';
import { readOrderStatus } from '../order/order-status.ts';
import { createdUpdate, orderUpdate, plainReasons } from '../order/order-update.ts';
import type { OrderUpdate } from '../order/order-update.ts';
import type { Order, Stop } from '../order/order.ts';
import { newlyWatched } from '../watch/newly-watched.ts';
import type { WaitReason } from '../watch/order-waits.ts';
import type { WatchedOrder } from '../watch/watched-order.ts';
import { englishNotifications, type NotificationWords } from './notification-english.ts';
import type { NotificationText, ToldKind } from './notification.ts';
import {
  connectionLostNotification,
  handedToMeNotification,
  notFoundNotification,
} from './program-notifications.ts';
import { updateNotification } from './update-notification.ts';
import type { NotificationDraft, WordingOptions } from './update-notification.ts';
import { waitNotification } from './wait-notification.ts';

const sampleId = parseOrderId('3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418');

/** A made-up order that is matched with a courier, and the update that says so. */
export function sampleUpdate(
  label: string | null,
  courierName: string | null,
  seenAtMs: number,
): { readonly update: OrderUpdate; readonly watched: WatchedOrder } | null {
  if (sampleId === null) return null;
  const before: Order = {
    id: sampleId,
    status: { raw: 'pending', phase: 'searching' },
    vehicleType: 'van',
    paymentMethod: null,
    noteToCourier: null,
    courier: null,
    pickup: null,
    destinations: [],
    price: null,
    priceBreakdown: [],
  };
  const order: Order = {
    ...before,
    status: { raw: 'active', phase: 'assigned' },
    courier: { name: courierName, phoneNumber: null, fix: null },
  };
  const update = orderUpdate(before, order, { source: 'poll', seenAtMs });
  if (update === null) return null;
  return { update, watched: { ...newlyWatched(sampleId, label, seenAtMs), order } };
}

/** A notification made by the same rules as every other, to preview what each privacy level shows. */
export function sampleNotification(
  label: string,
  courierName: string,
  options: WordingOptions,
): NotificationDraft | null {
  const sample = sampleUpdate(label, courierName, 0);
  return sample && updateNotification(sample.update, sample.watched, options);
}

const minuteMs = 60_000;

/** A status that Waybell does not know. */
const unknownWord = 'in_customs';

/**
 * A notification of a kind about a made-up order, worded by the same rules as every other. Its title says
 * that it is an example.
 *
 * @param nowMs when it is shown, in milliseconds since 1970
 */
export function sampleOfKind(
  kind: ToldKind,
  nowMs: number,
  options: WordingOptions,
): NotificationDraft | null {
  const words = options.words ?? englishNotifications;
  const draft =
    sampleId === null ? null : draftOfKind(kind, sampleId, nowMs, { ...options, words });
  if (draft === null) return null;
  const asExample = ({ title, body }: NotificationText): NotificationText => ({
    title: words.program.sample.title(title),
    body,
  });
  const { full, noNames, countOnly } = draft.texts;
  const texts = {
    full: asExample(full),
    noNames: asExample(noNames),
    countOnly: asExample(countOnly),
  };
  return { ...draft, texts };
}

interface SampleOptions extends WordingOptions {
  readonly words: NotificationWords;
}

function draftOfKind(
  kind: ToldKind,
  id: OrderId,
  nowMs: number,
  options: SampleOptions,
): NotificationDraft | null {
  const { words } = options;
  const orders = sampleOrders(id, nowMs, options);
  const watched = (order: Order): WatchedOrder => ({
    ...newlyWatched(id, words.program.sample.label, nowMs - 20 * minuteMs),
    order,
    observedAtMs: nowMs,
    statusSinceMs: nowMs - 20 * minuteMs,
  });
  const byCheck = { source: 'poll', seenAtMs: nowMs } as const;
  if (kind === 'connection') {
    const since = clockText(nowMs - 2 * minuteMs, options.locale, options.timeZone);
    return connectionLostNotification(since, 12, words);
  }
  if (kind === 'handedToMe') {
    const by = words.program.sample.colleague;
    return handedToMeNotification(id, words.program.sample.label, { by, reason: null }, words);
  }
  if (kind === 'notFound') return notFoundNotification(id, words.program.sample.label, 3, words);
  if (isWait(kind)) {
    const causeAtMs = nowMs - sampleWaitMinutes[kind] * minuteMs;
    const order = orderOfWait(kind, orders, causeAtMs);
    return waitNotification(
      { reason: kind, sinceMs: nowMs, causeAtMs },
      watched(order),
      nowMs,
      options,
    );
  }
  if (kind === 'created') {
    const created = createdUpdate(id, byCheck, plainReasons.order_created);
    return updateNotification(created, watched(orders.waiting), options);
  }
  const [before, after] = samplePair(kind, orders);
  const update = orderUpdate(before, after, byCheck);
  if (update === null) return null;
  const nextStop = { stop: 1, distanceMeters: 140 };
  const move = { meaning: 'nearStop', distanceMeters: 900, nextStop } as const;
  const told = kind === 'courierMoved' ? { ...update, move } : update;
  return updateNotification(told, watched(after), options);
}

/** How long the cause of each wait lasts in its example; a promise at hand is still to come. */
const sampleWaitMinutes: Readonly<Record<WaitReason, number>> = {
  promisePassed: 2,
  promiseAhead: -10,
  courierLost: 12,
  courierSilent: 4,
  notMoving: 12,
  arrivedWaiting: 12,
  longWait: 20,
};

function isWait(kind: ToldKind): kind is WaitReason {
  return kind in sampleWaitMinutes;
}

/** The made-up order that a wait is about: where a position is old, as old as that. */
function orderOfWait(
  reason: WaitReason,
  { assigned, atPickup, waiting }: ReturnType<typeof sampleOrders>,
  causeAtMs: number,
): Order {
  if (reason === 'longWait') return waiting;
  if (reason === 'arrivedWaiting') return atPickup;
  const { courier } = assigned;
  const isOld = reason === 'courierLost' || reason === 'courierSilent';
  if (!isOld || courier?.fix == null) return assigned;
  return { ...assigned, courier: { ...courier, fix: { ...courier.fix, reportedAtMs: causeAtMs } } };
}

function stop(streetAddress: string): Stop {
  return { name: null, streetAddress, floorOrUnitNumber: null, point: null, contact: null };
}

/** The made-up order in each of its states. */
function sampleOrders(id: OrderId, nowMs: number, { priceUnit, words }: SampleOptions) {
  const { courier, notes, streets } = words.program.sample;
  const scheduledAtMs = nowMs + 60 * minuteMs;
  const waiting: Order = {
    id,
    status: readOrderStatus('pending'),
    vehicleType: 'van',
    paymentMethod: null,
    noteToCourier: notes[0],
    courier: null,
    pickup: { ...stop(streets[0]), scheduledAtMs },
    destinations: [stop(streets[1])],
    price: sampleAmount(86, priceUnit),
    priceBreakdown: [],
  };
  const fix = { latitudeDeg: 22.28, longitudeDeg: 114.15, reportedAtMs: nowMs };
  const assigned: Order = {
    ...waiting,
    status: readOrderStatus('active'),
    courier: { name: courier, phoneNumber: null, fix },
  };
  const completed: Order = { ...assigned, status: readOrderStatus('completed') };
  return {
    waiting,
    assigned,
    completed,
    atPickup: { ...assigned, status: readOrderStatus('arrived_at_pickup') },
    cancelled: { ...assigned, status: readOrderStatus('cancelled') },
    failed: { ...assigned, status: readOrderStatus('failed') },
    unknown: { ...assigned, status: readOrderStatus(unknownWord) },
    moved: {
      ...assigned,
      courier: { name: courier, phoneNumber: null, fix: { ...fix, latitudeDeg: 22.29 } },
    },
    amended: { ...completed, price: sampleAmount(98, priceUnit) },
    otherAddress: { ...assigned, pickup: { ...stop(streets[1]), scheduledAtMs } },
    otherTime: {
      ...waiting,
      pickup: { ...stop(streets[0]), scheduledAtMs: nowMs + 90 * minuteMs },
    },
    moreStops: { ...waiting, destinations: [stop(streets[1]), stop(streets[0])] },
    otherNote: { ...waiting, noteToCourier: notes[1] },
  };
}

function sampleAmount(amount: number, priceUnit: PriceUnit): Order['price'] {
  return { amount: priceUnit === 'minor' ? amount * 100 : amount, currency: 'HKD' };
}

/** The order before and after what a kind is about. */
function samplePair(
  kind: Exclude<ToldKind, 'connection' | 'handedToMe' | 'notFound' | 'created' | WaitReason>,
  orders: ReturnType<typeof sampleOrders>,
): readonly [before: Order, after: Order] {
  const { assigned, completed, waiting } = orders;
  switch (kind) {
    case 'matched':
      return [waiting, assigned];
    case 'released':
      return [assigned, waiting];
    case 'courierMoved':
      return [assigned, orders.moved];
    case 'completed':
      return [assigned, completed];
    case 'amended':
      return [completed, orders.amended];
    case 'cancelled':
      return [assigned, orders.cancelled];
    case 'failed':
      return [assigned, orders.failed];
    case 'reopened':
      return [completed, orders.atPickup];
    case 'unknownStatus':
      return [assigned, orders.unknown];
    case 'statusChanged':
      return [assigned, orders.atPickup];
    case 'addressChanged':
      return [assigned, orders.otherAddress];
    case 'scheduleChanged':
      return [waiting, orders.otherTime];
    case 'stopsChanged':
      return [waiting, orders.moreStops];
    case 'noteChanged':
      return [waiting, orders.otherNote];
  }
}
