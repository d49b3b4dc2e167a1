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
const longAgoMs = 12 * 3_600_000;

/**
 * The minutes after midnight of a typed time of day: "15:30", "1530", "9", "3.30 pm", "下午 3:30", also in
 * full-width digits. Null for everything else.
 */
export function minuteOfDay(text: string): number | null {
  const typed = text.normalize('NFKC').toLowerCase().replaceAll(/[\s.]/g, '');
  const [, chinese, rest = ''] = /^(上午|下午)?(.*)$/.exec(typed) ?? [];
  const english = chinese === '上午' ? `${rest}am` : `${rest}pm`;
  const [, hours, minutes = '0', half] =
    /^(\d{1,2}):?(\d\d)?(am|pm)?$/.exec(chinese === undefined ? rest : english) ?? [];
  if (hours === undefined) return null;
  if (half !== undefined && (Number(hours) < 1 || Number(hours) > 12)) return null;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'pm' ? 12 : 0);
  return hour < 24 && Number(minutes) < 60 ? hour * 60 + Number(minutes) : null;
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
