import { describe, expect, test } from 'vitest';
import type { DeliveryFailureCode } from '../../../../../core/delivery/delivery-failure.ts';
import type { OrderId } from '../../../../../core/order/order-id.ts';
import { failure } from '../../../../support/watch/scripted-source.ts';
import {
  startedBench,
  watchBench,
  type WatchBench,
} from '../../../../support/watch/watch-bench.ts';
import { orderIdAt, someOrder } from '../../../../support/watched-orders.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const upTo = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => index + 1);

/** A bench whose orders, numbered from 1, were read for a while. */
async function reading(count: number): Promise<WatchBench> {
  const bench = await startedBench(upTo(count));
  await bench.clock.advance(2 * minuteMs);
  return bench;
}

const problems = ({ watcher }: WatchBench): readonly (DeliveryFailureCode | null)[] =>
  watcher.list().map(({ problem }) => problem?.code ?? null);

const cause = ({ watcher: { serviceHealth } }: WatchBench): DeliveryFailureCode | null =>
  serviceHealth.state === 'unreachable' ? serviceHealth.cause : null;

/** Every problem that any order had meanwhile. */
async function problemsWithin(bench: WatchBench, ms: number): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  for (let passed = 0; passed < ms; passed += 500) {
    await bench.clock.advance(500);
    for (const code of problems(bench)) if (code !== null) seen.add(code);
  }
  return seen;
}

/** The orders that were not read within so long. */
function unread({ clock, watcher }: WatchBench, withinMs: number): readonly OrderId[] {
  return watcher
    .list()
    .filter(({ observedAtMs }) => clock.wallMs() - (observedAtMs ?? 0) > withinMs)
    .map(({ id }) => id);
}

