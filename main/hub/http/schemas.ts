import { z } from 'zod';
import { orderIdSchema } from '../../../core/order/order-id-schema.ts';
import { deskNameSchema, deskRoles } from '../../../core/team/desk.ts';
import { sharedOrderSchema } from '../../../core/team/shared-order.ts';
import { cleanLine, cleanText } from '../../../core/text/safe-text.ts';
import { longestNote } from '../../../core/watch/order-preferences.ts';
import { longestClaimReason } from '../../../core/watch/watched-order.ts';

/** The most orders that one request adds. */
const mostAddedAtOnce = 1000;
const longestLabel = 200;
const longestGroup = 80;

/** One line of people's words, without signs that change how it is read; null and a blank one remove it. */
function line(longest: number) {
  return z
    .string()
    .max(10 * longest)
    .nullable()
    .transform((text) => (text === null ? null : cleanLine(text, longest) || null));
}

const note = z
  .string()
  .max(10 * longestNote)
  .nullable()
  .transform((text) => (text === null ? null : cleanText(text, longestNote) || null));

/** ISO 8601 with a time zone. */
const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

const words = {
  label: line(longestLabel),
  group: line(longestGroup),
  note,
  promisedAt: time.nullable(),
};

export const joinBody = z.strictObject({ code: z.string().max(100) });

export const addBody = z.strictObject({
  uuids: z.array(orderIdSchema).min(1).max(mostAddedAtOnce),
  labels: z.record(orderIdSchema, words.label).optional(),
  groups: z.record(orderIdSchema, words.group).optional(),
  promisedAt: z.record(orderIdSchema, time).optional(),
});

export const editBody = z.strictObject({
  label: words.label.optional(),
  group: words.group.optional(),
  note: words.note.optional(),
  promisedAt: words.promisedAt.optional(),
});

export const claimBody = z.strictObject({
  /** The name of the desk that gets it; default: the one that asks. */
  desk: deskNameSchema.optional(),
  reason: line(longestClaimReason).optional(),
  /** Also takes it from another desk that has it. */
  takeOver: z.boolean().optional(),
});

export const releaseBody = z.strictObject({ reason: line(longestClaimReason).optional() });

export const revealBody = z.strictObject({ owner: z.string().min(1).max(40) });

const desk = z.object({ id: z.string(), name: z.string(), role: z.enum(deskRoles) });

export const joinAnswer = z.object({ token: z.string(), desk, logId: z.string() });

export const ordersAnswer = z.object({
  logId: z.string(),
  sequence: z.number(),
  orders: z.array(sharedOrderSchema),
});

export const addAnswer = z.object({
  added: z.array(orderIdSchema),
  alreadyWatched: z.array(orderIdSchema),
});

export const orderAnswer = sharedOrderSchema;

export const healthAnswer = z.object({ status: z.literal('ok') });

/** Why a request is refused, for programs. docs/hub-api.md says what each means. */
export const refusalCodes = [
  'badRequest',
  'claimedBy',
  'codeRefused',
  'full',
  'gap',
  'hostRefused',
  'keyMissing',
  'keyReused',
  'logAway',
  'notFound',
  'over',
  'revoked',
  'tooLarge',
  'tooMany',
  'unknownDesk',
  'unknownOrder',
  'viewerMayNot',
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

export const refusalAnswer = z.object({
  error: z.object({
    code: z.enum(refusalCodes),
    /** An English sentence for people. */
    message: z.string(),
    /** The desk that has the order, for `claimedBy`. */
    desk: z.string().optional(),
  }),
});
