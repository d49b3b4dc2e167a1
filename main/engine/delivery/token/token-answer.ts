import type { TokenScheme } from '../../../../core/delivery/connection-options.ts';
import {
  DeliveryError,
  type DeliveryFailureCode,
} from '../../../../core/delivery/delivery-failure.ts';
import type { TokenNote } from '../../../../core/wire/contract-notes.ts';
import { readJson } from '../http/json-body.ts';
import { isWebPage, statusFailure } from '../http/status-failure.ts';
import type { HttpAnswer } from '../http/transport.ts';

/** What the token endpoint gave. */
export interface TokenGrant {
  /** The whole value of the authorization header. */
  readonly authorization: string;
  /** How long the token counts as valid, from the start of the request on: 30 s to 24 h. */
  readonly lifetimeMs: number;
  /** What the service said in seconds; null when it said nothing that can be read. */
  readonly statedSeconds: number | null;
  /** The named rules of leniency that reading it needed. */
  readonly notes: readonly TokenNote[];
}

/** What an answer of the token endpoint means. */
export type TokenAnswer =
  | { readonly kind: 'granted'; readonly grant: TokenGrant }
  /** 404 or 405: the endpoint may want another method (seeds/contract.md, 4.1). */
  | { readonly kind: 'methodRefused'; readonly failure: DeliveryError }
  /** 400 or 415 that does not blame the client: the endpoint may want a form. */
  | { readonly kind: 'bodyRefused'; readonly failure: DeliveryError }
  | { readonly kind: 'failed'; readonly failure: DeliveryError };

/** The error codes of RFC 6749, 4.1.2.1 and 5.2, that blame the credentials. */
const credentialErrors = new Set(['invalid_client', 'unauthorized_client', 'access_denied']);

/** The error codes of RFC 6749, 4.1.2.1, that say that it passes. */
const passingErrors = new Set(['server_error', 'temporarily_unavailable']);

/** Error codes about the token: RFC 6750's own, and two seen in bodies of services of this kind. */
const tokenErrors = new Set(['invalid_token', 'expired_token', 'token_expired']);

/** The longest token that is accepted: servers accept no longer header values. */
const longestToken = 8000;

/**
 * Reads an answer of the token endpoint. The failures never carry a piece of the body, because the
 * body may hold a token.
 *
 * Who answered is asked before a refusal is believed: a firewall's page, or a refusal that does not name the client,
 * says nothing about credentials that have worked, and passes like any failure of the service. Credentials that never
 * worked are told to be wrong by any refusal, because a wrong secret is the likeliest cause.
 *
 * @param scheme how the token is put into its header
 * @param haveWorked whether these credentials brought a token before
 */
export function readTokenAnswer(
  answer: HttpAnswer,
  origin: string,
  wallMs: number,
  scheme: TokenScheme,
  haveWorked: boolean,
): TokenAnswer {
  const { status: httpStatus } = answer;
  const refused = (kind: Exclude<TokenAnswer['kind'], 'granted'>, code: DeliveryFailureCode) => ({
    kind,
    failure: new DeliveryError(code, { httpStatus }),
  });
  const failure = statusFailure(answer, origin, wallMs);
  if (failure !== null) return { kind: 'failed', failure };
  const body = fieldsOf(readJson(answer.body)?.value);
  const errors = body === null ? [] : errorNames(body);
  if (errors.some((error) => credentialErrors.has(error))) {
    return refused('failed', 'credentials-refused');
  }
  const passes = haveWorked || errors.some((error) => passingErrors.has(error));
  const isPage = isWebPage(answer);
  switch (httpStatus) {
    case 404:
    case 405:
      return refused('methodRefused', passes ? 'service-failing' : 'token-endpoint-missing');
    case 415:
      return refused('bodyRefused', passes ? 'service-failing' : 'token-endpoint-missing');
    case 400:
      return refused('bodyRefused', refusalCode(passes, isPage));
    case 401:
      // Its page may well be the service's own.
      return refused('failed', refusalCode(passes, isPage && passes));
    case 403:
      return refused('failed', refusalCode(passes, isPage));
  }
  // 201 is what some services answer to a POST; any other status brings no token.
  const isGood = httpStatus === 200 || httpStatus === 201;
  const grant = isGood && body !== null ? readGrant(body, scheme) : null;
  if (grant === null) {
    const isPassing = errors.some((error) => passingErrors.has(error));
    return refused('failed', isPassing ? 'service-failing' : 'token-unreadable');
  }
  const notes: TokenNote[] = httpStatus === 201 ? ['token-status-created'] : [];
  return { kind: 'granted', grant: { ...grant, notes: [...notes, ...grant.notes] } };
}

/** What a refusal means that does not name the client. */
function refusalCode(passes: boolean, isPage: boolean): DeliveryFailureCode {
  if (isPage) return 'captive-portal';
  return passes ? 'service-failing' : 'credentials-refused';
}

/**
 * Whether an answer to a request for an order says in so many words that it refuses the token.
 *
 * The contract says only that "the API responses indicate expiry" (seeds/contract.md, 5.3). A 401 is the plain form; a
 * 403 counts when it names the token (RFC 6750, 3.1), and so does a 200 whose body is an error about the token.
 */
