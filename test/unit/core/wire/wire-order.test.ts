import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  type OrderRefusal,
  parseOrder,
  type ParsedOrder,
} from '../../../../core/wire/wire-order.ts';
import { wireOrder } from '../../../support/wire-orders.ts';
import { sampleId } from '../order/order-samples.ts';
import {
  contractNoteLine,
  contractNoteSentence,
  contractNotesExport,
  isServiceNote,
} from '../../../../core/wire/contract-note-text.ts';
import type { StatusMeanings } from '../../../../core/order/order-status.ts';
import type { ContractNote, ContractNoteEntry } from '../../../../core/wire/contract-notes.ts';

function parsed(body: unknown): ParsedOrder {
  const result = parseOrder(body, sampleId);
  if (!result.ok) throw new Error(result.failure.detail);
  return result.value;
}

function refusalOf(body: unknown): OrderRefusal | null {
  const result = parseOrder(body, sampleId);
  return result.ok ? null : result.failure;
}

const wire: Record<string, unknown> = { ...wireOrder(sampleId) };
const plain = parsed(wire).order;
const wireStop = { name: 'Shop', contact: { name: 'Pat' } };

test('an order of the contract is read whole and without a note', () => {
  expect(parsed(wire)).toEqual({
    notes: [],
    order: {
      id: sampleId,
      status: { raw: 'active', phase: 'assigned' },
      vehicleType: 'van',
      paymentMethod: 'prepaid',
      noteToCourier: 'Ring twice',
      courier: {
        name: 'Test Courier',
        phoneNumber: '+85200000000',
        fix: { latitudeDeg: 22.3, longitudeDeg: 114.17, reportedAtMs: 1_772_442_000_000 },
      },
      pickup: {
        scheduledAtMs: 1_772_442_000_000,
        name: 'Shop',
        streetAddress: '1 Test Road',
        floorOrUnitNumber: '2F',
        point: { latitudeDeg: 22.31, longitudeDeg: 114.18 },
        contact: { name: 'Pat', phoneNumber: '+85211111111', phoneExtension: '12' },
      },
      destinations: [
        {
          name: 'Home',
          streetAddress: '2 Test Road',
          floorOrUnitNumber: 'A',
          point: { latitudeDeg: 22.32, longitudeDeg: 114.19 },
          contact: { name: 'Sam', phoneNumber: '+85222222222', phoneExtension: null },
        },
      ],
      price: { amount: 120, currency: 'HKD' },
      priceBreakdown: [{ key: 'base', amount: 120, quantity: 1, reason: 'Base fare' }],
    },
  });
});

describe('the envelope', () => {
  const { uuid, ...rest } = wire;
  const another = { ...wire, uuid: '7d20f6ae-94d7-4a60-b1c5-0e7a62d9f418' };
  test.each<[string, unknown, readonly ContractNote[]]>([
    ['in data', { data: wire }, ['envelope-data']],
    ['in order', { order: wire }, ['envelope-order']],
    ['in data.order', { data: { order: wire } }, ['envelope-data-order']],
    ['a list of one', [wire], ['envelope-list']],
    ['a list of several', [another, wire], ['envelope-list']],
    ['in orders', { orders: [another, wire] }, ['envelope-orders']],
    ['a list in data', { data: [wire] }, ['envelope-data-list']],
    [
      'JSON:API',
      { data: { type: 'order', id: uuid, attributes: rest } },
      ['envelope-attributes', 'uuid-under-id'],
    ],
    ['upper case', { ...wire, uuid: sampleId.toUpperCase() }, ['uuid-form']],
    ['uuid under id', { ...rest, id: uuid }, ['uuid-under-id']],
    ['uuid under id beside a null', { ...rest, uuid: null, id: uuid }, ['uuid-under-id']],
    ['in result', { result: wire, error: null, errors: [] }, ['envelope-other']],
    ...['results', 'response', 'payload'].map(
      (name): [string, unknown, readonly ContractNote[]] => [
        `in ${name}`,
        { [name]: wire },
        ['envelope-other'],
      ],
    ),
    ['in data.result', { status: 'success', data: { result: wire } }, ['envelope-other']],
    ['beside a word for success', { uuid, status: 'success', data: wire }, ['envelope-data']],
    ['beside a code for success', { code: 200, success: true, data: wire }, ['envelope-data']],
    [
      'beside words and codes for success',
      { code: 20_000, error_code: '0000', errmsg: 'ok', meta: { code: 200 }, data: wire },
      ['envelope-data'],
    ],
    ['beside a code that is none of HTTP', { code: 1404, data: wire }, ['envelope-data']],
    ['beside a long code that is none', { code: 4_040_000, data: wire }, ['envelope-data']],
    [
      'beside names that only hold one of an error',
      { no_errors: true, fault_tolerant: true, data: wire },
      ['envelope-data'],
    ],
    ['beside nothing of an error', { error: false, ok: 1, data: wire }, ['envelope-data']],
    ...['0', 'OK', 'success', 'none', 'null', ' no error '].map(
      (error): [string, unknown, readonly ContractNote[]] => [
        `beside the error ${error}`,
        { error, data: wire },
        ['envelope-data'],
      ],
    ),
    [
      'a list with numbers for names',
      { '0': another, '1': wire },
      ['envelope-list', 'list-from-object'],
    ],
    [
      'orders with numbers for names',
      { orders: { '0': wire } },
      ['envelope-orders', 'list-from-object'],
    ],
    ['no uuid', rest, ['uuid-absent']],
    [
      'no uuid, beside one without a status',
      [rest, { price: wire['price'] }],
      ['envelope-list', 'uuid-absent'],
    ],
    [
      'no uuid, in an envelope with an id of its own',
      { id: another.uuid, data: rest },
      ['envelope-data', 'uuid-absent'],
    ],
    [
      'no uuid, another id',
      { ...rest, id: 9_007_199_254_740_991, nid: 'X1' },
      ['uuid-absent', 'field-unknown nid'],
    ],
  ])('%s is opened and noted', (_name, body, notes) => {
    expect(parsed(body)).toEqual({ order: plain, notes });
  });

  test.each([
    'pickup',
    'destinations',
    'courier',
    'driver',
    'price',
    'price_breakdown',
    'vehicle_type',
    'payment_method',
    'note_to_courier',
  ])('the uuid and %s alone are an order', (field) => {
    expect(refusalOf({ uuid, [field]: wire[field] ?? wire['courier'] })).toBeNull();
  });

  test.each<[string, object]>([
    ['that lost its courier and says no more', { status: 'pending', courier: null }],
    ['without anything in it', { status: 'completed', courier: {}, destinations: [] }],
    ['with a word of its own', { status: 'error', pickup: { name: 'Shop' } }],
  ])('an order %s is read', (_name, fields) => {
    expect(refusalOf({ uuid, ...fields })).toBeNull();
  });

  test.each<[string, unknown]>([
    ['another uuid', another],
    ['another uuid in data', { data: another }],
    ['a list of others', [another, another]],
    ['a uuid that is none', { ...wire, uuid: 'x' }],
    ['a uuid that is a number', { ...wire, uuid: 7 }],
  ])('%s is refused as another order', (_name, body) => {
    expect(refusalOf(body)).toEqual({
      code: 'answer-for-another-order',
      detail: 'The answer is about another order.',
    });
  });

  const lost = { uuid, status: 'pending', courier: null };

  test.each<[string, unknown]>([
    ['null', null],
    ['text', 'not found'],
    ['a number', 1],
    ['an empty object', {}],
    ['an empty list', []],
    ['an error', { error: 'invalid_token' }],
    ['an error with a status', { status: 404, message: 'Not found' }],
    ['an error with a status word', { status: 'error', code: 'not_found' }],
    ['an error that echoes the uuid', { uuid: sampleId, error: 'not found' }],
    ['the uuid and a status alone', { uuid, status: 'completed' }],
    ['an echo with a status', { uuid, status: 'error', message: 'Try later' }],
    ['an echo with the word of an order', { uuid, status: 'failed', message: 'Try later' }],
    ['an echo in a list', [{ uuid, status: 'fail', message: 'Try later' }]],
    ['an echo in data', { status: 'fail', data: { uuid, title: 'No such order' } }],
    ['an echo without data', { uuid, status: 'success', data: null }],
    ['an echo of empty fields', { uuid, status: 'failed', detail: 'No', courier: null, price: {} }],
    ['an echo of empty texts', { uuid, status: 'failed', detail: 'No', courier: '' }],
    ['an order without uuid and status', { ...rest, status: undefined }],
    ['an echo with a status that nothing explains', { uuid, status: 'error', courier: null }],
    ['empty fields without a status', { uuid, courier: null, price_breakdown: [] }],
    ['a problem', { type: 'about:blank', title: 'Bad gateway', status: 502, uuid }],
    ['part of an answer beside errors', { data: { order: wire }, errors: [{ path: ['order'] }] }],
    ['part of an answer beside an error', { error: 'timeout', order: wire }],
    ['an envelope of an error', { status: 'Error', data: wire }],
    ['an envelope of an error among blanks', { status: ' error ', data: wire }],
    ['an envelope with a code among blanks', { code: ' 503 ', data: wire }],
    ['an envelope with an error that ends well', { error: 'not ok', data: wire }],
    ['an envelope with an error that begins well', { error: 'none was found', data: wire }],
    ['an envelope with a message of an error', { errorMessage: 'busy', data: wire }],
    ['an envelope without success', { success: 'false', data: wire }],
    ['an envelope with the code of an error', { code: '503', result: wire }],
    ['an envelope with the status of an error', { status: 404, data: wire }],
    ['an envelope with a longer code of an error', { code: 50_001, data: wire }],
    ...['code', 'status_code', 'statusCode', 'http_status', 'httpStatus'].map(
      (name): [string, unknown] => [
        `an envelope with a ${name} of HTTP`,
        { [name]: 503, data: wire },
      ],
    ),
    ...['success', 'ok', 'isSuccess', 'is_success', 'succeeded'].map((name): [string, unknown] => [
      `an envelope without ${name}`,
      { [name]: false, data: wire },
    ]),
    ...[0, '0', 'no'].map((success): [string, unknown] => [
      `an envelope with the success ${success}`,
      { success, data: wire },
    ]),
    ...['error', 'fail', 'failed', 'failure'].map((status): [string, unknown] => [
      `an envelope with the status ${status}`,
      { status, data: wire },
    ]),
    ['an envelope with an error as result', { result: 'error', data: wire }],
    ...['meta', 'status', 'header'].map((name): [string, unknown] => [
      `an envelope that says it in a ${name}`,
      { [name]: { code: 500 }, data: wire },
    ]),
    ['an envelope with a text of an error', { errmsg: 'busy', data: wire }],
    ['an echo of empty fields with a fault', { ...lost, fault: { faultstring: 'x' } }],
    ['an echo of empty fields with an error by its parts', { ...lost, error_message: 'Try later' }],
    ...['message', 'msg', 'detail', 'code', 'title'].map((name): [string, unknown] => [
      `an echo of empty fields with a ${name}`,
      { ...lost, [name]: 'Late' },
    ]),
    ['an echo of empty fields without success', { ...lost, success: false }],
    ['an order packed four times', { data: { result: { payload: { order: wire } } } }],
    ['a list in lists', [[[[wire]]]]],
    ['two orders without uuid', [rest, rest]],
    ['an error with a place', { pickup: {}, message: 'Not found' }],
    ['an order beyond the first thousand', [...Array.from({ length: 1000 }, () => null), wire]],
    ['inherited fields', Object.create(wire)],
  ])('%s is unreadable', (_name, body) => {
    expect(refusalOf(body)).toEqual({
      code: 'answer-unreadable',
      detail: 'The answer holds no order.',
    });
  });
});

