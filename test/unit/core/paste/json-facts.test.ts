import { describe, expect, test } from 'vitest';
import { findOrderIds, pasteCounts } from '../../../../core/paste/find-order-ids.ts';
import { jsonFacts, type JsonFacts } from '../../../../core/paste/json-facts.ts';

const id = '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418';
const otherId = 'c2a91d40-88b7-4f05-9e61-3ad0f7b2c945';

/** What a text says, with the number of its steps. */
function read(
  text: string,
  nowMs: number | null = null,
): { readonly facts: JsonFacts | null; readonly stepCount: number } {
  const steps = jsonFacts(text, nowMs);
  for (let stepCount = 1; ; stepCount += 1) {
    const step = steps.next();
    if (step.done === true) return { facts: step.value, stepCount };
  }
}

/** What is said of each uuid, in the order in which it was read. */
function said(text: string): unknown {
  const { facts } = read(text);
  return facts === null ? null : Object.fromEntries(facts.facts);
}

const florist = { label: 'Florist', looksFinished: false };

describe('a text is read as JSON', () => {
  test.each([
    ['behind blanks and line breaks', ` \n\t[{"uuid":"${id}","label":"Florist"}]`],
    ['over many lines', JSON.stringify({ orders: [{ uuid: id, label: 'Florist' }] }, null, 2)],
    ['with nulls in it', `[null,{"uuid":"${id}","label":"Florist","eta":null}]`],
    ['as one document per line', `{"uuid":"${id}","label":"Florist"}\r\n{"note":"none"}\n`],
    [
      'as one document per line with blank lines between',
      `{"note":"none"}\n\n{"uuid":"${id}","label":"Florist"}\n  \n`,
    ],
  ])('%s', (_form, text) => {
    expect(said(text)).toEqual({ [id]: florist });
  });

  test.each([
    ['nothing', ''],
    ['blanks', ' \n '],
    ['a number', '12345678'],
    ['words', 'Florist, two drops'],
    ['a document and then words', `{"uuid":"${id}","label":"Florist"}\nFlorist, two drops`],
    ['a document and then a number', `{"uuid":"${id}","label":"Florist"}\n12`],
    ['a document that breaks off', `{"uuid":"${id}","label":`],
  ])('but not %s', (_form, text) => {
    expect(read(text).facts).toBeNull();
  });

  test('up to five million characters and not beyond', () => {
    const document = `{"uuid":"${id}","label":"Florist"}`;
    expect(said(document.padEnd(5_000_000))).toEqual({ [id]: florist });
    expect(read(document.padEnd(5_000_001)).facts).toBeNull();
  });
});

describe('the label of a uuid in JSON', () => {
  test.each([
    'label',
    'title',
    'name',
    'orderName',
    'reference',
    'ref',
    'order_ref',
    'Order Number',
    'order-no',
    'customer_name',
    'Customer',
    'client',
    'description',
  ])('stands under the key %s', (key) => {
    expect(said(JSON.stringify({ uuid: id, [key]: 'Florist' }))).toEqual({ [id]: florist });
  });

  test('does not stand under any other key', () => {
    expect(said(JSON.stringify({ uuid: id, driver: 'Wong' }))).toEqual({
      [id]: { label: null, looksFinished: false },
    });
  });

  test('is the text under the key that names it best, whichever comes first', () => {
    const best = { [id]: florist };
    expect(said(`{"uuid":"${id}","label":"Florist","customer":"Wong"}`)).toEqual(best);
    expect(said(`{"uuid":"${id}","customer":"Wong","label":"Florist"}`)).toEqual(best);
  });

  test('is the first of two under keys that are the same but for case', () => {
    expect(said(`{"uuid":"${id}","name":"Florist","Name":"Wong"}`)).toEqual({ [id]: florist });
  });

  test.each([
    ['a number', 12],
    ['nothing', null],
    ['an empty text', ''],
    ['blanks', '  '],
    ['a list', ['Wong']],
  ])('is not %s under a better key', (_what, value) => {
    expect(said(JSON.stringify({ label: value, uuid: id, name: 'Florist' }))).toEqual({
      [id]: florist,
    });
  });

  test('is the value of a key that is the uuid, and such a value is no status', () => {
    expect(said(`{"${id}":"Florist","${otherId.toUpperCase()}":"Baker"}`)).toEqual({
      [id]: florist,
      [otherId]: { label: 'Baker', looksFinished: false },
    });
  });
});

