import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeCourierTime } from '../../../../core/order/courier-time.ts';
import type { Order } from '../../../../core/order/order.ts';
import { order } from './order-samples.ts';

const nowMs = Date.UTC(2026, 2, 2, 9);
const minuteMs = 60_000;

function at(reportedAtMs: number | null, latitudeDeg = 22.3, name = 'Lau'): Order {
  const fix = { latitudeDeg, longitudeDeg: 114.1, reportedAtMs };
  return order({ courier: { name, phoneNumber: null, fix } });
}

describe('a position that is older than the known one', () => {
  test('is left out, and everything else of the answer is taken', () => {
    const known = at(nowMs - 1000);
    const late = { ...at(nowMs - 30_000, 22.4), vehicleType: 'bike' };
    const judged = judgeCourierTime(known, late, nowMs, 0);
    expect(judged.note).toBe('fix-older-than-known');
    expect(judged.order.courier).toEqual(known.courier);
    expect(judged.order.vehicleType).toBe('bike');
  });

  test.each<[string, Order | null, Order]>([
    ['the first one', null, at(nowMs - 30_000)],
    ['of another courier', at(nowMs - 1000), at(nowMs - 30_000, 22.4, 'Wong')],
    ['of equal age', at(nowMs - 1000), at(nowMs - 1000, 22.4)],
    ['without a time', at(nowMs - 1000), at(null, 22.4)],
    ['after one without a time', at(null), at(nowMs - 30_000, 22.4)],
    ['a little ahead of our clock', at(nowMs), at(nowMs + minuteMs)],
  ])('%s is taken as it is', (_name, before, after) => {
    expect(judgeCourierTime(before, after, nowMs, 0)).toEqual({
      order: after,
      note: null,
      aheadMs: 0,
    });
  });

  test('a known time that lies ahead does not shut out what comes', () => {
    const judged = judgeCourierTime(at(nowMs + 60 * minuteMs), at(nowMs, 22.4), nowMs, 0);
    expect(judged.note).toBeNull();
  });
});

describe('a position from the future', () => {
  const hourMs = 60 * minuteMs;

  test('counts from its arrival, and how far ahead the clock is stays known', () => {
    const judged = judgeCourierTime(null, at(nowMs + hourMs), nowMs, 0);
    expect(judged).toMatchObject({ note: 'fix-from-the-future', aheadMs: hourMs });
    expect(judged.order.courier?.fix?.reportedAtMs).toBe(nowMs);
    // The same position again, a minute later: it is a minute old now, not fresh.
    const again = judgeCourierTime(
      judged.order,
      at(nowMs + hourMs),
      nowMs + minuteMs,
      judged.aheadMs,
    );
    expect(again.order.courier?.fix?.reportedAtMs).toBe(nowMs);
  });

  test('one absurd time does not spoil the times after it', () => {
    const absurd = judgeCourierTime(null, at(Date.UTC(2099, 0, 1)), nowMs, 0);
    const later = nowMs + minuteMs;
    const judged = judgeCourierTime(absurd.order, at(later + hourMs, 22.4), later, absurd.aheadMs);
    expect(judged.order.courier?.fix).toMatchObject({ latitudeDeg: 22.4, reportedAtMs: later });
  });

  test('a clock that was set right is believed at once', () => {
    const judged = judgeCourierTime(at(nowMs), at(nowMs + 1000, 22.4), nowMs + 1000, hourMs);
    expect(judged.order.courier?.fix).toMatchObject({ latitudeDeg: 22.4 });
    expect(judged.note).toBeNull();
  });
});

test('whatever times come, none that is kept is younger than its arrival by more than two minutes, and none goes back', () => {
  const offsets = fc.integer({ min: -7_200_000, max: 7_200_000 });
  fc.assert(
    fc.property(fc.array(offsets, { minLength: 1, maxLength: 30 }), (all) => {
      let known: Order | null = null;
      let aheadMs = 0;
      let keptAtMs = Number.NEGATIVE_INFINITY;
      all.forEach((offset, index) => {
        const arrivedAtMs = nowMs + index * 15_000;
        const judged = judgeCourierTime(known, at(arrivedAtMs + offset), arrivedAtMs, aheadMs);
        const reportedAtMs = judged.order.courier?.fix?.reportedAtMs ?? Number.NaN;
        expect(reportedAtMs).toBeLessThanOrEqual(arrivedAtMs + 2 * minuteMs);
        // A tolerated lead of two minutes may be taken back, nothing else.
        expect(reportedAtMs).toBeGreaterThanOrEqual(Math.min(keptAtMs, arrivedAtMs));
        keptAtMs = reportedAtMs;
        known = judged.order;
        aheadMs = judged.aheadMs;
      });
    }),
  );
});
