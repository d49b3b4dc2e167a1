import { longestHeartbeatUrl } from '../../../core/bridge/heartbeat-state.ts';
import type { Result } from '../../../core/text/result.ts';

/**
 * Reads the address of a monitor: any http or https address without a login. What is wrong is not said in detail,
 * because the address may be a secret.
 */
export function parseHeartbeatUrl(text: string): Result<string, null> {
  const trimmed = text.trim();
  const refused = { ok: false, failure: null } as const;
  // The parser repairs these silently, and then the address is not the one that was entered.
  if (trimmed.length > longestHeartbeatUrl || /[\s\\\p{Cc}]/u.test(trimmed)) return refused;
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return refused;
  const { href, password, username } = new URL(trimmed);
  return `${username}${password}` === '' ? { ok: true, value: href } : refused;
}

/** A beat as it is sent. */
export interface HeartbeatRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string | null;
}

/**
 * A beat is a plain GET, which every monitor takes. The last one has a word: in place of the message where the
 * address has one (`msg`, as Uptime Kuma writes it), else as the body of a POST, which Healthchecks shows.
 */
export function heartbeatRequest(url: string, word: string | null): HeartbeatRequest {
  const { pathname, search, searchParams } = new URL(url);
  if (word === null) return { method: 'GET', path: `${pathname}${search}`, body: null };
  if (!searchParams.has('msg')) return { method: 'POST', path: `${pathname}${search}`, body: word };
  searchParams.set('msg', word);
  return { method: 'GET', path: `${pathname}?${searchParams.toString()}`, body: null };
}
