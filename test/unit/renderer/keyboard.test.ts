import { expect, test } from 'vitest';
import { keyCommand, type KeyPlace, type KeyStroke } from '../../../renderer/keyboard.ts';

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
  ['Delete', { kind: 'stopWatching' }],
  ['Backspace', { kind: 'stopWatching' }],
  ['r', { kind: 'checkNow' }],
  ['m', { kind: 'mute' }],
  ['n', { kind: 'nextUnseen' }],
  ['F2', { kind: 'rename' }],
  ['/', { kind: 'filter' }],
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

test.each(['Enter', ' ', 'ArrowDown'])('%j belongs to the button that has the focus', (key) => {
  expect(keyCommand(stroke(key), 'control')).toBeNull();
});

test.each<[string, KeyPlace]>([
  ['Escape', 'field'],
  ['Escape', 'control'],
  ['F6', 'field'],
])('%s works on a %s', (key, place) => {
  expect(keyCommand(stroke(key), place)).not.toBeNull();
});

test('keys with a modifier of the system, unknown letters and the key 8 do nothing', () => {
  expect(keyCommand(stroke('j', { hasOther: true }), 'elsewhere')).toBeNull();
  expect(keyCommand(stroke('q'), 'elsewhere')).toBeNull();
  expect(keyCommand(stroke('8'), 'elsewhere')).toBeNull();
  expect(keyCommand(stroke('0'), 'elsewhere')).toBeNull();
});
