import { z } from 'zod';
import type { CourierTrace } from '../../core/order/courier-move.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { OrderChange, UpdateKind } from '../../core/order/order-update.ts';
import type { Order } from '../../core/order/order.ts';
import type { OrderWishes } from '../../core/watch/order-wishes.ts';
import type { Telling, TellingOutcome } from '../../core/notification/telling.ts';
import type { OrderMarks, OrderProblem } from '../../core/watch/watched-order.ts';

/*
 * What is read back from the database is checked like anything from outside: a file can be damaged,
 * edited or written by another version.
 */

const text = z.string().nullable();
const timeMs = z.number().nullable();

const orderIdForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An order's uuid as it is stored. */
export const storedOrderId = z
  .string()
  .regex(orderIdForm)
  .transform((id) => id as OrderId);

const geoPoint = z.object({ latitudeDeg: z.number(), longitudeDeg: z.number() });
const fix = z.object({
  latitudeDeg: z.number(),
  longitudeDeg: z.number(),
  reportedAtMs: timeMs,
});
const mark = z.object({ name: text, phone: text });
const contact = z.object({ name: text, phoneNumber: text, phoneExtension: text }).nullable();
const stop = z.object({
  name: text,
  streetAddress: text,
  floorOrUnitNumber: text,
  point: geoPoint.nullable(),
  contact,
});
const pickup = stop.extend({ scheduledAtMs: timeMs }).nullable();
const money = z.object({ amount: z.number(), currency: text }).nullable();
const priceLine = z.object({
  key: text,
  amount: z.number().nullable(),
  quantity: z.number().nullable(),
  reason: text,
});
const status = z.object({
  raw: text,
  phase: z.enum([
    'searching',
    'assigned',
    'atPickup',
    'pickedUp',
    'atDropoff',
    'done',
    'failed',
    'cancelled',
    'unknown',
  ]),
});

export const storedOrder: z.ZodType<Order> = z.object({
  id: storedOrderId,
  status,
  vehicleType: text,
  paymentMethod: text,
  noteToCourier: text,
  courier: z
    .object({ name: text, phoneNumber: text, fix: fix.nullable(), mark: mark.exactOptional() })
    .nullable(),
  pickup,
  destinations: z.array(stop),
  price: money,
  priceBreakdown: z.array(priceLine),
});

const stopRef = z.union([z.literal('pickup'), z.int()]);

export const storedTrace: z.ZodType<CourierTrace> = z.object({
  anchor: geoPoint.nullable(),
  anchorAtMs: timeMs,
  insideStop: stopRef.nullable(),
  claimedStop: z.union([z.literal('outside'), stopRef]).nullable(),
});

export const storedMarks: z.ZodType<OrderMarks> = z.object({
  releasedAtMs: timeMs,
  courierSwappedAtMs: timeMs,
  amendedAtMs: timeMs,
  amountBeforeAmendment: z.number().nullable(),
});

export const storedWishes: z.ZodType<OrderWishes> = z.object({
  group: text,
  // Absent in what was stored before there were notes.
  note: text.default(null),
  promisedAtMs: timeMs,
  snoozedUntilMs: timeMs,
  // Absent in what was stored before there were reminders.
  remindAtMs: timeMs.default(null),
  tellsEveryMove: z.boolean().nullable(),
});

export const storedProblem: z.ZodType<OrderProblem> = z.object({
  code: z.enum([
    'dns-failed',
    'unreachable',
    'timeout',
    'connection-lost',
    'tls-untrusted',
    'tls-failed',
    'proxy-refused',
    'proxy-unusable',
    'captive-portal',
    'rate-limited',
    'service-failing',
    'protocol-violation',
    'credentials-refused',
    'token-unreadable',
    'token-endpoint-missing',
    'authorization-refused',
    'keychain-unavailable',
    'order-not-found',
    'order-gone',
    'order-forbidden',
    'order-rejected',
    'answer-unreadable',
    'answer-too-large',
    'answer-for-another-order',
  ]),
  httpStatus: z.number().nullable(),
  sinceMs: z.number(),
  failureCount: z.number(),
});

export const storedKinds: z.ZodType<UpdateKind[]> = z.array(
  z.enum([
    'order_created',
    'order_matched',
    'order_released',
    'amendment_added',
    'order_completed',
    'order_cancelled',
    'status_changed',
    'courier_changed',
    'courier_moved',
    'order_edited',
  ]),
);

export const storedReasons = z.array(z.string());

const identity = z.object({ name: text, phoneNumber: text }).nullable();

function change<Field extends string, Value extends z.ZodType>(field: Field, value: Value) {
  return z.object({ field: z.literal(field), before: value, after: value });
}

export const storedChanges: z.ZodType<OrderChange[]> = z.array(
  z.discriminatedUnion('field', [
    change('status', status),
    change('courier', identity),
    change('courier.location', fix.nullable()),
    change('price', money),
    change('price_breakdown', z.array(priceLine)),
    change('pickup', pickup),
    change('destinations', z.array(stop)),
    change('note_to_courier', text),
    change('vehicle_type', text),
    change('payment_method', text),
  ]),
);

/** Why a notification waits. */
export const storedHoldReason = z.enum([
  'snoozed',
  'notificationsMuted',
  'quietHours',
  'screenLocked',
]);

/** What became of a notification; null while it waits. Other reasons than today's stay readable. */
export const storedOutcome: z.ZodType<TellingOutcome | null> = z.union([
  z.object({ kind: z.literal('shown') }),
  z.object({ kind: z.literal('digested'), reason: z.enum(['burst', 'away', 'quiet', 'inDoubt']) }),
  z.object({
    kind: z.literal('suppressed'),
    reason: z.enum([
      'muted',
      'groupMuted',
      'kindOff',
      'openInWindow',
      'overtaken',
      'flapping',
      'late',
    ]),
  }),
  z.object({ kind: z.literal('held'), reason: storedHoldReason }),
  z.object({ kind: z.literal('failed'), reason: z.string() }),
  z.object({ kind: z.null() }).transform(() => null),
]);

const tellingText = z.object({ title: z.string(), body: z.string() });

export const storedTelling: z.ZodType<Telling> = z.object({
  key: z.string(),
  orderId: storedOrderId.nullable(),
  event: z.enum([
    'created',
    'matched',
    'released',
    'courierChanged',
    'courierMoved',
    'statusChanged',
    'unknownStatus',
    'reopened',
    'completed',
    'amended',
    'completedAndAmended',
    'cancelled',
    'flapping',
    'courierSilent',
    'courierLost',
    'notMoving',
    'longWait',
    'promiseAtRisk',
    'notFound',
    'connectionLost',
    'connectionRestored',
    'credentialsRefused',
    'keptInTray',
    'selfTest',
  ]),
  isCritical: z.boolean(),
  hasSound: z.boolean(),
  decidedAtMs: z.number(),
  texts: z.object({ full: tellingText, noNames: tellingText, countOnly: tellingText }),
});

/** The same without the cost of a schema, for columns that are read by the thousand. */
export function isStoredOrderId(value: unknown): value is OrderId {
  return typeof value === 'string' && orderIdForm.test(value);
}
