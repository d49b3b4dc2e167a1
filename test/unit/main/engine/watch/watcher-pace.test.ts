import type { OrderId } from '../../../../../core/order/order-id.ts';
import { expect, test } from 'vitest';
import { lookAt } from '../../../../support/watch/look-at.ts';
import { watchBench, type WatchBench } from '../../../../support/watch/watch-bench.ts';
import { orderIdAt } from '../../../../support/watched-orders.ts';
import type { CheckAnswer, StatedPace } from '../../../../../main/engine/watch/ports.ts';

const minuteMs = 60_000;

test('the cap is kept in every minute, and all orders wait equally long for it', async () => {
  const bench = watchBench({ limits: { requestsPerMinute: 120, activeEverySeconds: 15 } });
  bench.watcher.start();
  await bench.addAssigned(200);
  await bench.clock.advance(10 * minuteMs);
  expect(bench.source.mostWithin(minuteMs)).toBeLessThanOrEqual(120);
  const counts = Array.from(
    { length: 200 },
    (_, index) => bench.source.requestsOf(orderIdAt(index + 1)).length,
  );
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(3);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(3);
  const plan = bench.watcher.plan(orderIdAt(1));
  expect(plan.checkEveryMs).toBeGreaterThan(100_000);
  // What is shown is as old as it says: the age is that of the last answer, however long ago that was.
  const { clock, source, watcher } = bench;
  const nowMs = clock.monotonicMs();
  const ages = watcher.list().map(({ id, observedAtMs }) => {
    const answeredAtMs = source.requestsOf(id).map((atMs) => atMs + source.latencyMs);
    const last = answeredAtMs.findLast((atMs) => atMs <= nowMs) ?? Number.NaN;
    return [clock.wallMs() - (observedAtMs ?? 0), nowMs - last] as const;
  });
  for (const [shownMs, trueMs] of ages) expect(Math.abs(shownMs - trueMs)).toBeLessThanOrEqual(1);
  expect(Math.max(...ages.map(([shownMs]) => shownMs))).toBeGreaterThan(60_000);
});

test('what the paces need, what is possible and the cap are of one moment, also once the cap was lowered', async () => {
  const limits = { requestsPerMinute: 1000, activeEverySeconds: 15 };
  const bench = watchBench({ limits });
  bench.watcher.start();
  await bench.addAssigned(199);
  await bench.clock.advance(2 * minuteMs);
  const needed = () => Math.round(bench.watcher.pace.checks?.neededPerMinute ?? 0);
  expect(needed()).toBe(796);
  expect(bench.watcher.pace.checks?.possiblePerMinute).toBeGreaterThan(796);
  bench.watcher.setLimits({ ...limits, requestsPerMinute: 300 });
  expect(needed()).toBe(796);
  expect(bench.watcher.pace.checks?.possiblePerMinute).toBeLessThanOrEqual(300);
  expect(bench.watcher.pace.requestsPerMinute).toBe(300);
  await bench.clock.advance(5 * minuteMs);
  expect(bench.watcher.pace.requestsLastMinute).toBeLessThanOrEqual(300);
});

test('a pasted order has its first answer at once while the cap holds back two hundred', async () => {
  const bench = watchBench({ limits: { requestsPerMinute: 120, activeEverySeconds: 15 } });
  const { watcher, clock, source } = bench;
  watcher.start();
  await bench.addAssigned(200);
  await clock.advance(10 * minuteMs);
  const pastedAtMs = clock.monotonicMs();
  await watcher.add([{ id: orderIdAt(9999), label: null }]);
  await clock.advance(1000);
  const askedAtMs = source.requestsOf(orderIdAt(9999))[0] ?? Number.POSITIVE_INFINITY;
  expect(askedAtMs - pastedAtMs).toBeLessThanOrEqual(100);
});

test('a sleep that the system reports is answered within a slot', async () => {
  const bench = watchBench();
  const { watcher, clock } = bench;
  watcher.start();
  await bench.addAssigned(3);
  await clock.advance(minuteMs);
  clock.sleepMachine(60 * minuteMs);
  watcher.noticeWake();
  await clock.advance(300);
  for (const watched of watcher.list()) {
    expect(clock.wallMs() - (watched.observedAtMs ?? 0)).toBeLessThanOrEqual(300);
  }
});

