import fc from 'fast-check';
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

  test('another order’s answer is never taken for this one', async () => {
    const client = await servedOrders((_request, response) =>
      sendJson(response, 200, wireOrder(otherId)),
    );
    await expect(check(client)).rejects.toMatchObject({ code: 'answer-for-another-order' });
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

  test('without an ETag: the same bytes are unchanged', async () => {
    const client = await servedOrders((_request, response) =>
      sendJson(response, 200, wireOrder(id)),
    );
    await check(client);
    await expect(check(client)).resolves.toEqual({ kind: 'unchanged' });
  });

  test('an ETag that flaps between replicas costs nothing but bytes', async () => {
    let count = 0;
    const client = await servedOrders((_request, response) => {
      count += 1;
      sendJson(response, 200, wireOrder(id), { etag: `"replica-${count % 2}"` });
    });
    await check(client);
    for (let poll = 0; poll < 5; poll += 1)
      await expect(check(client)).resolves.toEqual({ kind: 'unchanged' });
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

  test('a 304 that nobody asked for is no observation', async () => {
    const client = await servedOrders((_request, response) => response.writeHead(304).end());
    await expect(check(client)).rejects.toMatchObject({
      code: 'answer-unreadable',
      httpStatus: 304,
    });
  });

  test('what is known of one order is never used for another', async () => {
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

describe('a change is always noticed', () => {
  const changes = fc.array(
    fc.record({
      status: fc.constantFrom('pending', 'active', 'completed', 'cancelled', 'teleporting'),
      note_to_courier: fc.constantFrom('a', 'b'),
      price: fc.record({ currency: fc.constant('HKD'), amount: fc.integer({ min: 1, max: 3 }) }),
    }),
    { minLength: 2, maxLength: 8 },
  );

  test.each([
    ['honest ETags', true, true],
    ['no ETags', false, true],
    ['an ETag that never changes but is ignored by the service', true, false],
  ])('with %s', async (_name, hasEtag, answers304) => {
    let state: object = {};
    const client = await servedOrders((request, response) => {
      const etag = answers304
        ? `"${JSON.stringify(state).length}-${JSON.stringify(state).replaceAll('"', '')}"`
        : '"stuck"';
      if (hasEtag && answers304 && request.headers['if-none-match'] === etag) {
        response.writeHead(304).end();
      } else {
        sendJson(response, 200, wireOrder(id, { ...state }), hasEtag ? { etag } : {});
      }
    });
    await fc.assert(
      fc.asyncProperty(changes, async (states) => {
        client.orders.forget(id);
        let before: string | null = null;
        for (const next of states) {
          state = next;
          const answer = await check(client);
          const now = JSON.stringify(next);
          expect(answer.kind).toBe(now === before ? 'unchanged' : 'observed');
          before = now;
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('an answer that cannot be read', () => {
  test.each([
    ['empty', ''],
    ['cut off', '{"uuid": "7a1f'],
    ['a byte order mark', `\ufeff${JSON.stringify(wireOrder(id))}`],
    ['a list of nothing', '[]'],
    ['an error in place of an order', '{"error": "something else"}'],
    ['10,000 levels', `${'{"data":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
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

  test('does not make the last good answer forgotten', async () => {
    let body = JSON.stringify(wireOrder(id));
    const client = await servedOrders((_request, response) => response.end(body));
    await check(client);
    const good = body;
    body = '{"uuid"';
    await expect(check(client)).rejects.toMatchObject({ code: 'answer-unreadable' });
    body = good;
    await expect(check(client)).resolves.toEqual({ kind: 'unchanged' });
  });
});
