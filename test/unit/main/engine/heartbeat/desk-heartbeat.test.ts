import { expect, test } from 'vitest';
import { inEnglish } from '../../../../../core/text/language.ts';
import { CredentialStoreError } from '../../../../../main/engine/credentials/credential-store.ts';
import { DeskHeartbeat } from '../../../../../main/engine/heartbeat/desk-heartbeat.ts';
import { heartbeatBench } from '../../../../support/heartbeat/heartbeat-bench.ts';

const url = 'https://hc-ping.com/canary-push-token';

function deskBench(kept: string | null = null) {
  const bench = heartbeatBench();
  const { clock, heartbeat, monitor, watcher } = bench;
  const keychain = { kept, fault: null as 'locked' | null, reads: 0 };
  const choice = { isOn: kept !== null, isLocked: false };
  const failing = (): void => {
    if (keychain.fault !== null) throw new CredentialStoreError(keychain.fault);
  };
  const desk = new DeskHeartbeat({
    clock,
    heartbeat,
    keeper: {
      async read() {
        keychain.reads += 1;
        failing();
        return keychain.kept;
      },
      async write(given) {
        failing();
        keychain.kept = given;
      },
      async erase() {
        failing();
        keychain.kept = null;
      },
    },
    choice: {
      get isOn() {
        return choice.isOn;
      },
      turn(isOn) {
        if (!choice.isLocked) choice.isOn = isOn;
      },
    },
    isKeychainLocked: async () => keychain.fault === 'locked',
    localisation: inEnglish,
  });
  watcher.start();
  desk.start();
  return { choice, clock, desk, keychain, monitor };
}

test('a desk sends nothing, and asks the keychain for nothing, before a person turns it on', async () => {
  const { clock, desk, keychain, monitor } = deskBench();
  await clock.advance(600_000);
  expect(monitor.beatsAtMs).toEqual([]);
  expect(keychain.reads).toBe(0);
  expect(desk.state).toEqual({ kind: 'off' });
});

test('turned on it beats, also after the next start, until it is turned off, which it says', async () => {
  const first = deskBench();
  const answer = await first.desk.handlers['heartbeat:turn-on']({ address: ` ${url} ` });
  await first.clock.advance(60_000);
  expect(answer).toMatchObject({ ok: true, value: { kind: 'on' } });
  expect(JSON.stringify([answer, first.desk.state])).not.toContain('canary');
  expect(first.monitor.beatsAtMs.length).toBeGreaterThan(1);
  const next = deskBench(first.keychain.kept);
  await next.clock.advance(60_000);
  expect(next.monitor.beatsAtMs.length).toBeGreaterThan(1);
  await next.desk.handlers['heartbeat:turn-off'](undefined);
  await next.clock.advance(600_000);
  expect(next.monitor.words).toEqual(['off']);
  expect(next.keychain.kept).toBeNull();
  expect(next.desk.state).toEqual({ kind: 'off' });
});

test('an address that is none, and a keychain that keeps nothing, leave it off and say why', async () => {
  const { desk, keychain } = deskBench();
  const refused = await desk.handlers['heartbeat:turn-on']({ address: 'ftp://canary' });
  expect(refused).toMatchObject({ ok: false, failure: { code: 'heartbeat-refused' } });
  keychain.fault = 'locked';
  const failed = await desk.handlers['heartbeat:turn-on']({ address: url });
  expect(failed).toMatchObject({ ok: false, failure: { code: 'keychain-failed' } });
  expect(JSON.stringify([refused, failed])).not.toContain('canary');
  expect(desk.state).toEqual({ kind: 'off' });
});

test('a keychain that is locked at the start is asked again once it is unlocked, without a prompt before', async () => {
  const { clock, desk, keychain, monitor } = deskBench();
  await desk.handlers['heartbeat:turn-on']({ address: url });
  await desk.stop();
  keychain.fault = 'locked';
  desk.start();
  await clock.advance(600_000);
  expect(keychain.reads).toBe(1);
  expect(desk.state).toMatchObject({ kind: 'on', trouble: 'keychain' });
  keychain.fault = null;
  const before = monitor.beatsAtMs.length;
  await clock.advance(120_000);
  expect(monitor.beatsAtMs.length).toBeGreaterThan(before);
  expect(desk.state).toMatchObject({ kind: 'on', trouble: null });
});

test('quitting and going to sleep are said', async () => {
  const { clock, desk, monitor } = deskBench(url);
  await clock.advance(60_000);
  desk.fellAsleep();
  await clock.advance(60_000);
  await desk.stop();
  expect(monitor.words).toEqual(['asleep', 'ended']);
});

test('a policy that forbids it leaves it off, and no address is kept', async () => {
  const { choice, clock, desk, keychain, monitor } = deskBench();
  choice.isLocked = true;
  const answer = await desk.handlers['heartbeat:turn-on']({ address: url });
  expect(answer).toMatchObject({ ok: false, failure: { code: 'setting-locked' } });
  await clock.advance(600_000);
  expect(keychain.kept).toBeNull();
  expect(monitor.beatsAtMs).toEqual([]);
});
