import { readJson } from './json-answer.ts';
import type { WireAnswer } from './transport.ts';

/** Seen as error codes in bodies of services of this kind, beside RFC 6750's own. */
const tokenErrors = new Set(['invalid_token', 'expired_token', 'token_expired']);

/**
 * Whether an answer refuses the token rather than the order.
 *
 * The contract says only that "the API responses indicate expiry" (seeds/contract.md, 5.3). A 401 is
 * the plain form; a 403 counts when it names the token (RFC 6750, 3.1), and so does a 200 whose body is
 * an error about the token. Any other 403 concerns the one order and must not touch the token.
 */
export function meansTokenRefused(answer: WireAnswer): boolean {
  if (answer.status === 401) return true;
  if (answer.status !== 403 && answer.status !== 200) return false;
  const challenge = answer.headers['www-authenticate'];
  if (typeof challenge === 'string' && /error\s*=\s*"?invalid_token\b/i.test(challenge))
    return true;
  // An order never begins like this, so a good answer costs one look at its first bytes.
  const start = answer.body.toString('latin1', 0, 200);
  if (!/"error(?:_code)?"/.test(start)) return false;
  const body = readJson(answer.body);
  if (!body.ok || typeof body.value.value !== 'object' || body.value.value === null) return false;
  const fields = new Map(Object.entries(body.value.value));
  const error: unknown = fields.get('error') ?? fields.get('error_code');
  return typeof error === 'string' && tokenErrors.has(error);
}
