import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createdUpdate,
  diffOrders,
  isWorthALook,
  mayNotify,
  orderUpdate,
} from '../../../../core/order/order-update.ts';
import type { OrderUpdate, UpdateKind } from '../../../../core/order/order-update.ts';
import { readOrderStatus } from '../../../../core/order/order-status.ts';
import type { CourierMove } from '../../../../core/order/courier-move.ts';
import type { Order } from '../../../../core/order/order.ts';
import { anyOrder } from './order-arbitraries.ts';
import { courier, fixAt, noonMs, order } from './order-samples.ts';

const seen = { source: 'poll', seenAtMs: noonMs } as const;

function updateOf(before: Order, after: Order): OrderUpdate {
  const update = orderUpdate(before, after, seen);
  if (update === null) throw new Error('nothing changed');
  return update;
}

const emptyStop = {
  name: null,
  streetAddress: null,
  floorOrUnitNumber: null,
  point: null,
  contact: null,
};
const pending = order({ word: 'pending' });
const active = order({ courier: courier(null) });
const done = order({ word: 'completed', courier: courier(null) });
const fare = { key: 'base_fare', amount: 86, quantity: 1, reason: null };
const waiting = { key: 'waiting', amount: 12, quantity: 1, reason: 'waiting over 10 min' };

function lines(...priceBreakdown: Order['priceBreakdown']): Order {
  return { ...done, priceBreakdown };
}

test('lines of a price in another order are the same, and one that stands twice counts twice', () => {
  expect(diffOrders(lines(fare, waiting), lines(waiting, fare))).toEqual([]);
  expect(diffOrders(lines(fare, fare, waiting), lines(waiting, fare, fare))).toEqual([]);
  expect(updateOf(lines(fare, waiting), lines(fare, fare, waiting)).kinds).toEqual([
    'amendment_added',
  ]);
  expect(updateOf(lines(fare, fare, waiting), lines(fare, waiting, waiting)).reasons).toEqual([
    'Price amendment added for: waiting over 10 min (price: 12).',
  ]);
  expect(updateOf(lines(fare, waiting), lines(fare)).kinds).toEqual(['amendment_added']);
});

test.each<[string, readonly UpdateKind[], CourierMove['meaning'] | null, boolean, boolean]>([
  ['ordinary driving', ['courier_moved'], null, false, false],
  ['a courier who moved on', ['courier_moved'], 'movedOn', true, false],
  ['a courier at a stop', ['courier_moved'], 'nearStop', true, true],
  ['news', ['order_edited'], null, true, true],
  ['news beside ordinary driving', ['courier_moved', 'order_edited'], null, true, true],
  ['news of a courier who drives on', ['courier_moved', 'order_edited'], 'movedOn', true, true],
])('%s may notify, and is worth a look', (_what, kinds, meaning, notifies, isNews) => {
  const created = createdUpdate(active.id, seen, '');
  const move = meaning && { meaning, distanceMeters: 0, nextStop: null };
  const update = { ...created, kinds, move };
  expect([mayNotify(update), isWorthALook(update)]).toEqual([notifies, isNews]);
  expect([mayNotify(null), isWorthALook(null), created.changes]).toEqual([false, false, []]);
});

test('destinations in another order are another way', () => {
  const [stop = { ...emptyStop }] = active.destinations;
  const route = (...destinations: Order['destinations']): Order => ({ ...active, destinations });
  expect(updateOf(route(stop, emptyStop), route(emptyStop, stop)).kinds).toEqual(['order_edited']);
});

test.each([
  ['active', 'ACTIVE'],
  ['driver_assigned', 'Driver Assigned'],
  ['driver_assigned', 'driver-assigned'],
  ['driver_assigned', 'driverAssigned'],
  ['driver_assigned', ' DRIVER\u2011ASSIGNED '],
  ['held_at_hub', 'Held at hub'],
])('%j and %j are one status', (one, other) => {
  expect(diffOrders(order({ word: one }), order({ word: other }))).toEqual([]);
});

test('a status whose word means something else now is another one', () => {
  const held = order({ word: 'held_at_hub' });
  const given = readOrderStatus('held_at_hub', new Map([['held_at_hub', 'done' as const]]));
  expect(diffOrders(held, { ...held, status: given })).toHaveLength(1);
});

test('words for vehicle and payment are the same however they are written', () => {
  const written = { ...active, vehicleType: 'cargo_van', paymentMethod: 'Credit Card' };
  const again = { ...active, vehicleType: 'CARGO VAN', paymentMethod: 'credit-card' };
  expect(diffOrders(written, again)).toEqual([]);
  expect(diffOrders(written, { ...again, vehicleType: 'van' })).toHaveLength(1);
  expect(diffOrders(written, { ...again, paymentMethod: null })).toHaveLength(1);
});

