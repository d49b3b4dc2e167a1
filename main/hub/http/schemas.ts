import { z } from 'zod';
import { isFailureCode } from '../../../core/delivery/delivery-failure.ts';
import { orderPhases } from '../../../core/order/order.ts';
import { parseOrderId } from '../../../core/order/order-id.ts';
import { orderIdSchema } from '../../../core/order/order-id-schema.ts';
import { deskNameSchema, deskRoles } from '../../../core/team/desk.ts';
import {
  hubSettingsChangeSchema,
  hubSettingsStateSchema,
} from '../../../core/team/hub-settings.ts';
import { attendances, mostAnswers, saidPresenceSchema } from '../../../core/team/presence.ts';
import { sharedOrderSchema } from '../../../core/team/shared-order.ts';
import { cleanLine, cleanText } from '../../../core/text/safe-text.ts';
import { latestTimeMs } from '../../../core/text/time-range.ts';
import { storedCurrency, storedTime } from '../../../core/watch/watched-order-schema.ts';
import { longestNote } from '../../../core/watch/order-preferences.ts';
import { longestCallWord, longestClaimReason } from '../../../core/watch/watched-order.ts';
import type { HandedOver } from '../ports.ts';
import { refusals } from './refusals.ts';

/*
 * What desks send and get. What they send is checked strictly, so that a word that is not known is refused and
 * not passed over.
 */

/** The most orders that one request adds. */
const mostAtOnce = 1000;
/** More reasons than there are to need attention. */
const mostClaims = 40;
const longestLabel = 200;
const longestGroup = 80;
/** Code units that a character may take before a text is refused unread. */
const unitsPerCharacter = 8;

/** A uuid in any of its forms, as the canonical one. */
export const uuidSchema = z
  .string()
  .max(100)
  .transform((text, context) => {
    const id = parseOrderId(text);
    if (id !== null) return id;
    context.addIssue('no uuid');
    return z.NEVER;
  })
  .meta({
    description: 'A uuid in any of its forms',
    examples: ['5f0c2ab8-9d3e-4c1b-8a77-0c6d1e2f3a4b'],
  });

/** A text of a desk without control characters; a longer one is cut, and an empty one is none. */
function cleanedText(most: number, clean: (raw: string, most: number) => string) {
  return z
    .string()
    .max(most * unitsPerCharacter)
    .transform((raw) => clean(raw, most) || null)
    .nullable()
    .meta({ description: `At most ${most} characters; longer ones are cut. Null for none` });
}

const label = cleanedText(longestLabel, cleanLine);
const group = cleanedText(longestGroup, cleanLine);
const note = cleanedText(longestNote, cleanText);
const reason = cleanedText(longestClaimReason, cleanLine);

const callWord = cleanedText(longestCallWord, cleanLine);

const promisedAt = z.iso
  .datetime({ offset: true })
  .transform(Date.parse)
  .refine((timeMs) => timeMs > 0 && timeMs < latestTimeMs)
  .nullable();

const pastMs = z.int().positive().lt(latestTimeMs);
const word = cleanedText(longestLabel, cleanLine);

const handle = z.strictObject({
  atMs: z.int().positive().meta({
    description: 'When, in milliseconds since 1970; the hub takes no later time than its own',
  }),
  call: z
    .strictObject({ word: callWord })
    .nullable()
    .optional()
    .meta({ description: 'The call by which it was handled' }),
  claims: z
    .array(
      z.strictObject({
        reason: z
          .string()
          .regex(/^[a-zA-Z]{1,40}$/)
          .meta({ description: 'What it needed attention for, such as released' }),
        causeAtMs: storedTime.meta({ description: 'When its cause began' }),
      }),
    )
    .max(mostClaims),
});

