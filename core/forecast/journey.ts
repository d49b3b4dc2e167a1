import { z } from 'zod';
import { storedRests } from '../order/courier-rests.ts';
import type { OrderId } from '../order/order-id.ts';
import { farthestTimeMs } from '../text/time-range.ts';

/** The parts of a courier's way, in their order. */
export const journeyPhases = ['toPickup', 'atPickup', 'toDropoff'] as const;

export type JourneyPhase = (typeof journeyPhases)[number];

/** What a courier's way has come to. */
export const journeyStages = [...journeyPhases, 'arrived'] as const;

export type JourneyStage = (typeof journeyStages)[number];

const anyTimeMs = z.number().min(-farthestTimeMs).max(farthestTimeMs);
const timeMs = anyTimeMs.nullable();

/** {@link Journey} as it comes from the disk or from a hub. */
export const storedJourney = z.object({
  stage: z.enum(journeyStages),
  startedAtMs: timeMs,
  arrivedPickupAtMs: timeMs,
  leftPickupAtMs: timeMs,
  arrivedAtMs: timeMs,
  /** When the order was over, by which its courier had left the last stop. Absent where that was not seen. */
  endedAtMs: anyTimeMs.optional(),
  meters: z.number().nonnegative().nullable(),
  ...storedRests,
});

/**
 * How far one courier's way with an order has come. Times are in milliseconds since 1970, and null where the moment was
 * not seen: the order was found under way, or was not checked then. `meters` is the straight line from the
 * pickup over the stops; null where a place is not known.
 */
export type Journey = Readonly<z.infer<typeof storedJourney>>;

/** When each stage began. */
const beginOf = {
  toPickup: 'startedAtMs',
  atPickup: 'arrivedPickupAtMs',
  toDropoff: 'leftPickupAtMs',
  arrived: 'arrivedAtMs',
} as const satisfies Readonly<Record<JourneyStage, keyof Journey>>;

/** When a journey came to a stage; null where that was not seen. */
export function stageBeginMs(journey: Journey, stage: JourneyStage): number | null {
  return journey[beginOf[stage]];
}

/**
 * A journey that has come to a stage. It never goes back.
 *
 * @param atMs when it came there; null where that was not seen
 * @returns the same object when it had come so far before
 */
export function journeyAt(
  journey: Journey | null,
  stage: JourneyStage,
  atMs: number | null,
  meters: number | null,
): Journey {
  const isNew =
    journey === null || journeyStages.indexOf(stage) > journeyStages.indexOf(journey.stage);
  if (!isNew) return journey.meters === meters ? journey : { ...journey, meters };
  const known = journey ?? {
    startedAtMs: null,
    arrivedPickupAtMs: null,
    leftPickupAtMs: null,
    arrivedAtMs: null,
  };
  return { ...known, stage, meters, [beginOf[stage]]: atMs };
}

/** A journey as it was at an earlier time, as far as its moments were seen; null before the first of them. */
export function journeyThen(journey: Journey, nowMs: number): Journey | null {
  return journeyStages.reduce<Journey | null>((then, stage) => {
    const atMs = stageBeginMs(journey, stage);
    return atMs === null || atMs > nowMs ? then : journeyAt(then, stage, atMs, journey.meters);
  }, null);
}

/** A journey that is over, with what is learned from it. */
export interface FinishedJourney extends Journey {
  readonly id: OrderId;
  readonly arrivedAtMs: number;
  /** The dispatcher's own group of the order. */
  readonly group: string | null;
  readonly promisedAtMs: number | null;
}
