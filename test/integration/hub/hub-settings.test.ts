import { expect, it, onTestFinished } from 'vitest';
import { HttpBench } from '../../support/hub/http-bench.ts';
import { type BenchHub, HubBench, mei } from '../../support/hub/hub-bench.ts';
import { ownSettings } from '../../support/hub/own-settings.ts';
import { orderIdAt } from '../../support/watched-orders.ts';

/* What a hub decides is set by dispatchers, and all hubs of the team go by it. */

const dayMs = 24 * 60 * 60_000;

async function started(bench: HubBench, ...given: Parameters<HubBench['hub']>): Promise<BenchHub> {
  const hub = bench.hub(...given);
  await hub.start();
  onTestFinished(hub.stop);
  return hub;
}

it('a dispatcher reads and changes it; who looks on reads it only', async () => {
  const hub = await HttpBench.start();
  const [token, viewer] = [await hub.desk('Mei'), await hub.desk('Wall', 'viewer')];
  const before = await hub.ask('GET', '/v1/settings', { token: viewer });
  expect(before.json).toMatchObject({ settings: { activeEverySeconds: 15 }, locked: [] });
  const body = { activeEverySeconds: 30, archiveDays: 3 };
  const refused = await hub.ask('PATCH', '/v1/settings', { token: viewer, key: 'k1', body });
  expect(refused).toMatchObject({ status: 403, json: { error: { code: 'viewerMayNot' } } });
  const changed = await hub.ask('PATCH', '/v1/settings', { token, key: 'k2', body });
  expect(changed).toMatchObject({ status: 200, json: { settings: body } });
  const after = await hub.ask('GET', '/v1/settings', { token: viewer });
  expect(after.json).toMatchObject({ settings: body });
});

it.each([
  { activeEverySeconds: 0 },
  { requestsPerMinute: '60' },
  { notificationPrivacy: 'full' },
  { paceSeconds: 4 },
])('a value that no hub may have changes nothing: %j', async (body) => {
  const hub = await HttpBench.start();
  const token = await hub.desk('Mei');
  const answer = await hub.ask('PATCH', '/v1/settings', { token, key: 'k1', body });
  expect(answer).toMatchObject({ status: 400, json: { error: { code: 'badRequest' } } });
  expect(hub.hub.board.hubSettings.settings.activeEverySeconds).toBe(15);
});

it('orders are checked by the pace that was set, from then on', async () => {
  const bench = new HubBench();
  const { hub, source } = await started(bench);
  await hub.board.add(mei, [{ id: orderIdAt(1) }], 'k1');
  await bench.clock.advance(10_000);
  const checksInAMinute = async (): Promise<number> => {
    const before = source.requests.length;
    await bench.clock.advance(60_000);
    return source.requests.length - before;
  };
  const usual = await checksInAMinute();
  await hub.board.changeHubSettings(mei, { activeEverySeconds: 60 }, 'k2');
  await bench.clock.advance(60_000);
  expect(await checksInAMinute()).toBeLessThan(usual / 2);
});

it('all hubs of a team go by it, also one that starts later', async () => {
  const bench = new HubBench();
  const one = await started(bench, false);
  const two = await started(bench, false);
  await one.hub.board.changeHubSettings(mei, { requestsPerMinute: 90 }, 'k1');
  await bench.clock.advance(1000);
  const late = await started(bench, false);
  const caps = [one, two, late].map(({ hub }) => hub.board.hubSettings.settings.requestsPerMinute);
  expect(caps).toEqual([90, 90, 90]);
});

it('what an option or a policy of the hub sets is changed by no desk', async () => {
  const bench = new HubBench();
  const settings = ownSettings({ requestsPerMinute: 60 }, ['requestsPerMinute']);
  const { hub } = await started(bench, true, { settings });
  const refused = await hub.board.changeHubSettings(mei, { requestsPerMinute: 600 }, 'k1');
  expect(refused).toEqual({ kind: 'settingLocked', name: 'requestsPerMinute' });
  expect(hub.board.hubSettings).toMatchObject({
    settings: { requestsPerMinute: 60 },
    locked: ['requestsPerMinute'],
  });
});

it('what was set outlives the age of the log', async () => {
  const bench = new HubBench();
  const { hub } = await started(bench);
  await hub.board.changeHubSettings(mei, { archiveDays: 2 }, 'k1');
  for (let day = 0; day < 20; day += 1) {
    bench.clock.sleepMachine(dayMs);
    await bench.clock.advance(61_000);
  }
  const late = await started(bench);
  expect(late.hub.board.hubSettings.settings.archiveDays).toBe(2);
});

it('what a later version set stays when an earlier hub sets something else', async () => {
  const bench = new HubBench();
  const { hub, log } = await started(bench);
  await hub.board.changeHubSettings(mei, { archiveDays: 2 }, 'k1');
  const known = await log.last('settings');
  const later = {
    ...JSON.parse(known?.body ?? '{}'),
    reason: 'peak',
    settings: { archiveDays: 5, activeEverySeconds: 'auto', batchOrders: 12 },
  };
  const body = JSON.stringify(later);
  const expectedSequence = known?.sequence ?? 0;
  await log.append({ key: 'settings', body, dedupeKey: 'later', expectedSequence });
  await bench.clock.advance(1000);
  expect(hub.board.hubSettings.settings).toMatchObject({ archiveDays: 5, activeEverySeconds: 15 });
  await hub.board.changeHubSettings(mei, { requestsPerMinute: 90 }, 'k2');
  expect(JSON.parse((await log.last('settings'))?.body ?? '{}')).toMatchObject({
    reason: 'peak',
    settings: {
      archiveDays: 5,
      activeEverySeconds: 'auto',
      batchOrders: 12,
      requestsPerMinute: 90,
    },
  });
});

it('a hub whose profile cannot be written goes by it once it can', async () => {
  const bench = new HubBench();
  const own = ownSettings();
  let isFull = true;
  const settings = {
    get current() {
      return own.current;
    },
    lockedNames: [],
    change(...given: Parameters<typeof own.change>) {
      if (isFull) throw new Error('the disk has no room');
      own.change(...given);
    },
  };
  const { defects, hub } = await started(bench, true, { settings });
  await hub.board.changeHubSettings(mei, { archiveDays: 2 }, 'k1');
  expect(defects).toHaveLength(1);
  isFull = false;
  await bench.clock.advance(61_000);
  expect(hub.board.hubSettings.settings.archiveDays).toBe(2);
});
