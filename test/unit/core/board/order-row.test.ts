import { expect, test } from 'vitest';
import type { RowCourier } from '../../../../core/board/board.ts';
import { orderRow } from '../../../../core/board/order-row.ts';
import type { Order } from '../../../../core/order/order.ts';
import { somePreferences } from '../../../support/watched-orders.ts';
import {
  courier,
  fixAt,
  noonMs,
  order,
  pointAt,
  sampleId,
  watched,
} from '../order/order-samples.ts';

const plan = { nextCheckAtMs: noonMs + 11_000, checkEveryMs: 15_000, isAwaited: false };

test('a row before the first answer knows what was asked for and when', () => {
  const row = orderRow(
    watched({ order: null, statusSinceMs: null, observedAtMs: null }),
    plan,
    noonMs,
  );
  expect(row).toMatchObject({
    id: sampleId,
    label: 'Sheung Wan florist',
    status: null,
    courier: { kind: 'none' },
    price: null,
    nextCheckAtMs: noonMs + 11_000,
  });
});

test('a row has the group, and the beginning of the own note on one line', () => {
  const preferences = somePreferences({
    group: 'Hotels',
    note: ` Gate 7\n\tring\u0007 twice ${'x'.repeat(200)}`,
  });
  const row = orderRow(watched({ preferences }), plan, noonMs);
  expect(row).toMatchObject({
    group: 'Hotels',
    note: expect.stringMatching(/^Gate 7 ring twice x{90,}$/),
  });
  expect(row.note?.length).toBeLessThanOrEqual(120);
  expect(orderRow(watched({ preferences: null }), plan, noonMs)).toMatchObject({
    group: null,
    note: null,
  });
});

test('a row shows the way, the stops beyond the first and the change of the price', () => {
  const [destination] = order().destinations;
  if (destination === undefined) throw new Error('the sample has a destination');
  const one = watched({
    order: order({
      word: 'completed',
      destinations: [destination, destination, destination],
      price: { amount: 98.1, currency: 'HKD' },
    }),
    unseenCount: 2,
    flags: {
      releasedAtMs: null,
      courierSwappedAtMs: null,
      amendedAtMs: noonMs,
      amountBeforeAmendment: 86,
      turnover: null,
    },
  });
  expect(orderRow(one, plan, noonMs)).toMatchObject({
    pickupText: '上環 Bonham Strand 1',
    destinationText: 'Café, Queen’s Road 5',
    moreStops: 2,
    priceChange: 12.1,
    isUnseen: true,
    attention: { reason: 'priceChanged' },
  });
});

test.each<[string, Order, RowCourier]>([
  ['none while waiting', order({ word: 'pending' }), { kind: 'none' }],
  ['none once cancelled', order({ word: 'cancelled' }), { kind: 'none' }],
  ['not given though matched', order(), { kind: 'notGiven' }],
  ['not given under an unknown word', order({ word: 'x' }), { kind: 'notGiven' }],
  [
    'not given when nothing but a number is known',
    order({ courier: { name: null, phoneNumber: '1', fix: null } }),
    { kind: 'notGiven' },
  ],
  [
    'known by the position only',
    order({
      courier: { name: null, phoneNumber: null, fix: { ...fixAt(620), reportedAtMs: null } },
    }),
    {
      kind: 'known',
      name: null,
      fix: { atMs: null, movedMeters: 120, standsSinceMs: noonMs - 60_000 },
    },
  ],
  [
    'known by name only',
    order({ courier: courier(null) }),
    { kind: 'known', name: 'Lau Chi Keung', fix: null },
  ],
  [
    'known with a position from the future',
    order({ courier: courier({ ...fixAt(620), reportedAtMs: noonMs + 60_000 }) }),
    {
      kind: 'known',
      name: 'Lau Chi Keung',
      fix: { atMs: noonMs, movedMeters: 120, standsSinceMs: noonMs - 60_000 },
    },
  ],
])('the courier is %s', (_name, shown, expected) => {
  const courierTrace = {
    anchor: pointAt(500),
    anchorAtMs: noonMs - 60_000,
    insideStop: null,
    claimedStop: null,
    lastStepMeters: 120.4,
  };
  expect(orderRow(watched({ order: shown, courierTrace }), plan, noonMs).courier).toEqual(expected);
});

test('a step of less than half a metre is none', () => {
  const shown = order({ courier: courier(fixAt(0)) });
  const moved = [null, 0.4, 0.6].map((lastStepMeters) => {
    const { courierTrace } = watched();
    const one = watched({ order: shown, courierTrace: { ...courierTrace, lastStepMeters } });
    const { courier: who } = orderRow(one, plan, noonMs);
    return who.kind === 'known' ? who.fix?.movedMeters : undefined;
  });
  expect(moved).toEqual([null, null, 1]);
});

test('a destination is named by what is known of it, once', () => {
  const [destination] = order().destinations;
  const textOf = (name: string | null, streetAddress: string | null) =>
    orderRow(
      watched({
        order: order({
          destinations: destination ? [{ ...destination, name, streetAddress }] : [],
        }),
      }),
      plan,
      noonMs,
    ).destinationText;
  expect([
    textOf('Café', 'Road 5'),
    textOf(null, 'Road 5'),
    textOf('Café', null),
    textOf('Café', 'Café'),
    textOf(null, null),
  ]).toEqual(['Café, Road 5', 'Road 5', 'Café', 'Café', null]);
  expect(orderRow(watched(), plan, noonMs).isUnseen).toBe(false);
});
