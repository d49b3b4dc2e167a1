import { expect, test } from 'vitest';
import { inEnglish } from '../../../../../core/text/language.ts';
import {
  boardHandlers,
  type BoardTargets,
} from '../../../../../main/engine/board/board-handlers.ts';
import { RecordingLog } from '../../../../support/recording-log.ts';
import { watchBench } from '../../../../support/watch/watch-bench.ts';
import { orderIdAt } from '../../../../support/watched-orders.ts';
import type { OrderId } from '../../../../../core/order/order-id.ts';

const minuteMs = 60_000;

/** A desk that may send 60 requests a minute for its 300 orders, which need 20 a second. */
async function shortOfRequests(requestsPerMinute = 60) {
  const bench = watchBench({ limits: { requestsPerMinute, activeEverySeconds: 15 } });
  const { watcher, clock, source } = bench;
  const unused = new Proxy({} as BoardTargets, { get: () => undefined });
  const { contactRetry, ordersChanged, history, archive, archived, seenOrders } = unused;
  const { settings, phoneShown, annotationChanges } = unused;
  const handlers = boardHandlers({
    contactRetry,
    feed: {
      archivedRows: () => [],
      flush: () => undefined,
      listen: () => undefined,
      opened: () => undefined,
      ordersChanged: () => undefined,
      snapshot: () => {
        throw new Error('No window asks for the board.');
      },
    },
    search: { find: () => [], listen: () => undefined },
    ordersChanged,
    history,
    archive,
    archived,
    seenOrders,
    annotationChanges,
    settings,
    phoneShown,
    watch: watcher,
    window: {
      view: null,
      listens: () => undefined,
      sendIfListening: () => undefined,
      orderOpened: () => undefined,
      remembered: () => undefined,
    },
    localisation: inEnglish,
    log: new RecordingLog(),
  });
  watcher.start();
  const indexes = Array.from({ length: 300 }, (_, index) => index + 1);
  bench.assign(indexes.map(orderIdAt));
  await bench.add(...indexes);
  await clock.advance(10 * minuteMs);
  const longestGapMs = async (id: OrderId, forMs: number): Promise<number> => {
    const fromMs = clock.monotonicMs();
    await clock.advance(forMs);
    const asked = source.requestsOf(id).filter((atMs) => atMs >= fromMs);
    const moments = [fromMs, ...asked, clock.monotonicMs()];
    return Math.max(...moments.slice(1).map((atMs, index) => atMs - (moments[index] ?? atMs)));
  };
  return { ...bench, handlers, longestGapMs };
}

test('the order that is looked at is checked in time though the cap is short', async () => {
  const { clock, handlers, longestGapMs, source, watcher } = await shortOfRequests();
  const id = orderIdAt(42);
  await handlers['window:open-order']({ id });
  await clock.advance(minuteMs);
  expect(await longestGapMs(id, 20 * minuteMs)).toBeLessThanOrEqual(17_000);
  const { checkEveryMs } = watcher.plan(id);
  expect(checkEveryMs).toBeGreaterThan(13_000);
  expect(checkEveryMs).toBeLessThan(17_000);
  expect(source.mostWithin(minuteMs)).toBeLessThanOrEqual(60);
  // What is said of all others: their pace, longer by this factor.
  const { stretch } = watcher;
  expect(stretch).toBeGreaterThan(2);
  expect(await longestGapMs(orderIdAt(7), 20 * minuteMs)).toBeGreaterThan(15_000 * stretch * 0.9);
  // The others wait a little longer, and none is left out.
  const counts = source.requests.slice(-900).filter((request) => request.id !== id);
  expect(new Set(counts.map((request) => request.id)).size).toBe(299);
});

test('an order that is opened with an old answer is asked for at once', async () => {
  const { clock, handlers, source } = await shortOfRequests();
  const id = orderIdAt(42);
  const before = source.requestsOf(id).length;
  await handlers['window:open-order']({ id });
  await clock.advance(3000);
  expect(source.requestsOf(id).length - before).toBe(1);
});

test('once it is closed it waits its turn like the others', async () => {
  const { clock, handlers, source } = await shortOfRequests();
  const id = orderIdAt(42);
  await handlers['window:open-order']({ id });
  await clock.advance(2 * minuteMs);
  await handlers['window:open-order']({ id: null });
  await clock.advance(minuteMs);
  const before = source.requestsOf(id).length;
  await clock.advance(10 * minuteMs);
  expect(source.requestsOf(id).length - before).toBeLessThanOrEqual(3);
});

test('one order never takes more than half of the requests, however few there are', async () => {
  const { clock, handlers, source } = await shortOfRequests(6);
  const id = orderIdAt(42);
  await handlers['window:open-order']({ id });
  await clock.advance(5 * minuteMs);
  const from = source.requests.length;
  await clock.advance(20 * minuteMs);
  const asked = source.requests.slice(from);
  expect(asked.filter((request) => request.id === id).length).toBeLessThanOrEqual(
    asked.length / 2 + 1,
  );
  expect(source.mostWithin(minuteMs)).toBeLessThanOrEqual(6);
});
