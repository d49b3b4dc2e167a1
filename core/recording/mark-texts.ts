import { momentText } from '../order/format.ts';
import type { Language, Speech } from '../text/language.ts';
import type { Mark } from './marks.ts';

/** Those that say neither a time nor a desk. */
type Plain = Exclude<Mark, { readonly timeMs: number } | { readonly desk: string }>['mark'];

/** What people did about an order, in one language. */
interface MarkTexts {
  readonly plain: Readonly<Record<Plain, string>>;
  readonly snoozed: (until: string) => string;
  readonly promised: (time: string) => string;
  readonly reminderSet: (time: string) => string;
  readonly claimed: (desk: string) => string;
  readonly letGo: (desk: string) => string;
  readonly by: (said: string, desk: string) => string;
}

const markTexts: Readonly<Record<Language, MarkTexts>> = {
  en: {
    plain: {
      muted: 'Muted',
      unmuted: 'Unmuted',
      snoozeEnded: 'Snooze ended',
      followed: 'Followed',
      unfollowed: 'Not followed any more',
      promiseRemoved: 'Promised time removed',
      reminderRemoved: 'Reminder removed',
      seen: 'Seen',
      handled: 'Handled',
      notHandled: 'Not handled after all',
    },
    snoozed: (until) => `Snoozed until ${until}`,
    promised: (time) => `Promised for ${time}`,
    reminderSet: (time) => `Reminder set for ${time}`,
    claimed: (desk) => `${desk} has it`,
    letGo: (desk) => `${desk} let it go`,
    by: (said, desk) => `${said} by ${desk}`,
  },
  'zh-Hant': {
    plain: {
      muted: '已靜音',
      unmuted: '已取消靜音',
      snoozeEnded: '已結束延後提醒',
      followed: '已設為關注',
      unfollowed: '不再關注',
      promiseRemoved: '已移除約定時間',
      reminderRemoved: '已移除提醒',
      seen: '已看過',
      handled: '已處理',
      notHandled: '改為未處理',
    },
    snoozed: (until) => `延後提醒至 ${until}`,
    promised: (time) => `約定時間 ${time}`,
    reminderSet: (time) => `已設定 ${time} 的提醒`,
    claimed: (desk) => `由 ${desk} 負責`,
    letGo: (desk) => `${desk} 已放手`,
    by: (said, desk) => `${said}（${desk}）`,
  },
};

/** What a person did, in words. Times are worded beside `nowMs`. */
export function markText(mark: Mark, nowMs: number, { language, locale }: Speech): string {
  const texts = markTexts[language];
  const said = () => {
    if ('timeMs' in mark) return texts[mark.mark](momentText(mark.timeMs, nowMs, locale));
    return 'desk' in mark ? texts[mark.mark](mark.desk) : texts.plain[mark.mark];
  };
  return mark.by === undefined ? said() : texts.by(said(), mark.by);
}
