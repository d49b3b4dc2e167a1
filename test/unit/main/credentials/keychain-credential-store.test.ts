import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { CredentialStoreError } from '../../../../main/credentials/credential-store.ts';
import {
  KeychainCredentialStore,
  type KeychainEntry,
} from '../../../../main/credentials/keychain-credential-store.ts';
import { FakeClock, settle } from '../../../support/fake-clock.ts';

const key = { baseUrl: 'https://api.example.com', clientId: 'desk-7' };

/** A keychain whose every call waits until the test lets it go on. */
class SlowKeychain {
  readonly waiting: { readonly call: string; readonly release: (answer: string | null) => void }[] =
    [];
  isBroken: Error | null = null;

  readonly open = async (_service: string, account: string): Promise<KeychainEntry> => {
    if (this.isBroken !== null) throw this.isBroken;
    const hold = (call: string): Promise<string | null> =>
      new Promise((release) => {
        this.waiting.push({ call: `${call} ${account.slice(0, 15)}`, release });
      });
    return {
      getPassword: () => hold('get'),
      setPassword: async () => {
        await hold('set');
      },
      deleteCredential: async () => (await hold('delete')) !== null,
    };
  };
}

function subject(): { clock: FakeClock; keychain: SlowKeychain; store: KeychainCredentialStore } {
  const clock = new FakeClock();
  const keychain = new SlowKeychain();
  const store = new KeychainCredentialStore({
    schedule: (run, delayMs) => clock.schedule(run, delayMs),
    openEntry: keychain.open,
  });
  return { clock, keychain, store };
}

test('a keychain that waits for a prompt nobody answers is a timeout after five seconds', async () => {
  const { clock, store } = subject();
  const read = store.read(key);
  read.catch(() => undefined);
  await clock.advance(4999);
  await clock.advance(1);
  await expect(read).rejects.toMatchObject({ name: 'CredentialStoreError', fault: 'timeout' });
});

test('an answer in time leaves no timer behind', async () => {
  const { clock, keychain, store } = subject();
  const read = store.read(key);
  await settle();
  keychain.waiting[0]?.release('found');
  await expect(read).resolves.toBe('found');
  expect(clock.waitingTimers).toBe(0);
});

test('only one call is in the keychain at a time', async () => {
  const { keychain, store } = subject();
  const first = store.read(key);
  const second = store.erase(key);
  await settle();
  expect(keychain.waiting.map(({ call }) => call)).toEqual(['get api.example.com']);
  keychain.waiting[0]?.release(null);
  await first;
  await settle();
  expect(keychain.waiting).toHaveLength(2);
  keychain.waiting[1]?.release('yes');
  await second;
});

test('a call behind a hanging one times out without ever reaching the keychain', async () => {
  const { clock, keychain, store } = subject();
  const hanging = store.read(key);
  const behind = store.write(key, 'never written');
  hanging.catch(() => undefined);
  behind.catch(() => undefined);
  await clock.advance(5000);
  await expect(hanging).rejects.toMatchObject({ fault: 'timeout' });
  await expect(behind).rejects.toMatchObject({ fault: 'timeout' });
  keychain.waiting[0]?.release('late');
  await settle();
  expect(keychain.waiting).toHaveLength(1);
});

test('once a hanging call has ended, the next one goes through', async () => {
  const { clock, keychain, store } = subject();
  const hanging = store.read(key);
  hanging.catch(() => undefined);
  await clock.advance(5000);
  keychain.waiting[0]?.release(null);
  const next = store.read(key);
  await settle();
  keychain.waiting[1]?.release('there');
  await expect(next).resolves.toBe('there');
});

test('a keychain that cannot be opened is a fault, never a hang and never an empty answer', async () => {
  const { keychain, store } = subject();
  keychain.isBroken = new Error('Platform failure: DBus error: set your DBUS_SESSION_BUS_ADDRESS');
  await expect(store.read(key)).rejects.toThrow(CredentialStoreError);
  await expect(store.write(key, 'canary-secret')).rejects.toMatchObject({ fault: 'missing' });
});

test('no error of a failing write quotes the secret', async () => {
  const { keychain, store } = subject();
  keychain.isBroken = new Error('some failure');
  const error: unknown = await store.write(key, 'canary-secret').catch((caught: unknown) => caught);
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('canary');
  expect(inspect(store, { depth: 9, showHidden: true })).not.toContain('canary');
});
