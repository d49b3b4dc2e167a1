import type { Language } from '../text/language.ts';
import type { DigestReason, HoldReason, SuppressReason } from './notification.ts';

/** What is said of a notification's outcome, in one language. */
export interface OutcomeTexts {
  readonly shown: string;
  readonly aboutToBeShown: string;
  readonly suppressed: Readonly<Record<SuppressReason, string>>;
  readonly held: Readonly<Record<HoldReason, string>>;
  readonly digested: Readonly<Record<DigestReason, string>>;
  /** What it had waited for, within a sentence. */
  readonly waited: Readonly<Record<HoldReason, string>>;
  /** Adds what it had waited for to what became of it. */
  readonly after: (said: string, waited: string) => string;
}

/** What became of a notification, in each language. */
export const outcomeTexts: Readonly<Record<Language, OutcomeTexts>> = {
  en: {
    shown: 'Shown',
    aboutToBeShown: 'Waits to be shown',
    suppressed: {
      muted: 'Not shown: the order is muted',
      groupMuted: 'Not shown: its group is muted',
      kindOff: 'Not shown: this kind is kept in the history only',
      kindOffForGroup: 'Not shown: this kind is kept in the history only for its group',
      openInWindow: 'Not shown: the order was open in front',
      claimedByOther: 'Not shown: another desk has the order',
      overtaken: 'Not shown: something newer took its place',
      over: 'Not shown: it was over by then',
      seen: 'Not shown: you looked at the order before',
      atWindow: 'Not shown: you were at the window, which shows it',
      noticedLate: 'Not shown: it had begun long before it was noticed; the list shows it',
      courierNear: 'Not shown: the courier was near the last stop',
      flapping: 'Counted only: the order went back and forth',
    },
    held: {
      snoozed: 'Waits: the order is snoozed',
      groupSnoozed: 'Waits: its group is snoozed',
      notificationsMuted: 'Waits: notifications are muted',
      quietHours: 'Waits: quiet hours',
      screenLocked: 'Waits: the screen is locked',
      windowInFront: 'Waits: you are at the window',
      claimedByOther: 'Waits: another desk has the order and answers first',
    },
    digested: {
      burst: 'Shown in one notification with others',
      calls: 'Shown in one notification with others that need you',
      front: 'Shown in one notification, after you left the window',
      away: 'Shown in one notification, with all that happened meanwhile',
      quiet: 'Shown in one notification, when the quiet ended',
      inDoubt: 'Waybell was ended while showing it; named in a quiet notification',
    },
    waited: {
      snoozed: 'the order was snoozed',
      groupSnoozed: 'its group was snoozed',
      notificationsMuted: 'notifications were muted',
      quietHours: 'quiet hours',
      screenLocked: 'the screen was locked',
      windowInFront: 'you were at the window',
      claimedByOther: 'another desk had the order',
    },
    after: (said, waited) => `${said}. Had waited: ${waited}`,
  },
  'zh-Hant': {
    shown: '已顯示',
    aboutToBeShown: '等候顯示',
    suppressed: {
      muted: '未顯示：訂單已靜音',
      groupMuted: '未顯示：所屬群組已靜音',
      kindOff: '未顯示：這類通知只留在紀錄中',
      kindOffForGroup: '未顯示：所屬群組的這類通知只留在紀錄中',
      openInWindow: '未顯示：訂單正在前景開啟',
      claimedByOther: '未顯示：訂單由另一個座位負責',
      overtaken: '未顯示：已被較新的通知取代',
      over: '未顯示：當時已經結束',
      seen: '未顯示：你在此之前已查看訂單',
      atWindow: '未顯示：你正在使用視窗，視窗已顯示',
      noticedLate: '未顯示：發現時早已開始；清單會顯示',
      courierNear: '未顯示：外送員已在最後一站附近',
      flapping: '只計數：訂單反覆變動',
    },
    held: {
      snoozed: '等候中：訂單已延後提醒',
      groupSnoozed: '等候中：所屬群組已延後提醒',
      notificationsMuted: '等候中：通知已靜音',
      quietHours: '等候中：勿擾時段',
      screenLocked: '等候中：螢幕已鎖定',
      windowInFront: '等候中：你正在使用視窗',
      claimedByOther: '等候中：訂單由另一個座位負責，先由該座位回應',
    },
    digested: {
      burst: '與其他變更合併為一則通知',
      calls: '與其他需要你處理的訂單合併為一則通知',
      front: '你離開視窗後，合併為一則通知',
      away: '與期間的其他消息合併為一則通知',
      quiet: '勿擾結束時，合併為一則通知',
      inDoubt: '顯示時 Waybell 被結束；已在一則無聲通知中列出',
    },
    waited: {
      snoozed: '訂單已延後提醒',
      groupSnoozed: '所屬群組已延後提醒',
      notificationsMuted: '通知已靜音',
      quietHours: '勿擾時段',
      screenLocked: '螢幕已鎖定',
      windowInFront: '你正在使用視窗',
      claimedByOther: '訂單當時由另一個座位負責',
    },
    after: (said, waited) => `${said}。先前等候：${waited}`,
  },
};
