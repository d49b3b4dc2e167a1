import type { OrderStore } from '../orders/order-store.ts';
import { type HeaderField, type HttpAnswer, type HttpRequest, refusal } from './message.ts';
import type { TokenIssuer } from './token-issuer.ts';

const orderHeaders = [
  ['Content-Type', 'application/json'],
  ['Cache-Control', 'private, no-cache'],
] as const satisfies readonly HeaderField[];

/** The token that a request brings, or null when it brings none (RFC 6750, 2.1). */
export function bearerToken(request: HttpRequest): string | null {
  const header = request.headers.get('authorization') ?? '';
  const space = header.indexOf(' ');
  return space > 0 && header.slice(0, space).toLowerCase() === 'bearer'
    ? header.slice(space + 1).trim()
    : null;
}

/**
 * The answer to a request for an order (seeds/contract.md, 4.2). How the token is presented and what
 * refusals look like is not stated there (5.5, 7); this is the bearer scheme of RFC 6750.
 */
export function orderAnswer(
  request: HttpRequest,
  uuid: string,
  orders: OrderStore,
  tokens: TokenIssuer,
  hasEtags: boolean,
): HttpAnswer {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return refusal(405, 'method_not_allowed', 'Orders can be read only.', [['Allow', 'GET, HEAD']]);
  }
  const token = bearerToken(request);
  const worth = token === null ? 'absent' : tokens.worth(token);
  if (worth !== 'valid') {
    return unauthorized(worth === 'absent');
  }
  const order = orders.answer(uuid);
  if (order === null) {
    return refusal(404, 'not_found', 'There is no such order.');
  }
  if (!hasEtags) {
    return { status: 200, headers: orderHeaders, body: order.body() };
  }
  const condition = request.headers.get('if-none-match');
  if (condition !== undefined && matchesEtag(condition, order.etag)) {
    return { status: 304, headers: [['ETag', order.etag]], body: '' };
  }
  return { status: 200, headers: [...orderHeaders, ['ETag', order.etag]], body: order.body() };
}

/** Whether an If-None-Match condition names this ETag, compared weakly (RFC 9110, 13.1.2). */
export function matchesEtag(condition: string, etag: string): boolean {
  if (condition === etag || condition === '*') {
    return true;
  }
  const opaque = etag.replace(/^W\//, '');
  return (condition.match(/(?:W\/)?"[^"]*"/g) ?? []).some(
    (one) => one.replace(/^W\//, '') === opaque,
  );
}

/** The refusal of a token; without any token the reason is left out (RFC 6750, 3.1). */
export function unauthorized(isAbsent: boolean): HttpAnswer {
  const challenge = isAbsent
    ? 'Bearer realm="delivery"'
    : 'Bearer realm="delivery", error="invalid_token", error_description="The access token expired"';
  return refusal(
    401,
    isAbsent ? 'unauthorized' : 'invalid_token',
    isAbsent ? 'An access token is needed.' : 'The access token expired.',
    [['WWW-Authenticate', challenge]],
  );
}
