const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * The full local time, for the pointer that rests on an age: 21 Nov 2026, 14:31:08 as the locale
 * writes it, with the same hours from 0 to 23 as the clock times beside it.
 */
export function fullTime(atMs: number, locale: string, timeZone?: string): string {
  const key = `${locale} ${timeZone ?? ''}`;
  const known = formatters.get(key);
  if (known) return known.format(atMs);
  const formatter = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    hourCycle: 'h23',
    ...(timeZone !== undefined && { timeZone }),
  });
  formatters.set(key, formatter);
  return formatter.format(atMs);
}
