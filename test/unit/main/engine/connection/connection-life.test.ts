import { describe, expect, test } from 'vitest';
import {
  check,
  connectedBench,
  connectionBench,
  draft,
  ignore,
  never,
  profile,
} from '../../../../support/connection/connection-bench.ts';
import { settle } from '../../../../support/fake-clock.ts';

describe('starting', () => {
  test('without a stored connection there is none, and no keychain is bothered', async () => {
    const { service, keychain, announced } = connectionBench();
    await service.start();
    expect(service.state).toEqual({ kind: 'none' });
    expect(keychain.readCount).toBe(0);
    expect(announced).toEqual([]);
    await expect(check(service)).rejects.toMatchObject({ code: 'keychain-unavailable' });
  });

  test('a stored connection is made with one look into the keychain', async () => {
    const { keychain, restart, opener } = await connectedBench();
    keychain.readCount = 0;
    const next = restart();
    await next.start();
    expect(next.state).toEqual({ kind: 'connected', ...profile, isDemo: false });
    expect(keychain.readCount).toBe(1);
    expect(opener.last.clientSecret).toBe('canary-secret');
  });

  test('checks that come while the keychain is asked wait for it', async () => {
    const { keychain, restart, opener } = await connectedBench();
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
    const { service, opener } = connectionBench();
    const saved = service.save(draft, ignore, never);
    const answer = check(service);
    await saved;
    await settle();
    opener.last.waiting[0]?.resolve({ kind: 'unchanged' });
    await expect(answer).resolves.toEqual({ kind: 'unchanged' });
  });

  test('a check that waits for the keychain can be aborted', async () => {
    const { keychain, restart } = await connectedBench();
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
      const { keychain, restart, announced } = await connectedBench();
      keychain.fault = fault;
      const next = restart();
      await next.start();
      expect(next.state).toEqual({ kind: 'keychainBlocked', ...profile, fault });
      expect(announced.at(-1)).toEqual(next.state);
      await expect(check(next)).rejects.toMatchObject({ code: 'keychain-unavailable' });
    },
  );

  test('a secret that is not there blocks the connection instead of forgetting it', async () => {
    const { keychain, restart } = await connectedBench();
    await keychain.inner.erase(profile);
    const next = restart();
    await next.start();
    expect(next.state).toEqual({ kind: 'keychainBlocked', ...profile, fault: 'secretAbsent' });
  });

  test('a secret that a locked keychain does not find is locked away, not absent', async () => {
    const { keychain, restart } = await connectedBench();
    await keychain.inner.erase(profile);
    keychain.isLocked = true;
    const next = restart();
    await next.start();
    expect(next.state).toMatchObject({ kind: 'keychainBlocked', fault: 'locked' });
    const tested = await next.test({ ...profile, clientSecret: null }, ignore, never);
    expect(tested).toMatchObject({
      ok: false,
      failure: { message: expect.stringMatching(/lock/) },
    });
  });

  test('a keychain that stays blocked is read again in silence, once for several retries', async () => {
    const { keychain, restart, announced } = await connectedBench();
    keychain.fault = 'locked';
    const next = restart();
    await next.start();
    keychain.readCount = 0;
    announced.length = 0;
    await Promise.all([next.retry(), next.retry(), next.retry()]);
    expect(keychain.readCount).toBe(1);
    expect(announced).toEqual([]);
    keychain.fault = 'timeout';
    await next.retry();
    expect(announced).toMatchObject([{ kind: 'keychainBlocked', fault: 'timeout' }]);
  });

  test('a blocked keychain is read again when asked to, and not by checks', async () => {
    const { keychain, restart } = await connectedBench();
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

describe('chosen for this session only', () => {
  test('by choice the secret is used, and neither it nor the connection is kept', async () => {
    const { service, keychain, profiles, opener, restart } = connectionBench();
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
    'a keychain that is %s does not prevent it',
    async (fault) => {
      const { service, keychain } = await connectedBench();
      keychain.fault = fault;
      const stored = await service.save(draft, ignore, never);
      expect(stored).toMatchObject({ ok: false, failure: { code: 'keychain-failed' } });
      const session = await service.save({ ...draft, isSessionOnly: true }, ignore, never);
      expect(session).toEqual({ ok: true, value: null });
    },
  );
});

describe('for this session only', () => {
  test('the demo connects without storing anything and hands over its orders', async () => {
    const { service, keychain, profiles } = connectionBench();
    const tried = await service.tryDemo();
    expect(tried).toMatchObject({ ok: true, value: [{ label: 'First' }] });
    expect(service.state).toMatchObject({ kind: 'connected', isDemo: true });
    expect(profiles.profile).toBeNull();
    await expect(
      keychain.inner.read({ baseUrl: 'http://127.0.0.1:4000', clientId: 'demo' }),
    ).resolves.toBeNull();
  });

  test('a running demo is kept, also when it is tried again', async () => {
    const { service, demo } = connectionBench();
    await service.tryDemo();
    await service.retry();
    await service.tryDemo();
    expect(demo).toMatchObject({ startCount: 1, stopCount: 0 });
    await service.save(draft, ignore, never);
    expect(demo.stopCount).toBe(1);
  });

  test('a demo that does not start is a sentence, and everything stays', async () => {
    const { service, demo } = connectionBench();
    demo.isBroken = true;
    await expect(service.tryDemo()).resolves.toMatchObject({
      ok: false,
      failure: { code: 'demo-failed' },
    });
    expect(service.state).toEqual({ kind: 'none' });
  });

  test('leaving the demo goes back to the stored connection and erases nothing', async () => {
    const { service, keychain, demo } = await connectedBench();
    await service.tryDemo();
    await service.forgetConnection();
    expect(service.state).toEqual({ kind: 'connected', ...profile, isDemo: false });
    await expect(keychain.inner.read(profile)).resolves.toBe('canary-secret');
    expect(demo.stopCount).toBe(1);
  });

  test('credentials from launch options are used and not stored', async () => {
    const { service, keychain, profiles, opener } = connectionBench();
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
    const { service, opener, announced } = await connectedBench();
    const before = opener.last;
    await service.retry();
    expect(before.isClosed).toBe(true);
    expect(opener.last).not.toBe(before);
    expect(announced).toHaveLength(2);
  });

  test('stopping ends checks, link and demo, and announces nothing more', async () => {
    const { service, opener, announced, demo } = connectionBench();
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
    const { service, keychain, restart } = connectionBench();
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
