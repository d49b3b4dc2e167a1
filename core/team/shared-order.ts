import { z } from 'zod';
import { storedJourney } from '../forecast/journey.ts';
import { orderIdSchema } from '../order/order-id-schema.ts';
import { updateSources, type OrderUpdate } from '../order/order-update.ts';
import { farthestTimeMs } from '../text/time-range.ts';
import { newlyWatched } from '../watch/newly-watched.ts';
import { changedPreferences } from '../watch/order-preferences.ts';
import {
  storedChanges,
  storedFlags,
  storedKinds,
  storedMove,
  storedOrder,
  storedOrigin,
  storedProblem,
  storedReasons,
  storedTeam,
  storedTime,
  storedTrace,
} from '../watch/watched-order-schema.ts';
import type { WatchedOrder } from '../watch/watched-order.ts';

const text = z.string().nullable();
/** A desk's database accepts whole numbers, and a time is written out. */
export const sharedTime = z.int().min(-farthestTimeMs).max(farthestTimeMs);
const timeMs = sharedTime.nullable();

/**
 * What a team shares about an order: the service's answers, and label, group, note, promised time and claim.
 * Muted, pinned, snoozed, reminders, seen and calls are each desk's own. Times are in milliseconds since 1970.
 */
export const sharedOrderSchema = z.object({
  id: orderIdSchema,
  label: text,
  group: text,
  note: text,
  promisedAtMs: timeMs,
  addedAtMs: sharedTime,
  origin: storedOrigin.nullable(),
  /** The last answer that could be read; null before the first. */
  order: storedOrder.nullable(),
  observedAtMs: timeMs,
  statusSinceMs: timeMs,
  // Absent from a hub that did not keep it.
  isStatusSinceBefore: z.boolean().default(false),
  changedAtMs: timeMs,
  courierTrace: storedTrace,
  // Absent from a hub that did not keep it.
  journey: storedJourney.nullable().default(null),
  flags: storedFlags.nullable(),
  problem: storedProblem.nullable(),
  team: storedTeam,
});

export type SharedOrder = z.infer<typeof sharedOrderSchema>;

/** An update as a hub's log has it. */
export const sharedUpdateSchema: z.ZodType<OrderUpdate> = z.object({
  orderId: orderIdSchema,
  source: z.enum(updateSources),
  seenAtMs: sharedTime,
  createdAtMs: storedTime.exactOptional(),
  uncheckedSinceMs: storedTime.exactOptional(),
  kinds: storedKinds,
  reasons: storedReasons,
  changes: storedChanges,
  move: storedMove.nullable(),
  courierWaitMs: z.number().exactOptional(),
  endedStay: z
    .object({ stop: z.enum(['pickup', 'destination']), sinceMs: storedTime })
    .exactOptional(),
});

/** The shared part of a watched order. */
export function sharedOrder(watched: WatchedOrder): SharedOrder {
  const { preferences, team } = watched;
  return {
    id: watched.id,
    label: watched.label,
    group: preferences?.group ?? null,
    note: preferences?.note ?? null,
    promisedAtMs: preferences?.promisedAtMs ?? null,
    addedAtMs: watched.addedAtMs,
    origin: watched.origin,
    order: watched.order,
    observedAtMs: watched.observedAtMs,
    statusSinceMs: watched.statusSinceMs,
    isStatusSinceBefore: watched.isStatusSinceBefore,
    changedAtMs: watched.changedAtMs,
    courierTrace: watched.courierTrace,
    journey: watched.journey,
    flags: watched.flags,
    problem: watched.problem,
    team: team ?? { claim: null, writers: {}, addedBy: null },
  };
}

/**
 * A watched order with the shared part as the team has it; what is the desk's own stays.
 *
 * @param own undefined for one that this desk did not know
 */
export function withShared(own: WatchedOrder | undefined, shared: SharedOrder): WatchedOrder {
  const { group, id, label, note, promisedAtMs, ...rest } = shared;
  const known = own ?? newlyWatched(id, label, shared.addedAtMs);
  const preferences = changedPreferences(known.preferences, { group, note, promisedAtMs });
  return { ...known, ...rest, label, preferences };
}
