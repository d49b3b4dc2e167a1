import { describe, expect, test } from 'vitest';
import { coarseRawJson } from '../../../../core/privacy/raw-json.ts';
import { isSameCourier } from '../../../../core/order/courier-identity.ts';
import type { Courier } from '../../../../core/order/order.ts';
import {
  changesWithoutPeople,
  coarseChanges,
  coarseOrder,
  orderWithoutPeople,
  reasonsWithoutPeople,
  watchedWithoutPeople,
  withPeopleAgain,
  plainLineKey,
} from '../../../../core/privacy/privacy.ts';
import { fileOrigin, type WatchOrigin } from '../../../../core/watch/watched-order.ts';
import { courierFingerprints } from '../../../../main/engine/privacy/courier-fingerprints.ts';
import { orderIdAt, someOrder, someWatched } from '../../../support/watched-orders.ts';

const id = orderIdAt(1);
const fix = { latitudeDeg: 22.282_351, longitudeDeg: 114.157_349, reportedAtMs: 5 };
const courier: Courier = { name: 'Lau Chi Keung', phoneNumber: '+852 5512 3047', fix };
const stop = {
  name: 'Florist',
  streetAddress: '1 Queen’s Road',
  floorOrUnitNumber: '2F',
  point: { latitudeDeg: 22.281_234_5, longitudeDeg: 114.158_765_4 },
  contact: { name: 'Ho Ka Ho', phoneNumber: '91234567', phoneExtension: '12' },
};
const fingerprintOf = courierFingerprints('salt of this profile');

describe('an order that is over', () => {
  test('has its courier’s position to about 100 m, and its stops as they were', () => {
    const order = coarseOrder(someOrder(id, { courier, destinations: [stop] }));
    expect(order.courier?.fix).toEqual({
      latitudeDeg: 22.282,
      longitudeDeg: 114.157,
      reportedAtMs: 5,
    });
    expect(order.destinations).toEqual([stop]);
  });

  test('ends with no person in it, no place and no free text, and keeps how many stops there were', () => {
    const order = orderWithoutPeople(
      someOrder(id, {
        courier,
        pickup: { ...stop, scheduledAtMs: 9 },
        destinations: [stop, stop],
        noteToCourier: 'Ask for Mrs Ho',
        priceBreakdown: [
          { key: 'waiting', amount: 12, quantity: 1, reason: 'Mrs Ho was late' },
          { key: 'Mrs Ho', amount: 3, quantity: 1, reason: null },
        ],
      }),
      fingerprintOf,
    );
    const json = JSON.stringify(order);
    for (const personal of ['Lau', '5512', 'Ho', '9123', '114.15', 'Florist', 'Queen', '2F']) {
      expect(json).not.toContain(personal);
    }
    expect(order.destinations).toHaveLength(2);
    expect(order.pickup?.scheduledAtMs).toBe(9);
    expect(order.priceBreakdown).toMatchObject([
      { key: 'waiting', amount: 12 },
      // What an object had as a name stands as a key.
      { key: null, amount: 3 },
    ]);
  });

  test('its history is coarse at first and without people later', () => {
    const changes = [
      { field: 'courier.location', before: null, after: fix },
      { field: 'courier', before: null, after: { name: courier.name, phoneNumber: '55120000' } },
      { field: 'destinations', before: [], after: [stop] },
      { field: 'note_to_courier', before: null, after: 'Ring twice' },
      {
        field: 'price_breakdown',
        before: [],
        after: [{ key: 'waiting', amount: 12, quantity: 1, reason: 'Mrs Ho was late' }],
      },
    ] as const;
    expect(JSON.stringify(coarseChanges(changes))).not.toContain('114.1573');
    const left = JSON.stringify(changesWithoutPeople(changes));
    expect(left).not.toMatch(/Lau|5512|Ho|114\.15|Florist|Queen|2F|Ring/);
    expect(left).toContain('note_to_courier');
    expect(left).toContain('12');
  });
});

describe('what is kept of a courier after the name is gone', () => {
  const erased = orderWithoutPeople(someOrder(id, { courier }), fingerprintOf).courier;
  const answered = (name: string, phoneNumber: string | null): Courier => {
    const whole: Courier = { name, phoneNumber, fix: null };
    return { ...whole, fingerprint: fingerprintOf(whole) };
  };

  test.each([
    ['the same name and number', answered('Lau Chi Keung', '+85255123047'), true],
    ['another spelling under the same number', answered('LAU C K', '+852 5512 3047'), true],
    ['a new number under the same name', answered('lau  chi keung', '999'), true],
    ['another courier', answered('Ho Ka Ho', '+852 9000 0000'), false],
  ])('it still tells the same courier from another: %s', (_name, after, isSame) => {
    expect(isSameCourier(erased, after)).toBe(isSame);
  });

  test('a fingerprint says nothing in another profile, and fits many numbers on this one', () => {
    expect(courierFingerprints('another salt')(courier)).not.toEqual(fingerprintOf(courier));
    expect(fingerprintOf(courier).phone).toMatch(/^[0-9a-f]{4}$/);
    expect(fingerprintOf({ name: null, phoneNumber: '', fix: null })).toEqual({
      name: null,
      phone: null,
    });
  });
});

