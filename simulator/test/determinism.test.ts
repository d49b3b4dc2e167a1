import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OrderStore } from '../orders/order-store.ts';
import { builtInScenario } from '../orders/scenario-library.ts';
import { seededUuid } from '../seeded-random.ts';
import { ManualClock } from '../service-clock.ts';

const spread = { spreadMs: 7_200_000 };
const instant = fc.integer({ min: 0, max: 4 * 3_600_000 });
const seed = fc.integer({ min: 0, max: 4_294_967_295 });
const epochMs = Date.UTC(2026, 2, 2, 1);

function book(ofSeed: number, orders: number, speed = 1) {
  const clock = new ManualClock({ epochMs, speed });
  const kept = new OrderStore(ofSeed, clock, spread);
  kept.add(builtInScenario('released-and-matched-again').orders[0] ?? never());
  kept.generate(orders);
  return { clock, kept };
}

function never(): never {
  throw new RangeError('the scenario has no order');
}

describe('determinism', () => {
  test('the same seed and time give the same bytes and ETags, however one got there', () => {
    fc.assert(
      fc.property(seed, fc.array(instant, { maxLength: 6 }), instant, (ofSeed, stops, last) => {
        const direct = book(ofSeed, 12);
        direct.clock.advance(last);
        const slow = book(ofSeed, 12);
        let nowMs = 0;
        for (const stop of [...stops.filter((ms) => ms < last).toSorted((a, b) => a - b), last]) {
          slow.clock.advance(stop - nowMs);
          nowMs = stop;
          for (const uuid of slow.kept.uuids()) {
            slow.kept.answer(uuid);
          }
        }
        for (const uuid of direct.kept.uuids()) {
          const one = direct.kept.answer(uuid);
          const other = slow.kept.answer(uuid);
          expect(other?.etag).toBe(one?.etag);
          expect(other?.body()).toBe(one?.body());
        }
      }),
      { numRuns: 60 },
    );
  });

  test('an order says the same among ten others as among a hundred', () => {
    fc.assert(
      fc.property(seed, instant, (ofSeed, atMs) => {
        const few = book(ofSeed, 10);
        const many = book(ofSeed, 100);
        for (const uuid of few.kept.uuids()) {
          expect(many.kept.order(uuid, atMs)).toStrictEqual(few.kept.order(uuid, atMs));
        }
      }),
      { numRuns: 20 },
    );
  });

  test('an ETag stands for one body, and a body for one ETag', () => {
    fc.assert(
      fc.property(seed, fc.array(fc.integer({ min: 1, max: 90_000 })), (ofSeed, steps) => {
        const { clock, kept } = book(ofSeed, 5);
        const bodies = new Map<string, string>();
        for (const step of steps) {
          clock.advance(step);
          for (const uuid of kept.uuids()) {
            const answer = kept.answer(uuid);
            const body = answer?.body() ?? '';
            const known = bodies.get(answer?.etag ?? '');
            expect(known ?? body).toBe(body);
            bodies.set(answer?.etag ?? '', body);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  test('another seed has other orders', () => {
    fc.assert(
      fc.property(seed, seed, (one, other) => {
        fc.pre(one !== other);
        expect(seededUuid(one, 'generated-0')).not.toBe(seededUuid(other, 'generated-0'));
      }),
    );
  });

  test('fifty thousand orders have fifty thousand well-formed uuids', () => {
    const { kept } = book(7, 50_000);
    const form = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    const uuids = [...kept.uuids()];
    expect(uuids.length).toBe(50_001);
    expect(uuids.every((uuid) => form.test(uuid))).toBe(true);
  });

  test('no stamp is ahead of the calendar, whatever the speed', () => {
    fc.assert(
      fc.property(seed, instant, fc.integer({ min: 1, max: 100 }), (ofSeed, networkMs, speed) => {
        const { clock, kept } = book(ofSeed, 8, speed);
        clock.advance(networkMs);
        const nowSeconds = (epochMs + networkMs) / 1000;
        for (const uuid of kept.uuids()) {
          const order = kept.order(uuid);
          const fixes = JSON.stringify(order).match(/(?<="location_updated_at":)\d+/g) ?? [];
          expect(fixes.every((seconds) => Number(seconds) <= nowSeconds)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});
