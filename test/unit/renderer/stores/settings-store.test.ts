import { expect, test } from 'vitest';
import { createBoardStore } from '../../../../renderer/stores/board-store.ts';
import { createSettingsStore } from '../../../../renderer/stores/settings/settings-store.ts';
import { FakeBridge } from '../../../browser/support/fake-bridge.ts';
import { FakeWindowTime, settled } from '../support/fake-window-time.ts';
import type { WaybellBridge } from '../../../../core/bridge/bridge.ts';
import { createViewReporter } from '../../../../renderer/stores/view-reporter.ts';
import { orderIdAt } from '../../../support/watched-orders.ts';

const nowMs = Date.UTC(2026, 10, 21, 6, 31);

test('the settings open where they were left', () => {
  const settings = createSettingsStore(new FakeBridge(() => nowMs).bridge, () => undefined);
  settings.open('checking');
  settings.close();
  expect(settings.getState().section).toBeNull();
  settings.open();
  expect(settings.getState().section).toBe('checking');
});

test('a change that could not be stored is said until the next one', async () => {
  const fake = new FakeBridge(() => nowMs);
  const settings = createSettingsStore(fake.bridge, () => undefined);
  fake.failing.set('settings:change', { code: 'storage-failed', message: 'The disk is full.' });
  await settings.change({ theme: 'dark' });
  expect(settings.getState().failure?.message).toBe('The disk is full.');
  fake.failing.clear();
  await settings.change({ theme: 'dark' });
  await settled();
  expect(settings.getState().failure).toBeNull();
  expect(fake.app.settings.theme).toBe('dark');
});

test('the next change builds on the one before, which no patch has told of yet', async () => {
  const fake = new FakeBridge(() => nowMs);
  const board = createBoardStore(fake.bridge);
  board.start();
  await settled();
  const { settings: before } = fake.app;
  const changed = { ...before, everyMove: { ...before.everyMove, meters: 450 } };
  const settings = createSettingsStore(
    { ...fake.bridge, changeSettings: () => Promise.resolve({ ok: true, value: changed }) },
    board.adoptSettings,
  );
  await settings.change({ everyMove: changed.everyMove });
  expect(board.getState().app?.settings).toEqual(changed);
  fake.changeApp({ settings: before });
  expect(board.getState().app?.settings).toEqual(before);
});

function makeTeller() {
  const reported: (readonly string[])[] = [];
  const bridge: WaybellBridge = {
    ...new FakeBridge(() => nowMs).bridge,
    tellOrdersInView: ({ ids }) => {
      reported.push(ids);
      return Promise.resolve({ ok: true, value: null });
    },
  };
  const time = new FakeWindowTime();
  return { reported, time, teller: createViewReporter(bridge, time) };
}

const [first, second, third] = [orderIdAt(1), orderIdAt(2), orderIdAt(3)];

test('a scroll through many rows is told as where it ended', () => {
  const { reported, time, teller } = makeTeller();
  for (const id of [first, second, third]) teller.drawn([id]);
  expect(reported).toEqual([]);
  time.pass(1000);
  expect(reported).toEqual([[third]]);
});

test('rows that stay on the screen are told once', () => {
  const { reported, time, teller } = makeTeller();
  for (let round = 0; round < 5; round += 1) {
    teller.drawn([first, second]);
    time.pass(1000);
  }
  expect(reported).toEqual([[first, second]]);
});

test('a page that is not visible shows nothing, and its rows again once it is back', () => {
  const { reported, time, teller } = makeTeller();
  teller.drawn([first]);
  time.pass(1000);
  teller.setSeen(false);
  time.pass(1000);
  teller.setSeen(true);
  time.pass(1000);
  expect(reported).toEqual([[first], [], [first]]);
});

test('nothing is left running once it stops', () => {
  const { reported, time, teller } = makeTeller();
  teller.drawn([first]);
  teller.stop();
  time.pass(1000);
  expect(reported).toEqual([]);
  expect(time.plannedCount).toBe(0);
});
