import { expect, test } from 'vitest';
import {
  isPlainTime,
  readPromisedTime,
  zoneOfColumn,
} from '../../../../core/paste/promised-time.ts';

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
  ['0.5', [2026, 10, 23, 12]],
  ['0.6458333', [2026, 10, 23, 15, 30]],
  [',25', [2026, 10, 23, 6]],
  ['0.0007', [2026, 10, 24, 0, 1]],
  ['15時30分', [2026, 10, 23, 15, 30]],
  ['下午3點半', [2026, 10, 23, 15, 30]],
  ['16点', [2026, 10, 23, 16]],
  ['16點整', [2026, 10, 23, 16]],
  ['2026-11-24 3:30 PM', [2026, 10, 24, 15, 30]],
  ['2026/11/24 下午 03:30', [2026, 10, 24, 15, 30]],
  ['2026-11-24, 15:30', [2026, 10, 24, 15, 30]],
  ['20261124T1530', [2026, 10, 24, 15, 30]],
  ['20261124 153000', [2026, 10, 24, 15, 30]],
  ['2026年11月24日 下午3:30', [2026, 10, 24, 15, 30]],
  ['2026 年 11 月 24 日15時30分20秒', [2026, 10, 24, 15, 30]],
  ['2026年11月24日（二）15:30', [2026, 10, 24, 15, 30]],
  ['2026/11/24 星期二 15:30', [2026, 10, 24, 15, 30]],
  ['24 Nov 2026 15:30', [2026, 10, 24, 15, 30]],
  ['24/11/2026 15:30', [2026, 10, 24, 15, 30]],
  ['24.11.2026, 下午3:30', [2026, 10, 24, 15, 30]],
  ['13-12-2026 15:30', [2026, 11, 13, 15, 30]],
  ['11/24/2026 3:30 PM', [2026, 10, 24, 15, 30]],
  ['12/13/2026 15:30', [2026, 11, 13, 15, 30]],
  ['12/12/2026 15:30', [2026, 11, 12, 15, 30]],
  ['24-Nov-2026 3:30 p.m.', [2026, 10, 24, 15, 30]],
  ['Nov 24, 2026, 3:30 PM', [2026, 10, 24, 15, 30]],
  ['November 24 2026 15:30', [2026, 10, 24, 15, 30]],
  ['24 Sept. 2026 15:30', [2026, 8, 24, 15, 30]],
] as const)('the promised time %j is one of this computer’s clock', (text, parts) => {
  const [year, month, day, hour, minute = 0] = parts;
  const atMs = new Date(year, month, day, hour, minute).getTime();
  expect(readPromisedTime(text, nowMs)).toEqual({ text, atMs });
});

