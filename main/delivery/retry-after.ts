const shortestMs = 500;
const longestMs = 15 * 60_000;

const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const time = String.raw`(\d{2}):(\d{2}):(\d{2})`;
const dayName = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const longDayName = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';
const month = `(${monthNames.join('|')})`;

const imfFixdate = new RegExp(String.raw`^${dayName}, (\d{2}) ${month} (\d{4}) ${time} GMT$`);
const rfc850Date = new RegExp(String.raw`^${longDayName}, (\d{2})-${month}-(\d{2}) ${time} GMT$`);
const asctimeDate = new RegExp(String.raw`^${dayName} ${month} ([ \d]\d) ${time} (\d{4})$`);

/**
 * How long the service asks us to wait, from a `Retry-After` header (RFC 9110, 10.2.3).
 *
 * A date is read against the service's own `Date` header, so that a wrong clock on this machine does
 * not stretch the pause; without one the machine's clock has to do.
 *
 * @returns 500 ms to 15 min; null when there is no header or nobody can read it
 */
export function retryAfterMs(
  retryAfter: string | readonly string[] | undefined,
  date: string | readonly string[] | undefined,
  wallMs: number,
): number | null {
  const asked = single(retryAfter);
  if (asked === null) return null;
  if (/^\d+(?:\.\d+)?$/.test(asked)) return clamped(Number(asked) * 1000);
  const serviceNowMs = parseHttpDate(single(date) ?? '', wallMs) ?? wallMs;
  const atMs = parseHttpDate(asked, serviceNowMs);
  return atMs === null ? null : clamped(atMs - serviceNowMs);
}

/**
 * Reads the three date forms of HTTP (RFC 9110, 5.6.7): IMF-fixdate, RFC 850 and asctime.
 *
 * @param nowMs decides the century of a two-digit year: more than 50 years ahead means the past
 * @returns milliseconds since 1970, or null when it is none of the three
 */
export function parseHttpDate(text: string, nowMs: number): number | null {
  const fixed = imfFixdate.exec(text);
  if (fixed !== null) {
    const [, day, monthName, year, ...clock] = fixed;
    return utcMs(Number(year), monthName, day, clock);
  }
  const old = rfc850Date.exec(text);
  if (old !== null) {
    const [, day, monthName, shortYear, ...clock] = old;
    const thisYear = new Date(nowMs).getUTCFullYear();
    const year = Math.floor(thisYear / 100) * 100 + Number(shortYear);
    return utcMs(year > thisYear + 50 ? year - 100 : year, monthName, day, clock);
  }
  const ascii = asctimeDate.exec(text);
  if (ascii !== null) {
    const [, monthName, day, hours, minutes, seconds, year] = ascii;
    return utcMs(Number(year), monthName, day, [hours, minutes, seconds]);
  }
  return null;
}

function utcMs(
  year: number,
  monthName: string | undefined,
  day: string | undefined,
  clock: readonly (string | undefined)[],
): number | null {
  const [hours, minutes, seconds] = clock.map(Number);
  if (hours === undefined || minutes === undefined || seconds === undefined) return null;
  if (hours > 23 || minutes > 59 || seconds > 60) return null;
  const monthIndex = monthNames.indexOf(monthName ?? '');
  const dayOfMonth = Number(day);
  const atMs = Date.UTC(year, monthIndex, dayOfMonth, hours, minutes, seconds);
  return new Date(Date.UTC(year, monthIndex, dayOfMonth)).getUTCDate() === dayOfMonth ? atMs : null;
}

function single(header: string | readonly string[] | undefined): string | null {
  const text = typeof header === 'string' ? header : header?.[0];
  return text === undefined || text.trim() === '' ? null : text.trim();
}

function clamped(waitMs: number): number {
  return Math.round(Math.min(longestMs, Math.max(shortestMs, waitMs)));
}
