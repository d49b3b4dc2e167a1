import type { Speech } from '../text/language.ts';
import { chineseNotifications } from './notification-chinese.ts';
import { englishNotifications, type NotificationWords } from './notification-english.ts';

const chinese = new Map<string, NotificationWords>();

/** The words of notifications in the language in use. */
export function localisedNotifications({ language, locale }: Speech): NotificationWords {
  switch (language) {
    case 'en':
      return englishNotifications;
    case 'zh-Hant': {
      const words = chinese.get(locale) ?? chineseNotifications(locale);
      chinese.set(locale, words);
      return words;
    }
  }
}
