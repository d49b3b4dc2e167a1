import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  defaultConnectionOptions,
  type ConnectionOptions,
} from '../../../../core/delivery/connection-options.ts';
import type { ConnectionTest } from '../../../../core/delivery/connection.ts';
import { keepCertificateChecks } from '../../../../main/engine/delivery/http/trusted-authorities.ts';
import { makeCertificates, type TestCertificates } from '../../../support/network/certificates.ts';
import { startConnectProxy, type ConnectProxy } from '../../../support/network/connect-proxy.ts';
import type { LittleService } from '../../../support/service/little-service.ts';
import { startOrderService, testOpener } from '../../../support/service/order-service.ts';
import { orderIdOf } from '../../../support/order-id-of.ts';

/*
 * With `NODE_TLS_REJECT_UNAUTHORIZED=0` in its environment Node checks no certificate unless a call asks
 * for it. Each place of ours that opens a TLS connection asks for it.
 */

const id = orderIdOf('7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b201');
const never = new AbortController().signal;
const untrusted = { code: 'tls-untrusted' };

let certificates: TestCertificates;
let service: LittleService;
let proxy: ConnectProxy | undefined;

beforeAll(() => {
  certificates = makeCertificates();
});

beforeEach(async () => {
  // Node warns once in each process that this is unsafe.
  vi.spyOn(process, 'emitWarning').mockReturnValue();
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  service = await startOrderService(id, certificates.selfSigned);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await proxy?.stop();
  await service.stop();
});

const opener = testOpener();

function profile(options: Partial<ConnectionOptions> = {}) {
  const { baseUrl } = service;
  return { baseUrl, clientId: 'desk-7', options: { ...defaultConnectionOptions, ...options } };
}

async function check(options: Partial<ConnectionOptions> = {}): Promise<unknown> {
  const link = opener.open(profile(options), 'a secret');
  try {
    return await link.check(id, never);
  } finally {
    await link.close();
  }
}

test('with the variable Node itself accepts any certificate', async () => {
  const answer = await fetch(`${service.baseUrl}/oauth/token`);
  expect(answer.status).toBe(200);
});

test('a check of an order refuses the certificate all the same', async () => {
  await expect(check()).rejects.toMatchObject(untrusted);
  expect(service.requests).toEqual([]);
});

test('the connection test and the doctor’s steps refuse at the certificate', async () => {
  const tested: ConnectionTest = await opener.test(profile(), 'a secret', () => undefined, never);
  expect(tested.steps[1]).toMatchObject({ name: 'certificate', state: 'failed', ...untrusted });
  const steps = await opener.examine(profile(), 'a secret', id, never);
  expect(steps.at(-1)).toMatchObject({ name: 'certificate', state: 'failed', failure: untrusted });
  expect(service.requests).toEqual([]);
});

test.each([
  ['a proxy that has no trusted certificate is not told where to go', 'https', false],
  ['a service behind a proxy is refused as well', 'http', true],
] as const)('%s', async (_name, scheme, isProxyAsked) => {
  proxy = await startConnectProxy(scheme === 'https' ? certificates.selfSigned : undefined);
  const url = `${scheme}://127.0.0.1:${proxy.port}`;
  const baseUrl = service.baseUrl.replace('127.0.0.1', 'orders.example.com');
  const link = opener.open({ ...profile({ proxy: { kind: 'fixed', url } }), baseUrl }, 'x');
  await expect(link.check(id, never)).rejects.toMatchObject(untrusted);
  await link.close();
  expect(proxy.asked.length > 0).toBe(isProxyAsked);
  expect(service.requests).toEqual([]);
});

test.each([
  ['0', expect.stringContaining('NODE_TLS_REJECT_UNAUTHORIZED') as string],
  ['1', null],
  [undefined, null],
])('the variable is taken out of the environment when it is %s', (value, warning) => {
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: value, PATH: '/bin' };
  expect(keepCertificateChecks(env)).toEqual(warning);
  expect(env).toEqual({ PATH: '/bin' });
});
