import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { orderRow } from '../../core/board/order-row.ts';
import { courierMove, emptyCourierTrace } from '../../core/order/courier-move.ts';
import type { Order } from '../../core/order/order.ts';
import { courier, fixAt, order, sampleId, watched } from '../unit/core/order/order-samples.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import { drawn } from './support/drawn.tsx';
import { busyBoard } from './support/scene.ts';

const minuteMs = 60_000;
const plan = { nextCheckAtMs: null, checkEveryMs: 15_000, isAwaited: false };
const florist = () => page.getByRole('option', { name: /Sheung Wan florist/ });

/** The order after checks that found the courier at these places east of the pickup, so long ago. */
function foundAt(
  ...places: readonly (readonly [eastMeters: number, reportedAgoMs: number, seenAgoMs: number])[]
): WatchedOrder {
  const nowMs = Date.now();
  let trace = emptyCourierTrace;
  let before: Order | null = null;
  for (const [eastMeters, reportedAgoMs, seenAgoMs] of places) {
    const fix = { ...fixAt(eastMeters), reportedAtMs: nowMs - reportedAgoMs };
    const after = order({ courier: courier(fix) });
    ({ trace } = courierMove(trace, before, after, nowMs - seenAgoMs));
    before = after;
  }
  return watched({
    order: before,
    courierTrace: trace,
    observedAtMs: nowMs,
    statusSinceMs: nowMs - 40 * minuteMs,
  });
}

async function drawnWith(one: WatchedOrder) {
  const fake = busyBoard([]);
  fake.upsert({ ...orderRow(one, plan, Date.now()), id: sampleId });
  await drawn(fake);
  return florist();
}

test('the distance of a move lies between the two latest positions, as its time does', async () => {
  const row = await drawnWith(
    foundAt([500, 49_000, 45_000], [590, 34_000, 30_000], [680, 4000, 0]),
  );
  await expect
    .element(row.getByText(/^moved 90\sm, \ds ago$|^moved 90\sm, \d\ss ago$/))
    .toBeVisible();
  await expect.element(row).toHaveAccessibleName(/moved 90\sm, \d\ss ago/);
});

test('a courier who reports the same place again has not moved since', async () => {
  const row = await drawnWith(
    foundAt([500, 49_000, 45_000], [680, 34_000, 30_000], [680, 4000, 0]),
  );
  await expect.element(row.getByText(/^position \d\ss ago$/)).toBeVisible();
});

test('an old position is last seen, to the eye and to the ear', async () => {
  const row = await drawnWith(
    foundAt([500, 8 * minuteMs, 8 * minuteMs], [700, 7 * minuteMs, 7 * minuteMs]),
  );
  await expect.element(row.getByText(/^last seen 7\smin ago$/)).toBeVisible();
  await expect.element(row).toHaveAccessibleName(/last seen 7\smin ago/);
});

test('a courier who stands but reports has a fresh position and stands as long as it does', async () => {
  const row = await drawnWith(foundAt([500, 12 * minuteMs, 12 * minuteMs], [501, 4000, 0]));
  await expect.element(row.getByText('Not moving')).toBeVisible();
  await expect.element(row.getByText(/^12\smin$/)).toBeVisible();
  await expect.element(row.getByText(/^position \d\ss ago$/)).toBeVisible();
});

test('a position without a time is there, and its age is not made up', async () => {
  const untimed = order({ courier: courier({ ...fixAt(500), reportedAtMs: null }) });
  const row = await drawnWith(watched({ order: untimed, observedAtMs: Date.now() }));
  await expect.element(row.getByText('position, time not given')).toBeVisible();
});
