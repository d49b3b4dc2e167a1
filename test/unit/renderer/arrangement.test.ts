import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OrderRow } from '../../../core/board/board.ts';
import { type Narrowing, notNarrowed } from '../../../core/settings/list-show.ts';
import { type ListSort, listSorts } from '../../../core/settings/list-sort.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { arranged, emptyArrangement, groupOf } from '../../../renderer/board/arrangement.ts';
import { countedViews, isInView, viewNames, type ViewName } from '../../../renderer/board/views.ts';
import { uncheckedRow } from '../../browser/support/unchecked-row.ts';
import { sampleId, sampleRows } from '../../browser/support/sample-board.ts';

const nowMs = Date.UTC(2026, 10, 21, 6, 31);
const rows = sampleRows(nowMs);
const byId = new Map(rows.map((row) => [row.id, row]));

const everything = { view: 'all', found: null, narrowing: notNarrowed, sort: 'attention' } as const;

function arrangement(view: ViewName) {
  return arranged(byId, { ...everything, view }, nowMs, emptyArrangement, null);
}

function rowCalled(label: string): OrderRow {
  const row = rows.find((candidate) => candidate.label?.startsWith(label));
  if (!row) throw new Error(`No sample row is called ${label}.`);
  return row;
}

test('attention outweighs where an order stands', () => {
  const held = rowCalled('Mong Kok');
  expect(groupOf(held)).toBe('attention');
  expect(groupOf({ ...held, attention: null })).toBe('waiting');
});

test('an order without an answer yet is not said to wait for a courier', () => {
  const fresh = uncheckedRow(sampleId('aaaaaaaa'), nowMs);
  expect(groupOf(fresh)).toBe('unchecked');
  expect(isInView(fresh, 'waiting')).toBe(false);
  expect(isInView(fresh, 'all')).toBe(true);
});

test('an order that was never found does not wait for a courier, once it was looked at', () => {
  const problem = {
    code: 'order-not-found',
    httpStatus: 404,
    sinceMs: nowMs,
    failureCount: 3,
  } as const;
  const missing = { ...uncheckedRow(sampleId('aaaaaaaa'), nowMs), problem };
  expect(groupOf(missing)).toBe('unread');
  expect(isInView(missing, 'waiting')).toBe(false);
  expect(isInView(missing, 'all')).toBe(true);
});

test('an unknown status is neither waiting nor done', () => {
  const unknown: OrderRow = {
    ...rowCalled('Kennedy'),
    status: { raw: 'handover_review', phase: 'unknown' },
  };
  expect(groupOf(unknown)).toBe('unknown');
});

test('groups come in the order of the design, the most serious order first', () => {
  const list = arrangement('all');
  const heads = list.items.flatMap((item) => (item.kind === 'head' ? [item.group] : []));
  expect(heads).toEqual(['attention', 'onTheWay', 'waiting', 'done']);
  const scores = list.orderIds.slice(0, 4).map((id) => byId.get(id)?.attention?.score);
  expect(scores).toEqual([80, 60, 40, 30]);
});

test('the longest wait comes first, the latest news first', () => {
  const list = arrangement('waiting');
  expect(list.orderIds.slice(-2)).toEqual([rowCalled('Kennedy').id, rowCalled('元朗').id]);
  const done = arrangement('done');
  expect(done.orderIds.slice(-2)).toEqual([rowCalled('Mid-Levels').id, rowCalled('Tuen').id]);
});

test('views count by where an order stands, whether or not it needs attention', () => {
  expect(countedViews(rows)).toEqual({
    all: 13,
    needsAttention: 4,
    waiting: 3,
    onTheWay: 6,
    done: 3,
    muted: 1,
    archive: 0,
    mine: 0,
    unclaimed: 10,
  });
  expect(isInView(rowCalled('Mong Kok'), 'waiting')).toBe(true);
  expect(isInView(rowCalled('Peak'), 'muted')).toBe(true);
});

function foundRow({ id }: OrderRow) {
  return [id, { id, hits: [], noteText: null }] as const;
}

