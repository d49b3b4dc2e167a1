import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  defaultConnectionOptions,
  type ConnectionOptions,
} from '../../../../core/delivery/connection-options.ts';
import type { ConnectionTest } from '../../../../core/delivery/connection.ts';
import { DeliveryError } from '../../../../core/delivery/delivery-failure.ts';
import { type DeliveryOpenerOptions } from '../../../../main/engine/delivery/delivery-opener.ts';
import type { CheckAnswer } from '../../../../main/engine/watch/ports.ts';
import { makeCertificates, type TestCertificates } from '../../../support/network/certificates.ts';
import { startConnectProxy, type ConnectProxy } from '../../../support/network/connect-proxy.ts';
import { startLittleService, type LittleService } from '../../../support/service/little-service.ts';
import { startOrderService, testOpener } from '../../../support/service/order-service.ts';
import { orderIdOf } from '../../../support/order-id-of.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const id = orderIdOf('7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b201');
const never = new AbortController().signal;

let certificates: TestCertificates;
let caFile: string;
let proxy: ConnectProxy | undefined;
let service: LittleService | undefined;

beforeAll(() => {
  certificates = makeCertificates();
});

afterEach(async () => {
  await proxy?.stop();
  await service?.stop();
});

/** A service under a name that only the proxy can resolve, with a certificate of a private authority. */
async function start(proxyTls?: TestCertificates['good']): Promise<{
  proxy: ConnectProxy;
  service: LittleService;
  baseUrl: string;
}> {
  caFile = join(temporaryFolder(), 'ours.pem');
  writeFileSync(caFile, certificates.ca);
  proxy = await startConnectProxy(proxyTls);
  service = await startOrderService(id, certificates.otherName);
  const { port } = new URL(service.baseUrl);
  return { proxy, service, baseUrl: `https://orders.example.com:${port}` };
}

async function check(
  baseUrl: string,
  options: Partial<ConnectionOptions>,
  more: Partial<DeliveryOpenerOptions> = {},
): Promise<CheckAnswer> {
  const profile = {
    baseUrl,
    clientId: 'desk-7',
    options: { ...defaultConnectionOptions, caFile, ...options },
  };
  const link = testOpener(more).open(profile, 'canary-secret');
  onTestFinished(() => link.close());
  return link.check(id, never);
}

const at = ({ port }: ConnectProxy): string => `127.0.0.1:${port}`;
const via = (used: ConnectProxy): Partial<ConnectionOptions> => ({
  proxy: { kind: 'fixed', url: `http://${at(used)}` },
});

