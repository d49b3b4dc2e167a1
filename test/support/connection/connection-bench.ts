import type { ConnectionDraft } from '../../../core/bridge/bridge.ts';
import type { ConnectionState, KeychainFault } from '../../../core/delivery/connection.ts';
import { ConnectionService } from '../../../main/engine/connection/connection-service.ts';
import type { ConnectionProfile, DemoService } from '../../../main/engine/connection/ports.ts';
import {
  CredentialStoreError,
  type CredentialKey,
  type CredentialStore,
} from '../../../main/engine/credentials/credential-store.ts';
import { InMemoryCredentialStore } from '../../../main/engine/credentials/in-memory-credential-store.ts';
import { parseBaseUrl } from '../../../main/engine/delivery/http/base-url.ts';
import { orderIdOf } from '../order-id-of.ts';
import { FakeOpener } from './fake-opener.ts';
import { MemoryProfiles } from '../storage/memory-stores.ts';

/** A connection as it is stored. */
export const profile: ConnectionProfile = {
  baseUrl: 'https://api.example.com',
  clientId: 'desk-7',
};
/** The same connection as a dispatcher types it. */
export const draft: ConnectionDraft = { ...profile, clientSecret: 'canary-secret' };
/** The order that {@link check} asks for. */
export const orderId = orderIdOf('7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b201');
/** A signal that never aborts. */
export const never = new AbortController().signal;
export const ignore = (): void => undefined;

/** A keychain that can be made to fail or to wait. */
class FaultyKeychain implements CredentialStore {
  readonly inner = new InMemoryCredentialStore();
  fault: KeychainFault | null = null;
  /** Whether it says that it is locked when asked without a prompt; null where that cannot be told. */
  isLocked: boolean | null = null;
  readCount = 0;
  hold: Promise<void> = Promise.resolve();

  async read(key: CredentialKey): Promise<string | null> {
    this.readCount += 1;
    await this.#failOrWait();
    return this.inner.read(key);
  }

  async write(key: CredentialKey, secret: string): Promise<void> {
    await this.#failOrWait();
    await this.inner.write(key, secret);
  }

  async erase(key: CredentialKey): Promise<void> {
    await this.#failOrWait();
    await this.inner.erase(key);
  }

  async #failOrWait(): Promise<void> {
    await this.hold;
    if (this.fault !== null) throw new CredentialStoreError(this.fault);
  }
}

/** The connection service, and the fakes around it that a test controls. */
export interface ConnectionBench {
  opener: FakeOpener;
  keychain: FaultyKeychain;
  profiles: MemoryProfiles;
  announced: ConnectionState[];
  demo: { startCount: number; stopCount: number; isBroken: boolean };
  service: ConnectionService;
  /** A new service on the same stores, as after a restart of the app. */
  restart: () => ConnectionService;
}

/** A service that is not started and has no connection. */
export function connectionBench(): ConnectionBench {
  const opener = new FakeOpener();
  const keychain = new FaultyKeychain();
  const profiles = new MemoryProfiles();
  const announced: ConnectionState[] = [];
  const demo = { startCount: 0, stopCount: 0, isBroken: false };
  const startDemoService = async (): Promise<DemoService> => {
    if (demo.isBroken) throw new Error('no free port');
    demo.startCount += 1;
    return {
      baseUrl: 'http://127.0.0.1:4000',
      clientId: 'demo',
      clientSecret: 'demo-secret',
      orders: [{ id: orderId, label: 'First' }],
      stop: async () => {
        demo.stopCount += 1;
      },
    };
  };
  const restart = (): ConnectionService =>
    new ConnectionService({
      opener,
      profiles,
      secrets: keychain,
      isKeychainLocked: async () => keychain.isLocked,
      parseBaseUrl,
      startDemoService,
      changed: (state) => announced.push(state),
    });
  return { opener, keychain, profiles, announced, demo, service: restart(), restart };
}

/** A service that is connected and has stored its connection. */
export async function connectedBench(): Promise<ConnectionBench> {
  const bench = connectionBench();
  await bench.service.save(draft, ignore, never);
  return bench;
}

/** Checks an order. A caller need not await the answer: a failure is not reported as unhandled. */
export const check = (
  service: ConnectionService,
  signal = never,
): ReturnType<ConnectionService['check']> => {
  const answer = service.check(orderId, signal);
  answer.catch(ignore);
  return answer;
};
