import { z } from 'zod';
import type { CourierTrace } from '../../core/order/courier-move.ts';
import { isFailureCode } from '../../core/delivery/delivery-failure.ts';
import { orderIdSchema } from '../../core/order/order-id-schema.ts';
import { contractKinds, ownKinds } from '../../core/order/order-update.ts';
import type { ChangedField, OrderChange, UpdateKind } from '../../core/order/order-update.ts';
import type { Order } from '../../core/order/order.ts';
import { orderPhases } from '../../core/order/order.ts';
import type { Acknowledgement } from '../../core/watch/acknowledgement.ts';
import { attentionReasons } from '../../core/watch/attention-reasons.ts';
import type { OrderPreferences } from '../../core/watch/order-preferences.ts';
import {
  digestReasons,
  holdReasons,
  suppressReasons,
  notificationEvents,
} from '../../core/notification/notification.ts';
import type { Notification, NotificationOutcome } from '../../core/notification/notification.ts';
import { notificationSounds, systemSound } from '../../core/notification/notification-sound.ts';
import { plainOrigins } from '../../core/watch/watched-order.ts';
import type {
  Call,
  OrderFlags,
  OrderProblem,
  WatchOrigin,
} from '../../core/watch/watched-order.ts';

/*
 * Everything read from the database is checked like input from outside: a file can be damaged,
 * edited or written by another version.
 */

const text = z.string().nullable();
/** A time; null where there is none. */
export const storedTimeMs = z.number().nullable();
const timeMs = storedTimeMs;

const geoPoint = z.object({ latitudeDeg: z.number(), longitudeDeg: z.number() });
const fix = z.object({
  latitudeDeg: z.number(),
  longitudeDeg: z.number(),
  reportedAtMs: timeMs,
  statedAtMs: z.number().exactOptional(),
});
const fingerprint = z.object({ name: text, phone: text });
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
  phase: z.enum(orderPhases),
});

export const storedOrder: z.ZodType<Order> = z.object({
  id: orderIdSchema,
  status,
  vehicleType: text,
  paymentMethod: text,
  noteToCourier: text,
  courier: z
    .object({
      name: text,
      phoneNumber: text,
      fix: fix.nullable(),
      fingerprint: fingerprint.exactOptional(),
    })
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
  insideSinceMs: z.number().optional(),
  claimedStop: z.union([z.literal('outside'), stopRef]).nullable(),
  // Absent in what was stored before the last step was kept.
  lastStepMeters: z.number().nullable().default(null),
});

export const storedFlags: z.ZodType<OrderFlags> = z.object({
  releasedAtMs: timeMs,
  courierSwappedAtMs: timeMs,
  amendedAtMs: timeMs,
  amountBeforeAmendment: z.number().nullable(),
  // Absent in what was stored before couriers were counted.
  turnover: z
    .object({
      courierCount: z.number(),
      couriers: z.array(z.object({ name: text, phoneNumber: text })),
      lossesAtMs: z.array(z.number()),
      raisedAtMs: timeMs,
    })
    .nullable()
    .default(null),
});

export const storedPreferences: z.ZodType<OrderPreferences> = z.object({
  group: text,
  // Absent in what was stored before there were notes.
  note: text.default(null),
  promisedAtMs: timeMs,
  snoozedUntilMs: timeMs,
  // Absent in what was stored before there were reminders.
  remindAtMs: timeMs.default(null),
  tellsEveryMove: z.boolean().nullable(),
});

export const storedAcknowledged: z.ZodType<Acknowledgement[]> = z.array(
  z.object({ reason: z.enum(attentionReasons), causeAtMs: z.number(), atMs: z.number() }),
);

export const storedCalls: z.ZodType<Call[]> = z.array(z.object({ atMs: z.number(), word: text }));

export const storedOrigin: z.ZodType<WatchOrigin> = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(plainOrigins) }),
  z.object({ kind: z.literal('file'), name: text }),
]);

export const storedProblem: z.ZodType<OrderProblem> = z.object({
  code: z.string().refine(isFailureCode),
  httpStatus: z.number().nullable(),
  sinceMs: z.number(),
  failureCount: z.number(),
});

export const storedKinds: z.ZodType<UpdateKind[]> = z.array(
  z.enum([...contractKinds, ...ownKinds]),
);

export const storedReasons = z.array(z.string());

const identity = z.object({ name: text, phoneNumber: text }).nullable();

function change<Field extends string, Value extends z.ZodType>(field: Field, value: Value) {
  return z.object({ field: z.literal(field), before: value, after: value });
}

/** The schemas by field: a field without a schema does not compile. */
const { status: statusChange, ...otherChanges } = {
  status: change('status', status),
  courier: change('courier', identity),
  'courier.location': change('courier.location', fix.nullable()),
  price: change('price', money),
  price_breakdown: change('price_breakdown', z.array(priceLine)),
  pickup: change('pickup', pickup),
  destinations: change('destinations', z.array(stop)),
  note_to_courier: change('note_to_courier', text),
  vehicle_type: change('vehicle_type', text),
  payment_method: change('payment_method', text),
} satisfies { [Field in ChangedField]: z.ZodType<Extract<OrderChange, { field: Field }>> };

export const storedChanges: z.ZodType<OrderChange[]> = z.array(
  z.discriminatedUnion('field', [statusChange, ...Object.values(otherChanges)]),
);

/** Why a notification waits. */
export const storedHoldReason = z.enum(holdReasons);

/** The schemas by kind: an outcome without a schema does not compile. */
const outcomes = {
  shown: z.object({ kind: z.literal('shown') }),
  digested: z.object({ kind: z.literal('digested'), reason: z.enum(digestReasons) }),
  suppressed: z.object({ kind: z.literal('suppressed'), reason: z.enum(suppressReasons) }),
  held: z.object({ kind: z.literal('held'), reason: storedHoldReason }),
  failed: z.object({ kind: z.literal('failed'), reason: z.string() }),
} satisfies {
  [Kind in NotificationOutcome['kind']]: z.ZodType<Extract<NotificationOutcome, { kind: Kind }>>;
};

const noOutcome = z.object({ kind: z.null() }).transform(() => null);

/** What became of a notification; null while it waits. */
export const storedOutcome: z.ZodType<NotificationOutcome | null> = z.union([
  ...Object.values(outcomes),
  noOutcome,
]);

const updateText = z.object({ title: z.string(), body: z.string() });

const soundless = z.object({
  key: z.string(),
  orderId: orderIdSchema.nullable(),
  event: z.enum(notificationEvents),
  isCritical: z.boolean(),
  decidedAtMs: z.number(),
  texts: z.object({ full: updateText, noNames: updateText, countOnly: updateText }),
});

/** Until there was a choice of sounds, `hasSound` was stored, which meant the system's. */
export const storedNotification: z.ZodType<Notification> = z.union([
  soundless.extend({ sound: z.enum(notificationSounds) }),
  soundless.extend({ hasSound: z.boolean() }).transform(({ hasSound, ...notification }) => ({
    ...notification,
    sound: systemSound(hasSound),
  })),
]);
