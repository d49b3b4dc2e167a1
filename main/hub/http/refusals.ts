import type { FastifyReply } from 'fastify';
import type { RefusalCode } from './schemas.ts';

/** The status and the sentence of each refusal. */
const refusals: Readonly<Record<RefusalCode, readonly [status: number, message: string]>> = {
  badRequest: [400, 'The request is not as docs/hub-api.md has it.'],
  claimedBy: [409, 'Another desk has this order.'],
  codeRefused: [401, 'The code is not known, was used, or is older than ten minutes.'],
  full: [409, 'The team watches as many orders as it can.'],
  gap: [410, 'The log does not go back to this place. Read it from place 0.'],
  hostRefused: [421, 'The hub does not go by this name.'],
  keyMissing: [400, 'A change needs an Idempotency-Key of 1 to 128 letters, digits and . _ : -'],
  keyReused: [422, 'This Idempotency-Key came with another request before.'],
  logAway: [503, 'The hub does not reach its log. Try again with the same key.'],
  notFound: [404, 'There is nothing here.'],
  over: [409, 'The order is over.'],
  revoked: [401, 'This token counts no more.'],
  tooLarge: [413, 'The request is too large.'],
  tooMany: [429, 'Too many requests. Try again a little later.'],
  unknownDesk: [404, 'There is no desk of this name that can have orders.'],
  unknownOrder: [404, 'The team does not watch this order.'],
  viewerMayNot: [403, 'This desk looks on and changes nothing.'],
};

const retryAfterSeconds = 2;

/** The status of each refusal. */
export function refusalStatus(code: RefusalCode): number {
  return refusals[code][0];
}

/** @param facts what else the answer says, such as who has the order */
export function refuse(reply: FastifyReply, code: RefusalCode, facts: object = {}): FastifyReply {
  const [status, message] = refusals[code];
  if (status === 429 || status === 503) void reply.header('Retry-After', String(retryAfterSeconds));
  return reply.code(status).send({ error: { code, message, ...facts } });
}