describe('the status of a uuid in JSON', () => {
  test.each(['status', 'state', 'orderStatus', 'Delivery_Status'])(
    'stands under the key %s',
    (key) => {
      expect(said(JSON.stringify({ uuid: id, [key]: 'cancelled' }))).toEqual({
        [id]: { label: null, looksFinished: true },
      });
    },
  );

  test.each([
    ['the word stands under another key', { note: 'cancelled' }],
    ['it is a number', { status: 5 }],
    ['it is another word', { status: 'pending' }],
  ])('does not say that the order is over when %s', (_when, rest) => {
    expect(said(JSON.stringify({ uuid: id, ...rest }))).toEqual({
      [id]: { label: null, looksFinished: false },
    });
  });

  test('says that the order is over when one of two mentions does, whichever comes first', () => {
    const over = { uuid: id, status: 'cancelled' };
    const open = { uuid: id, name: 'Florist' };
    const both = { [id]: { label: 'Florist', looksFinished: true } };
    expect(said(JSON.stringify([over, open]))).toEqual(both);
    expect(said(JSON.stringify([open, over]))).toEqual(both);
  });
});

/** The orders that the keys of a document name. */
function named(value: unknown): readonly string[] | null {
  const names = read(JSON.stringify(value)).facts?.named ?? null;
  return names === null ? null : [...names];
}

describe('keys name the orders', () => {
  const third = 'b84e6f10-2d9c-4c35-8f61-a0e97d3b5c42';

  const routeOf = (stop: object): object => ({ id: otherId, stops: [null, 'x', stop] });

  test.each([
    ['uuid before other uuids', { company_uuid: otherId, uuid: id, driverUuid: third }],
    ['order_uuid before id', { id: otherId, order_uuid: id }],
    ['delivery uuid before order id', { orderId: otherId, deliveryUuid: id }],
    ['id before that of a courier', { id, courier_id: otherId }],
    [
      'uuid before those of its parts',
      { uuid: id, courier: { uuid: otherId }, stops: [{ id: third }] },
    ],
    ['an order before the event around it', { uuid: otherId, event: 'x', order: { uuid: id } }],
    ['orders before the batch around them', { uuid: otherId, orders: [{ uuid: id }] }],
    ['orders before what stands beside them', { orders: [{ id }], pilots: [{ id: otherId }] }],
    ['an order in a text of JSON', { msg: JSON.stringify({ orderId: id, user: otherId }) }],
    ['a list of orders', { order_uuids: [id], zone_uuids: [otherId] }],
    ['an order by its name alone', { order: id, zone: otherId }],
    ['the order of an event before the event', { uuid: otherId, order_uuid: id }],
    ['that of a stop before those of stop and route', routeOf({ id: third, orderId: id })],
    ['that of a list before the route around it', { route_uuid: otherId, load: [{ orderId: id }] }],
    ['uuid before the orders of other things', { uuid: id, drivers: [{ order_uuid: otherId }] }],
    ['order id before those of other things', { orderId: id, runs: [{ order_uuid: otherId }] }],
    ['no order of a thing beside it', { id, courier: { runs: [{ order_uuid: otherId }] } }],
    ['in any form of the uuid', { uuid: id.replaceAll('-', ' - ').toUpperCase(), zone: otherId }],
  ])('%s', (_what, value) => {
    expect(named(value)).toEqual([id]);
  });

  test.each([
    ['a list of uuids', [id, otherId]],
    ['keys of other words', { first: id, second: otherId }],
    ['the uuid of another thing alone', { company_uuid: id }],
  ])('but do not in %s', (_what, value) => {
    expect(named(value)).toBeNull();
  });

  test('also where the uuid of an order is cut: that of another thing does not take its place', () => {
    expect(named({ uuid: id.slice(1), company_uuid: otherId })).toEqual([]);
  });

  test('to a depth of a hundred', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}{"uuid":"${id}"}${']'.repeat(depth)}`;
    expect(read(nested(98)).facts?.named).toEqual(new Set([id]));
    expect(read(nested(100)).facts?.named).toBeNull();
  });
});

test('the value of a key that is a uuid may say all of it', () => {
  const value = {
    label: 'Florist',
    group: 'North',
    status: 'completed',
    courier: { uuid: otherId },
  };
  const [order] = findOrderIds(JSON.stringify({ [id]: value, batch: { uuid: id } })).found;
  expect(order).toEqual({ id, line: 1, label: 'Florist', group: 'North', looksFinished: true });
});

describe('a text of JSON in JSON', () => {
  const wrapped = (depth: number): string =>
    depth === 0
      ? JSON.stringify({ order_id: id, name: 'Florist' })
      : JSON.stringify({ msg: wrapped(depth - 1) });

  test('says what it says by itself, up to three deep', () => {
    expect(read(wrapped(1)).facts?.named).toEqual(new Set([id]));
    expect(said(wrapped(3))).toEqual({ [id]: florist });
    expect(read(wrapped(4)).facts?.named).toBeNull();
  });

  test('of a part of an order names none', () => {
    const value = { uuid: otherId, note: JSON.stringify({ uuid: id }) };
    expect(read(JSON.stringify(value)).facts?.named).toEqual(new Set([otherId]));
  });

  test('that breaks off is words', () => {
    expect(read(JSON.stringify({ msg: `{"uuid":"${id}` })).facts?.named).toBeNull();
  });
});

