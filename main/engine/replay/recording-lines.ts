import { z } from 'zod';
import { storedJourney } from '../../../core/forecast/journey.ts';
import { notificationSounds } from '../../../core/notification/notification-sound.ts';
import { notificationOfToday } from '../../../core/notification/older-forms.ts';
import { notificationEvents } from '../../../core/notification/notification.ts';
import { orderIdSchema } from '../../../core/order/order-id-schema.ts';
import { storedHoldReason, storedOutcome } from '../storage/stored-json.ts';

/*
 * A file that replays: one JSON object a line. The header; what was known at the beginning; what was decided
 * before it and while it was recorded; the orders as they were; every change in its order; how many lines there
 * were. An order or the
 * situation is whole the first time and from then on what differs from the time before.
 */

/** The version of the format; a file of a later one is not read. */
export const recordingFormat = 1;

/** The latest moment that a date can hold. */
const lastMs = 8_640_000_000_000_000;
const timeMs = z.number().min(0).max(lastMs);

/** Texts of the file that may be printed: no terminal acts on one of these letters. */
const printable = /^[ -~]*$/;

/** The line by which a recording is known, whatever follows. */
export const formatLine = z.looseObject({ waybellRecording: z.int().positive() });

export const headerLine = z.strictObject({
  waybellRecording: z.literal(recordingFormat),
  /** The version of Waybell that wrote it. */
  version: z.string().max(100).regex(printable),
  fromMs: timeMs,
  untilMs: timeMs,
});

const finishedJourney = storedJourney.extend({
  id: orderIdSchema,
  arrivedAtMs: timeMs,
  group: z.string().nullable(),
  promisedAtMs: timeMs.nullable(),
});

export const startLine = z.strictObject({
  kind: z.literal('start'),
  situation: z.unknown(),
  courierWaits: z.array(z.strictObject({ atMs: z.number(), waitMs: z.number() })),
  positionAgesMs: z.array(z.number()),
  // Absent in what was saved before it was kept.
  journeys: z.array(finishedJourney).default([]),
});

const notification = {
  key: z.string().max(1000).regex(printable),
  orderId: orderIdSchema.nullable(),
  event: z.enum(notificationEvents),
  isCritical: z.boolean(),
  decidedAtMs: timeMs,
};

export const earlierLine = z.strictObject({
  kind: z.literal('earlier'),
  notification: z.preprocess(
    notificationOfToday,
    z.strictObject({
      ...notification,
      sound: z.enum(notificationSounds),
      likelyAtMs: timeMs.exactOptional(),
    }),
  ),
  outcome: storedOutcome.nullable(),
});

export const decidedLine = z.strictObject({
  kind: z.literal('decided'),
  notification: z.preprocess(notificationOfToday, z.strictObject(notification)),
  outcome: storedOutcome.nullable(),
  heldBy: storedHoldReason.nullable(),
  settledAtMs: timeMs.nullable(),
});

const state = z.looseObject({});

/** An order as it was at the beginning. */
export const knownLine = z.strictObject({ kind: z.literal('known'), state });

/** A moment has its `state` or, after the first, its `change`. */
export const momentLine = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('order'),
    atMs: timeMs,
    id: orderIdSchema,
    state: state.optional(),
    change: state.optional(),
  }),
  z.strictObject({
    kind: z.literal('situation'),
    atMs: timeMs,
    state: state.optional(),
    change: state.optional(),
  }),
]);

export const endLine = z.strictObject({ kind: z.literal('end'), lines: z.int().positive() });
