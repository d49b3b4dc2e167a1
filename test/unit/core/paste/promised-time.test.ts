import { expect, test } from 'vitest';
import { isPlainTime, readPromisedTime } from '../../../../core/paste/promised-time.ts';

/** Monday, 23 November 2026, 14:00 by this computer's clock. */
const nowMs = new Date(2026, 10, 23, 14).getTime();

test.each([
  ['15:30', [2026, 10, 23, 15, 30]],
  ['1530', [2026, 10, 23, 15, 30]],
  ['3:30 pm', [2026, 10, 23, 15, 30]],
  ['下午 3:30', [2026, 10, 23, 15, 30]],
  ['１５：３０', [2026, 10, 23, 15, 30]],
  ['15:30:00', [2026, 10, 23, 15, 30]],
  ['下午 03:30:00', [2026, 10, 23, 15, 30]],
  ['13:00', [2026, 10, 23, 13]],
  ['01:30', [2026, 10, 24, 1, 30]],
  ['2026-11-24T09:05', [2026, 10, 24, 9, 5]],
  ['2026-11-24 09:05:59.123', [2026, 10, 24, 9, 5]],
  ['2026/11/24 9:05', [2026, 10, 24, 9, 5]],
  ['2026.11.24 9:05', [2026, 10, 24, 9, 5]],
] as const)('the promised time %j is one of this computer’s clock', (text, parts) => {
  const [year, month, day, hour, minute = 0] = parts;
  const atMs = new Date(year, month, day, hour, minute).getTime();
  expect(readPromisedTime(text, nowMs)).toEqual({ text, atMs });
});

test.each([
  ['2026-11-24T09:05Z', '2026-11-24T09:05Z'],
  ['2026-11-24T09:05:30+08:00', '2026-11-24T01:05Z'],
  ['2026-11-24 09:05 -0330', '2026-11-24T12:35Z'],
])('the offset of %j counts', (text, utc) => {
  expect(readPromisedTime(text, nowMs)?.atMs).toBe(Date.parse(utc));
});

test.each([
  '23/11/2026 15:30',
  '11/23/2026 15:30',
  '24.11. 15:30',
  '2026-11-24',
  '2026-02-30 09:00',
  '2026-13-01 09:00',
  '2026-11-24 25:00',
  '2026-11/24 09:00',
  '2126-11-24 09:00',
  'half past three',
  '0.6458333',
  '15:30 or so',
])('the time %j is kept as written and never guessed', (text) => {
  expect(readPromisedTime(text, nowMs)).toEqual({ text, atMs: null });
});

test('a text that is no time is cut and stands on one line; an empty one is none', () => {
  expect(readPromisedTime(' \n\t', nowMs)).toBeNull();
  expect(readPromisedTime(`a\u0007b\nc${'x'.repeat(100)}`, nowMs)?.text).toBe(
    `ab c${'x'.repeat(36)}`,
  );
});

test.each([
  ['15:30', true],
  ['3:05', true],
  ['１５：３０', true],
  ['2026-11-23T14:01', true],
  ['2026-11-23T14:00', false],
  ['2026-11-22T15:30', false],
  ['15:30:12', false],
  ['1530', false],
  ['9', false],
  ['25:30', false],
  ['2026-11-24', false],
])('without a header %j is taken for a promised time: %s', (cell, isTime) => {
  expect(isPlainTime(cell, nowMs)).toBe(isTime);
});
