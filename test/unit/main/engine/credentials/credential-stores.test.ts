import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { InMemoryCredentialStore } from '../../../../../main/engine/credentials/in-memory-credential-store.ts';
import { describeCredentialStore } from '../../../../support/storage/credential-store-contract.ts';
import {
  CredentialStoreError,
  credentialAccount,
} from '../../../../../main/engine/credentials/credential-store.ts';
import {
  KeychainCredentialStore,
  faultOfEntry,
  type KeychainEntry,
} from '../../../../../main/engine/credentials/keychain-credential-store.ts';
import { FakeClock, settle } from '../../../../support/fake-clock.ts';

describeCredentialStore('memory', () => new InMemoryCredentialStore());

test('printing the store prints no secret', async () => {
  const store = new InMemoryCredentialStore();
  await store.write({ baseUrl: 'https://api.example.com', clientId: 'a' }, 'canary-in-memory');
  expect(inspect(store, { depth: 9, showHidden: true })).not.toContain('canary');
});

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
    clock,
    openEntry: keychain.open,
  });
  return { clock, keychain, store };
}

test('a keychain that waits for a prompt that is not answered is a timeout after five seconds', async () => {
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

test.each([
  ["Couldn't access platform storage: Secret Service: unlock prompt was dismissed", 'locked'],
  ['zbus error: org.freedesktop.Secret.Error.IsLocked', 'locked'],
  ['User interaction is not allowed.', 'locked'],
  ['The user name or passphrase you entered is not correct (authentication failed).', 'denied'],
  ['User canceled the operation.', 'denied'],
  [
    'Platform failure: DBus error: Using X11 for dbus-daemon autolaunch was disabled at compile time, set your DBUS_SESSION_BUS_ADDRESS instead',
    'missing',
  ],
  [
    'Platform failure: DBus error: The name org.freedesktop.secrets was not provided by any .service files',
    'missing',
  ],
  ["Couldn't access platform storage: Secret Service: no result found", 'missing'],
  [
    'Platform failure: DBus error: Failed to connect to socket /run/user/1000/bus: No such file or directory',
    'missing',
  ],
  ['The stub received bad data. (os error 1783)', 'failed'],
])('"%s" means %s', (message, fault) => {
  expect(faultOfEntry(new Error(message))).toBe(fault);
});

test('what is not even an error is a failure of the keychain', () => {
  expect(faultOfEntry('locked')).toBe('failed');
});

test('the account names the host for people and fits the smallest keychain', () => {
  const account = credentialAccount({
    baseUrl: 'https://api.example.com:8443/delivery',
    clientId: 'c'.repeat(1200),
  });
  expect(account).toMatch(/^api\.example\.com:8443 \([0-9a-f]{32}\)$/);
  expect(
    credentialAccount({ baseUrl: `https://${'h'.repeat(900)}`, clientId: 'a' }).length,
  ).toBeLessThan(256);
});

test('the client ID is not readable in the account', () => {
  expect(
    credentialAccount({ baseUrl: 'https://api.example.com', clientId: 'kowloon-desk' }),
  ).not.toContain('kowloon');
});