describe('a raw answer of an order that is over', () => {
  test.each([
    [
      '{"courier": {"location": {"lat": 22.282351, "lon": "114.157349", "t": 1770000000}}}',
      '{"courier": {"location": {"lat": 22.282, "lon": "114.157", "t": 1770000000}}}',
    ],
    ['{"driver":[22.28235,-114.15734]}', '{"driver":[22.282,-114.157]}'],
    [
      '{"pickup":{"lat":22.282351},"price":12.34567}',
      '{"pickup":{"lat":22.282351},"price":12.34567}',
    ],
    ['{"courier":null,"lat":22.282351}', '{"courier":null,"lat":22.282351}'],
    ['{"courier":{"name":"A \\"22.28235\\" B"}', '{"courier":{"name":"A \\"22.282\\" B"}'],
    ['{"driver":{"last":"22.28235,114.15734"}}', '{"driver":{"last":"22.282,114.157"}}'],
    [
      '{"driver":{"map":"https://m.example/?q=22.28235,114.15734"}}',
      '{"driver":{"map":"https://m.example/?q=22.282,114.157"}}',
    ],
    ['{"driver":{"last":"\\u0032\\u0032.28235"}}', '{"driver":{"last":"22.282"}}'],
    ['{"driver":{"last":[2228235.1e-5,1.1415734e2]}}', '{"driver":{"last":[22.282,114.157]}}'],
    ['{"driver":{"location":"wecnyhwbp1"}}', '{"driver":{"location":null}}'],
    ['{"driver":{"position":"22°16\'56.5\\"N"}}', '{"driver":{"position":null}}'],
    ['{"driver":{"geo":{"lat_e6":22282351}}}', '{"driver":{"geo":{"lat_e6":null}}}'],
    ['{"driver":{"coords":"22,28235 114,15734"}}', '{"driver":{"coords":null}}'],
    [
      '{"driver":{"location":{"updated_at":"12:30:01"}}}',
      '{"driver":{"location":{"updated_at":"12:30:01"}}}',
    ],
    ['{"driver":{"22.28235,114.15734":true}}', '{"driver":{"22.282,114.157":true}}'],
    ['{"facts":["courier",22.28235,114.15734]}', '{"facts":["courier",22.282,114.157]}'],
    ['{"driver":{"plate":"AB 1234"}}', '{"driver":{"plate":"AB 1234"}}'],
    [']]}}"courier":22.28235', ']]}}"courier":22.28235'],
    ['', ''],
  ])('%j becomes %j', (raw, coarse) => {
    expect(coarseRawJson(raw)).toBe(coarse);
  });
});

