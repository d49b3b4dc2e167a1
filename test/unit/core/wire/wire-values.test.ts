import { expect, test } from 'vitest';
import { listIn } from '../../../../core/wire/wire-values.ts';

test.each<[string, unknown, readonly unknown[] | null]>([
  ['a list', ['a'], ['a']],
  ['an empty list', [], []],
  ['an object with numbers for names', { 0: 'a', 1: 'b' }, ['a', 'b']],
  ['one that begins at ten', { 10: 'a', 9999: 'b' }, ['a', 'b']],
  ['an empty object', {}, null],
  ['an object with a name beside numbers', { 0: 'a', uuid: 'b' }, null],
  ['names that begin with a number', { '1st': 'a' }, null],
  ['names that end with a number', { line1: 'a' }, null],
  ['a number that is too large for a place', { 12_345: 'a' }, null],
  ['a text', 'a', null],
])('of %s the items are read, or it is no list', (_what, value, items) => {
  expect(listIn(value)).toEqual(items);
});