describe('the status', () => {
  const table: StatusMeanings = new Map([['handover', 'pickedUp']]);
  test.each<[unknown, StatusMeanings | undefined, string, readonly ContractNote[]]>([
    [null, undefined, 'unknown', ['status-absent']],
    ['', undefined, 'unknown', ['status-absent']],
    ['handover', undefined, 'unknown', ['status-unknown-word']],
    [7, undefined, 'unknown', ['status-not-text', 'status-unknown-word']],
    ['HANDOVER', table, 'pickedUp', ['status-by-your-table']],
    ['active', table, 'assigned', []],
    [null, table, 'unknown', ['status-absent']],
  ])('%j with the table %o', (status, meanings, phase, notes) => {
    const result = parseOrder({ ...wire, status }, sampleId, meanings);
    expect(result.ok && [result.value.order.status.phase, result.value.notes]).toEqual([
      phase,
      notes,
    ]);
  });
});

function timeOf(courier: object): readonly unknown[] {
  const { order, notes } = parsed({ ...wire, courier });
  return [order.courier?.fix?.reportedAtMs, notes];
}

describe('the courier', () => {
  test.each<[string, Record<string, unknown>, readonly ContractNote[]]>([
    ['absent', {}, []],
    ['null', { courier: null }, []],
    ['empty', { courier: {} }, ['courier-empty']],
    ['an empty list', { courier: [] }, ['courier-empty']],
    ['of nulls', { courier: { name: null, phone_number: '', location: null } }, ['courier-empty']],
    [
      'of words for nothing',
      { courier: { name: 'N/A', phone_number: '-' } },
      ['person-not-given', 'courier-empty'],
    ],
    [
      'of dashes',
      { courier: { name: '---', phone_number: '——' } },
      ['person-not-given', 'courier-empty'],
    ],
    ['text', { courier: 'Lau' }, ['courier-unreadable']],
    ['a list of something', { courier: [1] }, ['courier-unreadable']],
    ['null under both names', { courier: null, driver: null }, []],
  ])('%s is no courier', (_name, fields, notes) => {
    const { courier: _courier, ...others } = wire;
    const { order, notes: noted } = parsed({ ...others, ...fields });
    expect([order.courier, noted]).toEqual([null, notes]);
  });

  test.each<[Record<string, unknown>, object]>([
    [{ name: 'Lau' }, { name: 'Lau', phoneNumber: null, fix: null }],
    [{ phone_number: '1' }, { name: null, phoneNumber: '1', fix: null }],
    [
      { location: { lat: 22, lon: 114 } },
      {
        name: null,
        phoneNumber: null,
        fix: { latitudeDeg: 22, longitudeDeg: 114, reportedAtMs: null },
      },
    ],
  ])('with one fact is one: %j', (courier, expected) => {
    expect(parsed({ ...wire, courier }).order.courier).toEqual(expected);
  });

  test.each([
    'Na',
    'Nil Unknown',
    '無名',
    'N. A. Lau',
    '***',
    'Un(known)',
    '(Un)known',
    'Lau –',
    '- Lau',
  ])('the name %s is one', (name) => {
    expect(parsed({ ...wire, courier: { name } }).order.courier?.name).toBe(name);
  });

  test('the time of a position may stand beside it, and one inside counts more', () => {
    const location = { lat: 22, lon: 114 };
    const beside = { location, location_updated_at: 1_763_706_668 };
    const both = { ...beside, location: { ...location, location_updated_at: 1_763_706_000 } };
    expect(timeOf(beside)).toEqual([1_763_706_668_000, ['fix-time-beside-location']]);
    expect(timeOf(both)).toEqual([1_763_706_000_000, []]);
    expect(timeOf({ location })).toEqual([null, []]);
  });

  test('and every other object may come in a list of its own', () => {
    const { courier, pickup, price } = wire;
    for (const listed of [[courier], { '0': courier }]) {
      expect(parsed({ ...wire, courier: listed, pickup: [pickup], price: [price] })).toEqual({
        order: plain,
        notes: ['object-in-list'],
      });
    }
    const location = [{ lat: 22, lon: 114, location_updated_at: 1_763_706_668 }];
    expect(timeOf({ location })).toEqual([1_763_706_668_000, ['object-in-list']]);
    expect(parsed({ ...wire, courier: [courier, courier] }).notes).toEqual(['courier-unreadable']);
  });

  test('under the name driver is read and noted', () => {
    const { courier, ...others } = wire;
    for (const given of [{ driver: courier }, { courier: null, driver: courier }]) {
      expect(parsed({ ...others, ...given })).toEqual({
        order: plain,
        notes: ['courier-under-driver'],
      });
    }
  });
});

