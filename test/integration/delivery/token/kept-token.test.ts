import { expect, onTestFinished, test } from 'vitest';
import type { ConnectionProfile } from '../../../../main/engine/connection/ports.ts';
import { ConnectionService } from '../../../../main/engine/connection/connection-service.ts';
import {
  type CredentialKey,
  type CredentialStore,
  CredentialStoreError,
  tokenKey,
} from '../../../../main/engine/credentials/credential-store.ts';
import { InMemoryCredentialStore } from '../../../../main/engine/credentials/in-memory-credential-store.ts';
import { KeychainTokenKeeper } from '../../../../main/engine/credentials/token-keeper.ts';
import { HttpDeliveryOpener } from '../../../../main/engine/delivery/delivery-opener.ts';
import { parseBaseUrl } from '../../../../main/engine/delivery/http/base-url.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { orderIdOf } from '../../../support/order-id-of.ts';
import { sendJson, startLittleService } from '../../../support/service/little-service.ts';
import { grant } from '../../../support/service/token-grants.ts';
import { MemoryProfiles } from '../../../support/storage/memory-stores.ts';
import { wireOrder } from '../../../support/wire-orders.ts';

/* The connection on its whole way, over restarts: a real service, a keychain in memory, fake time. */

const id = orderIdOf('7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b201');
const never = new AbortController().signal;
const ignore = (): void => undefined;

/** A keychain that can be made to lose the entries of tokens. */
class Keychain extends InMemoryCredentialStore {
  refusesTokens = false;
  /** What happens while the secret is being erased. */
  whileErasing: () => Promise<void> = async () => {};
  readonly entries = new Map<string, string>();

  override async read(key: CredentialKey): Promise<string | null> {
    this.#look(key);
    return super.read(key);
  }

  override async write(key: CredentialKey, text: string): Promise<void> {
    this.#look(key);
    await super.write(key, text);
    this.entries.set(key.baseUrl, text);
  }

  override async erase(key: CredentialKey): Promise<void> {
    this.#look(key);
    if (!key.baseUrl.endsWith('#token')) await this.whileErasing();
    await super.erase(key);
    this.entries.delete(key.baseUrl);
  }

  #look({ baseUrl }: CredentialKey): void {
    if (this.refusesTokens && baseUrl.endsWith('#token')) throw new CredentialStoreError('failed');
  }
}

/** A service that counts the token requests, and connections to it over one keychain. */
async function bench(token = 'token') {
  let asked = 0;
  let refused = '';
  let refusal = 401;
  let isFailing = false;
  const service = await startLittleService((request, response) => {
    if (request.path === '/oauth/token') {
      asked += 1;
      if (isFailing) sendJson(response, 500, {});
      else sendJson(response, 200, grant(`${token}-${asked}`));
    } else if (request.headers['authorization'] === `Bearer ${refused}`) {
      sendJson(response, refusal, {});
    } else sendJson(response, 200, { data: wireOrder(id) });
  });
  onTestFinished(() => service.stop());
  const clock = new FakeClock();
  const profiles = new MemoryProfiles();
  const keychain: CredentialStore & Keychain = new Keychain();
  const start = (): ConnectionService => {
    const connection = new ConnectionService({
      opener: new HttpDeliveryOpener({
        clock,
        random: () => 0.5,
        userAgent: 'Waybell/test',
        tokenKeeper: (profile, clientSecret) =>
          new KeychainTokenKeeper(keychain, profile, [clientSecret]),
      }),
      profiles,
      secrets: keychain,
      parseBaseUrl,
      startDemoService: () => Promise.reject(new Error('there is no demo here')),
      changed: ignore,
    });
    onTestFinished(() => connection.stop());
    return connection;
  };
  const profile: ConnectionProfile = { baseUrl: service.baseUrl, clientId: 'desk-7' };
  const save = (connection: ConnectionService, clientSecret = 'canary-secret', more = {}) =>
    connection.save({ ...profile, clientSecret, ...more }, ignore, never);
  /** Connects, checks once and ends: the test of the connection takes one token, the check another. */
  const firstRun = async (): Promise<void> => {
    const connection = start();
    await save(connection);
    await connection.check(id, never);
    await connection.stop();
    asked = 0;
  };
  /** How many tokens a restart and its check ask for. */
  const askedByRestart = async (): Promise<number> => {
    const before = asked;
    const connection = start();
    await connection.start();
    await connection.check(id, never);
    await connection.stop();
    return asked - before;
  };
  return {
    clock,
    keychain,
    profile,
    start,
    save,
    firstRun,
    askedByRestart,
    refuse: (bad: string, status = 401) => {
      refused = bad;
      refusal = status;
    },
    failTokens: () => (isFailing = true),
    kept: () => keychain.entries.get(`${service.baseUrl}#token`) ?? null,
  };
}