/** What a hand-over says of an order beside its words; see core/transfer/portable-order.ts. */
const handedOver: z.ZodType<HandedOver> = z.strictObject({
  note,
  handled: handle.nullable(),
  state: z
    .strictObject({
      status: z.strictObject({ raw: word, phase: z.enum(orderPhases) }),
      statusSinceMs: pastMs.nullable(),
      isStatusSinceBefore: z.boolean(),
      changedAtMs: pastMs.nullable(),
      hasCourier: z.boolean(),
      vehicleType: word,
      scheduledAtMs: pastMs.nullable(),
      price: z.strictObject({ amount: z.number(), currency: word.pipe(storedCurrency) }).nullable(),
      flags: z
        .strictObject({
          releasedAtMs: pastMs.nullable(),
          courierSwappedAtMs: pastMs.nullable(),
          amendedAtMs: pastMs.nullable(),
          amountBeforeAmendment: z.number().nullable(),
          turnover: z
            .strictObject({
              courierCount: z.int().min(0).max(1000),
              couriers: z.array(z.never()).max(0),
              lossesAtMs: z.array(pastMs).max(100),
              raisedAtMs: pastMs.nullable(),
            })
            .nullable(),
        })
        .nullable(),
    })
    .nullable(),
  problem: z
    .strictObject({
      code: z.string().refine(isFailureCode),
      httpStatus: z.int().min(100).max(999).nullable(),
      sinceMs: pastMs,
      failureCount: z.int().min(1).max(1_000_000),
    })
    .nullable(),
});

/** The bodies of requests, by their names in the OpenAPI document. */
export const bodies = {
  Join: z.strictObject({ code: z.string().max(100) }),
  Add: z
    .strictObject({
      uuids: z.array(uuidSchema).min(1).max(mostAtOnce),
      labels: z.record(uuidSchema, label).optional(),
      groups: z.record(uuidSchema, group).optional(),
      promisedAt: z.record(uuidSchema, promisedAt).optional(),
      handedOver: z.record(uuidSchema, handedOver).optional().meta({
        description:
          'What the service had said of an order by the time of a hand-over, and its note',
      }),
    })
    .refine(({ uuids, ...byUuid }) => {
      const known = new Set<string>(uuids);
      return Object.values(byUuid).every((each) =>
        Object.keys(each ?? {}).every((id) => known.has(id)),
      );
    }, 'words for an order that is not added'),
  Edit: z.strictObject({
    label: label.optional(),
    note: note.optional(),
    group: group.optional(),
    promisedAt: promisedAt.optional(),
  }),
  Claim: z.strictObject({
    desk: deskNameSchema.optional().meta({ description: 'Who gets it; the asker unless given' }),
    reason: reason.optional(),
    takeOver: z.boolean().optional().meta({ description: 'Also from a desk that has it' }),
  }),
  Release: z.strictObject({ reason: reason.optional() }),
  Handle: handle,
  Presence: z.strictObject({
    state: z.enum(attendances).meta({ description: 'Who is at the desk' }),
    forMs: saidPresenceSchema.shape.forMs.meta({ description: 'For how long it has been so' }),
    answers: z
      .array(uuidSchema)
      .max(mostAnswers)
      .default([])
      .meta({ description: 'Orders that the desk has whose alarms it answered' }),
    hasMoreAnswers: z
      .literal(true)
      .optional()
      .meta({ description: 'It answered more than `answers` has room for' }),
  }),
  HubSettingsChange: hubSettingsChangeSchema,
  Reveal: z.strictObject({
    owner: z
      .string()
      .regex(/^(?:courier|pickup|[1-9]\d{0,2})$/)
      .meta({ description: 'Whose number: courier, pickup, or the number of a stop, from 1' }),
  }),
} as const;

/** The place in the log from which to read on, as text. */
export const placeSchema = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

/** The bodies of answers, by their names in the OpenAPI document. Clients pass over fields that they do not know. */
export const answers = {
  Joined: z.object({
    token: z.string(),
    desk: z.object({ id: z.string(), name: z.string(), role: z.enum(deskRoles) }),
    logId: z.string(),
    hubs: z.string().array(),
  }),
  Orders: z.object({ logId: z.string(), sequence: z.int(), orders: z.array(sharedOrderSchema) }),
  HubSettings: hubSettingsStateSchema,
  Added: z.object({ added: z.array(orderIdSchema), alreadyWatched: z.array(orderIdSchema) }),
  LogPlace: z.object({ logId: z.string(), sequence: z.int() }),
  Health: z.object({ status: z.literal('ok') }),
  Error: z.object({
    error: z.object({
      code: z.string().meta({ enum: Object.keys(refusals) }),
      message: z.string(),
      desk: z.string().optional(),
      name: z.string().optional(),
      most: z.int().optional(),
    }),
  }),
} as const;
