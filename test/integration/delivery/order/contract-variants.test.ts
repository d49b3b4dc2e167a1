import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { ConnectionOptions } from '../../../../core/delivery/connection-options.ts';
import type { ServiceNote } from '../../../../core/wire/contract-notes.ts';
import type { DeliveryFailureCode } from '../../../../core/delivery/delivery-failure.ts';
import { sendJson } from '../../../support/service/little-service.ts';
import {
  changed,
  id,
  orderOf,
  seen,
  servedVariant,
  type Body,
} from '../../../support/service/variant-service.ts';
import { wireOrder } from '../../../support/wire-orders.ts';
import { isFinished } from '../../../../core/order/order-status.ts';
import { diffOrders, orderUpdate } from '../../../../core/order/order-update.ts';
import { moneyText } from '../../../../core/order/format.ts';
import { english } from '../../../../core/text/language.ts';
import { defaultSettings } from '../../../../core/settings/settings.ts';

/*
 * Variants of requests and envelopes that the contract leaves open, each tested through the whole client
 * with real HTTP, token, body and model. The unit tests of core have the details of each reader.
 */

test.each([
  ['the contract’s own', {}, '', `/api/v2/orders/${id}`],
  ['another path', { orderPath: '/transport/orders/{uuid}' }, '', `/transport/orders/${id}`],
  ['a suffix', { orderPath: '/api/orders/{uuid}.json' }, '', `/api/orders/${id}.json`],
  ['below a sub-path', {}, '/eu', `/eu/api/v2/orders/${id}`],
  ['below a sub-path with a slash at its end', {}, '/eu/', `/eu/api/v2/orders/${id}`],
])('7. the path is %s', async (_name, options, basePath, path) => {
  expect((await seen([wireOrder(id)], { options, basePath })).lastRequest?.path).toBe(path);
});

test.each<[string, Partial<ConnectionOptions>, object, string, string, readonly ServiceNote[]]>([
  ['Bearer by default', {}, {}, 'authorization', 'Bearer token-1', []],
  [
    'Bearer, whatever its case',
    {},
    { token_type: 'bearer' },
    'authorization',
    'Bearer token-1',
    [],
  ],
  [
    'as the service says',
    {},
    { token_type: 'MAC' },
    'authorization',
    'MAC token-1',
    ['token-type-other'],
  ],
  [
    'Bearer where that is no word',
    {},
    { token_type: 'a b' },
    'authorization',
    'Bearer token-1',
    ['token-type-unreadable'],
  ],
  [
    'raw',
    { tokenScheme: { kind: 'none' } },
    { token_type: 'bearer' },
    'authorization',
    'token-1',
    [],
  ],
  [
    'of one’s own',
    { tokenScheme: { kind: 'fixed', scheme: 'Token' } },
    {},
    'authorization',
    'Token token-1',
    [],
  ],
  [
    'in another header',
    { tokenHeader: 'GoGoVan-API-Key', tokenScheme: { kind: 'none' } },
    {},
    'gogovan-api-key',
    'token-1',
    [],
  ],
])('8. the token goes %s', async (_name, options, token, header, value, notes) => {
  const { lastRequest, notes: noted } = await seen([wireOrder(id)], { options, token });
  expect(lastRequest?.headers[header]).toBe(value);
  expect(noted).toEqual(notes);
});

test.each<[string, Partial<ConnectionOptions>, Record<string, string>]>([
  ['none but ours', {}, { accept: 'application/json', 'accept-encoding': 'identity' }],
  [
    'a language and a market',
    { extraHeaders: { 'Accept-Language': 'zh-HK', 'X-Market': 'hk' } },
    { 'accept-language': 'zh-HK', 'x-market': 'hk', accept: 'application/json' },
  ],
  [
    'a version to accept',
    { extraHeaders: { accept: 'application/vnd.delivery.v2+json' } },
    { accept: 'application/vnd.delivery.v2+json' },
  ],
  [
    'the token’s own, which stays the token’s',
    { tokenHeader: 'X-Access', extraHeaders: { 'x-access': 'mine' } },
    { 'x-access': 'Bearer token-1' },
  ],
])('8. the headers that always go along are %s', async (_name, options, headers) => {
  const { lastRequest } = await seen([wireOrder(id)], { options });
  expect(lastRequest?.headers).toMatchObject(headers);
});

