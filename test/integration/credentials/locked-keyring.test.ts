import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConnectionService } from '../../../main/engine/connection/connection-service.ts';
import { KeychainWait } from '../../../main/engine/connection/keychain-wait.ts';
import { KeychainCredentialStore } from '../../../main/engine/credentials/keychain-credential-store.ts';
import { parseBaseUrl } from '../../../main/engine/delivery/http/base-url.ts';
import { DbusSessionBus } from '../../../main/engine/session-bus/dbus-session-bus.ts';
import { isKeyringLocked } from '../../../main/engine/session-bus/desktop-services.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import { draft, profile } from '../../support/connection/connection-bench.ts';
import { FakeOpener } from '../../support/connection/fake-opener.ts';
import { type KeychainBus, startKeychainBus } from '../../support/desktop/keychain-bus.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { MemoryProfiles } from '../../support/storage/memory-stores.ts';

let bus: KeychainBus;

const isLocked = () =>
  isKeyringLocked(
    new DbusSessionBus({
      address: process.env['DBUS_SESSION_BUS_ADDRESS'],
      clock: new SystemClock(),
      failed: (error) => {
        throw error;
      },
    }),
  );

beforeAll(async () => {
  bus = await startKeychainBus('unlocked');
});

afterAll(() => bus.stop());

test('a keyring that was locked at the start connects by itself once it is unlocked', async () => {
  const secrets = new KeychainCredentialStore({ clock: new SystemClock() });
  const profiles = new MemoryProfiles();
  profiles.save(profile);
  await secrets.write(profile, draft.clientSecret ?? '');
  bus.lock();
  const clock = new FakeClock();
  const opener = new FakeOpener();
  const connection = new ConnectionService({
    opener,
    profiles,
    secrets,
    isKeychainLocked: isLocked,
    parseBaseUrl,
    startDemoService: () => Promise.reject(new Error('there is no demo here')),
    changed: (state) => wait.connectionChanged(state),
  });
  const wait = new KeychainWait({ clock, connection, isLocked });
  await connection.start();
  expect(connection.state).toMatchObject({ kind: 'keychainBlocked', fault: 'locked' });
  await expect.poll(isLocked).toBe(true);
  await wait.lookNow();
  expect(connection.state.kind).toBe('keychainBlocked');

  await bus.unlock();
  await expect.poll(isLocked).toBe(false);
  await clock.advance(30_000);
  await expect.poll(() => connection.state.kind).toBe('connected');
  expect(opener.last.clientSecret).toBe(draft.clientSecret);
  expect(clock.waitingTimers).toBe(0);
});
