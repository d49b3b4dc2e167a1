import { describe, expect, test } from 'vitest';
import { sendJson } from '../../../support/service/little-service.ts';
import { check, id, otherId, polls, servedOrders } from '../../../support/service/served-orders.ts';
import { wireOrder } from '../../../support/wire-orders.ts';

describe('asking for an order', () => {
  test('goes to the contract’s path with the token and asks for unpacked JSON', async () => {
    const client = await servedOrders((_request, response) =>
      sendJson(response, 200, wireOrder(id)),
    );
    await expect(check(client)).resolves.toMatchObject({ kind: 'observed', order: { id } });
    const [poll] = polls(client);
    expect(poll).toMatchObject({ method: 'GET', path: `/api/v2/orders/${id}`, body: '' });
    expect(poll?.headers).toMatchObject({
      authorization: 'Bearer token-1',
      accept: 'application/json',
      'accept-encoding': 'identity',
    });
    expect(poll?.headers).not.toHaveProperty('if-none-match');
  });

  test('gives the body as received', async () => {
    const text = `  ${JSON.stringify(wireOrder(id), null, 3)}\n`;
    const client = await servedOrders((_request, response) => response.end(text));
    await expect(check(client)).resolves.toMatchObject({ rawJson: text });
  });
});

describe('nothing new', () => {
  test('with an ETag: it goes back byte for byte and 304 is unchanged', async () => {
    const etag = 'W/"ä:opaque, \' text"';
    const client = await servedOrders((request, response) => {
      if (request.headers['if-none-match'] === undefined) {
        response.setHeader('etag', etag);
        sendJson(response, 200, wireOrder(id));
      } else {
        response.writeHead(304).end();
      }
    });
    await check(client);
    await expect(check(client)).resolves.toEqual({ kind: 'unchanged' });
    expect(polls(client)[1]?.headers['if-none-match']).toBe(etag);
  });

  test('an order that was forgotten is asked for whole and observed again', async () => {
    const client = await servedOrders((request, response) => {
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else sendJson(response, 200, wireOrder(id), { etag: '"1"' });
    });
    await check(client);
    client.orders.forget(id);
    await expect(check(client)).resolves.toMatchObject({ kind: 'observed' });
    expect(polls(client)[1]?.headers).not.toHaveProperty('if-none-match');
  });

  test('the ETag of one order is never used for another', async () => {
    const client = await servedOrders((request, response) => {
      sendJson(response, 200, wireOrder(request.path.slice(-36)), { etag: '"same"' });
    });
    await check(client, id);
    await expect(check(client, otherId)).resolves.toMatchObject({
      kind: 'observed',
      order: { id: otherId },
    });
    expect(polls(client)[1]?.headers).not.toHaveProperty('if-none-match');
  });

  test('an ETag that no header could carry is not used', async () => {
    const client = await servedOrders((_request, response) =>
      sendJson(response, 200, wireOrder(id), { etag: `"${'x'.repeat(2000)}"` }),
    );
    await check(client);
    await check(client);
    expect(polls(client)[1]?.headers).not.toHaveProperty('if-none-match');
  });
});

describe('an answer that cannot be read', () => {
  test.each([
    ['a list of nothing', '[]'],
    ['an error in place of an order', '{"error": "something else"}'],
  ])('%s: a failed check, and the next good answer is observed', async (_name, body) => {
    const client = await servedOrders((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    );
    await expect(check(client)).rejects.toMatchObject({ code: 'answer-unreadable' });
    client.service.answer = (request, response) =>
      request.path === '/oauth/token'
        ? sendJson(response, 200, { access_token: 't' })
        : sendJson(response, 200, wireOrder(id));
    await expect(check(client)).resolves.toMatchObject({ kind: 'observed' });
  });
});
