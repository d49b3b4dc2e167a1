import { expect, test } from 'vitest';
import type { OrderRow } from '../../../core/board/board.ts';
import {
  countedGroups,
  groupOfView,
  groupView,
  isInView,
  isListView,
  mostSidebarGroups,
  sidebarGroups,
} from '../../../renderer/board/views.ts';
import { sampleId } from '../../browser/support/sample-board.ts';
import { uncheckedRow } from '../../browser/support/unchecked-row.ts';

function grouped(group: string | null, parts: Partial<OrderRow> = {}): OrderRow {
  return { ...uncheckedRow(sampleId('aaaaaaaa'), 0), group, ...parts };
}

const needy = {
  attention: { score: 60, reason: 'released', age: { kind: 'duration', sinceMs: 0 } },
} as const;

test('a group’s view shows the orders of the group outside of the archive', () => {
  const view = groupView('Hotels');
  expect(groupOfView(view)).toBe('Hotels');
  expect(isInView(grouped('Hotels'), view)).toBe(true);
  expect(isInView(grouped('Hotels', needy), view)).toBe(true);
  expect(isInView(grouped('hotels'), view)).toBe(false);
  expect(isInView(grouped(null), view)).toBe(false);
  expect(isInView(grouped('Hotels', { isArchived: true }), view)).toBe(false);
  expect(isInView(grouped('Hotels', { isArchived: true }), 'archive')).toBe(true);
});

test('a window that is opened again knows a view by its name, and a group’s view too', () => {
  expect(['all', 'group:Hotels', 'all:Hotels', ''].map(isListView)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('groups are counted by name, with the orders that need attention, without archived ones', () => {
  const rows = [
    grouped('Table 10'),
    grouped('Table 9', needy),
    grouped('Table 9'),
    grouped(null, needy),
    grouped('Gone', { isArchived: true }),
  ];
  expect(countedGroups(rows)).toEqual([
    { group: 'Table 9', orders: 2, needAttention: 1 },
    { group: 'Table 10', orders: 1, needAttention: 0 },
  ]);
});

test('of many groups the sidebar shows the open one, those that need attention and the largest, by name', () => {
  const many = Array.from({ length: 100 }, (_, n) => ({
    group: `Group ${n}`,
    orders: n,
    needAttention: n === 3 ? 1 : 0,
  }));
  const shown = sidebarGroups(many, groupView('Group 7')).map(({ group }) => group);
  const largest = Array.from({ length: mostSidebarGroups - 2 }, (_, n) => `Group ${n + 72}`);
  expect(shown).toEqual(['Group 3', 'Group 7', ...largest]);
  expect(sidebarGroups(many.slice(0, 30), 'all')).toEqual(many.slice(0, 30));
});
