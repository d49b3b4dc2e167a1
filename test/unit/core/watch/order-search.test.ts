import { expect, test } from 'vitest';
import type { Contact, Stop } from '../../../../core/order/order.ts';
import {
  type OrderHit,
  readQuery,
  searchedTexts,
  searchHit,
} from '../../../../core/watch/order-search.ts';
import type { WatchedOrder } from '../../../../core/watch/watched-order.ts';
import {
  orderIdAt,
  someOrder,
  somePreferences,
  someWatched,
} from '../../../support/watched-orders.ts';

function contact(name: string, phoneNumber: string): Contact {
  return { name, phoneNumber, phoneExtension: null };
}

function place(name: string, streetAddress: string, person: Contact): Stop {
  return { name, streetAddress, floorOrUnitNumber: '23/F', point: null, contact: person };
}

const id = orderIdAt(0xabc);

/** An order in which every text differs. */
const watched = someWatched(id, {
  label: 'Table 12 (call 6111 0000)',
  preferences: somePreferences({
    group: 'Harbour Hotels',
    note: 'They close at noon.\nGate code 77, ring Nadia at 5400-8811 before. Never leave it outside.',
  }),
  order: someOrder(id, {
    status: { raw: 'on_the_way', phase: 'pickedUp' },
    vehicleType: 'motorcycle',
    noteToCourier: 'Fragile: use the goods lift, or phone (02) 2700 4321',
    courier: { name: '劉志強 Lau Chi Keung', phoneNumber: '+852 5512-3047', fix: null },
    pickup: {
      ...place('Bäckerei Müller', 'Wing Lok Street 148', contact('Ms Yip', '25410018')),
      scheduledAtMs: null,
    },
    destinations: [
      place('Lippo Centre', '89 Queensway', contact('Reception', '0912 345 678')),
      place('Hopewell Centre', '183 Queen’s Road East', contact('Mr Fong', '+44 20 7946 0018')),
    ],
  }),
});

function found(query: string, order: WatchedOrder = watched): readonly OrderHit[] | null {
  return searchHit(order, searchedTexts(order), readQuery(query))?.hits ?? null;
}

const of = (kind: OrderHit['kind'], stop: number | null = null): OrderHit => ({ kind, stop });

test.each<[string, OrderHit]>([
  ['table 12', of('label')],
  ['000000000abc', of('uuid')],
  ['harbour hot', of('group')],
  ['gate', of('note')],
  ['on_the', of('status')],
  ['配送中', of('status')],
  ['chi keung', of('courier')],
  ['志強', of('courier')],
  ['motorc', of('vehicle')],
  ['摩托車', of('vehicle')],
  ['BACKEREI', of('stopName', 0)],
  ['wing lok', of('street', 0)],
  ['ms yip', of('contact', 0)],
  ['lippo', of('stopName', 1)],
  ['queensway', of('street', 1)],
  ['hopewell', of('stopName', 2)],
  ['183', of('street', 2)],
  ['Fong', of('contact', 2)],
  ['goods lift', of('noteToCourier')],
])('%j is found, and it is said where: %j', (query, hit) => {
  expect(found(query)).toEqual([hit]);
});

test.each<[string, OrderHit]>([
  ['3047', of('phone')],
  ['55123047', of('phone')],
  ['5512 3047', of('phone')],
  ['+852 5512 3047', of('phone')],
  ['00852-5512-3047', of('phone')],
  ['0085255', of('phone')],
  ['03047', of('phone')],
  ['(852) 5512.3047', of('phone')],
  ['８５２５５１２', of('phone')],
  ['+852 2541 0018', of('phone', 0)],
  ['0912345678', of('phone', 1)],
  ['912345678', of('phone', 1)],
  ['+886912345678', of('phone', 1)],
  ['02079460018', of('phone', 2)],
  ['61110000', of('label')],
  ['54008811', of('note')],
  ['227004321', of('noteToCourier')],
])('the digits %j find the number, however it is written', (query, hit) => {
  expect(found(query)).toEqual([hit]);
});

test.each(['047', '0047', '00047', 'x1230', '1230x'])(
  '%j is no number: it has fewer than four digits, or letters',
  (query) => {
    expect(found(query)).toBeNull();
  },
);

test.each([
  ['1230', '+852 5512-3047', true],
  ['+886 912 340 678', '0912 340 678', true],
  ['+852 555 0123', '555 0123', true],
  ['+852 55 0123', '55 0123', false],
  ['5512 3047', '0000 0000', false],
])('the digits %s find the number %s: %s', (query, phoneNumber, isFound) => {
  const other = someWatched(id, {
    order: someOrder(id, { courier: { name: null, phoneNumber, fix: null } }),
  });
  expect(found(query, other) !== null).toBe(isFound);
});

