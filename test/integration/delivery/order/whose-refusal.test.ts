import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { OrderId } from '../../../../core/order/order-id.ts';
import { sendJson } from '../../../support/service/little-service.ts';
import { served, type ServedClient } from '../../../support/service/served-client.ts';
import { orderIdAt } from '../../../support/watched-orders.ts';
import { wireOrder } from '../../../support/wire-orders.ts';

/** How a token and an order are answered. */
interface Manners {
  /** Whether the token with this number may read this order. */
  may: (token: number, uuid: string) => boolean;
  refuse: (response: ServerResponse) => unknown;
  isEndpointFailing: boolean;
}

/** A service that gives `token-1`, `token-2` and so on, and a client of it. */
async function bench(more: object = {}) {
  const manners: Manners = {
    may: () => true,
    refuse: (response) => sendJson(response, 403, { message: 'jwt expired' }),
    isEndpointFailing: false,
  };
  let issued = 0;
  const client = await served((request, response) => {
    if (request.path === '/oauth/token') {
      if (manners.isEndpointFailing) return sendJson(response, 500, {});
      issued += 1;
      const token = { access_token: `token-${issued}`, expires_in: 3600, ...more };
      return sendJson(response, 200, token);
    }
    const uuid = request.path.slice(-36);
    const number = Number(/\d+$/.exec(request.headers['authorization'] ?? '')?.[0]);
    if (manners.may(number, uuid)) sendJson(response, 200, wireOrder(uuid));
    else manners.refuse(response);
  });
  return { client, manners, issuedCount: () => issued };
}

/** A service that accepts only these headers. */
const byScheme = async (accepted: RegExp, more: object, refusal = 401) => {
  let issued = 0;
  const client = await served((request, response) => {
    if (request.path === '/oauth/token') {
      issued += 1;
      const token = { access_token: `token-${issued}`, expires_in: 60, ...more };
      return sendJson(response, 200, token);
    }
    const isAccepted = accepted.test(request.headers['authorization'] ?? '');
    if (isAccepted) sendJson(response, 200, wireOrder(request.path.slice(-36)));
    else sendJson(response, refusal, {});
  });
  const sent = (): readonly (string | undefined)[] =>
    client.service.requests
      .filter(({ method }) => method === 'GET')
      .map(({ headers }) => headers['authorization']);
  return { client, sent, issuedCount: () => issued };
};

const check = async (client: ServedClient, id: OrderId): Promise<string> =>
  client.orders.check(id, new AbortController().signal).then(
    ({ kind }) => kind,
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'defect'),
  );

const orderRequests = (client: ServedClient): number =>
  client.service.requests.filter(({ method }) => method === 'GET').length;

const [first, second, third, fourth] = [orderIdAt(1), orderIdAt(2), orderIdAt(3), orderIdAt(4)];

describe('an order that the token could read a moment ago', () => {
  test.each([
    ['403 in any words', 403, { message: 'jwt expired' }],
    ['403 without a word', 403, undefined],
    ['403 with a page', 403, '<html>Forbidden</html>'],
    ['400', 400, { error: 'invalid_token' }],
    ['419', 419, { message: 'Page expired' }],
    ['498', 498, {}],
    ['a way to another page', 302, {}],
    ['401', 401, {}],
    ['200 with a message', 200, { success: false, message: 'session is over' }],
    ['200 with an error', 200, { error: { code: 'E1007' } }],
    ['200 with errors', 200, { errors: [{ detail: 'token' }] }],
  ])(
    'and is refused by %s: one new token, and each check is repeated once',
    async (_name, status, body) => {
      const { client, issuedCount, manners } = await bench();
      const ids = [first, second, third];
      for (const id of ids) await check(client, id);
      manners.may = (token) => token === 2;
      manners.refuse = (response) =>
        typeof body === 'string'
          ? response.writeHead(status).end(body)
          : sendJson(response, status, body);
      const before = orderRequests(client);
      const outcomes = await Promise.all(ids.map((id) => check(client, id)));
      expect(outcomes).toEqual(['unchanged', 'unchanged', 'unchanged']);
      expect(issuedCount()).toBe(2);
      expect(orderRequests(client) - before).toBeLessThanOrEqual(6);
    },
  );

  test('and that no token may read: its own refusal, and one new token for it', async () => {
    const { client, issuedCount, manners } = await bench();
    for (const id of [first, second]) await check(client, id);
    manners.may = (_token, uuid) => uuid !== first;
    for (let time = 0; time < 5; time += 1) {
      expect(await check(client, first)).toBe('order-forbidden');
      expect(await check(client, second)).toBe('unchanged');
    }
    expect(issuedCount()).toBe(2);
  });

  test('and is refused to every token, as all others are: one new token in all', async () => {
    const { client, issuedCount, manners } = await bench();
    const ids = [first, second, third, fourth];
    for (const id of ids) await check(client, id);
    manners.may = () => false;
    for (let time = 0; time < 5; time += 1) {
      for (const id of ids) expect(await check(client, id)).toBe('order-forbidden');
    }
    expect(issuedCount()).toBe(2);
    // The tokens of an outage may be good for nothing after it.
    await client.clock.advance(10 * 60_000);
    manners.may = (token) => token === 3;
    for (const id of ids) await check(client, id);
    expect(await check(client, first)).toBe('unchanged');
    expect(issuedCount()).toBe(3);
  });

  test('and no new token to be had: its own refusal, and the token goes on being used', async () => {
    const { client, issuedCount, manners } = await bench();
    for (const id of [first, second]) await check(client, id);
    manners.may = (_token, uuid) => uuid !== first;
    manners.isEndpointFailing = true;
    expect(await check(client, first)).toBe('order-forbidden');
    expect(await check(client, second)).toBe('unchanged');
    expect(issuedCount()).toBe(1);
  });

  test('and is refused every other time: no more new tokens than for a 401', async () => {
    const { client, issuedCount, manners } = await bench();
    await check(client, first);
    for (let time = 0; time < 60; time += 1) {
      manners.may = () => false;
      await check(client, first);
      manners.may = () => true;
      await check(client, first);
      await client.clock.advance(1000);
    }
    expect(issuedCount()).toBeLessThanOrEqual(1 + 3 + 2);
  });

  test('and is unreadable without being an error: no new token', async () => {
    const { client, issuedCount, manners } = await bench();
    await check(client, first);
    manners.may = () => false;
    manners.refuse = (response) => sendJson(response, 200, { payload: {} });
    expect(await check(client, first)).toBe('answer-unreadable');
    expect(issuedCount()).toBe(1);
  });
});

