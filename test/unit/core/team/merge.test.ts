import fc from 'fast-check';
import { expect, test } from 'vitest';
import { merge } from '../../../../core/team/merge.ts';

interface Heard {
  readonly sequence: number;
}

test('a list and a watch lead to the same state, in whatever order and however often each entry is heard', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { minLength: 1 }), (sequences) => {
      let known: Heard | undefined;
      for (const sequence of [...sequences, ...sequences]) known = merge(known, { sequence });
      expect(known).toEqual({ sequence: Math.max(...sequences) });
    }),
  );
});

test('what is heard again leaves what is known as it is', () => {
  const known = { sequence: 3 };
  expect(merge(known, { sequence: 3 })).toBe(known);
  expect(merge(known, { sequence: 2 })).toBe(known);
});
