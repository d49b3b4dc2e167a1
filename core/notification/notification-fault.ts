import type { Language } from '../text/language.ts';

/** The reasons for a notification that was not shown that Waybell knows itself, beside the system's own. */
export type NotificationFault = 'no-daemon' | 'system-silent' | 'system-refused';

const textsIn: Readonly<Record<Language, Readonly<Record<NotificationFault, string>>>> = {
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
  return isFault(reason) ? textsIn[language][reason] : reason;
}

function isFault(reason: string): reason is NotificationFault {
  return Object.hasOwn(textsIn.en, reason);
}

/** The hops of a notification on its way to the screen, in their order. */
export const notificationHops = ['update', 'policy', 'outbox', 'system', 'shown', 'click'] as const;

/** One hop: its name, whether it was reached, and how long after the beginning. */
export interface NotificationHop {
  readonly name: (typeof notificationHops)[number];
  readonly state: 'waiting' | 'passed' | 'failed';
  readonly afterMs: number | null;
  /** Why it failed: a {@link NotificationFault} or the system's own words. */
  readonly reason: string | null;
}

/** A test notification, and how far it came. */
export interface NotificationTest {
  readonly startedAtMs: number;
  readonly hops: readonly NotificationHop[];
  /** True when no further hop is expected. */
  readonly isOver: boolean;
}
