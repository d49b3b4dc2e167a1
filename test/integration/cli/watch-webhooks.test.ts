import { request } from 'undici';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DeliveryService } from '../../../simulator/delivery-service.ts';
import { startDeliveryService } from '../../../simulator/delivery-service.ts';
import { reasonTexts } from '../../../simulator/orders/story.ts';
import type { WebhookSigning } from '../../../simulator/webhooks/webhook-signing.ts';
import { parsed, startCli } from '../../support/cli-run.ts';
import type { CliRun } from '../../support/cli-run.ts';

/* `waybell watch --webhook-port` as a process of its own, with the simulated service sending. */

// Every test starts a program, which a busy machine takes its time over.
vi.setConfig({ testTimeout: 60_000 });

const secret = 'a secret of the portal';
const path = '0123456789abcdef0123456789abcdef';

let service: DeliveryService;

beforeEach(async () => {
  service = await startDeliveryService({ clock: 'manual' });
});

afterEach(() => service.close());

/** Watches an order so seldom that only a webhook can bring a change in time. */
async function receiving(
  id: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ run: CliRun; url: string }> {
  const { clientId, clientSecret } = service.credentials;
  const args = ['--base-url', service.baseUrl, '--client-id', clientId, '--interval', '600'];
  const run = startCli(['watch', ...args, '--json', '--webhook-port', '0', id], {
    env: { WAYBELL_CLIENT_SECRET: clientSecret, ...env },
  });
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
  const { run, url } = await receiving(id);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/hooks\/[0-9a-f]{32}$/);
  service.webhooks.sendTo({ url });
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

test('a forged event tells nothing, and costs one check', async () => {
  const id = service.addOrder({ status: 'pending' });
  const { run, url } = await receiving(id);
  const checksBefore = service.counts().order;
  for (const kind of ['order_cancelled', 'order_completed', 'amendment_added']) {
    const body = JSON.stringify({ kinds: [kind], reasons: ['!'], data: { uuid: id } });
    expect((await request(url, { method: 'POST', body })).statusCode).toBe(202);
  }
  await vi.waitFor(() => expect(service.counts().order).toBe(checksBefore + 1), 20_000);
  // What is true comes through all the same, and behind whatever the forged ones could have told.
  service.webhooks.sendTo({ url });
  match(id, reasonTexts.matched);
  await run.until(({ event }) => event === 'update');
  run.kill('SIGINT');
  await run.ended;
  expect(run.lines.map(parsed).map(({ event, kinds }) => kinds ?? event)).toEqual([
    'order',
    ['order_matched'],
  ]);
});

test('with a secret in the environment only signed webhooks count, at the path that it names', async () => {
  const id = service.addOrder({ status: 'pending' });
  const env = { WAYBELL_WEBHOOK_SECRET: secret, WAYBELL_WEBHOOK_PATH: path };
  const { run, url } = await receiving(id, env);
  expect(url.endsWith(`/hooks/${path}`)).toBe(true);
  const signing: WebhookSigning = { form: 'hmac', secret };
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
