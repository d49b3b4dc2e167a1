import { expect, test } from 'vitest';
import { servicePauseUntilMs } from '../../../../../core/watch/service-health.ts';
import type { WatchBench } from '../../../../support/watch/watch-bench.ts';
import { failure } from '../../../../support/watch/scripted-source.ts';
import { orderIdAt } from '../../../../support/watched-orders.ts';
import { watchBench } from '../../../../support/watch/watch-bench.ts';

const minuteMs = 60_000;

async function running(count: number, random: () => number = () => 0.5): Promise<WatchBench> {
  const bench = watchBench({ random });
  bench.watcher.start();
  await bench.add(...Array.from({ length: count }, (_, index) => index + 1));
  await bench.clock.advance(2 * minuteMs);
  return bench;
}

test('an outage is one unreachable state with cause and since when, and no failing orders', async () => {
  const { watcher, clock, source, announced } = await running(40);
  const lastAnswerAtMs = watcher.pace.lastAnswerAtMs;
  source.outcome = () => failure('dns-failed');
  await clock.advance(30_000);
  expect(watcher.serviceHealth).toMatchObject({
    state: 'unreachable',
    cause: 'dns-failed',
    sinceMs: lastAnswerAtMs,
  });
  expect(watcher.list().filter((watched) => watched.problem !== null)).toEqual([]);
  expect(announced.healthChanges[0]).toMatchObject({ state: 'unreachable', cause: 'dns-failed' });
  expect(watcher.plan(orderIdAt(1)).nextCheckAtMs).toBeNull();
});

test.each(['unreachable', 'timeout', 'service-failing', 'captive-portal'] as const)(
  'half an hour of %s costs a hundredth of the usual requests and ends by itself',
  async (code) => {
    const { watcher, clock, source, assign } = await running(60);
    assign(watcher.list().map(({ id }) => id));
    await clock.advance(5 * minuteMs);
    const usualFrom = source.requests.length;
    await clock.advance(30 * minuteMs);
    const usualCount = source.requests.length - usualFrom;
    source.outcome = () => failure(code);
    await clock.advance(30 * minuteMs);
    const outageCount = source.requests.length - usualFrom - usualCount;
    expect(outageCount).toBeLessThanOrEqual(usualCount / 100);
    source.outcome = () => null;
    await clock.advance(3 * minuteMs);
    expect(watcher.serviceHealth).toEqual({ state: 'reachable' });
    await clock.advance(10_000);
    for (const watched of watcher.list()) {
      expect(clock.wallMs() - (watched.observedAtMs ?? 0)).toBeLessThan(45_000);
      expect(watched.problem).toBeNull();
    }
  },
);

test.each([0, 0.5, 0.999])(
  'an outage of some minutes is noticed to be over within half a minute (chance %f)',
  async (chance) => {
    for (let lastsMs = 2000; lastsMs <= 5 * minuteMs; lastsMs *= 1.7) {
      const { watcher, clock, source } = await running(10, () => chance);
      source.outcome = () => failure('unreachable');
      await clock.advance(lastsMs);
      source.outcome = () => null;
      await clock.advance(30_200);
      expect(watcher.serviceHealth).toEqual({ state: 'reachable' });
    }
  },
);

test.each(['retryNow', 'noticeWake'] as const)(
  'after hours without a network, %s asks at once',
  async (word) => {
    const { watcher, clock, source } = await running(10);
    source.outcome = () => failure('dns-failed');
    await clock.advance(5 * 60 * minuteMs);
    const before = source.requests.length;
    await clock.advance(60 * minuteMs);
    // Pauses of up to 5 minutes, drawn in full, are half of that on average.
    expect(source.requests.length - before).toBeLessThanOrEqual(26);
    // The system is a little ahead of the network: the first attempt still fails.
    watcher[word]();
    await clock.advance(700);
    source.outcome = () => null;
    await clock.advance(1300);
    expect(watcher.serviceHealth).toEqual({ state: 'reachable' });
  },
);

test('a wake that the system reports twice is one attempt', async () => {
  const { watcher, clock, source } = await running(10);
  source.outcome = () => failure('dns-failed');
  source.latencyMs = 200;
  await clock.advance(5 * 60 * minuteMs);
  const before = source.requests.length;
  watcher.noticeWake();
  watcher.noticeWake();
  await clock.advance(20);
  watcher.noticeWake();
  await clock.advance(180);
  expect(source.requests.length - before).toBe(1);
});

