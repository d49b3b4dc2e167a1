import { expect, test } from 'vitest';
import { boardCommands, commandNames } from '../../../renderer/command-list.ts';
import { keyCommand, type KeyPlace, type KeyStroke } from '../../../renderer/keyboard.ts';
import {
  fitOf,
  fits,
  mostPaletteOrders,
  paletteOrders,
} from '../../../renderer/components/shell/palette-search.ts';
import type { OrderRow } from '../../../core/board/board.ts';
import type { Found } from '../../../renderer/board/arrangement.ts';
import { manyRows, sampleRows } from '../../browser/support/sample-board.ts';

function stroke(key: string, held: Partial<KeyStroke> = {}): KeyStroke {
  return { key, hasMod: false, hasShift: false, hasOther: false, ...held };
}

test.each([
  ['j', { kind: 'step', step: 'next', isExtending: false }],
  ['K', { kind: 'step', step: 'previous', isExtending: false }],
  ['ArrowDown', { kind: 'step', step: 'next', isExtending: false }],
  ['End', { kind: 'step', step: 'last', isExtending: false }],
  ['2', { kind: 'view', view: 'needsAttention' }],
  ['6', { kind: 'view', view: 'muted' }],
  ['Enter', { kind: 'open' }],
  [' ', { kind: 'markSeen' }],
  ['d', { kind: 'called' }],
  ['Delete', { kind: 'stopWatching' }],
  ['Backspace', { kind: 'stopWatching' }],
  ['r', { kind: 'checkNow' }],
  ['m', { kind: 'mute' }],
  ['n', { kind: 'nextUnseen' }],
  ['b', { kind: 'notifications' }],
  ['w', { kind: 'rewind' }],
  ['F2', { kind: 'rename' }],
  ['/', { kind: 'filter' }],
  ['ContextMenu', { kind: 'menu' }],
  ['?', { kind: 'help' }],
])('%j in the list asks for %j', (key, command) => {
  expect(keyCommand(stroke(key), 'elsewhere')).toEqual(command);
});

test.each([
  [stroke('z', { hasMod: true }), { kind: 'undo' }],
  [stroke('c', { hasMod: true }), { kind: 'copyIds' }],
  [stroke('a', { hasMod: true }), { kind: 'selectAll' }],
  [stroke('P', { hasMod: true, hasShift: true }), { kind: 'togglePause' }],
  [stroke('ArrowUp', { hasShift: true }), { kind: 'step', step: 'previous', isExtending: true }],
  [stroke('S', { hasShift: true }), { kind: 'snoozeUntil' }],
  [stroke('D', { hasShift: true }), { kind: 'callAwaited' }],
  [stroke('v'), { kind: 'handled' }],
  [stroke('l'), { kind: 'follow' }],
  [stroke('F10', { hasShift: true }), { kind: 'menu' }],
  [stroke('F6', { hasShift: true }), { kind: 'region', direction: -1 }],
])('%j asks for %j', (pressed, command) => {
  expect(keyCommand(pressed, 'elsewhere')).toEqual(command);
});

test.each(['j', 'r', 'Delete', ' ', 'Enter', '1', 'ArrowDown'])(
  '%j writes or moves as usual while a field has the focus',
  (key) => {
    expect(keyCommand(stroke(key), 'field')).toBeNull();
  },
);

test.each(['Enter', ' ', 'ArrowDown', 'ContextMenu'])(
  '%j belongs to the button that has the focus',
  (key) => {
    expect(keyCommand(stroke(key), 'control')).toBeNull();
  },
);

test.each<[string, KeyPlace]>([
  ['Escape', 'field'],
  ['Escape', 'control'],
  ['F6', 'field'],
])('%s works on a %s', (key, place) => {
  expect(keyCommand(stroke(key), place)).not.toBeNull();
});

test('keys with a modifier of the system, unknown letters and the key 0 do nothing', () => {
  expect(keyCommand(stroke('j', { hasOther: true }), 'elsewhere')).toBeNull();
  expect(keyCommand(stroke(';'), 'elsewhere')).toBeNull();
  expect(keyCommand(stroke('k', { hasMod: true, hasShift: true }), 'field')).toBeNull();
  expect(keyCommand(stroke('0'), 'elsewhere')).toBeNull();
});

test.each(commandNames.filter((name) => boardCommands[name].keys.length > 0))(
  'the keys that the page of keys shows for %s do it',
  (kind) => {
    for (const written of boardCommands[kind].keys) {
      const parts = written.split('+');
      const pressed = stroke(parts.at(-1)?.replace('Space', ' ') ?? '', {
        hasMod: parts.includes('Mod'),
        hasShift: parts.includes('Shift'),
      });
      expect(keyCommand(pressed, 'elsewhere')).toEqual({ kind });
    }
  },
);

test('no key asks for two things', () => {
  const keys = commandNames.flatMap((name) => boardCommands[name].keys);
  expect(new Set(keys).size).toBe(keys.length);
});

const nowMs = Date.UTC(2026, 10, 21, 6, 31);

/** The orders of these rows, as if a search had found them. */
function foundOf(rows: readonly OrderRow[]): Found {
  return new Map(rows.map(({ id }) => [id, { id, hits: [], noteText: null }]));
}

test('of the orders that were found, those that the name means come first', () => {
  const rows = sampleRows(nowMs);
  const found = foundOf(rows.filter(({ id }) => /^c0ffee(?:01|07|10)/.test(id)).toReversed());
  const names = paletteOrders(rows, 'central', found).map((row) => row.label);
  expect(names).toEqual([
    'Central kitchen lunch run 3',
    '深水埗布料 samples → Central',
    'Kennedy Town: school lunch boxes',
  ]);
});

test('of many orders a few are offered, and none before they are found', () => {
  const rows = manyRows(500, nowMs);
  expect(paletteOrders(rows, 'order', foundOf(rows))).toHaveLength(mostPaletteOrders);
  expect(paletteOrders(rows, 'order', null)).toEqual([]);
});

test('a command is meant when each word occurs in its name, best at its start', () => {
  expect(fitOf('Check now', 'check')).toBe(fits.start);
  expect(fitOf('Settings: Checking', 'check sett')).toBe(fits.words);
  expect(fitOf('設定：查詢', '查')).toBe(fits.words);
  expect(fitOf('Unmute notifications', 'mute')).toBe(fits.inside);
  expect(fitOf('Settings: Checking', 'pause')).toBeNull();
});
