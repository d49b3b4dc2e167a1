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

test('fewer than four digits are no number', () => {
  expect(found('047')).toBeNull();
  expect(found('1230')).toEqual([of('phone')]);
});

test('every word has to be found, in one place or in several', () => {
  expect(found('queensway reception')).toEqual([of('street', 1), of('contact', 1)]);
  expect(found('reception table 3047')).toEqual([of('label'), of('phone'), of('contact', 1)]);
  expect(found('queensway nowhere')).toBeNull();
  expect(found('queensway 9999')).toBeNull();
});

test('two runs of digits may be one number or stand in two places', () => {
  expect(found('183 3047')).toEqual([of('phone'), of('street', 2)]);
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
  expect(noteFor('close at')).toMatch(/^They close/);
  expect(noteFor('harbour')).toBeNull();
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

test('no text is made again for an order of which the courier moved', () => {
  const texts = searchedTexts(watched);
  const again = searchedTexts(moved, { watched, texts });
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
