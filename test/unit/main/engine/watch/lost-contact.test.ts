import { expect, test } from 'vitest';
import type { DeliveryFailureCode } from '../../../../../core/delivery/delivery-failure.ts';
import { CircuitBreaker } from '../../../../../main/engine/watch/circuit-breaker.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import type { ServiceHealth } from '../../../../../core/watch/service-health.ts';
import { NetworkReturn } from '../../../../../main/engine/watch/network-return.ts';
import { failure } from '../../../../support/watch/scripted-source.ts';
import { startedBench, watchBench } from '../../../../support/watch/watch-bench.ts';

const watched = 20;

/** A breaker that draws the longest pause each time, and the pause that a failure leads to. */
function subject(): {
  answered: () => void;
  pauseAfter: (code: DeliveryFailureCode, retryAfterMs?: number) => number | null;
} {
  const clock = new FakeClock();
  const breaker = new CircuitBreaker(clock, () => 0.999_999);
  let sequence = 0;
  const pauseAfter = (code: DeliveryFailureCode, retryAfterMs: number | null = null) => {
    breaker.sent(sequence);
    breaker.failed(
      { code, httpStatus: null, retryAfterMs },
      { isAttempt: true, sequence },
      watched,
    );
    sequence += 1;
    const { retryDueMs } = breaker;
    return retryDueMs === null ? null : retryDueMs - clock.monotonicMs();
  };
  const answered = (): void => {
    breaker.sent(sequence);
    breaker.answered({ isAttempt: true, sequence });
    sequence += 1;
  };
  return { answered, pauseAfter };
}

function grown(pauseAfter: (code: DeliveryFailureCode) => number | null, times: number): void {
  for (let count = 0; count < times; count += 1) pauseAfter('unreachable');
}

test('pauses grow with each failure of a kind, and an answer begins anew', () => {
  const { answered, pauseAfter } = subject();
  grown(pauseAfter, 1);
  const pauses = [1, 2, 3, 4].map(() => pauseAfter('unreachable'));
  expect(pauses).toEqual([1000, 2000, 4000, 8000]);
  answered();
  grown(pauseAfter, 1);
  expect(pauseAfter('unreachable')).toBe(1000);
});

test('causes of one kind count on, whichever it is', () => {
  const { pauseAfter } = subject();
  grown(pauseAfter, 2);
  expect(pauseAfter('timeout')).toBe(2000);
  expect(pauseAfter('dns-failed')).toBe(4000);
  expect(pauseAfter('service-failing')).toBe(8000);
});

test('the pause that a service asks for is kept, not multiplied by the outage before it', () => {
  const { pauseAfter } = subject();
  grown(pauseAfter, 12);
  expect(pauseAfter('rate-limited', 7000)).toBeCloseTo(7500, 1);
});

test('the first 429 after a long outage is a short pause, and each more a longer one', () => {
  const { pauseAfter } = subject();
  grown(pauseAfter, 12);
  expect(pauseAfter('rate-limited')).toBe(2000);
  expect(pauseAfter('rate-limited')).toBe(4000);
});

test('the pauses of two kinds of failures that alternate both go on growing', () => {
  const { pauseAfter } = subject();
  grown(pauseAfter, 2);
  const limited: (number | null)[] = [];
  const credentials: (number | null)[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    limited.push(pauseAfter('rate-limited'));
    credentials.push(pauseAfter('token-unreadable'));
    pauseAfter('unreachable');
  }
  expect(limited.slice(0, 3)).toEqual([2000, 4000, 8000]);
  expect(credentials.slice(0, 3)).toEqual([5000, 10_000, 20_000]);
  expect(limited.at(-1)).toBe(300_000);
  expect(credentials.at(-1)).toBe(300_000);
});

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

test('the return of the network is noticed once, within seconds', async () => {
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

test('no timer runs while the service answers, refuses us, or is away although there is a network', () => {
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

test('a computer that stays offline for hours is asked less often, and not at all once it is online', async () => {
  const { clock, network, networkReturn } = makeReturn();
  networkReturn.serviceHealthChanged(unreachable('unreachable'));
  await clock.advance(60 * 60_000);
  expect(network.looks).toBeLessThanOrEqual(400);
  networkReturn.serviceHealthChanged({ state: 'reachable' });
  expect(clock.waitingTimers).toBe(0);
});

test('the watcher tries at once when the network is back, with one request', async () => {
  const { watcher, clock, source } = await startedBench([1, 2, 3, 4, 5]);
  await clock.advance(60_000);
  source.outcome = () => failure('unreachable');
  await clock.advance(10 * 60_000);
  expect(watcher.serviceHealth.state).toBe('unreachable');
  source.outcome = () => null;
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