test.each([
  ['3047', 'x3047'],
  ['3047', '3047x'],
  ['3047', '55123047 x3047'],
  ['3047', '55123047 3047x'],
  ['3047', '0304'],
  ['3047', '00304'],
  ['3047', '+852 5512 9999'],
  ['5400', '+852 5512 5400'],
  ['00000000', '55123047'],
  ['00000001', '55123041'],
])('the number %j is not found by %j', (phoneNumber, query) => {
  const courier = { name: null, phoneNumber, fix: null };
  expect(found(query, someWatched(id, { order: someOrder(id, { courier }) }))).toBeNull();
});

test.each([
  ['＋８５２ ５５１２', '8525512'],
  ['0912 345', '0912345'],
  ['912345', '0912345'],
  ['9123456', '08869123456'],
  ['00912345678', '+886 912345678'],
  ['(02) 2700 4321', '+886 2 2700 4321'],
])('the number %j is found by %j', (phoneNumber, query) => {
  const courier = { name: null, phoneNumber, fix: null };
  const order = someWatched(id, { order: someOrder(id, { courier }) });
  expect(found(query, order)).toEqual([of('phone')]);
});

test('a stop is found by its floor alone', () => {
  const nameless = { name: null, streetAddress: null, contact: null, scheduledAtMs: null };
  const pickup = { ...place('', '', contact('', '')), ...nameless };
  const order = someWatched(id, { order: someOrder(id, { pickup }) });
  expect(found('23/f', order)).toEqual([of('street', 0)]);
});

test('every word has to be found, in one place or in several', () => {
  expect(found('queensway reception')).toEqual([of('street', 1), of('contact', 1)]);
  expect(found('reception table 3047')).toEqual([of('label'), of('phone'), of('contact', 1)]);
  expect(found('queensway nowhere')).toBeNull();
  expect(found('queensway23')).toBeNull();
  expect(found('queensway 9999')).toBeNull();
});

test('two runs of digits may be one number or stand in two places', () => {
  expect(found('183 3047')).toEqual([of('phone'), of('street', 2)]);
  const run = {
    ...watched,
    label: 'Run 77 31',
    preferences: somePreferences({ note: '77 or 31' }),
  };
  expect(found('77 31', run)).toEqual([of('label')]);
});

test('no word goes from one text into the next', () => {
  expect(found('14823/F')).toBeNull();
});

test('a vehicle is found by its word and by its names', () => {
  const van = someWatched(id, { order: someOrder(id, { vehicleType: 'cargo_van' }) });
  for (const query of ['cargo_van', 'cargo van', '廂型車'])
    expect(found(query, van)).toEqual([of('vehicle')]);
});

test('an order without an answer is found by what the dispatcher called it', () => {
  expect(found('harbour', { ...watched, order: null })).toEqual([of('group')]);
  expect(found('queensway', { ...watched, order: null })).toBeNull();
});

function noteFor(query: string): string | null | undefined {
  return searchHit(watched, searchedTexts(watched), readQuery(query))?.noteText;
}

test('what was found in the own note comes with its words, on one line from shortly before them', () => {
  expect(noteFor('nadia')).toBe(
    '…Gate code 77, ring Nadia at 5400-8811 before. Never leave it outside.',
  );
  expect(noteFor('nadia reception')).toMatch(/^…Gate code/);
  for (const query of ['close at', 'nadia they', '54008811'])
    expect(noteFor(query)).toMatch(/^They close/);
  expect(noteFor('nadia code')).toMatch(/^…close at noon/);
  expect(noteFor('gate')).toMatch(/^They close/);
  expect(noteFor('close at')).toMatch(/^They close/);
  expect(noteFor('54008811')).toMatch(/^They close/);
  expect(noteFor('harbour nadia')).toMatch(/^…Gate code/);
  expect(noteFor('nadia they')).toMatch(/^They close/);
  expect(noteFor('harbour')).toBeNull();
});

test.each([
  ['at the beginning', 'Ring', '', `Ring ${'bell '.repeat(23)}`],
  ['later', 'Nadia', '…', `${'bell '.repeat(4)}Nadia ${'bell '.repeat(19)}`],
])('of a long note no more than 120 characters come with a place %s', (_where, word, cut, part) => {
  const note = `Ring ${'bell '.repeat(30)}Nadia ${'bell '.repeat(30)}`;
  const order = { ...watched, preferences: somePreferences({ note }) };
  const text = searchHit(order, searchedTexts(order), readQuery(word))?.noteText;
  expect(text).toBe(cut + part.trim());
});

