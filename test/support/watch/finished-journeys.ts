import type { FinishedJourney } from '../../../core/forecast/journey.ts';
import { benchOrderId } from '../storage/bench-order.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * So many orders that were over by a time, one an hour: each 10 minutes to the pickup, some minutes there, then 11 to
 * 30 to the drop-off. Most forecasts of these hold.
 */
export function journeysUntil(
  endMs: number,
  count = 60,
  minutesOf: (index: number) => readonly [atPickup: number, toDropoff: number] = (index) => [
    1 + ((index * 3) % 10),
    11 + ((index * 7) % 20),
  ],
): readonly FinishedJourney[] {
  return Array.from({ length: count }, (_, index) => {
    const [atPickup, toDropoff] = minutesOf(index);
    const startedAtMs = endMs - (count - index) * hourMs - 2 * hourMs;
    const arrivedPickupAtMs = startedAtMs + 10 * minuteMs;
    const leftPickupAtMs = arrivedPickupAtMs + atPickup * minuteMs;
    return {
      id: benchOrderId(5000 + index),
      stage: 'arrived',
      startedAtMs,
      arrivedPickupAtMs,
      leftPickupAtMs,
      arrivedAtMs: leftPickupAtMs + toDropoff * minuteMs,
      meters: null,
      group: null,
      promisedAtMs: null,
    };
  });
}