describe('what happened is told in the words of the contract', () => {
  test.each<[string, Order, Order, readonly UpdateKind[], readonly string[]]>([
    ['matched', pending, active, ['order_matched'], ['Order Matched']],
    ['matched without a courier', pending, order(), ['order_matched'], ['Order Matched']],
    [
      'matched while the status stays',
      pending,
      order({ word: 'pending', courier: courier(null) }),
      ['order_matched'],
      ['Order Matched'],
    ],
    [
      'matched with the position at once',
      pending,
      order({ courier: courier(fixAt(10)) }),
      ['order_matched'],
      ['Order Matched'],
    ],
    ['released', active, pending, ['order_released'], ['Order was released']],
    [
      'released with a position',
      order({ courier: courier(fixAt(10)) }),
      pending,
      ['order_released'],
      ['Order was released'],
    ],
    [
      'released while the status stays',
      active,
      order(),
      ['order_released'],
      ['Order was released'],
    ],
    [
      'released and matched with another courier between two checks',
      active,
      order({ courier: { name: 'Ho Ka Ho', phoneNumber: '+852 5555 0199', fix: fixAt(5) } }),
      ['order_released', 'order_matched'],
      ['Order was released', 'Order Matched'],
    ],
    ['completed', active, done, ['order_completed'], ['Order Completed']],
    [
      'completed, and the courier is no longer given',
      active,
      order({ word: 'completed' }),
      ['order_completed'],
      ['Order Completed'],
    ],
    ['cancelled', pending, order({ word: 'cancelled' }), ['order_cancelled'], ['Order Cancelled']],
    ...['arrived_at_pickup', 'picked_up', 'arrived_at_dropoff'].flatMap(
      (word): [string, Order, Order, readonly UpdateKind[], readonly string[]][] => [
        [`matched by ${word}`, pending, order({ word }), ['order_matched'], ['Order Matched']],
        [
          `released from ${word}`,
          order({ word }),
          pending,
          ['order_released'],
          ['Order was released'],
        ],
      ],
    ),
    [
      'matched from an unknown word',
      order({ word: 'handover_review' }),
      active,
      ['order_matched'],
      ['Order Matched'],
    ],
    [
      'a courier who comes with another word',
      order(),
      order({ word: 'picked_up', courier: courier(null) }),
      ['order_matched', 'status_changed'],
      ['Order Matched', 'Status changed from active to picked_up'],
    ],
    [
      'amended by a line that was there once already',
      { ...done, priceBreakdown: [fare, waiting] },
      { ...done, priceBreakdown: [fare, waiting, waiting] },
      ['amendment_added'],
      ['Price amendment added for: waiting over 10 min (price: 12).'],
    ],
    [
      'amended by the one line that there was',
      { ...done, priceBreakdown: [waiting] },
      { ...done, priceBreakdown: [waiting, waiting] },
      ['amendment_added'],
      ['Price amendment added for: waiting over 10 min (price: 12).'],
    ],
    [
      'amended by a line before the others',
      { ...done, priceBreakdown: [fare] },
      { ...done, priceBreakdown: [waiting, fare] },
      ['amendment_added'],
      ['Price amendment added for: waiting over 10 min (price: 12).'],
    ],
    [
      'amended by several lines, of which five are named',
      { ...done, priceBreakdown: [fare] },
      {
        ...done,
        priceBreakdown: [
          fare,
          ...['a', 'b', 'c', 'd', 'e', 'f'].map((key) => ({ ...fare, key, amount: 1 })),
        ],
      },
      ['amendment_added'],
      ['Price amendment added for: a, b, c, d, e (price: 6).'],
    ],
    [
      'amended by a line without a name',
      { ...done, priceBreakdown: [fare] },
      {
        ...done,
        price: { amount: 98, currency: 'HKD' },
        priceBreakdown: [fare, { ...waiting, key: null, reason: null }],
      },
      ['amendment_added'],
      ['Price amendment added (price: 12).'],
    ],
    [
      'amended by a line without an amount',
      { ...done, priceBreakdown: [fare] },
      { ...done, priceBreakdown: [fare, { ...waiting, amount: null }] },
      ['amendment_added'],
      ['Price amendment added.'],
    ],
    [
      'amended by a line that is gone',
      { ...done, priceBreakdown: [fare, waiting] },
      { ...done, priceBreakdown: [waiting] },
      ['amendment_added'],
      ['Price amendment added.'],
    ],
    [
      'amended by another currency',
      done,
      { ...done, price: { amount: 86, currency: 'TWD' } },
      ['amendment_added'],
      ['Price amendment added.'],
    ],
    [
      'amended',
      { ...done, priceBreakdown: [fare] },
      { ...done, price: { amount: 98, currency: 'HKD' }, priceBreakdown: [fare, waiting] },
      ['amendment_added'],
      ['Price amendment added for: waiting over 10 min (price: 12).'],
    ],
    [
      'amended without a line',
      done,
      { ...done, price: { amount: 98.1, currency: 'HKD' } },
      ['amendment_added'],
      ['Price amendment added (price: 12.1).'],
    ],
    [
      'completed and amended between two checks',
      { ...active, priceBreakdown: [fare] },
      { ...done, price: { amount: 98, currency: 'HKD' }, priceBreakdown: [fare, waiting] },
      ['order_completed', 'amendment_added'],
      ['Order Completed', 'Price amendment added for: waiting over 10 min (price: 12).'],
    ],
  ])('%s', (_name, before, after, kinds, reasons) => {
    const update = updateOf(before, after);
    expect([update.kinds, update.reasons]).toEqual([kinds, reasons]);
  });
});

