import { z } from 'zod';
import { orderIdSchema } from '../../../core/order/order-id-schema.ts';
import { notificationOfToday } from '../../../core/notification/older-forms.ts';
import {
  digestReasons,
  holdReasons,
  plainTitles,
  suppressReasons,
  timedTitles,
  notificationEvents,
} from '../../../core/notification/notification.ts';
import type {
  Notification,
  NotificationOutcome,
  NotificationTitle,
} from '../../../core/notification/notification.ts';
import { notificationSounds } from '../../../core/notification/notification-sound.ts';
import {
  storedMoney,
  storedStatus,
  storedStopRef,
  storedTime,
} from '../../../core/watch/watched-order-schema.ts';

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

const title: z.ZodType<NotificationTitle> = z.discriminatedUnion('say', [
  z.object({ say: z.enum(plainTitles) }),
  z.object({ say: z.enum(timedTitles), atMs: storedTime }),
  z.object({ say: z.literal('handedToMe'), desk: z.string() }),
  z.object({ say: z.enum(['statusChanged', 'unknownStatus']), status: storedStatus.nullable() }),
  z.object({ say: z.enum(['amended', 'completedAndAmended']), difference: storedMoney }),
  z.object({
    say: z.enum(['nearStop', 'addressChanged']),
    stop: z.union([z.literal('destination'), storedStopRef]),
  }),
  z.object({ say: z.literal('movedOn'), distanceMeters: z.number() }),
]);

const updateText = z.object({ title: z.string(), body: z.string() });

const notification = z.object({
  key: z.string(),
  orderId: orderIdSchema.nullable(),
  event: z.enum(notificationEvents),
  isCritical: z.boolean(),
  decidedAtMs: z.number(),
  isMissed: z.literal(true).exactOptional(),
  sound: z.enum(notificationSounds),
  keptFor: z.enum(['noticedLate', 'courierNear']).exactOptional(),
  likelyAtMs: z.number().exactOptional(),
  says: title.exactOptional(),
  texts: z.object({ full: updateText, noNames: updateText, countOnly: updateText }),
});

export const storedNotification: z.ZodType<Notification> = z.preprocess(
  notificationOfToday,
  notification,
);
