import { describe, expect, test } from 'vitest';
import type { Language } from '../../../../core/text/language.ts';
import {
  attentionReasons,
  type AttentionReason,
} from '../../../../core/watch/attention-reasons.ts';
import {
  ageInWriting,
  ageNow,
  type FactAge,
  momentOfAge,
  promiseDistanceText,
  reasonAge,
  sinceBeforeText,
  statusAge,
} from '../../../../core/watch/fact-age.ts';
import type { WatchedOrder } from '../../../../core/watch/watched-order.ts';
import {
  orderIdAt,
  someOrder,
  somePreferences,
  someWatched,
} from '../../../support/watched-orders.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const nowMs = Date.UTC(2026, 2, 2, 12);
const causeAtMs = nowMs - 10 * minuteMs;
const id = orderIdAt(1);

const lasting: FactAge = { kind: 'duration', sinceMs: causeAtMs };
const begunBefore: FactAge = { kind: 'sinceBefore', atMs: causeAtMs };
const happened: FactAge = { kind: 'clock', atMs: causeAtMs };
const happenedBefore: FactAge = { kind: 'before', atMs: causeAtMs };
const promise: FactAge = { kind: 'promise', atMs: causeAtMs };

/** An order whose status Waybell saw begin, or found when it looked first. */
function found(isStatusSinceBefore: boolean, parts: Partial<WatchedOrder> = {}): WatchedOrder {
  return someWatched(id, { statusSinceMs: causeAtMs, isStatusSinceBefore, ...parts });
}

test.each([
  ['searching', false, lasting],
  ['assigned', true, begunBefore],
  ['done', false, happened],
  ['cancelled', true, happenedBefore],
] as const)('a status that is %s (found so: %s) has its own age', (phase, isBefore, age) => {
  expect(statusAge({ ...found(isBefore), status: { phase } })).toEqual(age);
});

test('of a status that is not known nothing is said', () => {
  expect(statusAge({ ...found(false), status: null })).toBeNull();
  expect(
    statusAge({ ...found(false, { statusSinceMs: null }), status: { phase: 'assigned' } }),
  ).toBe(null);
});

/** What each reason is as old as: where its cause was seen to begin, and where the first look found it. */
const agesOf: Readonly<Record<AttentionReason, readonly [seen: FactAge, foundSo: FactAge]>> = {
  promisePassed: [promise, promise],
  courierTurnover: [lasting, begunBefore],
  released: [lasting, begunBefore],
  failed: [happened, happenedBefore],
  cancelled: [happened, happenedBefore],
  notFound: [lasting, lasting],
  refused: [lasting, lasting],
  checksFailing: [lasting, lasting],
  courierLost: [lasting, lasting],
  probablyLate: [promise, promise],
  promiseAhead: [promise, promise],
  courierSilent: [lasting, lasting],
  notMoving: [lasting, lasting],
  arrivedWaiting: [lasting, begunBefore],
  longWait: [lasting, begunBefore],
  optionEnds: [promise, promise],
  unknownStatus: [lasting, begunBefore],
  courierSwapped: [happened, happenedBefore],
  priceChanged: [happened, happenedBefore],
};

describe.each(attentionReasons)('the age of %s', (reason) => {
  const [seen, foundSo] = agesOf[reason];

  test('is that of its cause', () => {
    expect(reasonAge(reason, causeAtMs, found(false))).toEqual(seen);
  });

  test('is open to the past where the first look found it', () => {
    expect(reasonAge(reason, causeAtMs, found(true))).toEqual(foundSo);
  });
});

test('a cause that began after the status is as old as it is, whatever is known of the status', () => {
  const watched = found(true, { statusSinceMs: causeAtMs - 1 });
  expect(reasonAge('released', causeAtMs, watched)).toEqual(lasting);
  expect(reasonAge('failed', causeAtMs, watched)).toEqual(happened);
});

test('an order that will probably be late has the age of its promise', () => {
  const promisedAtMs = nowMs + hourMs;
  const watched = found(false, { preferences: somePreferences({ promisedAtMs }) });
  expect(reasonAge('probablyLate', causeAtMs, watched)).toEqual({
    kind: 'promise',
    atMs: promisedAtMs,
  });
});

