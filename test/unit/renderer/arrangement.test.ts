import { expect, test } from 'vitest';
import type { OrderRow } from '../../../core/bridge/board.ts';
import {
  arranged,
  emptyArrangement,
  groupOf,
  matchesFilter,
} from '../../../renderer/board/arrangement.ts';
import { countedViews, isInView, type ViewName } from '../../../renderer/board/views.ts';
import { uncheckedRow } from '../../browser/support/unchecked-row.ts';
import { sampleId, sampleRows } from '../../browser/support/sample-board.ts';

const nowMs = Date.UTC(2026, 10, 21, 6, 31);
const rows = sampleRows(nowMs);
const byId = new Map(rows.map((row) => [row.id, row]));

function arrangement(view: ViewName) {
  return arranged(byId, { view, filter: '', sort: 'attention' }, emptyArrangement, true);
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

test('an order without an answer yet is waiting', () => {
  expect(groupOf(uncheckedRow(sampleId('aaaaaaaa'), nowMs))).toBe('waiting');
});

test('a status that nobody knows is neither waiting nor done', () => {
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
  });
  expect(isInView(rowCalled('Mong Kok'), 'waiting')).toBe(true);
  expect(isInView(rowCalled('Peak'), 'muted')).toBe(true);
});

test.each([
  ['florist', true],
  ['FLORIST lippo', true],
  ['3f2b8c1e', true],
  ['lau chi', true],
  ['on_the_way', true],
  ['florist cyberport', false],
  ['  ', true],
])('the filter %j finds the florist: %j', (filter, isFound) => {
  expect(matchesFilter(rowCalled('Sheung Wan'), filter)).toBe(isFound);
});

test.each(['on the way', 'on_the_way', '配送中'])('the filter %j finds a status', (filter) => {
  const row = rowCalled('Sheung Wan');
  const onTheWay = { ...row, status: { raw: 'on_the_way', phase: 'pickedUp' } } as const;
  expect(matchesFilter(onTheWay, filter)).toBe(true);
  expect(matchesFilter({ ...row, status: { raw: 'pending', phase: 'searching' } }, filter)).toBe(
    false,
  );
});