test.each<[string, object, readonly ServiceNote[]]>([
  ['bare', wireOrder(id), []],
  ['in data', { data: wireOrder(id) }, ['envelope-data']],
  ['in order', { order: wireOrder(id) }, ['envelope-order']],
  ['in data and order', { data: { order: wireOrder(id) } }, ['envelope-data-order']],
  ['in a list of one', [wireOrder(id)], ['envelope-list']],
  ['in orders', { orders: [wireOrder(id)] }, ['envelope-orders']],
  [
    'as JSON:API',
    { data: { id, attributes: changed({ uuid: undefined }) } },
    ['envelope-attributes', 'uuid-under-id'],
  ],
  ['in capitals', wireOrder(id.toUpperCase()), ['uuid-form']],
])('9. the order comes %s', async (_name, body, notes) => {
  expect(await orderOf(body)).toMatchObject([{ id, status: { phase: 'assigned' } }, notes]);
});

test.each<[string, Body, DeliveryFailureCode]>([
  [
    '9. another order',
    wireOrder('7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b202'),
    'answer-for-another-order',
  ],
  ['10. an error body', { error: 'not_found', message: 'No' }, 'answer-unreadable'],
  ['10. an empty body', '', 'answer-unreadable'],
  ['10. a web page', '<!doctype html><title>Sign in</title>', 'captive-portal'],
  ['10. a byte order mark', `\uFEFF${JSON.stringify(wireOrder(id))}`, 'answer-unreadable'],
  [
    '10. something after the order',
    `${JSON.stringify(wireOrder(id))}<!-- -->`,
    'answer-unreadable',
  ],
])('%s is a failed check', async (_name, body, code) => {
  await expect(seen([body])).rejects.toMatchObject({ code });
});

test.each<[string, Record<string, string>, (body: string) => Buffer]>([
  ['packed with gzip', { 'content-encoding': 'gzip' }, (body) => gzipSync(body)],
  ['packed with Brotli', { 'content-encoding': 'br' }, (body) => brotliCompressSync(body)],
  ['without a content type', {}, (body) => Buffer.from(body)],
])('10. an order that comes %s is the same order', async (_name, headers, packed) => {
  const client = await servedVariant((request, response) => {
    if (request.path === '/oauth/token')
      sendJson(response, 200, { access_token: 't', expires_in: 60 });
    else response.writeHead(200, headers).end(packed(JSON.stringify(wireOrder(id))));
  });
  expect(await client.check()).toMatchObject({ kind: 'observed', order: { id } });
});

test('10. an answer without content is a failed check', async () => {
  const client = await servedVariant((request, response) => {
    if (request.path === '/oauth/token')
      sendJson(response, 200, { access_token: 't', expires_in: 60 });
    else response.writeHead(204).end();
  });
  await expect(client.check()).rejects.toMatchObject({ code: 'answer-unreadable' });
});

test('11. other identities beside the uuid do no harm, however long', async () => {
  const body = JSON.stringify(wireOrder(id)).replace(
    '{',
    '{"id":123456789012345678901,"nid":"N-1",',
  );
  expect(await orderOf(body)).toMatchObject([{ id }, ['field-unknown nid']]);
});

test('21. a refusal of one order is no refusal of the credentials', async () => {
  const client = await servedVariant((request, response) => {
    if (request.path === '/oauth/token') sendJson(response, 200, { access_token: 'token-1' });
    else sendJson(response, 403, { message: 'Only from one hour before pickup' });
  });
  await expect(client.check()).rejects.toMatchObject({ code: 'order-forbidden' });
  expect(client.service.requests.filter(({ path }) => path === '/oauth/token')).toHaveLength(1);
  expect(client.notes).toEqual(['expires-in-missing']);
});

/* Statuses and updates of services with other words for them. */

const at = 1_772_442_000_000;

const vocabulary: Readonly<Record<string, string>> = {
  searching:
    'pending created scheduled new searching requested assigning_driver received quote unassigned',
  assigned:
    'active assigned accepted matched confirmed on_going ongoing in_progress pickup picking enroute_to_pickup almost_picking driver_assigned',
  atPickup: 'arrived_at_pickup waiting_at_pickup checked_in',
  pickedUp:
    'picked_up pickup_complete delivering dropoff enroute_to_dropoff on_the_way out_for_delivery almost_delivering',
  atDropoff: 'arrived_at_dropoff waiting_at_dropoff',
  done: 'completed complete delivered finished done success',
  failed: 'failed returned returning rejected expired attempt_fail undeliverable voided',
  cancelled: 'cancelled canceled canelled cancelled_by_client',
};

test.each(Object.entries(vocabulary))(
  '12. every word for %s is known, in every spelling',
  async (phase, words) => {
    const spellings = words
      .split(' ')
      .flatMap((word) => [
        word,
        word.toUpperCase(),
        ` ${word.replaceAll('_', '-')} `,
        word.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase()),
      ]);
    const { answers, notes } = await seen(
      spellings.map((status, no) => changed({ status, note_to_courier: `${no}` })),
    );
    const phases = answers.map((answer) =>
      answer.kind === 'observed' ? answer.order.status.phase : null,
    );
    expect(new Set(phases)).toEqual(new Set([phase]));
    expect(notes).toEqual([]);
  },
);

