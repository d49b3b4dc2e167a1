import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  defaultConnectionOptions,
  type ProxyChoice,
} from '../../../../core/delivery/connection-options.ts';
import { type DeliveryOpenerOptions } from '../../../../main/engine/delivery/delivery-opener.ts';
import type { CheckAnswer } from '../../../../main/engine/watch/ports.ts';
import {
  authorityName,
  makeCertificates,
  type TestCertificates,
} from '../../../support/network/certificates.ts';
import { startConnectProxy } from '../../../support/network/connect-proxy.ts';
import type { LittleService } from '../../../support/service/little-service.ts';
import { serveNames } from '../../../support/network/name-service.ts';
import { startOrderService, testOpener } from '../../../support/service/order-service.ts';
import { orderIdOf } from '../../../support/order-id-of.ts';
import {
  startSocksProxy,
  type SocksManners,
  type SocksProxy,
} from '../../../support/network/socks-proxy.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/* SOCKS proxies, and several proxies in order, with real sockets. */

const id = orderIdOf('7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b201');
const never = new AbortController().signal;

let certificates: TestCertificates;
let caFile: string;
let service: LittleService;
let baseUrl: string;

beforeAll(() => {
  certificates = makeCertificates();
});

afterEach(() => service.stop());

/** A service under a name that only a proxy can resolve. */
async function start(): Promise<void> {
  caFile = join(temporaryFolder(), 'ours.pem');
  writeFileSync(caFile, certificates.ca);
  service = await startOrderService(id, certificates.otherName);
  baseUrl = `https://orders.example.com:${new URL(service.baseUrl).port}`;
}

async function proxyWith(manners: SocksManners = {}): Promise<SocksProxy> {
  const proxy = await startSocksProxy(manners);
  onTestFinished(() => proxy.stop());
  return proxy;
}

async function check(
  proxy: ProxyChoice,
  more: Partial<DeliveryOpenerOptions> = {},
): Promise<CheckAnswer> {
  const options = { ...defaultConnectionOptions, caFile, proxy };
  const link = testOpener(more).open({ baseUrl, clientId: 'desk-7', options }, 'canary-secret');
  onTestFinished(() => link.close());
  return link.check(id, never);
}

const bySystem = (answer: string): Promise<CheckAnswer> =>
  check({ kind: 'system' }, { resolveProxy: () => Promise.resolve(answer) });
const byEnvironment = (url: string): Promise<CheckAnswer> =>
  check({ kind: 'environment' }, { environment: { ALL_PROXY: url } });

test('a SOCKS 5 proxy sees name and port of the service, no secret and no token', async () => {
  await start();
  const proxy = await proxyWith();
  const fixed = { kind: 'fixed', url: `socks5://127.0.0.1:${proxy.port}` } as const;
  expect(await check(fixed)).toMatchObject({ kind: 'observed' });
  expect(new Set(proxy.targets)).toEqual(new Set([new URL(baseUrl).host]));
  expect(Buffer.concat(proxy.seen).toString('latin1')).not.toMatch(/canary|waybell/i);
});

test('its answer may come in pieces and contain any kind of address', async () => {
  await start();
  for (const boundTo of [
    Buffer.from([3, 4, 104, 111, 115, 116]),
    Buffer.from([4, ...Array(16).keys()]),
  ]) {
    const proxy = await proxyWith({ boundTo, isSlow: true });
    expect(await bySystem(`SOCKS5 127.0.0.1:${proxy.port}`)).toMatchObject({ kind: 'observed' });
  }
});

test('it gets its credentials from the environment, and no other host gets them', async () => {
  await start();
  const proxy = await proxyWith({ credentials: { userName: 'desk', password: 'canary w@rd' } });
  const address = `127.0.0.1:${proxy.port}`;
  const right = `socks5h://desk:canary%20w%40rd@${address}`;
  expect(await byEnvironment(right)).toMatchObject({ kind: 'observed' });
  expect(inspect(service.requests, { depth: 9 })).not.toContain('canary w@rd');
  for (const wrong of [`socks5://desk:canary-no@${address}`, `socks5://${address}`]) {
    const error: unknown = await byEnvironment(wrong).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'proxy-refused' });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('canary');
  }
});

