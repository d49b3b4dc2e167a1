import { z } from 'zod';
import { orderIdSchema } from '../../../core/order/order-id-schema.ts';
import { inEventsOfToday } from '../../../core/notification/notification-key.ts';
import {
  digestReasons,
  holdReasons,
  suppressReasons,
  notificationEvents,
} from '../../../core/notification/notification.ts';
import type {
  Notification,
  NotificationEvent,
  NotificationOutcome,
} from '../../../core/notification/notification.ts';
import { notificationSounds, systemSound } from '../../../core/notification/notification-sound.ts';

/*
 * Everything read from the database is checked like input from outside: a file can be damaged,
 * edited or written by another version.
 */

/** Why a notification waits. */
export const storedHoldReason = z.enum(holdReasons);

/** The schemas by kind: an outcome without a schema does not compile. */
const outcomes = {
  shown: z.object({ kind: z.literal('shown') }),
  digested: z.object({ kind: z.literal('digested'), reason: z.enum(digestReasons) }),
  suppressed: z.object({ kind: z.literal('suppressed'), reason: z.enum(suppressReasons) }),
  held: z.object({
    kind: z.literal('held'),
    reason: storedHoldReason,
    untilMs: z.number().exactOptional(),
  }),
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

/** Earlier versions told of an order that goes back and forth as an event of its own. */
const storedEvent = z.union([
  z.enum(notificationEvents),
  z.literal('flapping').transform((): NotificationEvent => 'statusChanged'),
]);

const updateText = z.object({ title: z.string(), body: z.string() });

const soundless = z.object({
  key: z.string(),
  orderId: orderIdSchema.nullable(),
  event: storedEvent,
  isCritical: z.boolean(),
  decidedAtMs: z.number(),
  isMissed: z.literal(true).exactOptional(),
  keptFor: z.enum(['noticedLate', 'courierNear']).exactOptional(),
  texts: z.object({ full: updateText, noNames: updateText, countOnly: updateText }),
});

/** Until there was a choice of sounds, `hasSound` was stored, which meant the system's. */
export const storedNotification: z.ZodType<Notification> = z.preprocess(
  inEventsOfToday,
  z.union([
    soundless.extend({ sound: z.enum(notificationSounds) }),
    soundless.extend({ hasSound: z.boolean() }).transform(({ hasSound, ...notification }) => ({
      ...notification,
      sound: systemSound(hasSound),
    })),
  ]),
);
