import { expect, test } from 'vitest';
import { attention } from '../../../../core/watch/attention.ts';
import {
  newOrder,
  withAnnotations,
  withPreferences,
} from '../../../../core/watch/newly-watched.ts';
import { fileOrigin } from '../../../../core/watch/watched-order.ts';
import { somePreferences } from '../../../support/watched-orders.ts';
import { noonMs, sampleId, watched } from '../order/order-samples.ts';

const minute = 60_000;
const found = { id: sampleId, line: 1, label: 'Harbour', looksFinished: false };

test('what a text says of an order goes with it, but no time that cannot be read', () => {
  expect(newOrder(found)).toEqual({ id: sampleId, label: 'Harbour' });
  expect(newOrder({ ...found, group: 'Cafés', promised: { text: '14:30', atMs: 5 } })).toEqual({
    id: sampleId,
    label: 'Harbour',
    group: 'Cafés',
    promisedAtMs: 5,
  });
  expect(newOrder({ ...found, promised: { text: 'soon', atMs: null } })).not.toHaveProperty(
    'promisedAtMs',
  );
});

test.each([
  ['at hand', 5, true],
  ['far off', 30, undefined],
  ['past', -5, undefined],
])('a promise that is %s when it is set is seen or not', (_when, inMinutes, isSeen) => {
  const promisedAtMs = noonMs + inMinutes * minute;
  const after = withPreferences(watched(), { promisedAtMs }, noonMs);
  expect(after.preferences?.promisedAtMs).toBe(promisedAtMs);
  expect(after.acknowledged).toHaveLength(isSeen ? 1 : 0);
  expect(attention(after, promisedAtMs - 1)?.isSeen).toBe(isSeen);
});

test('a promise at hand that stays as it is is not seen by a change of something else', () => {
  const preferences = somePreferences({ promisedAtMs: noonMs + 5 * minute });
  const after = withPreferences(watched({ preferences }), { note: 'Ring' }, noonMs);
  expect(after.preferences?.note).toBe('Ring');
  expect(after.acknowledged).toEqual([]);
});

test.each([
  ['a label', { label: 'Pier 4' }],
  ['a group', { group: 'Cafés' }],
])('%s alone that is said elsewhere changes an order', (_what, said) => {
  const before = watched({ label: null });
  const after = withAnnotations(before, { id: sampleId, label: null, ...said }, 'filledIn', noonMs);
  expect(after).not.toBe(before);
});

test.each([
  ['orders.csv', 'orders.csv'],
  ['two\nlines.csv', 'two lines.csv'],
  ['x'.repeat(101), 'x'.repeat(100)],
  [' ', null],
])('of the name of a file %j is kept as %j', (name, kept) => {
  expect(fileOrigin(name)).toEqual({ kind: 'file', name: kept });
});
