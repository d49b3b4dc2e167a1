import { z } from 'zod';
import { isFailureCode } from '../delivery/delivery-failure.ts';
import { farthestTimeMs } from '../text/time-range.ts';
import { currencyCode } from '../order/format.ts';
import { moveMeanings } from '../order/courier-move.ts';
import type { CourierMove, CourierTrace } from '../order/courier-move.ts';
import { orderIdSchema } from '../order/order-id-schema.ts';
import { contractKinds, ownKinds } from '../order/order-update.ts';
import type { ChangedField, OrderChange, UpdateKind } from '../order/order-update.ts';
import type { Order } from '../order/order.ts';
import { orderPhases } from '../order/order.ts';
import { type Acknowledgement, acknowledgedReasons } from './acknowledgement.ts';
import type { OrderPreferences } from './order-preferences.ts';
import { plainOrigins } from './watched-order.ts';
import type { ServiceHealth } from './service-health.ts';
import type { Call, OrderFlags, OrderProblem, OrderTeam, WatchOrigin } from './watched-order.ts';

/*
 * What is known of an order, as it is checked where it comes from outside: from the database, whose file can
 * be damaged, edited or written by another version, and from a team's hub.
 */

const text = z.string().nullable();
/** A time that can be written out, in milliseconds since 1970. */
export const storedTime = z.number().min(-farthestTimeMs).max(farthestTimeMs);
/** A time; null where there is none. */
export const storedTimeMs = storedTime.nullable();
const timeMs = storedTimeMs;

const geoPoint = z.object({ latitudeDeg: z.number(), longitudeDeg: z.number() });
const fix = z.object({
  latitudeDeg: z.number(),
  longitudeDeg: z.number(),
  reportedAtMs: timeMs,
  statedAtMs: storedTime.exactOptional(),
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
/** Another word than a currency's code counts as none, as in the answers of the service: it cannot be shown. */
export const storedCurrency = text.transform((code) =>
  code !== null && currencyCode.test(code) ? code : null,
);
export const storedMoney = z.object({ amount: z.number(), currency: storedCurrency }).nullable();
const priceLine = z.object({
  key: text,
  amount: z.number().nullable(),
  quantity: z.number().nullable(),
  reason: text,
});
export const storedStatus = z.object({ raw: text, phase: z.enum(orderPhases) });

export const storedOrder: z.ZodType<Order> = z.object({
  id: orderIdSchema,
  status: storedStatus,
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
  price: storedMoney,
  priceBreakdown: z.array(priceLine),
});

export const storedStopRef = z.union([z.literal('pickup'), z.int()]);

export const storedMove: z.ZodType<CourierMove> = z.object({
  meaning: z.enum(moveMeanings),
  distanceMeters: z.number(),
  nextStop: z.object({ stop: storedStopRef, distanceMeters: z.number() }).nullable(),
});

export const storedTrace: z.ZodType<CourierTrace> = z.object({
  anchor: geoPoint.nullable(),
  anchorAtMs: timeMs,
  insideStop: storedStopRef.nullable(),
  insideSinceMs: storedTime.optional(),
  claimedStop: z.union([z.literal('outside'), storedStopRef]).nullable(),
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
      lossesAtMs: z.array(storedTime),
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

export const storedAcknowledged: z.ZodType<Acknowledgement[]> = z
  .array(
    z.object({
      reason: acknowledgedReasons,
      causeAtMs: storedTime,
      atMs: storedTime,
      // Absent in what was stored before seen and handled were told apart: it counts as handled.
      isOnlySeen: z.literal(true).exactOptional(),
    }),
  )
  .transform((all) =>
    all.flatMap(({ reason: reasons, ...rest }) => reasons.map((reason) => ({ reason, ...rest }))),
  );

export const storedCalls: z.ZodType<Call[]> = z.array(
  z.object({ atMs: storedTime, word: text, isHandedOver: z.literal(true).exactOptional() }),
);

export const storedOrigin: z.ZodType<WatchOrigin> = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(plainOrigins) }),
  z.object({ kind: z.literal('file'), name: text }),
]);

export const storedProblem: z.ZodType<OrderProblem> = z.object({
  code: z.string().refine(isFailureCode),
  httpStatus: z.number().nullable(),
  sinceMs: storedTime,
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
  status: change('status', storedStatus),
  courier: change('courier', identity),
  'courier.location': change('courier.location', fix.nullable()),
  price: change('price', storedMoney),
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

const written = z.object({ by: z.string(), atMs: storedTime }).exactOptional();

/** What a team knows of an order beside the service's answers. */
export const storedTeam: z.ZodType<OrderTeam> = z.object({
  claim: z
    .object({ deskId: z.string(), desk: z.string(), atMs: storedTime, reason: text })
    .nullable(),
  writers: z.object({ label: written, group: written, note: written, promisedAtMs: written }),
  addedBy: text,
  sequence: z.number().exactOptional(),
  // Absent from a hub or a desk that does not know of it.
  handled: z
    .object({
      deskId: z.string(),
      desk: z.string(),
      atMs: storedTime,
      call: z.object({ word: text }).nullable(),
      claims: z.array(z.object({ reason: z.string(), causeAtMs: storedTime })),
    })
    .nullable()
    .exactOptional(),
});

/** Whether the service answers, as it comes from a team's hub or from the disk. */
export const storedServiceHealth: z.ZodType<ServiceHealth> = z.discriminatedUnion('state', [
  z.object({ state: z.literal('reachable') }),
  z.object({
    state: z.literal('unreachable'),
    cause: z.string().refine(isFailureCode),
    httpStatus: z.number().nullable(),
    sinceMs: storedTime,
    retryAtMs: z.number().nullable(),
    isOwnRetry: z.literal(true).exactOptional(),
  }),
]);