test('a hit holds no word of the service and nothing of a person', () => {
  for (const query of ['lau', '3047', 'queensway', 'fong', 'fragile', 'lippo']) {
    const hit = searchHit(watched, searchedTexts(watched), readQuery(query));
    expect(Object.keys(hit ?? {})).toEqual(['id', 'hits', 'noteText']);
    expect(JSON.stringify({ ...hit, id: null })).toMatch(
      /^\{"id":null,"hits":\[(?:\{"kind":"[A-Za-z]+","stop":(?:null|\d)\},?)+\],"noteText":null\}$/,
    );
  }
});

const moved: WatchedOrder = {
  ...watched,
  observedAtMs: 9,
  order: watched.order && structuredClone({ ...watched.order, priceBreakdown: [] }),
};

test.each([
  ['of which the courier moved', watched, moved],
  ['that has no answer yet', { ...watched, order: null }, { ...watched, order: null }],
])('no text is made again for an order %s', (_which, before, after) => {
  const texts = searchedTexts(before);
  const again = searchedTexts(after, { watched: before, texts });
  expect(again.map((part, at) => part === texts[at])).toEqual([true, true, true]);
});

test('orders that are found in the same place share what says so, however many they are', () => {
  const [one, other] = [1, 2].map((no) => {
    const order = { ...watched, id: orderIdAt(no) };
    return searchHit(order, searchedTexts(order), readQuery('queensway'))?.hits[0];
  });
  expect(other).toBe(one);
  expect(one).toEqual(of('street', 1));
});

test.each<[string, Partial<WatchedOrder>]>([
  ['without an answer', { order: null, preferences: null }],
  ['without a courier', { order: someOrder(id, { courier: null, pickup: null }) }],
  [
    'with a stop without a contact',
    {
      order: someOrder(id, {
        destinations: [{ ...place('A', 'B', contact('', '')), contact: null }],
      }),
    },
  ],
])('no text is made again for an order %s that is the same', (_what, parts) => {
  const before = someWatched(id, parts);
  const texts = searchedTexts(before);
  const again = searchedTexts(structuredClone(before), { watched: before, texts });
  expect(again.map((part, at) => part === texts[at])).toEqual([true, true, true]);
});

const { order, preferences } = watched;
if (order === null || order.pickup === null || order.courier === null)
  throw new Error('unreachable');
const [one, other] = order.destinations;
if (one === undefined || other === undefined) throw new Error('unreachable');
const withOrder = (parts: Partial<typeof order>): Partial<WatchedOrder> => ({
  order: { ...order, ...parts },
});

test.each<[string, Partial<WatchedOrder>]>([
  ['label', { label: null }],
  ['group', { preferences: somePreferences({ ...preferences, group: 'Schools' }) }],
  ['note', { preferences: somePreferences({ ...preferences, note: 'Ring 6000 0000' }) }],
  ['first answer', { order: null }],
  ['status word', withOrder({ status: { raw: 'at_door', phase: 'pickedUp' } })],
  ['meaning of the status word', withOrder({ status: { raw: 'on_the_way', phase: 'done' } })],
  ['vehicle', withOrder({ vehicleType: null })],
  ['courier', withOrder({ courier: { ...order.courier, name: 'Wong' } })],
  ['courier’s number', withOrder({ courier: { ...order.courier, phoneNumber: '5999 9999' } })],
  ['note to the courier', withOrder({ noteToCourier: null })],
  ['pickup', withOrder({ pickup: null })],
  ['name of a stop', withOrder({ destinations: [one, { ...other, name: 'Pier 4' }] })],
  ['street', withOrder({ destinations: [{ ...one, streetAddress: 'Pier Road 1' }, other] })],
  ['floor', withOrder({ destinations: [{ ...one, floorOrUnitNumber: 'G/F' }, other] })],
  [
    'person',
    withOrder({ destinations: [{ ...one, contact: contact('Ng', '0912 345 678') }, other] }),
  ],
  [
    'person’s number',
    withOrder({ destinations: [{ ...one, contact: contact('Reception', '5000 0000') }, other] }),
  ],
  ['no contact to meet', withOrder({ pickup: { ...order.pickup, contact: null } })],
  ['number of stops', withOrder({ destinations: [one] })],
])('what is known of an order before does not outlive a change of its %s', (_what, change) => {
  for (const [before, after] of [
    [watched, { ...watched, ...change }],
    [{ ...watched, ...change }, watched],
  ] as const) {
    const known = { watched: before, texts: searchedTexts(before) };
    expect(searchedTexts(after, known)).toEqual(searchedTexts(after));
    expect(searchedTexts(after)).not.toEqual(known.texts);
  }
});
