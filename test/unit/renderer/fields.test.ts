import { expect, test } from 'vitest';
import { fullTime } from '../../../renderer/components/controls/times.tsx';
import * as fc from 'fast-check';
import { dayOf, minuteOfDay, momentOf } from '../../../core/text/time-of-day.ts';
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
  ['15:30', '15:30'],
  ['1530', '15:30'],
  ['9', '09:00'],
  ['930', '09:30'],
  ['7.05', '07:05'],
  ['3:30 pm', '15:30'],
  ['12 AM', '00:00'],
  ['１５：３０', '15:30'],
  ['下午 3:30', '15:30'],
  ['上午12:05', '00:05'],
])('the typed time %j is %s', (typed, shown) => {
  expect(clockField(minuteOfDay(typed) ?? -1)).toBe(shown);
});

test.each([
  '',
  '24:00',
  '12:60',
  '13 pm',
  '0 am',
  '12345',
  'noon',
  '-1',
  '下午 15:30',
  '3:30 下午',
])('the typed text %j is no time', (typed) => {
  expect(minuteOfDay(typed)).toBeNull();
});

test('a time of a day is what the clock shows then, on every day', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 20_000 }),
      fc.integer({ min: 0, max: 1439 }),
      (day, minute) => {
        const dayMs = dayOf(day * 86_400_000);
        const at = new Date(momentOf(dayMs, minute));
        expect(dayOf(at.getTime())).toBe(dayMs);
        expect(at.getMinutes()).toBe(minute % 60);
      },
    ),
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