test('the pauses between attempts are drawn from the whole of each delay, one attempt at a time', async () => {
  const drawn = [0.999, 0];
  const gaps = await Promise.all(
    drawn.map(async (chance) => {
      const { clock, source } = await running(20, () => chance);
      source.outcome = () => failure('unreachable');
      source.latencyMs = 400;
      await clock.advance(4 * minuteMs);
      const from = source.requests.length;
      source.mostRunning = 0;
      await clock.advance(minuteMs);
      expect(source.mostRunning).toBe(1);
      const times = source.requests.slice(from).map(({ atMs }) => atMs);
      return times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0));
    }),
  );
  // The longest pause is 30 s, the shortest half a second; an answer takes 400 ms.
  expect(Math.min(...(gaps[0] ?? []))).toBeGreaterThan(29_000);
  expect(Math.max(...(gaps[1] ?? []))).toBeLessThan(1200);
});

test('a single order has failed often enough after two checks', async () => {
  const { watcher, clock, source } = await running(1);
  source.outcome = () => failure('timeout');
  await clock.advance(minuteMs);
  expect(watcher.serviceHealth.state).toBe('unreachable');
});

test('a pause that the service asks for is kept for the whole host, then half as fast', async () => {
  const { watcher, clock, source } = await running(40);
  let hasRefused = false;
  source.outcome = () => {
    if (hasRefused) return null;
    hasRefused = true;
    return failure('rate-limited', 7000);
  };
  await clock.advance(5000);
  expect(watcher.serviceHealth).toMatchObject({ state: 'unreachable', cause: 'rate-limited' });
  const from = source.requests.length;
  const unreachableAtMs = source.requests[from - 1]?.atMs ?? 0;
  await clock.advance(10_000);
  expect((source.requests[from]?.atMs ?? 0) - unreachableAtMs).toBeGreaterThanOrEqual(7000);
  expect(watcher.serviceHealth.state).toBe('reachable');
  expect(watcher.list().every((watched) => watched.problem === null)).toBe(true);
});

test.each([
  ['names an end', 90_000, true],
  ['names none', undefined, false],
  ['names one that is over before Waybell asks again', 1000, false],
])('a pause has an end where the service %s', async (_what, retryAfterMs, isNamed) => {
  const { watcher, clock, source } = await running(1);
  source.outcome = () => failure('rate-limited', retryAfterMs);
  await clock.advance(10 * minuteMs);
  expect(watcher.serviceHealth).toMatchObject({ state: 'unreachable', cause: 'rate-limited' });
  expect(servicePauseUntilMs(watcher.serviceHealth) !== null).toBe(isNamed);
});

test('refused credentials: one check per pause, from 30 s to 15 minutes, whatever else asks', async () => {
  const { watcher, clock, source } = await running(10);
  source.outcome = () => failure('credentials-refused');
  await clock.advance(minuteMs);
  const from = source.requests.length - 1;
  for (let asked = 0; asked < 12 * 20; asked += 1) {
    watcher.checkNow([orderIdAt(1)]);
    watcher.noticeWake();
    await clock.advance(20_000);
  }
  const times = source.requests.slice(from).map(({ atMs }) => atMs);
  const gaps = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(30_000);
  expect(gaps.at(-1)).toBeGreaterThanOrEqual(15 * minuteMs);
  expect(Math.max(...gaps)).toBeLessThan(17 * minuteMs);
  source.outcome = () => null;
  await clock.advance(17 * minuteMs);
  expect(watcher.serviceHealth.state).toBe('reachable');
});

test.each(['service-failing', 'rate-limited'] as const)(
  'waking does not end a pause that the service asked for with %s, but the sleep counts',
  async (code) => {
    const { watcher, clock, source } = await running(10);
    source.outcome = () => failure(code, 10 * minuteMs);
    await clock.advance(minuteMs);
    expect(watcher.serviceHealth).toMatchObject({ state: 'unreachable', cause: code });
    const count = source.requests.length;
    watcher.noticeWake();
    await clock.advance(5 * minuteMs);
    expect(source.requests).toHaveLength(count);
    source.outcome = () => null;
    clock.sleepMachine(60 * minuteMs);
    watcher.noticeWake();
    await clock.advance(1000);
    expect(watcher.serviceHealth.state).toBe('reachable');
  },
);

