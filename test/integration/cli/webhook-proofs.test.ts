import { createHmac } from 'node:crypto';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parseOrderId } from '../../../core/order/order-id.ts';
import type { WebhookSettings } from '../../../core/webhook/webhook-settings.ts';
import { noPolicy } from '../../../core/settings/policy.ts';
import { watchOrders } from '../../../main/cli/commands/watch.ts';
import { AppEvents } from '../../../main/engine/events.ts';
import { createWebhooks } from '../../../main/engine/webhook-receiving.ts';
import { SettingsService } from '../../../main/engine/board/settings-service.ts';
import { parseCommandLine } from '../../../main/cli/command-line.ts';
import { KeychainCredentialStore } from '../../../main/engine/credentials/keychain-credential-store.ts';
import { createLog } from '../../../main/engine/log/log.ts';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { SettingsRepository } from '../../../main/engine/storage/settings-repository.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import { startDeliveryService, type DeliveryService } from '@waybell/simulator';
import { startKeychainBus } from '../../support/desktop/keychain-bus.ts';
import type { KeychainBus } from '../../support/desktop/keychain-bus.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/*
 * Where `waybell watch` has the secret path and the proof from: the environment and the profile each give
 * what they give, and what one of them lacks is no reason to leave out what the other asks for.
 */

let bus: KeychainBus;
let service: DeliveryService;

beforeAll(async () => {
  bus = await startKeychainBus('unlocked');
  service = await startDeliveryService();
});

afterAll(async () => {
  await service.close();
  await bus.stop();
});

type Proof = WebhookSettings['proof'];

const clock = new SystemClock();
const profileSecret = 'the secret of the profile';
const environment = {
  path: '0123456789abcdef0123456789abcdef',
  secret: 'the secret of the environment',
};

/** A profile as the window leaves it. @returns its folder and its secret path */
async function profile(
  proof: Proof,
  secret: string | null,
): Promise<{ folder: string; path: string }> {
  const folder = temporaryFolder();
  const database = openDatabase(folder);
  const settings = new SettingsService(new SettingsRepository(database.sql), {});
  const change = (more: Partial<WebhookSettings>): void => {
    settings.change({ webhooks: { ...settings.current.webhooks, ...more } });
  };
  const webhooks = createWebhooks({
    clock,
    log: createLog('error', [() => undefined], () => clock.wallMs()),
    events: new AppEvents(),
    database,
    settings,
    secrets: new KeychainCredentialStore({ clock }),
  });
  if (secret !== null) await webhooks.addSecret(secret, false);
  change({ isOn: true });
  await webhooks.apply();
  const { pathname } = new URL(webhooks.address ?? '');
  await webhooks.stop();
  change({ proof });
  database.close();
  return { folder, path: pathname };
}

/** Runs `waybell watch --webhook-port` until it receives or ends. */
async function watched(
  folder: string | null,
  env: Readonly<Record<string, string>>,
): Promise<{ url: string | null; code: number | null; said: string }> {
  const id = service.addOrder({ status: 'pending' });
  const { clientId, clientSecret } = service.credentials;
  const connection = ['--base-url', service.baseUrl, '--client-id', clientId];
  const kept = folder === null ? [] : ['--profile', folder];
  const parsed = parseCommandLine(['watch', ...connection, ...kept, '--webhook-port', '0', id], {
    WAYBELL_CLIENT_SECRET: clientSecret,
    ...env,
  });
  const orderId = parseOrderId(id);
  if (!parsed.ok || parsed.value.kind !== 'watch' || orderId === null) {
    throw new RangeError('the test wrote a command line that cannot be followed');
  }
  const interruption = new AbortController();
  const receiving = Promise.withResolvers<string>();
  let said = '';
  const ended = watchOrders(parsed.value.options, {
    clock,
    version: '0.0.0',
    policy: noPolicy,
    orders: [{ id: orderId, label: null }],
    stdout: { hasReader: false, printed: null, write: () => 'written' },
    terminal: null,
    say(text) {
      said += text;
      const [, url] = /Receiving webhooks at (\S+)/.exec(text) ?? [];
      if (url !== undefined) receiving.resolve(url);
    },
    interrupted: interruption.signal,
  });
  onTestFinished(async () => {
    interruption.abort(130);
    await ended;
  });
  const [url, code] = await Promise.race([
    receiving.promise.then((address) => [address, null] as const),
    ended.then((exit) => [null, exit] as const),
  ]);
  return { url, code, said };
}

type Sender = 'anyone' | 'profile' | 'environment';

