import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { ConnectionDraft } from '../../../../core/bridge.ts';
import type { ConnectionState, KeychainFault } from '../../../../core/connection.ts';
import { parseOrderId } from '../../../../core/order-id.ts';
import { ConnectionService } from '../../../../main/connection/connection-service.ts';
import type { DemoService } from '../../../../main/connection/demo-service.ts';
import type { ConnectionProfile, SecretStore } from '../../../../main/connection/ports.ts';
import { CredentialStoreError } from '../../../../main/credentials/credential-store.ts';
import { InMemoryCredentialStore } from '../../../../main/credentials/in-memory-credential-store.ts';
import { parseBaseUrl } from '../../../../main/delivery/base-url.ts';
import { settle } from '../../../support/fake-clock.ts';
import { FakeOpener, passedTest, refusedTest } from '../../../support/fake-opener.ts';

const profile: ConnectionProfile = { baseUrl: 'https://api.example.com', clientId: 'desk-7' };
const draft: ConnectionDraft = { ...profile, clientSecret: 'canary-secret' };
const orderId = parseOrderId('7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b201');
const never = new AbortController().signal;
const ignore = (): void => undefined;

/** A keychain that can be made to fail. */
class MoodyKeychain implements SecretStore {
  readonly inner = new InMemoryCredentialStore();
  fault: KeychainFault | null = null;
  readCount = 0;
  hold: Promise<void> = Promise.resolve();

  async read(key: ConnectionProfile): Promise<string | null> {
    this.readCount += 1;
    await this.#mood();
    return this.inner.read(key);
  }

  async write(key: ConnectionProfile, secret: string): Promise<void> {
    await this.#mood();
    await this.inner.write(key, secret);
  }

  async erase(key: ConnectionProfile): Promise<void> {
    await this.#mood();
    await this.inner.erase(key);
  }

  async #mood(): Promise<void> {
    await this.hold;
    if (this.fault !== null) throw new CredentialStoreError(this.fault);
  }
}

class MemoryProfiles {
  profile: ConnectionProfile | null = null;
  isDiskFull = false;

  load(): ConnectionProfile | null {
    return this.profile;
  }

  save(next: ConnectionProfile): void {
    if (this.isDiskFull) throw new Error('disk full');
    this.profile = next;
  }

  clear(): void {
    if (this.isDiskFull) throw new Error('disk full');
    this.profile = null;
  }
}

function subject(): {
  opener: FakeOpener;
  keychain: MoodyKeychain;
  profiles: MemoryProfiles;
  announced: ConnectionState[];
  demo: { startCount: number; stopCount: number; isBroken: boolean };
  service: ConnectionService;
  /** As another start of the app: the same stores, a new process. */
  restart: () => ConnectionService;
} {
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
      orders: orderId === null ? [] : [{ id: orderId, label: 'First' }],
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
      readKeychainFault: (error) =>
        error instanceof CredentialStoreError ? error.fault : 'failed',
      parseBaseUrl,
      startDemoService,
      events: { connectionChanged: (state) => announced.push(state) },
    });
  return { opener, keychain, profiles, announced, demo, service: restart(), restart };
}

const check = (
  service: ConnectionService,
  signal = never,
): ReturnType<ConnectionService['check']> => {
  if (orderId === null) throw new Error('not a uuid');
  const answer = service.check(orderId, signal);
  answer.catch(ignore);
  return answer;
};

