import { expect, test } from 'vitest';
import { ourExpressions, slowExpressions } from './support/source/regular-expressions.ts';

test('no text makes a regular expression of ours slow, of those either that were judged before', () => {
  const distinct = new Map(ourExpressions().map((each) => [each.text, each]));
  expect(distinct.size).toBeGreaterThan(80);
  expect(slowExpressions([...distinct.values()])).toEqual([]);
});
