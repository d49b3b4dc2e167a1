import { describe, expect, test } from 'vitest';
import type { Order } from '../../../../../core/order/order.ts';
import type { UpdateKind } from '../../../../../core/order/order-update.ts';
import type { WatchedOrder } from '../../../../../core/watch/watched-order.ts';
import { parseOrder } from '../../../../../core/wire/wire-order.ts';
import { observed } from '../../../../../main/engine/watch/observation.ts';
import { orderIdAt, someWatched } from '../../../../support/watched-orders.ts';
import { wireOrder } from '../../../../support/wire-orders.ts';

const minute = 60_000;
const id = orderIdAt(1);

function answered(fields: Readonly<Record<string, unknown>>): Order {
  const parsed = parseOrder(wireOrder(id, fields), id);
  if (!parsed.ok) throw new Error(parsed.failure.detail);
  return parsed.value.order;
}

/** What each answer after the first is told as, and the order as it is known in the end. */
function watchedThrough(...answers: readonly Readonly<Record<string, unknown>>[]): {
  readonly kinds: readonly (readonly UpdateKind[])[];
  readonly order: WatchedOrder['order'];
} {
  let watched = someWatched(id);
  const kinds = answers.map((fields, at) => {
    const seen = observed(watched, answered(fields), at * minute);
    watched = seen.watched;
    return seen.update?.kinds ?? [];
  });
  return { kinds: kinds.slice(1), order: watched.order };
}

const courier = { name: 'Chan Tai Man', phone_number: '+85255550123' };
const other = { name: 'Wong Ka Yan', phone_number: '+85255550999' };

describe('a courier of whom less is said', () => {
  test.each<[string, unknown]>([
    ['a shorter name without a number', { name: 'Chan T.', phone_number: null }],
    ['a masked name', { ...courier, name: 'C***' }],
    ['a masked number', { ...courier, phone_number: '+852****0123' }],
    ['a number alone', { phone_number: '55550123' }],
    ['nothing', {}],
    ['nulls', { name: null, phone_number: '', location: null }],
    ['nothing in a list', [{}]],
  ])('stays as it is known: %s', (_what, less) => {
    const { kinds, order } = watchedThrough({ courier }, { courier: less }, { courier });
    expect(kinds).toEqual([[], []]);
    expect(order?.courier).toMatchObject({ name: 'Chan Tai Man', phoneNumber: '+85255550123' });
  });

  test.each([
    ['Chan Tai', 'Ch** Ta* Ma*'],
    ['Chan', 'C*** T** M**'],
  ])('stays as %j where more words show fewer letters: %j', (name, less) => {
    const { order } = watchedThrough({ courier: { name } }, { courier: { name: less } });
    expect(order?.courier?.name).toBe(name);
  });

  test('is replaced by another one who is named after it', () => {
    const swapped = ['order_released', 'order_matched'];
    for (const less of [{}, { name: 'C***' }]) {
      const { kinds } = watchedThrough({ courier }, { courier: less }, { courier: other });
      expect(kinds).toEqual([[], swapped]);
    }
  });

  test('is told of when more is said of the same one', () => {
    const { kinds, order } = watchedThrough({ courier: { name: 'Chan T.' } }, { courier });
    expect(kinds).toEqual([['courier_changed']]);
    expect(order?.courier?.name).toBe('Chan Tai Man');
  });

  test.each([
    { ...courier, name: 'CHAN TAI MAN' },
    { ...courier, phone_number: '(852) 5555-0123' },
  ])('is shown as written now where no less is said: %j', (rewritten) => {
    const { name, phone_number: phoneNumber } = rewritten;
    const { order } = watchedThrough({ courier }, { courier: rewritten });
    expect(order?.courier).toMatchObject({ name, phoneNumber });
  });

  test('counts as none where none was known, and is matched once named', () => {
    const { kinds, order } = watchedThrough({ courier: {} }, { courier: {} }, { courier });
    expect(kinds).toEqual([[], ['order_matched']]);
    expect(order).not.toHaveProperty('withheld');
  });

  test('is gone when a courier is looked for again, and when there is none', () => {
    const pending = { status: 'pending' };
    expect(watchedThrough({ courier }, { ...pending, courier: null }).kinds).toEqual([
      ['order_released'],
    ]);
    expect(watchedThrough({ courier }, { ...pending, courier: {} }).kinds).toEqual([
      ['order_released'],
    ]);
    expect(watchedThrough({ courier }, { courier: null }).kinds).toEqual([['order_released']]);
    expect(watchedThrough({ courier }, { courier: {} }, { ...pending, courier: {} }).kinds).toEqual(
      [[], ['order_released']],
    );
  });

  test('keeps no position that is not given any more', () => {
    const location = { lat: 22.3, lon: 114.17 };
    const { kinds, order } = watchedThrough({ courier: { ...courier, location } }, { courier: {} });
    expect(kinds).toEqual([['courier_moved']]);
    expect(order?.courier?.fix).toBeNull();
  });
});