describe('chosen for this session only', () => {
  test('by choice the secret is used, and neither it nor the connection is kept', async () => {
    const { service, keychain, profiles, opener, restart } = subject();
    const saved = await service.save({ ...draft, isSessionOnly: true }, ignore, never);
    expect(saved).toEqual({ ok: true, value: null });
    expect(opener.last.clientSecret).toBe('canary-secret');
    expect(service.state).toEqual({
      kind: 'connected',
      ...profile,
      isDemo: false,
      isSessionOnly: true,
    });
    expect(profiles.profile).toBeNull();
    expect(await keychain.inner.read(profile)).toBeNull();
    const next = restart();
    await next.start();
    expect(next.state).toEqual({ kind: 'none' });
  });

  test.each(['locked', 'missing', 'denied', 'timeout', 'failed'] as const)(
    'a keychain that is %s keeps nobody from it',
    async (fault) => {
      const { service, keychain } = subject();
      await service.save(draft, ignore, never);
      keychain.fault = fault;
      const stored = await service.save(draft, ignore, never);
      expect(stored).toMatchObject({ ok: false, failure: { code: 'keychain-failed' } });
      const session = await service.save({ ...draft, isSessionOnly: true }, ignore, never);
      expect(session).toEqual({ ok: true, value: null });
    },
  );
});

describe('starting', () => {
  test('without a stored connection there is none, and no keychain is bothered', async () => {
    const { service, keychain, announced } = subject();
    await service.start();
    expect(service.state).toEqual({ kind: 'none' });
    expect(keychain.readCount).toBe(0);
    expect(announced).toEqual([]);
    await expect(check(service)).rejects.toMatchObject({ code: 'keychain-unavailable' });
  });

  test('a stored connection is taken up with one look into the keychain', async () => {
    const { service, keychain, restart, opener } = subject();
    await service.save(draft, ignore, never);
    keychain.readCount = 0;
    const next = restart();
    await next.start();
    expect(next.state).toEqual({ kind: 'connected', ...profile, isDemo: false });
    expect(keychain.readCount).toBe(1);
    expect(opener.last.clientSecret).toBe('canary-secret');
  });

  test('checks that come while the keychain is asked wait for it', async () => {
    const { service, keychain, restart, opener } = subject();
    await service.save(draft, ignore, never);
    const gate = Promise.withResolvers<void>();
    keychain.hold = gate.promise;
    const next = restart();
    const started = next.start();
    const openCount = opener.links.length;
    const answer = check(next);
    await settle();
    expect(next.state.kind).toBe('connected');
    expect(opener.links).toHaveLength(openCount);
    gate.resolve();
    await started;
    await settle();
    opener.last.waiting[0]?.resolve({ kind: 'unchanged' });
    await expect(answer).resolves.toEqual({ kind: 'unchanged' });
  });

  test('checks that come while a first connection is being set up wait for it', async () => {
    const { service, opener } = subject();
    const saved = service.save(draft, ignore, never);
    const answer = check(service);
    await saved;
    await settle();
    opener.last.waiting[0]?.resolve({ kind: 'unchanged' });
    await expect(answer).resolves.toEqual({ kind: 'unchanged' });
  });

  test('a check that waits for the keychain can be aborted', async () => {
    const { service, keychain, restart } = subject();
    await service.save(draft, ignore, never);
    keychain.hold = new Promise(ignore);
    const next = restart();
    next.start().catch(ignore);
    const abort = new AbortController();
    const answer = check(next, abort.signal);
    abort.abort(new Error('stopping'));
    await expect(answer).rejects.toThrow('stopping');
  });

  test.each(['locked', 'missing', 'denied', 'timeout', 'failed'] as const)(
    'a keychain that is %s blocks the connection and not the start',
    async (fault) => {
      const { service, keychain, restart, announced } = subject();
      await service.save(draft, ignore, never);
      keychain.fault = fault;
      const next = restart();
      await next.start();
      expect(next.state).toEqual({ kind: 'keychainBlocked', ...profile, fault });
      expect(announced.at(-1)).toEqual(next.state);
      await expect(check(next)).rejects.toMatchObject({ code: 'keychain-unavailable' });
    },
  );

  test('a secret that is not there blocks the connection instead of forgetting it', async () => {
    const { service, keychain, restart } = subject();
    await service.save(draft, ignore, never);
    await keychain.inner.erase(profile);
    const next = restart();
    await next.start();
    expect(next.state).toEqual({ kind: 'keychainBlocked', ...profile, fault: 'secretAbsent' });
  });

  test('a blocked keychain is asked again only when the dispatcher asks', async () => {
    const { service, keychain, restart } = subject();
    await service.save(draft, ignore, never);
    keychain.fault = 'locked';
    const next = restart();
    await next.start();
    keychain.readCount = 0;
    for (let poll = 0; poll < 10; poll += 1) {
      await expect(check(next)).rejects.toMatchObject({ code: 'keychain-unavailable' });
    }
    expect(keychain.readCount).toBe(0);
    keychain.fault = null;
    await next.retry();
    expect(next.state.kind).toBe('connected');
    expect(keychain.readCount).toBe(1);
  });
});

