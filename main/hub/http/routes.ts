import type { z } from 'zod';
import type { OrderId } from '../../../core/order/order-id.ts';
import { maskedOrder } from '../masked-event.ts';
import type { Asker, HubBoard, HubDesks, NewTeamOrder, Outcome, WordsEdit } from '../ports.ts';
import {
  addAnswer,
  addBody,
  claimBody,
  editBody,
  healthAnswer,
  joinAnswer,
  joinBody,
  orderAnswer,
  ordersAnswer,
  type RefusalCode,
  releaseBody,
  revealBody,
} from './schemas.ts';

/** What a route answers: a body, or why not. */
export type Answer =
  | { readonly kind: 'done'; readonly body: unknown }
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly facts?: object };

/** What a route is called with. */
export interface Call<Body> {
  readonly board: HubBoard;
  readonly desks: HubDesks;
  readonly asker: Asker;
  /** The order in the path. */
  readonly id: OrderId;
  readonly body: Body;
  /** The idempotency key, as one of this desk alone. */
  readonly key: string;
}

/** One route of the interface; docs/hub-openapi.json is made from them. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  readonly status: 200 | 202 | 204;
  /** Who may call it. A change needs a dispatcher and an idempotency key. */
  readonly access: 'anybody' | 'desk' | 'change';
  readonly body?: z.ZodType;
  readonly answer?: z.ZodType;
  readonly refusals: readonly RefusalCode[];
  readonly call: (call: Call<unknown>) => Promise<Answer>;
}

/** A route whose body is as its schema has it. */
function route<Schema extends z.ZodType>(
  parts: Omit<Route, 'call' | 'body'> & {
    readonly body: Schema;
    readonly call: (call: Call<z.output<Schema>>) => Promise<Answer>;
  },
): Route {
  const { body, call } = parts;
  return { ...parts, call: (given) => call({ ...given, body: body.parse(given.body) }) };
}

export const routes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/join',
    summary: 'Trades the code of an invitation for the token of a desk',
    status: 200,
    access: 'anybody',
    body: joinBody,
    answer: joinAnswer,
    refusals: ['badRequest', 'codeRefused', 'tooMany', 'logAway'],
    async call({ board, body, desks }) {
      const joined = await desks.join(body.code);
      if (joined === null) return { kind: 'refused', code: 'codeRefused' };
      return done({ ...joined, logId: board.logId });
    },
  }),
  {
    method: 'GET',
    path: '/v1/orders',
    summary: 'All orders of the team as they are now',
    status: 200,
    access: 'desk',
    answer: ordersAnswer,
    refusals: ['revoked'],
    call({ asker, board }) {
      const orders = board.orders().map(({ order }) => shownTo(asker, order));
      return Promise.resolve(done({ logId: board.logId, sequence: board.sequence, orders }));
    },
  },
  route({
    method: 'POST',
    path: '/v1/orders',
    summary: 'Watches orders; those that are watched already stay as they are',
    status: 200,
    access: 'change',
    body: addBody,
    answer: addAnswer,
    refusals: ['full'],
    async call({ asker, board, body, key }) {
      const { groups, labels, promisedAt, uuids } = body;
      const orders = [...new Set(uuids)].map((id): NewTeamOrder => ({
        id,
        label: labels?.[id],
        group: groups?.[id],
        promisedAtMs: promisedAt?.[id],
      }));
      return answered(await board.add(asker, orders, key));
    },
  }),
  route({
    method: 'PATCH',
    path: '/v1/orders/{uuid}',
    summary:
      'Writes the label, the group, the note or the promised time of an order; null removes it',
    status: 200,
    access: 'change',
    body: editBody,
    answer: orderAnswer,
    refusals: ['unknownOrder'],
    async call({ asker, board, body, id, key }) {
      const { promisedAt, ...words } = body;
      const edit: WordsEdit = { ...words, promisedAtMs: promisedAt };
      return answered(await board.edit(asker, id, edit, key));
    },
  }),
  {
    method: 'DELETE',
    path: '/v1/orders/{uuid}',
    summary: 'Stops watching an order and erases it from the log and from every desk',
    status: 204,
    access: 'change',
    refusals: [],
    async call({ asker, board, id, key }) {
      return answered(await board.remove(asker, id, key));
    },
  },
  route({
    method: 'POST',
    path: '/v1/orders/{uuid}/claim',
    summary: 'Takes an order on, or hands it on to another desk',
    status: 200,
    access: 'change',
    body: claimBody,
    answer: orderAnswer,
    refusals: ['unknownOrder', 'unknownDesk', 'claimedBy', 'over'],
    async call({ asker, board, body, id, key }) {
      const { takeOver, ...claim } = body;
      return answered(await board.claim(asker, id, { ...claim, takesOver: takeOver }, key));
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/orders/{uuid}/claim',
    summary: 'Lets go of an order',
    status: 200,
    access: 'change',
    body: releaseBody,
    answer: orderAnswer,
    refusals: ['unknownOrder'],
    async call({ asker, board, body, id, key }) {
      return answered(await board.release(asker, id, body.reason ?? null, key));
    },
  }),
  {
    method: 'POST',
    path: '/v1/orders/{uuid}/check',
    summary: 'Has an order checked at once',
    status: 202,
    access: 'change',
    refusals: ['unknownOrder'],
    call({ board, id }) {
      if (board.order(id) === undefined) return Promise.resolve(refused('unknownOrder'));
      board.checkNow([id]);
      return Promise.resolve(done(null));
    },
  },
  route({
    method: 'POST',
    path: '/v1/orders/{uuid}/reveals',
    summary: 'Notes in the ledger that the desk showed a whole phone number',
    status: 204,
    access: 'change',
    body: revealBody,
    refusals: ['unknownOrder'],
    async call({ asker, board, body, id }) {
      if (board.order(id) === undefined) return refused('unknownOrder');
      await board.revealed(asker, id, body.owner);
      return done(null);
    },
  }),
  {
    method: 'GET',
    path: '/healthz',
    summary: 'Whether the hub works',
    status: 200,
    access: 'anybody',
    answer: healthAnswer,
    refusals: ['logAway'],
    async call({ board }) {
      await board.reachLog();
      return done({ status: 'ok' });
    },
  },
];

function shownTo(asker: Asker, order: Parameters<typeof maskedOrder>[0]): object {
  return asker.role === 'viewer' ? maskedOrder(order) : order;
}

function done(body: unknown): Answer {
  return { kind: 'done', body };
}

function refused(code: RefusalCode): Answer {
  return { kind: 'refused', code };
}

function answered(outcome: Outcome<unknown>): Answer {
  if (outcome.kind === 'done') return done(outcome.value);
  if (outcome.kind !== 'claimedBy') return refused(outcome.kind);
  return { kind: 'refused', code: 'claimedBy', facts: { desk: outcome.desk } };
}
