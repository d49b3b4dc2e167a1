import { expect, it } from 'vitest';
import type { OrderId } from '../../../../../core/order/order-id.ts';
import { defaultWaitRules } from '../../../../../core/watch/order-waits.ts';
import type { WatchedOrder } from '../../../../../core/watch/watched-order.ts';
import { answeredAlarms } from '../../../../../main/engine/notify/claims/answered-alarms.ts';
import { orderIdAt, someOrder, someWatched } from '../../../../support/watched-orders.ts';

const id = orderIdAt(1);
const minuteMs = 60_000;
const nowMs = 1000 * minuteMs;
const releasedAtMs = nowMs - 10 * minuteMs;

/** An order that Mei took on an hour ago and whose courier released it. */
function released(parts: Partial<WatchedOrder> = {}): WatchedOrder {
  const claim = { deskId: 'mei', desk: 'Mei', atMs: nowMs - 60 * minuteMs, reason: null };
  return someWatched(id, {
    order: someOrder(id),
    observedAtMs: nowMs,
    statusSinceMs: releasedAtMs,
    flags: {
      releasedAtMs,
      courierSwappedAtMs: null,
      amendedAtMs: null,
      amountBeforeAmendment: null,
      turnover: null,
    },
    team: { claim, writers: {}, addedBy: null },
    ...parts,
  });
}

const answered = (watched: WatchedOrder, desk = 'mei', inFront: OrderId | null = null) =>
  answeredAlarms([watched], desk, nowMs, () => defaultWaitRules, inFront);

const deed = { reason: 'released', causeAtMs: releasedAtMs, atMs: nowMs - 5 * minuteMs } as const;

it('an alarm is answered once its order was opened or handled since', () => {
  expect(answered(released())).toEqual([]);
  expect(answered(released({ lastLookedAtMs: releasedAtMs - 1 }))).toEqual([]);
  expect(answered(released({ acknowledged: [{ ...deed, isOnlySeen: true }] }))).toEqual([id]);
  expect(answered(released({ acknowledged: [deed] }))).toEqual([id]);
});

it('who has the order open just now answers what comes', () => {
  expect(answered(released({ lastLookedAtMs: nowMs - minuteMs }))).toEqual([id]);
  expect(answered(released({ lastLookedAtMs: nowMs - 3 * minuteMs }))).toEqual([]);
});

it('who has the order open in front sees its alarm there', () => {
  expect(answered(released(), 'mei', id)).toEqual([id]);
  expect(answered(released(), 'ana', id)).toEqual([]);
});

it('a desk answers for its own orders alone, and for none that asks for nothing', () => {
  const seen = released({ acknowledged: [deed] });
  expect(answered(seen, 'ana')).toEqual([]);
  expect(answered({ ...seen, flags: null })).toEqual([]);
  expect(answered({ ...seen, team: null })).toEqual([]);
});
