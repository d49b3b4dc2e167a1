/** A `Retry-After` field as text, or what it should say and in which form. */
export type RetryAfter =
  | string
  | {
      readonly form: 'seconds' | 'imf-fixdate' | 'rfc850' | 'asctime';
      readonly seconds: number;
    };

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/**
 * The value of a `Retry-After` field (RFC 9110, 10.2.3) in any form of HTTP date (5.6.7).
 *
 * @param nowMs the service's calendar, in milliseconds since 1970
 */
export function retryAfterText(value: RetryAfter, nowMs: number): string {
  if (typeof value === 'string') {
    return value;
  }
  const date = new Date(nowMs + value.seconds * 1000);
  const [, day = '', month = '', year = '', time = ''] =
    /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(date.toUTCString()) ?? [];
  const weekday = days[date.getUTCDay()] ?? '';
  switch (value.form) {
    case 'seconds':
      return String(value.seconds);
    case 'imf-fixdate':
      return date.toUTCString();
    case 'rfc850':
      return `${weekday}, ${day}-${month}-${year.slice(-2)} ${time} GMT`;
    case 'asctime':
      return `${weekday.slice(0, 3)} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`;
  }
}
