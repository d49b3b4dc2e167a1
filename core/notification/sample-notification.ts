import { clockText, type PriceUnit } from '../order/format.ts';
import { type OrderId, parseOrderId } from '../order/order-id.ts';
import { readOrderStatus } from '../order/order-status.ts';
import { createdUpdate, orderUpdate, plainReasons } from '../order/order-update.ts';
import type { OrderUpdate } from '../order/order-update.ts';
import type { Order, Stop } from '../order/order.ts';
import { newlyWatched } from '../watch/newly-watched.ts';
import type { WaitReason } from '../watch/order-waits.ts';
import type { WatchedOrder } from '../watch/watched-order.ts';
import { englishNotifications } from './notification-english.ts';
import type { NotificationDraft, NotificationText, NotificationKind } from './notification.ts';
import {
  handedToMeNotification,
  problemNotification,
  programNotification,
} from './program-notifications.ts';
import { updateNotification } from './update-notification.ts';
import type { WordingOptions } from './update-notification.ts';
import { waitNotification } from './wait-notification.ts';

const minuteMs = 60_000;

/** A status that Waybell does not know. */
const unknownWord = 'in_customs';

/** What the made-up orders depend on. */
type SampleOptions = Pick<WordingOptions, 'priceUnit' | 'texts'>;

/** The kinds that a check finds, each with the states of the made-up order before and after. */
const changes = {
  matched: ['waiting', 'assigned'],
  released: ['assigned', 'waiting'],
  courierMoved: ['assigned', 'moved'],
  completed: ['assigned', 'completed'],
  amended: ['completed', 'amended'],
  cancelled: ['assigned', 'cancelled'],
  failed: ['assigned', 'failed'],
  reopened: ['completed', 'atPickup'],
  unknownStatus: ['assigned', 'unknown'],
  statusChanged: ['assigned', 'atPickup'],
  addressChanged: ['assigned', 'otherAddress'],
  scheduleChanged: ['waiting', 'otherTime'],
  stopsChanged: ['waiting', 'moreStops'],
  noteChanged: ['waiting', 'otherNote'],
} as const satisfies Readonly<
  Partial<Record<NotificationKind, readonly [before: State, after: State]>>
>;

type State = keyof ReturnType<typeof sampleOrders>;

/** How long the cause of each wait lasts in its example; a promise at hand is still to come. */
const waitMinutes: Readonly<Record<WaitReason, number>> = {
  promisePassed: 2,
  probablyLate: -15,
  promiseAhead: -10,
  courierLost: 12,
  courierSilent: 4,
  notMoving: 12,
  arrivedWaiting: 12,
  longWait: 20,
  optionEnds: -2,
};

/** An update of a kind about a made-up order, as a check finds it. */
export function sampleUpdate(
  kind: keyof typeof changes,
  nowMs: number,
  options: SampleOptions,
): { readonly update: OrderUpdate; readonly watched: WatchedOrder } | null {
  const orders = sampleOrders(nowMs, options);
  const [before, after] = changes[kind];
  const update = orderUpdate(orders[before], orders[after], { source: 'poll', seenAtMs: nowMs });
  if (update === null) return null;
  const nextStop = { stop: 1, distanceMeters: 140 };
  const move = { meaning: 'nearStop', distanceMeters: 900, nextStop } as const;
  return {
    update: kind === 'courierMoved' ? { ...update, move } : update,
    watched: sampleWatched(orders[after], nowMs, options),
  };
}

/**
 * A notification of a kind about a made-up order, worded by the same rules as every other.
 *
 * @param nowMs when it is shown, in milliseconds since 1970
 */
export function sampleNotification(
  kind: NotificationKind,
  nowMs: number,
  options: WordingOptions,
): NotificationDraft | null {
  const { texts = englishNotifications } = options;
  const { colleague, label } = texts.program.sample;
  const order = { id: sampleId(), label, order: null };
  if (kind === 'connection') {
    const since = clockText(nowMs - 2 * minuteMs, options.locale, options.timeZone);
    return programNotification('connectionLost', texts.program.connectionLost(since, 12));
  }
  if (kind === 'handedToMe') {
    return handedToMeNotification(order, { by: colleague, reason: null }, texts);
  }
  if (kind === 'notFound') {
    const problem = { code: 'order-not-found', httpStatus: 404, failureCount: 3 } as const;
    return problemNotification(order, problem, texts);
  }
  if (isWait(kind)) {
    const { assigned, atPickup } = sampleOrders(nowMs, options);
    const about = sampleWatched(kind === 'arrivedWaiting' ? atPickup : assigned, nowMs, options);
    const arrival = { earliestAtMs: nowMs + 22 * minuteMs, latestAtMs: nowMs + 35 * minuteMs };
    const wait = {
      reason: kind,
      causeAtMs: nowMs - waitMinutes[kind] * minuteMs,
      ...(kind === 'probablyLate' && { forecast: arrival }),
    };
    return waitNotification(wait, about, nowMs, options);
  }
  if (kind === 'created') {
    const { waiting } = sampleOrders(nowMs, options);
    const seen = { source: 'poll', seenAtMs: nowMs } as const;
    const created = createdUpdate(sampleId(), seen, plainReasons.order_created);
    return updateNotification(created, sampleWatched(waiting, nowMs, options), options);
  }
  const sample = sampleUpdate(kind, nowMs, options);
  return sample && updateNotification(sample.update, sample.watched, options);
}

/** {@link sampleNotification} with titles that say that it is an example. */
export function exampleNotification(
  kind: NotificationKind,
  nowMs: number,
  options: WordingOptions,
): NotificationDraft | null {
  const { texts = englishNotifications } = options;
  const draft = sampleNotification(kind, nowMs, options);
  if (draft === null) return null;
  const asExample = ({ title, body }: NotificationText): NotificationText => ({
    title: texts.program.sample.title(title),
    body,
  });
  const { countOnly, full, noNames } = draft.texts;
  return {
    ...draft,
    texts: {
      full: asExample(full),
      noNames: asExample(noNames),
      countOnly: asExample(countOnly),
    },
  };
}

/** The uuid of the made-up order. */
function sampleId(): OrderId {
  const id = parseOrderId('3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418');
  if (id === null) throw new RangeError('the made-up order has no uuid');
  return id;
}

function sampleWatched(
  order: Order,
  nowMs: number,
  { texts = englishNotifications }: SampleOptions,
): WatchedOrder {
  const sinceMs = nowMs - 20 * minuteMs;
  const watched = newlyWatched(order.id, texts.program.sample.label, sinceMs);
  return { ...watched, order, observedAtMs: nowMs, statusSinceMs: sinceMs };
}

function isWait(kind: NotificationKind): kind is WaitReason {
  return kind in waitMinutes;
}

function stop(streetAddress: string): Stop {
  return { name: null, streetAddress, floorOrUnitNumber: null, point: null, contact: null };
}

/** The made-up order in each of its states. */
function sampleOrders(nowMs: number, { priceUnit, texts = englishNotifications }: SampleOptions) {
  const { courier, notes, streets } = texts.program.sample;
  const scheduledAtMs = nowMs + 60 * minuteMs;
  const waiting: Order = {
    id: sampleId(),
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
