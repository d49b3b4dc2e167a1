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

/** Six in the morning, when "until tomorrow" is over: before it is still today for a night shift. */
export const morningMinute = 6 * 60;
