import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { orderEdits } from '../../../../core/order/order-edits.ts';
import { diffOrders, type OrderChange } from '../../../../core/order/order-update.ts';
import type { Stop } from '../../../../core/order/order.ts';
import { shortChange } from '../../../../core/order/short-change.ts';
import { storedChanges } from '../../../../core/watch/watched-order-schema.ts';
import { anyOrder } from './order-arbitraries.ts';
import { order } from './order-samples.ts';

const road = 'Nathan Road '.repeat(40);

function stop(streetAddress: string, parts: Partial<Stop> = {}): Stop {
  const nothing = { name: null, floorOrUnitNumber: null, point: null, contact: null };
  return { ...nothing, streetAddress, ...parts };
}

function stopsChange(before: readonly Stop[], after: readonly Stop[]): OrderChange {
  return { field: 'destinations', before, after };
}

it('cuts long texts from their beginning, and leaves short ones as they are', () => {
  const change = stopsChange([stop('Short', { name: road })], [stop('Shorter', { name: road })]);
  const cut = `${road.slice(0, 20)}…`;
  expect(shortChange(change, 20)).toEqual(
    stopsChange([stop('Short', { name: cut })], [stop('Shorter', { name: cut })]),
  );
});

it('of a price the key and the reason of each line are cut', () => {
  const line = { key: road, reason: road, amount: 1, quantity: 1 };
  const cut = { ...line, key: 'Nathan Road …', reason: 'Nathan Road …' };
  const change: OrderChange = { field: 'price_breakdown', before: [], after: [line] };
  expect(shortChange(change, 12)).toEqual({ ...change, after: [cut] });
});

it.each([
  ['abcdefghijkl', 'abcdefghijkm', 'abcdefghijkl'],
  [`${road}123456789`, road, '…ad 123456789'],
  [`abcdefgh1${road}`, `abcdefgh2${road}`, 'abcdefgh1Nat…'],
  [`abcdefghi1${road}`, `abcdefghi2${road}`, '…ghi1Nathan R…'],
])('%j beside %j is cut to %j', (before, after, cut) => {
  expect(shortChange({ field: 'note_to_courier', before, after }, 12).before).toBe(cut);
});

it('compares stops place by place where there are as many, and else each text stands alone', () => {
  const [ring, knock] = [stop(`${road}ring`), stop(`${road}knock`)];
  const streets = (after: readonly Stop[]) => {
    const change = shortChange(stopsChange([ring], after), 12);
    return orderEdits([change]).flatMap((edit) => ('text' in edit ? edit.text : edit));
  };
  expect(streets([knock])).toEqual([
    { kind: 'address', stop: 1, before: '…ad ring', after: '…ad knock' },
  ]);
  expect(streets([knock, ring, ring])).toEqual(['Nathan Road …', 'Nathan Road …']);
});

it('texts that differ late are cut around the first difference', () => {
  const change: OrderChange = {
    field: 'note_to_courier',
    before: `${road}ring`,
    after: `${road}knock`,
  };
  expect(shortChange(change, 12)).toEqual({
    field: 'note_to_courier',
    before: '…ad ring',
    after: '…ad knock',
  });
});

it('cuts no character in two', () => {
  const before = `${'👩'.repeat(30)}a`;
  const after = `${'👩'.repeat(30)}b`;
  for (const most of [8, 9, 10, 11, 12, 13]) {
    const change = shortChange({ field: 'note_to_courier', before, after }, most);
    expect(JSON.stringify(change)).not.toMatch(/\\ud/);
    expect(change.before).toMatch(/^…(?:👩)+a$/u);
    expect(change.before).not.toEqual(change.after);
  }
});

it('of a stop that was taken out of a long list a dispatcher sees which one', () => {
  const list = ['one', 'two', 'three'].map((name) => stop(`${name} ${road}`));
  const change = stopsChange(list, list.slice(1));
  expect(orderEdits([shortChange(change, 12)])).toEqual([
    { kind: 'stopRemoved', stop: 1, text: 'one Nathan R…' },
  ]);
});

test('whatever changes: the same fields change afterwards, the log accepts it, and no text is long', () => {
  fc.assert(
    fc.property(anyOrder, anyOrder, fc.integer({ min: 8, max: 60 }), (one, other, most) => {
      const changes = diffOrders(one, { ...other, id: one.id });
      const short = changes.map((change) => shortChange(change, most));
      expect(short.map(({ field }) => field)).toEqual(changes.map(({ field }) => field));
      expect(storedChanges.parse(short)).toEqual(short);
      for (const { after, before } of short) expect(before).not.toEqual(after);
    }),
  );
});

it('leaves alone what is never long', () => {
  const [change] = diffOrders(order({ word: 'pending' }), order({ word: 'x'.repeat(60) }));
  if (change === undefined) throw new Error('the status differs');
  expect(shortChange(change, 8)).toBe(change);
});
