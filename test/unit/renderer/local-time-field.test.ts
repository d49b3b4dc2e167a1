import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  localTimeField,
  localTimeMs,
} from '../../../renderer/components/detail/preferences-section.tsx';

test('what a field shows is read back as the same minute', () => {
  const minutes = fc.integer({ min: 1, max: 50_000_000 });
  const rule = fc.property(minutes, (minute) => {
    const field = localTimeField(minute * 60_000);
    // The hour that a clock shows twice has one field for two moments.
    return localTimeField(localTimeMs(field) ?? 0) === field;
  });
  expect(() => fc.assert(rule)).not.toThrow();
});

test('a field that is not complete holds no moment', () => {
  expect(['', '2026-11-21', '2026-11-21T', 'tomorrow'].map(localTimeMs)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
