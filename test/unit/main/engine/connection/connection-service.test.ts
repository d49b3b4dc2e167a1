import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { defaultConnectionOptions } from '../../../../../core/delivery/connection-options.ts';
import {
  check,
  connectedBench,
  connectionBench,
  draft,
  ignore,
  never,
  orderId,
  profile,
} from '../../../../support/connection/connection-bench.ts';
import { settle } from '../../../../support/fake-clock.ts';
import { passedTest, refusedTest } from '../../../../support/connection/fake-opener.ts';

/** The profile as it comes back: with the options that it did not name. */
const storedProfile = { ...profile, options: defaultConnectionOptions };

describe('testing', () => {
  test('changes nothing', async () => {
    const { service, opener, profiles, announced } = connectionBench();
    await expect(service.test(draft, ignore, never)).resolves.toEqual({
      ok: true,
      value: passedTest,
    });
    expect(profiles.profile).toBeNull();
    expect(opener.links).toHaveLength(0);
    expect(announced).toEqual([]);
  });

  test('an address that is refused is never tried', async () => {
    const { service, opener } = connectionBench();
    const tested = await service.test(
      { ...draft, baseUrl: 'http://api.example.com' },
      ignore,
      never,
    );
    expect(tested).toMatchObject({ ok: false, failure: { code: 'base-url-refused' } });
    expect(opener.tested).toHaveLength(0);
  });

  test('without a secret the stored one is used, and the address is normalised first', async () => {
    const { service, opener } = await connectedBench();
    const again = { ...draft, baseUrl: ' HTTPS://API.example.com/ ', clientSecret: null };
    await expect(service.test(again, ignore, never)).resolves.toMatchObject({ ok: true });
    expect(opener.tested.at(-1)).toEqual({
      profile: storedProfile,
      clientSecret: 'canary-secret',
    });
  });

  test('without a secret and without a stored one it says so', async () => {
    const { service } = connectionBench();
    await expect(
      service.test({ ...draft, clientSecret: null }, ignore, never),
    ).resolves.toMatchObject({ ok: false, failure: { code: 'keychain-failed' } });
  });
});

describe('saving', () => {
  test('stores the secret in the keychain and the rest in the profile, then connects', async () => {
    const { service, keychain, profiles, opener, announced } = connectionBench();
    await expect(service.save(draft, ignore, never)).resolves.toEqual({ ok: true, value: null });
    await expect(keychain.inner.read(profile)).resolves.toBe('canary-secret');
    expect(profiles.profile).toEqual(storedProfile);
    expect(opener.last).toMatchObject({ profile, clientSecret: 'canary-secret' });
    expect(announced).toEqual([{ kind: 'connected', ...profile, isDemo: false }]);
  });

  test('stores nothing when the test does not pass', async () => {
    const { service, keychain, profiles, opener } = connectionBench();
    opener.rightSecret = 'another';
    await expect(service.save(draft, ignore, never)).resolves.toEqual({
      ok: true,
      value: refusedTest,
    });
    await expect(keychain.inner.read(profile)).resolves.toBeNull();
    expect(profiles.profile).toBeNull();
    expect(service.state).toEqual({ kind: 'none' });
  });

  test('stores nothing when the keychain does not accept the secret', async () => {
    const { service, keychain, profiles, opener } = connectionBench();
    keychain.fault = 'locked';
    const saved = await service.save(draft, ignore, never);
    expect(saved).toMatchObject({ ok: false, failure: { code: 'keychain-failed' } });
    expect(profiles.profile).toBeNull();
    expect(opener.links).toHaveLength(0);
  });

  test('takes the secret back when the profile cannot be written', async () => {
    const { service, keychain, profiles } = connectionBench();
    profiles.isDiskFull = true;
    const saved = await service.save(draft, ignore, never);
    expect(saved).toMatchObject({ ok: false, failure: { code: 'storage-failed' } });
    await expect(keychain.inner.read(profile)).resolves.toBeNull();
  });

  test('a failed rotation keeps the earlier secret and the open link', async () => {
    const { service, keychain, profiles, opener } = await connectedBench();
    const before = opener.last;
    profiles.isDiskFull = true;
    await service.save({ ...draft, clientSecret: 'rotated' }, ignore, never);
    await expect(keychain.inner.read(profile)).resolves.toBe('canary-secret');
    expect(opener.last).toBe(before);
    expect(before.isClosed).toBe(false);
  });

  test('a rotated secret is in use at once, and a check under way is asked again with it', async () => {
    const { service, opener } = await connectedBench();
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
    const { service, opener } = await connectedBench();
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
    const { service, keychain } = await connectedBench();
    await service.save({ ...draft, clientId: 'desk-8' }, ignore, never);
    await expect(keychain.inner.read(profile)).resolves.toBeNull();
    await expect(keychain.inner.read({ ...profile, clientId: 'desk-8' })).resolves.toBe(
      'canary-secret',
    );
  });

  test('two at the same time are done one after the other', async () => {
    const { service, opener, profiles } = connectionBench();
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
    const { service, keychain, profiles, opener, announced } = await connectedBench();
    await expect(service.forgetConnection()).resolves.toEqual({ ok: true, value: null });
    await expect(keychain.inner.read(profile)).resolves.toBeNull();
    expect(profiles.profile).toBeNull();
    expect(opener.last.isClosed).toBe(true);
    expect(announced.at(-1)).toEqual({ kind: 'none' });
  });

  test('is refused as long as the secret cannot be erased', async () => {
    const { service, keychain, profiles } = await connectedBench();
    keychain.fault = 'locked';
    await expect(service.forgetConnection()).resolves.toMatchObject({
      ok: false,
      failure: { code: 'keychain-failed' },
    });
    expect(profiles.profile).toEqual(storedProfile);
    expect(service.state.kind).toBe('connected');
  });

  test('an order that is forgotten is forgotten by the link', async () => {
    const { service, opener } = await connectedBench();
    service.forget(orderId);
    expect(opener.last.forgotten).toEqual([orderId]);
  });
});

