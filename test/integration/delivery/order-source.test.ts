import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { OrderId } from '../../../core/order-id.ts';
import type { CheckAnswer } from '../../../main/watch/ports.ts';
import {
  closeWay,
  openWay,
  type DeliveryWay,
  type DeliveryWayOptions,
} from '../../support/delivery-way.ts';
import {
  sendJson,
  startLittleService,
  type Answerer,
  type ArrivedRequest,
  type LittleService,
} from '../../support/little-service.ts';
import { orderIdOf } from '../../support/order-id-of.ts';
import { wireOrder } from '../../support/wire-orders.ts';

const id = orderIdOf('7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b201');
const otherId = orderIdOf('7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b202');

let service: LittleService;
let way: DeliveryWay;

afterEach(async () => {
  await closeWay(way);
  await service.stop();
});

/** Answers token requests with numbered tokens and leaves the rest to the test. */
async function serve(answer: Answerer, options: DeliveryWayOptions = {}): Promise<void> {
  let tokenCount = 0;
  service = await startLittleService(async (request, response) => {
    if (request.path !== '/oauth/token') {
      await answer(request, response);
      return;
    }
    tokenCount += 1;
    sendJson(response, 200, { access_token: `token-${tokenCount}`, expires_in: 3600 });
  });
  way = openWay(service.baseUrl, options);
}

const check = (which: OrderId = id): Promise<CheckAnswer> =>
  way.orders.check(which, new AbortController().signal);
const polls = (): ArrivedRequest[] =>
  service.requests.filter(({ path }) => path.startsWith('/api/v2/orders/'));
const tokenRequests = (): number =>
  service.requests.filter(({ path }) => path === '/oauth/token').length;

/** A service that knows one token only. */
const refuseAllBut =
  (token: string): Answerer =>
  (request, response) =>
    request.headers['authorization'] === `Bearer ${token}`
      ? sendJson(response, 200, wireOrder(request.path.slice(-36)))
      : sendJson(response, 401, {});

describe('asking for an order', () => {
  test('goes to the contract’s path with the token and asks for unpacked JSON', async () => {
    await serve((_request, response) => sendJson(response, 200, wireOrder(id)));
    await expect(check()).resolves.toMatchObject({ kind: 'observed', order: { id } });
    const [poll] = polls();
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
    await serve((_request, response) => response.end(text));
    await expect(check()).resolves.toMatchObject({ rawJson: text });
  });

  test('another order’s answer is never taken for this one', async () => {
    await serve((_request, response) => sendJson(response, 200, wireOrder(otherId)));
    await expect(check()).rejects.toMatchObject({ code: 'answer-for-another-order' });
  });
});

describe('nothing new', () => {
  test('with an ETag: it goes back byte for byte and 304 is unchanged', async () => {
    const etag = 'W/"ä:opaque, \' text"';
    await serve((request, response) => {
      if (request.headers['if-none-match'] === undefined) {
        response.setHeader('etag', etag);
        sendJson(response, 200, wireOrder(id));
      } else {
        response.writeHead(304).end();
      }
    });
    await check();
    await expect(check()).resolves.toEqual({ kind: 'unchanged' });
    expect(polls()[1]?.headers['if-none-match']).toBe(etag);
  });

  test('without an ETag: the same bytes are unchanged', async () => {
    await serve((_request, response) => sendJson(response, 200, wireOrder(id)));
    await check();
    await expect(check()).resolves.toEqual({ kind: 'unchanged' });
  });

  test('an ETag that flaps between replicas costs nothing but bytes', async () => {
    let count = 0;
    await serve((_request, response) => {
      count += 1;
      sendJson(response, 200, wireOrder(id), { etag: `"replica-${count % 2}"` });
    });
    await check();
    for (let poll = 0; poll < 5; poll += 1)
      await expect(check()).resolves.toEqual({ kind: 'unchanged' });
  });

  test('an order that was forgotten is asked for whole and observed again', async () => {
    await serve((request, response) => {
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else sendJson(response, 200, wireOrder(id), { etag: '"1"' });
    });
    await check();
    way.orders.forget(id);
    await expect(check()).resolves.toMatchObject({ kind: 'observed' });
    expect(polls()[1]?.headers).not.toHaveProperty('if-none-match');
  });

  test('a 304 that nobody asked for is no observation', async () => {
    await serve((_request, response) => response.writeHead(304).end());
    await expect(check()).rejects.toMatchObject({ code: 'answer-unreadable', httpStatus: 304 });
  });

  test('what is known of one order is never used for another', async () => {
    await serve((request, response) => {
      sendJson(response, 200, wireOrder(request.path.slice(-36)), { etag: '"same"' });
    });
    await check(id);
    await expect(check(otherId)).resolves.toMatchObject({
      kind: 'observed',
      order: { id: otherId },
    });
    expect(polls()[1]?.headers).not.toHaveProperty('if-none-match');
  });

  test('an ETag that no header could carry is not used', async () => {
    await serve((_request, response) =>
      sendJson(response, 200, wireOrder(id), { etag: `"${'x'.repeat(2000)}"` }),
    );
    await check();
    await check();
    expect(polls()[1]?.headers).not.toHaveProperty('if-none-match');
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
    await serve((request, response) => {
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
        way.orders.forget(id);
        let before: string | null = null;
        for (const next of states) {
          state = next;
          const answer = await check();
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
    await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    );
    await expect(check()).rejects.toMatchObject({ code: 'answer-unreadable' });
    service.answer = (request, response) =>
      request.path === '/oauth/token'
        ? sendJson(response, 200, { access_token: 't' })
        : sendJson(response, 200, wireOrder(id));
    await expect(check()).resolves.toMatchObject({ kind: 'observed' });
  });

  test('does not make the last good answer forgotten', async () => {
    let body = JSON.stringify(wireOrder(id));
    await serve((_request, response) => response.end(body));
    await check();
    const good = body;
    body = '{"uuid"';
    await expect(check()).rejects.toMatchObject({ code: 'answer-unreadable' });
    body = good;
    await expect(check()).resolves.toEqual({ kind: 'unchanged' });
  });
});

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
    await serve((_request, response) => sendJson(response, status, wireOrder(id)));
    await expect(check()).rejects.toMatchObject({
      name: 'DeliveryError',
      code,
      httpStatus: status,
    });
    expect(polls()).toHaveLength(1);
    expect(tokenRequests()).toBe(1);
  });

  test.each([429, 503, 500])('a %i carries the pause that the service asks for', async (status) => {
    await serve((_request, response) => sendJson(response, status, {}, { 'retry-after': '7' }));
    await expect(check()).rejects.toMatchObject({ retryAfterMs: 7000 });
  });

  test('a 429 whose pause nobody can read carries none', async () => {
    await serve((_request, response) => sendJson(response, 429, {}, { 'retry-after': 'soon' }));
    await expect(check()).rejects.toMatchObject({ code: 'rate-limited', retryAfterMs: null });
  });

  test.each([
    ['HTML', { 'content-type': 'text/html; charset=utf-8' }, 'Log in'],
    ['HTML that calls itself JSON', { 'content-type': 'application/json' }, '\n<!DOCTYPE html>'],
  ])('a page of %s is a captive portal, not a vanished order', async (_name, headers, body) => {
    await serve((_request, response) => response.writeHead(200, headers).end(body));
    await expect(check()).rejects.toMatchObject({ code: 'captive-portal' });
  });

  test('a redirect to another place is a captive portal and is never followed', async () => {
    await serve((_request, response) =>
      response.writeHead(302, { location: 'http://login.example/' }).end(),
    );
    await expect(check()).rejects.toMatchObject({ code: 'captive-portal', httpStatus: 302 });
  });

  test('a redirect within the service is not followed either', async () => {
    await serve((_request, response) => response.writeHead(302, { location: '/elsewhere' }).end());
    await expect(check()).rejects.toMatchObject({ code: 'answer-unreadable' });
    expect(service.requests.some(({ path }) => path === '/elsewhere')).toBe(false);
  });
});

