import type { ConnectionDraft } from '../../../core/bridge/bridge.ts';
import type { ConnectionState, KeychainFault } from '../../../core/delivery/connection.ts';
import { ConnectionService } from '../../../main/connection/connection-service.ts';
import type { ConnectionProfile, DemoService } from '../../../main/connection/ports.ts';
import {
  CredentialStoreError,
  type CredentialKey,
  type CredentialStore,
} from '../../../main/credentials/credential-store.ts';
import { InMemoryCredentialStore } from '../../../main/credentials/in-memory-credential-store.ts';
import { parseBaseUrl } from '../../../main/delivery/http/base-url.ts';
import { orderIdOf } from '../order-id-of.ts';
import { FakeOpener } from './fake-opener.ts';
import { MemoryProfiles } from '../storage/memory-stores.ts';

/** What is stored of the connection. */
export const profile: ConnectionProfile = {
  baseUrl: 'https://api.example.com',
  clientId: 'desk-7',
};
/** What a dispatcher types for it. */
export const draft: ConnectionDraft = { ...profile, clientSecret: 'canary-secret' };
/** An order to ask for. */
export const orderId = orderIdOf('7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b201');
/** Aborts nothing. */
export const never = new AbortController().signal;
export const ignore = (): void => undefined;

/** A keychain that can be made to fail. */
class MoodyKeychain implements CredentialStore {
  readonly inner = new InMemoryCredentialStore();
  fault: KeychainFault | null = null;
  readCount = 0;
  hold: Promise<void> = Promise.resolve();

  async read(key: CredentialKey): Promise<string | null> {
    this.readCount += 1;
    await this.#mood();
    return this.inner.read(key);
  }

  async write(key: CredentialKey, secret: string): Promise<void> {
    await this.#mood();
    await this.inner.write(key, secret);
  }

  async erase(key: CredentialKey): Promise<void> {
    await this.#mood();
    await this.inner.erase(key);
  }

  async #mood(): Promise<void> {
    await this.hold;
    if (this.fault !== null) throw new CredentialStoreError(this.fault);
  }
}

/** The service with everything around it, and what a test does to that. */
export interface ConnectionBench {
  opener: FakeOpener;
  keychain: MoodyKeychain;
  profiles: MemoryProfiles;
  announced: ConnectionState[];
  demo: { startCount: number; stopCount: number; isBroken: boolean };
  service: ConnectionService;
  /** As another start of the app: the same stores, a new process. */
  restart: () => ConnectionService;
}

/** A service that was not started, before any connection. */
export function connectionBench(): ConnectionBench {
  const opener = new FakeOpener();
  const keychain = new MoodyKeychain();
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
      parseBaseUrl,
      startDemoService,
      changed: (state) => announced.push(state),
    });
  return { opener, keychain, profiles, announced, demo, service: restart(), restart };
}

/** A service that was connected and stored its connection. */
export async function connectedBench(): Promise<ConnectionBench> {
  const bench = connectionBench();
  await bench.service.save(draft, ignore, never);
  return bench;
}

/** Checks an order; nobody has to wait for the answer. */
export const check = (
  service: ConnectionService,
  signal = never,
): ReturnType<ConnectionService['check']> => {
  const answer = service.check(orderId, signal);
  answer.catch(ignore);
  return answer;
};