describe('the location', () => {
  const here = [22.28235, 114.15735];
  test.each<[string, unknown, readonly number[] | null, readonly ContractNote[]]>([
    ['null', null, null, []],
    ['empty', {}, null, []],
    ['an empty list', [], null, []],
    ['half', { lat: 22.28235 }, null, []],
    ['lng for lon', { lat: 22.28235, lng: 114.15735 }, here, ['location-other-key']],
    ['both, lon wins', { lat: 22.28235, lon: 114.15735, lng: 1 }, here, []],
    ['long names', { latitude: 22.28235, longitude: 114.15735 }, here, ['location-other-key']],
    ['numbers as text', { lat: '22.28235', lon: '114.15735' }, here, ['number-from-text']],
    ['text', '22.28235,114.15735', here, ['location-from-text']],
    ['a list', [114.15735, 22.28235], here, ['location-from-list']],
    [
      'a list, latitude first',
      [22.28235, 114.15735],
      here,
      ['location-from-list', 'location-swapped'],
    ],
    ['swapped', { lat: 114.15735, lon: 22.28235 }, here, ['location-swapped']],
    ['zero', { lat: 0, lon: 0 }, null, ['location-zero']],
    ['out of range', { lat: 91, lon: 181 }, null, ['location-out-of-range']],
    ['NaN as text', { lat: 'NaN', lon: '114' }, null, ['number-unreadable', 'number-from-text']],
    ['words', 'somewhere', null, ['location-unreadable']],
    ['true', true, null, ['location-unreadable']],
    ['an empty text', '', null, []],
    [
      'a null beside another name',
      { lat: 22, lon: null, lng: 114 },
      [22, 114],
      ['location-other-key'],
    ],
    ['on the equator', { lat: 0, lon: 114 }, [0, 114], []],
    ['on the first meridian', { lat: 22, lon: 0 }, [22, 0], []],
    ['at the last place there is', { lat: 90, lon: 180 }, [90, 180], []],
    ['at the first place there is', { lat: -90, lon: -180 }, [-90, -180], []],
    ['swapped, at the last place there is', { lat: 180, lon: 90 }, [90, 180], ['location-swapped']],
    ['east of all', { lat: 22, lon: 181 }, null, ['location-out-of-range']],
    ['swapped, east of all', { lat: 181, lon: 22 }, null, ['location-out-of-range']],
    ['text with a semicolon', '22;114', [22, 114], ['location-from-text']],
    ['text with half a number', '22,here', null, ['location-from-text']],
    ['text of three numbers', '22,114,5', null, ['location-unreadable']],
    ['text with a minus zero', '-0,114', [0, 114], ['location-from-text']],
    ['text with a minus zero at its end', '22,-0', [22, 0], ['location-from-text']],
    ['a list of one', [114], null, ['location-unreadable']],
    ['a list of one text', ['22,114'], null, ['location-unreadable']],
    ['a list of one object', [{ lat: 22, lon: 114 }], [22, 114], ['object-in-list']],
    [
      'a list with numbers for names',
      { '0': 114, '1': 22 },
      [22, 114],
      ['location-from-list', 'list-from-object'],
    ],
    [
      'a point of GeoJSON',
      { type: 'Point', coordinates: [114.15735, 22.28235] },
      here,
      ['location-from-geojson'],
    ],
    [
      'a feature of GeoJSON',
      {
        type: 'Feature',
        bbox: [],
        properties: {},
        geometry: { coordinates: [114.15735, 22.28235, 5] },
      },
      here,
      ['location-from-geojson'],
    ],
    [
      'GeoJSON, latitude first',
      { coordinates: ['22.28235', '114.15735'] },
      here,
      ['location-from-geojson', 'number-from-text', 'location-swapped'],
    ],
    [
      'GeoJSON of half a point',
      { coordinates: [114] },
      null,
      ['field-unknown courier.location.coordinates'],
    ],
    [
      'commas before the fractions',
      { lat: '22,28235', lon: '114,15735' },
      here,
      ['number-for-people'],
    ],
    [
      'three digits after a comma',
      { lat: '22,282', lon: '114,157' },
      [22.282, 114.157],
      ['number-for-people'],
    ],
    ['text with commas before the fractions', '22,28235; 114,15735', here, ['location-from-text']],
    ['text with a blank between such', '22,28235 114,15735', here, ['location-from-text']],
    ['text with two blanks between', '22,28235  114,15735', here, ['location-from-text']],
    ['text with blanks at its ends', ' 22,28235 114,15735 ', here, ['location-from-text']],
    ['text with a blank before a comma', '22.28235 ,114.15735', here, ['location-from-text']],
    ['text in brackets', '( 22.28235 , 114.15735 )', here, ['location-from-text']],
    ['text without an end', `22.${'1'.repeat(80)},114`, null, ['location-unreadable']],
    ['text with a minus', '-22.5,-114.5', [-22.5, -114.5], ['location-from-text']],
    ['text with four digits', '22,1144', null, ['location-from-text']],
  ])('%s', (_name, location, expected, notes) => {
    const { order, notes: noted } = parsed({ ...wire, courier: { name: 'L', location } });
    const fix = order.courier?.fix;
    expect(fix ? [fix.latitudeDeg, fix.longitudeDeg] : null).toEqual(expected);
    expect(noted).toEqual(notes);
  });

  test.each(['lon', 'lng', 'long', 'longitude'])('has its longitude under %s', (longitude) => {
    const location = { latitude: 22, [longitude]: 114 };
    const { order } = parsed({ ...wire, courier: { location }, pickup: { location } });
    const point = { latitudeDeg: 22, longitudeDeg: 114 };
    expect(order.courier?.fix).toEqual({ ...point, reportedAtMs: null });
    expect(order.pickup?.point).toEqual(point);
  });

  test('of a stop prefers lng', () => {
    const body = { ...wire, pickup: { location: { lat: 22, lng: 114, lon: 1 } } };
    expect(parsed(body).order.pickup?.point).toEqual({ latitudeDeg: 22, longitudeDeg: 114 });
  });
});

