import type { TokenNote } from '../../core/wire/contract-notes.ts';

const shortestMs = 30_000;
const longestMs = 24 * 60 * 60_000;
const assumedMs = 10 * 60_000;

/** How long a token counts as valid, and how that was found. */
export interface TokenLifetime {
  /** 30 s to 24 h. */
  readonly lifetimeMs: number;
  /** What the service said; null when it said nothing that can be read. */
  readonly statedSeconds: number | null;
  readonly notes: readonly TokenNote[];
}

/**
 * Reads `expires_in` (seeds/contract.md, 2.7: an integer of seconds; RFC 6749, 5.1: recommended only).
 *
 * Without a number the token counts for ten minutes or until it is refused. Zero and less still give
 * thirty seconds, so that the token endpoint is never asked in a loop; a day is the most, because a
 * token may be revoked meanwhile.
 */
export function tokenLifetime(expiresIn: unknown): TokenLifetime {
  if (expiresIn === undefined || expiresIn === null) return assumed('expires-in-missing');
  const isNumericText =
    typeof expiresIn === 'string' && /^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(expiresIn);
  const seconds = isNumericText || typeof expiresIn === 'number' ? Number(expiresIn) : Number.NaN;
  if (Number.isNaN(seconds)) return assumed('expires-in-unreadable');
  const lifetimeMs = Math.min(longestMs, Math.max(shortestMs, Math.floor(seconds * 1000)));
  return {
    lifetimeMs,
    statedSeconds: seconds,
    notes: [
      ...(isNumericText ? (['expires-in-text'] as const) : []),
      ...(lifetimeMs === seconds * 1000 ? [] : (['expires-in-out-of-range'] as const)),
    ],
  };
}

/**
 * When a token is renewed ahead of its end: after 80 % of its life or 60 s before the end, whichever
 * comes first, though never in the first half nor in the first 30 s.
 *
 * @returns milliseconds from the start of the request that brought it
 */
export function renewAfterMs(lifetimeMs: number): number {
  const early = Math.min(lifetimeMs * 0.8, lifetimeMs - 60_000);
  return Math.max(shortestMs, lifetimeMs / 2, early);
}

function assumed(note: TokenNote): TokenLifetime {
  return { lifetimeMs: assumedMs, statedSeconds: null, notes: [note] };
}