test('13. a status that is a number is shown as it comes, and means what the dispatcher said', async () => {
  expect(await orderOf(changed({ status: 4 }))).toMatchObject([
    { status: { raw: '4', phase: 'unknown' } },
    ['status-not-text', 'status-unknown-word'],
  ]);
  expect(await orderOf(changed({ status: 4 }), { statusMeanings: { '4': 'done' } })).toMatchObject([
    { status: { raw: '4', phase: 'done' } },
    ['status-not-text', 'status-by-your-table'],
  ]);
});

test.each<[string, unknown, string | null, ServiceNote]>([
  ['a new word', 'Teleporting', 'Teleporting', 'status-unknown-word'],
  ['null', null, null, 'status-absent'],
  ['an object', {}, null, 'status-absent'],
])('14. %s as a status is kept and never the end of an order', async (_name, status, raw, note) => {
  const [order, notes] = await orderOf(changed({ status }));
  expect(order.status).toEqual({ raw, phase: 'unknown' });
  expect(isFinished(order.status.phase)).toBe(false);
  expect(notes).toEqual([note]);
});

test.each([
  ['15. an ended order that goes on', { status: 'completed' }, {}, ['status_changed']],
  ['15. a cancelled order that goes on', { status: 'cancelled' }, {}, ['status_changed']],
  ['16. the same status with another stop', {}, { destinations: [] }, ['order_edited']],
  ['17. a courier who was not there', { status: 'pending', courier: null }, {}, ['order_matched']],
  ['17. a courier who is gone', {}, { status: 'pending', courier: null }, ['order_released']],
  [
    '17. another courier on the way',
    { status: 'active' },
    { status: 'active', courier: { name: 'Another Courier', phone_number: '+85200000009' } },
    ['order_released', 'order_matched'],
  ],
  [
    '17. a price after the end',
    { status: 'completed' },
    { status: 'completed', price: { amount: 130, currency: 'HKD' } },
    ['amendment_added'],
  ],
])('%s is told as %j', async (_name, first, second, kinds) => {
  const { answers } = await seen([changed(first), changed(second)]);
  const [before, after] = answers;
  if (before?.kind !== 'observed' || after?.kind !== 'observed') throw new Error('not observed');
  const update = orderUpdate(before.order, after.order, { source: 'poll', seenAtMs: at });
  expect(update?.kinds).toEqual(expect.arrayContaining(kinds));
});

test('18. a courier who disappears with the end of an order has not released it', async () => {
  const { answers } = await seen([
    changed({ status: 'active' }),
    changed({ status: 'completed', courier: null }),
  ]);
  const [before, after] = answers;
  if (before?.kind !== 'observed' || after?.kind !== 'observed') throw new Error('not observed');
  const update = orderUpdate(before.order, after.order, { source: 'poll', seenAtMs: at });
  expect(update?.kinds).toContain('order_completed');
  expect(update?.kinds).not.toContain('order_released');
});

/* Variants of couriers, places, times, prices and stops that the contract leaves open. */

const courier = (location: unknown, more: object = {}): object =>
  changed({ courier: { name: 'Test Courier', phone_number: '+85200000000', location, ...more } });
const answerAt = 1_772_442_000_000;

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
  ['seconds', 1_772_442_000, answerAt, []],
  ['seconds with a fraction', 1_772_442_000.551306, answerAt + 551, []],
  ['milliseconds', answerAt, answerAt, ['time-in-milliseconds']],
  ['microseconds', answerAt * 1000, answerAt, ['time-in-microseconds']],
  ['nanoseconds', answerAt * 1e6, answerAt, ['time-in-nanoseconds']],
  ['digits', '1772442000', answerAt, ['time-from-text']],
  ['ISO text with a zone', '2026-03-02T17:00:00+08:00', answerAt, ['time-from-text']],
  [
    'ISO text without a zone',
    '2026-03-02T09:00:00',
    answerAt,
    ['time-without-zone', 'time-from-text'],
  ],
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
    '25. unknown fields',
    { arrived_at: 1, epod: {}, pickup: { name: 'Shop', arrived_at: 1 } },
    { pickup: { name: 'Shop' } },
    ['field-unknown pickup.arrived_at', 'field-unknown arrived_at', 'field-unknown epod'],
  ],
])('%s', async (_name, fields, expected, notes) => {
  expect(await orderOf(changed(fields))).toMatchObject([expected, notes]);
});