test('a filtered list holds what was found, in the places of its view', () => {
  const [kitchen, florist] = [rowCalled('Central kitchen'), rowCalled('Sheung Wan')];
  const choice = { ...everything, found: new Map([florist, kitchen].map(foundRow)) };
  const list = arranged(byId, choice, nowMs, emptyArrangement, null);
  expect(list.orderIds).toEqual([kitchen.id, florist.id]);
  const muted = arranged(byId, { ...choice, view: 'muted' }, nowMs, emptyArrangement, null);
  expect(muted.orderIds).toEqual([]);
});

/** A list of the sample rows that can be changed row by row. */
function sampleList() {
  const listed = new Map(byId);
  const start = arranged(listed, everything, nowMs, emptyArrangement, null);
  let shown = start;
  const update = (waiting: ReadonlySet<OrderId> | null) => {
    shown = arranged(listed, everything, nowMs, shown, waiting);
    return shown;
  };
  return { listed, start, update };
}

const held: ReadonlySet<OrderId> = new Set();

test('while the list is held, an order keeps its place in its group', () => {
  const { listed, start, update } = sampleList();
  const moved = rowCalled('Mong Kok');
  expect(start.groups.get(moved.id)).toBe('attention');
  listed.set(moved.id, {
    ...moved,
    attention: { score: 99, reason: 'longWait', age: { kind: 'duration', sinceMs: 0 } },
  });
  expect(update(held)).toBe(start);
  expect(update(null).orderIds[0]).toBe(moved.id);
});

test('while the list is held, an order that leaves its group comes last in the other, unless it waits', () => {
  const { listed, start, update } = sampleList();
  const moved = rowCalled('Sheung Wan');
  listed.set(moved.id, {
    ...moved,
    attention: { score: 99, reason: 'released', age: { kind: 'duration', sinceMs: 0 } },
  });
  const waits = update(new Set([moved.id]));
  expect(waits.groups).toEqual(start.groups);
  // The heads count the orders that are in a group, as the sidebar does, wherever their rows wait.
  const headsOf = ({ items }: typeof start) =>
    items.flatMap((item) => (item.kind === 'head' ? [[item.group, item.count] as const] : []));
  const [before, now] = [new Map(headsOf(start)), new Map(headsOf(waits))];
  expect(now.get('attention')).toBe((before.get('attention') ?? 0) + 1);
  expect(now.get('onTheWay')).toBe((before.get('onTheWay') ?? 0) - 1);
  const { groups, orderIds } = update(held);
  expect(groups.get(moved.id)).toBe('attention');
  expect(orderIds.filter((id) => groups.get(id) === 'attention').at(-1)).toBe(moved.id);
  expect(update(null).orderIds[0]).toBe(moved.id);
});

test('while the list is held, removed orders close up and new ones come last in their group', () => {
  const { listed, update } = sampleList();
  const gone = rowCalled('Kennedy').id;
  const added = { ...rowCalled('元朗'), id: sampleId('aaaaaaaa'), statusSinceMs: 0, addedAtMs: 0 };
  listed.delete(gone);
  listed.set(added.id, added);
  const { groups, orderIds } = update(held);
  expect(orderIds).not.toContain(gone);
  const waiting = orderIds.filter((id) => groups.get(id) === 'waiting');
  expect(waiting).toEqual([rowCalled('元朗').id, added.id]);
  const sorted = update(null);
  const first = sorted.orderIds.find((id) => sorted.groups.get(id) === 'waiting');
  expect(first).toBe(added.id);
});

test('a check that moves nothing gives the same list', () => {
  const { listed, start, update } = sampleList();
  for (const row of byId.values())
    listed.set(row.id, { ...row, observedAtMs: nowMs, moreStops: 7 });
  expect(update(null)).toBe(start);
  for (const row of byId.values()) listed.set(row.id, { ...row, attention: null });
  expect(update(null)).not.toBe(start);
});

const phases = ['searching', 'pickedUp', 'done', 'unknown'] as const;
const someRow = fc.record({
  which: fc.nat(19),
  phase: fc.option(fc.constantFrom(...phases)),
  sinceMs: fc.nat(5),
  score: fc.option(fc.nat(5)),
  isMuted: fc.boolean(),
  isGone: fc.boolean(),
});
const steps = fc.array(
  fc.record({ changes: fc.array(someRow, { maxLength: 8 }), isHeld: fc.boolean() }),
  { maxLength: 12 },
);