describe('testing', () => {
  test('changes nothing', async () => {
    const { service, opener, profiles, announced } = subject();
    await expect(service.test(draft, ignore, never)).resolves.toEqual({
      ok: true,
      value: passedTest,
    });
    expect(profiles.profile).toBeNull();
    expect(opener.links).toHaveLength(0);
    expect(announced).toEqual([]);
  });

  test('an address that is refused is never tried', async () => {
    const { service, opener } = subject();
    const tested = await service.test(
      { ...draft, baseUrl: 'http://api.example.com' },
      ignore,
      never,
    );
    expect(tested).toMatchObject({ ok: false, failure: { code: 'base-url-refused' } });
    expect(opener.tested).toHaveLength(0);
  });

  test('without a secret the stored one is used, and the address is normalised first', async () => {
    const { service, opener } = subject();
    await service.save(draft, ignore, never);
    const again = { ...draft, baseUrl: ' HTTPS://API.example.com/ ', clientSecret: null };
    await expect(service.test(again, ignore, never)).resolves.toMatchObject({ ok: true });
    expect(opener.tested.at(-1)).toEqual({ profile, clientSecret: 'canary-secret' });
  });

  test('without a secret and without a stored one it says so', async () => {
    const { service } = subject();
    await expect(
      service.test({ ...draft, clientSecret: null }, ignore, never),
    ).resolves.toMatchObject({ ok: false, failure: { code: 'keychain-failed' } });
  });
});

