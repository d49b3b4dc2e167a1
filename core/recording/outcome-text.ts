import { localisedNotifications } from '../notification/localised-texts.ts';
import { notificationFaultText } from '../notification/notification-fault.ts';
import type { HoldReason, NotificationTitle } from '../notification/notification.ts';
import { titleText } from '../notification/notification-pieces.ts';
import { outcomeTexts } from '../notification/outcome-texts.ts';
import { distanceText, momentText, type PriceUnit } from '../order/format.ts';
import type { Language, Speech } from '../text/language.ts';
import type { NotNotifiedReason, UpdateOutcome } from './update-outcome.ts';

/** Sentences with a time in them; the time is worded by then. */
interface OutcomeSentences {
  readonly notified: (when: string) => string;
  readonly digested: (said: string, when: string) => string;
  readonly due: string;
  readonly until: (said: string, when: string) => string;
  readonly failed: (fault: string) => string;
  readonly movesNotWanted: string;
  readonly moveTooShort: (moved: string, wanted: string) => string;
  readonly beforeJoining: string;
  readonly historyOnly: string;
  readonly notKept: string;
}

const outcomeSentences: Readonly<Record<Language, OutcomeSentences>> = {
  en: {
    notified: (when) => `Told at ${when}`,
    digested: (said, when) => `${said}, at ${when}`,
    due: 'Waits to be told',
    until: (said, when) => `${said} until ${when}`,
    failed: (fault) => `Not shown by the system. ${fault}`,
    movesNotWanted: 'Not told: an ordinary move, and you did not ask for every move',
    moveTooShort: (moved, wanted) => `Not told: moved ${moved}, you asked for ${wanted}`,
    beforeJoining: 'Not told: it was there before this desk joined the team',
    historyOnly: 'Not told: this is for the history alone',
    notKept: 'Whether it was told is not kept',
  },
  'zh-Hant': {
    notified: (when) => `${when} 已通知`,
    digested: (said, when) => `${said}（${when}）`,
    due: '等候通知',
    until: (said, when) => `${said}，至 ${when}`,
    failed: (fault) => `系統沒有顯示。${fault}`,
    movesNotWanted: '未通知：一般移動，而你沒有選擇通知每次移動',
    moveTooShort: (moved, wanted) => `未通知：移動了 ${moved}，你要求 ${wanted}`,
    beforeJoining: '未通知：在這個座位加入團隊之前已發生',
    historyOnly: '未通知：只記入歷程',
    notKept: '沒有記錄是否曾通知',
  },
};

/** What an alarm said, its times as they were written then; as it was worded then where its values are not kept. */
export function alarmText(
  {
    atMs,
    says,
    title,
  }: { readonly atMs: number; readonly says: NotificationTitle | null; readonly title: string },
  speech: Speech,
  priceUnit: PriceUnit,
): string {
  const words = { texts: localisedNotifications(speech), locale: speech.locale, priceUnit };
  return says === null ? title : titleText(says, atMs, words);
}

/** What became of something, as a sentence. Times are worded beside `nowMs`. */
export function outcomeText(
  outcome: UpdateOutcome,
  nowMs: number,
  { language, locale }: Speech,
): string {
  const sentences = outcomeSentences[language];
  const outcomes = outcomeTexts[language];
  const when = (atMs: number): string => momentText(atMs, nowMs, locale);
  const waited = (said: string, by: HoldReason | null): string =>
    by === null ? said : outcomes.after(said, outcomes.waited[by]);
  switch (outcome.kind) {
    case 'told':
      return waited(sentences.notified(when(outcome.atMs)), outcome.heldBy);
    case 'digested':
      return waited(
        sentences.digested(outcomes.digested[outcome.reason], when(outcome.atMs)),
        outcome.heldBy,
      );
    case 'due':
      return sentences.due;
    case 'held': {
      const said = outcomes.held[outcome.by];
      return outcome.untilMs === null ? said : sentences.until(said, when(outcome.untilMs));
    }
    case 'failed':
      return sentences.failed(notificationFaultText(outcome.fault, language));
    case 'notKept':
      return sentences.notKept;
    case 'untold':
      return reasonText(outcome, sentences, { language, locale });
  }
}

function reasonText(
  outcome: NotNotifiedReason,
  sentences: OutcomeSentences,
  { language, locale }: Speech,
): string {
  const { reason } = outcome;
  if (reason === 'moveTooShort') {
    return sentences.moveTooShort(
      distanceText(outcome.movedMeters, locale),
      distanceText(outcome.wantedMeters, locale),
    );
  }
  const { suppressed } = outcomeTexts[language];
  return reason in suppressed
    ? suppressed[reason as keyof typeof suppressed]
    : sentences[reason as Exclude<typeof reason, keyof typeof suppressed>];
}