describe('through a proxy', () => {
  test('a check goes end to end encrypted: the proxy sees host and port, no secret and no token', async () => {
    const { proxy: used, baseUrl } = await start();
    expect(await check(baseUrl, via(used))).toMatchObject({ kind: 'observed' });
    expect(new Set(used.asked.map(({ target }) => target))).toEqual(
      new Set([new URL(baseUrl).host]),
    );
    const seen = inspect(used.asked) + Buffer.concat(used.seen).toString('latin1');
    expect(seen).not.toContain('canary');
    expect(seen.toLowerCase()).not.toContain('waybell');
  });

  test('proxies of the system’s settings and of the environment are used as well', async () => {
    const { proxy: used, baseUrl } = await start();
    const resolveProxy = async (): Promise<string> => `PROXY ${at(used)}; DIRECT`;
    await check(baseUrl, { proxy: { kind: 'system' } }, { resolveProxy });
    const askedBefore = used.asked.length;
    expect(askedBefore).toBeGreaterThan(0);
    const environment = { HTTPS_PROXY: `http://${at(used)}` };
    await check(baseUrl, { proxy: { kind: 'environment' } }, { environment });
    expect(used.asked.length).toBeGreaterThan(askedBefore);
  });

  test('the certificate of an HTTPS proxy is checked with the same authorities', async () => {
    const { proxy: used, baseUrl } = await start(certificates.good);
    const secure = { proxy: { kind: 'fixed', url: `https://${at(used)}` } } as const;
    expect(await check(baseUrl, secure)).toMatchObject({ kind: 'observed' });
    await expect(check(baseUrl, { ...secure, caFile: null })).rejects.toMatchObject({
      code: 'tls-untrusted',
    });
  });

  test('credentials from the environment go to the proxy and nowhere else', async () => {
    const { proxy: used, service: asked, baseUrl } = await start();
    const environment = { https_proxy: `http://desk:word@${at(used)}` };
    await check(baseUrl, { proxy: { kind: 'environment' } }, { environment });
    const basic = `Basic ${Buffer.from('desk:word').toString('base64')}`;
    expect(used.asked[0]?.headers['proxy-authorization']).toBe(basic);
    expect(asked.requests.every(({ headers }) => !('proxy-authorization' in headers))).toBe(true);
  });

  test.each([
    ['HTTP/1.1 407 Proxy Authentication Required', 'proxy-refused', 407],
    ['HTTP/1.1 403 Forbidden', 'proxy-refused', 403],
    ['HTTP/1.1 502 Bad Gateway', 'unreachable', 502],
    ['HTTP/1.1 302 Found\r\nLocation: https://login.example', 'captive-portal', 302],
    ['HTTP/1.1 511 Network Authentication Required', 'captive-portal', 511],
    ['SSH-2.0-OpenSSH_9.6', 'protocol-violation', null],
  ])('%j of the proxy is %s, and nothing was sent', async (head, code, httpStatus) => {
    const { proxy: used, service: asked, baseUrl } = await start();
    used.refusal = `${head}\r\n\r\n`;
    const environment = { https_proxy: `http://desk:canary-word@${at(used)}` };
    const failing = check(baseUrl, { proxy: { kind: 'environment' } }, { environment });
    const error: unknown = await failing.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DeliveryError);
    expect(error).toMatchObject({ code, httpStatus });
    expect(inspect(error, { depth: 9 })).not.toContain('canary');
    expect(asked.requests).toEqual([]);
  });

  test('a proxy that ends without an answer is a lost connection', async () => {
    const { proxy: used, baseUrl } = await start();
    used.refusal = '';
    await expect(check(baseUrl, via(used))).rejects.toMatchObject({ code: 'connection-lost' });
  });

  test('a proxy that does not run is passed over for the system’s next choice', async () => {
    const { proxy: used, baseUrl } = await start();
    const gone = await startConnectProxy();
    await gone.stop();
    await expect(check(baseUrl, via(gone))).rejects.toMatchObject({ code: 'unreachable' });
    const resolveProxy = async (): Promise<string> => `PROXY ${at(gone)}; PROXY ${at(used)}`;
    expect(await check(baseUrl, { proxy: { kind: 'system' } }, { resolveProxy })).toMatchObject({
      kind: 'observed',
    });
  });

  test('the connection test takes the same way and names the same refusal', async () => {
    const { proxy: used, baseUrl } = await start();
    const profile = {
      baseUrl,
      clientId: 'desk-7',
      options: { ...defaultConnectionOptions, caFile, ...via(used) },
    };
    const run = (): Promise<ConnectionTest> =>
      testOpener().test(profile, 'canary-secret', () => undefined, never);
    expect((await run()).steps.map(({ state }) => state)).toEqual(['passed', 'passed', 'passed']);
    used.refusal = 'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n';
    expect((await run()).steps[0]).toMatchObject({
      state: 'failed',
      code: 'proxy-refused',
      httpStatus: 407,
    });
  });
});

describe('a private authority', () => {
  test('is trusted once its PEM file is set, and not before', async () => {
    const { proxy: used, service: asked, baseUrl } = await start();
    await expect(check(baseUrl, { ...via(used), caFile: null })).rejects.toMatchObject({
      code: 'tls-untrusted',
      cause: { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
    });
    expect(asked.requests).toEqual([]);
    expect(await check(baseUrl, via(used))).toMatchObject({ kind: 'observed' });
  });

  test('is not trusted any more after its file was removed', async () => {
    const { proxy: used, baseUrl } = await start();
    const gone = { ...via(used), caFile: join(temporaryFolder(), 'absent.pem') };
    await expect(check(baseUrl, gone)).rejects.toMatchObject({ code: 'tls-untrusted' });
    const options = { ...defaultConnectionOptions, ...gone };
    expect(testOpener().refusal({ baseUrl, clientId: 'desk-7', options })).toContain(
      'cannot be read',
    );
  });

  test('does not make an expired certificate or another name acceptable', async () => {
    await start();
    for (const identity of [certificates.expired, certificates.otherName]) {
      const doubtful = await startLittleService(() => undefined, identity);
      onTestFinished(() => doubtful.stop());
      await expect(check(doubtful.baseUrl, {})).rejects.toMatchObject({ code: 'tls-untrusted' });
      expect(doubtful.requests).toEqual([]);
    }
  });
});