function plannedFor(schedule_at: string): number | null | undefined {
  return parsed({ ...wire, pickup: { name: 'P', schedule_at } }).order.pickup?.scheduledAtMs;
}

describe('times are read by magnitude', () => {
  const seconds = 1_763_706_668;
  const expected = seconds * 1000;
  test.each<[unknown, number | null, readonly ContractNote[]]>([
    [seconds, expected, []],
    [seconds + 0.551306, expected + 551, []],
    [seconds * 1e3, expected, ['time-in-milliseconds']],
    [seconds * 1e6, expected, ['time-in-microseconds']],
    [seconds * 1e9, expected, ['time-in-nanoseconds']],
    [String(seconds), expected, ['time-from-text']],
    ['2025-11-21T06:31:08Z', expected, ['time-from-text']],
    ['2025-11-21T14:31:08.000+08:00', expected, ['time-from-text']],
    ['2025-11-21 14:31:08 +0800', expected, ['time-from-text']],
    ['2025-11-21T06:31:08', expected, ['time-without-zone', 'time-from-text']],
    [0, null, []],
    [null, null, []],
    [-5, null, ['time-unreadable']],
    ['soon', null, ['time-unreadable']],
    ['2025-13-45T00:00:00Z', null, ['time-unreadable']],
    [{}, null, ['time-unreadable']],
    [1e300, null, ['time-unreadable']],
    ['', null, []],
    ['0', null, ['time-unreadable']],
    [1e11 - 1, (1e11 - 1) * 1000, []],
    [1e11, 1e11, ['time-in-milliseconds']],
    [1e14, 1e11, ['time-in-microseconds']],
    [1e17, 1e11, ['time-in-nanoseconds']],
    [8.64e21, 8.64e15, ['time-in-nanoseconds']],
    [8.65e21, null, ['time-unreadable']],
    ['1763706668.551306', expected + 551, ['time-from-text']],
    ['2025-11-21', expected - 23_468_000, ['time-without-zone', 'time-from-text']],
    ['2025-11-21T06:31', expected - 8000, ['time-without-zone', 'time-from-text']],
    [' 2025-11-21T06:31:08Z ', expected, ['time-from-text']],
    ['2025-11-21t06:31:08z', expected, ['time-from-text']],
    ['2025-11-21T06:31:08.5Z', expected + 500, ['time-from-text']],
    ['2025-11-21T06:31:08,123456789Z', expected + 123, ['time-from-text']],
    ['2025-11-21T14:31:08+08', expected, ['time-from-text']],
    ['2025-11-21T12:01:08+0530', expected, ['time-from-text']],
    ['2025-11-21T03:01:08-03:30', expected, ['time-from-text']],
    ['on 2025-11-21T06:31:08Z', null, ['time-unreadable']],
    ['2025-11-21T06:31:08Z or so', null, ['time-unreadable']],
    ['1970-01-01T00:00:00Z', null, ['time-unreadable']],
    ['1969-12-31T23:59:59Z', null, ['time-unreadable']],
    ['0099-11-21T06:31:08Z', null, ['time-unreadable']],
    ['2025-02-30T06:31:08Z', null, ['time-unreadable']],
    ['2025-11-21T25:31:08Z', null, ['time-unreadable']],
    ['2025-11-21T24:00:01Z', null, ['time-unreadable']],
    ['2025-11-21T06:60:08Z', null, ['time-unreadable']],
    ['2025-11-21T06:31:60Z', null, ['time-unreadable']],
    ['2025-11-21T06:31:08+15:00', null, ['time-unreadable']],
    ['2025-11-21T06:31:08+08:60', null, ['time-unreadable']],
    ['2025-11-20T24:00:00Z', expected - 23_468_000, ['time-from-text']],
    ['2025-11-21T24:01:00Z', null, ['time-unreadable']],
    ['2025-11-21T24:00:00.001Z', null, ['time-unreadable']],
    ['2025-11-21T24:01:01Z', null, ['time-unreadable']],
    ['2025-00-21', null, ['time-unreadable']],
    ['2025-01-21T20:31:08+14:00', Date.UTC(2025, 0, 21, 6, 31, 8), ['time-from-text']],
    ['2025-12-21T12:30:08+05:59', Date.UTC(2025, 11, 21, 6, 31, 8), ['time-from-text']],
    ['20251121', expected - 23_468_000, ['time-without-zone', 'time-from-text']],
    ['20251121063108', expected, ['time-without-zone', 'time-from-text']],
    ['20251321', 20_251_321_000, ['time-from-text']],
    ['120251121', 120_251_121_000, ['time-from-text']],
    ['202511211', 202_511_211_000, ['time-from-text']],
    ['1969-12-31T23:59:59-01:00', 3_599_000, ['time-from-text']],
    ['2025-11-21T25:00:00Z', null, ['time-unreadable']],
    ['2025-11-21T24:00:01.001Z', null, ['time-unreadable']],
    ['/Date(8640000000000000)/', 8.64e15, ['time-for-people', 'time-from-text']],
    ['2025/11/21 06:31:08.551 UTC', expected + 551, ['time-for-people', 'time-from-text']],
  ])('%j', (value, timeMs, notes) => {
    const { order, notes: noted } = parsed({
      ...wire,
      pickup: { name: 'P', schedule_at: value },
    });
    expect([order.pickup?.scheduledAtMs, noted]).toEqual([timeMs, notes]);
  });

  test.each([
    '2025-11-21 06:31:08 UTC',
    '2025-11-21 06:31:08 utc',
    '2025-11-21 14:31:08 UTC+8',
    '2025-11-21 14:31:08 GMT+0800',
    '2025-11-21 02:31:08 UTC-04:00',
    '2025-11-21 14:31:08 HKT',
    '2025-11-21 14:31:08 SGT',
    '2025-11-21 15:31:08 JST',
    '2025-11-21 15:31:08 KST',
    '2025-11-21T03:01:08\u221203:30',
    '2025-11-21T14:31:08+08:00[Asia/Hong_Kong]',
    '20251121T063108Z',
    '20251121T143108+0800',
    '20251121T143108+08',
    '2025-11-21 14:31:08 UTC +8',
    '20251121T063108.000 UTC',
    '2025/11/21 06:31:08 GMT',
    '2025.11.21 06:31:08Z',
    '21/11/2025 06:31:08 UTC',
    '11/21/2025, 06:31:08 UTC',
    '21.11.2025 06:31:08 UTC',
    '2025-11-21 6:31:08 AM UTC',
    '2025-11-21 6:31:08AM UTC',
    '2025/11/21 14:31:08 +08',
    `2025/11/21${' '.repeat(58)}06:31:08 UTC`,
    '2025-11-21 02:31:08 p.m. GMT+8',
    '11/21/2025, 2:31:08\u202FPM HKT',
    'Fri, 21 Nov 2025 06:31:08 GMT',
    'Fri, 21 Nov 2025 14:31:08 +0800',
    '21 Nov 2025 06:31:08 UT',
    'Friday, 21-Nov-25 06:31:08 GMT',
    'Fri Nov 21 2025 14:31:08 GMT+0800 (Hong Kong Standard Time)',
    'Fri, 21 Nov 2025 14:31:08 +0800 (HKT)',
    '2025-11-21 06:31:08 +0000 UTC',
    '2025-11-21 14:31:08 +0800 HKT',
    'Fri Nov 21 06:31:08 UTC 2025',
    'November 21, 2025 6:31:08 AM UTC',
    'Nov. 21, 2025, 06:31:08 UTC',
    '２０２５年１１月２１日 下午２：３１：０８ HKT',
    '2025年11月21日14時31分08秒 HKT',
    '2025年11月21日 星期五 下午2時31分8秒 HKT',
    '2025年11月21日（週五） 14:31:08 HKT',
    '2025/11/21 下午 2:31:08 HKT',
    '/Date(1763706668000)/',
    '/Date(1763706668000+0800)/',
  ])('%j is written for people and can be one time only', (text) => {
    const { order, notes } = parsed({ ...wire, pickup: { name: 'P', schedule_at: text } });
    expect([order.pickup?.scheduledAtMs, notes]).toEqual([
      expected,
      ['time-for-people', 'time-from-text'],
    ]);
  });

  test.each([
    ['2025-11-21 6:31:08 AM', expected],
    ['2025年11月21日 上午6:31:08', expected],
    ['2025-11-21 12:31 AM', Date.UTC(2025, 10, 21, 0, 31)],
    ['2025-11-21 12:31 PM', Date.UTC(2025, 10, 21, 12, 31)],
    ['2025-11-21 2 PM', Date.UTC(2025, 10, 21, 14)],
    ['2025年11月21日 中午12:30', Date.UTC(2025, 10, 21, 12, 30)],
    ['2025年11月21日 中午1:30', Date.UTC(2025, 10, 21, 13, 30)],
    ['2025年11月21日 中午11:30', Date.UTC(2025, 10, 21, 11, 30)],
    ['2025年11月21日 凌晨12:30', Date.UTC(2025, 10, 21, 0, 30)],
    ['2025年11月21日 晚上8點', Date.UTC(2025, 10, 21, 20)],
    ['2025年11月21日', Date.UTC(2025, 10, 21)],
    ['2025/11/21', Date.UTC(2025, 10, 21)],
    ['05/05/2025', Date.UTC(2025, 4, 5)],
    ['13/05/2025', Date.UTC(2025, 4, 13)],
    ['05/13/2025', Date.UTC(2025, 4, 13)],
    ['12 May 2025', Date.UTC(2025, 4, 12)],
    ['12-May-99', Date.UTC(1999, 4, 12)],
    ['12-May-49', Date.UTC(2049, 4, 12)],
    ['12-May-01', Date.UTC(2001, 4, 12)],
    ['12/13/2025', Date.UTC(2025, 11, 13)],
    ['2025年11月21日 中午2:30', Date.UTC(2025, 10, 21, 14, 30)],
    ['2025年11月21', Date.UTC(2025, 10, 21)],
    ['2025年11月21日12時30分', Date.UTC(2025, 10, 21, 12, 30)],
    ['2025年11月21日星期五12:30', Date.UTC(2025, 10, 21, 12, 30)],
    ['2025/11/21星期五12:30', Date.UTC(2025, 10, 21, 12, 30)],
    ['11 PM 2025/11/21', Date.UTC(2025, 10, 21, 23)],
    ['11PM, 21 Nov 2025', Date.UTC(2025, 10, 21, 23)],
    ['20251121T0631', Date.UTC(2025, 10, 21, 6, 31)],
  ])('%j without a zone is in UTC', (text, timeMs) => {
    const { order, notes } = parsed({ ...wire, pickup: { name: 'P', schedule_at: text } });
    expect([order.pickup?.scheduledAtMs, notes]).toEqual([
      timeMs,
      ['time-without-zone', 'time-for-people', 'time-from-text'],
    ]);
  });

  test.each(['03/04/2025', '03.04.2025 14:30', '3-4-2025 2:30 PM UTC', '12/11/2025', '05/12/2025'])(
    '%j may be two days, and is none',
    (text) => {
      const { order, notes } = parsed({ ...wire, pickup: { name: 'P', schedule_at: text } });
      expect([order.pickup?.scheduledAtMs, notes]).toEqual([null, ['time-ambiguous']]);
    },
  );

  test.each([
    '2025-11-21 14:31 PM',
    '2025-11-21 0:31 AM',
    '2025-11-21 下午14:31',
    '2025年11月21日 晚上12:31',
    '2025年11月21日 下午2:31 PM',
    '2025-11-21 06:31:08 CST',
    '2025-11-21 06:31:08 UTC+15',
    '2025-11-21 06:31:08 UTC+8:60',
    '21/13/2025',
    '31/02/2025',
    '2025-11/21',
    '21/11/25',
    '21 Foo 2025',
    '21 Nov',
    '06:31:08',
    'Fri 06:31:08',
    '20251121T0661Z',
    '/Date(0)/',
    'on /Date(1763706668000)/',
    '/Date(1763706668000)/ or so',
    'about 2025/11/21 06:31',
    '2025/11/21 06:31 or so',
    'about 21/11/2025',
    '21/11/20256',
    'the 21 Nov 2025',
    '21 Nov 2025 or so',
    'on Fri 21 Nov 2025',
    '21 Fri Nov 2025',
    'about Nov 21 2025',
    'Nov 21 20256',
    '120251121T063108Z',
    '20251121T063108Zulu',
    '20251121T06310Z',
    '2025-11-21 06:31:08 UTC+',
    '2025年11月21日 3晚上8:30晚',
    '12-May-1',
    '12-May-50 25:00',
    '12-May-50',
    '21 Nov 0100',
    '/Date(8640000000000001)/',
    '2025-11-21T14:31:08[Asia/Hong_Kong]',
    '2025-11-21 14:31 (HKT)',
    '2025年11月21日 中午9:30',
    '/Date(now)/',
    `2025/11/21${' '.repeat(59)}06:31:08 UTC`,
    `2025/11/21${' '.repeat(80)}06:31`,
  ])('%j is no time', (text) => {
    const { order, notes } = parsed({ ...wire, pickup: { name: 'P', schedule_at: text } });
    expect([order.pickup?.scheduledAtMs, notes]).toEqual([null, ['time-unreadable']]);
  });

  test('a text is read the same in every time zone', () => {
    vi.stubEnv('TZ', 'Asia/Kathmandu');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(new Date(expected).getTimezoneOffset()).toBe(-345);
    expect(['2025-11-21T06:31:08', '2025-11-21T06:31:08Z'].map(plannedFor)).toEqual([
      expected,
      expected,
    ]);
  });
});