test('a list that was kept in order is the list that sorting anew would give', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...viewNames),
      fc.constantFrom(...listSorts),
      steps,
      (view, sort, all) => {
        const choice = { ...everything, view, sort };
        const drawn = new Map<OrderId, OrderRow>();
        let list = emptyArrangement;
        for (const { changes, isHeld } of [...all, { changes: [], isHeld: false }]) {
          for (const { which, phase, sinceMs, score, isMuted, isGone } of changes) {
            const id = sampleId(`0000000${which}`);
            if (isGone) drawn.delete(id);
            else {
              drawn.set(id, {
                ...uncheckedRow(id, nowMs),
                status: phase === null ? null : { raw: phase, phase },
                statusSinceMs: sinceMs,
                attention:
                  score === null
                    ? null
                    : { score, reason: 'longWait', age: { kind: 'duration', sinceMs: 0 } },
                isMuted,
              });
            }
          }
          list = arranged(drawn, choice, nowMs, list, isHeld ? held : null);
          const astray = [...list.groups].filter(([id, group]) => {
            const row = drawn.get(id);
            return sort === 'attention' && row && group !== groupOf(row);
          });
          expect(astray).toEqual([]);
          expect(list.orderIds).toEqual([...list.groups.keys()]);
        }
        const anew = arranged(drawn, choice, nowMs, emptyArrangement, null);
        expect(list.items).toEqual(anew.items);
        expect(list.groups).toEqual(anew.groups);
      },
    ),
  );
});

test('without groups all orders stand together: the latest change first, or by label as people count', () => {
  const named = [
    { ...rowCalled('Kennedy Town'), label: 'Order 10', changedAtMs: nowMs - 3000 },
    { ...rowCalled('Sheung Wan'), label: 'order 9', changedAtMs: nowMs - 1000 },
    { ...rowCalled('Central kitchen'), label: 'Order 11', changedAtMs: nowMs - 2000 },
  ];
  const labels = (sort: 'latest' | 'named') => {
    const shown = new Map(named.map((row) => [row.id, row]));
    const { items } = arranged(shown, { ...everything, sort }, nowMs, emptyArrangement, null);
    return items.map((item) =>
      item.kind === 'row' ? named.find(({ id }) => id === item.id)?.label : 'a head',
    );
  };
  expect(labels('latest')).toEqual(['order 9', 'Order 11', 'Order 10']);
  expect(labels('named')).toEqual(['order 9', 'Order 10', 'Order 11']);
});

const waiting = { raw: 'pending', phase: 'searching' } as const;

const called = (name: string, numberMark?: string): Partial<OrderRow> => ({
  courier: { kind: 'known', name, ...(numberMark !== undefined && { numberMark }), fix: null },
});

const costs = (amount: number, currency: string): Partial<OrderRow> => ({
  price: { amount, currency },
});

/** Sorts four orders, one of which lacks what they are sorted by; `a` began first. */
function sortedNames(sort: ListSort, parts: Readonly<Record<string, Partial<OrderRow>>>): string {
  const some = Object.entries(parts).map(([name, part], at) => {
    const id = sampleId(`0000000${at}`);
    return { ...uncheckedRow(id, nowMs + at), status: waiting, label: name, ...part };
  });
  const sorted = (listed: readonly OrderRow[]) =>
    arranged(
      new Map(listed.map((row) => [row.id, row])),
      { ...everything, sort },
      nowMs,
      emptyArrangement,
      null,
    ).orderIds;
  const ids = sorted(some);
  expect(sorted(some.toReversed())).toEqual(ids);
  return ids.map((id) => some.find((row) => row.id === id)?.label).join(' ');
}

test('by wait: the longest wait for a courier first, orders that wait for none last', () => {
  const parts = {
    a: { status: { raw: 'picked_up', phase: 'pickedUp' }, statusSinceMs: nowMs - 90_000 },
    b: { statusSinceMs: nowMs - 10_000 },
    c: { statusSinceMs: nowMs - 60_000 },
    d: { statusSinceMs: nowMs - 10_000 },
  } as const;
  expect(sortedNames('wait', parts)).toBe('c b d a');
});

test('by promised time: the earliest first, without a promise or over last', () => {
  const parts = {
    a: {},
    b: { promisedAtMs: nowMs + 2000 },
    c: { promisedAtMs: nowMs + 1000 },
    d: { promisedAtMs: nowMs, status: { raw: 'completed', phase: 'done' } },
  } as const;
  expect(sortedNames('promise', parts)).toBe('c b a d');
});

