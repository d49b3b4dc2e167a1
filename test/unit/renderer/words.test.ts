import { describe, expect, test } from 'vitest';
import { type Language, languages } from '../../../core/language.ts';
import { firstSpeech, wordsIn } from '../../../renderer/text/words.ts';

/** Every text of a dictionary by its path; functions are called with samples. */
function textsOf(node: unknown, path: string): readonly (readonly [path: string, text: string])[] {
  if (typeof node === 'string') return [[path, node]];
  if (typeof node === 'function') return spoken(node, path);
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, below]) => textsOf(below, `${path}.${name}`));
}

/** Counts and pieces of text alike: a dictionary does nothing with them but write them down. */
function spoken(say: unknown, path: string): readonly (readonly [string, string])[] {
  if (
    typeof say !== 'function' ||
    /\.outcome$|\.problem$|\.rejections$|\.listening\.listening$/.test(path)
  )
    return [];
  return [1, 24, '八'].flatMap((sample) => {
    const given = Array.from({ length: say.length }, () => sample);
    const text: unknown = Reflect.apply(say, undefined, given);
    return typeof text === 'string' ? [[path, text.replaceAll('NaN', '0')] as const] : [];
  });
}

const chinese = textsOf(wordsIn['zh-Hant'], 'zhHant');

/** States of the diagnosis that are told by nothing, and a view that explains itself elsewhere. */
const meantEmpty = /\.states\.fact$|\.emptyViews\.all\.body$/;

const paths = (language: Language) => [
  ...new Set(textsOf(wordsIn[language], '').map(([path]) => path)),
];

describe('the words of the window', () => {
  test.each(languages)('none is empty in %s', (language) => {
    const empty = textsOf(wordsIn[language], language).filter(
      ([path, text]) => text.trim() === '' && !meantEmpty.test(path),
    );
    expect(empty).toEqual([]);
  });

  test('both languages have the same texts', () => {
    expect(paths('zh-Hant').toSorted()).toEqual(paths('en').toSorted());
  });
});

/** What is written in Latin letters in Chinese too: names, units of screens, addresses, file types. */
const names = [
  'cloudflared tunnel --url http://127.0.0.1:',
  'hooks.example.com { reverse_proxy 127.0.0.1:',
  'location /hooks/ { proxy_pass http://127.0.0.1:',
  '; proxy_set_header Host $host; }',
  'https://hooks.example.com',
  'socks5://host:port',
  'http://127.0.0.1:',
  'HMAC-SHA256',
  'x-signature',
  'cloudflared',
  'Webhook Url',
  '/hooks/',
  'http://',
  'https://',
  'base64',
  'nginx',
  'Caddy',
  'POST',
  'HTTP',
  'JSON',
  'IP',
  'Accept-Language: zh-HK',
  'HTTPS_PROXY',
  'NO_PROXY',
  'https://api.example.com',
  'https://host:port',
  'http://host:port',
  'GNOME Keyring',
  'KWallet',
  'Waybell',
  'Webhook',
  'English',
  'Control',
  'Command',
  'Escape',
  'Linux',
  'Bearer',
  'Ctrl',
  'Alt',
  '{uuid}',
  'uuid',
  'HK$',
  'HKD',
  'PEM',
  'MB',
  'ID',
  'px',
  '.txt',
  '.csv',
  '.json',
  '.eml',
  'J、K、R、M',
  'a 到 f',
  'zh-Hant',
];

const longestFirst = names.toSorted((one, other) => other.length - one.length);
const withoutNames = (text: string) =>
  longestFirst.reduce((left, name) => left.replaceAll(name, '名'), text);

describe('Traditional Chinese', () => {
  test('no English is left but names', () => {
    expect(chinese.filter(([, text]) => /[A-Za-z]/.test(withoutNames(text)))).toEqual([]);
  });

  test('punctuation between Chinese is Chinese', () => {
    expect(chinese.filter(([, text]) => /(?!八)\p{Script=Han}[,.;:?!()]/u.test(text))).toEqual([]);
  });

  test('a blank stands between Chinese and letters or digits', () => {
    const touching = /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u;
    // Lengths of time and ages end in Chinese; with a bare number in their place nothing can be said.
    const bare = /(?:^|\D)(?:1|24)(?:\D|$)/;
    const found = chinese.filter(([, text]) => touching.test(text) && !bare.test(text));
    expect(found).toEqual([]);
  });

  test('every character is one of Big5, so none is Simplified Chinese', () => {
    const known = big5Characters();
    const strange = chinese.flatMap(([, text]) =>
      (text.match(/\p{Script=Han}/gu) ?? []).filter((each) => !known.has(each)),
    );
    expect(known.size).toBeGreaterThan(13_000);
    expect(strange).toEqual([]);
  });
});

/** The characters of Traditional Chinese: the 13,053 of Big5, from its two levels. */
function big5Characters(): ReadonlySet<string> {
  const decoder = new TextDecoder('big5');
  const levels = [
    [0xa4, 0xc6],
    [0xc9, 0xf9],
  ] as const;
  const known = new Set<string>();
  for (const [first, last] of levels) {
    for (let lead = first; lead <= last; lead += 1) {
      for (let trail = 0x40; trail <= 0xfe; trail += 1) {
        known.add(decoder.decode(new Uint8Array([lead, trail])));
      }
    }
  }
  return known;
}

test('the window speaks what its address names until main has said more', () => {
  expect(firstSpeech('?language=zh-Hant')).toEqual({ language: 'zh-Hant', locale: 'zh-Hant' });
  expect(firstSpeech('?language=tlh')).toEqual({ language: 'en', locale: 'en' });
  expect(firstSpeech('')).toEqual({ language: 'en', locale: 'en' });
});
