import { expect } from 'vitest';
import type { FaultRuleSource } from '@waybell/simulator';
import { unreachableBecause } from '../../../support/faults/fault-bench.ts';
import type { FaultRow } from '../../../support/faults/fault-row.ts';

type Action = FaultRuleSource['action'];

const secondMs = 1000;
const minuteMs = 60_000;

/** Answers that must be refused as a whole, and the code of the problem. */
const unreadable: readonly (readonly [fault: number, string, Action, string])[] = [
  [37, 'cut in half', { do: 'truncate', keepShare: 0.5 }, 'answer-unreadable'],
  [37, 'empty', { do: 'truncate', keepShare: 0 }, 'answer-unreadable'],
  [37, 'begun with a byte order mark', { do: 'encode', form: 'bom' }, 'answer-unreadable'],
  [37, 'in UTF-16, low byte first', { do: 'encode', form: 'utf-16le' }, 'answer-unreadable'],
  [37, 'in UTF-16, high byte first', { do: 'encode', form: 'utf-16be' }, 'answer-unreadable'],
  [37, 'not UTF-8', { do: 'encode', form: 'invalid-utf-8' }, 'answer-unreadable'],
  [37, 'with half a character', { do: 'encode', form: 'lone-surrogate' }, 'answer-unreadable'],
  [37, 'followed by another character', { do: 'append', text: '}' }, 'answer-unreadable'],
  [38, 'in an envelope of its own', { do: 'envelope', shape: 'unknown' }, 'answer-unreadable'],
  [39, 'ten thousand levels deep', { do: 'nest', depth: 10_000 }, 'answer-unreadable'],
  [44, 'about another order', { do: 'otherUuid' }, 'answer-for-another-order'],
];

const refusedWhole: readonly FaultRow[] = unreadable.map(([fault, name, action, code]) => ({
  fault,
  name: `an answer ${name}: refused as a whole, the last good state stays`,
  async strike(bench) {
    bench.changeAll({ status: 'active' });
    bench.onOrders(action, {}, [bench.first]);
    await bench.advance(2 * minuteMs);
    expect(bench.watcher.get(bench.first)).toMatchObject({
      order: { status: { raw: 'pending' } },
      problem: { code },
    });
    expect(bench.records.updates).toHaveLength(2);
    expect(bench.watcher.serviceHealth.state).toBe('reachable');
  },
}));

/** Answers that mean the same in another form, so that nothing changed. */
const sameMeaning: readonly (readonly [fault: number, string, Action])[] = [
  [38, 'an envelope of data', { do: 'envelope', shape: 'data' }],
  [38, 'an envelope of order', { do: 'envelope', shape: 'order' }],
  [38, 'two envelopes', { do: 'envelope', shape: 'data.order' }],
  [38, 'a list of one', { do: 'envelope', shape: 'array' }],
  [38, 'a list with others', { do: 'envelope', shape: 'orders-with-others' }],
  [39, 'keys such as __proto__', { do: 'pollute' }],
  [40, 'unknown fields', { do: 'patch', patch: { eta: 7, vehicle: { plate: 'X' } } }],
  [39, '-0 as unknown field', { do: 'setField', path: ['weight'], json: '-0' }],
  [39, '2^53+1 as unknown field', { do: 'setField', path: ['weight'], json: '9007199254740993' }],
  [39, '1e400 as unknown field', { do: 'setField', path: ['weight'], json: '1e400' }],
  [37, 'compression', { do: 'compress', coding: 'br' }],
  [69, 'another content type', { do: 'contentType', value: 'text/plain' }],
  [69, 'JSON as a page', { do: 'contentType', value: 'text/html' }],
  [69, 'a coding that is none', { do: 'headers', set: { 'Content-Encoding': 'utf-8' } }],
  [69, 'gzip without a word', { do: 'compress', coding: 'gzip', lie: 'undeclared' }],
  [69, 'gzip by a word alone', { do: 'compress', coding: 'gzip', lie: 'not-compressed' }],
];

const noDifference: readonly FaultRow[] = sameMeaning.map(([fault, name, action]) => ({
  fault,
  name: `${name}: read as before, no change`,
  async strike(bench) {
    bench.onOrders(action);
    await bench.advance(2 * minuteMs);
    expect(bench.records.updates).toEqual([]);
    expect(new Set(bench.source.outcomes())).toEqual(new Set(['observed', 'unchanged']));
    expect('isPolluted' in {}).toBe(false);
  },
}));

const here = { lat: 22.2862, lon: 114.1505 };
const atSeconds = Date.UTC(2026, 2, 2, 9) / 1000 - 60;
const onTheWay = {
  status: 'active',
  courier: {
    name: 'Wong Ka-yan',
    phone_number: '+852 5550 0199',
    location: { ...here, location_updated_at: atSeconds },
  },
};

/** The same position, written in another form. */
const positions: readonly (readonly [fault: number, string, string])[] = [
  [41, 'lng beside lon', JSON.stringify({ ...here, lng: 114.1505 })],
  [41, 'places as text', '{"lat":"22.2862","lon":"114.1505"}'],
  [42, 'time in milliseconds', JSON.stringify({ ...here, location_updated_at: atSeconds * 1000 })],
  [42, 'time in microseconds', JSON.stringify({ ...here, location_updated_at: atSeconds * 1e6 })],
  [
    42,
    'time as ISO text',
    JSON.stringify({ ...here, location_updated_at: '2026-03-02T08:59:00Z' }),
  ],
  [42, 'time in the far future', JSON.stringify({ ...here, location_updated_at: 4_000_000_000 })],
  [42, 'time 0', JSON.stringify({ ...here, location_updated_at: 0 })],
  [42, 'time that is no time', JSON.stringify({ ...here, location_updated_at: 'yesterday' })],
];

