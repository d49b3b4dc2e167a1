import { KeychainCredentialStore } from '../../../main/engine/credentials/keychain-credential-store.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import type { DeliveryService } from '@waybell/simulator';

/** The secret for the service in the desktop's real keychain, read as another program would. */
export function storedSecret({ baseUrl, credentials }: DeliveryService): Promise<string | null> {
  const clock = new SystemClock();
  return new KeychainCredentialStore({
    clock,
  }).read({ baseUrl, clientId: credentials.clientId });
}