describe('saving', () => {
  test('stores the secret in the keychain and the rest in the profile, then connects', async () => {
    const { service, keychain, profiles, opener, announced } = subject();
    await expect(service.save(draft, ignore, never)).resolves.toEqual({ ok: true, value: null });
    await expect(keychain.inner.read(profile)).resolves.toBe('canary-secret');
    expect(profiles.profile).toEqual(profile);
    expect(opener.last).toMatchObject({ profile, clientSecret: 'canary-secret' });
    expect(announced).toEqual([{ kind: 'connected', ...profile, isDemo: false }]);
  });

  test('stores nothing when the test does not pass', async () => {
    const { service, keychain, profiles, opener } = subject();
    opener.rightSecret = 'another';
    await expect(service.save(draft, ignore, never)).resolves.toEqual({
      ok: true,
      value: refusedTest,
    });
    await expect(keychain.inner.read(profile)).resolves.toBeNull();
    expect(profiles.profile).toBeNull();
    expect(service.state).toEqual({ kind: 'none' });
  });

  test('stores nothing when the keychain does not take the secret', async () => {
    const { service, keychain, profiles, opener } = subject();
    keychain.fault = 'locked';
    const saved = await service.save(draft, ignore, never);
    expect(saved).toMatchObject({ ok: false, failure: { code: 'keychain-failed' } });
    expect(profiles.profile).toBeNull();
    expect(opener.links).toHaveLength(0);
  });

  test('takes the secret back when the profile cannot be written', async () => {
    const { service, keychain, profiles } = subject();
    profiles.isDiskFull = true;
    const saved = await service.save(draft, ignore, never);
    expect(saved).toMatchObject({ ok: false, failure: { code: 'storage-failed' } });
    await expect(keychain.inner.read(profile)).resolves.toBeNull();
  });

  test('a failed rotation keeps the earlier secret and the open link', async () => {
    const { service, keychain, profiles, opener } = subject();
    await service.save(draft, ignore, never);
    const before = opener.last;
    profiles.isDiskFull = true;
    await service.save({ ...draft, clientSecret: 'rotated' }, ignore, never);
    await expect(keychain.inner.read(profile)).resolves.toBe('canary-secret');
    expect(opener.last).toBe(before);
    expect(before.isClosed).toBe(false);
  });

  test('a rotated secret is in use at once, and a check under way is asked again with it', async () => {
    const { service, opener } = subject();
    await service.save(draft, ignore, never);
    const old = opener.last;
    const answer = check(service);
    await settle();
    await service.save({ ...draft, clientSecret: 'rotated' }, ignore, never);
    expect(old.isClosed).toBe(true);
    expect(opener.last.clientSecret).toBe('rotated');
    await settle();
    opener.last.waiting[0]?.resolve({ kind: 'unchanged' });
    await expect(answer).resolves.toEqual({ kind: 'unchanged' });
  });

  test('an answer of the old service is not taken for one of the new', async () => {
    const { service, opener } = subject();
    await service.save(draft, ignore, never);
    const old = opener.last;
    const answer = check(service);
    await settle();
    const saved = service.save({ ...draft, baseUrl: 'https://other.example.com' }, ignore, never);
    // Same microtask as the switch: the old link answers although it was just replaced.
    old.close = async () => old.waiting[0]?.resolve({ kind: 'unchanged' });
    await saved;
    await settle();
    const fresh = opener.last.waiting[0];
    expect(fresh).toBeDefined();
    fresh?.reject(new Error('asked the new service'));
    await expect(answer).rejects.toThrow('asked the new service');
  });

  test('another connection leaves no secret of the one before behind', async () => {
    const { service, keychain } = subject();
    await service.save(draft, ignore, never);
    await service.save({ ...draft, clientId: 'desk-8' }, ignore, never);
    await expect(keychain.inner.read(profile)).resolves.toBeNull();
    await expect(keychain.inner.read({ ...profile, clientId: 'desk-8' })).resolves.toBe(
      'canary-secret',
    );
  });

  test('two at the same time are done one after the other', async () => {
    const { service, opener, profiles } = subject();
    await Promise.all([
      service.save(draft, ignore, never),
      service.save({ ...draft, clientId: 'desk-8' }, ignore, never),
    ]);
    expect(profiles.profile?.clientId).toBe('desk-8');
    expect(opener.links.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  });
});

describe('forgetting', () => {
  test('erases the secret and the profile and closes the link', async () => {
    const { service, keychain, profiles, opener, announced } = subject();
    await service.save(draft, ignore, never);
    await expect(service.forgetConnection()).resolves.toEqual({ ok: true, value: null });
    await expect(keychain.inner.read(profile)).resolves.toBeNull();
    expect(profiles.profile).toBeNull();
    expect(opener.last.isClosed).toBe(true);
    expect(announced.at(-1)).toEqual({ kind: 'none' });
  });

  test('is refused as long as the secret cannot be erased', async () => {
    const { service, keychain, profiles } = subject();
    await service.save(draft, ignore, never);
    keychain.fault = 'locked';
    await expect(service.forgetConnection()).resolves.toMatchObject({
      ok: false,
      failure: { code: 'keychain-failed' },
    });
    expect(profiles.profile).toEqual(profile);
    expect(service.state.kind).toBe('connected');
  });

  test('an order that is forgotten is forgotten by the link', async () => {
    const { service, opener } = subject();
    await service.save(draft, ignore, never);
    if (orderId !== null) service.forget(orderId);
    expect(opener.last.forgotten).toEqual([orderId]);
  });
});

describe('for this session only', () => {
  test('the demo connects without storing anything and hands over its orders', async () => {
    const { service, keychain, profiles } = subject();
    const tried = await service.tryDemo();
    expect(tried).toMatchObject({ ok: true, value: [{ label: 'First' }] });
    expect(service.state).toMatchObject({ kind: 'connected', isDemo: true });
    expect(profiles.profile).toBeNull();
    await expect(
      keychain.inner.read({ baseUrl: 'http://127.0.0.1:4000', clientId: 'demo' }),
    ).resolves.toBeNull();
  });

  test('a running demo is kept, also when it is tried again', async () => {
    const { service, demo } = subject();
    await service.tryDemo();
    await service.retry();
    await service.tryDemo();
    expect(demo).toMatchObject({ startCount: 1, stopCount: 0 });
    await service.save(draft, ignore, never);
    expect(demo.stopCount).toBe(1);
  });

  test('a demo that does not start is a sentence, and everything stays', async () => {
    const { service, demo } = subject();
    demo.isBroken = true;
    await expect(service.tryDemo()).resolves.toMatchObject({
      ok: false,
      failure: { code: 'demo-failed' },
    });
    expect(service.state).toEqual({ kind: 'none' });
  });

  test('leaving the demo goes back to the stored connection and erases nothing', async () => {
    const { service, keychain, demo } = subject();
    await service.save(draft, ignore, never);
    await service.tryDemo();
    await service.forgetConnection();
    expect(service.state).toEqual({ kind: 'connected', ...profile, isDemo: false });
    await expect(keychain.inner.read(profile)).resolves.toBe('canary-secret');
    expect(demo.stopCount).toBe(1);
  });

  test('credentials from launch options are used and not stored', async () => {
    const { service, keychain, profiles, opener } = subject();
    await service.useSession(profile, 'from-options');
    expect(service.state).toEqual({
      kind: 'connected',
      ...profile,
      isDemo: false,
      isSessionOnly: true,
    });
    expect(opener.last.clientSecret).toBe('from-options');
    expect(profiles.profile).toBeNull();
    await expect(keychain.inner.read(profile)).resolves.toBeNull();
  });
});

describe('retrying and stopping', () => {
  test('retrying opens the link anew and announces it', async () => {
    const { service, opener, announced } = subject();
    await service.save(draft, ignore, never);
    const before = opener.last;
    await service.retry();
    expect(before.isClosed).toBe(true);
    expect(opener.last).not.toBe(before);
    expect(announced).toHaveLength(2);
  });

  test('stopping ends checks, link and demo, and announces nothing more', async () => {
    const { service, opener, announced, demo } = subject();
    await service.tryDemo();
    const answer = check(service);
    await settle();
    await service.stop();
    await expect(answer).rejects.toMatchObject({ code: 'connection-lost' });
    expect(opener.last.isClosed).toBe(true);
    expect(demo.stopCount).toBe(1);
    expect(announced).toHaveLength(1);
  });

  test('stopping before the start, twice and during a start is fine', async () => {
    const { service, keychain, restart } = subject();
    await service.stop();
    await service.stop();
    const second = restart();
    await second.save(draft, ignore, never);
    const third = restart();
    const gate = Promise.withResolvers<void>();
    keychain.hold = gate.promise;
    const started = third.start();
    const stopped = third.stop();
    gate.resolve();
    await Promise.all([started, stopped]);
    await expect(check(third)).rejects.toMatchObject({ code: 'keychain-unavailable' });
  });
});

test('nothing that prints the connection prints the secret', async () => {
  const { service, announced, profiles, keychain } = subject();
  await service.save(draft, ignore, never);
  keychain.fault = 'failed';
  const refusal = await service.save({ ...draft, clientSecret: 'canary-two' }, ignore, never);
  const shown = inspect([service, announced, profiles, refusal], { depth: 12, showHidden: true });
  expect(shown).not.toContain('canary');
});
