import type { Speech } from '../text/language.ts';
import { chineseTelling } from './telling-chinese.ts';
import type { TellingWords } from './telling-dictionary.ts';
import { englishTelling } from './telling-english.ts';

const chinese = new Map<string, TellingWords>();

/** The words of notifications in the language that is spoken. */
export function spokenTelling({ language, locale }: Speech): TellingWords {
  switch (language) {
    case 'en':
      return englishTelling;
    case 'zh-Hant': {
      const words = chinese.get(locale) ?? chineseTelling(locale);
      chinese.set(locale, words);
      return words;
    }
  }
}
