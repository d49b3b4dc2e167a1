import { readFileSync } from 'node:fs';
import type { FinishedJourney } from '../../../core/forecast/journey.ts';
import { benchOrderId } from '../../support/storage/bench-order.ts';

/** How long after its start a delivery was promised. */
export const promiseMinutes = 45;

/** From this delivery on the aims count: so many are known by then that what is said has settled. */
export const settledFrom = 400;

const minuteMs = 60_000;
const columns = [
  'started_at',
  'arrived_pickup_min',
  'left_pickup_min',
  'arrived_dropoff_min',
  'km_straight',
] as const;

/**
 * Deliveries from a CSV file, in the order of the file: when each started, and after how many minutes the courier
 * came to the pickup, left it and came to the drop-off. An empty field is not known.
 *
 * @throws when a column is missing or a row has no start or end
 */
export function deliveriesOf(file: string): readonly FinishedJourney[] {
  const [head = '', ...rows] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
  const names = head.split(',');
  const places = columns.map((name) => names.indexOf(name));
  if (places.includes(-1))
    throw new Error(`${file} lacks one of the columns ${columns.join(', ')}`);
  return rows.map((row, index) => {
    const fields = row.split(',');
    const [started = '', ...numbers] = places.map((place) => fields[place] ?? '');
    const [arrivedPickup, leftPickup, arrived, km] = numbers.map((text) =>
      text === '' ? null : Number(text),
    );
    const startedAtMs = Date.parse(started);
    const after = (minutes: number | null | undefined): number | null =>
      minutes == null ? null : startedAtMs + minutes * minuteMs;
    const arrivedAtMs = after(arrived);
    if (Number.isNaN(startedAtMs) || arrivedAtMs === null) {
      throw new Error(`${file}, row ${index + 2}: no start or no end`);
    }
    // Where the courier's arrival at the pickup is not known, nothing says in which phase the delivery was.
    const isPhased = arrivedPickup != null && leftPickup != null;
    return {
      id: benchOrderId(index),
      stage: 'arrived',
      startedAtMs: isPhased ? startedAtMs : null,
      arrivedPickupAtMs: after(arrivedPickup),
      leftPickupAtMs: after(leftPickup),
      arrivedAtMs,
      meters: km == null ? null : km * 1000,
      group: null,
      promisedAtMs: startedAtMs + promiseMinutes * minuteMs,
    };
  });
}
