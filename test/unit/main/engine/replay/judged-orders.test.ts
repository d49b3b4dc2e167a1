import { expect, test } from 'vitest';
import { coarseWatched } from '../../../../../core/privacy/privacy.ts';
import type { GeoPoint } from '../../../../../core/order/order.ts';
import { defaultSettings } from '../../../../../core/settings/settings.ts';
import type { WatchedOrder } from '../../../../../core/watch/watched-order.ts';
import { JudgedOrders } from '../../../../../main/engine/replay/judged-orders.ts';
import {
  orderIdAt,
  someOrder,
  someUpdate,
  someWatched,
} from '../../../../support/watched-orders.ts';

const id = orderIdAt(1);
const atMs = 1_000_000;
const stop: GeoPoint = { latitudeDeg: 22.2801, longitudeDeg: 114.1501 };
/** North of the pickup by as many metres. */
const placeAt = (meters: number): GeoPoint => ({
  ...stop,
  latitudeDeg: stop.latitudeDeg + meters / 111_195,
});

function watchedAt(meters: number, traced: Partial<WatchedOrder['courierTrace']>): WatchedOrder {
  const { pickup, ...order } = someOrder(id);
  const anchor = { anchor: placeAt(2000), anchorAtMs: 0, lastStepMeters: 200 };
  return someWatched(id, {
    order: {
      ...order,
      status: { raw: 'active', phase: 'assigned' },
      pickup: pickup && { ...pickup, point: stop },
      courier: { name: 'Ho', phoneNumber: null, fix: { ...placeAt(meters), reportedAtMs: atMs } },
    },
    observedAtMs: atMs,
    courierTrace: { insideStop: null, claimedStop: null, ...anchor, ...traced },
  });
}

/** What fences of 450 m make of a courier who came from 420 m to 200 m of the pickup, both inside. */
function moveOf(recorded: (watched: WatchedOrder) => WatchedOrder) {
  const fences = { enterMeters: 450, leaveMeters: 600 };
  const judged = new JudgedOrders({ ...defaultSettings, fences });
  const before = recorded(watchedAt(420, { claimedStop: 'pickup' }));
  const watched = recorded(watchedAt(200, {}));
  const update = someUpdate(id, { kinds: ['courier_moved'], seenAtMs: atMs, move: null });
  return judged.changed({ before, recorded: { watched, isOpen: false }, update }, atMs).update
    ?.move;
}

test('a move means what the other fences make of it', () => {
  expect(moveOf((watched) => watched)).toMatchObject({ meaning: 'nearStop' });
});

test('a move of an order whose positions were made coarse means what was recorded', () => {
  expect(moveOf(coarseWatched)).toBeNull();
});