/** The meanings of statuses that are stored, and those that are in use. */
function meanings(bench: Awaited<ReturnType<typeof connectedBench>>) {
  return {
    stored: bench.profiles.profile?.options?.statusMeanings,
    inUse: bench.opener.last.profile.options?.statusMeanings,
  };
}

describe('the meaning of a status', () => {
  test('is stored and in use at once, changes whatever its case, and is taken back', async () => {
    const bench = await connectedBench();
    await bench.service.giveMeaning('handover_review', 'assigned');
    const given = { handover_review: 'assigned' };
    expect(meanings(bench)).toEqual({ stored: given, inUse: given });
    await bench.service.giveMeaning('4', 'done');
    await bench.service.giveMeaning('Handover_Review', 'pickedUp');
    const changed = { 4: 'done', Handover_Review: 'pickedUp' };
    expect(meanings(bench)).toEqual({ stored: changed, inUse: changed });
    await bench.service.giveMeaning('handover_review', null);
    expect(bench.service.options.statusMeanings).toEqual({ 4: 'done' });
    expect(bench.opener.last.clientSecret).toBe('canary-secret');
  });

  test('of a connection for this session alone is not stored', async () => {
    const bench = connectionBench();
    await bench.service.save({ ...draft, isSessionOnly: true }, ignore, never);
    await bench.service.giveMeaning('4', 'done');
    expect(meanings(bench)).toEqual({ stored: undefined, inUse: { 4: 'done' } });
  });

  test('is refused beyond the hundredth, and nothing changes', async () => {
    const bench = await connectedBench();
    for (let word = 0; word < 100; word += 1) {
      await bench.service.giveMeaning(String(word), 'done');
    }
    await expect(bench.service.giveMeaning('one more', 'done')).resolves.toEqual({
      ok: false,
      failure: { code: 'options-refused', message: 'Leave it at 100 statuses.' },
    });
    expect(Object.keys(bench.service.options.statusMeanings)).toHaveLength(100);
  });

  test('without a connection changes nothing', async () => {
    const { service, profiles } = connectionBench();
    await expect(service.giveMeaning('4', 'done')).resolves.toEqual({ ok: true, value: null });
    expect(profiles.profile).toBeNull();
  });
});

test('nothing that prints the connection prints the secret', async () => {
  const { service, announced, profiles, keychain } = await connectedBench();
  keychain.fault = 'failed';
  const refusal = await service.save({ ...draft, clientSecret: 'canary-two' }, ignore, never);
  const shown = inspect([service, announced, profiles, refusal], { depth: 12, showHidden: true });
  expect(shown).not.toContain('canary');
});
