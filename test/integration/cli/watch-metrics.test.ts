import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { request } from 'undici';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startDeliveryService, type DeliveryService } from '@waybell/simulator';
import { startCli, type CliRun } from '../../support/cli/cli-run.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let service: DeliveryService;
beforeEach(async () => {
  service = await startDeliveryService({ clock: 'manual' });
});
afterEach(() => service.close());

function watch(...args: readonly string[]): CliRun {
  const { clientId, clientSecret } = service.credentials;
  const connection = ['--base-url', service.baseUrl, '--client-id', clientId, '--interval', '1'];
  return startCli(['watch', '--json', ...connection, ...args], {
    env: { WAYBELL_CLIENT_SECRET: clientSecret },
  });
}

/** A profile that watches an order whose promised time passed. */
async function promised(id: string): Promise<string> {
  const folder = temporaryFolder();
  const file = join(folder, 'orders.json');
  const orders = [{ uuid: id, promisedAt: '2026-01-31T12:00:00.000Z' }];
  writeFileSync(file, JSON.stringify({ format: 'waybell-hand-over', version: 1, orders }));
  const profile = join(folder, 'profile');
  await startCli(['import', '--profile', profile, file]).ended;
  return profile;
}

/** Where a run that printed its first line gives its metrics. */
function metricsUrl(run: CliRun): URL {
  const [, url = ''] = /Giving figures at (\S+)/.exec(run.stderr()) ?? [];
  return new URL(url);
}

/** Asks for the metrics until they hold this line. */
async function metricsWith(url: URL, line: RegExp): Promise<string> {
  for (;;) {
    const { body } = await request(url);
    const text = await body.text();
    if (line.test(text)) return text;
  }
}

test('a collector reads counts of orders, checks and failures, and nothing of an order', async () => {
  const courier = { name: 'Chan Tai Man', phone_number: '+852 9123 4567' };
  const id = service.addOrder({ status: 'active', courier });
  const unknown = '99999999-9999-4999-8999-999999999998';
  const run = watch('--metrics', '0', '--profile', await promised(id), id, unknown);
  await run.until(({ event }) => event === 'problem');
  const url = metricsUrl(run);
  expect(url.hostname).toBe('127.0.0.1');
  const text = await metricsWith(url, /checks_total\{result="answered"\} [1-9]/);
  expect(text).toContain('waybell_orders{phase="assigned"} 1\n');
  expect(text).toContain('waybell_orders{phase="unread"} 1\n');
  expect(text).toMatch(/^waybell_check_failures_total\{code="order-not-found"\} [1-9]/m);
  expect(text).toMatch(/^waybell_oldest_confirmed_seconds [\d.]+$/m);
  expect(text).toContain('waybell_waits_total{reason="promise_passed"} 1\n');
  expect(text).toContain('# TYPE waybell_checks_total counter\n');
  expect(text).toContain('waybell_service_reachable 1\n');
  for (const line of text.trimEnd().split('\n')) {
    expect(line).toMatch(
      /^(?:# (?:HELP|TYPE) waybell_|waybell_[a-z_]+(?:\{[a-z]+="[\w.+-]+"\})? [\d.e-]+$)/,
    );
  }
  expect(text).not.toMatch(/Chan Tai|9123|[\da-f]{8}-[\da-f]{4}/);
});

test('answers with status 429 are counted', async () => {
  const id = service.addOrder({ status: 'active' });
  service.fault({
    match: { target: 'order' },
    when: { times: 1 },
    action: { do: 'answer', status: 429, retryAfter: '0' },
  });
  const run = watch('--metrics', '0', id);
  await run.until(({ event }) => event === 'order');
  const text = await metricsWith(metricsUrl(run), /rate_limited_total 1\n/);
  expect(text).toContain('waybell_check_failures_total{code="rate-limited"} 1\n');
});

test('only GET and HEAD of /metrics, of a name of this computer, are answered, and few connections are held', async () => {
  const id = service.addOrder({ status: 'active' });
  const run = watch('--metrics', '127.0.0.1:0', id);
  await run.until(({ event }) => event === 'order');
  const url = metricsUrl(run);
  const status = async (path: string, method: 'GET' | 'HEAD' | 'POST', host = url.host) => {
    const { statusCode, body } = await request(new URL(path, url), { method, headers: { host } });
    await body.dump();
    return statusCode;
  };
  expect(await status('/metrics', 'GET')).toBe(200);
  expect(await status('/', 'GET')).toBe(404);
  expect(await status('/metrics?x=1', 'GET')).toBe(200);
  expect(await status('/metrics', 'HEAD')).toBe(200);
  expect(await status('/metrics/x', 'GET')).toBe(404);
  expect(await status('/metrics-of', 'GET')).toBe(404);
  expect(await status('/metrics', 'POST')).toBe(405);
  expect(await status('/metrics', 'GET', 'page.example')).toBe(421);
  const held = Array.from({ length: 17 }, () => connect(Number(url.port), url.hostname));
  for (const socket of held) socket.on('error', () => undefined);
  // The seventeenth is ended at once, the others after five seconds without a request.
  await Promise.race(held.map((socket) => once(socket.resume(), 'close')));
  for (const socket of held) socket.destroy();
  run.kill('SIGINT');
  expect(await run.ended).toBe(130);
});

test('a port that is taken is said, and the exit code is 2', async () => {
  const id = service.addOrder({ status: 'active' });
  const run = watch('--metrics', new URL(service.baseUrl).host, id);
  expect(await run.ended).toBe(2);
  expect(run.stderr()).toContain('Figures cannot be given there.');
});