const pickup = {
  name: 'Shop',
  street_address: '1 Test Road, Sheung Wan',
  location: { lat: 22.31, lng: 114.18 },
  contact: { name: 'Pat Ho', phone_number: '+85211111111' },
};

test.each<[string, Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>]>([
  ['an address that is left out', { pickup }, { pickup: { ...pickup, street_address: null } }],
  ['a shorter address', { pickup }, { pickup: { ...pickup, street_address: 'Test Road' } }],
  [
    'a shorter address with a comma more',
    { pickup: { ...pickup, street_address: '1 Test Road Sheung Wan' } },
    { pickup: { ...pickup, street_address: 'Test Road, Sheung Wan' } },
  ],
  ['an address that is cut', { pickup }, { pickup: { ...pickup, street_address: '1 Test Ro…' } }],
  ['a masked address', { pickup }, { pickup: { ...pickup, street_address: '1 T*** Wan' } }],
  [
    'a masked address of more words',
    { pickup: { ...pickup, street_address: '1 Peak Rd' } },
    { pickup: { ...pickup, street_address: '1 P* R* A* B*' } },
  ],
  [
    'a masked contact',
    { pickup },
    { pickup: { ...pickup, contact: { name: 'P** Ho', phone_number: '****1111' } } },
  ],
  [
    'a place that is left out',
    { pickup },
    { pickup: { ...pickup, street_address: '1 Test Road', location: null } },
  ],
  ['a place that is left out alone', { pickup }, { pickup: { ...pickup, location: null } }],
  [
    'a masked address of a destination',
    { destinations: [{ street_address: '9 Pier Road' }, pickup] },
    {
      destinations: [
        { street_address: '9 Pier Road' },
        { ...pickup, street_address: '1 T*** Wan' },
      ],
    },
  ],
  ['a price that is left empty', {}, { price: null, price_breakdown: [] }],
  ['a price without its amount', {}, { price: { currency: 'HKD', amount: null } }],
  [
    'a price that is left empty after the end',
    { status: 'completed' },
    { status: 'completed', price: {}, price_breakdown: null },
  ],
])('%s is no change, neither when it comes back', (_what, known, less) => {
  expect(watchedThrough(known, less, known).kinds).toEqual([[], []]);
});

test('another address, and the same words at another place, are changes', () => {
  const elsewhere = { ...pickup, location: { lat: 22.4, lng: 114.18 } };
  for (const edited of [
    { ...pickup, street_address: '2 Test Road' },
    { ...pickup, street_address: '2 Other Road', location: null },
    { ...elsewhere, street_address: 'Test Road' },
    { ...pickup, street_address: '1 Test Dr, Sheung Wan' },
    { ...pickup, contact: null },
  ]) {
    const { kinds, order } = watchedThrough({ pickup }, { pickup: edited });
    expect(kinds).toEqual([['order_edited']]);
    expect(order?.pickup?.streetAddress).toBe(edited.street_address);
  }
});

test('a stop more or less is a change whatever its address says', () => {
  const stop = { street_address: '1 Test Road' };
  const { kinds } = watchedThrough({ destinations: [stop, stop] }, { destinations: [stop] });
  expect(kinds).toEqual([['order_edited']]);
});

test.each<[string, Readonly<Record<string, unknown>>, object]>([
  ['as it is given where none was known', { pickup: null }, { streetAddress: '1 T*** Wan' }],
  [
    'with its contact where none was known',
    { pickup: { ...pickup, contact: null } },
    { contact: { name: 'Pat Ho' } },
  ],
  [
    'by the address that was known and the place that is given now',
    { pickup: { ...pickup, location: null } },
    { streetAddress: pickup.street_address, point: { latitudeDeg: 22.31 } },
  ],
])('a stop with a masked address is known %s', (_how, known, stop) => {
  const { order } = watchedThrough(known, { pickup: { ...pickup, street_address: '1 T*** Wan' } });
  expect(order?.pickup).toMatchObject(stop);
});

test('a place is known of its own address alone, and a stop of a list with as many', () => {
  const elsewhere = { ...pickup, street_address: '2 Other Road', location: null };
  expect(watchedThrough({ pickup }, { pickup: elsewhere }).order?.pickup?.point).toBeNull();
  const masked = { ...pickup, street_address: '1 T*** Wan' };
  const { order } = watchedThrough({ destinations: [pickup, pickup] }, { destinations: [masked] });
  expect(order?.destinations).toMatchObject([{ streetAddress: '1 T*** Wan' }]);
});
