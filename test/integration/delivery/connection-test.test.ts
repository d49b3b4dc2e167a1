import { createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ConnectionTest } from '../../../core/delivery/connection.ts';
import { HttpDeliveryOpener } from '../../../main/engine/delivery/delivery-opener.ts';
import {
  authorityName,
  makeCertificates,
  type TestCertificates,
} from '../../support/network/certificates.ts';
import {
  closeClient,
  openClient,
  type DeliveryClientOptions,
} from '../../support/service/delivery-client.ts';
import { FakeClock, settle } from '../../support/fake-clock.ts';
import {
  sendJson,
  startLittleService,
  type Answerer,
  type LittleService,
} from '../../support/service/little-service.ts';

let certificates: TestCertificates;
let service: LittleService | undefined;

beforeAll(() => {
  certificates = makeCertificates();
});

afterEach(async () => {
  await service?.stop();
  service = undefined;
});

const never = new AbortController().signal;
const granting: Answerer = (_request, response) =>
  sendJson(response, 200, { access_token: 'token-1', expires_in: 3600 });

function opener(clock = new FakeClock(), ca?: string): HttpDeliveryOpener {
  return new HttpDeliveryOpener({
    clock,
    random: () => 0.5,
    userAgent: 'Waybell/test',
    ...(ca === undefined ? {} : { authorities: [ca] }),
  });
}

/** Runs a connection test. @returns its result and every reported state */
async function run(
  baseUrl: string,
  options: { clock?: FakeClock; ca?: string; signal?: AbortSignal } = {},
): Promise<{ test: ConnectionTest; reported: ConnectionTest[] }> {
  const reported: ConnectionTest[] = [];
  const finished = await opener(options.clock, options.ca).test(
    { baseUrl, clientId: 'desk-7' },
    'a secret',
    (state) => reported.push(state),
    options.signal ?? never,
  );
  return { test: finished, reported };
}

const states = ({ steps }: ConnectionTest): string[] => steps.map(({ state }) => state);

describe('on this computer', () => {
  test('three steps pass one after the other, and the certificate step says why it passed', async () => {
    service = await startLittleService(granting);
    const { test: finished, reported } = await run(service.baseUrl);
    expect(finished.steps).toMatchObject([
      { name: 'reach', state: 'passed' },
      { name: 'certificate', state: 'passed', detail: 'Not encrypted, this computer only' },
      { name: 'token', state: 'passed', detail: 'Valid for 60\u00a0min' },
    ]);
    expect(reported.map(states)).toEqual([
      ['running', 'waiting', 'waiting'],
      ['passed', 'waiting', 'waiting'],
      ['passed', 'passed', 'waiting'],
      ['passed', 'passed', 'running'],
      ['passed', 'passed', 'passed'],
    ]);
    expect(reported.at(-1)).toEqual(finished);
  });

  test('a wrong secret fails the last step with words for the dispatcher', async () => {
    service = await startLittleService((_request, response) => sendJson(response, 401, {}));
    const { test: finished } = await run(service.baseUrl);
    expect(finished.steps[2]).toMatchObject({
      state: 'failed',
      code: 'credentials-refused',
      httpStatus: 401,
      message:
        'The service did not accept this client ID and secret. Copy both again from the developer portal; a space at the end is a common cause.',
    });
  });

  test.each([
    [404, 'token-endpoint-missing', 'There is nothing at /oauth/token of this address (HTTP 404).'],
    [429, 'rate-limited', 'The service asked for a pause (HTTP 429).'],
    [500, 'service-failing', 'The service reported a failure of its own (HTTP 500).'],
    [200, 'token-unreadable', 'answered, but not with an access token (HTTP 200).'],
  ])('a %i to the token request is said as what it is', async (status, code, words) => {
    service = await startLittleService((_request, response) => sendJson(response, status, {}));
    const { test: finished } = await run(service.baseUrl);
    expect(finished.steps[2]).toMatchObject({
      state: 'failed',
      code,
      message: expect.stringContaining(words),
    });
  });

  test('a refused connection fails the first step and leaves the others waiting', async () => {
    service = await startLittleService(granting);
    const { baseUrl } = service;
    await service.stop();
    const { test: finished } = await run(baseUrl);
    expect(states(finished)).toEqual(['failed', 'waiting', 'waiting']);
    expect(finished.steps[0]).toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(/^No connection to 127\.0\.0\.1 port \d+\. Check the address/),
    });
  });

  test('a service that never answers ends the step at ten seconds', async () => {
    service = await startLittleService(() => undefined);
    const clock = new FakeClock();
    const running = run(service.baseUrl, { clock });
    await service.arrived(1);
    await clock.advance(10_000);
    const { test: finished } = await running;
    expect(finished.steps[2]).toMatchObject({
      state: 'failed',
      code: 'timeout',
      elapsedMs: 10_000,
      message: expect.stringMatching(/^No answer from 127\.0\.0\.1 port \d+\./),
    });
    expect(clock.waitingTimers).toBe(0);
  });

  test('an aborted test rejects with the reason and leaves no timer', async () => {
    service = await startLittleService(() => undefined);
    const clock = new FakeClock();
    const abort = new AbortController();
    const running = run(service.baseUrl, { clock, signal: abort.signal });
    running.catch(() => undefined);
    await service.arrived(1);
    abort.abort(new Error('window closed'));
    await expect(running).rejects.toThrow('window closed');
    await settle();
    expect(clock.waitingTimers).toBe(0);
  });
});

