import type { Language } from '../text/language.ts';

/** Why the system shows no notification, where it is we who know; all else is the system's own words. */
export type NotificationFault = 'no-daemon' | 'system-silent' | 'system-refused';

const wordsIn: Readonly<Record<Language, Readonly<Record<NotificationFault, string>>>> = {
  en: {
    'no-daemon': 'No notification service answers on this desktop.',
    'system-silent': 'The system took it and did not say that it was shown.',
    'system-refused': 'The system refused it.',
  },
  'zh-Hant': {
    'no-daemon': '這個桌面沒有通知服務回應。',
    'system-silent': '系統已接收，但沒有回報已顯示。',
    'system-refused': '系統拒絕顯示。',
  },
};

/**
 * Why a notification was not shown, as a sentence.
 *
 * @param reason one of our codes, or the system's own words, which are given as they are
 */
export function notificationFaultText(reason: string, language: Language): string {
  return isFault(reason) ? wordsIn[language][reason] : reason;
}

function isFault(reason: string): reason is NotificationFault {
  return Object.hasOwn(wordsIn.en, reason);
}
