import { expect, test } from 'vitest';
import type { TimelineEntry } from '../../../core/board/board.ts';
import type { CourierFix } from '../../../core/order/order.ts';
import { timelineLines } from '../../../renderer/components/detail/timeline.ts';
import { fixAt, noonMs } from '../core/order/order-samples.ts';

const at = (eastMeters: number, afterMs: number): CourierFix => ({
  ...fixAt(eastMeters),
  reportedAtMs: noonMs + afterMs,
});

/** A check that saw the courier at `after` three seconds after it was reported. */
function move(before: CourierFix | null, after: CourierFix): TimelineEntry {
  return {
    kind: 'update',
    atMs: (after.reportedAtMs ?? noonMs) + 3000,
    source: 'poll',
    kinds: ['courier_moved'],
    reasons: ['Courier moved'],
    changes: [{ field: 'courier.location', before, after }],
  };
}

const [first, second, third] = [at(0, 0), at(100, 15_000), at(250, 30_000)];

test('the distance of several moves counts from the position whose time is given', () => {
  const [line] = timelineLines([move(second, third), move(first, second)], null);
  if (line?.kind !== 'moves') throw new Error('Moves in a row are one line.');
  expect(line.sinceMs).toBe(first.reportedAtMs);
  expect(line.totalMeters).toBeCloseTo(250, 0);
  expect(line.stepCount).toBe(2);
});

test('a first position is no move', () => {
  const [line] = timelineLines([move(first, second), move(null, first)], null);
  expect(line).toMatchObject({ kind: 'moves', sinceMs: first.reportedAtMs, stepCount: 1 });
});