test.each([
  ['2026-11-24T09:05Z', '2026-11-24T09:05Z'],
  ['2026-11-24T09:05:30+08:00', '2026-11-24T01:05Z'],
  ['2026-11-24 09:05 -0330', '2026-11-24T12:35Z'],
  ['2026-11-24T15:30:00.123456+08:00', '2026-11-24T07:30Z'],
  ['2026-11-24T15:30+08:59', '2026-11-24T06:31Z'],
  ['2026-11-24 11:00-1200', '2026-11-24T23:00Z'],
  ['2026-11-24 3:30 p.m. +0800', '2026-11-24T07:30Z'],
  ['2026-11-24 下午3點半 UTC+8', '2026-11-24T07:30Z'],
  ['2026-11-24  15:30   UTC+8 ', '2026-11-24T07:30Z'],
  ['2026-11-24 07:30:00 UTC', '2026-11-24T07:30Z'],
  ['2026-11-24 07:30 GMT', '2026-11-24T07:30Z'],
  ['2026-11-24 15:30 HKT', '2026-11-24T07:30Z'],
  ['2026-11-24 15:30 (HKT)', '2026-11-24T07:30Z'],
  ['2026-11-24 15:30 SGT', '2026-11-24T07:30Z'],
  ['2026-11-24 15:30 JST', '2026-11-24T06:30Z'],
  ['2026-11-24 15:30 (KST)', '2026-11-24T06:30Z'],
  ['2026-11-24 3:30 PM UTC+8', '2026-11-24T07:30Z'],
  ['20261124T073000Z', '2026-11-24T07:30Z'],
  ['20261124T153000+0800', '2026-11-24T07:30Z'],
  ['2026-11-24T15:30+14', '2026-11-24T01:30Z'],
  ['2026-11-24T15:30+13:59', '2026-11-24T01:31Z'],
  ['2026-11-24 11:00 -1200', '2026-11-24T23:00Z'],
  ['2026-11-24 11:00+12:00', '2026-11-23T23:00Z'],
  ['2026-11-24T11:00-11:00', '2026-11-24T22:00Z'],
  ['Tue, 24 Nov 2026 15:30:00 +0800', '2026-11-24T07:30Z'],
  ['15:30 UTC', '2026-11-23T15:30Z'],
  ['07:30Z', '2026-11-23T07:30Z'],
  ['3:30 pm UTC+8', '2026-11-23T07:30Z'],
  ['/Date(1795505400000)/', '2026-11-24T07:30Z'],
  ['/Date(1795505400000+0800)/', '2026-11-24T07:30Z'],
  ['1795505400', '2026-11-24T07:30Z'],
  ['1795505400000', '2026-11-24T07:30Z'],
])('the offset of %j counts', (text, utc) => {
  expect(readPromisedTime(text, nowMs)?.atMs).toBe(Date.parse(utc));
});

test.each([
  '24.11. 15:30',
  '2026-11-24',
  '2026-02-30 09:00',
  '2026-11-00 09:00',
  '2026-11-24 CST 15:30',
  'x1795505400',
  '1795505400 or so',
  '2026-13-01 09:00',
  '2026-11-24 25:00',
  '2026-11/24 09:00',
  '2126-11-24 09:00',
  'half past three',
  '15:30 or so',
  '15.5',
  '0.5 of it',
  'by 2026-11-24 15:30',
  'by 20261124 1530',
  'by 2026年11月24日 15:30',
  'by 24 Nov 2026 15:30',
  'by Nov 24, 2026 15:30',
  'on Tue, 24 Nov 2026 15:30',
  '2026-11-24 at (二) 15:30',
  '31 Nov 2026 15:30',
  '12/11/2026 15:30',
  '11/12/2026 15:30',
  '31/11/2026 15:30',
  '13/13/2026 15:30',
  '0/13/2026 15:30',
  '24/11-2026 15:30',
  '24/11/2026',
  '1969-11-24 15:30',
  '2100-01-01 00:00Z',
  '/Date(1795505400000)/ or so',
  'x/Date(1795505400000)/',
  '2026-11-24 15:30 (HKT) or so',
  '2026-11-24 15 UTC+8',
  '1530 +08',
  '0.99999',
  '1.0',
  '1:5',
  '15:30:60',
  '15:60:00',
  '下午三點',
  '2026-11-24 15:30:75',
  '2026-11-24T15:30+15:00',
  '2026-11-24T15:30+08:60',
  '2026-11-24 11:00-12:00',
  '11:00-12:00',
  '2026-11-24 15:30 CST',
  '2026-11-24 15',
  '20261124',
  '20261124 930',
  'Mon, 24 Nov 2026 15:30',
  '2026年11月24日（三）15:30',
  '24 Smarch 2026 15:30',
  '30 Feb 2026 15:30',
  '11月24日 15:30',
  '555-0123',
  '1595505400',
  '12345678901',
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
  ['2026-11-22T15:30', true],
  ['3:05 pm', true],
  ['3:05pm', true],
  [' 15:30 ', true],
  ['下午3:05', true],
  ['0.5', false],
  ['15:30:12', false],
  ['1530', false],
  ['9', false],
  ['25:30', false],
  ['2026-11-24', false],
])('without a header %j is taken for a promised time: %s', (cell, isTime) => {
  expect(isPlainTime(cell)).toBe(isTime);
});

