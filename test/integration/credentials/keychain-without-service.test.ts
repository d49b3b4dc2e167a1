import { afterAll, beforeAll, expect, test } from 'vitest';
import { KeychainCredentialStore } from '../../../main/engine/credentials/keychain-credential-store.ts';
import { startKeychainBus, type KeychainBus } from '../../support/desktop/keychain-bus.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';

const key = { baseUrl: 'https://api.example.com', clientId: 'desk-7' };

const clock = new SystemClock();

let bus: KeychainBus;

beforeAll(async () => {
  bus = await startKeychainBus('noService');
});

afterAll(() => bus.stop());

test('a session without a Secret Service is a named fault and never the kernel keyring', async () => {
  const store = new KeychainCredentialStore({
    clock,
  });
  await expect(store.write(key, 'nowhere to go')).rejects.toMatchObject({ fault: 'missing' });
  await expect(store.read(key)).rejects.toMatchObject({ fault: 'missing' });
  await expect(store.erase(key)).rejects.toMatchObject({ fault: 'missing' });
});
