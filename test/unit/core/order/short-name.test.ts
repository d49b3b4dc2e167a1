import { expect, test } from 'vitest';
import { shortName } from '../../../../core/order/short-name.ts';

test.each([
  ['Lau Chi Keung', 'Lau K.'],
  ['  Maria   da Silva ', 'Maria S.'],
  ['Cher', 'Cher'],
  ['劉志強', '劉…'],
  ['劉志強 Lau Chi Keung', '劉… Lau K.'],
  ['김민준', '김…'],
  ['A B', 'A B'],
  ['Ana Élan', 'Ana É.'],
  ['Jo 👩‍👩‍👧x', 'Jo 👩‍👩‍👧.'],
  ['', ''],
  [' \t\n ', ''],
])('%j is shown to whoever stands behind as %j', (name, short) => {
  expect(shortName(name)).toBe(short);
});
