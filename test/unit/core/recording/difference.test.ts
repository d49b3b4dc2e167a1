import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applied, difference } from '../../../../core/recording/difference.ts';
import { recordedDifference } from '../../../../core/recording/recorded-state.ts';
import { someSituation } from '../../../support/recorder/some-situation.ts';
import { orderIdAt, someWatched } from '../../../support/watched-orders.ts';

/** What states are made of: objects, which may lack a field, and lists, texts, numbers and nothing. */
const state = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, 0, 1, 2.5, '', 'a'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.record({ a: tie('value'), b: tie('value'), c: tie('value') }, { requiredKeys: [] }),
  ),
})).value;

test('a state and its difference make the next one, whatever changed', () => {
  fc.assert(
    fc.property(state, state, (before, after) => {
      const found: unknown = JSON.parse(JSON.stringify(difference(before, after) ?? null));
      const isSame = difference(before, after) === undefined;
      expect(isSame ? before : applied(before, found)).toEqual(after);
    }),
  );
});

test('only what changed is in it', () => {
  const before = { id: 'x', courier: { name: 'Bo', fix: { lat: 1, lng: 2 } }, seen: 3, word: 'w' };
  const after = { id: 'x', courier: { name: 'Bo', fix: { lat: 1, lng: 5 } }, seen: 3 };
  expect(difference(before, after)).toEqual({ courier: { fix: { lng: 5 } }, '-': ['word'] });
  expect(difference(before, { ...before })).toBeUndefined();
  expect(difference({ word: undefined }, {})).toBeUndefined();
});

test('that the same was found again is recorded, and that nothing changed or was found is not', () => {
  const calm = { watched: someWatched(orderIdAt(1)), isOpen: false };
  const found = { source: 'poll', kinds: [], reasons: [], move: null } as const;
  expect(recordedDifference(calm, { ...calm })).toBeUndefined();
  expect(
    recordedDifference({ ...calm, found: undefined }, { ...calm, found: undefined }),
  ).toBeUndefined();
  expect(recordedDifference({ ...calm, found }, { ...calm, found })).toEqual({});
  expect(recordedDifference(someSituation(), someSituation())).toBeUndefined();
});