test.each<[string, SocksManners, string]>([
  ['does not allow it', { reply: 2 }, 'proxy-refused'],
  ['cannot do it', { reply: 7 }, 'proxy-refused'],
  ['fails', { reply: 1 }, 'unreachable'],
  ['finds no host', { reply: 4 }, 'unreachable'],
  ['waited too long', { reply: 6 }, 'timeout'],
  ['speaks another version', { greeting: Buffer.from([4, 0]) }, 'protocol-violation'],
  ['wants what we cannot', { greeting: Buffer.from([5, 1]) }, 'protocol-violation'],
  [
    'is no SOCKS proxy at all',
    { greeting: Buffer.from('HTTP/1.1 400 Bad\r\n\r\n') },
    'protocol-violation',
  ],
])(
  'a SOCKS proxy that %s is a failure with its own code, and nothing was sent',
  async (_name, manners, code) => {
    await start();
    const { port } = await proxyWith(manners);
    await expect(bySystem(`SOCKS5 127.0.0.1:${port}`)).rejects.toMatchObject({ code });
    expect(service.requests).toEqual([]);
  },
);

test.each(['SOCKS 127.0.0.1:1080', 'SOCKS4 127.0.0.1:1080', 'QUIC 127.0.0.1:443', 'SOCKS5 :::'])(
  'a system with only %j is a failure with its own code, without a direct connection instead',
  async (answer) => {
    await start();
    await expect(bySystem(answer)).rejects.toMatchObject({ code: 'proxy-unusable' });
    expect(service.requests).toEqual([]);
  },
);

test('several answers are tried in their order, whatever kind each is', async () => {
  await start();
  const last = await proxyWith();
  const http = await startConnectProxy();
  onTestFinished(() => http.stop());
  http.refusal = 'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n';
  const refusing = await proxyWith({ reply: 2 });
  const answer = [
    'SOCKS 127.0.0.1:1',
    `PROXY 127.0.0.1:${http.port}`,
    `SOCKS5 127.0.0.1:${refusing.port}`,
    // The name cannot be resolved here, so a direct connection fails.
    'DIRECT',
    `SOCKS5 127.0.0.1:${last.port}`,
  ].join('; ');
  expect(await bySystem(answer)).toMatchObject({ kind: 'observed' });
  expect(http.asked.length).toBeGreaterThan(0);
  expect(refusing.targets.length).toBeGreaterThan(0);
  expect(last.targets.length).toBeGreaterThan(0);
});

test('a proxy that never answers leaves time for the next one', async () => {
  await start();
  const silent = createServer((socket) => socket.on('error', () => undefined).resume());
  await new Promise<void>((resolve) => {
    silent.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void silent.close());
  const address = silent.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const proxy = await proxyWith();
  const answer = `PROXY 127.0.0.1:${port}; SOCKS5 127.0.0.1:${proxy.port}`;
  const found = await check(
    { kind: 'system' },
    { resolveProxy: () => Promise.resolve(answer), limits: { connectTimeoutMs: 600 } },
  );
  expect(found).toMatchObject({ kind: 'observed' });
});

test('a plan that ends in DIRECT goes there when its proxies are gone', async () => {
  // Names of this computer never go through a proxy, so the test replaces the name service.
  serveNames();
  await start();
  const gone = await startSocksProxy();
  await gone.stop();
  expect(await bySystem(`SOCKS5 127.0.0.1:${gone.port}; DIRECT`)).toMatchObject({
    kind: 'observed',
  });
});

test('the connection test looks at the certificate behind a SOCKS proxy', async () => {
  await start();
  const proxy = await proxyWith();
  const url = `socks5://127.0.0.1:${proxy.port}`;
  const options = { ...defaultConnectionOptions, proxy: { kind: 'fixed', url } as const };
  const { steps } = await testOpener().test(
    { baseUrl, clientId: 'desk-7', options },
    'canary-secret',
    () => undefined,
    never,
  );
  expect(steps).toMatchObject([
    { name: 'reach', state: 'passed' },
    { name: 'certificate', state: 'failed', code: 'tls-untrusted' },
    { name: 'token', state: 'waiting' },
  ]);
  expect(JSON.stringify(steps[1])).toContain(authorityName);
  expect(service.requests).toEqual([]);
});