function mapOf(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`line${index}`, index]));
}

function linesOf(breakdown: unknown): ParsedOrder['order']['priceBreakdown'] {
  return parsed({ ...wire, price_breakdown: breakdown }).order.priceBreakdown;
}

describe('money', () => {
  test.each<[string, unknown, unknown, readonly ContractNote[]]>([
    ['null', null, null, []],
    ['empty', {}, null, []],
    [
      'decimal text',
      { currency: 'HKD', amount: '86.50' },
      { amount: 86.5, currency: 'HKD' },
      ['number-from-text'],
    ],
    [
      'lower case',
      { currency: 'hkd', amount: 1 },
      { amount: 1, currency: 'HKD' },
      ['currency-case'],
    ],
    ['no currency', { amount: 1 }, { amount: 1, currency: null }, []],
    [
      'a sign',
      { currency: '$', amount: 1 },
      { amount: 1, currency: null },
      ['currency-unreadable'],
    ],
    ['a number', 86, { amount: 86, currency: null }, ['price-is-a-number']],
    ['words', { currency: 'HKD', amount: 'free' }, null, ['number-unreadable']],
    ['minus zero', { amount: -0 }, { amount: 0, currency: null }, []],
    ['infinite', { amount: Infinity }, null, ['number-unreadable']],
    ['no amount', { amount: null }, null, []],
    ['empty text', { amount: '' }, null, []],
    ['text with blanks', { amount: ' 12 ' }, { amount: 12, currency: null }, ['number-from-text']],
    [
      'text with a plus',
      { amount: '+12.5' },
      { amount: 12.5, currency: null },
      ['number-from-text'],
    ],
    ['text below zero', { amount: '-12' }, { amount: -12, currency: null }, ['number-from-text']],
    ['minus zero as text', { amount: '-0' }, { amount: 0, currency: null }, ['number-from-text']],
    ['text before it', { amount: 'x12' }, null, ['number-unreadable']],
    ['text after it', { amount: '12x' }, null, ['number-unreadable']],
    ['in a list', { amount: ['12'] }, null, ['number-unreadable']],
    ['true', true, null, ['price-unreadable']],
    ['text', '86', { amount: 86, currency: null }, ['price-is-a-number', 'number-from-text']],
    ['no word for the currency', { currency: '', amount: 1 }, { amount: 1, currency: null }, []],
    ['a currency of null', { currency: null, amount: 1 }, { amount: 1, currency: null }, []],
    [
      'a currency with blanks',
      { currency: ' hkd ', amount: 1 },
      { amount: 1, currency: 'HKD' },
      ['currency-case'],
    ],
    ...['HKDX', 'XHKD', ['HKD'], 344].map(
      (currency) =>
        [
          `the currency ${JSON.stringify(currency)}`,
          { currency, amount: 1 },
          { amount: 1, currency: null },
          ['currency-unreadable'],
        ] as [string, unknown, unknown, readonly ContractNote[]],
    ),
  ])('%s', (_name, price, expected, notes) => {
    const { order, notes: noted } = parsed({ ...wire, price });
    expect([order.price, noted]).toEqual([expected, notes]);
    expect(Object.is(order.price?.amount, -0)).toBe(false);
  });

  test.each<[string, number]>([
    ['1,234.50', 1234.5],
    ['1.234,50', 1234.5],
    ['1,234', 1234],
    ['12,34,567.5', 1_234_567.5],
    ['1.234.567', 1_234_567],
    ['1 234,50', 1234.5],
    ['1\u00A0234.50', 1234.5],
    ["1'234.50", 1234.5],
    ['12.345.678,9', 12_345_678.9],
    ['-1.234,5', -1234.5],
    ['-12.345.678', -12_345_678],
    ['-12 345 678,9', -12_345_678.9],
    ['1\u2019234', 1234],
    ['92,50', 92.5],
    ['0,500', 0.5],
    ['1234,567', 1234.567],
    ['-1,234.50', -1234.5],
    ['\u2212\uFF11\uFF12', -12],
    [' +1,234 ', 1234],
    ['-0,0', 0],
  ])('the amount %j is written for people', (amount, expected) => {
    const { order, notes } = parsed({ ...wire, price: { currency: 'HKD', amount } });
    expect([order.price, notes]).toEqual([
      { amount: expected, currency: 'HKD' },
      ['number-for-people'],
    ]);
    expect(Object.is(order.price?.amount, -0)).toBe(false);
  });

  test.each([
    'a1.234,50',
    '1.234,50 or',
    'a1.234.567',
    '1.234.567a',
    'a1 234',
    '1 234a',
    '1.2a4,50',
    'a1,234',
    '1,234a',
    '1,23.50',
    '1.23.4',
    '12 34',
    '1,234,5',
    '1,,234',
    '1.234,5.6',
    '0,123,456',
    ',5',
    `1${',234'.repeat(12)}`,
  ])('the amount %j is none', (amount) => {
    const { order, notes } = parsed({ ...wire, price: { currency: 'HKD', amount } });
    expect([order.price, notes]).toEqual([null, ['number-unreadable']]);
  });

  test.each<[string, number, string | null, ContractNote]>([
    ['HK$ 92.50', 92.5, 'HKD', 'number-from-text'],
    ['HK$92.50', 92.5, 'HKD', 'number-from-text'],
    ['HK\uFF04 92.50', 92.5, 'HKD', 'number-from-text'],
    ['HK$1,234.50', 1234.5, 'HKD', 'number-for-people'],
    ['-HK$92.50', -92.5, 'HKD', 'number-from-text'],
    ['HK$ -92.50', -92.5, 'HKD', 'number-from-text'],
    ['HKD 92.50', 92.5, 'HKD', 'number-from-text'],
    ['92.50 HKD', 92.5, 'HKD', 'number-from-text'],
    ['1.234,50 \u20AC', 1234.5, 'EUR', 'number-for-people'],
    ['NT$120', 120, 'TWD', 'number-from-text'],
    [' 92.50 HKD ', 92.5, 'HKD', 'number-from-text'],
    [`HK$5${' '.repeat(46)}`, 5, 'HKD', 'number-from-text'],
    ['$92.50', 92.5, null, 'number-from-text'],
    ['92.50\u5143', 92.5, null, 'number-from-text'],
    ['92.50 \u5713', 92.5, null, 'number-from-text'],
    ['\uFFE592.50 ', 92.5, null, 'number-from-text'],
  ])('the amount %j has its currency with it', (amount, value, currency, form) => {
    const price = { amount: value, currency };
    const alone = parsed({ ...wire, price: { amount } });
    expect([alone.order.price, alone.notes]).toEqual([price, [form, 'currency-in-amount']]);
    const bare = parsed({ ...wire, price: amount });
    expect([bare.order.price, bare.notes]).toEqual([
      price,
      ['price-is-a-number', form, 'currency-in-amount'],
    ]);
    const named = parsed({ ...wire, price: { amount, currency: 'USD' } });
    expect(named.order.price).toEqual({ amount: value, currency: 'USD' });
    expect(linesOf([{ key: 'base', amount }])[0]?.amount).toBe(value);
  });

  test.each([
    'HKD',
    'HK$',
    '92.50 pieces',
    'abc 92.50',
    'HK$ 92.50 HKD',
    '--HK$5',
    'HK$ five',
    `HK$5${' '.repeat(47)}`,
    `HK$ ${' '.repeat(50)}5`,
  ])('the amount %j is no amount of money', (amount) => {
    const { order, notes } = parsed({ ...wire, price: { amount } });
    expect(order.price).toBeNull();
    expect(notes).toContain('number-unreadable');
  });

  test.each([
    ['HK$', 'HKD'],
    ['hk$', 'HKD'],
    ['\u20AC', 'EUR'],
    ['NT$', 'TWD'],
    ['US$', 'USD'],
    ['S$', 'SGD'],
    ['A$', 'AUD'],
    ['C$', 'CAD'],
    ['CN\u00A5', 'CNY'],
    ['JP\u00A5', 'JPY'],
    ['\u00A3', 'GBP'],
    ['\u20A9', 'KRW'],
    ['\u20AB', 'VND'],
    ['\u20B1', 'PHP'],
    ['\u20B9', 'INR'],
    ['\u0E3F', 'THB'],
    ['RM', 'MYR'],
    ['港元', 'HKD'],
    ['新台幣', 'TWD'],
    ['人民幣', 'CNY'],
    ['港幣', 'HKD'],
  ])('the currency %j has one meaning', (currency, code) => {
    const { order, notes } = parsed({ ...wire, price: { currency, amount: 1 } });
    expect([order.price?.currency, notes]).toEqual([code, ['currency-from-sign']]);
  });

  test.each<[string, unknown, number, readonly ContractNote[]]>([
    ['null', null, 0, []],
    [
      'lines with numbers for names',
      { '0': { key: 'a', amount: 1 }, '1': { key: 'b' } },
      2,
      ['list-from-object'],
    ],
    ['a map with numbers for keys', { '101': 60, '102': 26 }, 2, ['breakdown-from-object']],
    ['such a map with a line', { '101': { amount: 60 }, '102': 26 }, 2, ['breakdown-from-object']],
    ['one line alone', { key: 'a', amount: 1 }, 1, ['breakdown-from-object']],
    ['a map', { base: 60, toll: 26 }, 2, ['breakdown-from-object']],
    ['with a line that is none', [null, { key: 'a' }], 1, ['breakdown-unreadable']],
    ['text', 'x', 0, ['breakdown-unreadable']],
    ['201 lines', Array.from({ length: 201 }, () => ({})), 200, ['breakdown-capped']],
    ['200 lines', Array.from({ length: 200 }, () => ({})), 200, []],
    ['a map of 201', mapOf(201), 200, ['breakdown-from-object', 'breakdown-capped']],
    ['a map of 200', mapOf(200), 200, ['breakdown-from-object']],
  ])('breakdown: %s', (_name, breakdown, count, notes) => {
    const { order, notes: noted } = parsed({ ...wire, price_breakdown: breakdown });
    expect([order.priceBreakdown.length, noted]).toEqual([count, notes]);
  });

  test('a map gives its lines by their keys, in whatever order they come', () => {
    const toll = { amount: 26, quantity: 2, reason: 'Tunnel' };
    const lines = [
      { key: 'base', amount: 60, quantity: null, reason: null },
      { key: 'toll', ...toll },
      { key: 'wait', amount: 5, quantity: null, reason: null },
    ];
    expect(linesOf({ wait: 5, toll, base: 60 })).toEqual(lines);
    expect(linesOf({ toll, base: 60, wait: 5 })).toEqual(lines);
  });

  test('absent is none', () => {
    const { price: _price, price_breakdown: _breakdown, ...others } = wire;
    const { order, notes } = parsed(others);
    expect([order.price, order.priceBreakdown, notes]).toEqual([null, [], []]);
  });
});

