import { durationText, momentText } from '../order/format.ts';
import { isFinished } from '../order/order-status.ts';
import type { Language, Speech } from '../text/language.ts';
import type { AttentionReason } from './attention-reasons.ts';
import { repeatedLoss } from './order-flags.ts';
import type { WatchedOrder } from './watched-order.ts';

/*
 * How old each fact about an order is, by that fact alone: the age of a status says nothing about a promise or a
 * release. What began before Waybell looked has no age, only a time by which it had begun.
 */

/** The time that belongs to a fact. Times in milliseconds since 1970. */
export type FactAge =
  /** It has lasted since then. */
  | { readonly kind: 'duration'; readonly sinceMs: number }
  /** It has lasted since then or longer: its beginning was not seen. */
  | { readonly kind: 'sinceBefore'; readonly atMs: number }
  /** It happened then, or is planned for then. */
  | { readonly kind: 'clock'; readonly atMs: number }
  /** It happened then or earlier. */
  | { readonly kind: 'before'; readonly atMs: number }
  /** Something was promised for then. */
  | { readonly kind: 'promise'; readonly atMs: number };

/** What is known of when a status began. */
export type StatusTimes = Pick<WatchedOrder, 'statusSinceMs' | 'isStatusSinceBefore'> & {
  readonly status: { readonly phase: Parameters<typeof isFinished>[0] } | null;
};

/** How long a status has lasted, or when the order ended; null where nothing is known of it. */
export function statusAge(of: StatusTimes): FactAge | null {
  const { isStatusSinceBefore, status, statusSinceMs } = of;
  if (status === null || statusSinceMs === null) return null;
  return isFinished(status.phase)
    ? happenedAt(statusSinceMs, isStatusSinceBefore)
    : lastingSince(statusSinceMs, isStatusSinceBefore);
}

function lastingSince(sinceMs: number, isBefore: boolean): FactAge {
  return isBefore ? { kind: 'sinceBefore', atMs: sinceMs } : { kind: 'duration', sinceMs };
}

function happenedAt(atMs: number, isBefore: boolean): FactAge {
  return { kind: isBefore ? 'before' : 'clock', atMs };
}

/**
 * The time that belongs to a reason why an order needs attention.
 *
 * @param causeAtMs when the cause of the reason began; of a promise the promised time
 */
export function reasonAge(
  reason: AttentionReason,
  causeAtMs: number,
  watched: WatchedOrder,
): FactAge {
  const { isStatusSinceBefore, order, statusSinceMs } = watched;
  // What a check finds together with a status is as old as the status, as far as anything tells.
  const isBefore = isStatusSinceBefore && causeAtMs === statusSinceMs;
  switch (reason) {
    case 'probablyLate':
      return { kind: 'promise', atMs: watched.preferences?.promisedAtMs ?? causeAtMs };
    case 'promiseAhead':
    case 'promisePassed':
    case 'optionEnds':
      return { kind: 'promise', atMs: causeAtMs };
    case 'courierTurnover': {
      // Named after the courier that the order has now, it is as old as that match.
      const isMatched = repeatedLoss(watched)?.isWaiting === false;
      const ofStatus = isMatched
        ? statusAge({ status: order?.status ?? null, statusSinceMs, isStatusSinceBefore })
        : null;
      return ofStatus ?? lastingSince(causeAtMs, isBefore);
    }
    case 'failed':
    case 'cancelled':
    case 'courierSwapped':
    case 'priceChanged':
      return happenedAt(causeAtMs, isBefore);
    case 'arrivedWaiting':
    case 'longWait':
    case 'released':
    case 'unknownStatus':
      return lastingSince(causeAtMs, isBefore);
    case 'notFound':
    case 'refused':
    case 'checksFailing':
    case 'courierLost':
    case 'courierSilent':
    case 'notMoving':
      return { kind: 'duration', sinceMs: causeAtMs };
  }
}

/** The time of an age as one moment, such as for the whole date behind it. */
export function momentOfAge(age: FactAge): number {
  return age.kind === 'duration' ? age.sinceMs : age.atMs;
}

interface AgeTexts {
  readonly since: (time: string) => string;
  readonly sinceBefore: (time: string) => string;
  readonly before: (time: string) => string;
  readonly ahead: (duration: string) => string;
  readonly due: string;
  readonly passed: string;
  readonly over: (duration: string) => string;
}

const textsIn: Readonly<Record<Language, AgeTexts>> = {
  en: {
    since: (time) => `since ${time}`,
    sinceBefore: (time) => `since before ${time}`,
    before: (time) => `before ${time}`,
    ahead: (duration) => `in ${duration}`,
    due: 'due now',
    passed: 'just passed',
    over: (duration) => `${duration} over`,
  },
  'zh-Hant': {
    since: (time) => `${time} 起`,
    sinceBefore: (time) => `${time} 之前開始`,
    before: (time) => `${time} 之前`,
    ahead: (duration) => `還有 ${duration}`,
    due: '即將到時',
    passed: '剛過時間',
    over: (duration) => `超過 ${duration}`,
  },
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * The distance to a promised time: "in 25 min", "due now" in the last minute before it, "just passed" in the first
 * one after it, "12 min over"; from two hours on in whole hours.
 */
export function promiseDistanceText(
  promisedAtMs: number,
  nowMs: number,
  { language, locale }: Speech,
): string {
  const texts = textsIn[language];
  const leftMs = promisedAtMs - nowMs;
  const unitMs = Math.abs(leftMs) < 2 * hourMs ? minuteMs : hourMs;
  const wholeMs = Math.trunc(leftMs / unitMs) * unitMs;
  if (wholeMs > 0) return texts.ahead(durationText(wholeMs, locale));
  if (wholeMs < 0) return texts.over(durationText(-wholeMs, locale));
  return leftMs > 0 ? texts.due : texts.passed;
}

/** "since before 12:40": by when something had begun whose beginning was not seen. */
export function sinceBeforeText(
  atMs: number,
  nowMs: number,
  { language, locale }: Speech,
  timeZone?: string,
): string {
  return textsIn[language].sinceBefore(momentText(atMs, nowMs, locale, timeZone));
}

/** An age as it stands beside its fact and goes on with time: "12 min", "12:55", "since before 12:40". */
export function ageNow(age: FactAge, nowMs: number, speech: Speech): string {
  switch (age.kind) {
    case 'duration':
      return durationText(Math.max(0, nowMs - age.sinceMs), speech.locale);
    case 'promise':
      return promiseDistanceText(age.atMs, nowMs, speech);
    case 'clock':
    case 'before':
    case 'sinceBefore':
      return ageInWriting(age, nowMs, speech);
  }
}

/** An age in a text that is read later than it was written: "since 12:40", "12:55", "before 12:55". */
export function ageInWriting(age: FactAge, nowMs: number, { language, locale }: Speech): string {
  const texts = textsIn[language];
  const time = momentText(momentOfAge(age), nowMs, locale);
  switch (age.kind) {
    case 'duration':
      return texts.since(time);
    case 'sinceBefore':
      return texts.sinceBefore(time);
    case 'before':
      return texts.before(time);
    case 'clock':
    case 'promise':
      return time;
  }
}