test('an order begins with the one update that it was created', () => {
  const created = createdUpdate(active.id, { ...seen, createdAtMs: noonMs }, 'Order is here');
  expect(created).toMatchObject({ kinds: ['order_created'], reasons: ['Order is here'] });
});

describe('what the contract has no word for is told in ours', () => {
  test.each<[string, Order, Order, readonly UpdateKind[], readonly string[]]>([
    [
      'another word',
      active,
      { ...active, status: order({ word: 'picked_up' }).status },
      ['status_changed'],
      ['Status changed from active to picked_up'],
    ],
    [
      'an unknown word',
      active,
      { ...active, status: order({ word: 'handover_review' }).status },
      ['status_changed'],
      ['Status changed from active to handover_review'],
    ],
    [
      'failed',
      active,
      { ...active, status: order({ word: 'failed' }).status },
      ['status_changed'],
      ['Status changed from active to failed'],
    ],
    [
      'opened again',
      order({ word: 'cancelled' }),
      active,
      ['status_changed'],
      ['Status changed from cancelled to active'],
    ],
    [
      'completed in another word',
      done,
      { ...done, status: order({ word: 'delivered' }).status },
      ['status_changed'],
      ['Status changed from completed to delivered'],
    ],
    [
      'cancelled in another word',
      order({ word: 'cancelled' }),
      order({ word: 'canceled' }),
      ['status_changed'],
      ['Status changed from cancelled to canceled'],
    ],
    [
      'a word where none was given',
      { ...order(), status: readOrderStatus(null) },
      order(),
      ['status_changed'],
      ['Status changed from none to active'],
    ],
    [
      'a word that is no longer given',
      order(),
      { ...order(), status: readOrderStatus(null) },
      ['status_changed'],
      ['Status changed from active to none'],
    ],
    [
      'another word and a new number of the same courier',
      active,
      order({ word: 'picked_up', courier: { ...courier(null), phoneNumber: '+852 5555 0000' } }),
      ['status_changed', 'courier_changed'],
      ['Status changed from active to picked_up', 'Courier details changed'],
    ],
    [
      'a courier who is given after completion',
      order({ word: 'completed' }),
      done,
      ['courier_changed'],
      ['Courier given'],
    ],
    [
      'another courier after completion',
      done,
      { ...done, courier: { name: 'Ho Ka Ho', phoneNumber: '1', fix: null } },
      ['courier_changed'],
      ['Another courier'],
    ],
    [
      'a position that is no longer given',
      order({ courier: courier(fixAt(0)) }),
      active,
      ['courier_moved'],
      ['Courier position no longer given'],
    ],
    [
      'a price that is no longer given after completion',
      done,
      { ...done, price: null },
      ['order_edited'],
      ['Order edited: price'],
    ],
    [
      'lines of a price that had none, after completion',
      done,
      { ...done, priceBreakdown: [fare] },
      ['order_edited'],
      ['Order edited: price_breakdown'],
    ],
    [
      'a new number of the same courier',
      active,
      order({ courier: { ...courier(null), phoneNumber: '+852 5555 0000' } }),
      ['courier_changed'],
      ['Courier details changed'],
    ],
    [
      'a courier no longer given after completion',
      done,
      order({ word: 'completed' }),
      ['courier_changed'],
      ['Courier no longer given'],
    ],
    [
      'moved',
      order({ courier: courier(fixAt(0)) }),
      order({ courier: courier(fixAt(26)) }),
      ['courier_moved'],
      ['Courier moved'],
    ],
    [
      'a first position',
      active,
      order({ courier: courier(fixAt(26)) }),
      ['courier_moved'],
      ['Courier moved'],
    ],
    [
      'edited',
      pending,
      { ...pending, noteToCourier: 'Ring twice', price: { amount: 90, currency: 'HKD' } },
      ['order_edited'],
      ['Order edited: price, note_to_courier'],
    ],
    [
      'a price that comes with the completion',
      { ...active, price: null },
      done,
      ['order_completed', 'order_edited'],
      ['Order Completed', 'Order edited: price'],
    ],
  ])('%s', (_name, before, after, kinds, reasons) => {
    const update = updateOf(before, after);
    expect([update.kinds, update.reasons]).toEqual([kinds, reasons]);
  });
});