test.each<[Record<string, unknown>, readonly string[] | undefined]>([
  [{}, undefined],
  [{ courier: {} }, ['courier']],
  [{ courier: {}, status: 'on_hold' }, ['courier']],
  [{ courier: { name: '[Redacted]', phone_number: 'not available' } }, ['courier']],
  [{ courier: { name: '未提供', phone_number: null } }, ['courier']],
  [{ courier: {}, status: 'pending' }, undefined],
  [{ courier: {}, status: 'completed' }, undefined],
  [{ courier: null }, undefined],
  [{ courier: [] }, undefined],
  [{ courier: false }, undefined],
  [{ courier: '' }, undefined],
  [{ courier: 0 }, undefined],
  [{ courier: 'on the way' }, ['courier']],
  [{ price: null }, ['price']],
  [{ price: undefined }, undefined],
  [{ price_breakdown: [] }, ['priceBreakdown']],
  [{ price_breakdown: undefined }, undefined],
])('with %j an answer leaves empty: %j', (fields, withheld) => {
  expect(parsed({ ...wire, ...fields }).order.withheld).toEqual(withheld);
});

describe('stops', () => {
  test.each<[string, unknown, number, readonly ContractNote[]]>([
    ['null', null, 0, []],
    ['none', [], 0, []],
    ['one alone', { name: 'A' }, 1, ['destinations-single']],
    ['with numbers for names', { '0': { name: 'A' }, '1': { name: 'B' } }, 2, ['list-from-object']],
    ['one that is none keeps its place', [null, { name: 'B' }], 2, ['destinations-unreadable']],
    ['101', Array.from({ length: 101 }, () => ({})), 100, ['destinations-capped']],
    ['100', Array.from({ length: 100 }, () => ({})), 100, []],
    ['text', 'x', 0, ['destinations-unreadable']],
  ])('%s', (_name, destinations, count, notes) => {
    const { order, notes: noted } = parsed({ ...wire, destinations });
    expect([order.destinations.length, noted]).toEqual([count, notes]);
  });

  test('absent are none', () => {
    const { destinations: _destinations, pickup: _pickup, ...others } = wire;
    const { order, notes } = parsed(others);
    expect([order.destinations, order.pickup, notes]).toEqual([[], null, []]);
  });

  test.each<[string, Record<string, unknown>, readonly ContractNote[]]>([
    ['an empty list for a pickup', { pickup: [] }, []],
    ['a list of something for a pickup', { pickup: [1] }, ['pickup-unreadable']],
    ['text for a pickup', { pickup: 'Shop' }, ['pickup-unreadable']],
  ])('%s is no pickup', (_name, fields, notes) => {
    const { order, notes: noted } = parsed({ ...wire, ...fields });
    expect([order.pickup, noted]).toEqual([null, notes]);
  });

  test.each<[string, unknown, unknown, readonly ContractNote[]]>([
    ['null', null, null, []],
    ['an empty object', {}, null, []],
    ['an empty list', [], null, []],
    ['text', 'Pat', null, ['contact-unreadable']],
    ['a name alone', { name: 'Pat' }, { name: 'Pat', phoneNumber: null, phoneExtension: null }, []],
    [
      'a number alone',
      { phone_number: '1' },
      { name: null, phoneNumber: '1', phoneExtension: null },
      [],
    ],
    [
      'an extension alone',
      { phone_extension: '12' },
      { name: null, phoneNumber: null, phoneExtension: '12' },
      [],
    ],
  ])('a contact: %s', (_name, contact, expected, notes) => {
    const { order, notes: noted } = parsed({ ...wire, destinations: [{ contact }] });
    expect([order.destinations[0]?.contact, noted]).toEqual([expected, notes]);
  });

  test.each([
    { name: 'A' },
    { street_address: '1 Road' },
    { floor_or_unit_number: '2F' },
    { location: { lat: 22, lng: 114 } },
    { contact: { name: 'Pat' } },
    { schedule_at: 1_763_706_668 },
  ])('a pickup with one fact is one: %j', (pickup) => {
    expect(parsed({ ...wire, pickup }).order.pickup).not.toBeNull();
  });

  test('a pickup without any fact is none', () => {
    expect(parsed({ ...wire, pickup: { contact: {} } }).order.pickup).toBeNull();
  });
});

