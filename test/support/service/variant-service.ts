import type { ConnectionOptions } from '../../../core/delivery/connection-options.ts';
import type { ServiceNote } from '../../../core/wire/contract-notes.ts';
import type { Order } from '../../../core/order/order.ts';
import type { CheckAnswer } from '../../../main/engine/watch/ports.ts';
import { type Answerer, type ArrivedRequest, sendJson } from './little-service.ts';
import { orderIdOf } from '../order-id-of.ts';
import { served, type ServedClient } from './served-client.ts';
import { wireOrder } from '../wire-orders.ts';

/* Services that behave in a way that the contract leaves open, and a client that checks one order. */

/** The order that the client checks. */
export const id = orderIdOf('7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b201');

const never = new AbortController().signal;

/** What a client received from such a service. */
export interface Seen {
  readonly answers: readonly CheckAnswer[];
  readonly notes: readonly ServiceNote[];
  readonly lastRequest: ArrivedRequest | undefined;
}

/** The body of an answer: an object that is sent as JSON, or a text that is sent unchanged. */
export type Body = object | string;

/** A client that asks for one order. */
export interface VariantClient extends ServedClient {
  /** Asks for the order once. */
  readonly check: () => Promise<CheckAnswer>;
}

/** Starts a service with this answerer and a client of it; both end with the test. */
export async function servedVariant(
  answer: Answerer,
  { basePath = '', options = {} }: { basePath?: string; options?: Partial<ConnectionOptions> } = {},
): Promise<VariantClient> {
  const client = await served(answer, { options }, basePath);
  return { ...client, check: () => client.orders.check(id, never) };
}

/** Checks the order once per body, each an answer with 200. */
export async function seen(
  bodies: readonly Body[],
  more: { options?: Partial<ConnectionOptions>; basePath?: string; token?: object } = {},
): Promise<Seen> {
  let next = 0;
  const { token, ...opening } = more;
  const client = await servedVariant((request, response) => {
    if (request.path.endsWith('/oauth/token')) {
      sendJson(response, 200, { access_token: 'token-1', expires_in: 3600, ...token });
      return;
    }
    const body = bodies[next] ?? '';
    next += 1;
    if (typeof body === 'string') response.writeHead(200).end(body);
    else sendJson(response, 200, body);
  }, opening);
  const answers: CheckAnswer[] = [];
  while (answers.length < bodies.length) answers.push(await client.check());
  return { answers, notes: client.notes, lastRequest: client.service.requests.at(-1) };
}

/** The order that is read from a body, and its contract notes. @throws when no order is read */
export async function orderOf(
  body: Body,
  options: Partial<ConnectionOptions> = {},
): Promise<[Order, readonly ServiceNote[]]> {
  const { answers, notes } = await seen([body], { options });
  const [answer] = answers;
  if (answer?.kind !== 'observed') throw new Error('no order was observed');
  return [answer.order, notes];
}

/** The contract's order with other fields. */
export const changed = (more: object): object => wireOrder(id, { ...more });
