import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KeychainCredentialStore } from '../../../main/engine/credentials/keychain-credential-store.ts';
import { describeCredentialStore } from '../../support/storage/credential-store-contract.ts';
import { startKeychainBus, type KeychainBus } from '../../support/desktop/keychain-bus.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';

const key = { baseUrl: 'https://api.example.com', clientId: 'desk-7' };

const clock = new SystemClock();

let bus: KeychainBus;

beforeAll(async () => {
  bus = await startKeychainBus('unlocked');
});

afterAll(() => bus.stop());

const open = (): KeychainCredentialStore => new KeychainCredentialStore({ clock });

describeCredentialStore('the system keychain', open);

test('a secret outlives the store that wrote it', async () => {
  await open().write(key, 'kept');
  await expect(open().read(key)).resolves.toBe('kept');
  await open().erase(key);
});

// Last, because the keyring stays locked.
describe('a locked keyring', () => {
  test('is the fault `locked` for a stored secret, and null for one that is not stored', async () => {
    await open().write(key, 'behind the lock');
    bus.lock();
    await expect(open().read(key)).rejects.toMatchObject({ fault: 'locked' });
    await expect(open().write(key, 'other')).rejects.toMatchObject({ fault: 'locked' });
    await expect(open().erase(key)).rejects.toMatchObject({ fault: 'locked' });
    await expect(open().read({ ...key, clientId: 'stranger' })).resolves.toBeNull();
  });
});
