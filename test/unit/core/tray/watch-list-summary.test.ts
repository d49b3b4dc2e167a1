import { expect, test } from 'vitest';
import type { SummaryRow } from '../../../../core/tray/watch-list-summary.ts';
import { watchListSummary } from '../../../../core/tray/watch-list-summary.ts';
import { orderIdAt } from '../../../support/watched-orders.ts';

const row = (index: number, parts: Partial<SummaryRow> = {}): SummaryRow => ({
  id: orderIdAt(index),
  label: null,
  status: { raw: 'active', phase: 'assigned' },
  attention: null,
  isArchived: false,
  ...parts,
});

test('a calm desk is one line', () => {
  const done = row(2, { status: { raw: 'completed', phase: 'done' } });
  expect(watchListSummary([row(1), done, row(3, { status: null })], 'en')).toBe(
    '2 open, 0 need attention',
  );
});

test('what was put away is not open, whatever the service said of it last', () => {
  const unknown = row(2, { status: null, isArchived: true });
  expect(watchListSummary([row(1), unknown], 'en')).toBe('1 open, 0 need attention');
});

test('what needs attention is named with its reason, the most serious first', () => {
  const rows = [
    row(1, { label: 'Florist', attention: { score: 25, reason: 'longWait' } }),
    row(2, { attention: { score: 60, reason: 'released' } }),
    row(3),
  ];
  expect(watchListSummary(rows, 'en')).toBe(
    `3 open, 2 need attention:\n- ${orderIdAt(2).slice(0, 8)}: released by the courier\n- Florist: long wait`,
  );
});

test('a bad day stays readable', () => {
  const rows = Array.from({ length: 25 }, (_, index) =>
    row(index + 1, { attention: { score: 60, reason: 'released' } }),
  );
  expect(watchListSummary(rows, 'en').split('\n')).toHaveLength(12);
  expect(watchListSummary(rows, 'en')).toContain('and 15 more');
});