test('a pause that the service asks for with a refusal of one order holds for all orders', async () => {
  const { watcher, clock, source } = await running(10);
  source.outcome = () => failure('order-not-found', 5 * minuteMs);
  watcher.checkNow([orderIdAt(1)]);
  await clock.advance(2000);
  source.outcome = () => null;
  const count = source.requests.length;
  await clock.advance(4 * minuteMs);
  expect(source.requests).toHaveLength(count);
  expect(watcher.serviceHealth).toMatchObject({ state: 'unreachable', cause: 'rate-limited' });
  await clock.advance(2 * minuteMs);
  expect(watcher.serviceHealth.state).toBe('reachable');
  expect(source.requests.length).toBeGreaterThan(count);
});

test('a sleep counts towards the pause after refused credentials', async () => {
  const { watcher, clock, source } = await running(10);
  source.outcome = () => failure('credentials-refused');
  await clock.advance(10 * minuteMs);
  source.outcome = () => null;
  const count = source.requests.length;
  clock.sleepMachine(60 * minuteMs);
  watcher.noticeWake();
  await clock.advance(1000);
  expect(source.requests.length).toBeGreaterThan(count);
  expect(watcher.serviceHealth.state).toBe('reachable');
});

test.each(['keychain-unavailable'] as const)(
  '%s stops everything until the dispatcher acts',
  async (code) => {
    const { watcher, clock, source } = await running(10);
    source.outcome = () => failure(code);
    await clock.advance(minuteMs);
    expect(watcher.serviceHealth).toMatchObject({
      state: 'unreachable',
      cause: code,
      retryAtMs: null,
    });
    const count = source.requests.length;
    await clock.advance(10 * 60 * minuteMs);
    clock.sleepMachine(60 * minuteMs);
    await clock.advance(minuteMs);
    expect(source.requests).toHaveLength(count);
    watcher.retryNow();
    await clock.advance(1000);
    expect(source.requests).toHaveLength(count + 1);
    expect(watcher.serviceHealth.state).toBe('unreachable');
    source.outcome = () => null;
    watcher.retryNow();
    await clock.advance(2000);
    expect(watcher.serviceHealth.state).toBe('reachable');
    expect(source.requests.length).toBeGreaterThanOrEqual(count + 11);
  },
);

test('an answer about an order, even a refusal, shows that the service is there', async () => {
  const { watcher, clock, source } = await running(5);
  source.outcome = () => failure('unreachable');
  await clock.advance(minuteMs);
  source.outcome = (id) => failure(id === orderIdAt(1) ? 'order-forbidden' : 'order-not-found');
  await clock.advance(minuteMs);
  expect(watcher.serviceHealth.state).toBe('reachable');
});

test('how often an order was not found counts no failures of another kind', async () => {
  const { watcher, clock, source } = await running(2);
  const [id] = watcher.list().map((watched) => watched.id);
  const codes = [
    'order-forbidden',
    'order-rejected',
    'order-not-found',
    'order-not-found',
  ] as const;
  const counts: (number | undefined)[] = [];
  for (const code of codes) {
    source.outcome = (asked) => (asked === id ? failure(code) : null);
    watcher.checkNow(watcher.list().map((watched) => watched.id));
    await clock.advance(1000);
    counts.push(watcher.list()[0]?.problem?.failureCount);
  }
  expect(counts).toEqual([1, 1, 1, 2]);
});

test('after waking without a network nothing but single attempts leaves, and no order fails', async () => {
  const { watcher, clock, source } = await running(40);
  const from = source.requests.length;
  source.mostRunning = 0;
  source.outcome = () => failure('dns-failed');
  clock.sleepMachine(8 * 60 * minuteMs);
  watcher.noticeWake();
  await clock.advance(20_000);
  expect(source.requests.length - from).toBeLessThanOrEqual(9);
  expect(source.mostRunning).toBe(1);
  source.outcome = () => null;
  await clock.advance(20_000);
  expect(watcher.serviceHealth.state).toBe('reachable');
  expect(watcher.list().every((watched) => watched.problem === null)).toBe(true);
});

