import { describe, expect, test } from 'vitest';
import {
  ageText,
  clockText,
  currencyCode,
  dateText,
  distanceText,
  unitText,
  durationText,
  endText,
  momentText,
  moneyText,
  shortId,
  signedMoneyText,
  twoMoments,
} from '../../../../core/order/format.ts';
import { noonMs, sampleId } from './order-samples.ts';

/** Tests read better with ordinary blanks; that they are no-break ones is a test of its own. */
const plain = (text: string): string => text.replaceAll('\u00A0', ' ');

test('numbers and units are joined by a no-break space', () => {
  expect(distanceText(120, 'en')).toBe('120\u00A0m');
  expect(durationText(3_900_000, 'en')).toBe('65\u00A0min');
  expect(ageText(0, 20_000, 'en')).toBe('20\u00A0s ago');
});

test('every English has the short units, also where its region writes “mins”', () => {
  expect(plain(durationText(14 * 60_000, 'en-GB'))).toBe('14 min');
});

test.each([
  [0, '0 m'],
  [119.6, '120 m'],
  [999.4, '999 m'],
  [999.5, '1.0 km'],
  [1234, '1.2 km'],
  [12_345, '12.3 km'],
])('%d m is %s', (meters, text) => {
  expect(plain(distanceText(meters, 'en'))).toBe(text);
});

test.each([
  [-5, '0 s'],
  [20_000, '20 s'],
  [59_400, '59 s'],
  [60_000, '1 min'],
  [61 * 60_000, '61 min'],
  [120 * 60_000, '2 h'],
  [99 * 60_000, '99 min'],
  [100 * 60_000, '1 h 40 min'],
  [125 * 60_000, '2 h 5 min'],
  [24 * 3_600_000 - 60_000, '23 h 59 min'],
  [24 * 3_600_000, '1 d'],
  [76 * 3_600_000, '3 d 4 h'],
])('%d ms is %s', (ms, text) => {
  expect(plain(durationText(ms, 'en'))).toBe(text);
});

describe('ages', () => {
  const zone = 'Asia/Hong_Kong';
  test.each([
    [-60_000, '0 s ago'],
    [3000, '3 s ago'],
    [59_999, '59 s ago'],
    [60_000, '1 min ago'],
    [59 * 60_000, '59 min ago'],
    [60 * 60_000, '19:00'],
    [24 * 3_600_000, '20 Nov 2025'],
  ])('%d ms old is %s', (agoMs, text) => {
    expect(plain(ageText(noonMs - agoMs, noonMs, 'en-GB', zone))).toBe(text);
  });

  test('on a day of twenty-five hours what is a day old has a date', () => {
    const atMs = Date.UTC(2025, 9, 25, 22, 10);
    const ageAfter = (hours: number) =>
      ageText(atMs, atMs + hours * 3_600_000, 'en-GB', 'Europe/Berlin');
    expect([ageAfter(23), ageAfter(24)]).toEqual(['00:10', '26 Oct 2025']);
  });

  test('a day of the week stands with its date', () => {
    expect(dateText(noonMs, 'en-GB', zone)).toMatch(/^Fri,? 21 Nov$/);
  });

  test('yesterday evening has a date, however few hours ago it was', () => {
    const nowMs = Date.UTC(2025, 10, 21, 17); // 01:00 in Hong Kong
    expect(ageText(nowMs - 2 * 3_600_000, nowMs, 'en-GB', zone)).toBe('21 Nov 2025');
    expect(clockText(nowMs - 2 * 3_600_000, 'en-GB', zone)).toBe('23:00');
  });
});

describe('a moment', () => {
  const zone = 'Asia/Hong_Kong';
  const nowMs = Date.UTC(2026, 10, 21, 6, 31); // 14:31 in Hong Kong
  test.each([
    [nowMs - 14 * 3_600_000, '00:31'],
    [nowMs - 15 * 3_600_000, '20 Nov, 23:31'],
    [nowMs + 9 * 3_600_000, '23:31'],
    [nowMs + 24 * 3_600_000, '22 Nov, 14:31'],
  ])('of another day, past or to come, has its date: %d is %s', (atMs, text) => {
    expect(momentText(atMs, nowMs, 'en-GB', zone)).toBe(text);
  });

  test('is written as the language does', () => {
    expect(momentText(nowMs + 86_400_000, nowMs, 'zh-Hant-HK', zone)).toBe('11月22日 14:31');
  });
});