test.each([
  ['of 300 characters', `see ${id} `.padEnd(300, 'x'), true],
  ['of more', `see ${id} `.padEnd(301, 'x'), false],
  ['with two of them', `${id} ${otherId}`, false],
  ['with one twice', `${id} ${id}`, true],
  ['of its digits alone', id.replaceAll('-', ''), true],
])('the uuid in a text %s is that of its object: %s', (_what, text, isIt) => {
  expect(read(JSON.stringify({ order_id: text })).facts?.named?.has(id as never) ?? false).toBe(
    isIt,
  );
});

test.each([
  ['a number', { uuid: 7, order_id: id }, []],
  ['nothing', { uuid: null, order_id: id }, [id]],
  ['an object', { uuid: {}, order_id: id }, [id]],
  ['another uuid of the same rank', { uuid: id, guid: otherId }, [id]],
  ['an order id that is a number', { order_id: 7, id }, [id]],
])('beside %s the best key that says whose uuid it is counts', (_what, value, expected) => {
  expect([...(read(JSON.stringify(value)).facts?.named ?? [])]).toEqual(expected);
});

test('a key that is a uuid in something beside an order names none', () => {
  const value = { uuid: id, couriers: { [otherId]: { name: 'Ho' } } };
  expect(read(JSON.stringify(value)).facts?.named).toEqual(new Set([id]));
});

test('without a moment to go by no promised time is read', () => {
  expect(said(JSON.stringify({ uuid: id, due: '15:30', group: '' }))).toEqual({
    [id]: { label: null, looksFinished: false },
  });
});

test('a promised time may be a number', () => {
  const nowMs = Date.UTC(2026, 10, 26);
  const order = { uuid: id, promised: nowMs + 60_000 };
  expect(read(JSON.stringify(order), nowMs).facts?.facts.get(order.uuid as never)).toMatchObject({
    promised: { atMs: nowMs + 60_000 },
  });
});

