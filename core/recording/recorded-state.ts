import { z } from 'zod';
import { type ArchiveChoice, archiveChoices } from '../watch/archive.ts';
import { storedJourney } from '../forecast/journey.ts';
import { orderIdSchema } from '../order/order-id-schema.ts';
import type { OrderId } from '../order/order-id.ts';
import { type OrderUpdate, updateSources } from '../order/order-update.ts';
import { settingsSchema, type Settings } from '../settings/settings.ts';
import type { Speech } from '../text/language.ts';
import { languages } from '../text/language.ts';
import type { ServiceHealth } from '../watch/service-health.ts';
import {
  storedAcknowledged,
  storedCalls,
  storedFlags,
  storedKinds,
  storedMove,
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
import type { WatchedOrder } from '../watch/watched-order.ts';
import { difference } from './difference.ts';

/** Whether the dispatcher paused the checks. */
const pause = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('running') }),
  z.object({ kind: z.literal('paused'), sinceMs: z.number(), untilMs: storedTimeMs }),
]);

/** What decisions about an order depend on. */
export interface RecordedOrder {
  readonly watched: WatchedOrder;
  /** Its details are open in front. */
  readonly isOpen: boolean;
  /** Whether the dispatcher archived the order or took it out; absent for neither. */
  readonly archiveChoice?: ArchiveChoice | undefined;
  /** What was found when this was recorded; absent for nothing and for ordinary driving, which the order shows. */
  readonly found?: RecordedUpdate | undefined;
  /**
   * How long after an update was seen it was stored and announced. Absent where nothing was found, and in what was
   * recorded before it was kept.
   */
  readonly storedAfterMs?: number | undefined;
  /** The dispatcher pressed the button on its notification that snoozes it, just now. */
  readonly isSnoozedAtCard?: true | undefined;
}

/** An update beside what changed, which the order shows. */
export type RecordedUpdate = Omit<OrderUpdate, 'orderId' | 'seenAtMs' | 'changes'>;

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
  /** Whether the dispatcher is at the window. */
  readonly isAtWindow: boolean;
  /** The desk of a team that this is; null where there is none. */
  readonly deskId: string | null;
  /** When this run of the program began. */
  readonly startedAtMs: number;
  /** When the computer last woke from sleep; null before the first time in this run. */
  readonly wokeAtMs: number | null;
  /** When the screen was last unlocked; null before the first time in this run. */
  readonly unlockedAtMs: number | null;
  /** When the dispatcher last came back to the computer, which was not locked; null before the first time. */
  readonly returnedAtMs: number | null;
  /** Orders that another desk has, whose alarms come here all the same. Who was where is recorded nowhere. */
  readonly passedOn: readonly OrderId[];
}

/**
 * What is to be recorded of a state beside the one before it: an empty difference, where the same was
 * found again.
 *
 * @returns undefined for nothing
 */
export function recordedDifference<State extends RecordedOrder | Situation>(
  before: State,
  after: State,
): unknown {
  const isFound = 'found' in after && after.found !== undefined;
  return difference(before, after) ?? (isFound ? {} : undefined);
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
  // Absent in what was recorded before it was kept.
  isStatusSinceBefore: z.boolean().default(false),
  changedAtMs: storedTimeMs,
  courierTrace: storedTrace,
  // Absent in what was recorded before it was kept.
  journey: storedJourney.nullable().default(null),
  flags: storedFlags.nullable(),
  problem: storedProblem.nullable(),
  preferences: storedPreferences.nullable(),
  unseenCount: z.number(),
  lastLookedAtMs: storedTimeMs,
  acknowledged: storedAcknowledged,
  calls: storedCalls,
  team: storedTeam.nullable(),
});

const recordedUpdate: z.ZodType<RecordedUpdate> = z.object({
  source: z.enum(updateSources),
  createdAtMs: z.number().exactOptional(),
  uncheckedSinceMs: z.number().exactOptional(),
  kinds: storedKinds,
  reasons: storedReasons,
  move: storedMove.nullable(),
  courierWaitMs: z.number().exactOptional(),
  endedStay: z
    .object({ stop: z.enum(['pickup', 'destination']), sinceMs: z.number() })
    .exactOptional(),
});

/** A recorded order as it comes from the disk. */
export const recordedOrder: z.ZodType<RecordedOrder> = z.object({
  watched: watchedOrder,
  isOpen: z.boolean(),
  archiveChoice: z.enum(archiveChoices).optional(),
  found: recordedUpdate.optional(),
  storedAfterMs: z.number().optional(),
  isSnoozedAtCard: z.literal(true).optional(),
});

/** What people chose about an order, and did about it. */
export type RecordedChoices = Pick<
  WatchedOrder,
  'isMuted' | 'preferences' | 'acknowledged' | 'team'
>;

/** The choices of a {@link recordedOrder}, which are read in a fraction of the time. */
export const recordedChoices = z
  .object({
    watched: z.object({
      isMuted: z.boolean(),
      preferences: storedPreferences.nullable(),
      acknowledged: storedAcknowledged,
      team: storedTeam.nullable(),
    }),
  })
  .transform(({ watched }): RecordedChoices => watched);

/** A recorded situation as it comes from the disk. */
export const recordedSituation: z.ZodType<Situation> = z.object({
  activity: z.enum(activities).default('running'),
  settings: settingsSchema,
  speech: z.object({ language: z.enum(languages), locale: z.string() }),
  timeZone: z.string(),
  serviceHealth: storedServiceHealth,
  pause,
  isScreenLocked: z.boolean(),
  // Earlier versions did not ask.
  isAtWindow: z.boolean().default(false),
  deskId: z.string().nullable(),
  startedAtMs: z.number(),
  wokeAtMs: storedTimeMs,
  // Absent in what was recorded before they were kept.
  unlockedAtMs: storedTimeMs.default(null),
  returnedAtMs: storedTimeMs.default(null),
  passedOn: z.array(orderIdSchema).default([]),
});
