import { expect, test } from 'vitest';
import { orderRow } from '../../../../../core/board/order-row.ts';
import type { Order } from '../../../../../core/order/order.ts';
import type { OrderUpdate } from '../../../../../core/order/order-update.ts';
import type { WatchedOrder } from '../../../../../core/watch/watched-order.ts';
import { observed } from '../../../../../main/engine/watch/observation.ts';
import type { ExplainUpdate } from '../../../../../main/engine/watch/ports.ts';
import { orderIdAt, someOrder, someWatched } from '../../../../support/watched-orders.ts';

const minute = 60_000;
const nowMs = 100 * minute;
const id = orderIdAt(1);
const plan = { nextCheckAtMs: null, checkEveryMs: null, isAwaited: false };
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

test('a match says how long its order waited, also with a pickup planned for soon; not one that no check was near', () => {
  const planned = (inMinutes: number): Order => {
    const { pickup, ...order } = someOrder(id);
    return { ...order, pickup: pickup && { ...pickup, scheduledAtMs: nowMs + inMinutes * minute } };
  };
  const waited = (before: Order, agoMinutes: number, explain?: ExplainUpdate) => {
    const known = someWatched(id, {
      order: before,
      observedAtMs: nowMs - agoMinutes * minute,
      statusSinceMs: nowMs - 7 * minute,
    });
    return observed(known, { ...matched, pickup: before.pickup }, nowMs, explain).update
      ?.courierWaitMs;
  };
  expect(someOrder(id).pickup).not.toBeNull();
  expect([waited(someOrder(id), 1), waited(planned(-2), 1)]).toEqual([7 * minute, 2 * minute]);
  expect(waited(planned(90), 1)).toBeUndefined();
  expect([waited(planned(10), 6), waited(planned(10), 6, webhook())]).toEqual([undefined, 0]);
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

test('a courier who drives on gives an order no dot, one who leaves the pickup does', () => {
  const [start, beyond, far] = [22.2, 22.21, 22.215];
  const drives = (from: number, to: number, isAtPickup: boolean): boolean => {
    const at = (latitudeDeg: number): Order => ({
      ...matched,
      pickup: matched.pickup && { ...matched.pickup, point: { latitudeDeg: start, longitudeDeg } },
      courier: {
        name: 'Lau',
        phoneNumber: null,
        fix: { latitudeDeg, longitudeDeg, reportedAtMs: nowMs },
      },
    });
    const longitudeDeg = 114.1;
    const courierTrace = {
      anchor: { latitudeDeg: from, longitudeDeg },
      anchorAtMs: nowMs - 2 * minute,
      insideStop: isAtPickup ? ('pickup' as const) : null,
      claimedStop: isAtPickup ? ('outside' as const) : null,
      lastStepMeters: null,
    };
    const known = someWatched(id, { order: at(from), observedAtMs: nowMs - minute, courierTrace });
    const { update, watched } = observed(known, at(to), nowMs);
    expect(update?.kinds).toEqual(['courier_moved']);
    expect(update?.move?.meaning).toBe(isAtPickup ? 'leftPickup' : 'movedOn');
    return orderRow(watched, plan, nowMs).isUnseen;
  };
  expect([drives(beyond, far, false), drives(beyond, far, true)]).toEqual([false, true]);
});

test('an order that begins to need a person has a dot until it is looked at, and again when it gets worse', () => {
  const sinceMs = nowMs - 30 * minute;
  const waiting = someWatched(id, {
    order: someOrder(id),
    observedAtMs: nowMs,
    statusSinceMs: sinceMs,
  });
  const looked = { reason: 'longWait', causeAtMs: sinceMs, atMs: nowMs, isOnlySeen: true } as const;
  const isUnseen = (changes: Partial<WatchedOrder>, atMs = nowMs): boolean =>
    orderRow({ ...waiting, observedAtMs: atMs, ...changes }, plan, atMs).isUnseen;
  expect(isUnseen({ statusSinceMs: nowMs - minute })).toBe(false);
  expect(isUnseen({})).toBe(true);
  expect(isUnseen({ acknowledged: [looked] })).toBe(false);
  expect(isUnseen({ acknowledged: [looked] }, nowMs + 31 * minute)).toBe(true);
});
