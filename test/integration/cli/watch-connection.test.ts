import { afterEach, expect, test } from 'vitest';
import { parsed, startCli } from '../../support/cli/cli-run.ts';
import { orderIdOf } from '../../support/order-id-of.ts';
import {
  sendJson,
  startLittleService,
  type LittleService,
} from '../../support/service/little-service.ts';
import { wireOrder } from '../../support/wire-orders.ts';

const id = orderIdOf('7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b201');
let service: LittleService | undefined;
afterEach(() => service?.stop());

/** Watches the order once at a service of its own ways. */
async function watchOnce(flags: readonly string[]) {
  const started = await startLittleService((request, response) => {
    if (request.path === '/oauth/token') sendJson(response, 200, { access_token: 'given' });
    else sendJson(response, 200, { data: wireOrder(id, { status: 'Teleporting' }) });
  });
  service = started;
  const connection = ['--base-url', started.baseUrl, '--client-id', 'desk-7', ...flags];
  return startCli(['watch', '--once', '--json', ...connection, id], {
    env: { WAYBELL_CLIENT_SECRET: 'canary' },
  });
}

test('what the window can set for a connection is sent as the flags say', async () => {
  const run = await watchOnce([
    '--order-path',
    '/transport/{uuid}.json',
    '--token-header',
    'X-Access',
    '--token-scheme',
    'Desk',
    '--header',
    'X-Market: hk',
    '--header',
    'X-Shop: 7',
    '--proxy',
    'none',
    '--status',
    'Teleporting=picked_up',
    '--status',
    '9=done',
  ]);
  expect(await run.ended).toBe(0);
  expect(service?.requests.at(-1)).toMatchObject({
    path: `/transport/${id}.json`,
    headers: { 'x-access': 'Desk given', 'x-market': 'hk', 'x-shop': '7' },
  });
  expect(parsed(run.lines[0] ?? '').order).toMatchObject({
    status: 'Teleporting',
    phase: 'pickedUp',
  });
});

test.each([
  [['--token-header', 'X-Market', '--header', 'X-Market: hk'], 'X-Market is there twice.'],
  [['--ca-file', '/nowhere/none.pem'], 'The certificate file cannot be read.'],
])('%j is refused before anything is asked', async (flags, words) => {
  const run = await watchOnce(flags);
  expect(await run.ended).toBe(2);
  expect(run.stderr()).toContain(words);
  expect(service?.requests).toEqual([]);
});