function nameOf(name: unknown): readonly unknown[] {
  const { order, notes } = parsed({ ...wire, courier: { name, phone_number: '1' } });
  return [order.courier?.name, notes];
}

describe('texts', () => {
  test('control characters go, the writing direction and markup stay', () => {
    expect(nameOf('\u001B[31mHo\0 <img onerror=x> \u202Eoh ')).toEqual([
      '[31mHo <img onerror=x> \u202Eoh',
      [],
    ]);
  });

  test('a text is capped at 500 characters as a person counts them', () => {
    const family = '👨‍👩‍👧‍👦';
    expect(nameOf(family.repeat(600))).toEqual([
      expect.stringMatching(/^(?:👨‍👩‍👧‍👦)+$/u),
      ['text-capped'],
    ]);
    expect(nameOf('a'.repeat(1_000_000))).toEqual(['a'.repeat(500), ['text-capped']]);
    expect(nameOf('a'.repeat(500))).toEqual(['a'.repeat(500), []]);
  });

  test('a mountain of marks on one letter is bounded', () => {
    const [name] = nameOf(`e${'\u0301'.repeat(100_000)}`);
    expect(String(name).length).toBeLessThanOrEqual(4000);
  });

  test('half a surrogate pair becomes well-formed', () => {
    expect(nameOf('a\uD800b')).toEqual(['a\uFFFDb', []]);
  });

  test.each<[unknown, string | null, readonly ContractNote[]]>([
    [852, '852', ['text-from-number']],
    [0, '0', ['text-from-number']],
    [Infinity, null, ['text-unreadable']],
    [true, null, ['text-unreadable']],
    ['', null, []],
    ['\0', null, []],
    [`${'a'.repeat(500)}  `, 'a'.repeat(500), []],
    [`${'a'.repeat(500)}b`, 'a'.repeat(500), ['text-capped']],
  ])('%j as a name', (name, expected, notes) => {
    expect(nameOf(name)).toEqual([expected, notes]);
  });

  test('the note may be longer', () => {
    const { order } = parsed({ ...wire, note_to_courier: 'n'.repeat(6000) });
    expect(order.noteToCourier).toHaveLength(5000);
  });
});

