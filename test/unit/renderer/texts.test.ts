import { describe, expect, test } from 'vitest';
import { type Language, languages } from '../../../core/text/language.ts';
import { firstSpeech, textsIn } from '../../../renderer/text/texts.ts';
import { chineseFaults, textsOf } from '../../support/source/chinese-rules.ts';

const chinese = textsOf(textsIn['zh-Hant'], 'zhHant');

/** States of the diagnosis that are told by nothing, and a view that explains itself elsewhere. */
const meantEmpty = /\.states\.fact$|\.emptyViews\.all\.body$/;

const paths = (language: Language) => [
  ...new Set(textsOf(textsIn[language], '').map(([path]) => path)),
];

describe('the texts of the window', () => {
  test.each(languages)('none is empty in %s', (language) => {
    const empty = textsOf(textsIn[language], language).filter(
      ([path, text]) => text.trim() === '' && !meantEmpty.test(path),
    );
    expect(empty).toEqual([]);
  });

  test('both languages have the same texts', () => {
    expect(paths('zh-Hant').toSorted()).toEqual(paths('en').toSorted());
  });
});

const english = textsOf(textsIn.en, 'en');

test('English keeps the wording of the design', () => {
  const unwanted = /!|\bplease\b|\boops\b|successful|\bN\/A\b|\bdrivers?\b|\briders?\b|\bpoll/i;
  expect(english.filter(([, text]) => unwanted.test(text))).toEqual([]);
});

test('a number and its unit stand on one line', () => {
  const parted = /\d (?:m|km|s|min|h|MB|px|ms)\b/;
  expect([...english, ...chinese].filter(([, text]) => parted.test(text))).toEqual([]);
});

test('Traditional Chinese keeps its rules of writing', () => {
  expect(chineseFaults(chinese)).toEqual([]);
});

test('the window speaks what its address names until main has said more', () => {
  expect(firstSpeech('?language=zh-Hant')).toEqual({ language: 'zh-Hant', locale: 'zh-Hant' });
  expect(firstSpeech('?language=tlh')).toEqual({ language: 'en', locale: 'en' });
  expect(firstSpeech('')).toEqual({ language: 'en', locale: 'en' });
});
