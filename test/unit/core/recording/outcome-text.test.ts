import { expect, test } from 'vitest';
import { clockText } from '../../../../core/order/format.ts';
import type { NotificationOutcome } from '../../../../core/notification/notification.ts';
import type { Mark } from '../../../../core/recording/marks.ts';
import { markText } from '../../../../core/recording/mark-texts.ts';
import { outcomeText } from '../../../../core/recording/outcome-text.ts';
import { type NotNotifiedReason, outcomeOf } from '../../../../core/recording/update-outcome.ts';
import type { Speech } from '../../../../core/text/language.ts';

const english: Speech = { language: 'en', locale: 'en' };
const chinese: Speech = { language: 'zh-Hant', locale: 'zh-Hant-HK' };
const nowMs = Date.UTC(2026, 2, 2, 12);
const atMs = nowMs - 60_000;
const time = clockText(atMs, 'en');

const plain = (text: string): string => text.replaceAll('\u00A0', ' ');

test.each<[NotificationOutcome | null, heldBy: 'snoozed' | null, string, string]>([
  [null, null, 'Waits to be told', '等候通知'],
  [{ kind: 'shown' }, null, `Told at ${time}`, `${time} 已通知`],
  [
    { kind: 'shown' },
    'snoozed',
    `Told at ${time}. Had waited: the order was snoozed`,
    `${time} 已通知。先前等候：訂單已延後提醒`,
  ],
  [
    { kind: 'digested', reason: 'burst' },
    null,
    `Shown in one notification with others, at ${time}`,
    `與其他變更合併為一則通知（${time}）`,
  ],
  [
    { kind: 'held', reason: 'snoozed' },
    null,
    'Waits: the order is snoozed',
    '等候中：訂單已延後提醒',
  ],
  [
    { kind: 'held', reason: 'snoozed', untilMs: atMs },
    null,
    `Waits: the order is snoozed until ${time}`,
    `等候中：訂單已延後提醒，至 ${time}`,
  ],
  [
    { kind: 'failed', reason: 'system-refused' },
    null,
    'Not shown by the system. The system refused it.',
    '系統沒有顯示。系統拒絕顯示。',
  ],
  [
    { kind: 'suppressed', reason: 'muted' },
    null,
    'Not shown: the order is muted',
    '未顯示：訂單已靜音',
  ],
])('a notification with the outcome %j, held back by %j: %s', (outcome, heldBy, en, zh) => {
  const became = outcomeOf({ outcome, heldBy, settledAtMs: atMs });
  expect(outcomeText(became, nowMs, english)).toBe(en);
  expect(outcomeText(became, nowMs, chinese)).toBe(zh);
});

test.each<[NotNotifiedReason, string, string]>([
  [
    { reason: 'movesNotWanted' },
    'Not told: an ordinary move, and you did not ask for every move',
    '未通知：一般移動，而你沒有選擇通知每次移動',
  ],
  [
    { reason: 'moveTooShort', movedMeters: 300, wantedMeters: 800 },
    'Not told: moved 300 m, you asked for 800 m',
    '未通知：移動了 300 米，你要求 800 米',
  ],
  [
    { reason: 'beforeJoining' },
    'Not told: it was there before this desk joined the team',
    '未通知：在這個座位加入團隊之前已發生',
  ],
  [{ reason: 'historyOnly' }, 'Not told: this is for the history alone', '未通知：只記入歷程'],
])('why an update was not notified is said: %j', (reason, en, zh) => {
  const untold = { kind: 'untold', ...reason } as const;
  expect(plain(outcomeText(untold, nowMs, english))).toBe(en);
  expect(plain(outcomeText(untold, nowMs, chinese))).toBe(zh);
});

test('that it is not kept what became of an update is said in both languages', () => {
  expect(outcomeText({ kind: 'notKept' }, nowMs, english)).toBe('Whether it was told is not kept');
  expect(outcomeText({ kind: 'notKept' }, nowMs, chinese)).toBe('沒有記錄是否曾通知');
});

test.each<[Mark, string, string]>([
  [{ mark: 'seen' }, 'Seen', '已看過'],
  [{ mark: 'snoozed', timeMs: atMs }, `Snoozed until ${time}`, `延後提醒至 ${time}`],
  [{ mark: 'promised', timeMs: atMs }, `Promised for ${time}`, `約定時間 ${time}`],
  [{ mark: 'reminderSet', timeMs: atMs }, `Reminder set for ${time}`, `已設定 ${time} 的提醒`],
  [{ mark: 'claimed', desk: 'Mei' }, 'Mei has it', '由 Mei 負責'],
  [{ mark: 'letGo', desk: 'Mei' }, 'Mei let it go', 'Mei 已放手'],
])('what a person did is said with its time and its desk: %j', (mark, en, zh) => {
  expect(markText(mark, nowMs, english)).toBe(en);
  expect(markText(mark, nowMs, chinese)).toBe(zh);
});
