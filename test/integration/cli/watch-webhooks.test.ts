import { request } from 'undici';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type DeliveryService,
  startDeliveryService,
  reasonTexts,
  type WebhookSigning,
} from '@waybell/simulator';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { storedUpdate } from '../../../main/engine/storage/update-rows.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { parsed, startCli } from '../../support/cli/cli-run.ts';
import type { CliRun } from '../../support/cli/cli-run.ts';

/* `waybell watch --webhook-port` as a process of its own, with the simulated service sending. */

const secret = 'a secret of the portal';
const path = '0123456789abcdef0123456789abcdef';
const signing: WebhookSigning = { form: 'hmac', secret };
const signed = { WAYBELL_WEBHOOK_SECRET: secret };

let service: DeliveryService;

beforeEach(async () => {
  service = await startDeliveryService({ clock: 'manual' });
});

afterEach(() => service.close());

/** Watches an order at an interval so long that only a webhook can report a change in time. */
function start(
  id: string,
  env: Readonly<Record<string, string>>,
  more: readonly string[] = [],
): CliRun {
  const { clientId, clientSecret } = service.credentials;
  const args = ['--base-url', service.baseUrl, '--client-id', clientId, '--interval', '600'];
  return startCli(['watch', ...args, ...more, '--json', '--webhook-port', '0', id], {
    env: { WAYBELL_CLIENT_SECRET: clientSecret, ...env },
  });
}

async function receiving(
  id: string,
  env: Readonly<Record<string, string>> = {},
  more: readonly string[] = [],
): Promise<{ run: CliRun; url: string }> {
  const run = start(id, env, more);
  await run.until(({ event }) => event === 'order');
  await vi.waitFor(() => expect(run.stderr()).toContain('Receiving webhooks at '), 20_000);
  const url = /Receiving webhooks at (\S+)/.exec(run.stderr())?.[1] ?? '';
  return { run, url };
}

function match(id: string, reason: string): void {
  const courier = { name: 'Chan Tai Man', phone_number: '+852 9123 4567' };
  service.setOrder(id, { status: 'active', courier }, [{ kind: 'order_matched', reason }]);
}

test('a change that a webhook reports is printed at once, once, with its source and its reason', async () => {
  const id = service.addOrder({ status: 'pending' });
  const { run, url } = await receiving(id, signed);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/hooks\/[0-9a-f]{32}$/);
  service.webhooks.sendTo({ url, signing });
  service.webhooks.faults.add({ action: { do: 'duplicate', times: 3, everyMs: 0 } });
  match(id, 'Order Matched by hand');
  service.advance(1);
  const update = await run.until(({ event }) => event === 'update');
  expect(update).toMatchObject({
    uuid: id,
    source: 'webhook',
    kinds: ['order_matched'],
    reasons: ['Order Matched by hand'],
  });
  await service.webhooks.settled();
  expect(service.webhooks.deliveries()).toMatchObject([{ outcome: 'delivered', attempts: 4 }]);
  run.kill('SIGINT');
  expect(await run.ended).toBe(130);
  expect(run.lines.map((line) => parsed(line).event)).toEqual(['order', 'update']);
});

test('forged events tell nothing, and many of them cause only a few checks', async () => {
  const id = service.addOrder({ status: 'pending' });
  const { run, url } = await receiving(id);
  const checksBefore = service.counts().order;
  const forged = Array.from({ length: 30 }, async (_, created_at) => {
    const kinds = ['order_cancelled', 'order_completed', 'amendment_added'];
    const body = JSON.stringify({
      kinds,
      reasons: ['!', '!', '!'],
      created_at,
      data: { uuid: id },
    });
    return (await request(url, { method: 'POST', body })).statusCode;
  });
  expect(new Set(await Promise.all(forged))).toEqual(new Set([202]));
  await vi.waitFor(() => expect(service.counts().order).toBeGreaterThan(checksBefore), 20_000);
  // What a true webhook reports is told, after anything that the forged ones could have caused, as a check's.
  service.webhooks.sendTo({ url });
  match(id, 'Order Matched by a sender');
  expect(await run.until(({ event }) => event === 'update')).toMatchObject({
    source: 'poll',
    reasons: [reasonTexts.matched],
  });
  // At most one check every five seconds, and one more while another is under way.
  expect(service.counts().order - checksBefore).toBeLessThan(10);
  run.kill('SIGINT');
  await run.ended;
  expect(run.lines.map(parsed).map(({ event, kinds }) => kinds ?? event)).toEqual([
    'order',
    ['order_matched'],
  ]);
});

test('a webhook that was answered survives kill -9, and is announced after the restart with its reason', async () => {
  const id = service.addOrder({ status: 'pending' });
  const profile = ['--profile', temporaryFolder()];
  const env = { WAYBELL_WEBHOOK_PATH: path, ...signed };
  const first = await receiving(id, env, profile);
  // The check that the webhook causes is not answered, so only the queue has the event.
  service.fault({ name: 'silence', match: { target: 'order' }, action: { do: 'blackHole' } });
  service.webhooks.sendTo({ url: first.url, signing });
  match(id, 'Order Matched before the crash');
  await service.webhooks.settled();
  expect(service.webhooks.deliveries()).toMatchObject([{ outcome: 'delivered', status: 202 }]);
  first.run.kill('SIGKILL');
  await first.run.ended;
  expect(first.run.lines.map((line) => parsed(line).event)).toEqual(['order']);

  service.webhooks.sendTo(null);
  service.faults.clear('silence');
  const second = start(id, env, profile);
  const update = await second.until(({ event }) => event === 'update');
  expect(update).toMatchObject({ uuid: id, kinds: ['order_matched'] });
  second.kill('SIGINT');
  await second.ended;
  const database = openDatabase(profile[1] ?? '');
  const kept = database.sql.prepare(`SELECT * FROM history`).all();
  database.close();
  expect(kept).toHaveLength(1);
  const { source, reasons } = storedUpdate(kept[0]);
  expect(source).toBe('webhook');
  expect(reasons).toContain('Order Matched before the crash');
});

test('with a secret in the environment only signed webhooks count, at the path that it names', async () => {
  const id = service.addOrder({ status: 'pending' });
  const env = { ...signed, WAYBELL_WEBHOOK_PATH: path };
  const { run, url } = await receiving(id, env);
  expect(url.endsWith(`/hooks/${path}`)).toBe(true);
  service.webhooks.sendTo({ url, signing, retryAfterMs: 1000 });
  service.webhooks.faults.add({ when: { times: 1 }, action: { do: 'wrongSignature' } });
  match(id, 'Order Matched');
  await service.webhooks.settled();
  expect(service.webhooks.deliveries()).toMatchObject([{ outcome: 'waiting', status: 401 }]);
  service.advance(1000);
  expect(await run.until(({ event }) => event === 'update')).toMatchObject({ source: 'webhook' });
  run.kill('SIGINT');
  await run.ended;
  expect(run.lines.join('') + run.stderr()).not.toContain(secret);
});
