import { describe, expect, test } from 'vitest';
import type { BlockedConnection } from '../../../../../core/delivery/connection.ts';
import { KeychainWait } from '../../../../../main/engine/connection/keychain-wait.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';

const service = { baseUrl: 'https://api.example.com', clientId: 'desk-7' };

function blocked(fault: BlockedConnection['fault']): BlockedConnection {
  return { kind: 'keychainBlocked', ...service, fault };
}

/** A keychain that has just refused, and the times in seconds at which it was looked at and read. */
function waiting(fault: BlockedConnection['fault'], isLocked: boolean | null) {
  const clock = new FakeClock();
  const startMs = clock.monotonicMs();
  const seconds = (): number => (clock.monotonicMs() - startMs) / 1000;
  const keychain = { isLocked, opens: false };
  const looks: number[] = [];
  const reads: number[] = [];
  const wait = new KeychainWait({
    clock,
    isLocked: async () => {
      looks.push(seconds());
      return keychain.isLocked;
    },
    connection: {
      retry: async () => {
        reads.push(seconds());
        if (!keychain.opens) return;
        wait.connectionChanged({ kind: 'connected', ...service, isDemo: false });
      },
    },
  });
  wait.connectionChanged(blocked(fault));
  return { clock, keychain, looks, reads, wait };
}

describe('a keychain whose lock can be looked at', () => {
  test('is looked at after 5, 10, 20 and then every 30 s, and never read while it is locked', async () => {
    const { clock, looks, reads } = waiting('locked', true);
    await clock.advance(130_000);
    expect(looks).toEqual([5, 15, 35, 65, 95, 125]);
    expect(reads).toEqual([]);
  });

  test('is read once it is unlocked, and then left alone', async () => {
    const { clock, keychain, reads } = waiting('locked', true);
    await clock.advance(40_000);
    keychain.isLocked = false;
    keychain.opens = true;
    await clock.advance(30_000);
    expect(reads).toEqual([65]);
    await clock.advance(600_000);
    expect(reads).toEqual([65]);
    expect(clock.waitingTimers).toBe(0);
  });

  test('is looked at at once when the screen is unlocked, and the looks begin anew', async () => {
    const { clock, keychain, reads, wait } = waiting('locked', true);
    await clock.advance(300_000);
    await wait.lookNow();
    expect(reads).toEqual([]);
    keychain.isLocked = false;
    keychain.opens = true;
    await wait.lookNow();
    expect(reads).toEqual([300]);
  });
});

describe('a keychain whose lock cannot be looked at', () => {
  test('is read after 30 s, then after twice as long each time, up to 5 minutes', async () => {
    const { clock, reads } = waiting('locked', null);
    await clock.advance(1_500_000);
    expect(reads[0]).toBe(30);
    const gaps = reads.slice(1).map((atS, index) => atS - (reads[index] ?? 0));
    expect(gaps).toEqual([60, 120, 240, 300, 300, 300]);
  });

  test('is read at once when the window is shown', async () => {
    const { reads, wait } = waiting('timeout', null);
    await wait.lookNow();
    expect(reads).toEqual([0]);
  });

  test('that refused Waybell is left to a person', async () => {
    const { clock, reads, wait } = waiting('denied', null);
    await clock.advance(600_000);
    await wait.lookNow();
    expect(reads).toEqual([]);
  });
});

test('several events at one time are one look, and stopping leaves nothing waiting', async () => {
  const { clock, looks, wait } = waiting('locked', true);
  await Promise.all([wait.lookNow(), wait.lookNow(), wait.lookNow()]);
  wait.connectionChanged(blocked('timeout'));
  expect(looks).toHaveLength(1);
  expect(clock.waitingTimers).toBe(1);
  wait.stop();
  await clock.advance(600_000);
  expect(looks).toHaveLength(1);
  expect(clock.waitingTimers).toBe(0);
});

test('while a secret is there, nothing is looked at', async () => {
  const { clock, looks, wait } = waiting('locked', true);
  wait.connectionChanged({ kind: 'connected', ...service, isDemo: false });
  await wait.lookNow();
  await clock.advance(600_000);
  expect(looks).toEqual([]);
});