export function namesToken(answer: HttpAnswer): boolean {
  if (answer.status === 401) return true;
  if (answer.status !== 403 && answer.status !== 200) return false;
  const challenge = answer.headers['www-authenticate'] ?? '';
  if (/error\s*=\s*"?invalid_token\b/i.test(challenge)) return true;
  // An order never begins like this, so a good answer costs one look at its first bytes.
  if (!/"error(?:_code)?"/.test(answer.body.toString('latin1', 0, 200))) return false;
  const body = fieldsOf(readJson(answer.body)?.value);
  return body !== null && errorNames(body).some((error) => tokenErrors.has(error));
}

/** Whether an answer may be an error, by a look at its first bytes. */
export function looksLikeError({ body }: HttpAnswer): boolean {
  return /"(?:errors?|error_?\w+|message|msg|detail|fault|success|code)"\s*:/i.test(
    body.toString('latin1', 0, 200),
  );
}

/** The names of errors in a body, as RFC 6749 writes them, from where services of this kind put them. */
function errorNames(body: Fields): readonly string[] {
  const [first] = Array.isArray(body['errors']) ? body['errors'] : [];
  const inner = fieldsOf(body['error']) ?? fieldsOf(first) ?? {};
  const named = [body['error'], body['error_code'], body['code'], inner['code'], inner['type']];
  const texts = named.filter((name) => typeof name === 'string');
  return texts.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replace(/[-\s]+/g, '_'),
  );
}

type Fields = Readonly<Record<string, unknown>>;

function readGrant(bare: Fields, scheme: TokenScheme): TokenGrant | null {
  const wrapped = 'access_token' in bare ? null : fieldsOf(bare['data']);
  const fields = wrapped ?? bare;
  const token = fields['access_token'];
  // Anything but printable ASCII could end the header and begin another.
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token) || token.length > longestToken) {
    return null;
  }
  const notes: TokenNote[] = wrapped === null ? [] : ['token-in-data'];
  const note = (rule: TokenNote): void => void notes.push(rule);
  const authorization = `${prefixOf(scheme, fields['token_type'], note)}${token}`;
  return { authorization, ...readLifetime(fields['expires_in'], note), notes };
}

/**
 * The word before the token in its header. The contract does not say how a token is presented
 * (seeds/contract.md, 5.5): Bearer by default.
 */
function prefixOf(
  scheme: TokenScheme,
  tokenType: unknown,
  note: (rule: TokenNote) => void,
): string {
  if (scheme.kind === 'none') return '';
  if (scheme.kind === 'fixed') return `${scheme.scheme} `;
  if (tokenType === undefined || tokenType === null) return 'Bearer ';
  if (typeof tokenType !== 'string' || !/^[\w!#$%&'*+.^`|~-]{1,40}$/.test(tokenType)) {
    note('token-type-unreadable');
    return 'Bearer ';
  }
  if (tokenType.toLowerCase() === 'bearer') return 'Bearer ';
  note('token-type-other');
  return `${tokenType} `;
}

/**
 * The header for a service that names an unusual scheme with its token and knows only Bearer: `token_type` informs,
 * and some services write there what they like.
 *
 * @returns null when the scheme is Bearer already, or one's own
 */
export function asBearer(authorization: string, scheme: TokenScheme): string | null {
  const [word = '', token] = authorization.split(' ', 2);
  if (scheme.kind !== 'asGiven' || token === undefined || word === 'Bearer') return null;
  return `Bearer ${token}`;
}

const shortestMs = 30_000;
const longestMs = 24 * 60 * 60_000;
const assumedMs = 10 * 60_000;

/**
 * Reads `expires_in` (seeds/contract.md, 2.7: an integer of seconds; RFC 6749, 5.1: recommended only).
 *
 * Without a number the token counts for ten minutes or until it is refused. Zero and less still give
 * thirty seconds, so that the token endpoint is never asked in a loop; a day is the most, because a
 * token may be revoked meanwhile.
 */
export function readLifetime(
  expiresIn: unknown,
  note: (rule: TokenNote) => void,
): Pick<TokenGrant, 'lifetimeMs' | 'statedSeconds'> {
  const isAbsent = expiresIn === undefined || expiresIn === null;
  const isText = typeof expiresIn === 'string' && /^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(expiresIn);
  const seconds = isText || typeof expiresIn === 'number' ? Number(expiresIn) : Number.NaN;
  if (Number.isNaN(seconds)) {
    note(isAbsent ? 'expires-in-missing' : 'expires-in-unreadable');
    return { lifetimeMs: assumedMs, statedSeconds: null };
  }
  const lifetimeMs = Math.min(longestMs, Math.max(shortestMs, Math.floor(seconds * 1000)));
  if (isText) note('expires-in-text');
  if (lifetimeMs !== seconds * 1000) note('expires-in-out-of-range');
  return { lifetimeMs, statedSeconds: seconds };
}

/**
 * When a token is renewed ahead of its end: after 80 % of its life or 60 s before the end, whichever
 * comes first, though never in the first half nor in the first 30 s.
 *
 * @returns milliseconds from the start of the request that brought it
 */
export function renewAfterMs(lifetimeMs: number): number {
  return Math.max(shortestMs, lifetimeMs / 2, Math.min(lifetimeMs * 0.8, lifetimeMs - 60_000));
}

function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : null;
}
