import { createServer, type AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import type { ConnectionTest } from '../../../core/delivery/connection.ts';
import { parseOrderId } from '../../../core/order/order-id.ts';
import { HttpDeliveryOpener } from '../../../main/engine/delivery/delivery-opener.ts';
import { closeClient, openClient } from '../../support/service/delivery-client.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import {
  sendJson,
  startLittleService,
  type Answerer,
  type LittleService,
} from '../../support/service/little-service.ts';

const clientSecret = 'canary-secret';
const clientId = 'canary-client';
const token = 'canary-token';
const id = parseOrderId('7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b201');

let service: LittleService | undefined;

afterEach(async () => {
  await service?.stop();
  service = undefined;
});

/** All text that a logger, a crash report or the developer tools could print of an object. */
function everythingPrinted(...values: readonly unknown[]): string {
  const texts = values.flatMap((value) => [
    inspect(value, { depth: 20, showHidden: true, getters: true }),
    String(value),
    JSON.stringify(value) ?? '',
    value instanceof Error ? (value.stack ?? '') : '',
  ]);
  return texts.join('\n');
}

const echo = (text: string): string => `${text} ${clientSecret} ${token}`;
const grant = { access_token: token, expires_in: 3600 };

/** Services that quote the request in every place that an error could contain. */
const indiscreet: readonly (readonly [string, Answerer])[] = [
  ['an error body', (_request, response) => sendJson(response, 401, { error: echo('bad') })],
  ['a failing service', (_request, response) => sendJson(response, 500, { error: echo('bad') })],
  ['a status text', (_request, response) => response.writeHead(500, echo('bad')).end()],
  [
    'a redirect',
    (_request, response) =>
      response.writeHead(302, { location: `http://x.example/?${token}` }).end(),
  ],
  [
    'a login page',
    (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(echo('<')),
  ],
  [
    'broken JSON',
    (_request, response) => response.writeHead(200).end(`{"access_token": "${token}`),
  ],
  [
    'a token that is none',
    (_request, response) => sendJson(response, 200, { access_token: `${token} x` }),
  ],
  [
    'a header of a pause',
    (_request, response) => sendJson(response, 429, {}, { 'retry-after': echo('x') }),
  ],
  [
    'a packed body that is none',
    (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(echo('x')),
  ],
];

test.each(indiscreet)(
  'no error holds a secret when the token endpoint answers with %s',
  async (_name, answer) => {
    service = await startLittleService(answer);
    const client = openClient(service.baseUrl, { clientId, clientSecret });
    const error: unknown = await client.tokens.current(null).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'DeliveryError' });
    expect(everythingPrinted(error, client.tokens, client.transport)).not.toContain('canary');
    await closeClient(client);
  },
);

test.each(indiscreet)(
  'no error holds a token when an order is answered with %s',
  async (_name, answer) => {
    service = await startLittleService((request, response) =>
      request.path === '/oauth/token' ? sendJson(response, 200, grant) : answer(request, response),
    );
    const client = openClient(service.baseUrl, { clientId, clientSecret });
    const never = new AbortController().signal;
    const checked =
      id === null ? Promise.reject(new Error('not a uuid')) : client.orders.check(id, never);
    const error: unknown = await checked.catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'DeliveryError' });
    expect(everythingPrinted(error, client.orders)).not.toContain('canary');
    await closeClient(client);
  },
);

test.each([
  ['chunks that are none', `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${token}\r\n`],
  ['no HTTP', `${token}\r\n\r\n`],
  ['a body cut off', `HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n{"access_token":"${token}"`],
  ['a broken header', `HTTP/1.1 200 OK\r\n${token}\r\n\r\n`],
])('no error of the parser quotes %s', async (_name, text) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(text));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const client = openClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    clientSecret,
  });
  const error: unknown = await client.tokens.current(null).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ name: 'DeliveryError' });
  expect(everythingPrinted(error)).not.toContain('canary');
  await closeClient(client);
  server.close();
});

test('an open link and a running connection test print no secret', async () => {
  service = await startLittleService((request, response) =>
    request.path === '/oauth/token' ? sendJson(response, 200, grant) : undefined,
  );
  const opener = new HttpDeliveryOpener({
    clock: new FakeClock(),
    random: () => 0.5,
    userAgent: 'Waybell/test',
  });
  const profile = { baseUrl: service.baseUrl, clientId: 'desk-7' };
  const reported: ConnectionTest[] = [];
  const link = opener.open(profile, clientSecret);
  const abort = new AbortController();
  const checked =
    id === null ? null : link.check(id, abort.signal).catch((caught: unknown) => caught);
  await service.arrived(2);
  await opener.test(profile, clientSecret, (state) => reported.push(state), abort.signal);
  expect(everythingPrinted(opener, link, reported)).not.toContain('canary');
  abort.abort();
  expect(everythingPrinted(await checked)).not.toContain('canary');
  await link.close();
});

test('the secret goes to the token endpoint only, the token to orders only, neither into an address', async () => {
  service = await startLittleService((request, response) =>
    request.path === '/oauth/token' ? sendJson(response, 200, grant) : sendJson(response, 404, {}),
  );
  const client = openClient(service.baseUrl, { clientId, clientSecret });
  const never = new AbortController().signal;
  if (id !== null) await client.orders.check(id, never).catch(() => undefined);
  const [tokenRequest, poll] = service.requests;
  expect(JSON.stringify(tokenRequest?.headers)).not.toContain('canary');
  expect(tokenRequest?.path).toBe('/oauth/token');
  expect(poll?.path).toBe(`/api/v2/orders/${id}`);
  expect(JSON.stringify(poll)).not.toContain('canary-secret');
  expect(JSON.stringify(poll)).not.toContain('canary-client');
  await closeClient(client);
});
