import type { z } from 'zod';
import { sharedOrderSchema } from '../../../core/team/shared-order.ts';
import type { RefusalCode } from './refusals.ts';
import { answers, bodies } from './schemas.ts';

/** What an Idempotency-Key looks like. */
export const keyPattern = /^[A-Za-z0-9._:-]{1,128}$/;

/** What a request can do: its path, who may, and what is sent and answered. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As in OpenAPI, with `{uuid}`. */
  readonly path: string;
  readonly summary: string;
  /** The role that a request needs; `public` needs no token. */
  readonly may: 'public' | 'desk' | 'dispatcher';
  /** Whether it needs an Idempotency-Key. */
  readonly isKeyed?: true;
  readonly mostBodyBytes?: number;
  readonly body?: z.ZodType;
  /** Whether a request without a body is one with an empty object. */
  readonly isBodyOptional?: true;
  readonly status: number;
  /** JSON, a type of text, or null for none. */
  readonly answer: z.ZodType | 'text/plain' | 'text/event-stream' | null;
  /** The refusals beside those that every operation has. */
  readonly refusals: readonly RefusalCode[];
}

/** All that the interface does. The server and its OpenAPI document are made from this. */
export const operations = {
  join: {
    method: 'POST',
    path: '/v1/join',
    summary: 'Trades the code of an invitation for a token',
    may: 'public',
    body: bodies.join,
    status: 200,
    answer: answers.Joined,
    refusals: ['codeRefused', 'tooMany', 'logAway'],
  },
  orders: {
    method: 'GET',
    path: '/v1/orders',
    summary: 'All orders of the team, and the place in the log that they are as of',
    may: 'desk',
    status: 200,
    answer: answers.Orders,
    refusals: ['tooMany'],
  },
  addOrders: {
    method: 'POST',
    path: '/v1/orders',
    summary: 'Adds orders',
    may: 'dispatcher',
    isKeyed: true,
    mostBodyBytes: 2 * 1024 * 1024,
    body: bodies.add,
    status: 200,
    answer: answers.Added,
    refusals: ['full', 'orderTooLarge'],
  },
  editOrder: {
    method: 'PATCH',
    path: '/v1/orders/{uuid}',
    summary: 'Changes the words of an order; null takes one away',
    may: 'dispatcher',
    isKeyed: true,
    body: bodies.edit,
    status: 200,
    answer: sharedOrderSchema,
    refusals: ['unknownOrder', 'orderTooLarge'],
  },
  removeOrder: {
    method: 'DELETE',
    path: '/v1/orders/{uuid}',
    summary: 'Removes an order and erases it from the log; fine when it is gone already',
    may: 'dispatcher',
    isKeyed: true,
    status: 204,
    answer: null,
    refusals: [],
  },
  claimOrder: {
    method: 'POST',
    path: '/v1/orders/{uuid}/claim',
    summary: 'Says which desk has an order',
    may: 'dispatcher',
    isKeyed: true,
    body: bodies.claim,
    isBodyOptional: true,
    status: 200,
    answer: sharedOrderSchema,
    refusals: ['unknownOrder', 'unknownDesk', 'claimedBy', 'over', 'orderTooLarge'],
  },
  releaseOrder: {
    method: 'DELETE',
    path: '/v1/orders/{uuid}/claim',
    summary: 'Ends a claim, of whatever desk',
    may: 'dispatcher',
    isKeyed: true,
    body: bodies.release,
    isBodyOptional: true,
    status: 200,
    answer: sharedOrderSchema,
    refusals: ['unknownOrder', 'orderTooLarge'],
  },
  handleOrder: {
    method: 'POST',
    path: '/v1/orders/{uuid}/handled',
    summary: 'Says what of an order is handled; no claims take back what the asker handled last',
    may: 'dispatcher',
    isKeyed: true,
    body: bodies.handled,
    status: 200,
    answer: sharedOrderSchema,
    refusals: ['unknownOrder', 'orderTooLarge'],
  },
  checkOrder: {
    method: 'POST',
    path: '/v1/orders/{uuid}/check',
    summary: 'Has an order checked at once, as far as the pace allows',
    may: 'dispatcher',
    isKeyed: true,
    status: 202,
    answer: null,
    refusals: ['unknownOrder'],
  },
  revealPhone: {
    method: 'POST',
    path: '/v1/orders/{uuid}/reveals',
    summary: 'Writes into the ledger that a whole phone number is shown; show it after the answer',
    may: 'dispatcher',
    isKeyed: true,
    body: bodies.reveal,
    status: 204,
    answer: null,
    refusals: ['unknownOrder'],
  },
  events: {
    method: 'GET',
    path: '/v1/events',
    summary: 'What happens to the orders, as Server-Sent Events, from a place in the log on',
    may: 'desk',
    status: 200,
    answer: 'text/event-stream',
    refusals: ['gap', 'tooMany', 'logAway'],
  },
  health: {
    method: 'GET',
    path: '/healthz',
    summary: 'Whether the hub works; 503 while it cannot reach its log',
    may: 'public',
    status: 200,
    answer: answers.Health,
    refusals: ['logAway'],
  },
  metrics: {
    method: 'GET',
    path: '/metrics',
    summary:
      'Figures for Prometheus; from the same computer without a token, unless there is a proxy',
    may: 'public',
    status: 200,
    answer: 'text/plain',
    refusals: ['revoked'],
  },
} as const satisfies Readonly<Record<string, Operation>>;

/** The refusals that an operation can answer with. */
export function refusalsOf(operation: Operation): readonly RefusalCode[] {
  const { body, isKeyed, may, path } = operation;
  const all: RefusalCode[] = ['hostRefused', 'fault', ...operation.refusals];
  if (body !== undefined) all.push('badRequest', 'tooLarge');
  if (path.includes('{uuid}') || path === '/v1/events') all.push('badRequest');
  if (may !== 'public') all.push('revoked');
  if (may === 'dispatcher') all.push('viewerMayNot', 'tooMany', 'logAway');
  if (isKeyed === true) all.push('keyMissing', 'keyReused');
  return [...new Set(all)];
}
