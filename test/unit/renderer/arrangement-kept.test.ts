import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OrderRow } from '../../../core/bridge/board.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { sortNames } from '../../../core/bridge/window-view.ts';
import { arranged, emptyArrangement } from '../../../renderer/board/arrangement.ts';
import { viewNames } from '../../../renderer/board/views.ts';
import { uncheckedRow } from '../../browser/support/unchecked-row.ts';
import { sampleId, sampleRows } from '../../browser/support/sample-board.ts';

const nowMs = Date.UTC(2026, 10, 21, 6, 31);
const everything = { view: 'all', filter: '', sort: 'attention' } as const;

function rowCalled(label: string): OrderRow {
  const row = sampleRows(nowMs).find((candidate) => candidate.label?.startsWith(label));
  if (!row) throw new Error(`No sample row is called ${label}.`);
  return row;
}

/** A list of the sample rows that can be changed row by row. */
function sampleList() {
  const rows = new Map(sampleRows(nowMs).map((row) => [row.id, row]));
  const start = arranged(rows, everything, emptyArrangement, true);
  let shown = start;
  const update = (mayMove: boolean) => {
    shown = arranged(rows, everything, shown, mayMove);
    return shown;
  };
  return { rows, start, update };
}

test('while the list is held, no order changes its place or its group', () => {
  const { rows, start, update } = sampleList();
  const moved = rowCalled('Sheung Wan');
  rows.set(moved.id, { ...moved, attention: { score: 99, reason: 'released' } });
  expect(update(false)).toBe(start);
  expect(update(true).orderIds[0]).toBe(moved.id);
});

test('while the list is held, removed orders close up and new ones come last in their group', () => {
  const { rows, update } = sampleList();
  const gone = rowCalled('Kennedy').id;
  const added = { ...uncheckedRow(sampleId('aaaaaaaa'), nowMs), addedAtMs: 0 };
  rows.delete(gone);
  rows.set(added.id, added);
  const held = update(false);
  expect(held.orderIds).not.toContain(gone);
  const waiting = () => held.orderIds.filter((id) => held.groups.get(id) === 'waiting');
  expect(waiting()).toEqual([rowCalled('元朗').id, added.id]);
  const sorted = update(true);
  const first = sorted.orderIds.find((id) => sorted.groups.get(id) === 'waiting');
  expect(first).toBe(added.id);
});

test('a check that moves nothing gives the same list', () => {
  const { rows, start, update } = sampleList();
  for (const row of rows.values()) rows.set(row.id, { ...row, observedAtMs: nowMs, moreStops: 7 });
  expect(update(true)).toBe(start);
  for (const row of rows.values()) rows.set(row.id, { ...row, attention: null });
  expect(update(true)).not.toBe(start);
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
  fc.record({ changes: fc.array(someRow, { maxLength: 8 }), mayMove: fc.boolean() }),
  { maxLength: 12 },
);

test('a list that was kept in order is the list that sorting anew would give', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...viewNames),
      fc.constantFrom(...sortNames),
      steps,
      (view, sort, all) => {
        const choice = { view, filter: '', sort };
        const rows = new Map<OrderId, OrderRow>();
        let list = emptyArrangement;
        for (const { changes, mayMove } of [...all, { changes: [], mayMove: true }]) {
          for (const { which, phase, sinceMs, score, isMuted, isGone } of changes) {
            const id = sampleId(`0000000${which}`);
            if (isGone) rows.delete(id);
            else {
              rows.set(id, {
                ...uncheckedRow(id, nowMs),
                status: phase === null ? null : { raw: phase, phase },
                statusSinceMs: sinceMs,
                attention: score === null ? null : { score, reason: 'longWait' },
                isMuted,
              });
            }
          }
          list = arranged(rows, choice, list, mayMove);
          expect(list.orderIds).toEqual([...list.groups.keys()]);
        }
        const anew = arranged(rows, choice, emptyArrangement, true);
        expect(list.items).toEqual(anew.items);
        expect(list.groups).toEqual(anew.groups);
      },
    ),
  );
});

test('without groups all orders stand together: the latest change first, or by label as people count', () => {
  const rows = [
    { ...rowCalled('Kennedy Town'), label: 'Order 10', changedAtMs: nowMs - 3000 },
    { ...rowCalled('Sheung Wan'), label: 'order 9', changedAtMs: nowMs - 1000 },
    { ...rowCalled('Central kitchen'), label: 'Order 11', changedAtMs: nowMs - 2000 },
  ];
  const labels = (sort: 'latest' | 'named') => {
    const byId = new Map(rows.map((row) => [row.id, row]));
    const { items } = arranged(byId, { ...everything, sort }, emptyArrangement, true);
    return items.map((item) =>
      item.kind === 'row' ? rows.find(({ id }) => id === item.id)?.label : 'a head',
    );
  };
  expect(labels('latest')).toEqual(['order 9', 'Order 11', 'Order 10']);
  expect(labels('named')).toEqual(['order 9', 'Order 10', 'Order 11']);
});