test.each([
  ['Promised time (HKT)', 480],
  ['ETA [UTC]', 0],
  ['ETA (JST)', 540],
  ['due（GMT-3:30）', -210],
  ['ETA (UTC time)', 0],
  ['Due (24h, HKT)', 480],
  ['Due (HKT, UTC+8)', 480],
  ['預計送達（UTC時間）', 0],
  ['due (old)', null],
  ['due (must)', 'unknown'],
  ['due (24h)', null],
  ['due (start)', null],
  ['due (DATE)', null],
  ['due (out/in)', null],
  ['due (before 8)', null],
  ['due (EST', null],
  ['due (EST) 2', null],
  ['ETA （UTC+8）', 480],
  ['ETA (utc 08:00)', 'unknown'],
  ['ETA (GMT8)', 'unknown'],
  ['ETA (gmt+99)', 'unknown'],
  ['ETA (WIB)', 'unknown'],
  ['ETA (24h, WITA)', 'unknown'],
  ['ETA (asia/tokyo)', 'unknown'],
  ['ETA (Indian/Maldives)', 'unknown'],
  ['ETA (US/Eastern)', 'unknown'],
  ['ETA (in eastern time)', 'unknown'],
  ['ETA (British Summer Time)', 'unknown'],
  ['due (HH:MM)', null],
  ['due (local time)', null],
  ['UTC', null],
  ['EST', null],
  ['ETA (EST)', 'unknown'],
  ['ETA EST', 'unknown'],
  ['ETA HKT', 480],
  ['Promised_at UTC', 0],
  ['DUE AT', null],
  ['Label EST', null],
  ['ETA [PST]', 'unknown'],
  ['預計送達（CST）', 'unknown'],
  ['ETA (ET)', 'unknown'],
  ['ETA (pt)', 'unknown'],
  ['ETA (bst)', 'unknown'],
  ['ETA (AEDT)', 'unknown'],
  ['ETA (MSK)', 'unknown'],
  ['ETA (EST time)', 'unknown'],
  ['ETA (HKT/JST)', 'unknown'],
  ['ETA (UTC+25)', 'unknown'],
  ['ETA (UTC 8)', 'unknown'],
  ['ETA (America/New_York)', 'unknown'],
  ['ETA (Pacific Time)', 'unknown'],
])('the name %j says of what zone a column is, in minutes ahead of UTC: %s', (name, zone) => {
  expect(zoneOfColumn(name)).toBe(zone);
});

/** The moment of a time in a column that is eight hours ahead, in the night of Hong Kong. */
function inColumn(text: string): number | null | undefined {
  return readPromisedTime(text, Date.parse('2026-11-23T20:00Z'), 480)?.atMs;
}

/** The moment of a time as it is read at six in the afternoon, UTC. */
function atSix(text: string): number | null | undefined {
  return readPromisedTime(text, Date.parse('2026-11-23T18:00Z'))?.atMs;
}

test('times of a column with a zone are of that zone, unless one has its own', () => {
  expect(inColumn('2026-11-24 15:30')).toBe(Date.parse('2026-11-24T07:30Z'));
  expect(inColumn('2026-11-24 15:30Z')).toBe(Date.parse('2026-11-24T15:30Z'));
  expect(inColumn('05:00')).toBe(Date.parse('2026-11-23T21:00Z'));
  expect(inColumn('15:30')).toBe(Date.parse('2026-11-24T07:30Z'));
  expect(inColumn('16:30')).toBe(Date.parse('2026-11-24T08:30Z'));
});

test('a time of day that is over twelve hours ago in its zone is meant for tomorrow', () => {
  expect(atSix('06:00Z')).toBe(Date.parse('2026-11-23T06:00Z'));
  expect(atSix('05:59Z')).toBe(Date.parse('2026-11-24T05:59Z'));
});

test('what is longer than any time is cut only in what is shown of it', () => {
  const text = 'Tue Nov 24 2026 15:30:00 GMT+0800 (Hong Kong Standard Time)';
  expect(readPromisedTime(text, nowMs)).toEqual({
    text: text.slice(0, 40).trim(),
    atMs: Date.parse('2026-11-24T07:30Z'),
  });
});
