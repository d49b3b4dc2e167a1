const shortestMs = 500;
const longestMs = 15 * 60_000;

const time = String.raw`\d{2}:\d{2}:\d{2}`;
/** IMF-fixdate, RFC 850 and asctime. */
const httpDate = new RegExp(
  [
    String.raw`^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} ${time} GMT$`,
    String.raw`^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} ${time} GMT$`,
    String.raw`^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d ${time} \d{4}$`,
  ].join('|'),
);

/**
 * How long the service asks us to wait, from a `Retry-After` header (RFC 9110, 10.2.3).
 *
 * A date is read against the service's own `Date` header, so that a wrong clock on this machine does
 * not stretch the pause; without one the machine's clock has to do.
 *
 * @returns 500 ms to 15 min; null when there is no header or it cannot be read
 */
export function retryAfterMs(
  retryAfter: string | readonly string[] | undefined,
  date: string | readonly string[] | undefined,
  wallMs: number,
): number | null {
  const asked = single(retryAfter);
  if (/^\d+(?:\.\d+)?$/.test(asked)) return clamped(Number(asked) * 1000);
  const atMs = parseHttpDate(asked);
  return atMs === null ? null : clamped(atMs - (parseHttpDate(single(date)) ?? wallMs));
}

/**
 * Reads the three date forms of HTTP (RFC 9110, 5.6.7).
 *
 * @returns milliseconds since 1970, or null when it is none of the three
 */
export function parseHttpDate(text: string): number | null {
  if (!httpDate.test(text)) return null;
  // asctime names no zone and means GMT as well.
  const atMs = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  // The first number is the day. Date.parse turns the 31st of February into the 3rd of March.
  return new Date(atMs).getUTCDate() === Number(/\d+/.exec(text)?.[0]) ? atMs : null;
}

function single(header: string | readonly string[] | undefined): string {
  return (typeof header === 'string' ? header : (header?.[0] ?? '')).trim();
}

function clamped(waitMs: number): number {
  return Math.round(Math.min(longestMs, Math.max(shortestMs, waitMs)));
}
