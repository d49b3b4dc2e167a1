import { expect, test } from 'vitest';
import { fullTime } from '../../../renderer/components/controls/times.tsx';
import * as fc from 'fast-check';
import { minuteOfDay } from '../../../core/text/time-of-day.ts';
import { clockField } from '../../../renderer/components/controls/time-field.tsx';
import { shownReason } from '../../../renderer/components/detail/timeline.ts';

test('full times count their hours from 0 to 23 in every language', () => {
  const evening = Date.UTC(2026, 10, 21, 22, 21, 29);
  const midnight = Date.UTC(2026, 10, 21, 0, 1, 2);
  expect(fullTime(evening, 'en', 'UTC')).toBe('Nov 21, 2026, 22:21:29');
  expect(fullTime(midnight, 'en', 'UTC')).toBe('Nov 21, 2026, 00:01:02');
  expect(fullTime(evening, 'zh-Hant-HK', 'UTC')).toContain('22:21:29');
});

test('what a time field shows is read back as the same minute', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1439 }), (minute) => {
      expect(minuteOfDay(clockField(minute))).toBe(minute);
    }),
  );
});

test.each([
  ['Order was released because: flat tyre', 'flat tyre'],
  ['Price amendment added for: 隧道費 (price: 25).', '隧道費'],
  ['The shop was closed', 'The shop was closed'],
])('of the reason %j of a webhook %j is quoted', (reason, text) => {
  expect(shownReason(reason, 'webhook')).toEqual({ text, isQuoted: true });
});

test.each([
  'Order was released',
  'Order Matched',
  'Order Available on Platform',
  'Price amendment added (price: 12).',
  'Status changed from pending to active',
  'Courier details changed',
  'Order edited: price, pickup',
])('the reason %j, which the line says already, is not repeated', (reason) => {
  expect([shownReason(reason, 'webhook'), shownReason(reason, 'poll')]).toEqual([null, null]);
});

test('what Waybell worded of a check is never quoted as the service’s words', () => {
  const reason = 'Price amendment added for: Tunnel fee (price: 25).';
  expect(shownReason(reason, 'poll')).toEqual({ text: 'Tunnel fee', isQuoted: false });
});
