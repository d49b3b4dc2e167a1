import { describe, expect, test } from 'vitest';
import { type Answerer, sendJson } from '../../../support/service/little-service.ts';
import { check, id, otherId, polls, servedOrders } from '../../../support/service/served-orders.ts';
import type { ServedClient } from '../../../support/service/served-client.ts';
import { wireOrder } from '../../../support/wire-orders.ts';

const tokenRequests = (client: ServedClient): number =>
  client.service.requests.filter(({ path }) => path === '/oauth/token').length;

/** A service that accepts only one token. */
const refuseAllBut =
  (token: string): Answerer =>
  (request, response) =>
    request.headers['authorization'] === `Bearer ${token}`
      ? sendJson(response, 200, wireOrder(request.path.slice(-36)))
      : sendJson(response, 401, {});

describe('what a status means', () => {
  test.each([
    [400, 'order-rejected'],
    [403, 'order-forbidden'],
    [404, 'order-not-found'],
    [405, 'order-rejected'],
    [410, 'order-gone'],
    [418, 'order-rejected'],
    [422, 'order-rejected'],
    [407, 'proxy-refused'],
    [408, 'service-failing'],
    [425, 'service-failing'],
    [429, 'rate-limited'],
    [500, 'service-failing'],
    [502, 'service-failing'],
    [503, 'service-failing'],
    [504, 'service-failing'],
    [511, 'captive-portal'],
    [201, 'answer-unreadable'],
    [204, 'answer-unreadable'],
    [206, 'answer-unreadable'],
    [226, 'answer-unreadable'],
    [301, 'answer-unreadable'],
    [308, 'answer-unreadable'],
  ])('%i is %s', async (status, code) => {
    const client = await servedOrders((_request, response) =>
      sendJson(response, status, wireOrder(id)),
    );
    await expect(check(client)).rejects.toMatchObject({
      name: 'DeliveryError',
      code,
      httpStatus: status,
    });
    expect(polls(client)).toHaveLength(1);
    expect(tokenRequests(client)).toBe(1);
  });

  test('403 with a page is mostly a gateway’s, which does not know whose order it is', async () => {
    const client = await servedOrders((_request, response) =>
      response.writeHead(403).end('<!doctype html><title>Blocked</title>'),
    );
    await expect(check(client)).rejects.toMatchObject({ code: 'order-rejected', httpStatus: 403 });
  });

  test.each([429, 503, 500, 404, 403, 410, 401])(
    'a %i carries the pause that the service asks for',
    async (status) => {
      const client = await servedOrders((_request, response) =>
        sendJson(response, status, {}, { 'retry-after': '7' }),
      );
      await expect(check(client)).rejects.toMatchObject({ retryAfterMs: 7000 });
    },
  );

  test('a 429 with an unreadable pause carries none', async () => {
    const client = await servedOrders((_request, response) =>
      sendJson(response, 429, {}, { 'retry-after': 'soon' }),
    );
    await expect(check(client)).rejects.toMatchObject({ code: 'rate-limited', retryAfterMs: null });
  });

  test('a page that calls itself JSON is a captive portal, not a vanished order', async () => {
    const client = await servedOrders((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('\n<!DOCTYPE html>'),
    );
    await expect(check(client)).rejects.toMatchObject({ code: 'captive-portal' });
  });
});

describe('a refused token', () => {
  test('a second 401 in a row is a failure, without another renewal', async () => {
    const client = await servedOrders(refuseAllBut('none'));
    await expect(check(client)).rejects.toMatchObject({
      code: 'authorization-refused',
      httpStatus: 401,
    });
    expect(polls(client)).toHaveLength(2);
    expect(tokenRequests(client)).toBe(2);
  });

  test('a late refusal of an older token repeats the request with the newer one and renews nothing', async () => {
    const held: (() => void)[] = [];
    const client = await servedOrders((request, response) => {
      if (request.headers['authorization'] !== 'Bearer token-1') {
        sendJson(response, 200, wireOrder(request.path.slice(-36)));
      } else if (request.path.endsWith(otherId)) {
        held.push(() => sendJson(response, 401, {}));
      } else {
        sendJson(response, 401, {});
      }
    });
    await client.tokens.current(null);
    const late = check(client, otherId);
    await client.service.arrived(2);
    await check(client, id);
    held[0]?.();
    await expect(late).resolves.toMatchObject({ kind: 'observed' });
    expect(tokenRequests(client)).toBe(2);
  });

  test.each([
    ['403 by its challenge', 403, { 'www-authenticate': 'Bearer error="invalid_token"' }, {}],
    ['403 by its body', 403, {}, { error: 'invalid_token' }],
    ['200 by its body', 200, {}, { error: 'invalid_token', error_description: 'expired' }],
  ])('is also told by a %s', async (_name, status, headers, body) => {
    const client = await servedOrders((request, response) =>
      request.headers['authorization'] === 'Bearer token-2'
        ? sendJson(response, 200, wireOrder(id))
        : sendJson(response, status, body, headers),
    );
    await expect(check(client)).resolves.toMatchObject({ kind: 'observed' });
    expect(tokenRequests(client)).toBe(2);
  });

  test('any other 403 concerns the order and leaves the token alone', async () => {
    const client = await servedOrders((_request, response) =>
      sendJson(response, 403, { error: 'not_yours' }),
    );
    await expect(check(client)).rejects.toMatchObject({ code: 'order-forbidden' });
    expect(tokenRequests(client)).toBe(1);
  });
});
