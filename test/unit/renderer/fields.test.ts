import { expect, test } from 'vitest';
import { fullTime } from '../../../renderer/components/controls/times.tsx';
import * as fc from 'fast-check';
import {
  localTimeField,
  localTimeMs,
} from '../../../renderer/components/detail/preferences-section.tsx';
import { localisedReason } from '../../../renderer/components/detail/timeline.ts';

test('full times count their hours from 0 to 23 in every language', () => {
  const evening = Date.UTC(2026, 10, 21, 22, 21, 29);
  const midnight = Date.UTC(2026, 10, 21, 0, 1, 2);
  expect(fullTime(evening, 'en', 'UTC')).toBe('Nov 21, 2026, 22:21:29');
  expect(fullTime(midnight, 'en', 'UTC')).toBe('Nov 21, 2026, 00:01:02');
  expect(fullTime(evening, 'zh-Hant-HK', 'UTC')).toContain('22:21:29');
});

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

test('in English a reason is shown as it came', () => {
  expect(localisedReason('Order was released because: flat tyre', 'en')).toBe(
    'Order was released because: flat tyre',
  );
});

test.each([
  ['Order was released because: flat tyre', 'flat tyre'],
  ['Price amendment added for: 隧道費 (price: 25).', '隧道費（25）'],
  ['The shop was closed', 'The shop was closed'],
  ['Order was released', null],
  ['Order Available on Platform', null],
  ['Status changed from pending to active', null],
  ['Order edited: price, pickup', null],
  ['Price amendment added (price: 12).', null],
])('in Chinese %j is shown as %j', (reason, shown) => {
  expect(localisedReason(reason, 'zh-Hant')).toBe(shown);
});
