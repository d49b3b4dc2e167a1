import { describe, expect, test } from 'vitest';
import { speechOf } from '../../../../core/text/language.ts';
import fc from 'fast-check';
import { cleanText, isPlainText } from '../../../../core/text/safe-text.ts';
import { morningMinute, nextTimeOfDayMs } from '../../../../core/text/time-of-day.ts';

describe('the language of this computer', () => {
  test.each([
    ['zh-TW', 'zh-Hant', 'zh-Hant-TW'],
    ['zh-HK', 'zh-Hant', 'zh-Hant-HK'],
    ['zh-Hant', 'zh-Hant', 'zh-Hant-TW'],
    ['zh_HK.UTF-8', 'zh-Hant', 'zh-Hant-HK'],
    ['zh-CN', 'en', 'en'],
    ['zh', 'en', 'en'],
    ['en-GB', 'en', 'en'],
    ['de', 'en', 'en'],
    ['C', 'en', 'en'],
    ['', 'en', 'en'],
  ])('%j is spoken to in %s, written as in %s', (system, language, locale) => {
    expect(speechOf('system', system)).toEqual({ language, locale });
  });
});

test('a choice goes before the computer, whose region is kept where it is the same language', () => {
  expect(speechOf('en', 'zh-TW')).toEqual({ language: 'en', locale: 'en' });
  expect(speechOf('zh-Hant', 'en-US')).toEqual({ language: 'zh-Hant', locale: 'zh-Hant' });
  expect(speechOf('zh-Hant', 'zh-HK')).toEqual({ language: 'zh-Hant', locale: 'zh-Hant-HK' });
});

const roomy = 10_000;

test('a text that counts as plain needs no cleaning', () => {
  const awkward = fc.constantFrom(
    'a',
    ' ',
    '\u00a0',
    '\n',
    '\t',
    '\u001b',
    '\u0085',
    '\ud83d',
    '義',
  );
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: awkward }));
  fc.assert(
    fc.property(text, (raw) => {
      fc.pre(isPlainText(raw));
      expect(cleanText(raw, roomy)).toBe(raw);
    }),
    { numRuns: 5000 },
  );
});

test.each(['pending', 'Nguyễn Thị Hồng', '九龍 彌敦道132號', 'a\u202eb', ''])(
  '%j is plain',
  (text) => {
    expect(isPlainText(text)).toBe(true);
  },
);

test('tomorrow is the next six in the morning, on whatever day the clock is changed', () => {
  const moment = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2027, 0, 1) });
  fc.assert(
    fc.property(moment, (nowMs) => {
      const six = new Date(nextTimeOfDayMs(morningMinute, nowMs));
      const hoursAhead = (six.getTime() - nowMs) / 3_600_000;
      expect([six.getHours(), six.getMinutes()]).toEqual([6, 0]);
      expect(hoursAhead).toBeGreaterThan(0);
      expect(hoursAhead).toBeLessThanOrEqual(25);
    }),
  );
});

test('a time of day comes next today, or tomorrow once it has passed', () => {
  const noonMs = new Date(2026, 10, 21, 12, 0).getTime();
  const next = (minute: number) => new Date(nextTimeOfDayMs(minute, noonMs));
  expect(next(12 * 60 + 1)).toEqual(new Date(2026, 10, 21, 12, 1));
  expect(next(12 * 60)).toEqual(new Date(2026, 10, 22, 12, 0));
  expect(next(30)).toEqual(new Date(2026, 10, 22, 0, 30));
});
