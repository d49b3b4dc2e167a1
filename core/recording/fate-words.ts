import { notificationFaultText } from '../notification/notification-fault.ts';
import type { HoldReason } from '../notification/notification.ts';
import { outcomeWords } from '../notification/outcome-words.ts';
import { distanceText, durationText, momentText } from '../order/format.ts';
import type { Language, Speech } from '../text/language.ts';
import type { Fate } from './fate.ts';

type Untold = Extract<Fate, { readonly kind: 'untold' }>;

/** Sentences with a time in them; the time is worded by then. */
interface FateWords {
  readonly told: (when: string) => string;
  readonly digested: (said: string, when: string) => string;
  readonly due: string;
  readonly until: (said: string, when: string) => string;
  readonly failed: (fault: string) => string;
  readonly muted: (since: string | null) => string;
  readonly groupMuted: (since: string | null) => string;
  readonly kindOff: (since: string | null) => string;
  readonly kindOffForGroup: (since: string | null) => string;
  readonly openInWindow: string;
  readonly claimed: (desk: string | null, since: string | null) => string;
  readonly overtaken: string;
  readonly over: string;
  readonly seen: string;
  readonly atWindow: string;
  readonly flapping: string;
  readonly movesNotWanted: string;
  readonly moveTooShort: (moved: string, wanted: string) => string;
  readonly moveTooSoon: (after: string, wanted: string) => string;
  readonly historyOnly: string;
  readonly notKnown: string;
}

const fateWords: Readonly<Record<Language, FateWords>> = {
  en: {
    told: (when) => `Told at ${when}`,
    digested: (said, when) => `${said}, at ${when}`,
    due: 'About to be told',
    until: (said, when) => `${said} until ${when}`,
    failed: (fault) => `Not shown by the system. ${fault}`,
    muted: (since) => `Not told: you had muted the order${since === null ? '' : `, at ${since}`}`,
    groupMuted: (since) =>
      `Not told: you had muted its group${since === null ? '' : `, at ${since}`}`,
    kindOff: (since) =>
      `Not told: this kind was kept in the history only${since === null ? '' : `, since ${since}`}`,
    kindOffForGroup: (since) =>
      `Not told: this kind was kept in the history only for its group${since === null ? '' : `, since ${since}`}`,
    openInWindow: 'Not told: you had the order open in front',
    claimed: (desk, since) =>
      `Not told: ${desk ?? 'another desk'} had it${since === null ? '' : `, since ${since}`}`,
    overtaken: 'Not told: something newer took its place',
    over: 'Not told: it was over by then',
    seen: 'Not told: you looked at the order before',
    atWindow: 'Not told: you were at the window, which shows it',
    flapping: 'Counted only: the order went back and forth',
    movesNotWanted: 'Not told: an ordinary move, and you did not ask for every move',
    moveTooShort: (moved, wanted) => `Not told: moved ${moved}, you asked for ${wanted}`,
    moveTooSoon: (after, wanted) =>
      `Not told: ${after} after the last one, you asked for ${wanted}`,
    historyOnly: 'Not told: this is for the history alone',
    notKnown: 'Not told. The recording does not go back so far as to say why',
  },
  'zh-Hant': {
    told: (when) => `${when} 已通知`,
    digested: (said, when) => `${said}（${when}）`,
    due: '即將通知',
    until: (said, when) => `${said}，至 ${when}`,
    failed: (fault) => `系統沒有顯示。${fault}`,
    muted: (since) => `未通知：你${since === null ? '已' : `在 ${since} `}把訂單靜音`,
    groupMuted: (since) => `未通知：你${since === null ? '已' : `在 ${since} `}把所屬群組靜音`,
    kindOff: (since) => `未通知：這類通知${since === null ? '' : `從 ${since} 起`}只留在紀錄中`,
    kindOffForGroup: (since) =>
      `未通知：所屬群組的這類通知${since === null ? '' : `從 ${since} 起`}只留在紀錄中`,
    openInWindow: '未通知：你正在前景開啟這筆訂單',
    claimed: (desk, since) =>
      `未通知：${since === null ? '' : `從 ${since} 起`}由${desk ?? '另一個座位'}負責`,
    overtaken: '未通知：已被較新的通知取代',
    over: '未通知：當時已經結束',
    seen: '未通知：你在此之前已查看訂單',
    atWindow: '未通知：你正在使用視窗，視窗已顯示',
    flapping: '只計數：訂單反覆變動',
    movesNotWanted: '未通知：一般移動，而你沒有選擇通知每次移動',
    moveTooShort: (moved, wanted) => `未通知：移動了 ${moved}，你要求 ${wanted}`,
    moveTooSoon: (after, wanted) => `未通知：距上一次 ${after}，你要求 ${wanted}`,
    historyOnly: '未通知：只記入歷程',
    notKnown: '未通知。記錄沒有涵蓋那麼早，無法說明原因',
  },
};

/** What became of an update, as a sentence. Times are worded beside `nowMs`. */
export function fateText(fate: Fate, nowMs: number, { language, locale }: Speech): string {
  const words = fateWords[language];
  const outcomes = outcomeWords[language];
  const when = (atMs: number): string => momentText(atMs, nowMs, locale);
  const waited = (said: string, by: HoldReason | null): string =>
    by === null ? said : outcomes.after(said, outcomes.waited[by]);
  switch (fate.kind) {
    case 'told':
      return waited(words.told(when(fate.atMs)), fate.heldBy);
    case 'digested':
      return waited(words.digested(outcomes.digested[fate.reason], when(fate.atMs)), fate.heldBy);
    case 'due':
      return words.due;
    case 'held': {
      const said = outcomes.held[fate.by];
      return fate.untilMs === null ? said : words.until(said, when(fate.untilMs));
    }
    case 'failed':
      return words.failed(notificationFaultText(fate.fault, language));
    case 'untold':
      return untoldText(fate, words, when, locale);
  }
}

function untoldText(
  fate: Untold,
  words: FateWords,
  when: (atMs: number) => string,
  locale: string,
): string {
  const since = 'sinceMs' in fate && fate.sinceMs !== null ? when(fate.sinceMs) : null;
  switch (fate.reason) {
    case 'muted':
    case 'groupMuted':
    case 'kindOff':
    case 'kindOffForGroup':
      return words[fate.reason](since);
    case 'claimedByOther':
      return words.claimed(fate.desk, since);
    case 'moveTooShort':
      return words.moveTooShort(
        distanceText(fate.movedMeters, locale),
        distanceText(fate.wantedMeters, locale),
      );
    case 'moveTooSoon':
      return words.moveTooSoon(
        durationText(fate.afterMs, locale),
        durationText(fate.wantedMs, locale),
      );
    case 'openInWindow':
    case 'overtaken':
    case 'over':
    case 'seen':
    case 'atWindow':
    case 'flapping':
    case 'movesNotWanted':
    case 'historyOnly':
    case 'notKnown':
      return words[fate.reason];
  }
}