describe('hostile answers', () => {
  test('keys of the prototype are ordinary keys', () => {
    const body: unknown = JSON.parse(
      `{"__proto__":{"status":"completed"},"constructor":{"prototype":{"x":1}},"uuid":"${sampleId}","price":{"amount":1}}`,
    );
    const { order } = parsed(body);
    expect(order.status.raw).toBeNull();
    expect(Object.hasOwn(Object.prototype, 'status')).toBe(false);
  });

  test('depth does not matter', () => {
    const deep: unknown = JSON.parse('['.repeat(5000) + ']'.repeat(5000));
    expect(parsed({ ...wire, courier: deep, extra: deep }).order.courier).toBeNull();
  });

  test('whatever stands in a field, the rest of the order is read and nothing throws', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(wire)), fc.jsonValue(), (field, value) => {
        const result = parseOrder({ ...wire, [field]: value }, sampleId);
        if (field === 'uuid') return;
        expect(result.ok && result.value.order.id).toBe(sampleId);
      }),
      { numRuns: 500 },
    );
  });
});

describe('fields that the contract does not have', () => {
  test('are noted by their names and places, wherever they stand', () => {
    const odd = { odd: 1 };
    const { contact } = wireStop;
    const order = {
      ...wire,
      ...odd,
      courier: { name: 'L', ...odd, location: { lat: 22.3, lon: 114.1, ...odd } },
      pickup: {
        ...wireStop,
        ...odd,
        location: { lat: 1, lng: 2, ...odd },
        contact: { ...contact, ...odd },
      },
      destinations: [
        { ...wireStop, ...odd },
        { ...wireStop, ...odd, contact: { ...contact, ...odd } },
      ],
      price: { currency: 'HKD', amount: 1, ...odd },
      price_breakdown: [{ key: 'base', amount: 1, ...odd }],
    };
    expect(parsed(order).notes.toSorted()).toEqual(
      [
        'courier.location.odd',
        'courier.odd',
        'destinations[].contact.odd',
        'destinations[].odd',
        'odd',
        'pickup.contact.odd',
        'pickup.location.odd',
        'pickup.odd',
        'price.odd',
        'price_breakdown[].odd',
      ].map((name) => `field-unknown ${name}`),
    );
  });

  test.each([
    '+85255550147',
    'ring_5555_0147',
    '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418',
    'Lau Chi Keung',
    '劉',
    'a'.repeat(41),
    'lau@example.com',
    'lau.chi.keung',
    '',
  ])('%j may be data and is noted without its name', (name) => {
    expect(parsed({ ...wire, [name]: 1 }).notes).toEqual(['field-unknown']);
  });

  test('are told by their names alone, at most twenty of one object and a hundred rules in all', () => {
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`f${index}`, `canary ${index}`]),
    );
    expect(parsed({ ...wire, ...many }).notes).toEqual(
      Array.from({ length: 20 }, (_, index) => `field-unknown f${index}`),
    );
    const destinations = Array.from({ length: 100 }, (_, stop) =>
      Object.fromEntries(Object.keys(many).map((name) => [`${name}_${stop}`, 'canary'])),
    );
    const { notes } = parsed({ ...wire, destinations });
    expect(notes).toHaveLength(100);
    expect(notes.join(' ')).not.toContain('canary');
    for (const note of notes) expect(isServiceNote(note)).toBe(true);
  });

  test('are worded in both languages', () => {
    const note = 'field-unknown pickup.arrived_at';
    expect(contractNoteSentence(note, 'en')).toBe(
      'The field “pickup.arrived_at” is not in the contract. It is not read.',
    );
    expect(contractNoteSentence(note, 'zh-Hant')).toContain('「pickup.arrived_at」');
    const entry = {
      note,
      count: 2,
      firstSeenAtMs: Date.UTC(2026, 10, 21, 23, 59),
      lastSeenAtMs: Date.UTC(2026, 10, 23),
    } as const;
    expect(contractNoteLine(entry, 'en')).toBe(
      'The field “pickup.arrived_at” is not in the contract. It is not read. (2 times, first 2026-11-21, last 2026-11-23)',
    );
    expect(contractNoteLine(entry, 'zh-Hant')).toBe(
      '欄位「pickup.arrived_at」不在合約中。不會讀取。（2 次，最早 2026-11-21，最近 2026-11-23）',
    );
    expect(contractNoteLine({ ...entry, count: 1 }, 'en')).toContain('(once, first 2026-11-21');
  });
});

const entry: ContractNoteEntry = {
  note: 'envelope-data',
  count: 1,
  firstSeenAtMs: Date.UTC(2026, 2, 2),
  lastSeenAtMs: Date.UTC(2026, 2, 3),
};

test('a rule says in plain words what the service does', () => {
  expect(contractNoteSentence('envelope-data', 'en')).toBe('The order comes inside “data”.');
  expect(isServiceNote('envelope-data')).toBe(true);
  expect(isServiceNote('constructor')).toBe(false);
  for (const other of ['no field-unknown odd', 'field-unknown odd one']) {
    expect(isServiceNote(other)).toBe(false);
  }
});

test('the export names rule, meaning, count and times, for people and for programs', () => {
  const times = 'first 2026-03-02T00:00:00.000Z, last 2026-03-03T00:00:00.000Z';
  const sentence = 'The order comes inside “data”.';
  expect(contractNotesExport([entry, { ...entry, count: 2 }], 'text', 'en')).toMatch(
    new RegExp(
      `\\.\n\nenvelope-data\n  ${sentence}\n  once, ${times}\n\nenvelope-data\n  ${sentence}\n  2 times, ${times}\n$`,
    ),
  );
  expect(JSON.parse(contractNotesExport([entry], 'json', 'en'))).toMatchObject({
    rules: [{ rule: 'envelope-data', count: 1, lastSeen: '2026-03-03T00:00:00.000Z' }],
  });
  expect(contractNotesExport([], 'text', 'en')).toBe(
    'Every answer so far was as the contract says.\n',
  );
});