test('couriers who keep leaving are as old as the match of the one who is there, or as the loss', () => {
  const turnover = {
    raisedAtMs: causeAtMs,
    lossesAtMs: [causeAtMs],
    couriers: [],
    courierCount: 2,
  };
  const flags = {
    releasedAtMs: null,
    courierSwappedAtMs: null,
    amendedAtMs: null,
    amountBeforeAmendment: null,
    turnover,
  };
  const matchedAtMs = causeAtMs + minuteMs;
  const of = (isWaiting: boolean) => {
    const courier = isWaiting ? null : { name: 'Lau', phoneNumber: null, fix: null };
    const order = someOrder(id, { courier, status: { raw: 'active', phase: 'assigned' } });
    return found(false, { order, flags, statusSinceMs: matchedAtMs });
  };
  expect(reasonAge('courierTurnover', causeAtMs, of(false))).toEqual({
    kind: 'duration',
    sinceMs: matchedAtMs,
  });
  expect(reasonAge('courierTurnover', causeAtMs, of(true))).toEqual(lasting);
});

const speeches = {
  en: { language: 'en', locale: 'en-GB' },
  'zh-Hant': { language: 'zh-Hant', locale: 'zh-Hant-HK' },
} as const;

/** With plain blanks, as they are typed. */
const typed = (text: string): string => text.replaceAll('\u00A0', ' ');

test.each([
  [25 * minuteMs, 'in 25 min', '還有 25 分鐘'],
  [minuteMs, 'in 1 min', '還有 1 分鐘'],
  [minuteMs - 1, 'due now', '即將到時'],
  [1, 'due now', '即將到時'],
  [0, 'just passed', '剛過時間'],
  [1 - minuteMs, 'just passed', '剛過時間'],
  [-minuteMs, '1 min over', '超過 1 分鐘'],
  [-12 * minuteMs - 1, '12 min over', '超過 12 分鐘'],
  [2 * hourMs - 1, 'in 1 h 59 min', '還有 1 小時 59 分鐘'],
  [2 * hourMs + 59 * minuteMs, 'in 2 h', '還有 2 小時'],
  [-3 * hourMs - minuteMs, '3 h over', '超過 3 小時'],
])('a promise %i ms ahead is “%s” and “%s”', (aheadMs, english, chinese) => {
  const said = (language: Language) =>
    typed(promiseDistanceText(nowMs + aheadMs, nowMs, speeches[language]));
  expect([said('en'), said('zh-Hant')]).toEqual([english, chinese]);
});

/** The machine has a time zone of its own. */
const withoutTime = (text: string): string => text.replace(/\d\d:\d\d/, 'TIME');

test.each<[FactAge, string, string, string, string]>([
  [lasting, '10 min', '10 分鐘', 'since TIME', 'TIME 起'],
  [begunBefore, 'since before TIME', 'TIME 之前開始', 'since before TIME', 'TIME 之前開始'],
  [happened, 'TIME', 'TIME', 'TIME', 'TIME'],
  [happenedBefore, 'before TIME', 'TIME 之前', 'before TIME', 'TIME 之前'],
  [promise, '10 min over', '超過 10 分鐘', 'TIME', 'TIME'],
])('%j is said as it is now, and as it stays in writing', (age, now, nowChinese, kept, chinese) => {
  const { en, 'zh-Hant': zhHant } = speeches;
  expect([en, zhHant].map((speech) => withoutTime(typed(ageNow(age, nowMs, speech))))).toEqual([
    now,
    nowChinese,
  ]);
  expect(
    [en, zhHant].map((speech) => withoutTime(typed(ageInWriting(age, nowMs, speech)))),
  ).toEqual([kept, chinese]);
  expect(momentOfAge(age)).toBe(causeAtMs);
});

test('what began before the first look has a time in the zone that was asked for, and no age ahead of now', () => {
  expect(sinceBeforeText(causeAtMs, nowMs, speeches.en, 'UTC')).toBe('since before 11:50');
  expect(typed(ageNow({ kind: 'duration', sinceMs: nowMs + minuteMs }, nowMs, speeches.en))).toBe(
    '0 s',
  );
});
