import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OrderRow } from '../../../../core/bridge/board.ts';
import { decodeRows, encodeRows } from '../../../../core/bridge/row-columns.ts';
import { orderIdOf } from '../../../support/order-id-of.ts';

const time = fc.option(fc.integer({ min: 0, max: 2e12 }), { nil: null });
const text = fc.option(
  fc.constantFrom('', 'Sheung Wan', '義順牛奶公司', '\u202Eevil\uD83D', 'a'.repeat(3000)),
  {
    nil: null,
  },
);
const id = fc.uuid().map(orderIdOf);

const anyRow: fc.Arbitrary<OrderRow> = fc.record({
  id,
  label: text,
  status: fc.option(
    fc.record({
      raw: text,
      phase: fc.constantFrom('searching' as const, 'pickedUp' as const, 'unknown' as const),
    }),
    { nil: null },
  ),
  statusSinceMs: time,
  attention: fc.option(
    fc.record({
      score: fc.integer({ min: 0, max: 300 }),
      reason: fc.constantFrom('released' as const, 'longWait' as const),
    }),
    { nil: null },
  ),
  pickupText: text,
  destinationText: text,
  moreStops: fc.nat(20),
  scheduledAtMs: time,
  courier: fc.oneof(
    fc.constant({ kind: 'none' as const }),
    fc.constant({ kind: 'notGiven' as const }),
    fc.record({
      kind: fc.constant('known' as const),
      name: text,
      fixAtMs: time,
      movedMeters: fc.option(fc.nat(10_000), { nil: null }),
    }),
  ),
  price: fc.option(
    fc.record({ amount: fc.double({ noNaN: true }), currency: fc.constantFrom('HKD', null) }),
    { nil: null },
  ),
  priceChange: fc.option(fc.double({ noNaN: true }), { nil: null }),
  observedAtMs: time,
  changedAtMs: time,
  nextCheckAtMs: time,
  checkEveryMs: time,
  isChecking: fc.boolean(),
  isUnseen: fc.boolean(),
  isMuted: fc.boolean(),
  isPinned: fc.boolean(),
  isArchived: fc.boolean(),
  problem: fc.option(
    fc.record({
      code: fc.constantFrom('order-not-found' as const, 'order-gone' as const),
      httpStatus: fc.option(fc.integer({ min: 100, max: 599 }), { nil: null }),
      sinceMs: fc.integer({ min: 0, max: 2e12 }),
      failureCount: fc.nat(100),
    }),
    { nil: null },
  ),
  addedAtMs: fc.integer({ min: 0, max: 2e12 }),
});

test('rows come out of their columns as they went in, across a copy', () => {
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 20 }), (rows) => {
      expect(decodeRows(structuredClone(encodeRows(rows)))).toEqual(rows);
    }),
    { numRuns: 200 },
  );
});

test('words that many rows share cross once', () => {
  const [row] = fc.sample(anyRow, { numRuns: 1, seed: 7 });
  if (!row) throw new Error('nothing was drawn');
  const price = { amount: 1, currency: 'HKD' };
  const rows = Array.from({ length: 1000 }, () => ({ ...row, price }));
  const { words } = encodeRows(rows).words;
  expect(words.filter((word) => word === 'HKD')).toHaveLength(1);
  expect(words.length).toBeLessThanOrEqual(6);
});