test('by group: under a head each by name, what needs attention first, without a group last', () => {
  const some = [
    { ...rowCalled('Kennedy Town'), group: 'Table 10' },
    { ...rowCalled('Sheung Wan'), group: 'Table 9' },
    { ...rowCalled('Mong Kok'), group: 'Table 9' },
    { ...rowCalled('Tuen Mun'), group: null },
  ];
  const shown = new Map(some.map((row) => [row.id, row]));
  const choice = { ...everything, sort: 'group' } as const;
  const { items } = arranged(shown, choice, nowMs, emptyArrangement, null);
  const lines = items.map((item) =>
    item.kind === 'head' ? `${item.group} ${item.count}` : shown.get(item.id)?.label?.slice(0, 8),
  );
  expect(lines).toEqual([
    'group:Table 9 2',
    'Mong Kok',
    'Sheung W',
    'group:Table 10 1',
    'Kennedy ',
    'noGroup 1',
    'Tuen Mun',
  ]);
});

test.each<[string, Partial<Narrowing>, string]>([
  ['all', {}, 'a b c d e f'],
  ['orders of a group', { group: 'group:Hotels' }, 'b c'],
  ['orders without a group', { group: 'noGroup' }, 'a d e f'],
  ['orders with a promise', { promise: 'promised' }, 'b c d e'],
  ['promises within the hour', { promise: 'withinHour' }, 'c d'],
  ['promises that are past', { promise: 'past' }, 'b'],
  ['promises of a group within the hour', { group: 'group:Hotels', promise: 'withinHour' }, 'c'],
])('a view can be narrowed to %s', (_what, narrowing, names) => {
  const minute = 60_000;
  const parts: Readonly<Record<string, Partial<OrderRow>>> = {
    a: {},
    b: { group: 'Hotels', promisedAtMs: nowMs - minute },
    c: { group: 'Hotels', promisedAtMs: nowMs },
    d: { promisedAtMs: nowMs + 60 * minute },
    e: { promisedAtMs: nowMs + 61 * minute },
    f: { promisedAtMs: nowMs, status: { raw: 'completed', phase: 'done' } },
  };
  const some = Object.entries(parts).map(([label, part], at) => ({
    ...uncheckedRow(sampleId(`0000000${at}`), nowMs),
    status: waiting,
    label,
    ...part,
  }));
  const shown = new Map(some.map((row) => [row.id, row]));
  const choice = {
    ...everything,
    sort: 'named',
    narrowing: { ...notNarrowed, ...narrowing },
  } as const;
  const { orderIds } = arranged(shown, choice, nowMs, emptyArrangement, null);
  expect(orderIds.map((id) => shown.get(id)?.label).join(' ')).toBe(names);
});

test('by courier: as names are sorted, without a courier last', () => {
  const parts = { a: {}, b: called('wong'), c: called('Lau'), d: called('Wong') };
  expect(sortedNames('courier', parts)).toBe('c b d a');
});

test('by courier: the orders of each of two couriers of one name stand together', () => {
  const [one, other] = [called('Wong', '1a2b'), called('Wong', '9f00')];
  expect(sortedNames('courier', { a: other, b: one, c: other, d: one })).toBe('b d a c');
});

test('by price: the highest first, each currency on its own, without a price last', () => {
  const parts = { a: {}, b: costs(80, 'HKD'), c: costs(2000, 'TWD'), d: costs(140, 'HKD') };
  expect(sortedNames('price', parts)).toBe('d b c a');
});

test('a pinned order comes first in its group, however serious the others are', () => {
  const group = arrangement('all').orderIds.filter((id) => byId.get(id)?.attention != null);
  const last = group.at(-1);
  const row = last === undefined ? undefined : byId.get(last);
  if (row === undefined) throw new Error('The sample has orders that need attention.');
  const pinned = new Map(byId).set(row.id, { ...row, isPinned: true });
  const list = arranged(pinned, { ...everything, view: 'all' }, nowMs, emptyArrangement, null);
  expect(list.orderIds.slice(0, group.length)).toEqual([row.id, ...group.slice(0, -1)]);
});
