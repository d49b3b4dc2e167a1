import { expect, onTestFinished, test } from 'vitest';
import { FakeClock } from '../../support/fake-clock.ts';
import { RunningDesk } from '../../support/notify/running-desk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const id = orderIdAt(1);

test('an unknown status needs attention over looks and restarts until it is marked as seen', async () => {
  const clock = new FakeClock();
  const order = someOrder(id, { status: { raw: 'handover_review', phase: 'unknown' } });
  let desk = new RunningDesk({ folder: temporaryFolder(), clock, orders: new Map([[id, order]]) });
  onTestFinished(() => desk.stop());
  const needsAttentionAfterRestart = async (): Promise<boolean> => {
    desk = await desk.restart();
    await clock.advance(60_000);
    return desk.attention.has(id);
  };
  await desk.watcher.add([{ id, label: null }]);
  await clock.advance(60_000);
  desk.watcher.markSeen([id], false);
  await clock.advance(60_000);
  expect(desk.attention.has(id)).toBe(true);
  expect(await needsAttentionAfterRestart()).toBe(true);
  desk.watcher.markSeen([id], true);
  await clock.advance(60_000);
  expect(desk.attention.has(id)).toBe(false);
  expect(await needsAttentionAfterRestart()).toBe(false);
});
