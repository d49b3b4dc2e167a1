import type { OptionFault } from './option-fault.ts';
import { maxExtraHeaders } from './option-fault.ts';
import type { Result } from '../text/result.ts';

/** Additional headers by name, sent with every request. */
export type ExtraHeaders = Readonly<Record<string, string>>;

/**
 * Headers that HTTP or Waybell itself sets: for the connection, the body, the cache. `Accept` is not
 * among them, because some services choose their version by it.
 */
const reservedNames = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'date',
  'expect',
  'host',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'keep-alive',
  'range',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);

/** Whether a header has a meaning in every request that no option may change. */
export function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return reservedNames.has(lower) || lower.startsWith('proxy-');
}

/** Whether a text can be the name of a header (RFC 9110, 5.1). */
export function isHeaderName(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]{1,80}$/.test(text);
}

/** A word of a header's name that announces a secret. */
const secretWord =
  /^(?:auth(?:oriz\w*|entic\w*)?|tokens?|secrets?|passw(?:or)?d|credentials?|sessions?|cookies?|keys?|apikeys?|signature|jwt)$/i;

/** Options lie readable on the disk, so no secret may be in them. */
function isSecretName(name: string): boolean {
  return name.split(/[-_]/).some((word) => secretWord.test(word));
}

/** Why a header is refused; null when it can be sent. */
export function extraHeaderRefusal(name: string, value: string): OptionFault | null {
  if (!isHeaderName(name)) return { code: 'headerLine' };
  if (isReservedHeader(name)) {
    return { code: 'headerTaken', subject: name };
  }
  if (isSecretName(name)) {
    return { code: 'headerSecret', subject: name };
  }
  // Servers and proxies may misread any other character in a header (RFC 9110, 5.5).
  return /^[\x21-\x7e](?:[\x20-\x7e]{0,498}[\x21-\x7e])?$/.test(value)
    ? null
    : { code: 'headerValue', subject: name };
}

/**
 * Reads headers as they are typed: `Name: value`, one a line. Empty lines are ignored.
 *
 * @param tokenHeader the header that carries the token, which no other may repeat
 * @returns the headers, or what is wrong with one of them
 */
export function parseExtraHeaders(
  text: string,
  tokenHeader: string,
): Result<ExtraHeaders, OptionFault> {
  const headers = new Map<string, string>();
  const seen = new Set([tokenHeader.toLowerCase()]);
  for (const line of text.split(/\r\n?|\n/)) {
    if (line.trim() === '') continue;
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim();
    const value = line.slice(colon + 1).trim();
    const refusal = extraHeaderRefusal(name, value);
    if (refusal !== null) return { ok: false, failure: refusal };
    if (seen.has(name.toLowerCase()))
      return { ok: false, failure: { code: 'headerTwice', subject: name } };
    seen.add(name.toLowerCase());
    headers.set(name, value);
  }
  if (headers.size > maxExtraHeaders) {
    return { ok: false, failure: { code: 'headersTooMany' } };
  }
  return { ok: true, value: Object.fromEntries(headers) };
}

/** The headers as text, as {@link parseExtraHeaders} reads it. */
export function extraHeadersText(headers: ExtraHeaders): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}