const otherForms: readonly FaultRow[] = positions.map(([fault, name, json]) => ({
  fault,
  name: `a position with ${name}: the same place, so no change`,
  async strike(bench) {
    bench.changeAll(onTheWay);
    await bench.advance(minuteMs);
    expect(bench.records.updates).toHaveLength(3);
    bench.onOrders({ do: 'setField', path: ['courier', 'location'], json });
    await bench.advance(3 * minuteMs);
    expect(bench.records.updates).toHaveLength(3);
    expect(bench.watcher.get(bench.first)?.order?.courier?.fix).toMatchObject({
      latitudeDeg: here.lat,
      longitudeDeg: here.lon,
    });
    expect(new Set(bench.source.outcomes())).toEqual(new Set(['observed', 'unchanged']));
  },
}));

const noPositions: readonly FaultRow[] = [
  '{"lat":0,"lon":0}',
  '{"lat":91.5,"lon":114.1}',
  '{"lat":"NaN","lon":"NaN"}',
  '{"lat":1e400,"lon":114.1}',
  '{}',
  'null',
].map((json) => ({
  fault: 41,
  name: `a position ${json}: not a place on the earth, and the rest of the order is read`,
  mayLie: true,
  async strike(bench) {
    bench.changeAll(onTheWay);
    await bench.advance(minuteMs);
    bench.onOrders({ do: 'setField', path: ['courier', 'location'], json });
    bench.changeAll({ note_to_courier: 'Ring three times' });
    await bench.advance(minuteMs);
    const order = bench.watcher.get(bench.first)?.order;
    expect(order?.courier?.fix ?? null).toBeNull();
    expect(order?.noteToCourier).toBe('Ring three times');
    expect(bench.watcher.get(bench.first)?.problem).toBeNull();
  },
}));

/** Faults in the content of an answer. */
export const dataFaults: readonly FaultRow[] = [
  ...refusedWhole,
  {
    fault: 37,
    name: 'unreadable answers for every order: one loss of contact, and no order has a problem',
    async strike(bench) {
      bench.onOrders({ do: 'truncate', keepShare: 0.3 });
      await bench.advance(2 * minuteMs);
      expect(unreachableBecause(bench)).toBe('service-failing');
      expect(bench.watcher.list().every(({ problem }) => problem === null)).toBe(true);
    },
  },
  ...noDifference,
  {
    fault: 39,
    name: 'a key that occurs twice: the last value counts, as one change',
    mayLie: true,
    async strike(bench) {
      bench.onOrders({ do: 'repeatKey', key: 'status', json: '"active"' });
      await bench.advance(2 * minuteMs);
      expect(bench.records.updates).toHaveLength(3);
    },
  },
  {
    fault: 40,
    name: 'an unknown status word: shown as received, one change, and it does not end the order',
    async strike(bench) {
      bench.changeAll({ status: 'quantum_delivery' });
      await bench.advance(2 * minuteMs);
      expect(bench.records.updates).toHaveLength(3);
      expect(bench.watcher.get(bench.first)?.order?.status).toEqual({
        raw: 'quantum_delivery',
        phase: 'unknown',
      });
      expect(bench.watcher.plan(bench.first).checkEveryMs).not.toBeNull();
    },
  },
  ...(['courier', 'price', 'note_to_courier', 'destinations', 'pickup'] as const).map(
    (name): FaultRow => ({
      fault: 40,
      name: `an answer without ${name}: a change of that field and of nothing else`,
      mayLie: true,
      async strike(bench) {
        bench.changeAll(onTheWay);
        await bench.advance(minuteMs);
        const before = bench.records.updates.length;
        bench.onOrders({ do: 'removeField', path: [name] });
        await bench.advance(minuteMs);
        const fields = bench.records.updates
          .slice(before)
          .flatMap(({ changes }) => changes.map(({ field }) => field));
        expect(fields.length).toBeGreaterThan(0);
        expect(fields.every((field) => field.startsWith(name))).toBe(true);
        expect(bench.watcher.serviceHealth.state).toBe('reachable');
      },
    }),
  ),
  {
    fault: 40,
    name: 'a courier that is null: no courier, and none at the position 0, 0',
    mayLie: true,
    async strike(bench) {
      bench.changeAll(onTheWay);
      await bench.advance(minuteMs);
      bench.onOrders({ do: 'setField', path: ['courier'], json: 'null' });
      await bench.advance(minuteMs);
      expect(bench.watcher.get(bench.first)?.order?.courier).toBeNull();
    },
  },
  ...otherForms,
  ...noPositions,
  {
    fault: 43,
    name: 'a status that goes backwards: each change is an event and is told at most once',
    async strike(bench) {
      for (const status of ['active', 'completed', 'pending', 'cancelled', 'active']) {
        bench.change(bench.first, { status });
        bench.watcher.checkNow([bench.first]);
        await bench.advance(20 * secondMs);
      }
      const words = bench.records.updates.map(({ kinds }) => kinds);
      expect(words).toHaveLength(5);
      expect(bench.watcher.get(bench.first)?.order?.status.raw).toBe('active');
      expect(bench.records.decided.length).toBeLessThanOrEqual(5);
      expect(bench.watcher.plan(bench.first).checkEveryMs).not.toBeNull();
    },
  },
  {
    fault: 35,
    name: 'a stale copy from a cache: reported as received, and correct again afterwards',
    mayLie: true,
    async strike(bench) {
      bench.onOrders({ do: 'patch', patch: { status: 'active' } }, { every: 2 }, [bench.first]);
      await bench.advance(2 * minuteMs);
      expect(bench.records.updates.length).toBeGreaterThan(0);
    },
  },
];