describe('the same refusal for all orders that were read lately', () => {
  test.each([
    ['order-not-found', 'service-failing'],
    ['order-gone', 'service-failing'],
    ['order-rejected', 'service-failing'],
    ['answer-unreadable', 'service-failing'],
    ['order-forbidden', 'authorization-refused'],
  ] as const)(
    '%s is one loss of contact, no order has a problem, and all are read again within an interval',
    async (code, expected) => {
      const bench = await reading(12);
      const sinceMs = bench.watcher.pace.lastAnswerAtMs;
      bench.source.outcome = () => failure(code);
      expect(await problemsWithin(bench, 3 * minuteMs)).toEqual(new Set());
      expect(cause(bench)).toBe(expected);
      expect(bench.watcher.serviceHealth).toMatchObject({ sinceMs });
      const before = bench.source.requests.length;
      await bench.clock.advance(3 * hourMs);
      // Single attempts with pauses of up to five minutes.
      expect(bench.source.requests.length - before).toBeLessThanOrEqual(120);
      bench.source.outcome = () => null;
      await bench.clock.advance(5 * minuteMs + 30_000);
      expect(cause(bench)).toBeNull();
      expect(unread(bench, minuteMs)).toEqual([]);
      expect(problems(bench)).toEqual(upTo(12).map(() => null));
      const states = bench.announced.healthChanges.map(({ state }) => state);
      expect(states.filter((state) => state === 'reachable')).toHaveLength(1);
      expect(bench.announced.updates).toEqual([]);
    },
  );

  test('three orders are enough, and take a few requests to tell', async () => {
    const bench = await reading(3);
    bench.source.outcome = () => failure('order-not-found');
    const before = bench.source.requests.length;
    expect(await problemsWithin(bench, minuteMs)).toEqual(new Set());
    expect(cause(bench)).toBe('service-failing');
    bench.source.outcome = () => null;
    await bench.clock.advance(minuteMs);
    expect(cause(bench)).toBeNull();
    expect(bench.source.requests.length - before).toBeLessThan(30);
  });

  test('is one loss of contact after a restart too, as long as the orders were read in the last hour', async () => {
    for (const [awayMs, expected] of [
      [50 * minuteMs, 'service-failing'],
      [70 * minuteMs, null],
    ] as const) {
      const before = await reading(5);
      await before.watcher.stop();
      await before.clock.advance(awayMs);
      const bench = watchBench({ clock: before.clock, store: before.store });
      bench.source.outcome = () => failure('order-not-found');
      bench.watcher.start();
      await bench.clock.advance(minuteMs);
      expect(cause(bench)).toBe(expected);
      expect(problems(bench)).toEqual(
        upTo(5).map(() => (expected === null ? 'order-not-found' : null)),
      );
      await bench.watcher.stop();
    }
  });

  test('a uuid that is added meanwhile waits for the service, and has its own answer then', async () => {
    const bench = await reading(4);
    const isRefusing = { all: true };
    const wrong = orderIdAt(9);
    bench.source.outcome = (id) =>
      isRefusing.all || id === wrong ? failure('order-not-found') : null;
    await bench.clock.advance(2 * minuteMs);
    await bench.add(9);
    expect(await problemsWithin(bench, 2 * minuteMs)).toEqual(new Set());
    isRefusing.all = false;
    await bench.clock.advance(2 * minuteMs);
    expect(cause(bench)).toBeNull();
    expect(bench.watcher.get(wrong)?.problem?.code).toBe('order-not-found');
  });

  test('that begins with some orders while others are still read leaves none with a problem', async () => {
    const bench = await reading(12);
    const refused = new Set<OrderId>();
    bench.source.outcome = (id) => (refused.has(id) ? failure('order-not-found') : null);
    for (const index of upTo(12)) {
      refused.add(orderIdAt(index));
      await bench.clock.advance(3000);
    }
    await bench.clock.advance(minuteMs);
    expect(cause(bench)).toBe('service-failing');
    expect(problems(bench)).toEqual(upTo(12).map(() => null));
  });

  test('holds up no order that a person asks for, nor one of another service', async () => {
    const bench = await reading(5);
    bench.watcher.connected('https://one.example');
    const own = new Set<OrderId>();
    bench.source.outcome = (id) => (own.has(id) ? null : failure('order-not-found'));
    await bench.clock.advance(2 * minuteMs);
    expect(cause(bench)).toBe('service-failing');
    own.add(orderIdAt(9));
    await bench.add(9);
    await bench.clock.advance(30_000);
    expect(bench.watcher.get(orderIdAt(9))?.order).not.toBeNull();
    bench.watcher.connected('https://another.example');
    own.clear();
    await bench.clock.advance(30_000);
    expect(cause(bench)).toBeNull();
    expect(bench.watcher.get(orderIdAt(1))?.problem?.code).toBe('order-not-found');
  });

  test('is looked for with orders that are still checked', async () => {
    const bench = await reading(3);
    const { clock, source, watcher } = bench;
    const id = orderIdAt(3);
    source.orders.set(id, someOrder(id, { status: { raw: 'completed', phase: 'done' } }));
    watcher.checkNow([id]);
    await clock.advance(2 * hourMs + 6 * minuteMs);
    expect(watcher.plan(id).nextCheckAtMs).toBeNull();
    source.outcome = () => failure('order-not-found');
    await clock.advance(minuteMs);
    expect(problems(bench)).toEqual(['order-not-found', 'order-not-found', null]);
  });

  test('that follows another failure is still one loss of contact', async () => {
    const bench = await reading(6);
    bench.source.outcome = () => failure('timeout');
    await bench.clock.advance(2 * minuteMs);
    bench.source.outcome = () => failure('order-not-found');
    expect(await problemsWithin(bench, 3 * minuteMs)).toEqual(new Set());
    expect(cause(bench)).toBe('service-failing');
    bench.source.outcome = () => null;
    await bench.clock.advance(2 * minuteMs);
    expect(unread(bench, minuteMs)).toEqual([]);
  });
});

