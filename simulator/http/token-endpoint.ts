import { z } from 'zod';
import { type HttpAnswer, type HttpRequest, jsonAnswer, refusal } from './message.ts';
import type { TokenIssuer } from './token-issuer.ts';

/** How the token endpoint behaves where the contract leaves it open. */
export interface TokenManners {
  /** The methods it knows (seeds/contract.md, 4.1 names both). */
  readonly methods: readonly ('POST' | 'GET')[];
  /** Which request bodies it reads. The contract names JSON; some services insist on a form. */
  readonly bodies: readonly ('json' | 'form')[];
  /** Whether answers carry `token_type` and `created_at`, which the contract does not show. */
  readonly hasExtras: boolean;
}

/** The contract to the letter. */
export const contractManners: TokenManners = {
  methods: ['POST', 'GET'],
  bodies: ['json'],
  hasExtras: false,
};

const tokenRequest = z.object({
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  grant_type: z.string().min(1),
});

const noStore = ['Cache-Control', 'no-store'] as const;

/** The answer to a request for a token (seeds/contract.md, 4.1; refusals as in RFC 6749, 5.2). */
export function tokenAnswer(
  request: HttpRequest,
  tokens: TokenIssuer,
  manners: TokenManners,
  stampMs: number,
): HttpAnswer {
  if (!manners.methods.some((method) => method === request.method)) {
    return refusal(405, 'method_not_allowed', 'Ask for a token by POST.', [
      ['Allow', manners.methods.join(', ')],
    ]);
  }
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  const isJson = type === 'application/json' && manners.bodies.includes('json');
  const isForm = type === 'application/x-www-form-urlencoded' && manners.bodies.includes('form');
  if (!isJson && !isForm) {
    return refusal(415, 'invalid_request', 'This content type is not supported.', [noStore]);
  }
  const asked = tokenRequest.safeParse(
    isJson ? parsedJson(request.body) : Object.fromEntries(new URLSearchParams(request.body)),
  );
  if (!asked.success) {
    const fields = asked.error.issues.map(({ path }) => path.join('.')).filter((at) => at !== '');
    const what =
      fields.length === 0 ? 'The body cannot be read.' : `Missing: ${fields.join(', ')}.`;
    return refusal(400, 'invalid_request', what, [noStore]);
  }
  const { client_id, client_secret, grant_type } = asked.data;
  if (grant_type !== 'client_credentials') {
    return refusal(400, 'unsupported_grant_type', 'Only client_credentials is supported.', [
      noStore,
    ]);
  }
  if (!tokens.isClient(client_id, client_secret)) {
    return refusal(401, 'invalid_client', 'The client ID or client secret is not right.', [
      noStore,
      ['WWW-Authenticate', 'Bearer realm="delivery"'],
    ]);
  }
  return issued(tokens, manners, stampMs);
}

function issued(tokens: TokenIssuer, manners: TokenManners, stampMs: number): HttpAnswer {
  const token = tokens.issue();
  const answer = { access_token: token.text, expires_in: tokens.lifetimeSeconds };
  const extras = { token_type: 'Bearer', created_at: Math.floor(stampMs / 1000) };
  return jsonAnswer(200, manners.hasExtras ? { ...answer, ...extras } : answer, [noStore]);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
