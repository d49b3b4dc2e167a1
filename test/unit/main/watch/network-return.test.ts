import { expect, test } from 'vitest';
import type { DeliveryFailureCode } from '../../../../core/delivery/delivery-failure.ts';
import type { ServiceHealth } from '../../../../core/watch/service-health.ts';
import { NetworkReturn } from '../../../../main/watch/network-return.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { failure } from '../../../support/watch/scripted-source.ts';
import { watchBench } from '../../../support/watch/watch-bench.ts';

function unreachable(cause: DeliveryFailureCode): ServiceHealth {
  return { state: 'unreachable', cause, httpStatus: null, sinceMs: 0, retryAtMs: null };
}

function makeReturn() {
  const clock = new FakeClock();
  const network = { isOnline: false, looks: 0, returns: 0 };
  const networkReturn = new NetworkReturn({
    clock,
    isOnline: () => {
      network.looks += 1;
      return network.isOnline;
    },
    returned: () => {
      network.returns += 1;
    },
  });
  return { clock, network, networkReturn };
}

test('a network that comes back is noticed within seconds, once', async () => {
  const { clock, network, networkReturn } = makeReturn();
  networkReturn.serviceHealthChanged(unreachable('dns-failed'));
  networkReturn.serviceHealthChanged(unreachable('unreachable'));
  await clock.advance(60_000);
  expect(network.returns).toBe(0);
  network.isOnline = true;
  await clock.advance(2000);
  expect(network.returns).toBe(1);
  await clock.advance(60_000);
  expect(network.returns).toBe(1);
  expect(clock.waitingTimers).toBe(0);
});

test('nothing runs while we see, are refused, or have a network and no service', () => {
  const { clock, network, networkReturn } = makeReturn();
  for (const serviceHealth of [
    { state: 'reachable' } as const,
    unreachable('rate-limited'),
    unreachable('credentials-refused'),
  ])
    networkReturn.serviceHealthChanged(serviceHealth);
  expect(network.looks).toBe(0);
  network.isOnline = true;
  networkReturn.serviceHealthChanged(unreachable('unreachable'));
  expect(clock.waitingTimers).toBe(0);
});

test('who stays offline for hours is looked at less often, and not at all once it is over', async () => {
  const { clock, network, networkReturn } = makeReturn();
  networkReturn.serviceHealthChanged(unreachable('unreachable'));
  await clock.advance(60 * 60_000);
  expect(network.looks).toBeLessThanOrEqual(400);
  networkReturn.serviceHealthChanged({ state: 'reachable' });
  expect(clock.waitingTimers).toBe(0);
});

test('the watcher tries at once when the network is back, with one request', async () => {
  const { watcher, clock, source, add } = watchBench();
  watcher.start();
  await add(1, 2, 3, 4, 5);
  await clock.advance(60_000);
  source.fate = () => failure('unreachable');
  await clock.advance(10 * 60_000);
  expect(watcher.serviceHealth.state).toBe('unreachable');
  source.fate = () => null;
  source.latencyMs = 300;
  const from = source.requests.length;
  watcher.noticeWake();
  await clock.advance(250);
  expect(source.requests.length - from).toBe(1);
  await clock.advance(2000);
  expect(watcher.serviceHealth.state).toBe('reachable');
  expect(new Set(source.requests.slice(from).map(({ id }) => id)).size).toBe(5);
});

test('while nothing is watched no timer waits, however long it was watched before', async () => {
  const { watcher, clock, add } = watchBench();
  watcher.start();
  await clock.advance(60_000);
  expect(clock.waitingTimers).toBe(0);
  await add(1, 2, 3);
  await clock.advance(60_000);
  expect(clock.waitingTimers).toBeGreaterThan(0);
  watcher.remove(watcher.list().map(({ id }) => id));
  await clock.advance(5000);
  expect(clock.waitingTimers).toBe(0);
});
