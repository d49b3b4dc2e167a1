import { expect, test } from 'vitest';
import type { Order } from '../../../../../core/order/order.ts';
import type { OrderUpdate } from '../../../../../core/order/order-update.ts';
import { observed } from '../../../../../main/engine/watch/observation.ts';
import type { ExplainUpdate } from '../../../../../main/engine/watch/ports.ts';
import { orderIdAt, someOrder, someWatched } from '../../../../support/watched-orders.ts';

const minute = 60_000;
const nowMs = 100 * minute;
const id = orderIdAt(1);
const matched = someOrder(id, { status: { raw: 'matched', phase: 'assigned' } });

/** Whether a status counts as older than its first look, where the order was last checked so long ago. */
function isOlder(agoMinutes: number, after: Order, explain?: ExplainUpdate): boolean {
  const known = someWatched(id, {
    order: someOrder(id),
    observedAtMs: nowMs - agoMinutes * minute,
    statusSinceMs: minute,
  });
  return observed(known, after, nowMs, explain).watched.isStatusSinceBefore;
}

/** A webhook that says when it happened. */
const webhook =
  (createdAtMs?: number): ExplainUpdate =>
  (_watched, _after, update): OrderUpdate | null =>
    update && { ...update, source: 'webhook', ...(createdAtMs !== undefined && { createdAtMs }) };

test('a status that came between two checks in a row has begun about now', () => {
  expect([isOlder(1, matched), isOlder(5, matched)]).toEqual([false, false]);
});

test('a status that came while the order was not checked may have begun long before', () => {
  expect(isOlder(6, matched)).toBe(true);
});

test('a webhook that has just told of it says when it began, one that came late does not', () => {
  expect(isOlder(6, matched, webhook())).toBe(false);
  expect(isOlder(6, matched, webhook(nowMs - minute))).toBe(false);
  expect(isOlder(6, matched, webhook(nowMs - 6 * minute))).toBe(true);
});

test('an update that came while the order was not checked says since when; a move has its own time', () => {
  const known = someWatched(id, { order: matched, observedAtMs: nowMs - 6 * minute });
  const fix = { latitudeDeg: 22.3, longitudeDeg: 114.2, reportedAtMs: nowMs };
  const withFix = (place: number): Order => ({
    ...matched,
    courier: { name: 'Lau', phoneNumber: null, fix: { ...fix, latitudeDeg: place } },
  });
  const edited = observed(known, { ...matched, noteToCourier: 'Back door' }, nowMs).update;
  expect(edited?.uncheckedSinceMs).toBe(nowMs - 6 * minute);
  const moved = observed({ ...known, order: withFix(22.3) }, withFix(22.4), nowMs).update;
  expect(moved?.kinds).toEqual(['courier_moved']);
  expect(moved).not.toHaveProperty('uncheckedSinceMs');
});

test('a word that is only read in another way was there before', () => {
  const { status } = someOrder(id);
  expect(isOlder(1, someOrder(id, { status: { ...status, phase: 'assigned' } }))).toBe(true);
});

test('what is known of a beginning stays as long as the status does', () => {
  const known = someWatched(id, {
    order: matched,
    observedAtMs: nowMs - minute,
    statusSinceMs: minute,
    isStatusSinceBefore: true,
  });
  const after = { ...matched, noteToCourier: 'Back door' };
  expect(observed(known, after, nowMs).watched).toMatchObject({
    statusSinceMs: minute,
    isStatusSinceBefore: true,
  });
});
