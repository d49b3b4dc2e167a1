/**
 * When a time of day comes next by the wall clock of this computer, in milliseconds since 1970, also
 * on a day on which the clock is changed.
 *
 * @param minute after midnight
 */
export function nextTimeOfDayMs(minute: number, nowMs: number): number {
  const next = new Date(nowMs);
  next.setHours(0, minute, 0, 0);
  if (next.getTime() <= nowMs) {
    next.setDate(next.getDate() + 1);
    // Today's may be a time that the clock skipped.
    next.setHours(0, minute, 0, 0);
  }
  return next.getTime();
}

/** When the clock last showed a time of day: today, or yesterday while today's is still to come. */
export function lastTimeOfDayMs(minute: number, nowMs: number): number {
  const todayMs = momentOf(dayOf(nowMs), minute);
  return todayMs <= nowMs ? todayMs : momentOf(dayOf(nowMs, -1), minute);
}

/** Six in the morning, when "until tomorrow" is over: before it is still today for a night shift. */
export const morningMinute = 6 * 60;

/** A time of day that is longer ago than this is meant for tomorrow. */
export const longAgoMs = 12 * 3_600_000;

/** The half of the day: before the time in Chinese, behind it in English. The group is there in the morning. */
const halfBefore = /^(?:(上午|凌晨|清晨|早上)|下午|傍晚)\s?/;
const halfBehind = /\s?(?:(a)|p)\.?m\.?$/;

/** Hours, minutes and seconds. */
const timeForms: readonly RegExp[] = [
  /^(\d{1,2})(?:\s?[:.]\s?(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?)?$/,
  /^(\d{1,2})\s?(\d\d)$/,
  /^(\d{1,2})\s?[時时點点](?:整|鐘|钟|\s?(?:(\d{1,2}|半)分?(?:\s?(\d{1,2})秒)?))?$/,
];

/**
 * The minute after midnight of a time of day: "15:30", "1530", "9", "3.30 pm", "下午 3:30", "15時30分", with or
 * without seconds, which do not count, also in full-width digits. Null for everything else.
 */
export function minuteOfDay(text: string): number | null {
  const typed = text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  const half = halfBefore.exec(typed) ?? halfBehind.exec(typed);
  const time = half === null ? typed : typed.replace(half[0], '');
  const found = timeForms.map((form) => form.exec(time)).find((match) => match !== null);
  if (!found) return null;
  const [, hours, minutes, seconds] = found;
  const [hour, minute] = [Number(hours), minutes === '半' ? 30 : Number(minutes ?? 0)];
  if (minute > 59 || Number(seconds ?? 0) > 59) return null;
  if (half === null) return hour < 24 ? hour * 60 + minute : null;
  if (hour < 1 || hour > 12) return null;
  return ((hour % 12) + (half[1] === undefined ? 12 : 0)) * 60 + minute;
}

/** The midnight with which the day of a moment begins, by this computer's clock. */
export function dayOf(atMs: number, daysLater = 0): number {
  const midnight = new Date(atMs);
  midnight.setHours(0, 0, 0, 0);
  midnight.setDate(midnight.getDate() + daysLater);
  return midnight.getTime();
}

/** The moment at which the clock shows a time of a day, also on a day on which the clock is changed. */
export function momentOf(dayMs: number, minute: number): number {
  const at = new Date(dayMs);
  at.setHours(Math.floor(minute / 60), minute % 60);
  return at.getTime();
}

/** The moment that a promised time of day means: today's, or tomorrow's where today's is long ago. */
export function promisedMoment(minute: number, nowMs: number): number {
  const atMs = momentOf(dayOf(nowMs), minute);
  return nowMs - atMs > longAgoMs ? momentOf(dayOf(nowMs, 1), minute) : atMs;
}
