import type { TokenScheme } from '../../core/delivery/connection-options.ts';
import type { TokenNote } from '../../core/wire/contract-notes.ts';
import { DeliveryError } from '../../core/delivery/delivery-failure.ts';
import { hostFailure } from './host-answer.ts';
import { readJson } from './json-answer.ts';
import { tokenLifetime } from './token-lifetime.ts';
import type { WireAnswer } from './transport.ts';

/** What the token endpoint gave. */
export interface TokenGrant {
  /** The whole value of the authorization header. */
  readonly authorization: string;
  /** How long the token counts as valid, from the start of the request on. */
  readonly lifetimeMs: number;
  /** What the service said in seconds; null when it said nothing that can be read. */
  readonly statedSeconds: number | null;
  /** The named rules of leniency that reading it needed. */
  readonly notes: readonly TokenNote[];
}

/** What an answer of the token endpoint means. */
export type TokenVerdict =
  | { readonly kind: 'granted'; readonly grant: TokenGrant }
  /** 404 or 405: the endpoint may want another method (seeds/contract.md, 4.1). */
  | { readonly kind: 'methodRefused'; readonly failure: DeliveryError }
  /** 400 or 415 that does not blame the client: the endpoint may want a form. */
  | { readonly kind: 'bodyRefused'; readonly failure: DeliveryError }
  | { readonly kind: 'failed'; readonly failure: DeliveryError };

/** The error codes that blame the credentials (RFC 6749, 5.2), as far as they can meet us. */
const credentialErrors = new Set(['invalid_client', 'unauthorized_client', 'access_denied']);

/** As long a header value as any server takes. */
const longestToken = 8000;

/**
 * Judges an answer of the token endpoint. The failures never carry a piece of the body, because the
 * body may hold a token.
 *
 * @param scheme how the token is put into its header
 */
export function judgeTokenAnswer(
  answer: WireAnswer,
  origin: string,
  wallMs: number,
  scheme: TokenScheme,
): TokenVerdict {
  const { status } = answer;
  const host = hostFailure(answer, origin, wallMs);
  if (host !== null) return { kind: 'failed', failure: host };
  if (status === 404 || status === 405) {
    return { kind: 'methodRefused', failure: failure('token-endpoint-missing', status) };
  }
  const body = readJson(answer.body);
  const value = body.ok ? body.value.value : null;
  if (status === 401 || status === 403 || blamesCredentials(value)) {
    return { kind: 'failed', failure: failure('credentials-refused', status) };
  }
  if (status === 400)
    return { kind: 'bodyRefused', failure: failure('credentials-refused', status) };
  if (status === 415) {
    return { kind: 'bodyRefused', failure: failure('token-endpoint-missing', status) };
  }
  // 201 is what some services answer to a POST; anything else is no token.
  const grant = status === 200 || status === 201 ? readGrant(value, scheme) : null;
  if (grant === null) return { kind: 'failed', failure: failure('token-unreadable', status) };
  if (status !== 201) return { kind: 'granted', grant };
  return { kind: 'granted', grant: { ...grant, notes: ['token-status-created', ...grant.notes] } };
}

function readGrant(value: unknown, scheme: TokenScheme): TokenGrant | null {
  const bare = asRecord(value);
  const wrapped = bare === null || 'access_token' in bare ? null : asRecord(bare['data']);
  const fields = wrapped ?? bare;
  if (fields === null) return null;
  const token = fields['access_token'];
  // Anything but printable ASCII could end the header and begin another.
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token) || token.length > longestToken) {
    return null;
  }
  const given = prefixOf(scheme, fields['token_type']);
  const lifetime = tokenLifetime(fields['expires_in']);
  return {
    authorization: `${given.prefix}${token}`,
    lifetimeMs: lifetime.lifetimeMs,
    statedSeconds: lifetime.statedSeconds,
    notes: [
      ...(wrapped === null ? [] : (['token-in-data'] as const)),
      ...given.notes,
      ...lifetime.notes,
    ],
  };
}

interface Prefix {
  /** What stands before the token. */
  readonly prefix: string;
  readonly notes: readonly TokenNote[];
}

/** The contract does not say how the token is presented (seeds/contract.md, 5.5): Bearer by default. */
function prefixOf(scheme: TokenScheme, tokenType: unknown): Prefix {
  switch (scheme.kind) {
    case 'none':
      return { prefix: '', notes: [] };
    case 'fixed':
      return { prefix: `${scheme.scheme} `, notes: [] };
    case 'asGiven':
      return givenPrefix(tokenType);
    default:
      return scheme satisfies never;
  }
}

function givenPrefix(tokenType: unknown): Prefix {
  if (tokenType === undefined || tokenType === null) return { prefix: 'Bearer ', notes: [] };
  if (typeof tokenType !== 'string' || !/^[\w!#$%&'*+.^`|~-]{1,40}$/.test(tokenType)) {
    return { prefix: 'Bearer ', notes: ['token-type-unreadable'] };
  }
  if (tokenType.toLowerCase() === 'bearer') return { prefix: 'Bearer ', notes: [] };
  return { prefix: `${tokenType} `, notes: ['token-type-other'] };
}

function blamesCredentials(value: unknown): boolean {
  const error = asRecord(value)?.['error'];
  return typeof error === 'string' && credentialErrors.has(error);
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}

function failure(
  code: 'token-endpoint-missing' | 'credentials-refused' | 'token-unreadable',
  httpStatus: number,
): DeliveryError {
  return new DeliveryError(code, { httpStatus });
}