/** What is asked within 10 s of a wake that the system reports once, and again after so many milliseconds each. */
async function askedAfterWake(againAfterMs: readonly number[]): Promise<readonly OrderId[]> {
  const bench = watchBench({ limits: { requestsPerMinute: 60_000, activeEverySeconds: 30 } });
  const { watcher, clock, source } = bench;
  watcher.start();
  await bench.addAssigned(300);
  await clock.advance(2 * minuteMs);
  const from = source.requests.length;
  clock.sleepMachine(60 * minuteMs);
  watcher.noticeWake();
  for (const ms of againAfterMs) {
    await clock.advance(ms);
    watcher.noticeWake();
  }
  await clock.advance(10_000);
  return source.requests.slice(from).map(({ id }) => id);
}

// Electron 33 reports each sleep and each wake of Linux twice.
test('a wake that the system reports again and again asks for no more than one that it reports once', async () => {
  const once = await askedAfterWake([]);
  const often = await askedAfterWake([0, 20]);
  expect(often.length).toBeLessThanOrEqual(once.length + 1);
  expect(new Set(often).size).toBe(often.length);
});

test('a clock that is set back or ahead neither freezes nor floods', async () => {
  const bench = watchBench();
  const { watcher, clock, source } = bench;
  watcher.start();
  await bench.addAssigned(50);
  await clock.advance(2 * minuteMs);
  for (const shiftMs of [-60 * minuteMs, 60 * minuteMs, -clock.wallMs()]) {
    const from = source.requests.length;
    clock.setWall(clock.wallMs() + shiftMs);
    await clock.advance(2 * minuteMs);
    const asked = source.requests.length - from;
    expect(asked).toBeGreaterThanOrEqual(50 * 6);
    expect(asked).toBeLessThanOrEqual(50 * 11);
  }
});

test('an event loop that was blocked for seconds is no reason to ask twice', async () => {
  const bench = watchBench({ limits: { requestsPerMinute: 60_000, activeEverySeconds: 15 } });
  const { watcher, clock, source } = bench;
  watcher.start();
  await bench.addAssigned(300);
  await clock.advance(2 * minuteMs);
  for (let round = 0; round < 5; round += 1) {
    const from = source.requests.length;
    clock.blockLoop(5000);
    await clock.advance(10_000);
    expect(source.requests.length - from).toBeLessThanOrEqual(330);
  }
  expect(source.mostWithin(100)).toBeLessThanOrEqual(64);
  expect(source.mostRunningPerOrder).toBe(1);
});

test('few orders are asked in slots of a second', async () => {
  const bench = watchBench({ limits: { requestsPerMinute: 6000, activeEverySeconds: 15 } });
  const { watcher, clock, source } = bench;
  watcher.start();
  await bench.addAssigned(100);
  await clock.advance(minuteMs);
  const from = source.requests.length;
  await clock.advance(minuteMs);
  const slots = new Set(source.requests.slice(from).map(({ atMs }) => Math.floor(atMs / 1000)));
  expect(source.requests.length - from).toBeGreaterThan(380);
  expect(slots.size).toBeLessThanOrEqual(62);
  const times = new Set(source.requests.slice(from).map(({ atMs }) => atMs));
  // Not one wake-up for each: those of one slot go together, as far as the limiter allows.
  expect(times.size).toBeLessThan(150);
});

async function awakened(isReported: boolean, look: (bench: WatchBench) => void) {
  const bench = watchBench({ limits: { requestsPerMinute: 60_000, activeEverySeconds: 30 } });
  bench.watcher.start();
  await bench.addAssigned(300);
  await bench.clock.advance(2 * minuteMs);
  look(bench);
  // A slot ends each second; its answers are there by then.
  await bench.clock.advance(1300);
  const from = bench.source.requests.length;
  bench.clock.sleepMachine(8 * 60 * minuteMs);
  if (isReported) bench.watcher.noticeWake();
  await bench.clock.advance(35_000);
  return { ...bench, after: bench.source.requests.slice(from).map((request) => request.id) };
}

