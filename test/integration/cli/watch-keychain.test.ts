import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { KeychainCredentialStore } from '../../../main/engine/credentials/keychain-credential-store.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import { type DeliveryService, startDeliveryService } from '@waybell/simulator';
import { parsed, startCli } from '../../support/cli/cli-run.ts';
import type { CliRun } from '../../support/cli/cli-run.ts';
import { startKeychainBus } from '../../support/desktop/keychain-bus.ts';
import type { KeychainBus } from '../../support/desktop/keychain-bus.ts';

/* `waybell watch` as a process of its own, with a real gnome-keyring-daemon on a private bus. */

let bus: KeychainBus;
let service: DeliveryService;

beforeAll(async () => {
  bus = await startKeychainBus('unlocked');
});

afterAll(() => bus.stop());

beforeEach(async () => {
  service = await startDeliveryService({ clock: 'manual' });
});

afterEach(() => service.close());

/** The environment of the test's keyring, without anything of the machine's own session. */
function session(): Readonly<Record<string, string>> {
  const names = ['DBUS_SESSION_BUS_ADDRESS', 'HOME', 'XDG_RUNTIME_DIR'];
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? '']));
}

function once(env: Readonly<Record<string, string>> = {}): CliRun {
  const id = service.addOrder({ status: 'active' });
  const connection = ['--base-url', service.baseUrl, '--client-id', service.credentials.clientId];
  return startCli(['watch', ...connection, '--json', '--once', id], {
    env: { ...session(), ...env },
  });
}

async function keep(secret: string): Promise<void> {
  const clock = new SystemClock();
  const store = new KeychainCredentialStore({
    clock,
  });
  const { clientId } = service.credentials;
  await store.write({ baseUrl: service.baseUrl, clientId }, secret);
}

test('the secret is read from the keychain where the window stored it', async () => {
  await keep(service.credentials.clientSecret);
  const run = once();
  expect(await run.ended).toBe(0);
  expect(run.lines.map((line) => parsed(line).event)).toEqual(['order']);
  expect(run.stderr() + run.lines.join('')).not.toContain(service.credentials.clientSecret);
});

test('a secret in the environment is preferred to the keychain', async () => {
  await keep('an older secret');
  const run = once({ WAYBELL_CLIENT_SECRET: service.credentials.clientSecret });
  expect(await run.ended).toBe(0);
});

test('a secret from the keychain that the service refuses exits with 3', async () => {
  await keep('an older secret');
  expect(await once().ended).toBe(3);
});

test('a keychain without the secret exits with 2 and says where to put it', async () => {
  const run = once();
  expect(await run.ended).toBe(2);
  expect(run.stderr()).toContain('The keychain holds no secret for this base URL and client ID.');
  expect(run.stderr()).toContain('WAYBELL_CLIENT_SECRET');
  expect(run.lines).toEqual([]);
});

// Last, because the keychain stays locked.
test('a locked keychain exits with 2 and says so', async () => {
  await keep(service.credentials.clientSecret);
  bus.lock();
  const run = once();
  expect(await run.ended).toBe(2);
  expect(run.stderr()).toMatch(/locked/i);
  expect(run.lines).toEqual([]);
});
