import type { Speech } from '../text/language.ts';
import { chineseNotifications } from './notification-chinese.ts';
import { englishNotifications, type NotificationTexts } from './notification-english.ts';

const chinese = new Map<string, NotificationTexts>();

/** The texts of notifications in the language in use. */
export function localisedNotifications({ language, locale }: Speech): NotificationTexts {
  switch (language) {
    case 'en':
      return englishNotifications;
    case 'zh-Hant': {
      const texts = chinese.get(locale) ?? chineseNotifications(locale);
      chinese.set(locale, texts);
      return texts;
    }
  }
}