test.each([
  ['that the system reports', true],
  ['that is not reported', false],
])(
  'after a sleep %s the rows on the screen come first, then the pinned, then the rest',
  async (_which, isReported) => {
    const { after, source } = await awakened(isReported, ({ clock, watcher }) => {
      watcher.pin([orderIdAt(200), orderIdAt(201)], true);
      watcher.setInView([orderIdAt(100), orderIdAt(101)]);
      lookAt(watcher, clock, [orderIdAt(50)]);
    });
    expect(new Set(after.slice(0, 2))).toEqual(new Set([orderIdAt(100), orderIdAt(101)]));
    expect(new Set(after.slice(2, 4))).toEqual(new Set([orderIdAt(200), orderIdAt(201)]));
    expect(after.indexOf(orderIdAt(50))).toBeLessThanOrEqual(5);
    expect(new Set(after).size).toBe(300);
    expect(source.mostWithin(100)).toBeLessThanOrEqual(64);
  },
);

test('with a low cap the orders on the screen and the pinned ones are in time, and no order is left out', async () => {
  const bench = watchBench({ limits: { requestsPerMinute: 60, activeEverySeconds: 15 } });
  const { watcher, clock, source } = bench;
  watcher.start();
  await bench.addAssigned(300);
  const inView = Array.from({ length: 10 }, (_, index) => orderIdAt(index + 100));
  watcher.setInView(inView);
  watcher.pin([orderIdAt(7)], true);
  await clock.advance(30 * minuteMs);
  const front = [...inView, orderIdAt(7)];
  for (const id of front) {
    const everyMs = watcher.plan(id).checkEveryMs ?? 0;
    const asked = source.requestsOf(id).slice(1);
    const gaps = asked.slice(1).map((atMs, index) => atMs - (asked[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(everyMs * 1.5);
  }
  const asked = new Set(source.requests.map((request) => request.id));
  expect(asked.size).toBe(300);
  expect(source.mostWithin(minuteMs)).toBeLessThanOrEqual(60);
});

test('a pin is stored, and an order that is not watched is neither pinned nor in view', async () => {
  const { watcher, store, add, clock } = watchBench();
  watcher.start();
  await add(1);
  watcher.pin([orderIdAt(1), orderIdAt(2)], true);
  watcher.setInView([orderIdAt(2)]);
  await clock.advance(1000);
  expect(store.orders.get(orderIdAt(1))?.isPinned).toBe(true);
  expect(watcher.get(orderIdAt(2))).toBeUndefined();
});

async function underWay() {
  const bench = watchBench({ limits: { activeEverySeconds: 10 } });
  bench.assign([1, 2, 3].map(orderIdAt));
  bench.watcher.start();
  await bench.add(1, 2, 3);
  const asked = async (forMs: number): Promise<number> => {
    const before = bench.source.requests.length;
    await bench.clock.advance(forMs);
    return bench.source.requests.length - before;
  };
  return { ...bench, asked };
}

test('twice as slow asks half as often, and the row says so', async () => {
  const { watcher, asked } = await underWay();
  await asked(minuteMs);
  expect(await asked(10 * minuteMs)).toBe(180);
  watcher.setPaceFactor(2);
  expect(watcher.plan(orderIdAt(1)).checkEveryMs).toBe(20_000);
  await asked(minuteMs);
  expect(await asked(10 * minuteMs)).toBe(90);
});

test('going back to full pace takes effect within one interval, not after the slow one', async () => {
  const { watcher, asked, clock } = await underWay();
  watcher.setPaceFactor(20);
  await asked(10 * minuteMs);
  watcher.setPaceFactor(1);
  const dueAtMs = [1, 2, 3].map((index) => watcher.plan(orderIdAt(index)).nextCheckAtMs ?? 0);
  expect(Math.max(...dueAtMs) - clock.wallMs()).toBeLessThanOrEqual(10_000);
  expect(await asked(minuteMs)).toBeGreaterThanOrEqual(15);
});

test('the same pace factor again plans and announces nothing anew', async () => {
  const { watcher, announced, asked } = await underWay();
  watcher.setPaceFactor(20);
  await asked(minuteMs);
  const plans = [1, 2, 3].map((index) => watcher.plan(orderIdAt(index)));
  announced.changed.length = 0;
  watcher.setPaceFactor(20);
  await asked(1000);
  expect(announced.changed).toEqual([]);
  expect([1, 2, 3].map((index) => watcher.plan(orderIdAt(index)))).toEqual(plans);
});

test('an order that is asked for by name is asked at once, however slow the pace', async () => {
  const { watcher, asked } = await underWay();
  watcher.setPaceFactor(20);
  await asked(minuteMs);
  watcher.checkNow([orderIdAt(2)]);
  expect(await asked(100)).toBe(1);
});

const silent: StatedPace = { pollEveryMs: null, pauseMs: null, perMinute: null, window: null };

/** A bench whose service says how much it wants to be asked with every good answer. */
async function statingBench(orderCount: number, stated: (atMs: number) => StatedPace | null) {
  const bench = watchBench({ limits: { requestsPerMinute: 6000, activeEverySeconds: 15 } });
  const { source, clock } = bench;
  const check = source.check.bind(source);
  source.check = async (id, signal): Promise<CheckAnswer> => {
    const answer = await check(id, signal);
    const pace = stated(clock.monotonicMs());
    return pace === null ? answer : { ...answer, stated: pace };
  };
  bench.watcher.start();
  await bench.addAssigned(orderCount);
  return bench;
}

test('an order is not asked for more often than the service wants', async () => {
  const { source, clock, watcher } = await statingBench(5, () => ({
    ...silent,
    pollEveryMs: minuteMs,
  }));
  await clock.advance(3 * minuteMs);
  const from = source.requests.length;
  await clock.advance(10 * minuteMs);
  expect(source.requests.length - from).toBeLessThanOrEqual(5 * 10);
  expect(source.requests.length - from).toBeGreaterThanOrEqual(5 * 9);
  expect(watcher.plan(orderIdAt(1)).checkEveryMs).toBe(minuteMs);
});

test('a rate that the service states is kept in every minute, and all orders are still checked', async () => {
  const { source, clock } = await statingBench(100, () => ({ ...silent, perMinute: 60 }));
  await clock.advance(2 * minuteMs);
  source.requests.length = 0;
  await clock.advance(20 * minuteMs);
  expect(source.mostWithin(minuteMs)).toBeLessThanOrEqual(60);
  expect(new Set(source.requests.map(({ id }) => id)).size).toBe(100);
});

test('what a service stated does not count for another one, and still counts for itself', async () => {
  const { source, clock, watcher } = await statingBench(20, (atMs) =>
    atMs > 10 * minuteMs ? null : { ...silent, perMinute: 6, pollEveryMs: 10 * minuteMs },
  );
  watcher.connected('https://api.example.com');
  await clock.advance(12 * minuteMs);
  const sentIn = async (ms: number): Promise<number> => {
    const from = source.requests.length;
    await clock.advance(ms);
    return source.requests.length - from;
  };
  expect(await sentIn(2 * minuteMs)).toBeLessThanOrEqual(12);
  watcher.connected('https://api.example.com');
  expect(await sentIn(2 * minuteMs)).toBeLessThanOrEqual(12);
  watcher.connected('https://other.example.com');
  expect(await sentIn(2 * minuteMs)).toBeGreaterThan(60);
});

test('what is left of a window is spread over its rest, and nothing leaves when nothing is left', async () => {
  let left = 30;
  const { source, clock } = await statingBench(100, (atMs) => {
    left = Math.max(left - 1, 0);
    const resetInMs = minuteMs - (atMs % minuteMs);
    if (resetInMs > minuteMs - 100) left = 30;
    return { ...silent, window: { remaining: left, resetInMs } };
  });
  await clock.advance(15 * minuteMs);
  const perWindow = new Map<number, number>();
  for (const { atMs } of source.requests) {
    const window = Math.floor(atMs / minuteMs);
    perWindow.set(window, (perWindow.get(window) ?? 0) + 1);
  }
  // The first requests leave before the service has said anything.
  const settled = [...perWindow].filter(([window]) => window > 0).map(([, count]) => count);
  expect(Math.max(...settled)).toBeLessThanOrEqual(40);
  expect(Math.min(...settled.slice(0, -1))).toBeGreaterThanOrEqual(1);
});

test('a pause that comes with a good answer is kept, and the pace comes back by itself', async () => {
  let pauseMs: number | null = null;
  const { source, clock } = await statingBench(20, () => ({ ...silent, pauseMs }));
  await clock.advance(minuteMs);
  pauseMs = 30_000;
  await clock.advance(3000);
  pauseMs = null;
  const from = source.requests.length;
  await clock.advance(20_000);
  expect(source.requests.length).toBe(from);
  await clock.advance(minuteMs);
  expect(source.requests.length - from).toBeGreaterThanOrEqual(40);
});
