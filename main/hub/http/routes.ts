import { z } from 'zod';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order } from '../../../core/order/order.ts';
import { sharedOrderSchema } from '../../../core/team/shared-order.ts';
import { networkName } from './network-name.ts';
import { Refusal } from './refusals.ts';
import { change, type HubRequest, type Route } from './route.ts';
import { answers, bodies, placeSchema, uuidSchema } from './schemas.ts';

const params = z.object({ uuid: uuidSchema });
const eventsQuery = z.object({
  since: placeSchema.optional(),
  log: z.string().max(200).optional(),
});

/** All that the interface does. The server and its OpenAPI document are made from this. */
export const routes: Readonly<Record<string, Route>> = {
  join: {
    method: 'POST',
    path: '/v1/join',
    summary: 'Trades the code of an invitation for a token',
    may: 'public',
    body: bodies.Join,
    status: 200,
    answer: answers.Joined,
    refusals: ['codeRefused', 'tooMany', 'logAway', 'logGone'],
    handle: async (context, { address, body }) => {
      context.within('joins', networkName(address));
      const { code } = bodies.Join.parse(body);
      const joined = await context.reached(() => context.desks.join(code));
      if (joined === null) throw new Refusal('codeRefused');
      const { desk, token } = joined;
      const { id, name, role } = desk;
      const { logId } = context.board;
      const { hubs } = context.board.status();
      const answer = { token, desk: { id, name, role }, logId, hubs };
      return { status: 200, body: JSON.stringify(answer) };
    },
  },
  orders: {
    method: 'GET',
    path: '/v1/orders',
    summary: 'All orders of the team, and the place in the log that they are as of',
    may: 'desk',
    status: 200,
    answer: answers.Orders,
    refusals: ['tooMany'],
    handle: async (context, { asker, response }) => {
      const desk = asker();
      context.within('lists', desk.id);
      await context.streams.sendOrders(desk, response());
      return null;
    },
  },
  addOrders: change({
    method: 'POST',
    path: '/v1/orders',
    summary: 'Adds orders',
    mostBodyBytes: 2 * 1024 * 1024,
    body: bodies.Add,
    status: 200,
    answer: answers.Added,
    refusals: ['full', 'orderTooLarge'],
    read: ({ body }) => bodies.Add.parse(body),
    act: (board, asker, { groups, handedOver, labels, promisedAt, uuids }, key) => {
      const orders = [...new Set(uuids)].map((id) => ({
        id,
        label: labels?.[id],
        group: groups?.[id],
        promisedAtMs: promisedAt?.[id],
        handedOver: handedOver?.[id],
      }));
      return board.add(asker, orders, key);
    },
  }),
  editOrder: change({
    method: 'PATCH',
    path: '/v1/orders/{uuid}',
    summary: 'Changes the words of an order; null takes one away',
    body: bodies.Edit,
    status: 200,
    answer: sharedOrderSchema,
    refusals: ['unknownOrder', 'orderTooLarge'],
    read: (request) => ({ id: orderOf(request), ...bodies.Edit.parse(request.body) }),
    act: (board, asker, { id, promisedAt, ...annotations }, key) =>
      board.edit(asker, id, { ...annotations, promisedAtMs: promisedAt }, key),
  }),
  removeOrder: change({
    method: 'DELETE',
    path: '/v1/orders/{uuid}',
    summary: 'Removes an order and erases it from the log; fine when it is gone already',
    status: 204,
    answer: null,
    refusals: [],
    read: orderOf,
    act: (board, asker, id, key) => board.remove(asker, id, key),
  }),
  claimOrder: change({
    method: 'POST',
    path: '/v1/orders/{uuid}/claim',
    summary: 'Says which desk has an order',
    body: bodies.Claim,
    isBodyOptional: true,
    status: 200,
    answer: sharedOrderSchema,
    refusals: ['unknownOrder', 'unknownDesk', 'claimedBy', 'over', 'orderTooLarge'],
    read: (request) => ({ id: orderOf(request), ...bodies.Claim.parse(request.body ?? {}) }),
    act: (board, asker, { desk, id, reason, takeOver }, key) =>
      board.claim(asker, id, { desk, reason, takesOver: takeOver }, key),
  }),
  releaseOrder: change({
    method: 'DELETE',
    path: '/v1/orders/{uuid}/claim',
    summary: 'Ends a claim, of whatever desk',
    body: bodies.Release,
    isBodyOptional: true,
    status: 200,
    answer: sharedOrderSchema,
    refusals: ['unknownOrder', 'orderTooLarge'],
    read: (request) => ({ id: orderOf(request), ...bodies.Release.parse(request.body ?? {}) }),
    act: (board, asker, { id, reason }, key) => board.release(asker, id, reason ?? null, key),
  }),
  handleOrder: change({
    method: 'POST',
    path: '/v1/orders/{uuid}/handled',
    summary: 'Says what of an order is handled; no claims take back what the asker handled last',
    body: bodies.Handle,
    status: 200,
    answer: sharedOrderSchema,
    refusals: ['unknownOrder', 'orderTooLarge'],
    read: (request) => ({ id: orderOf(request), ...bodies.Handle.parse(request.body) }),
    act: (board, asker, { id, ...edit }, key) => board.handled(asker, id, edit, key),
  }),
  checkOrder: change({
    method: 'POST',
    path: '/v1/orders/{uuid}/check',
    summary: 'Has an order checked at once, as far as the pace allows',
    status: 202,
    answer: null,
    refusals: ['unknownOrder'],
    read: orderOf,
    act: (board, _asker, id) => {
      if (board.order(id) === undefined) return Promise.resolve({ kind: 'unknownOrder' });
      board.checkNow([id]);
      return Promise.resolve({ kind: 'done', value: null });
    },
  }),
  revealPhone: change({
    method: 'POST',
    path: '/v1/orders/{uuid}/reveals',
    summary: 'Writes into the ledger that a whole phone number is shown; show it after the answer',
    body: bodies.Reveal,
    status: 204,
    answer: null,
    refusals: ['unknownOrder'],
    read: (request) => ({ id: orderOf(request), ...bodies.Reveal.parse(request.body) }),
    act: async (board, asker, { id, owner }, key) => {
      const shared = board.order(id);
      if (shared === undefined) return { kind: 'unknownOrder' };
      if (!hasOwner(shared.order, owner)) return { kind: 'unknownOwner' };
      await board.revealed(asker, id, owner, key);
      return { kind: 'done', value: null };
    },
  }),
  settings: {
    method: 'GET',
    path: '/v1/settings',
    summary: 'What the hub decides for the team, and what of it no desk may change',
    may: 'desk',
    status: 200,
    answer: answers.HubSettings,
    refusals: ['tooMany'],
    handle: (context, { asker }) => {
      context.within('lists', asker().id);
      return { status: 200, body: JSON.stringify(context.board.hubSettings) };
    },
  },
  changeSettings: change({
    method: 'PATCH',
    path: '/v1/settings',
    summary: 'Changes what the hub decides for the team; what is not named stays',
    body: bodies.HubSettingsChange,
    status: 200,
    answer: answers.HubSettings,
    refusals: ['settingLocked'],
    read: ({ body }) => bodies.HubSettingsChange.parse(body),
    act: (board, asker, asked, key) => board.changeHubSettings(asker, asked, key),
  }),
  presence: {
    method: 'POST',
    path: '/v1/presence',
    summary: 'Says who is at the desk that asks; the other desks see it, and no one keeps it',
    may: 'desk',
    body: bodies.Presence,
    status: 204,
    answer: null,
    refusals: ['badRequest', 'tooMany'],
    handle: (context, { asker, body }) => {
      const { id } = asker();
      context.within('presences', id);
      context.desks.said(id, bodies.Presence.parse(body));
      return { status: 204, body: null };
    },
  },
  events: {
    method: 'GET',
    path: '/v1/events',
    summary: 'What happens to the orders, as Server-Sent Events, from a place in the log on',
    may: 'desk',
    status: 200,
    answer: 'text/event-stream',
    refusals: ['badRequest', 'gap', 'tooMany', 'logAway', 'logGone'],
    handle: async (context, { asker, headers, query, response }) => {
      const { board, streams } = context;
      context.within('streams', asker().id);
      const { log: wantedLog, since } = eventsQuery.parse(query);
      // What a desk saw last counts more than where it once began.
      const lastSeen = placeSchema.optional().parse(headers['last-event-id']);
      const from = lastSeen ?? since ?? 0;
      if (wantedLog !== undefined && wantedLog !== board.logId) throw new Refusal('gap');
      if (board.isCutOff) throw new Refusal('logAway');
      const first = await context.reached(() => board.entriesSince(from, 1));
      if (first.kind === 'gap') throw new Refusal('gap');
      // Looked up now, so that a desk that was revoked meanwhile gets no stream.
      const desk = asker();
      streams.checkRoom(desk);
      streams.follow(desk, from, response());
      return null;
    },
  },
  health: {
    method: 'GET',
    path: '/healthz',
    summary: 'Whether the hub works; 503 while it cannot reach its log',
    may: 'public',
    status: 200,
    answer: answers.Health,
    refusals: ['logAway', 'logGone'],
    handle: async (context) => {
      await context.reached(() => context.board.reachLog());
      return { status: 200, body: JSON.stringify({ status: 'ok' }) };
    },
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
    handle: ({ metricsText }, { asker, isFromHere }) => {
      if (!isFromHere) asker();
      return { status: 200, body: metricsText() };
    },
  },
};

/** Whether an order has a person whose number this could be. */
function hasOwner(order: Order | null, owner: string): boolean {
  if (owner === 'courier') return order?.courier != null;
  if (owner === 'pickup') return order?.pickup != null;
  return order?.destinations[Number(owner) - 1] !== undefined;
}

function orderOf(request: HubRequest): OrderId {
  return params.parse(request.params).uuid;
}
