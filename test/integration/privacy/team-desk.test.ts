import { expect, test } from 'vitest';
import { FakeClock } from '../../support/fake-clock.ts';
import { DirectLink } from '../../support/hub/direct-link.ts';
import { ana, HubBench, mei } from '../../support/hub/hub-bench.ts';
import { runningServices } from '../../support/running-services.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const id = orderIdAt(1);
const dayMs = 86_400_000;
const membership = {
  hubUrl: 'https://hub.example',
  deskId: mei.id,
  deskName: mei.name,
  role: mei.role,
};

test('a desk whose archive is shorter removes no order from its team', async () => {
  const bench = new HubBench();
  const { hub, start, stop } = bench.hub();
  await start();
  const clock = new FakeClock(bench.clock.wallMs());
  const link = new DirectLink(bench.clock, mei, () => hub.board);
  const { retention, settings, watcher } = runningServices(temporaryFolder(), clock, false, {
    membership,
    link,
  });
  settings.change({ archiveDays: 1 });
  bench.orders.set(id, someOrder(id, { status: { raw: 'completed', phase: 'done' } }));
  await hub.board.add(ana, [{ id }], 'add');
  watcher.start();
  for (let count = 0; count < 20; count += 1) {
    await bench.clock.advance(500);
    await clock.advance(500);
  }
  expect(watcher.get(id)?.order?.status.phase).toBe('done');
  await clock.advance(40 * dayMs);
  for (let count = 0; count < 5; count += 1) retention.sweep();
  await clock.advance(10_000);
  await bench.clock.advance(10_000);
  expect(watcher.find(id)).toBeDefined();
  expect(hub.board.order(id)).toBeDefined();
  await watcher.stop();
  await stop();
});
