import { expect, test } from 'vitest';
import { changedWishes } from '../../../../core/watch/order-wishes.ts';

test('only what is named changes, and nothing wished is nothing', () => {
  const group = changedWishes(null, { group: 'Harbour' });
  expect(group).toEqual({
    group: 'Harbour',
    note: null,
    promisedAtMs: null,
    snoozedUntilMs: null,
    remindAtMs: null,
    tellsEveryMove: null,
  });
  const promised = changedWishes(group, { promisedAtMs: 5 });
  expect(promised).toMatchObject({ group: 'Harbour', promisedAtMs: 5 });
  expect(changedWishes(promised, { promisedAtMs: 5 })).toBe(promised);
  expect(changedWishes(promised, { promisedAtMs: null, group: null })).toBeNull();
  expect(changedWishes(null, { group: null })).toBeNull();
});
