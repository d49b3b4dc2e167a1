import { expect, test } from 'vitest';
import type { WatchBench } from '../../../support/watch/watch-bench.ts';
import { orderIdAt, someOrder } from '../../../support/watched-orders.ts';
import { watchBench } from '../../../support/watch/watch-bench.ts';

const minuteMs = 60_000;

async function fill(bench: WatchBench, count: number): Promise<void> {
  const indexes = Array.from({ length: count }, (_, index) => index + 1);
  for (const index of indexes) {
    const id = orderIdAt(index);
    bench.source.orders.set(id, someOrder(id, { status: { raw: 'active', phase: 'assigned' } }));
  }
  await bench.add(...indexes);
}

test('a thousand orders are spread over the interval and each is asked in time', async () => {
  const bench = watchBench({ limits: { requestsPerMinute: 60_000, activeEverySeconds: 30 } });
  const { watcher, clock, source } = bench;
  watcher.start();
  await fill(bench, 1000);
  await clock.advance(2 * minuteMs);
  const from = source.requests.length;
  await clock.advance(3 * minuteMs);
  const steady = source.requests.slice(from);
  // 1000 orders every 30 s are 33.3 requests/s, which leave in slots of a second, together or nearly so.
  expect(new Set(steady.map(({ atMs }) => atMs)).size).toBeLessThanOrEqual(2 * 180);
  expect(source.mostWithin(100)).toBeLessThanOrEqual(48);
  const lastAt = new Map<string, number>();
  const gaps = steady.flatMap(({ id, atMs }) => {
    const before = lastAt.get(id);
    lastAt.set(id, atMs);
    return before === undefined ? [] : [atMs - before];
  });
  expect(Math.min(...gaps)).toBeGreaterThan(29_700);
  expect(Math.max(...gaps)).toBeLessThan(30_300);
  expect(lastAt.size).toBe(1000);
  expect(source.mostRunningPerOrder).toBe(1);
  expect(source.mostRunning).toBeLessThanOrEqual(64);
});

test('when a whole list turns to a slower pace, those that have not yet are asked in time', async () => {
  const bench = watchBench({ limits: { requestsPerMinute: 60_000, activeEverySeconds: 30 } });
  const { watcher, clock, source } = bench;
  watcher.start();
  const ids = Array.from({ length: 1000 }, (_, index) => orderIdAt(index + 1));
  for (const id of ids) {
    source.orders.set(id, someOrder(id, { status: { raw: 'pending', phase: 'searching' } }));
  }
  await bench.add(...ids.map((_, index) => index + 1));
  // Orders that wait for a courier are asked every 40 s, and after ten minutes every two.
  await clock.advance(9.9 * minuteMs);
  const paces = new Set<number | null>();
  let mostLate = 0;
  for (let second = 0; second < 90; second += 1) {
    await clock.advance(1000);
    for (const id of ids) {
      const everyMs = watcher.plan(id).checkEveryMs;
      paces.add(everyMs);
      const ageMs = clock.wallMs() - (watcher.get(id)?.observedAtMs ?? 0);
      mostLate = Math.max(mostLate, ageMs / (everyMs ?? 1));
    }
  }
  expect([...paces]).toEqual([40_000, 120_000]);
  expect(mostLate).toBeLessThan(1.1);
});

test('a paste of a thousand does not burst', async () => {
  const bench = watchBench({ limits: { requestsPerMinute: 60_000, activeEverySeconds: 30 } });
  bench.watcher.start();
  await fill(bench, 1000);
  await bench.clock.advance(minuteMs);
  expect(new Set(bench.source.requests.map((request) => request.id)).size).toBe(1000);
  expect(bench.source.mostWithin(100)).toBeLessThanOrEqual(64);
  expect(bench.source.mostRunning).toBeLessThanOrEqual(64);
});

