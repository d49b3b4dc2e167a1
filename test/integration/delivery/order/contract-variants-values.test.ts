import { expect, test } from 'vitest';
import type { ServiceNote } from '../../../../core/wire/contract-notes.ts';
import { moneyText } from '../../../../core/order/format.ts';
import { english } from '../../../../core/text/language.ts';
import { diffOrders } from '../../../../core/order/order-update.ts';
import { defaultSettings } from '../../../../core/settings/settings.ts';
import { changed, orderOf, seen } from '../../../support/service/variant-service.ts';

/* Couriers, places, times, prices and stops, as services say them where the contract is silent. */

const courier = (location: unknown, more: object = {}): object =>
  changed({ courier: { name: 'Test Courier', phone_number: '+85200000000', location, ...more } });
const at = 1_772_442_000_000;

test.each<[string, object, readonly ServiceNote[]]>([
  ['absent', changed({ courier: undefined }), []],
  ['null', changed({ courier: null }), []],
  ['empty', changed({ courier: {} }), ['courier-empty']],
  ['an empty list', changed({ courier: [] }), ['courier-empty']],
])('18. a courier that is %s is none', async (_name, body, notes) => {
  expect(await orderOf(body)).toMatchObject([{ courier: null }, notes]);
});

test.each<[string, object, object, readonly ServiceNote[]]>([
  [
    'as driver',
    changed({ courier: undefined, driver: { name: 'Test Courier' } }),
    { name: 'Test Courier' },
    ['courier-under-driver'],
  ],
  ['without a location', courier(undefined), { fix: null }, []],
  [
    'with a number behind a PIN',
    changed({ courier: { name: '', phone_number: '+15555555557,48023618' } }),
    { name: null, phoneNumber: '+15555555557,48023618' },
    [],
  ],
])('18. a courier comes %s', async (_name, body, expected, notes) => {
  expect(await orderOf(body)).toMatchObject([{ courier: expected }, notes]);
});

const fix = { latitudeDeg: 22.3, longitudeDeg: 114.17 };
test.each<[string, unknown, object | null, readonly ServiceNote[]]>([
  ['null', null, null, []],
  ['empty', {}, null, []],
  ['text', '22.3,114.17', fix, ['location-from-text']],
  ['a list', [114.17, 22.3], fix, ['location-from-list']],
  [
    'under other names',
    { latitude: 22.3, long: 114.17 },
    fix,
    ['location-other-key', 'location-other-key'],
  ],
  ['under lng', { lat: 22.3, lng: 114.17 }, fix, ['location-other-key']],
  ['numbers as text', { lat: '22.3', lon: '114.17' }, fix, ['number-from-text']],
  ['0, 0', { lat: 0, lon: 0 }, null, ['location-zero']],
  ['off the globe', { lat: 200, lon: 300 }, null, ['location-out-of-range']],
  ['the other way round', { lat: 114.17, lon: 22.3 }, fix, ['location-swapped']],
])('19. a location that is %s', async (_name, location, expected, notes) => {
  const [order, noted] = await orderOf(courier(location));
  expect(order.courier?.fix ?? null).toEqual(
    expected === null ? null : { ...expected, reportedAtMs: null },
  );
  expect(noted).toEqual([...new Set(notes)]);
});

const pointNames = ['lat', 'latitude'].flatMap((lat) =>
  ['lon', 'lng', 'long', 'longitude'].map((lon) => [lat, lon] as const),
);

test.each(pointNames)('19. %s and %s are a place, of a courier and of a stop', async (lat, lon) => {
  const location = { [lat]: 22.3, [lon]: 114.17 };
  const [order] = await orderOf(
    changed({
      courier: { name: 'Test Courier', location },
      pickup: { name: 'Shop', location },
      destinations: [{ name: 'Home', location: { [lat]: '22.3', [lon]: '114.17' } }],
    }),
  );
  expect(order.courier?.fix).toMatchObject(fix);
  expect(order.pickup?.point).toEqual(fix);
  expect(order.destinations[0]?.point).toEqual(fix);
});

