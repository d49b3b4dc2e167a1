/** The languages that Waybell speaks, as BCP 47 tags. */
export const languages = ['en', 'zh-Hant'] as const;

export type Language = (typeof languages)[number];

/** What the dispatcher can choose: a language, or the one of this computer. */
export const languageChoices = ['system', ...languages] as const;

export type LanguageChoice = (typeof languageChoices)[number];

/** The language in use, and how its numbers, money and times are written. */
export interface Speech {
  readonly language: Language;
  /** A BCP 47 tag for Intl: the language, with the region where the system names one for it. */
  readonly locale: string;
}

/** The language where none was chosen, such as in a terminal. */
export const english: Speech = { language: 'en', locale: 'en' };

/** Gives the language in use, which the dispatcher can change while the program runs. */
export interface Localisation {
  readonly current: Speech;
}

/** The localisation of a terminal: always English. */
export const inEnglish: Localisation = { current: english };

/**
 * The language to use. With the choice `system` it is Chinese on a system in Traditional Chinese (Hong
 * Kong, Macau, Taiwan) and English on every other.
 *
 * @param systemLocale the system's name for its locale, such as zh-HK; an unknown name counts as English
 */
export function speechOf(choice: LanguageChoice, systemLocale: string): Speech {
  const system = readLocale(systemLocale);
  const language = choice === 'system' ? (system?.language ?? 'en') : choice;
  // A metre is 米 in Hong Kong and 公尺 in Taiwan.
  return { language, locale: system?.language === language ? system.locale : language };
}

function readLocale(tag: string): Speech | null {
  const [plain = ''] = tag.replaceAll('_', '-').split(/[.@]/, 1);
  try {
    const { language, script, region } = new Intl.Locale(plain).maximize();
    if (language !== 'zh' || script !== 'Hant') return null;
    return { language: 'zh-Hant', locale: region ? `zh-Hant-${region}` : 'zh-Hant' };
  } catch {
    return null; // Intl throws for what is no locale, such as "C.UTF-8"
  }
}