describe('a refusal of a single order', () => {
  test('is told within seconds, once two others were asked', async () => {
    const bench = await reading(6);
    const [id] = [orderIdAt(1)];
    bench.source.outcome = (asked) => (asked === id ? failure('order-forbidden') : null);
    bench.watcher.checkNow([id]);
    await bench.clock.advance(3000);
    expect(bench.watcher.get(id)?.problem).toMatchObject({
      code: 'order-forbidden',
      failureCount: 1,
    });
    expect(cause(bench)).toBeNull();
    await bench.clock.advance(10 * minuteMs);
    expect(problems(bench).filter((code) => code !== null)).toEqual(['order-forbidden']);
    expect(bench.announced.healthChanges).toEqual([]);
  });

  test('goes away when the order is read again', async () => {
    const bench = await reading(6);
    const id = orderIdAt(1);
    bench.source.outcome = (asked) => (asked === id ? failure('order-not-found') : null);
    await bench.clock.advance(minuteMs);
    bench.source.outcome = () => null;
    await bench.clock.advance(minuteMs);
    expect(problems(bench)).toEqual(upTo(6).map(() => null));
  });

  test('of several that are refused in several ways is each order’s own', async () => {
    const bench = await reading(4);
    bench.source.outcome = (id) =>
      failure(id === orderIdAt(1) || id === orderIdAt(2) ? 'order-gone' : 'order-forbidden');
    await bench.clock.advance(minuteMs);
    const own = ['order-gone', 'order-gone', 'order-forbidden', 'order-forbidden'];
    expect(upTo(4).map((at) => bench.watcher.get(orderIdAt(at))?.problem?.code)).toEqual(own);
  });

  test('of three that end together among many is each order’s own, a moment later', async () => {
    const bench = await reading(40);
    const gone = new Set([7, 8, 9].map(orderIdAt));
    bench.source.outcome = (id) => (gone.has(id) ? failure('order-not-found') : null);
    bench.watcher.checkNow([...gone]);
    await bench.clock.advance(30_000);
    expect(cause(bench)).toBeNull();
    await bench.clock.advance(2 * minuteMs);
    expect(problems(bench).filter((code) => code !== null)).toHaveLength(3);
  });

  test('of uuids that were never read is told at once, however many there are', async () => {
    const bench = await startedBench([1]);
    bench.source.outcome = (id) => (id === orderIdAt(1) ? null : failure('order-not-found'));
    await bench.add(2, 3, 4, 5);
    await bench.clock.advance(1000);
    expect(problems(bench).filter((code) => code === 'order-not-found')).toHaveLength(4);
    expect(cause(bench)).toBeNull();
  });
});

describe('with fewer than three orders', () => {
  test.each(['order-not-found', 'order-forbidden', 'order-gone'] as const)(
    '%s for all is told of each, is not given up in an outage of hours, and ends with the first answer',
    async (code) => {
      const bench = await reading(2);
      bench.source.outcome = () => failure(code);
      await bench.clock.advance(minuteMs);
      expect(problems(bench)).toEqual([code, code]);
      await bench.clock.advance(5 * hourMs);
      expect(
        bench.watcher.list().every(({ id }) => bench.watcher.plan(id).nextCheckAtMs !== null),
      ).toBe(true);
      bench.source.outcome = () => null;
      const isStill = (): boolean => problems(bench).every((each) => each !== null);
      for (let passed = 0; passed < 6 * minuteMs && isStill(); passed += 1000) {
        await bench.clock.advance(1000);
      }
      await bench.clock.advance(2000);
      expect(problems(bench)).toEqual([null, null]);
    },
  );

  test('an order that is refused while another is read is given up as before', async () => {
    const bench = await reading(2);
    const id = orderIdAt(1);
    bench.source.outcome = (asked) => (asked === id ? failure('order-not-found') : null);
    await bench.clock.advance(3 * hourMs);
    expect(bench.watcher.plan(id).nextCheckAtMs).toBeNull();
  });
});
