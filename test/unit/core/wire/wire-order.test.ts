import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseOrder, type ParsedOrder } from '../../../../core/wire/wire-order.ts';
import { wireOrder } from '../../../support/wire-orders.ts';
import { sampleId } from '../order/order-samples.ts';
import {
  contractNoteSentence,
  contractNotesExport,
  isServiceNote,
} from '../../../../core/wire/contract-note-text.ts';
import type { ContractNote, ContractNoteEntry } from '../../../../core/wire/contract-notes.ts';

function parsed(body: unknown): ParsedOrder {
  const result = parseOrder(body, sampleId);
  if (!result.ok) throw new Error(result.failure.detail);
  return result.value;
}

function refusalOf(body: unknown): string | null {
  const result = parseOrder(body, sampleId);
  return result.ok ? null : result.failure.code;
}

const wire: Record<string, unknown> = { ...wireOrder(sampleId) };
const plain = parsed(wire).order;

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
    ['no uuid', rest, ['uuid-absent']],
    ['no uuid, another id', { ...rest, id: 9_007_199_254_740_991, nid: 'X1' }, ['uuid-absent']],
  ])('%s is opened and noted', (_name, body, notes) => {
    expect(parsed(body)).toEqual({ order: plain, notes });
  });

  test.each<[string, unknown]>([
    ['another uuid', another],
    ['another uuid in data', { data: another }],
    ['a list of others', [another, another]],
    ['a uuid that is none', { ...wire, uuid: 'x' }],
    ['a uuid that is a number', { ...wire, uuid: 7 }],
  ])('%s is refused as another order', (_name, body) => {
    expect(refusalOf(body)).toBe('answer-for-another-order');
  });

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
    ['two orders without uuid', [rest, rest]],
    ['inherited fields', Object.create(wire)],
  ])('%s is unreadable', (_name, body) => {
    expect(refusalOf(body)).toBe('answer-unreadable');
  });
});

describe('the courier', () => {
  test.each<[string, Record<string, unknown>, readonly ContractNote[]]>([
    ['absent', {}, []],
    ['null', { courier: null }, []],
    ['empty', { courier: {} }, ['courier-empty']],
    ['an empty list', { courier: [] }, ['courier-empty']],
    ['of nulls', { courier: { name: null, phone_number: '', location: null } }, ['courier-empty']],
    ['text', { courier: 'Lau' }, ['courier-unreadable']],
  ])('%s is no courier', (_name, fields, notes) => {
    const { courier: _courier, ...others } = wire;
    const { order, notes: noted } = parsed({ ...others, ...fields });
    expect([order.courier, noted]).toEqual([null, notes]);
  });

  test('under the name driver is read and noted', () => {
    const { courier, ...others } = wire;
    expect(parsed({ ...others, driver: courier })).toEqual({
      order: plain,
      notes: ['courier-under-driver'],
    });
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
  ])('%s', (_name, location, expected, notes) => {
    const { order, notes: noted } = parsed({ ...wire, courier: { name: 'L', location } });
    const fix = order.courier?.fix;
    expect(fix ? [fix.latitudeDeg, fix.longitudeDeg] : null).toEqual(expected);
    expect(noted).toEqual(notes);
  });

  test('of a stop prefers lng', () => {
    const body = { ...wire, pickup: { location: { lat: 22, lng: 114, lon: 1 } } };
    expect(parsed(body).order.pickup?.point).toEqual({ latitudeDeg: 22, longitudeDeg: 114 });
  });
});

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
  ])('%j', (value, timeMs, notes) => {
    const { order, notes: noted } = parsed({
      ...wire,
      pickup: { name: 'P', schedule_at: value },
    });
    expect([order.pickup?.scheduledAtMs, noted]).toEqual([timeMs, notes]);
  });
});

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
  ])('%s', (_name, price, expected, notes) => {
    const { order, notes: noted } = parsed({ ...wire, price });
    expect([order.price, noted]).toEqual([expected, notes]);
    expect(Object.is(order.price?.amount, -0)).toBe(false);
  });

  test.each<[string, unknown, number, readonly ContractNote[]]>([
    ['null', null, 0, []],
    ['one line alone', { key: 'a', amount: 1 }, 1, ['breakdown-from-object']],
    ['a map', { base: 60, toll: 26 }, 2, ['breakdown-from-object']],
    ['with a line that is none', [null, { key: 'a' }], 1, ['breakdown-unreadable']],
    ['text', 'x', 0, ['breakdown-unreadable']],
    ['201 lines', Array.from({ length: 201 }, () => ({})), 200, ['breakdown-capped']],
  ])('breakdown: %s', (_name, breakdown, count, notes) => {
    const { order, notes: noted } = parsed({ ...wire, price_breakdown: breakdown });
    expect([order.priceBreakdown.length, noted]).toEqual([count, notes]);
  });
});

describe('stops', () => {
  test.each<[string, unknown, number, readonly ContractNote[]]>([
    ['null', null, 0, []],
    ['none', [], 0, []],
    ['one alone', { name: 'A' }, 1, ['destinations-single']],
    ['one that is none keeps its place', [null, { name: 'B' }], 2, ['destinations-unreadable']],
    ['101', Array.from({ length: 101 }, () => ({})), 100, ['destinations-capped']],
    ['text', 'x', 0, ['destinations-unreadable']],
  ])('%s', (_name, destinations, count, notes) => {
    const { order, notes: noted } = parsed({ ...wire, destinations });
    expect([order.destinations.length, noted]).toEqual([count, notes]);
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

  test('the note may be longer', () => {
    const { order } = parsed({ ...wire, note_to_courier: 'n'.repeat(6000) });
    expect(order.noteToCourier).toHaveLength(5000);
  });
});

describe('hostile answers', () => {
  test('keys of the prototype are ordinary keys', () => {
    const body: unknown = JSON.parse(
      `{"__proto__":{"status":"completed"},"constructor":{"prototype":{"x":1}},"uuid":"${sampleId}","price":{}}`,
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
});

test('the export names rule, meaning, count and times, for people and for programs', () => {
  expect(contractNotesExport([entry], 'text', 'en')).toContain(
    'envelope-data\n  The order comes inside “data”.\n  1 answer, first 2026-03-02T00:00:00.000Z, last 2026-03-03T00:00:00.000Z\n',
  );
  expect(JSON.parse(contractNotesExport([entry], 'json', 'en'))).toMatchObject({
    rules: [{ rule: 'envelope-data', count: 1, lastSeen: '2026-03-03T00:00:00.000Z' }],
  });
  expect(contractNotesExport([], 'text', 'en')).toBe(
    'Every answer so far was as the contract says.\n',
  );
});