/** The senders whose webhook is accepted, among one without a proof and one for each secret. */
async function acceptedSenders(url: string, proof: Proof): Promise<readonly (Sender | number)[]> {
  const body = JSON.stringify({ kinds: [], reasons: [], data: { uuid: crypto.randomUUID() } });
  const proven = (secret: string) =>
    proof === 'header' ? secret : createHmac('sha256', secret).update(body).digest('hex');
  const senders: readonly (readonly [Sender, Record<string, string>])[] = [
    ['anyone', {}],
    ['profile', { 'x-signature': proven(profileSecret) }],
    ['environment', { 'x-signature': proven(environment.secret) }],
  ];
  const accepted: (Sender | number)[] = [];
  for (const [sender, headers] of senders) {
    const { statusCode, body: answer } = await request(url, { method: 'POST', body, headers });
    await answer.dump();
    if (statusCode !== 401) accepted.push(statusCode === 202 ? sender : statusCode);
  }
  return accepted;
}

const everybody = ['anyone', 'profile', 'environment'] as const;

describe.each([
  { proof: 'none', isKept: false, isGiven: false, accepted: everybody },
  { proof: 'none', isKept: true, isGiven: false, accepted: everybody },
  { proof: 'none', isKept: false, isGiven: true, accepted: ['environment'] },
  { proof: 'none', isKept: true, isGiven: true, accepted: ['environment'] },
  { proof: 'hmac', isKept: false, isGiven: false, accepted: null },
  { proof: 'hmac', isKept: true, isGiven: false, accepted: ['profile'] },
  { proof: 'hmac', isKept: false, isGiven: true, accepted: ['environment'] },
  { proof: 'hmac', isKept: true, isGiven: true, accepted: ['environment'] },
  { proof: 'header', isKept: false, isGiven: false, accepted: null },
  { proof: 'header', isKept: true, isGiven: false, accepted: ['profile'] },
  { proof: 'header', isKept: false, isGiven: true, accepted: ['environment'] },
  { proof: 'header', isKept: true, isGiven: true, accepted: ['environment'] },
] as const)(
  'proof $proof, a secret in the profile: $isKept, in the environment: $isGiven',
  ({ proof, isKept, isGiven, accepted }) => {
    test.each([true, false])('a path in the environment: %s', async (isPathGiven) => {
      const kept = await profile(proof, isKept ? profileSecret : null);
      const { url, code, said } = await watched(kept.folder, {
        ...(isPathGiven ? { WAYBELL_WEBHOOK_PATH: environment.path } : {}),
        ...(isGiven ? { WAYBELL_WEBHOOK_SECRET: environment.secret } : {}),
      });
      const refused = { code: 2, names: 'WAYBELL_WEBHOOK_SECRET' };
      const path = isPathGiven ? `/hooks/${environment.path}` : kept.path;
      expect(
        url === null
          ? { code, names: /no secret to check them with.*(WAYBELL_\w+)/.exec(said)?.[1] }
          : { path: new URL(url).pathname, accepted: await acceptedSenders(url, proof) },
      ).toEqual(accepted === null ? refused : { path, accepted });
    });
  },
);

describe('without a profile', () => {
  test.each([
    { isGiven: false, accepted: everybody },
    { isGiven: true, accepted: ['environment'] },
  ] as const)('a secret in the environment: $isGiven', async ({ isGiven, accepted }) => {
    const env = isGiven ? { WAYBELL_WEBHOOK_SECRET: environment.secret } : {};
    const first = await watched(null, env);
    const second = await watched(null, env);
    // Each run draws a path of its own.
    expect(first.url).toMatch(/\/hooks\/[0-9a-f]{32}$/);
    expect(new URL(second.url ?? '').pathname).not.toBe(new URL(first.url ?? '').pathname);
    expect(await acceptedSenders(first.url ?? '', 'none')).toEqual(accepted);
    const third = await watched(null, { ...env, WAYBELL_WEBHOOK_PATH: environment.path });
    expect(new URL(third.url ?? '').pathname).toBe(`/hooks/${environment.path}`);
    expect(await acceptedSenders(third.url ?? '', 'none')).toEqual(accepted);
  });
});

// Last, because the keychain stays locked.
describe('behind a locked keychain', () => {
  test.each([
    { proof: 'none', isGiven: false, isReceived: true },
    { proof: 'hmac', isGiven: true, isReceived: true },
    { proof: 'hmac', isGiven: false, isReceived: false },
  ] as const)(
    'proof $proof, path in the environment, secret there: $isGiven, received: $isReceived',
    async ({ proof, isGiven, isReceived }) => {
      await bus.unlock();
      const { folder } = await profile(proof, profileSecret);
      bus.lock();
      const { code, said } = await watched(folder, {
        WAYBELL_WEBHOOK_PATH: environment.path,
        ...(isGiven ? { WAYBELL_WEBHOOK_SECRET: environment.secret } : {}),
      });
      expect(code).toBe(isReceived ? null : 2);
      expect(said).toContain(isReceived ? environment.path : 'The keychain does not give');
    },
  );
});