describe('in a raw answer of an order that is over', () => {
  const geohash = 'wecnyhwbp1';

  test.each([
    ['after the courier', '{"driver":{"id":1},"pickup":{"lat":22.282351}}'],
    ['alone, in no brackets', '22.282351'],
    ['in what is no JSON', '22.282351,22.282351'],
    ['beside a text that tells of the courier', '["the courier was too late",22.282351]'],
    ['beside a text of 22 characters', '["the courier was late 7",22.282351]'],
  ])('a position that is not the courier’s stays exact: %s', (_name, raw) => {
    expect(coarseRawJson(raw)).toBe(raw);
  });

  test.each([
    [
      'a key apart from its colon',
      '{"courier" : {"lat" : 22.282351}}',
      '{"courier" : {"lat" : 22.282}}',
    ],
    [
      'a short text beside it',
      '["courier of the order",22.282351]',
      '["courier of the order",22.282]',
    ],
    [
      'a text of 21 characters',
      '["the courier came late",22.282351]',
      '["the courier came late",22.282]',
    ],
    ['an exponent', '{"driver":{"lat":2228235e-5}}', '{"driver":{"lat":22.282}}'],
    ['a long exponent', '{"driver":{"lat":2228235000000e-11}}', '{"driver":{"lat":22.282}}'],
    ['a text, rounded up', '{"driver":{"at":"19.99996,119.99996"}}', '{"driver":{"at":"20,120"}}'],
    ['a word without quotes', '{"driver":\\u0041/22.28235}', '{"driver":"\\\\u0041/22.282"}'],
  ])('the courier’s position is rounded also with %s', (_name, raw, coarse) => {
    expect(coarseRawJson(raw)).toBe(coarse);
  });

  test.each(
    [
      'lastLocation location Position coordinates geo Geohash geohash gps GPS latitude Latitude',
      'longitude Longitude loc loc_code last_loc pos lat lat2 lon lng point last_point',
    ].flatMap((row) => row.split(' ')),
  )('a position in any form is left out under the key %s', (key) => {
    expect(coarseRawJson(`{"driver":{"${key}":"${geohash}"}}`)).toBe(`{"driver":{"${key}":null}}`);
  });

  test.each(['locale', 'postcode', 'latest', 'long_name', 'pointless', 'last_posting', 'ego'])(
    'what the courier’s %s says stays',
    (key) => {
      const raw = `{"driver":{"${key}":"${geohash}"}}`;
      expect(coarseRawJson(raw)).toBe(raw);
    },
  );

  test.each(['map_atlas', 'mapAtlas', 'points', 'tile'])(
    'within a position %s is part of it, and no time',
    (key) => {
      const raw = `{"driver":{"location":{"${key}":"${geohash}"}}}`;
      expect(coarseRawJson(raw)).toBe(`{"driver":{"location":{"${key}":null}}}`);
    },
  );

  test.each(['time', 'updated_at', 'updatedAt', 'date', 't', 'ts'])(
    'within a position %s is a time, which stays',
    (key) => {
      const raw = `{"driver":{"location":{"${key}":"12:30:01"}}}`;
      expect(coarseRawJson(raw)).toBe(raw);
    },
  );

  test.each([
    '{"location":"22,114"}',
    '{"location":"(22.28, 114.157)"}',
    '{"location":""}',
    '{"location":{"lat":22,"is_exact":true,"is_mocked":false,"altitude":null}}',
    '{"rating":4.50,"distance":1e2}',
    '{"id":90071992547409931234,"seen":1770000000.123456}',
    '{"name":"Ho',
  ])('what is coarse already, or no position, stays as it is written: %s', (driver) => {
    const raw = `{"driver":${driver}}`;
    expect(coarseRawJson(raw)).toBe(raw);
  });

  test.each([
    ['22.28235, 114.15734', '22.282, 114.157'],
    ['(22.28235, 114.15734)', '(22.282, 114.157)'],
  ])('a position written as %s is rounded in its place', (exact, coarse) => {
    expect(coarseRawJson(`{"driver":{"location":"${exact}"}}`)).toBe(
      `{"driver":{"location":"${coarse}"}}`,
    );
  });
});

describe('an order whose people were erased and that is under way after all', () => {
  const whole = someOrder(id, { courier: null, destinations: [stop] });
  const erased = orderWithoutPeople(whole, fingerprintOf);

  test('has the stops of the new answer', () => {
    expect(withPeopleAgain(erased, whole).destinations).toEqual([stop]);
  });

  test('keeps the number of its stops, so that another one is noticed', () => {
    const after = { ...whole, destinations: [stop, stop] };
    expect(withPeopleAgain(erased, after).destinations).toHaveLength(1);
  });
});

test.each<[WatchOrigin, WatchOrigin]>([
  [fileOrigin('Orders of Lau.csv'), { kind: 'file', name: null }],
  [{ kind: 'webhook' }, { kind: 'webhook' }],
])('what started watching, %j, is %j once the people are erased', (origin, after) => {
  const watched = someWatched(id, { origin });
  expect(watchedWithoutPeople(watched, courierFingerprints('salt')).origin).toEqual(after);
});

test('of the reasons of an update those stay that are Waybell’s own words', () => {
  expect(
    reasonsWithoutPeople(
      ['order_matched', 'status_changed', 'service_reported', 'status_changed'],
      ['Lau Chi Keung took it', 'Status changed from pending to active', 'Lau has a flat tyre'],
    ),
  ).toEqual([
    'Order Matched',
    'Status changed from pending to active',
    'Reported by the service',
    '',
  ]);
});

test.each([
  ['base_fare', 'base_fare'],
  ['a'.repeat(40), 'a'.repeat(40)],
  ['a'.repeat(41), null],
  ['waited for Mrs Ho', null],
  ['Mrs Ho', null],
  ['toll_5555', null],
])('the key %j of a price line says no person: %j', (key, kept) => {
  expect(plainLineKey(key)).toBe(kept);
});
