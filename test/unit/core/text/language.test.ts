import { describe, expect, test } from 'vitest';
import { speechOf } from '../../../../core/text/language.ts';

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