describe('a refused token', () => {
  test('is renewed once and the check is replayed once', async () => {
    await serve(refuseAllBut('token-2'));
    await expect(check()).resolves.toMatchObject({ kind: 'observed' });
    expect(polls()).toHaveLength(2);
    expect(tokenRequests()).toBe(2);
  });

  test('one renewal serves however many checks, each replayed once', async () => {
    await serve(refuseAllBut('token-2'), { limits: { maxConnections: 8 } });
    const ids = Array.from({ length: 40 }, (_, index) =>
      orderIdOf(`7a1f0c52-6a0e-4a51-9a36-${index.toString(16).padStart(12, '0')}`),
    );
    const answers = await Promise.all(ids.map((one) => check(one)));
    expect(answers.every(({ kind }) => kind === 'observed')).toBe(true);
    expect(tokenRequests()).toBe(2);
    expect(polls().length).toBeLessThanOrEqual(80);
  });

  test('a second 401 in a row is a state and not a loop', async () => {
    await serve(refuseAllBut('none'));
    await expect(check()).rejects.toMatchObject({ code: 'authorization-refused', httpStatus: 401 });
    expect(polls()).toHaveLength(2);
    expect(tokenRequests()).toBe(2);
  });

  test('a late refusal of an older token replays with the newer one and renews nothing', async () => {
    const held: (() => void)[] = [];
    await serve((request, response) => {
      if (request.headers['authorization'] !== 'Bearer token-1') {
        sendJson(response, 200, wireOrder(request.path.slice(-36)));
      } else if (request.path.endsWith(otherId)) {
        held.push(() => sendJson(response, 401, {}));
      } else {
        sendJson(response, 401, {});
      }
    });
    await way.tokens.current(null);
    const late = check(otherId);
    await service.arrived(2);
    await check(id);
    held[0]?.();
    await expect(late).resolves.toMatchObject({ kind: 'observed' });
    expect(tokenRequests()).toBe(2);
  });

  test.each([
    ['403 by its challenge', 403, { 'www-authenticate': 'Bearer error="invalid_token"' }, {}],
    ['403 by its body', 403, {}, { error: 'invalid_token' }],
    ['200 by its body', 200, {}, { error: 'invalid_token', error_description: 'expired' }],
  ])('is also told by a %s', async (_name, status, headers, body) => {
    await serve((request, response) =>
      request.headers['authorization'] === 'Bearer token-2'
        ? sendJson(response, 200, wireOrder(id))
        : sendJson(response, status, body, headers),
    );
    await expect(check()).resolves.toMatchObject({ kind: 'observed' });
    expect(tokenRequests()).toBe(2);
  });

  test('any other 403 concerns the order and leaves the token alone', async () => {
    await serve((_request, response) => sendJson(response, 403, { error: 'not_yours' }));
    await expect(check()).rejects.toMatchObject({ code: 'order-forbidden' });
    expect(tokenRequests()).toBe(1);
  });
});

test('an aborted check rejects with the reason of the abort', async () => {
  await serve(() => undefined);
  const abort = new AbortController();
  const checked = way.orders.check(id, abort.signal);
  checked.catch(() => undefined);
  await service.arrived(2);
  abort.abort(new Error('stopping'));
  await expect(checked).rejects.toThrow('stopping');
});
