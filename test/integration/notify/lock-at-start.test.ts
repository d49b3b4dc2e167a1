import { expect, onTestFinished, test } from 'vitest';
import { FakeClock } from '../../support/fake-clock.ts';
import { RunningDesk } from '../../support/notify/running-desk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const id = orderIdAt(1);

/** A desk that starts with an order which is cancelled then, while it is not known whether the screen is locked. */
async function startedDesk() {
  const clock = new FakeClock();
  const { promise, resolve } = Promise.withResolvers<void>();
  const orders = new Map([[id, someOrder(id)]]);
  const place = { folder: temporaryFolder(), clock, orders, lockHasAnswered: promise };
  const desk = new RunningDesk(place);
  onTestFinished(() => desk.stop());
  // Until it is known, it counts as locked.
  desk.lock(true);
  await desk.watcher.add([{ id, label: 'Florist' }]);
  await clock.advance(30_000);
  orders.set(id, someOrder(id, { status: { raw: 'cancelled', phase: 'cancelled' } }));
  await clock.advance(60_000);
  const known = async (isLocked: boolean): Promise<void> => {
    desk.lock(isLocked);
    resolve();
    await clock.advance(1000);
  };
  const said = () => desk.screen.shown.map(({ title, body }) => `${title}. ${body}`);
  return { known, said };
}

test('no card is shown before it is known whether the screen is locked, and then it has its name', async () => {
  const { known, said } = await startedDesk();
  expect(said()).toEqual([]);
  await known(false);
  expect(said()).toHaveLength(1);
  expect(said()[0]).toContain('Florist');
});

test('on a screen that turns out to be locked it has none', async () => {
  const { known, said } = await startedDesk();
  await known(true);
  expect(said()).toHaveLength(1);
  expect(said()[0]).not.toContain('Florist');
});
