/** Before this hour it is still today for a night shift. */
const morningHour = 6;

/**
 * The next morning by the wall clock of this computer, in milliseconds since 1970: what "until
 * tomorrow" means, also on a day on which the clock is changed.
 */
export function tomorrowMs(nowMs: number): number {
  const morning = new Date(nowMs);
  morning.setHours(morningHour, 0, 0, 0);
  if (morning.getTime() <= nowMs) morning.setDate(morning.getDate() + 1);
  return morning.getTime();
}
