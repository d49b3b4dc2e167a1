import { z } from 'zod';
import { type ArchiveChoice, archiveChoices } from '../watch/archive.ts';
import { orderIdSchema } from '../order/order-id-schema.ts';
import type { OrderUpdate } from '../order/order-update.ts';
import { settingsSchema, type Settings } from '../settings/settings.ts';
import type { Speech } from '../text/language.ts';
import { languages } from '../text/language.ts';
import type { ServiceHealth } from '../watch/service-health.ts';
import {
  storedAcknowledged,
  storedCalls,
  storedFlags,
  storedKinds,
  storedOrder,
  storedOrigin,
  storedPreferences,
  storedProblem,
  storedReasons,
  storedServiceHealth,
  storedTeam,
  storedTimeMs,
  storedTrace,
} from '../watch/watched-order-schema.ts';
import type { Claim, WatchedOrder } from '../watch/watched-order.ts';
import { difference } from './difference.ts';

/** Whether the dispatcher paused the checks. */
const pause = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('running') }),
  z.object({ kind: z.literal('paused'), sinceMs: z.number(), untilMs: storedTimeMs }),
]);

/** What a webhook added to what a check found. */
export type Reported = Pick<OrderUpdate, 'kinds' | 'reasons' | 'createdAtMs'>;

/** What decisions about an order depend on. */
export interface RecordedOrder {
  readonly watched: WatchedOrder;
  /** Its details are open in front. */
  readonly isOpen: boolean;
  /** Whether the dispatcher archived the order or took it out; absent for neither. */
  readonly archiveChoice?: ArchiveChoice | undefined;
  /** What the update says that led to this state, where a webhook reported it; absent in every other state. */
  readonly reported?: Reported | undefined;
}

/** Whether the program ran: it does not while the computer is asleep, nor after its end. */
export const activities = ['running', 'asleep', 'ended'] as const;

export type Activity = (typeof activities)[number];

/** What all decisions depend on beside the orders. */
export interface Situation {
  readonly activity: Activity;
  readonly settings: Settings;
  readonly speech: Speech;
  /** The computer's time zone, by its IANA name. */
  readonly timeZone: string;
  readonly serviceHealth: ServiceHealth;
  readonly pause: z.infer<typeof pause>;
  readonly isScreenLocked: boolean;
  /** The desk of a team that this is; null where there is none. */
  readonly deskId: string | null;
  /** When this run of the program began. */
  readonly startedAtMs: number;
  /** When the computer last woke from sleep; null before the first time in this run. */
  readonly wokeAtMs: number | null;
}

/**
 * What is to be recorded of a state beside the one before it: an empty difference, where a webhook reported
 * something that changed nothing.
 *
 * @returns undefined for nothing
 */
export function recordedDifference<State extends RecordedOrder | Situation>(
  before: State,
  after: State,
): unknown {
  const isReported = 'reported' in after && after.reported !== undefined;
  return difference(before, after) ?? (isReported ? {} : undefined);
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
  archiveChoice: z.enum(archiveChoices).optional(),
  reported: z
    .object({ kinds: storedKinds, reasons: storedReasons, createdAtMs: z.number().exactOptional() })
    .optional(),
});

/** What people chose about an order, on which it depends whether its notifications are shown. */
export interface RecordedChoices extends Pick<WatchedOrder, 'isMuted' | 'preferences'> {
  readonly claim: Claim | null;
  readonly isOpen: boolean;
}

/** The choices of a {@link recordedOrder}, which are read in a fraction of the time. */
export const recordedChoices = z
  .object({
    watched: z.object({
      isMuted: z.boolean(),
      preferences: storedPreferences.nullable(),
      team: storedTeam.nullable(),
    }),
    isOpen: z.boolean(),
  })
  .transform(({ isOpen, watched: { isMuted, preferences, team } }): RecordedChoices => ({
    isOpen,
    isMuted,
    preferences,
    claim: team?.claim ?? null,
  }));

/** A recorded situation as it comes from the disk. */
export const recordedSituation: z.ZodType<Situation> = z.object({
  activity: z.enum(activities).default('running'),
  settings: settingsSchema,
  speech: z.object({ language: z.enum(languages), locale: z.string() }),
  timeZone: z.string(),
  serviceHealth: storedServiceHealth,
  pause,
  isScreenLocked: z.boolean(),
  deskId: z.string().nullable(),
  startedAtMs: z.number(),
  wokeAtMs: storedTimeMs,
});