describe('orders that the token never read', () => {
  test('and that are all refused at once: one new token, and no more while it goes on', async () => {
    const { client, issuedCount, manners } = await bench();
    manners.may = () => false;
    expect(await check(client, first)).toBe('order-forbidden');
    expect(await check(client, second)).toBe('order-forbidden');
    expect(issuedCount()).toBe(1);
    for (let time = 0; time < 5; time += 1) {
      for (const id of [third, fourth, first]) await check(client, id);
    }
    expect(issuedCount()).toBe(2);
    manners.may = () => true;
    expect(await check(client, first)).toBe('observed');
  });

  test('and that are refused while it reads another: no new token', async () => {
    const { client, issuedCount, manners } = await bench();
    manners.may = (_token, uuid) => uuid === fourth;
    for (const id of [fourth, first, second, third]) await check(client, id);
    expect(issuedCount()).toBe(1);
  });

  test('and that only another token may read: the new one is used for the refused check', async () => {
    const { client, issuedCount, manners } = await bench();
    manners.may = (token) => token === 2;
    await check(client, first);
    await check(client, second);
    expect(await check(client, third)).toBe('observed');
    expect(await check(client, first)).toBe('observed');
    expect(issuedCount()).toBe(2);
  });
});

describe('a token with an unusual scheme', () => {
  test.each(['BearerToken', 'JWT', 'access_token', 'Token'])(
    '%s that the service itself does not take: Bearer, which goes first from then on',
    async (token_type) => {
      const { client, issuedCount, sent } = await byScheme(/^Bearer /, { token_type });
      expect(await check(client, first)).toBe('observed');
      expect(sent()).toEqual([`${token_type} token-1`, 'Bearer token-1']);
      expect(issuedCount()).toBe(1);
      expect(await check(client, first)).toBe('unchanged');
      await client.clock.advance(61_000);
      expect(await check(client, first)).toBe('unchanged');
      expect(sent().slice(2)).toEqual(['Bearer token-1', 'Bearer token-2']);
    },
  );

  test('that the service refuses with 403: Bearer, too', async () => {
    const { client, issuedCount, sent } = await byScheme(/^Bearer /, { token_type: 'JWT' }, 403);
    expect(await check(client, first)).toBe('observed');
    expect(sent()).toEqual(['JWT token-1', 'Bearer token-1']);
    expect(issuedCount()).toBe(1);
  });

  test('whose order is refused while Bearer is none: the refusal of that order', async () => {
    const { client, issuedCount, manners } = await bench({ token_type: 'JWT' });
    manners.may = (_token, uuid) => uuid !== first;
    expect(await check(client, first)).toBe('order-forbidden');
    expect(await check(client, second)).toBe('observed');
    expect(issuedCount()).toBe(1);
  });

  test('that the service accepts: no Bearer, also when a token has ended', async () => {
    const { client, sent } = await byScheme(/^MAC token-[12]$/, { token_type: 'MAC' });
    await check(client, first);
    expect(await check(client, first)).toBe('unchanged');
    await client.clock.advance(61_000);
    await check(client, first);
    await client.clock.advance(61_000);
    expect(await check(client, first)).toBe('authorization-refused');
    expect(sent().every((header) => header?.startsWith('MAC '))).toBe(true);
  });

  test('that was refused with Bearer too: once for each token', async () => {
    const { client, sent } = await byScheme(/^Bearer token-3/, { token_type: 'JWT' });
    expect(await check(client, first)).toBe('authorization-refused');
    const before = ['JWT token-1', 'Bearer token-1', 'JWT token-2', 'Bearer token-2'];
    expect(sent()).toEqual(before);
    expect(await check(client, first)).toBe('observed');
    expect(sent()).toEqual([...before, 'JWT token-2', 'JWT token-3', 'Bearer token-3']);
  });
});
