import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { defaultConnectionOptions } from '../../../core/delivery/connection-options.ts';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { ProfileRepository } from '../../../main/engine/storage/profile-repository.ts';
import { makeCertificates } from '../../support/network/certificates.ts';
import { startCli } from '../../support/cli/cli-run.ts';
import { startConnectProxy } from '../../support/network/connect-proxy.ts';
import { everyFile, filesWith } from '../../support/every-byte.ts';
import {
  sendJson,
  startLittleService,
  type Answerer,
} from '../../support/service/little-service.ts';
import { orderIdOf } from '../../support/order-id-of.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { wireOrder } from '../../support/wire-orders.ts';

/*
 * Runs the whole program with every kind of secret, against a service and a proxy that quote them in
 * their answers. Then searches its output, its files and its command line, byte by byte. Each canary is
 * a word that occurs nowhere else.
 */

const id = orderIdOf('7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b201');

const clientSecret = 'canary-secret-7f3a';
const proxyPassword = 'canary-proxy-9b1c';
const tokens = ['canary-token-one', 'canary-token-two', 'canary-token-three'];
const canaries = [
  clientSecret,
  proxyPassword,
  ...tokens,
  // As headers carry them.
  Buffer.from(`desk:${proxyPassword}`).toString('base64'),
  encodeURIComponent(clientSecret),
];
const everything = `${clientSecret} ${proxyPassword} ${tokens.join(' ')}`;

/** Faulty answers of the token endpoint and for orders, each sent once and full of secrets. */
const tokenTroubles: readonly Answerer[] = [
  (_request, response) => sendJson(response, 500, { error: everything }),
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${everything}`),
  (_request, response) => response.writeHead(200).end(`{"access_token":"${everything}`),
  (_request, response) => sendJson(response, 429, { error: everything }, { 'retry-after': '1' }),
];
const orderTroubles: readonly Answerer[] = [
  (_request, response) =>
    sendJson(
      response,
      401,
      { error: everything },
      { 'www-authenticate': `Bearer realm="${everything}"` },
    ),
  (_request, response) => response.writeHead(500, everything).end(everything),
  (_request, response) => sendJson(response, 403, { error: 'invalid_token', hint: everything }),
  (_request, response) => response.writeHead(200).end(`{"uuid":"${id}","secret":"${everything}"`),
  (_request, response) =>
    response.writeHead(302, { location: `https://x.example/?${everything}` }).end(),
  (_request, response) => sendJson(response, 200, { error: everything }),
  (_request, response) => response.socket?.end(`HTTP/1.1 200 OK\r\n${everything}\r\n\r\n`),
];

test('with all options no secret and no token is in the output, the files or the command line', async () => {
  const certificates = makeCertificates();
  const proxy = await startConnectProxy();
  let tokenCount = 0;
  let tokenTrouble = 0;
  let orderTrouble = 0;
  let goodCount = 0;
  const service = await startLittleService((request, response) => {
    const isToken = request.path === '/oauth/token';
    const trouble = isToken ? tokenTroubles[tokenTrouble] : orderTroubles[orderTrouble];
    // A good answer between two bad ones, so that every fault is reached.
    const isTurn = isToken ? tokenCount > 0 || tokenTrouble % 2 === 0 : goodCount > orderTrouble;
    if (trouble !== undefined && isTurn) {
      if (isToken) tokenTrouble += 1;
      else orderTrouble += 1;
      trouble(request, response);
    } else if (isToken) {
      const token = tokens[tokenCount % tokens.length];
      tokenCount += 1;
      sendJson(response, 200, { access_token: token, expires_in: 3600 });
    } else {
      goodCount += 1;
      sendJson(response, 200, wireOrder(id, { note_to_courier: `Note ${goodCount}` }));
    }
  }, certificates.otherName);
  onTestFinished(async () => {
    // The proxy's own connections keep the service open.
    await proxy.stop();
    await service.stop();
  });

  const folder = temporaryFolder();
  const profile = join(folder, 'profile');
  mkdirSync(profile);
  const caFile = join(folder, 'ours.pem');
  writeFileSync(caFile, certificates.ca);
  const baseUrl = `https://orders.example.com:${new URL(service.baseUrl).port}`;
  const database = openDatabase(profile, { wallMs: () => Date.now() });
  new ProfileRepository(database.sql).save({
    baseUrl,
    clientId: 'desk-7',
    options: {
      ...defaultConnectionOptions,
      tokenHeader: 'X-Access',
      tokenScheme: { kind: 'none' },
      extraHeaders: { 'X-Market': 'hk' },
      proxy: { kind: 'environment' },
      caFile,
    },
  });
  database.close();

  const address = `127.0.0.1:${proxy.port}`;
  const run = startCli(
    ['watch', '--json', '--profile', profile, '--interval', '1', '--max-rate', '6000', id],
    {
      env: {
        WAYBELL_CLIENT_SECRET: clientSecret,
        HTTPS_PROXY: `http://desk:${proxyPassword}@${address}`,
      },
    },
  );
  await run.until(({ event }) => event === 'order');
  const called =
    process.platform === 'linux' ? readFileSync(`/proc/${run.pid}/cmdline`, 'latin1') : '';
  proxy.refusal = `HTTP/1.1 407 ${everything}\r\nProxy-Authenticate: Basic realm="${everything}"\r\n\r\n`;
  service.dropConnections();
  await run.until(({ event, cause }) => event === 'serviceHealth' && cause === 'proxy-refused');
  proxy.refusal = null;
  await expect
    .poll(() => orderTrouble, { timeout: 60_000, interval: 100 })
    .toBe(orderTroubles.length);
  run.kill('SIGINT');
  await run.ended;

  // Everything was really in use.
  expect(tokenTrouble).toBeGreaterThan(2);
  expect(proxy.asked[0]?.headers['proxy-authorization']).toContain('Basic ');
  expect(service.requests.some(({ headers }) => tokens.includes(String(headers['x-access'])))).toBe(
    true,
  );
  const printed = [...run.lines, run.stderr(), called].join('\n');
  expect(run.lines.length).toBeGreaterThan(5);
  expect(everyFile(profile).length).toBeGreaterThan(0);
  expect(canaries.filter((canary) => printed.includes(canary))).toEqual([]);
  expect(canaries.flatMap((canary) => filesWith(profile, canary))).toEqual([]);
});