test('answers of the connection before are dropped', async () => {
  const { watcher, clock, source, announced } = await running(1);
  source.latencyMs = 5000;
  source.obeysAbort = false;
  watcher.checkNow([orderIdAt(1)]);
  await clock.advance(200);
  source.outcome = () => failure('order-gone');
  source.latencyMs = 8000;
  watcher.retryNow();
  await clock.advance(6000);
  expect(watcher.get(orderIdAt(1))?.problem).toBeNull();
  expect(announced.updates).toEqual([]);
});

test('five per cent of failures do not make the service unreachable', async () => {
  const { watcher, clock, source, announced } = await running(100);
  let count = 0;
  source.outcome = () => {
    count += 1;
    return count % 20 === 0 ? failure('service-failing') : null;
  };
  await clock.advance(30 * minuteMs);
  expect(announced.healthChanges).toEqual([]);
  for (const watched of watcher.list()) {
    expect(clock.wallMs() - (watched.observedAtMs ?? 0)).toBeLessThan(4 * minuteMs);
  }
});

test('a pause that the service asks for is not ended by an answer that was under way before', async () => {
  const { watcher, clock, source } = await running(40);
  source.latencyMs = 400;
  let count = 0;
  source.outcome = () => {
    count += 1;
    return count === 3 ? failure('rate-limited', 60_000) : null;
  };
  watcher.checkNow([1, 2, 3, 4, 5, 6].map(orderIdAt));
  await clock.advance(1500);
  expect(count).toBeGreaterThan(3);
  // We did see until the last of them came.
  expect(watcher.serviceHealth).toMatchObject({
    state: 'unreachable',
    cause: 'rate-limited',
    sinceMs: watcher.pace.lastAnswerAtMs,
  });
  const sent = source.requests.length;
  await clock.advance(57_000);
  expect(source.requests).toHaveLength(sent);
});

test('of several pauses that the service asks for, the one that ends last is kept', async () => {
  const { watcher, clock, source } = await running(40);
  source.latencyMs = 400;
  let count = 0;
  source.outcome = () => {
    count += 1;
    return failure('rate-limited', count === 1 ? 7000 : 60_000);
  };
  watcher.checkNow([1, 2, 3].map(orderIdAt));
  await clock.advance(1500);
  expect(count).toBeGreaterThan(1);
  const sent = source.requests.length;
  await clock.advance(57_000);
  expect(source.requests).toHaveLength(sent);
  await clock.advance(4000);
  expect(source.requests.length).toBeGreaterThan(sent);
});

test('a few quick failures among many that left together are chance, and nothing but failures is not', async () => {
  const bench = watchBench({ limits: { requestsPerMinute: 60_000, activeEverySeconds: 30 } });
  const { announced, clock, source, watcher } = bench;
  const ids = Array.from({ length: 1000 }, (_, index) => orderIdAt(index));
  bench.assign(ids);
  watcher.start();
  await watcher.add(ids.map((id) => ({ id, label: null })));
  await clock.advance(2 * minuteMs);
  const check = source.check.bind(source);
  let count = 0;
  // A refusal comes at once, an answer after a while.
  source.check = (id, signal) => {
    count += 1;
    return count % 5 === 0 ? Promise.reject(failure('service-failing')) : check(id, signal);
  };
  await clock.advance(5 * minuteMs);
  expect(announced.healthChanges).toEqual([]);
  source.check = () => Promise.reject(failure('service-failing'));
  await clock.advance(1100);
  expect(watcher.serviceHealth.state).toBe('unreachable');
});

test('answers to requests from before an outage do not end it', async () => {
  const { watcher, clock, source } = await running(40);
  source.latencyMs = 900;
  watcher.checkNow([1, 2, 3, 4, 5, 6].map(orderIdAt));
  await clock.advance(200);
  const check = source.check.bind(source);
  source.check = () => Promise.reject(failure('connection-lost'));
  watcher.checkNow([11, 12, 13, 14, 15].map(orderIdAt));
  await clock.advance(300);
  expect(watcher.serviceHealth.state).toBe('unreachable');
  await clock.advance(600);
  // Six answers came meanwhile; we saw until then and not since.
  expect(watcher.serviceHealth).toMatchObject({
    state: 'unreachable',
    sinceMs: watcher.pace.lastAnswerAtMs,
  });
  source.check = check;
  await clock.advance(minuteMs);
  expect(watcher.serviceHealth.state).toBe('reachable');
});