describe('what is not a change', () => {
  test('the same position at a newer time', () => {
    const later = { ...fixAt(0), reportedAtMs: noonMs + 15_000 };
    const update = orderUpdate(
      order({ courier: courier(fixAt(0)) }),
      order({ courier: courier(later) }),
      seen,
    );
    expect(update).toBeNull();
  });

  test('the noise of binary fractions', () => {
    const noisy = order({ price: { amount: 0.1 + 0.2, currency: 'HKD' } });
    expect(diffOrders(order({ price: { amount: 0.3, currency: 'HKD' } }), noisy)).toEqual([]);
  });

  test('no order differs from itself or from its copy', () => {
    fc.assert(
      fc.property(anyOrder, (one) => {
        expect(diffOrders(one, structuredClone(one))).toEqual([]);
        expect(orderUpdate(one, one, seen)).toBeNull();
      }),
    );
  });
});

/** The watched parts of an order under the names of their changes. */
function parts(one: Order): Readonly<Record<string, unknown>> {
  const fix = one.courier?.fix ?? null;
  return {
    status: one.status,
    courier: one.courier && [one.courier.name, one.courier.phoneNumber],
    'courier.location': fix === null ? null : [fix.latitudeDeg, fix.longitudeDeg],
    price: one.price,
    price_breakdown: one.priceBreakdown,
    pickup: one.pickup,
    destinations: one.destinations,
    note_to_courier: one.noteToCourier,
    vehicle_type: one.vehicleType,
    payment_method: one.paymentMethod,
  };
}

describe('laws of comparing', () => {
  test('comparing field by field finds what comparing everything finds', () => {
    fc.assert(
      fc.property(anyOrder, anyOrder, fc.array(fc.nat(9)), (one, other, kept) => {
        // Orders drawn apart differ nearly everywhere, so some parts of one are put into the other.
        const replaced = Object.entries(one).filter((_entry, index) => kept.includes(index));
        const mixed: Order = { ...other, ...structuredClone(Object.fromEntries(replaced)) };
        const [left, right] = [parts(one), parts(mixed)];
        const differing = Object.keys(left).filter(
          (name) => JSON.stringify(left[name]) !== JSON.stringify(right[name]),
        );
        expect(diffOrders(one, mixed).map(({ field }) => field)).toEqual(differing);
      }),
      { numRuns: 500 },
    );
  });

  test('every change has a kind, every kind a reason, and no kind comes twice', () => {
    fc.assert(
      fc.property(anyOrder, anyOrder, (a, b) => {
        const update = orderUpdate(a, b, seen);
        if (update === null) return;
        expect(update.changes.length).toBeGreaterThan(0);
        expect(update.kinds.length).toBeGreaterThan(0);
        expect(update.kinds).toHaveLength(update.reasons.length);
        expect(new Set(update.kinds).size).toBe(update.kinds.length);
        for (const change of update.changes) expect(change.before).not.toEqual(change.after);
      }),
      { numRuns: 300 },
    );
  });

  test.each<[string, (one: Order) => Order]>([
    ['courier.location', (one) => ({ ...one, courier: { ...courier(null), fix: fixAt(1, 1) } })],
    [
      'price',
      (one) => ({ ...one, price: { amount: (one.price?.amount ?? 0) + 0.01, currency: 'HKD' } }),
    ],
    [
      'pickup',
      (one) => ({
        ...one,
        pickup: {
          ...emptyStop,
          ...one.pickup,
          scheduledAtMs: (one.pickup?.scheduledAtMs ?? 0) + 1000,
        },
      }),
    ],
  ])('the slightest change of %s is noticed', (field, mutate) => {
    fc.assert(
      fc.property(anyOrder, (one) => {
        const update = orderUpdate(one, mutate(one), seen);
        expect(update?.changes.map((change) => change.field)).toContain(field);
      }),
    );
  });

  test('two orders are not compared', () => {
    expect(() => diffOrders(order(), { ...order(), id: 'x' as Order['id'] })).toThrow(
      new RangeError('two orders cannot be compared'),
    );
  });
});