test.each([
  [24 * 3_600_000 - 1, '11:59'],
  [24 * 3_600_000, '22 Nov, 12:00'],
])('what ends in %d ms ends at %s', (inMs, text) => {
  expect(endText(noonMs + inMs, noonMs, 'en-GB', 'UTC')).toBe(text);
});

test('two times have their seconds within one minute, and their days on two days', () => {
  const earlierAtMs = noonMs - 5000;
  expect(twoMoments(earlierAtMs, noonMs, 'en', 'UTC')).toEqual(['11:59', '12:00']);
  expect(twoMoments(noonMs, noonMs + 5000, 'en', 'UTC')).toEqual(['12:00:00', '12:00:05']);
  expect(twoMoments(noonMs - 24 * 3_600_000, noonMs, 'en', 'UTC')).toEqual([
    'Nov 20, 12:00',
    '12:00',
  ]);
});

describe('money', () => {
  test.each([
    [{ amount: 86, currency: 'HKD' }, 'major', 'HK$86.00'],
    [{ amount: 8600, currency: 'HKD' }, 'minor', 'HK$86.00'],
    [{ amount: 860, currency: 'JPY' }, 'minor', '¥860'],
    [{ amount: 8600, currency: 'KWD' }, 'minor', 'KWD 8.600'],
    [{ amount: 86, currency: null }, 'major', '86'],
    [{ amount: 8600, currency: null }, 'minor', '8,600'],
    [{ amount: 86.126, currency: null }, 'major', '86.13'],
    [{ amount: -5, currency: 'HKD' }, 'major', '-HK$5.00'],
    [{ amount: 8600, currency: 'HKD' }, 'raw', 'HKD 8600'],
    [{ amount: 86.125, currency: 'JPY' }, 'raw', 'JPY 86.125'],
    [{ amount: 8600, currency: null }, 'raw', '8600'],
  ] as const)('%j in %s units is %s', (money, unit, text) => {
    expect(plain(moneyText(money, unit, 'en'))).toBe(text);
  });

  test('a change carries its sign', () => {
    expect(signedMoneyText({ amount: 12, currency: 'HKD' }, 'major', 'en')).toBe('+HK$12.00');
    expect(signedMoneyText({ amount: -12, currency: 'HKD' }, 'major', 'en')).toBe('-HK$12.00');
    expect(signedMoneyText({ amount: 0, currency: 'HKD' }, 'major', 'en')).toBe('HK$0.00');
    expect(signedMoneyText({ amount: 12, currency: null }, 'major', 'en')).toBe('+12');
  });

  test('a locale of the environment is the one of its name', () => {
    expect(moneyText({ amount: 5, currency: 'EUR' }, 'major', 'de_DE.UTF-8')).toBe('5,00\u00A0€');
  });

  test.each(['C', 'en_US.UTF-8', '', 'not a locale'])('locale %j does not throw', (locale) => {
    expect(moneyText({ amount: 1, currency: 'HKD' }, 'major', locale)).toContain('1.00');
  });
});

test('the short form of a uuid is its first eight digits', () => {
  expect(shortId(sampleId)).toBe('3f2b8c1e');
});

describe('in Traditional Chinese', () => {
  const locale = 'zh-Hant';
  test('units, ages and money are those of Intl, joined by a no-break space', () => {
    expect(distanceText(120, locale)).toBe('120\u00A0公尺');
    expect(distanceText(1240, locale)).toBe('1.2\u00A0公里');
    expect(durationText(20_000, locale)).toBe('20\u00A0秒');
    expect(durationText(125 * 60_000, locale)).toBe('2\u00A0小時\u00A05\u00A0分鐘');
    expect(ageText(0, 3000, locale)).toBe('3\u00A0秒前');
    expect(ageText(0, 14 * 60_000, locale)).toBe('14\u00A0分鐘前');
  });

  test('Hong Kong has its own words', () => {
    expect(distanceText(120, 'zh-Hant-HK')).toBe('120\u00A0米');
    expect(['en', 'zh-Hant', 'zh-Hant-HK'].map((each) => unitText('meter', each))).toEqual([
      'm',
      '公尺',
      '米',
    ]);
    expect(durationText(76 * 3_600_000, 'zh-Hant-HK')).toBe('3\u00A0日\u00A04\u00A0小時');
  });
});

test.each([
  ['HKD', true],
  ['HKDX', false],
  ['XHKD', false],
  ['HK$', false],
])('that %j is a currency is %s', (word, isCode) => {
  expect(currencyCode.test(word)).toBe(isCode);
});
