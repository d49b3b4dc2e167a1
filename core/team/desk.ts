import { z } from 'zod';
import { maskText } from '../privacy/phone-mask.ts';
import { cleanLine } from '../text/safe-text.ts';
import { presenceSchema, presumedHere } from './presence.ts';

/** What a desk may do: all, or look on with numbers masked. */
export const deskRoles = ['dispatcher', 'viewer'] as const;

export type DeskRole = (typeof deskRoles)[number];

/** The longest name of a desk, in characters. */
export const longestDeskName = 40;

const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Alphabets with letters that look alike: "Mеi" with a Cyrillic е is no other desk. */
const alikeAlphabets = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

function mixesAlphabets(name: string): boolean {
  return alikeAlphabets.filter((alphabet) => alphabet.test(name)).length > 1;
}

/**
 * The name of a desk, such as "Mei": one line without signs that change how it is read. Viewers see it too, and
 * they get no phone number.
 */
export const deskNameSchema = z
  .string()
  .max(200)
  .transform((text) => cleanLine(text.normalize('NFKC').replaceAll(unseen, ''), longestDeskName))
  .refine((name) => name !== '' && maskText(name) === name && !mixesAlphabets(name));

/**
 * A desk as the hub keeps it in the log. Codes and tokens are there as SHA-256 in hex alone. Times are in
 * milliseconds since 1970.
 */
export const deskRecordSchema = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(deskRoles),
  /** When this was written, so that it is written again before the log's age takes it away. */
  keptAtMs: z.number(),
  /** The invitation until it was used. */
  invitation: z.object({ codeHash: z.string(), expiresAtMs: z.number() }).nullable(),
  /** Null until it joined, and once it was revoked. */
  tokenHash: z.string().nullable(),
  joinedAtMs: z.number().nullable(),
  revokedAtMs: z.number().nullable(),
});

export type DeskRecord = z.infer<typeof deskRecordSchema>;

/** A desk as the others see it. */
export const teamDeskSchema = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(deskRoles),
  /** Whether it is connected to a hub now. */
  isHere: z.boolean(),
  /** Who is at it. Absent at an earlier hub, which does not know. */
  presence: presenceSchema.default(presumedHere),
});

export type TeamDesk = z.infer<typeof teamDeskSchema>;
