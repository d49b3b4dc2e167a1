import { z } from 'zod';
import type { Pause } from '../bridge/board.ts';
import { orderIdSchema } from '../order/order-id-schema.ts';
import { settingsSchema, type Settings } from '../settings/settings.ts';
import type { Speech } from '../text/language.ts';
import { languages } from '../text/language.ts';
import { storedServiceHealth } from '../watch/service-health-schema.ts';
import type { ServiceHealth } from '../watch/service-health.ts';
import {
  storedAcknowledged,
  storedCalls,
  storedFlags,
  storedOrder,
  storedOrigin,
  storedPreferences,
  storedProblem,
  storedTeam,
  storedTimeMs,
  storedTrace,
} from '../watch/watched-order-schema.ts';
import type { WatchedOrder } from '../watch/watched-order.ts';

/** What decisions about an order depend on. */
export interface RecordedOrder {
  readonly watched: WatchedOrder;
  /** Its details are open in front. */
  readonly isOpen: boolean;
}

/** What all decisions depend on beside the orders. */
export interface Situation {
  readonly settings: Settings;
  readonly speech: Speech;
  /** The computer's time zone, by its IANA name. */
  readonly timeZone: string;
  readonly serviceHealth: ServiceHealth;
  readonly pause: Pause;
  readonly isScreenLocked: boolean;
  /** The desk of a team that this is; null where there is none. */
  readonly deskId: string | null;
  /** When this run of the program began. */
  readonly startedAtMs: number;
  /** When the computer last woke from sleep; null before the first time in this run. */
  readonly wokeAtMs: number | null;
}

const watchedOrder: z.ZodType<WatchedOrder> = z.object({
  id: orderIdSchema,
  label: z.string().nullable(),
  addedAtMs: z.number(),
  origin: storedOrigin.nullable(),
  isMuted: z.boolean(),
  isPinned: z.boolean(),
  order: storedOrder.nullable(),
  observedAtMs: storedTimeMs,
  statusSinceMs: storedTimeMs,
  changedAtMs: storedTimeMs,
  courierTrace: storedTrace,
  flags: storedFlags.nullable(),
  problem: storedProblem.nullable(),
  preferences: storedPreferences.nullable(),
  unseenCount: z.number(),
  lastLookedAtMs: storedTimeMs,
  acknowledged: storedAcknowledged,
  calls: storedCalls,
  team: storedTeam.nullable(),
});

/** A recorded order as it comes from the disk. */
export const recordedOrder: z.ZodType<RecordedOrder> = z.object({
  watched: watchedOrder,
  isOpen: z.boolean(),
});

/** A recorded situation as it comes from the disk. */
export const recordedSituation: z.ZodType<Situation> = z.object({
  settings: settingsSchema,
  speech: z.object({ language: z.enum(languages), locale: z.string() }),
  timeZone: z.string(),
  serviceHealth: storedServiceHealth,
  pause: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('running') }),
    z.object({ kind: z.literal('paused'), sinceMs: z.number(), untilMs: storedTimeMs }),
  ]),
  isScreenLocked: z.boolean(),
  deskId: z.string().nullable(),
  startedAtMs: z.number(),
  wokeAtMs: storedTimeMs,
});
