import type { IncomingHttpHeaders } from 'node:http';
import type { StatedPace } from '../../watch/ports.ts';
import { retryAfterMs } from '../http/retry-after.ts';

/** Longer header values are ignored. */
const longestText = 1000;

/** An answer that states a pace has at least one of these headers. */
const names = [
  'x-poll-interval',
  'retry-after',
  'ratelimit',
  'ratelimit-policy',
  'ratelimit-limit',
  'ratelimit-remaining',
  'x-ratelimit-remaining',
] as const;

/** No reset by a header is this many seconds away: a window of a day is read as one of 86 seconds. */
const mostSeconds = 3600;

/**
 * The pace that the service states in the headers of an answer. The contract states no limit
 * (seeds/contract.md, 8), so every form in use is read:
 *
 * - `X-Poll-Interval`: seconds between two checks of the same thing, as GitHub sends it;
 * - `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers, from -08 on, and the
 *   earlier form with `limit=`, `remaining=`, `reset=`);
 * - `RateLimit-Limit`, `-Remaining`, `-Reset` of its first versions, and the same with `X-` before, where the
 *   reset may be from now or a time since 1970, each in seconds or milliseconds;
 * - `Retry-After` (RFC 9110, 10.2.3), also beside a good answer.
 *
 * A number from now that is too large for seconds shows that this service counts milliseconds, which holds for
 * its smaller numbers too. Values that cannot be read are ignored.
 */
export class StatedPaces {
  #countsMs = false;

  /**
   * @param wallMs what "now" is for times since 1970
   * @returns null when the service states nothing, as most services do
   */
  read(headers: Readonly<IncomingHttpHeaders>, wallMs: number): StatedPace | null {
    // This runs at every answer, and most services state nothing.
    if (!names.some((name) => headers[name] !== undefined)) return null;
    const poll = whole(text(headers['x-poll-interval']));
    const pauseMs = retryAfterMs(headers['retry-after'], headers.date, wallMs);
    const perMinute = policyPerMinute(
      text(headers['ratelimit-policy']) || text(headers['ratelimit-limit']),
    );
    const windows = [
      ...limitWindows(text(headers['ratelimit'])),
      this.#plainWindow(headers, '', wallMs),
      this.#plainWindow(headers, 'x-', wallMs),
    ].filter((window) => window !== null);
    const [tightest = null] = windows.toSorted(
      (one, other) => one.remaining / one.resetInMs - other.remaining / other.resetInMs,
    );
    const pollEveryMs = poll === null || poll === 0 ? null : clamp(poll * 1000);
    if (pollEveryMs === null && pauseMs === null && perMinute === null && tightest === null) {
      return null;
    }
    return { pollEveryMs, pauseMs, perMinute, window: tightest };
  }

  #plainWindow(
    headers: Readonly<IncomingHttpHeaders>,
    prefix: '' | 'x-',
    wallMs: number,
  ): Window | null {
    const remaining = whole(text(headers[`${prefix}ratelimit-remaining`]));
    const reset = whole(text(headers[`${prefix}ratelimit-reset`]));
    return windowOf(remaining, reset === null ? null : this.#secondsFromNow(reset, wallMs));
  }

  /** By its size, a number is from now or a time since 1970, and each in seconds or in milliseconds. */
  #secondsFromNow(reset: number, wallMs: number): number {
    if (reset >= 1e12) return Math.max((reset - wallMs) / 1000, 0);
    if (reset >= 1e9) return Math.max(reset - wallMs / 1000, 0);
    this.#countsMs ||= reset > mostSeconds;
    return this.#countsMs ? reset / 1000 : reset;
  }
}

type Window = NonNullable<StatedPace['window']>;

/** `"default";r=50;t=30` for each policy, or `limit=100, remaining=50, reset=30`. */
function limitWindows(value: string): readonly (Window | null)[] {
  const old = windowOf(parameter(value, 'remaining'), parameter(value, 'reset'));
  if (old !== null) return [old];
  return value.split(',').map((item) => windowOf(parameter(item, 'r'), parameter(item, 't')));
}

function windowOf(remaining: number | null, resetSeconds: number | null): Window | null {
  if (remaining === null || resetSeconds === null) return null;
  return { remaining, resetInMs: clamp(resetSeconds * 1000) };
}

/** The lowest rate that `"burst";q=100;w=60` or `100;w=60` items allow. */
function policyPerMinute(value: string): number | null {
  const rates = value.split(',').flatMap((item) => {
    const quota = parameter(item, 'q') ?? whole(/^\s*(\d+)/.exec(item)?.[1] ?? '');
    const seconds = parameter(item, 'w');
    return quota === null || seconds === null || seconds === 0 || quota === 0
      ? []
      : [(quota * 60) / seconds];
  });
  return rates.length === 0 ? null : Math.min(...rates);
}

/** The whole number that a parameter of this name has. */
function parameter(item: string, name: string): number | null {
  for (const part of item.split(/[;,]/)) {
    const [key = '', value] = part.split('=', 2);
    if (key.trim().toLowerCase() === name) return whole(value?.trim() ?? '');
  }
  return null;
}

function whole(value: string): number | null {
  return /^\d{1,15}$/.test(value) ? Number(value) : null;
}

/** Empty when there is no such header. */
function text(header: string | readonly string[] | undefined): string {
  const value = typeof header === 'string' ? header : (header?.[0] ?? '');
  return value.length > longestText ? '' : value.trim();
}

/** Keeps a stated time between a second and an hour. */
function clamp(ms: number): number {
  return Math.min(Math.max(ms, 1000), 60 * 60_000);
}
