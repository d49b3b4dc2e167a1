import { expect, test } from 'vitest';
import {
  isMeant,
  marked,
  mostPaletteOrders,
  paletteOrders,
} from '../../../renderer/components/shell/palette-search.ts';
import { manyRows, sampleRows } from '../../browser/support/sample-desk.ts';

const nowMs = Date.UTC(2026, 10, 21, 6, 31);

test('an order is found by its name before it is found by its address', () => {
  const names = paletteOrders(sampleRows(nowMs), 'central').map((row) => row.label);
  expect(names).toEqual(['Central kitchen lunch run 3', '深水埗布料 samples → Central']);
  const [street] = paletteOrders(sampleRows(nowMs), 'praya');
  expect(street?.label).toBe('Kennedy Town: school lunch boxes');
});

test('of many orders a few are offered', () => {
  expect(paletteOrders(manyRows(500, nowMs), 'order')).toHaveLength(mostPaletteOrders);
  expect(paletteOrders(manyRows(500, nowMs), '')).toHaveLength(mostPaletteOrders);
});

test('a command is meant when each word occurs in its name', () => {
  expect(isMeant('Settings: Checking', 'check sett')).toBe(true);
  expect(isMeant('Settings: Checking', 'pause')).toBe(false);
});

test('what was looked for is marked once, in its own letters', () => {
  expect(marked('Sheung Wan florist', 'wan')).toEqual([
    { text: 'Sheung ', isMarked: false },
    { text: 'Wan', isMarked: true },
    { text: ' florist', isMarked: false },
  ]);
  expect(marked('Florist', '')).toEqual([{ text: 'Florist', isMarked: false }]);
});
