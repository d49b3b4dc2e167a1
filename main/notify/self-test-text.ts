import type { Language } from '../../core/language.ts';

const texts: Readonly<Record<Language, string>> = {
  en: 'The system took it and did not say that it was shown.',
  'zh-Hant': '系統已接收，但沒有回報已顯示。',
};

/** What is said of a system that took a notification and never said that it showed it. */
export function systemSilentText(language: Language): string {
  return texts[language];
}
