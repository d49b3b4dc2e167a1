import { expect, test } from 'vitest';
import { inEnglish } from '../../../core/text/language.ts';
import { boardHandlers, type BoardTargets } from '../../../main/engine/board/board-handlers.ts';
import { connectionHandlers } from '../../../main/engine/connection/connection-handlers.ts';
import { ContactRetry } from '../../../main/engine/connection/contact-retry.ts';
import { FaultBench, unreachableBecause } from '../../support/faults/fault-bench.ts';
import { RecordingLog } from '../../support/recording-log.ts';

/** What the window asks for, joined with a bench as in main/desktop. */
function requestsOf({ connection, watcher }: FaultBench) {
  const contactRetry = new ContactRetry({ connection, watch: watcher });
  const unused = new Proxy({} as BoardTargets, { get: () => undefined });
  const { feed, ordersChanged, history, archive, seenOrders, settings, window, phoneShown } =
    unused;
  const { archived, search, annotationChanges } = unused;
  const shown = { feed, search, ordersChanged, history, archive, archived, window };
  const rest = { ...shown, seenOrders, annotationChanges, settings, phoneShown };
  const log = new RecordingLog();
  const shared = { contactRetry, watch: watcher, localisation: inEnglish };
  return {
    ...boardHandlers({ ...rest, ...shared, log }),
    ...connectionHandlers({
      ...shared,
      connection,
      contractNotes: { entries: [] },
      chooseCaFile: () => Promise.resolve(null),
      testProgressed: () => undefined,
    }),
  };
}

/** For nine seconds the service answers 401 to everything, and blames the client. */
async function refusedForNineSeconds(orderCount = 3): Promise<FaultBench> {
  const bench = await FaultBench.started({ orderCount });
  bench.service.clearLog();
  const body = { error: 'invalid_client' };
  bench.service.fault({ match: {}, action: { do: 'answer', status: 401, body } });
  await bench.checkAll();
  await bench.advance(9000);
  expect(unreachableBecause(bench)).toBe('credentials-refused');
  bench.service.faults.clear();
  return bench;
}

test('credentials that were refused in passing are tried again by themselves half a minute later', async () => {
  const bench = await refusedForNineSeconds();
  await bench.advance(25_000);
  expect(bench.watcher.serviceHealth.state).toBe('reachable');
  // The one that was refused, and the one that was not.
  expect(bench.service.counts().token).toBe(2);
  await bench.advance(10_000);
  expect(bench.desktop.shown.map(({ title }) => title)).toEqual([
    'Credentials refused',
    expect.stringMatching(/^Connected again after/),
  ]);
});

test('many checks that are under way when a token is revoked send refused credentials once', async () => {
  const bench = await FaultBench.started({ orderCount: 40 });
  // Half of the answers come seconds after the others.
  bench.onOrders({ do: 'delay', ms: 4000 }, {}, bench.ids.slice(20));
  bench.service.clearLog();
  bench.watcher.checkNow(bench.ids);
  await bench.advance(100);
  bench.service.rotateSecret('another');
  bench.service.revokeTokens();
  await bench.advance(25_000);
  expect(bench.service.counts().token).toBe(1);
});

test.each(['R', 'resuming', 'the button', 'a connection test that passes'])(
  '%s tries refused credentials at once',
  async (way) => {
    const bench = await refusedForNineSeconds();
    const requests = requestsOf(bench);
    const { baseUrl, clientId } = bench.connection.profile ?? { baseUrl: '', clientId: '' };
    switch (way) {
      case 'R':
        await requests['orders:check-now']({ ids: [bench.first] });
        break;
      case 'resuming':
        await requests['checking:pause']({ untilMs: null });
        await requests['checking:resume'](undefined);
        break;
      case 'the button':
        await requests['connection:retry'](undefined);
        break;
      default:
        await requests['connection:test']({ baseUrl, clientId, clientSecret: null });
    }
    await bench.advance(300);
    expect(bench.watcher.serviceHealth.state).toBe('reachable');
  },
);

test('a connection test with other credentials leaves the pause as it is', async () => {
  const bench = await refusedForNineSeconds();
  const { baseUrl } = bench.connection.profile ?? { baseUrl: '' };
  bench.service.rotateSecret('another');
  const draft = { baseUrl, clientId: bench.service.credentials.clientId, clientSecret: 'another' };
  const tested = await requestsOf(bench)['connection:test'](draft);
  expect(tested.ok && tested.value.steps.every(({ state }) => state === 'passed')).toBe(true);
  await bench.advance(1000);
  expect(unreachableBecause(bench)).toBe('credentials-refused');
});

test('however often a person asks, refused credentials are sent every five seconds at most', async () => {
  const bench = await FaultBench.started();
  const requests = requestsOf(bench);
  bench.service.rotateSecret('another');
  bench.service.revokeTokens();
  bench.service.clearLog();
  for (let pressed = 0; pressed < 300; pressed += 1) {
    await requests['orders:check-now']({ ids: bench.ids });
    await requests['checking:resume'](undefined);
    if (pressed % 10 === 0) await requests['connection:retry'](undefined);
    await bench.advance(100);
  }
  const times = bench.service
    .requests()
    .filter(({ target }) => target === 'token')
    .map(({ atMs }) => atMs);
  const gaps = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0));
  expect(times.length).toBeGreaterThan(4);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5000);
});