test('the cap is kept in every minute, and everyone waits equally long for it', async () => {
  const bench = watchBench({ limits: { requestsPerMinute: 120, activeEverySeconds: 15 } });
  bench.watcher.start();
  await fill(bench, 200);
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

test('a pasted order has its first answer at once while the cap holds back two hundred', async () => {
  const bench = watchBench({ limits: { requestsPerMinute: 120, activeEverySeconds: 15 } });
  const { watcher, clock, source } = bench;
  watcher.start();
  await fill(bench, 200);
  await clock.advance(10 * minuteMs);
  const pastedAtMs = clock.monotonicMs();
  await watcher.add([{ id: orderIdAt(9999), label: null }]);
  await clock.advance(1000);
  const askedAtMs = source.requestsOf(orderIdAt(9999))[0] ?? Number.POSITIVE_INFINITY;
  expect(askedAtMs - pastedAtMs).toBeLessThanOrEqual(100);
});

test('after a sleep everything is fresh again without a burst, most looked-at first', async () => {
  const bench = watchBench({ limits: { requestsPerMinute: 60_000, activeEverySeconds: 30 } });
  const { watcher, clock, source } = bench;
  watcher.start();
  await fill(bench, 500);
  await clock.advance(2 * minuteMs);
  watcher.markSeen([orderIdAt(321)]);
  await clock.advance(1000);
  const from = source.requests.length;
  const wokeAtMs = clock.monotonicMs();
  clock.sleepMachine(8 * 60 * minuteMs);
  await clock.advance(5000);
  const first = source.requests[from];
  expect((first?.atMs ?? 0) - wokeAtMs).toBeLessThanOrEqual(4100);
  await clock.advance(25_000);
  const after = source.requests.slice(from);
  expect(new Set(after.map((request) => request.id)).size).toBe(500);
  expect(source.mostWithin(100)).toBeLessThanOrEqual(64);
  expect(after.slice(0, 3).map((request) => request.id)).toContain(orderIdAt(321));
});

test('a sleep that the system reports is answered within a slot', async () => {
  const bench = watchBench();
  const { watcher, clock } = bench;
  watcher.start();
  await fill(bench, 3);
  await clock.advance(minuteMs);
  clock.sleepMachine(60 * minuteMs);
  watcher.noticeWake();
  await clock.advance(300);
  for (const watched of watcher.list()) {
    expect(clock.wallMs() - (watched.observedAtMs ?? 0)).toBeLessThanOrEqual(300);
  }
});

test('a clock that is set back or ahead neither freezes nor floods', async () => {
  const bench = watchBench();
  const { watcher, clock, source } = bench;
  watcher.start();
  await fill(bench, 50);
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
  await fill(bench, 300);
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

test('a pasted order is answered within a round trip and a slot, with ten thousand others watched', async () => {
  const bench = watchBench({ limits: { requestsPerMinute: 60_000, activeEverySeconds: 30 } });
  const { watcher, clock, source } = bench;
  source.latencyMs = 90;
  watcher.start();
  await fill(bench, 10_000);
  await clock.advance(minuteMs);
  expect(watcher.list().every(({ observedAtMs }) => observedAtMs !== null)).toBe(true);
  const slotMs = 10;
  for (let pasted = 0; pasted < 5; pasted += 1) {
    const id = orderIdAt(20_000 + pasted);
    await watcher.add([{ id, label: null }]);
    await clock.advance(source.latencyMs + slotMs);
    expect(watcher.get(id)?.observedAtMs).not.toBeNull();
    await clock.advance(237);
  }
  expect(source.mostRunningPerOrder).toBe(1);
  expect(source.mostRunning).toBeLessThanOrEqual(64);
}, 60_000);

test('few orders are asked in slots of a second, and what somebody waits for is not', async () => {
  const bench = watchBench({ limits: { requestsPerMinute: 6000, activeEverySeconds: 15 } });
  const { watcher, clock, source } = bench;
  watcher.start();
  await fill(bench, 100);
  await clock.advance(minuteMs);
  const from = source.requests.length;
  await clock.advance(minuteMs);
  const slots = new Set(source.requests.slice(from).map(({ atMs }) => Math.floor(atMs / 1000)));
  expect(source.requests.length - from).toBeGreaterThan(380);
  expect(slots.size).toBeLessThanOrEqual(62);
  const times = new Set(source.requests.slice(from).map(({ atMs }) => atMs));
  // Not one wake-up for each: those of one slot go together, as far as the limiter allows.
  expect(times.size).toBeLessThan(150);
  for (let pasted = 0; pasted < 5; pasted += 1) {
    const pastedAtMs = clock.monotonicMs();
    await watcher.add([{ id: orderIdAt(5000 + pasted), label: null }]);
    await clock.advance(210);
    const [askedAtMs = Number.NaN] = source.requestsOf(orderIdAt(5000 + pasted));
    expect(askedAtMs - pastedAtMs).toBeLessThanOrEqual(100);
  }
});
