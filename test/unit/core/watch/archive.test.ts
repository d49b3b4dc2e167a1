import { describe, expect, test } from 'vitest';
import { isArchived, overSinceMs } from '../../../../core/watch/archive.ts';
import { attention } from '../../../../core/watch/attention.ts';
import { checkEveryMs, finishedGraceMs } from '../../../../core/watch/cadence.ts';
import { readOrderStatus } from '../../../../core/order/order-status.ts';
import type { WatchedOrder } from '../../../../core/watch/watched-order.ts';
import { orderIdAt, someOrder, someWatched } from '../../../support/watched-orders.ts';

const id = orderIdAt(1);
const sinceMs = 1_000_000;

function withStatus(word: string, part: Partial<WatchedOrder> = {}): WatchedOrder {
  const order = { ...someOrder(id), status: readOrderStatus(word) };
  return someWatched(id, { order, statusSinceMs: sinceMs, ...part });
}

const lies = (
  watched: WatchedOrder,
  afterMs: number,
  choice: 'archived' | 'kept' | null = null,
): boolean => {
  const nowMs = sinceMs + afterMs;
  return isArchived(watched, attention(watched, nowMs), choice, nowMs);
};

describe('the archive', () => {
  test('takes a completed order once the grace for amendments is over, and it is asked for no more', () => {
    const completed = withStatus('completed');
    expect(lies(completed, finishedGraceMs - 1)).toBe(false);
    expect(lies(completed, finishedGraceMs)).toBe(true);
    const nowMs = sinceMs + finishedGraceMs;
    expect(checkEveryMs(completed, { activeEverySeconds: 15 }, nowMs)).toBeNull();
  });

  test('takes no order that is not over, however old', () => {
    for (const word of ['pending', 'active', 'picked_up', 'no such word']) {
      expect(lies(withStatus(word, { lastLookedAtMs: 1e12 }), 1e9)).toBe(false);
    }
  });

  test('takes none without an answer, and one whose end has no time two hours after it was added', () => {
    expect(lies(someWatched(id, { order: null, addedAtMs: 0 }), 1e9)).toBe(false);
    const completed = withStatus('completed', { statusSinceMs: null, addedAtMs: sinceMs + 5 });
    expect(lies(completed, finishedGraceMs + 4)).toBe(false);
    expect(lies(completed, finishedGraceMs + 5)).toBe(true);
  });

  test('leaves a cancelled order on the list until it was looked at', () => {
    expect(lies(withStatus('cancelled'), finishedGraceMs)).toBe(false);
    const seen = { reason: 'cancelled', causeAtMs: sinceMs, atMs: sinceMs + 1 } as const;
    expect(lies(withStatus('cancelled', { acknowledged: [seen] }), finishedGraceMs)).toBe(true);
  });

  test('takes a cancelled order that was only seen once its grace is over, so that none stays for ever', () => {
    const seen = {
      reason: 'cancelled',
      causeAtMs: sinceMs,
      atMs: sinceMs + 1,
      isOnlySeen: true,
    } as const;
    const watched = withStatus('cancelled', { acknowledged: [seen] });
    expect(attention(watched, sinceMs + finishedGraceMs - 1)).toMatchObject({ isSeen: true });
    expect(lies(watched, finishedGraceMs - 1)).toBe(false);
    expect(attention(watched, sinceMs + finishedGraceMs)).toBeNull();
    expect(lies(watched, finishedGraceMs)).toBe(true);
  });

  test('gives back an order whose price changed after it was put away', () => {
    const flags = {
      releasedAtMs: null,
      courierSwappedAtMs: null,
      amendedAtMs: sinceMs + 60_000,
      amountBeforeAmendment: 86,
      turnover: null,
    };
    const looked = { lastLookedAtMs: sinceMs + 30_000 };
    expect(lies(withStatus('completed', looked), 90_000, 'archived')).toBe(true);
    expect(lies(withStatus('completed', { ...looked, flags }), 90_000, 'archived')).toBe(false);
  });

  test('keeps what was taken out of it on the list for good', () => {
    expect(lies(withStatus('completed'), 1e9, 'kept')).toBe(false);
  });
});

test.each<[string, number, Partial<WatchedOrder>]>([
  ['its end', sinceMs, withStatus('completed', { observedAtMs: sinceMs + 9 })],
  ['it was added, where its end has no time', 7, withStatus('completed', { statusSinceMs: null })],
  ['its last answer', 9, withStatus('active', { observedAtMs: 9, lastLookedAtMs: 8 })],
  ['the last look at it', 9, withStatus('active', { observedAtMs: 8, lastLookedAtMs: 9 })],
  ['it was added, where it was never looked at', 7, { order: null }],
])('an order in the archive is over since %s', (_since, expected, parts) => {
  expect(overSinceMs(someWatched(id, { ...parts, addedAtMs: 7 }))).toBe(expected);
});