test('restarts ask for no token while the last one is valid', async () => {
  const { askedByRestart, clock, firstRun } = await bench();
  await firstRun();
  expect(await askedByRestart()).toBe(0);
  await clock.advance(30 * 60_000);
  expect(await askedByRestart()).toBe(0);
  await clock.advance(30 * 60_000);
  expect(await askedByRestart()).toBe(1);
  expect(await askedByRestart()).toBe(0);
});

test('a token from before the clock was set back is not used', async () => {
  const { askedByRestart, clock, firstRun } = await bench();
  await firstRun();
  clock.setWall(clock.wallMs() - 1000);
  expect(await askedByRestart()).toBe(1);
});

test('a kept token that is refused is dropped, and one other is asked for', async () => {
  const { askedByRestart, firstRun, kept, refuse } = await bench();
  await firstRun();
  refuse('token-2');
  expect(kept()).toContain('token-2');
  expect(await askedByRestart()).toBe(1);
  expect(kept()).not.toContain('token-2');
  expect(await askedByRestart()).toBe(0);
});

test('a kept token that is refused in other words is replaced for the first order already', async () => {
  const { askedByRestart, firstRun, kept, refuse } = await bench();
  await firstRun();
  refuse('token-2', 403);
  expect(await askedByRestart()).toBe(1);
  expect(kept()).not.toContain('token-2');
});

test('a kept token that is refused is dropped also while no other can be had', async () => {
  const { askedByRestart, failTokens, firstRun, kept, refuse } = await bench();
  await firstRun();
  refuse('token-2');
  failTokens();
  await expect(askedByRestart()).rejects.toMatchObject({ code: 'service-failing' });
  expect(kept()).toBeNull();
});

test('a connection is not forgotten while the keychain does not give up its token', async () => {
  const { firstRun, keychain, start } = await bench();
  await firstRun();
  const connection = start();
  await connection.start();
  keychain.refusesTokens = true;
  expect(await connection.forgetConnection()).toMatchObject({
    failure: { code: 'keychain-failed' },
  });
  expect(connection.state.kind).toBe('connected');
  expect(keychain.entries.size).toBe(2);
});

test('a keychain that fails costs a token request and nothing else', async () => {
  const { askedByRestart, firstRun, keychain } = await bench();
  await firstRun();
  keychain.refusesTokens = true;
  expect(await askedByRestart()).toBe(1);
});

test('what is in the keychain but no token of ours is not sent', async () => {
  const { askedByRestart, firstRun, keychain, kept, profile } = await bench();
  await firstRun();
  const key = { baseUrl: `${profile.baseUrl}#token`, clientId: profile.clientId };
  await keychain.write(key, (kept() ?? '').replace('Bearer ', String.raw`Bearer\r\nX: `));
  expect(await askedByRestart()).toBe(1);
});

test('a token that is too long for every keychain is not kept', async () => {
  const { askedByRestart, firstRun, kept } = await bench('t'.repeat(1200));
  await firstRun();
  expect(kept()).toBeNull();
  expect(await askedByRestart()).toBe(1);
});

test('with a secret that is in memory alone no token is kept', async () => {
  const { keychain, save, start } = await bench();
  const connection = start();
  await save(connection, 'canary-secret', { isSessionOnly: true });
  await connection.check(id, never);
  await connection.stop();
  expect(keychain.entries.size).toBe(0);
});

test('another secret takes the token of the former one away', async () => {
  const { firstRun, kept, save, start } = await bench();
  await firstRun();
  const connection = start();
  await connection.start();
  await save(connection, 'another-secret');
  expect(kept()).toBeNull();
});

test('forgetting the connection leaves neither secret nor token', async () => {
  const { firstRun, keychain, start } = await bench();
  await firstRun();
  expect(keychain.entries.size).toBe(2);
  const connection = start();
  await connection.start();
  await connection.check(id, never);
  await connection.forgetConnection();
  expect(keychain.entries.size).toBe(0);
});

test('a token that a renewal keeps while the connection is forgotten goes with it', async () => {
  const { firstRun, keychain, kept, profile, start } = await bench();
  await firstRun();
  const connection = start();
  await connection.start();
  keychain.whileErasing = () => keychain.write(tokenKey(profile), 'a late token');
  await connection.forgetConnection();
  expect(kept()).toBeNull();
});

test('a token is used with the secret that it was given for, and with no other', async () => {
  const { askedByRestart, firstRun, keychain, profile } = await bench();
  await firstRun();
  await keychain.write(profile, 'a secret that came another way');
  expect(await askedByRestart()).toBe(1);
});

test('another service or client takes the token of the former one away', async () => {
  const { firstRun, kept, profile, save, start } = await bench();
  await firstRun();
  const connection = start();
  await connection.start();
  await save(connection, 'canary-secret', { clientId: 'desk-8' });
  expect(kept()).toBeNull();
  expect(profile.clientId).toBe('desk-7');
});
