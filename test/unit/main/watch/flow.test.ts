import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Flow } from '../../../../main/watch/flow.ts';

/** All that may leave at this moment. */
function burst(flow: Flow, perSecond: number, nowMs: number): number {
  let count = 0;
  while (flow.take(perSecond, nowMs)) count += 1;
  return count;
}

/** All that leaves of a backlog when it is looked at once per slot. */
function drained(flow: Flow, perSecond: number, slotMs: number, slots: number): number[] {
  return Array.from({ length: slots }, (_, index) => burst(flow, perSecond, (index + 1) * slotMs));
}

test('of a fast flow never more than what flows in 35 ms leaves at once, however long nothing left', () => {
  const brisk = fc.double({ min: 100, max: 2000, noNaN: true });
  fc.assert(
    fc.property(brisk, fc.integer({ min: 0, max: 1_000_000 }), (perSecond, idleMs) => {
      const flow = new Flow(0);
      expect(burst(flow, perSecond, idleMs)).toBeLessThanOrEqual(perSecond * 0.035 + 2);
    }),
  );
});

test('in no 100 ms leaves more than flows in them, however late a slot is', () => {
  const lateMs = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 100, maxLength: 100 });
  fc.assert(
    fc.property(lateMs, (late) => {
      const flow = new Flow(0);
      const slotEndsMs = late.map((ms, slot) => slot * 10 + ms).toSorted((a, b) => a - b);
      const leftAtMs = slotEndsMs.flatMap((nowMs) =>
        Array.from({ length: burst(flow, 360, nowMs) }, () => nowMs),
      );
      const most = leftAtMs.map((from) => leftAtMs.filter((at) => at >= from && at < from + 100));
      expect(Math.max(0, ...most.map(({ length }) => length))).toBeLessThanOrEqual(36);
    }),
  );
});

test('a fast flow keeps its pace, and makes up for 35 ms at most', () => {
  const flow = new Flow(0);
  const before = drained(flow, 360, 10, 100).reduce((sum, count) => sum + count, 0);
  expect(before).toBeGreaterThanOrEqual(355);
  expect(burst(flow, 360, 1100)).toBe(13);
});

test('the backlog of a fast flow begins with nothing saved up, that of a slow one with a whole slot', () => {
  const fast = new Flow(0);
  fast.begin(360, 60_000);
  expect(burst(fast, 360, 60_000)).toBe(1);
  expect(burst(fast, 360, 60_010)).toBe(3);

  const slow = new Flow(0);
  slow.begin(36, 60_000);
  expect(burst(slow, 36, 60_000)).toBe(48);
});
