import type { FinishedJourney } from '../../../core/forecast/journey.ts';
import { defaultSettings } from '../../../core/settings/settings.ts';
import { Forecasts } from '../../../main/engine/notify/forecasts.ts';
import { LearnedRules } from '../../../main/engine/notify/learned-rules.ts';
import { orderIdAt, someOrder, someWatched } from '../../support/watched-orders.ts';
import { settledFrom } from './deliveries.ts';

const minuteMs = 60_000;

/** Stays of couriers at the pickup, measured over real deliveries. Times in minutes, shares from 0 to 1. */
export interface MeasuredStays {
  readonly count: number;
  readonly p50: number;
  readonly p75: number;
  readonly p90: number;
  readonly p95: number;
  /** The limit of a new profile. */
  readonly setMinutes: number;
  /** For how many deliveries there would be a call by it. */
  readonly shareOverSet: number;
  /** The same by the limit that was learned when the stay began, of all, and once that had settled. */
  readonly shareOverLearned: number;
  readonly shareOverSettled: number;
  /** The limit that was learned in the end. */
  readonly learnedMinutes: number;
}

/** Measures how long couriers were at the pickup, beside the limits that the product learns from the deliveries before. */
export function measuredStays(deliveries: readonly FinishedJourney[]): MeasuredStays {
  const learned = new LearnedRules(
    { wallMs: () => 0 },
    { courierWaits: () => [], positionAgesMs: () => [] },
    () => defaultSettings,
    new Forecasts({ finishedJourneys: () => deliveries }),
  );
  const stays = deliveries.flatMap(({ arrivedPickupAtMs, leftPickupAtMs }, place) => {
    if (arrivedPickupAtMs === null || leftPickupAtMs === null) return [];
    const limitMs = limitOf(learned, arrivedPickupAtMs);
    return [{ place, minutes: (leftPickupAtMs - arrivedPickupAtMs) / minuteMs, limitMs }];
  });
  const sorted = stays.map(({ minutes }) => minutes).toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor(share * sorted.length)] ?? Number.NaN;
  const isLong = ({ limitMs, minutes }: (typeof stays)[number]) => minutes * minuteMs > limitMs;
  const settled = stays.filter(({ place }) => place >= settledFrom);
  const { pickupMinutes } = defaultSettings.stayLimits;
  return {
    count: stays.length,
    p50: at(0.5),
    p75: at(0.75),
    p90: at(0.9),
    p95: at(0.95),
    setMinutes: pickupMinutes,
    shareOverSet: shareOf(stays, ({ minutes }) => minutes > pickupMinutes),
    shareOverLearned: shareOf(stays, isLong),
    shareOverSettled: shareOf(settled, isLong),
    learnedMinutes: learned.restLimits.pickupStay.limitMs / minuteMs,
  };
}

/** How long a courier may be at the pickup who came then. */
function limitOf(learned: LearnedRules, sinceMs: number): number {
  const order = someOrder(orderIdAt(1), {
    status: { raw: 'arrived_at_pickup', phase: 'atPickup' },
  });
  return learned.rulesFor(someWatched(orderIdAt(1), { order, statusSinceMs: sinceMs }))
    .pickupStayMs;
}

function shareOf<Item>(items: readonly Item[], isMeant: (item: Item) => boolean): number {
  return Number((items.filter(isMeant).length / items.length).toFixed(4));
}
