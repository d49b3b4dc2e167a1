import { type Language, languages, type Speech } from '../../core/text/language.ts';
import { type Dictionary, en } from './en/dictionary.ts';
import { zhHant } from './zh-hant/dictionary.ts';

/**
 * The texts of the window by language. English gives the shape; another language is another object of
 * the same type, so that a text which is missing in one of them does not compile.
 */
export const textsIn: Readonly<Record<Language, Dictionary>> = { en, 'zh-Hant': zhHant };

/** What the window speaks before main has said it: as its own address names it, or English. */
export function firstSpeech(search: string): Speech {
  const named = new URLSearchParams(search).get('language');
  const language = languages.find((each) => each === named) ?? 'en';
  return { language, locale: language };
}
