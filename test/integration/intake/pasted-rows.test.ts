import { expect, onTestFinished, test } from 'vitest';
import { FakeClock } from '../../support/fake-clock.ts';
import { DeskWindow } from '../../support/notify/desk-window.ts';
import { RunningDesk } from '../../support/notify/running-desk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { orderIdAt } from '../../support/watched-orders.ts';

test('the rows of a paste are in the list once it is answered, without waiting for what is announced', async () => {
  const clock = new FakeClock();
  const desk = new RunningDesk({ folder: temporaryFolder(), clock, orders: new Map() });
  const window = new DeskWindow(desk, clock);
  const { model } = window;
  onTestFinished(async () => {
    window.close();
    await desk.stop();
  });
  await clock.advance(1000);
  const ids = Array.from({ length: 60 }, (_, index) => orderIdAt(index + 1));
  model.paste.paste(ids.join('\n'));
  const pastedAtMs = clock.wallMs();
  await model.paste.watch();
  expect(clock.wallMs()).toBe(pastedAtMs);
  expect(new Set(model.list.getState().arrangement.orderIds)).toEqual(new Set(ids));
});
