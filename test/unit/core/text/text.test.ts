import { describe, expect, test } from 'vitest';
import { speechOf } from '../../../../core/text/language.ts';
import fc from 'fast-check';
import { doubledKey } from '../../../../core/text/json-keys.ts';
import { isLoopbackHost } from '../../../../core/text/loopback.ts';
import { cleanLine, cleanText, isPlainText, safeSnippet } from '../../../../core/text/safe-text.ts';
import { wordAtEnd, withoutEnd } from '../../../../core/text/text-ends.ts';
import { isTimeZone } from '../../../../core/text/time-zone.ts';
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
    ['ko-Hant', 'en', 'en'],
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
    { numRuns: 500 },
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

describe('a text that is kept', () => {
  test('loses every control but tabs and line feeds, and nothing else', () => {
    for (let code = 0; code < 0x200; code += 1) {
      const letter = String.fromCharCode(code);
      const isControl = code < 0x20 || (code >= 0x7f && code < 0xa0);
      const kept = letter === '\r' ? '\n' : isControl && !/[\t\n]/.test(letter) ? '' : letter;
      expect(cleanText(`a${letter}b`, roomy)).toBe(`a${kept}b`);
      expect(isPlainText(`a${letter}b`)).toBe(!isControl);
    }
    expect(cleanText('a\r\nb\rc', roomy)).toBe('a\nb\nc');
  });

  test('is well formed and has no blanks at its ends', () => {
    expect(cleanText(' \n a\ud83db \t', roomy)).toBe('a\ufffdb');
    for (const text of ['\ud83d', '\udc00', ' a', 'a ', 'a\u00a0']) {
      expect(isPlainText(text)).toBe(false);
    }
  });

  test('is cut behind a letter as a person counts it', () => {
    const family = '👨‍👩‍👧';
    expect(cleanText('abc', 3)).toBe('abc');
    expect(cleanText('abcd', 3)).toBe('abc');
    expect(cleanText(`${family}${family}${family}`, 2)).toBe(`${family}${family}`);
    expect(cleanText('ab cd', 3)).toBe('ab');
    expect(cleanText('義'.repeat(9), 9)).toBe('義'.repeat(9));
  });

  test('does not grow by marks that are stacked on its letters', () => {
    const stacked = `a${'\u0301'.repeat(100)}`;
    expect(cleanText(stacked, 2)).toHaveLength(16);
    expect(cleanText(`x${stacked}`, 2)).toBe('x');
    expect(cleanText(`e\u0301${'e\u0301'.repeat(9)}`, 5)).toBe('e\u0301'.repeat(5));
    expect(cleanText('\u{1F600}'.repeat(9), 1)).toBe('\u{1F600}');
  });

  test('is looked for in the beginning of a long one alone', () => {
    expect(cleanText(`${'\u0000'.repeat(63)}x`, 2)).toBe('x');
    expect(cleanText(`${'\u0000'.repeat(64)}x`, 2)).toBe('');
  });
});

test('a line has one blank where the text has several, a tab or a line end', () => {
  expect(cleanLine(' a \t b\r\n\n c\u2028d\u2029\u3000e ', roomy)).toBe('a b c d e');
  expect(cleanLine('ab cd', 3)).toBe('ab');
});

describe('a text inside a sentence of ours', () => {
  test('cannot turn the words around it', () => {
    const marks = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';
    for (const mark of marks) {
      expect(safeSnippet(`a${mark}b`, roomy)).toBe('ab');
    }
    expect(safeSnippet('a\u200bb\u2029c\u202fd', roomy)).toBe('a\u200bb c d');
  });

  test.each(['محمد', 'שלום', 'ܫܠܡܐ', 'ދިވެހި', 'Ho محمد'])('is isolated: %s', (text) => {
    expect(safeSnippet(text, roomy)).toBe(`\u2068${text}\u2069`);
  });

  test('is on one line and cut', () => {
    expect(safeSnippet('ab\ncdef', 5)).toBe('ab cd');
  });
});

test('an end is taken off mark by mark, and a word stands behind the last border', () => {
  expect(withoutEnd('a, b ,, ', /[ ,]/)).toBe('a, b');
  expect(withoutEnd(' ,', /[ ,]/)).toBe('');
  expect(withoutEnd('ab', /[ ,]/)).toBe('ab');
  expect(wordAtEnd('a b,cd', /[ ,]/)).toBe('cd');
  expect(wordAtEnd('cd', /[ ,]/)).toBe('cd');
  expect(wordAtEnd('cd,', /[ ,]/)).toBe('');
});

test.each([
  ['{"a":1,"b":2}', null],
  ['{"a":1,"b":2,"a":3}', 'a'],
  [String.raw`{"a":1,"\u0061":2}`, 'a'],
  ['{"a":{"a":1}}', null],
  ['{"a":{"b":1},"b":2}', null],
  ['{"x":{"a":1},"a":2,"a":3}', 'a'],
  ['{"x":[{"a":1},{"a":1}],"a":2}', null],
  ['{"a":[1,{"b":2}],"a":3}', 'a'],
  ['{"x":{"a":1,"a":2}}', 'a'],
  ['{"a":"b","b":"a"}', null],
  [String.raw`{"a":"{\"b\":1,\"b\":2}"}`, null],
  [String.raw`{"a\"":1,"a":2}`, null],
  [String.raw`{"a\\":1,"a\\":2}`, 'a\\'],
  ['["a","a"]', null],
  ['"a"', null],
])('in %s the key that stands twice is %j', (json, key) => {
  expect(doubledKey(json)).toBe(key);
});

test.each([
  ['localhost', true],
  ['demo.localhost', true],
  ['127.0.0.1', true],
  ['127.255.0.254', true],
  ['[::1]', true],
  ['localhost.evil.example', false],
  ['evil-localhost', false],
  ['127.0.0.1.evil.example', false],
  ['evil127.0.0.1', false],
  ['127.0.1', false],
  ['128.0.0.1', false],
  ['[::2]', false],
])('the host %s is this computer itself: %s', (host, isOwn) => {
  expect(isLoopbackHost(host)).toBe(isOwn);
});

test.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Moon/Tycho', false],
  ['', false],
])('%j is a time zone: %s', (name, isOne) => {
  expect(isTimeZone(name)).toBe(isOne);
});
