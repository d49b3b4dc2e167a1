import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  dayOf,
  lastTimeOfDayMs,
  minuteOfDay,
  momentOf,
  promisedMoment,
} from '../../../../core/text/time-of-day.ts';

test.each([
  ['15:30', 15 * 60 + 30],
  ['1530', 15 * 60 + 30],
  ['9', 9 * 60],
  ['930', 9 * 60 + 30],
  ['23:59', 23 * 60 + 59],
  ['7.05', 7 * 60 + 5],
  ['3:30 pm', 15 * 60 + 30],
  ['3.30 P.M.', 15 * 60 + 30],
  ['1 am', 60],
  ['12 AM', 0],
  ['12 pm', 12 * 60],
  ['１５：３０', 15 * 60 + 30],
  ['下午 3:30', 15 * 60 + 30],
  ['上午12:05', 5],
  [' 15 : 30 ', 15 * 60 + 30],
  ['9 30', 9 * 60 + 30],
  ['15:30:59', 15 * 60 + 30],
  ['15:30:59.123', 15 * 60 + 30],
  ['3:30pm', 15 * 60 + 30],
  ['3:30  pm', 15 * 60 + 30],
  ['15時', 15 * 60],
  ['15 時 30分', 15 * 60 + 30],
  ['15時30分', 15 * 60 + 30],
  ['15時30', 15 * 60 + 30],
  ['9點5分', 9 * 60 + 5],
  ['3點半', 3 * 60 + 30],
  ['15點整', 15 * 60],
  ['9点钟', 9 * 60],
  ['9點鐘', 9 * 60],
  ['15时30分59秒', 15 * 60 + 30],
  ['15時30分 5秒', 15 * 60 + 30],
  ['下午3點半', 15 * 60 + 30],
])('the typed time %j is minute %d of its day', (typed, minute) => {
  expect(minuteOfDay(typed)).toBe(minute);
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
  'at 9',
  '9 or so',
  'at 下午 3:30',
  '下午 15:30',
  '3:30 下午',
  '3:30下午',
  'pm3:30',
  '15:30:60',
  '15:30:5',
  '15時60分',
  '15時30分60秒',
  '24時',
  '於15時',
  '15時許',
  '15時30分45',
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

test('a day begins at midnight, also one that is so many days later', () => {
  const afternoonMs = new Date(2026, 10, 30, 15, 4, 5, 6).getTime();
  expect(dayOf(afternoonMs)).toBe(new Date(2026, 10, 30).getTime());
  expect(dayOf(afternoonMs, 2)).toBe(new Date(2026, 11, 2).getTime());
  expect(momentOf(dayOf(afternoonMs), 9 * 60 + 7)).toBe(new Date(2026, 10, 30, 9, 7).getTime());
});

test('the clock showed a time of day last today, or yesterday while today’s is still to come', () => {
  const nowMs = new Date(2026, 10, 23, 18).getTime();
  expect(lastTimeOfDayMs(18 * 60, nowMs)).toBe(nowMs);
  expect(lastTimeOfDayMs(6 * 60, nowMs)).toBe(new Date(2026, 10, 23, 6).getTime());
  expect(lastTimeOfDayMs(18 * 60 + 1, nowMs)).toBe(new Date(2026, 10, 22, 18, 1).getTime());
});

test('a promised time that is over twelve hours ago is meant for tomorrow', () => {
  const nowMs = new Date(2026, 10, 23, 18).getTime();
  expect(promisedMoment(6 * 60, nowMs)).toBe(new Date(2026, 10, 23, 6).getTime());
  expect(promisedMoment(6 * 60 - 1, nowMs)).toBe(new Date(2026, 10, 24, 5, 59).getTime());
  expect(promisedMoment(23 * 60, nowMs)).toBe(new Date(2026, 10, 23, 23).getTime());
});
