import { openDatabase } from '../../../main/engine/storage/database.ts';
import { WatchRepository } from '../../../main/engine/storage/watch-repository.ts';
import type { Order } from '../../../core/order/order.ts';
import { orderWithoutPeople } from '../../../core/privacy/privacy.ts';
import { newlyWatched } from '../../../core/watch/newly-watched.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import { benchOrderId, benchPeople, benchStop } from './bench-order.ts';

const dayMs = 86_400_000;
/** How long people stay in orders that are over. */
const peopleDays = 7;
/** How many orders are written at once. */
const atOnce = 2000;

const courierFingerprint = { name: null, phone: null };

/** An order that ended `agoMs` ago; without an end it is on its way. */
function benchOrder(index: number, agoMs: number | null, nowMs: number): WatchedOrder {
  const id = benchOrderId(index);
  const whole: Order = {
    id,
    status:
      agoMs === null
        ? { raw: 'on_the_way', phase: 'pickedUp' }
        : { raw: 'completed', phase: 'done' },
    vehicleType: 'motorcycle',
    paymentMethod: null,
    noteToCourier: `Leave with the concierge of tower ${index % 9}. 請勿按鐘，花束勿平放。`,
    courier: {
      name: benchPeople[index % benchPeople.length] ?? null,
      phoneNumber: `+852 5${String(index).padStart(7, '0')}`,
      fix: null,
    },
    pickup: { ...benchStop(index, 0), scheduledAtMs: null },
    destinations: [benchStop(index, 1), benchStop(index, 2)],
    price: { amount: 40 + (index % 300), currency: 'HKD' },
    priceBreakdown: [],
  };
  const isPeopled = agoMs === null || agoMs < peopleDays * dayMs;
  const endedAtMs = nowMs - (agoMs ?? 0);
  const order = isPeopled ? whole : orderWithoutPeople(whole, () => courierFingerprint);
  return {
    ...newlyWatched(id, `Order ${index} of the day`, endedAtMs - 3_600_000, {
      group: `Customer ${index % 60}`,
      note: `Ring at the side gate on day ${index % 31} and wait for Nadia`,
      promisedAtMs: null,
      snoozedUntilMs: null,
      remindAtMs: null,
      tellsEveryMove: null,
    }),
    order,
    observedAtMs: agoMs === null ? nowMs : endedAtMs + 2 * 3_600_000,
    statusSinceMs: endedAtMs,
    changedAtMs: endedAtMs,
  };
}

/** Fills a profile: live orders, and archived ones that ended in the last thirty days. */
export function fillProfile(folder: string, live: number, archived: number, nowMs: number): void {
  const database = openDatabase(folder);
  const { sql } = database;
  const store = new WatchRepository(sql, () => nowMs);
  const ends = (index: number) => 3 * 3_600_000 + (index / archived) * 29 * dayMs;
  for (let from = 0; from < archived; from += atOnce) {
    const orders = Array.from({ length: Math.min(atOnce, archived - from) }, (_, at) =>
      benchOrder(from + at, ends(from + at), nowMs),
    );
    store.save(orders.map((watched) => ({ watched, notifications: [] })));
    sql.exec(`INSERT OR IGNORE INTO privacy_steps (order_no, coarse_at_ms, erased_at_ms)
      SELECT no, status_since_ms, iif(status_since_ms < ${nowMs - peopleDays * dayMs}, ${nowMs}, NULL)
      FROM watched_orders`);
    store.evict(orders);
  }
  const orders = Array.from({ length: live }, (_, at) => benchOrder(archived + at, null, nowMs));
  store.save(orders.map((watched) => ({ watched, notifications: [] })));
  database.close();
}
