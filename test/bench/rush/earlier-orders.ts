import { dropoffWay, pickupMinutes, pickupWay } from '@waybell/simulator';
import { readOrderStatus } from '../../../core/order/order-status.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import { seeded } from '../../support/seeded.ts';
import { benchOrderId } from '../../support/storage/bench-order.ts';
import { someOrder, someWatched } from '../../support/watched-orders.ts';
import { minutesBetween } from './life-writer.ts';
import { hourMs } from './script.ts';

const minuteMs = 60_000;
/** They came the day before, one every two minutes, so that none is checked or listed any more. */
const beganBeforeMs = 24 * hourMs;
const everyMs = 2 * minuteMs;
/** An order that is over is checked for two hours more. */
const checkedForMs = 2.1 * hourMs;
/** No uuid of the hour is among theirs. */
const firstIndex = 10_000;

/** Orders that were over before an hour began, with ways as long as on real deliveries. */
export function earlierOrders(count: number, seed: number, beganAtMs: number): WatchedOrder[] {
  const random = seeded(seed + 1);
  return Array.from({ length: count }, (_, index) => {
    const id = benchOrderId(firstIndex + index);
    const way = dropoffWay(random());
    const startedAtMs = beganAtMs - beganBeforeMs + index * everyMs;
    const arrivedPickupAtMs = startedAtMs + msOf(pickupWay(random()).minutes);
    const leftPickupAtMs = arrivedPickupAtMs + msOf(pickupMinutes(random()));
    const arrivedAtMs = leftPickupAtMs + msOf(way.minutes);
    const endedAtMs = arrivedAtMs + minutesBetween(2, 6, random());
    return someWatched(id, {
      addedAtMs: startedAtMs - minuteMs,
      order: someOrder(id, { status: readOrderStatus('completed') }),
      statusSinceMs: endedAtMs,
      observedAtMs: endedAtMs + checkedForMs,
      changedAtMs: endedAtMs,
      journey: {
        stage: 'arrived',
        startedAtMs,
        arrivedPickupAtMs,
        leftPickupAtMs,
        arrivedAtMs,
        endedAtMs,
        meters: Math.round(way.meters / 100) * 100,
      },
    });
  });
}

function msOf(minutes: number): number {
  return Math.round(minutes * minuteMs);
}