const localhost = (baseUrl: string): string => baseUrl.replace('127.0.0.1', 'localhost');

/** One connection, because undici does not reuse a socket at once and would open another one. */
const keptAlive = (): DeliveryClientOptions => ({
  authorities: [certificates.ca],
  limits: { maxConnections: 1 },
});

describe('over TLS', () => {
  test('a certificate of a known authority passes and names the protocol', async () => {
    service = await startLittleService(granting, certificates.good);
    for (const baseUrl of [service.baseUrl, localhost(service.baseUrl)]) {
      const { test: finished } = await run(baseUrl, { ca: certificates.ca });
      expect(states(finished)).toEqual(['passed', 'passed', 'passed']);
      expect(finished.steps[1]).toMatchObject({ detail: 'TLS 1.3' });
    }
  });

  test('an unknown authority is named, and nothing was sent', async () => {
    service = await startLittleService(granting, certificates.good);
    const { test: finished } = await run(service.baseUrl);
    expect(states(finished)).toEqual(['passed', 'failed', 'waiting']);
    expect(finished.steps[1]).toMatchObject({
      code: 'tls-untrusted',
      message: `Issued by “${authorityName}”, which this computer does not know. Nothing was sent. If your company runs this service, ask IT for the certificate file.`,
    });
    expect(service.requests).toHaveLength(0);
  });

  test('a self-signed certificate is named as such', async () => {
    service = await startLittleService(granting, certificates.selfSigned);
    const { test: finished } = await run(service.baseUrl);
    expect(finished.steps[1]).toMatchObject({
      code: 'tls-untrusted',
      message: expect.stringContaining('Issued by “localhost”'),
    });
  });

  test('an expired certificate fails with its date', async () => {
    service = await startLittleService(granting, certificates.expired);
    const { test: finished } = await run(service.baseUrl, { ca: certificates.ca });
    expect(finished.steps[1]).toMatchObject({
      code: 'tls-untrusted',
      message: expect.stringMatching(
        /^The certificate ended on \d{4}-\d\d-\d\d\. Nothing was sent\./,
      ),
    });
  });

  test('a certificate for another name fails with that name', async () => {
    service = await startLittleService(granting, certificates.otherName);
    const { test: finished } = await run(localhost(service.baseUrl), { ca: certificates.ca });
    expect(finished.steps[1]).toMatchObject({
      code: 'tls-untrusted',
      message: expect.stringContaining('is for orders.example.com, not for localhost.'),
    });
  });

  test('a port that speaks no TLS fails the certificate step', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    const { test: finished } = await run(`https://127.0.0.1:${port}`);
    expect(finished.steps[1]).toMatchObject({ state: 'failed', code: 'tls-failed' });
    server.close();
  });
});

describe('every later request', () => {
  const request = { method: 'GET', path: '/', headers: [], body: null, signal: null } as const;

  test.each(['selfSigned', 'expired', 'otherName'] as const)(
    'refuses a %s certificate as well and sends nothing',
    async (kind) => {
      service = await startLittleService(granting, certificates[kind]);
      const authorities = kind === 'selfSigned' ? [] : [certificates.ca];
      const client = openClient(service.baseUrl, { authorities });
      await expect(client.transport.send(request)).rejects.toMatchObject({ code: 'tls-untrusted' });
      expect(service.requests).toHaveLength(0);
      await closeClient(client);
    },
  );

  test('trusts a configured authority, and keeps the connection', async () => {
    service = await startLittleService(granting, certificates.good);
    const client = openClient(service.baseUrl, keptAlive());
    await client.transport.send(request);
    await client.transport.send(request);
    expect(service.requests.map(({ connection }) => connection)).toEqual([1, 1]);
    await closeClient(client);
  });

  test('over TLS, too, only a socket that had answered is replaced when it breaks', async () => {
    let isBreaking = true;
    service = await startLittleService((arrived, response) => {
      if (isBreaking) response.socket?.destroy();
      else sendJson(response, 200, { connection: arrived.connection });
    }, certificates.good);
    const client = openClient(service.baseUrl, keptAlive());
    await expect(client.transport.send(request)).rejects.toMatchObject({ code: 'connection-lost' });
    expect(service.requests).toHaveLength(1);
    isBreaking = false;
    await client.transport.send(request);
    let isFirst = true;
    service.answer = (arrived, response) => {
      if (isFirst) response.socket?.destroy();
      else sendJson(response, 200, { connection: arrived.connection });
      isFirst = false;
    };
    await expect(client.transport.send(request)).resolves.toMatchObject({ status: 200 });
    await closeClient(client);
  });
});