test('the best name says whether an order is over', () => {
  expect(said(JSON.stringify({ uuid: id, status: 'completed', deliveryStatus: 'active' }))).toEqual(
    {
      [id]: { label: null, looksFinished: false },
    },
  );
});

test.each([
  ['empty', ''],
  ['of blanks', ' '],
  ['null', null],
])('an order whose uuid is %s is counted, with its line and its label', (_how, uuid) => {
  const orders = [{ uuid: id, label: 'Florist' }, { uuid, label: 'Baker' }, { delivery_id: uuid }];
  const findings = findOrderIds(JSON.stringify({ orders }, null, 2));
  expect(findings.found).toMatchObject([{ id, label: 'Florist' }]);
  expect(pasteCounts(findings)).toMatchObject({ withoutUuid: 2 });
  expect(findings.rejected).toMatchObject([
    { text: 'Baker', line: 9, reason: 'noUuid' },
    { text: expect.stringContaining('delivery_id'), line: 12, reason: 'noUuid' },
  ]);
});

test.each([
  [
    'has the words of an order before it',
    [
      { uuid: id, name: 'Joe' },
      { uuid: null, name: 'Joe' },
    ],
  ],
  [
    'is a key as well',
    [
      { uuid: id, label: 'x' },
      { uuid: null, label: 'label' },
    ],
  ],
  ['has no words', [{ uuid: id }, { uuid: null, phone: '1' }]],
])('an order without a uuid that %s has no line rather than a wrong one', (_how, orders) => {
  const { rejected } = findOrderIds(JSON.stringify(orders, null, 1));
  expect(rejected).toMatchObject([{ line: null, reason: 'noUuid' }]);
});

test.each([
  ['carriage returns', `[\r{"uuid":"${id}","name":"Joey"},\r{"uuid":"","name":"Joe"}]`, 3],
  ['escaped slashes', `[{"uuid":"${id}"},\n{"uuid":"","name":"5\\/F"}]`, null],
  ['a document in each', `{"uuid":"${id}","name":"Joe"}\n\n{"uuid":"","name":"Joe"}`, 3],
])('the line of an order without a uuid in JSON with %s', (_how, text, line) => {
  expect(findOrderIds(text).rejected).toMatchObject([{ line, reason: 'noUuid' }]);
});

test('of many orders without a uuid the first lines are given', () => {
  const orders = Array.from({ length: 30 }, (_, at) => ({ uuid: '', name: `Stop ${at}.` }));
  const long = { uuid: '', name: 'x'.repeat(100) };
  const { rejected } = findOrderIds(JSON.stringify([...orders, long, { uuid: id }], null, 1));
  expect(rejected.map(({ text }) => text.length)).toContain(64);
  expect(rejected.filter(({ line }) => line !== null)).toHaveLength(20);
});

test.each([
  ['that of something in an order', { uuid: id, courier: { uuid: null, name: 'Ho' } }],
  ['a plain id', [{ uuid: id }, { id: null, name: 'Mei' }]],
  ['that of another thing', { uuid: id, driver_uuid: '' }],
])('an empty uuid is no order without one where it is %s', (_what, value) => {
  expect(findOrderIds(JSON.stringify(value)).rejected).toEqual([]);
});

test('of many values a few hundred are looked at in one step, in a document and in lines of them', () => {
  const orders = Array.from({ length: 5000 }, (_, at) => ({ order: { no: at, uuid: id } }));
  const lines = orders.map((order) => JSON.stringify(order)).join('\n');
  for (const text of [JSON.stringify(orders), JSON.stringify({ orders }), lines]) {
    expect(read(text).stepCount).toBeGreaterThan(orders.length / 500);
    expect(said(text)).toEqual({ [id]: { label: null, looksFinished: false } });
  }
});

test('of many uuids in one object a few hundred are looked at in one step', () => {
  const entries = Array.from({ length: 2000 }, (_, at) => [`key${at}`, id]);
  expect(read(JSON.stringify(Object.fromEntries(entries))).stepCount).toBe(1 + 2000 / 500);
});
