import { expect, test } from 'vitest';
import { changedPreferences } from '../../../../core/watch/order-preferences.ts';

test('only what is named changes, and no preference at all is null', () => {
  const group = changedPreferences(null, { group: 'Harbour' });
  expect(group).toEqual({
    group: 'Harbour',
    note: null,
    promisedAtMs: null,
    snoozedUntilMs: null,
    remindAtMs: null,
    tellsEveryMove: null,
  });
  const promised = changedPreferences(group, { promisedAtMs: 5 });
  expect(promised).toMatchObject({ group: 'Harbour', promisedAtMs: 5 });
  expect(changedPreferences(promised, { promisedAtMs: 5 })).toBe(promised);
  expect(changedPreferences(promised, { promisedAtMs: null, group: null })).toBeNull();
  expect(changedPreferences(null, { group: null })).toBeNull();
});