test.each<[string, unknown, number | null, readonly ServiceNote[]]>([
  ['seconds', 1_772_442_000, at, []],
  ['seconds with a fraction', 1_772_442_000.551306, at + 551, []],
  ['milliseconds', at, at, ['time-in-milliseconds']],
  ['microseconds', at * 1000, at, ['time-in-microseconds']],
  ['nanoseconds', at * 1e6, at, ['time-in-nanoseconds']],
  ['digits', '1772442000', at, ['time-from-text']],
  ['ISO text with a zone', '2026-03-02T17:00:00+08:00', at, ['time-from-text']],
  ['ISO text without a zone', '2026-03-02T09:00:00', at, ['time-without-zone', 'time-from-text']],
  ['0', 0, null, []],
  ['null', null, null, []],
  ['negative', -5, null, ['time-unreadable']],
])('20 and 23. a time in %s', async (_name, time, expected, notes) => {
  const [order, noted] = await orderOf(
    courier({ lat: 22.3, lon: 114.17, location_updated_at: time }),
  );
  expect(order.courier?.fix?.reportedAtMs).toBe(expected);
  expect(noted).toEqual(notes);
});

test('20. the same place at a newer time is no news, another place at the same time is', async () => {
  const { answers } = await seen([
    courier({ lat: 22.3, lon: 114.17, location_updated_at: 1_772_442_000 }),
    courier({ lat: 22.3, lon: 114.17, location_updated_at: 1_772_442_030 }),
    courier({ lat: 22.4, lon: 114.17, location_updated_at: 1_772_442_030 }),
  ]);
  const [first, second, third] = answers.map((answer) =>
    answer.kind === 'observed' ? answer.order : null,
  );
  if (!first || !second || !third) throw new Error('not observed');
  expect(diffOrders(first, second)).toEqual([]);
  expect(diffOrders(second, third).map(({ field }) => field)).toEqual(['courier.location']);
});

test('22. an order on the way is asked for no more often than positions come, unless told to', () => {
  expect(defaultSettings.activeEverySeconds).toBeGreaterThanOrEqual(10);
  expect(defaultSettings.activeEverySeconds).toBeLessThanOrEqual(20);
});

test.each([
  ['minor', 'HKD', 12_050, '120.50'],
  ['major', 'HKD', 120.5, '120.50'],
  ['minor', 'JPY', 12_050, '12,050'],
  ['major', 'VND', 12_050, '12,050'],
] as const)(
  '24. an amount in %s units of %s is shown as it is meant',
  (unit, currency, amount, shown) => {
    expect(moneyText({ amount, currency }, unit, english.locale)).toContain(shown);
  },
);

test.each<[string, object, object, readonly ServiceNote[]]>([
  ['24. no price', { price: null, price_breakdown: null }, { price: null, priceBreakdown: [] }, []],
  [
    '24. an amount as text',
    { price: { amount: '12.50', currency: 'HKD' } },
    { price: { amount: 12.5, currency: 'HKD' } },
    ['number-from-text'],
  ],
  [
    '24. a bare number',
    { price: 120 },
    { price: { amount: 120, currency: null } },
    ['price-is-a-number'],
  ],
  [
    '24. a currency in small letters',
    { price: { amount: 1, currency: 'jpy' } },
    { price: { amount: 1, currency: 'JPY' } },
    ['currency-case'],
  ],
  ['24. no currency', { price: { amount: 1 } }, { price: { amount: 1, currency: null } }, []],
  [
    '24. lines as an object',
    { price_breakdown: { toll: 26, base: 60 } },
    {
      priceBreakdown: [
        { key: 'base', amount: 60 },
        { key: 'toll', amount: 26 },
      ],
    },
    ['breakdown-from-object'],
  ],
  [
    '24. a line of nulls',
    { price_breakdown: [{ key: 'base', amount: 1, quantity: null, reason: null }] },
    { priceBreakdown: [{ quantity: null, reason: null }] },
    [],
  ],
  ['25. destinations null', { destinations: null }, { destinations: [] }, []],
  [
    '25. a single destination',
    { destinations: { name: 'Home' } },
    { destinations: [{ name: 'Home' }] },
    ['destinations-single'],
  ],
  ['25. many destinations', { destinations: [{}, {}, {}] }, { destinations: [{}, {}, {}] }, []],
  [
    '25. a contact without an extension',
    {
      pickup: { name: 'Shop', contact: { name: 'Desk', phone_number: '1', phone_extension: null } },
    },
    { pickup: { contact: { name: 'Desk', phoneNumber: '1', phoneExtension: null } } },
    [],
  ],
  [
    '25. a stop of nulls',
    { destinations: [{ name: null, location: null, contact: null }] },
    { destinations: [{ name: null, point: null, contact: null }] },
    [],
  ],
  [
    '25. fields that nobody knows',
    { arrived_at: 1, epod: {}, pickup: { name: 'Shop', arrived_at: 1 } },
    { pickup: { name: 'Shop' } },
    [],
  ],
])('%s', async (_name, fields, expected, notes) => {
  expect(await orderOf(changed(fields))).toMatchObject([expected, notes]);
});
