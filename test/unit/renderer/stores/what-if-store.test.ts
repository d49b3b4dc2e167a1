import { expect, test } from 'vitest';
import { mostWhatIfs } from '../../../../core/board/what-if.ts';
import type { SettingsChange } from '../../../../core/settings/settings.ts';
import { createBoardStore } from '../../../../renderer/stores/board-store.ts';
import {
  changeKey,
  createWhatIfStore,
} from '../../../../renderer/stores/settings/what-if-store.ts';
import { FakeBridge } from '../../../browser/support/fake-bridge.ts';
import { FakeWindowTime, settled } from '../support/fake-window-time.ts';

async function opened() {
  const time = new FakeWindowTime();
  const fake = new FakeBridge(time.nowMs);
  fake.whatIf = ({ changes }) => ({
    fromMs: 0,
    untilMs: 1,
    notified: 12,
    otherwise: changes.map((change) => change.archiveDays ?? 0),
  });
  const board = createBoardStore(fake.bridge);
  board.start();
  await settled();
  return { fake, time, board, store: createWhatIfStore(fake.bridge, board, time) };
}

const archived = (archiveDays: number): SettingsChange => ({ archiveDays });

test('more changes than one request accepts are asked about one request after the other', async () => {
  const { fake, store, time } = await opened();
  const many = Array.from({ length: mostWhatIfs + 2 }, (_, at) => archived(at + 1));
  for (const change of many) store.ask([change]);
  fake.hold('notifications:what-if');
  time.pass(1000);
  await settled();
  expect(fake.requestsTo('notifications:what-if')).toEqual([
    { changes: many.slice(0, mostWhatIfs) },
  ]);
  fake.letGo('notifications:what-if');
  await settled();
  await settled();
  expect(fake.requestsTo('notifications:what-if').slice(1)).toEqual([
    { changes: many.slice(mostWhatIfs) },
  ]);
  expect(many.map((change) => store.getState().answers.get(changeKey(change))?.otherwise)).toEqual(
    many.map(({ archiveDays }) => archiveDays),
  );
});

test('several settings that change at once are asked about once, and the same settings not again', async () => {
  const { fake, store, time } = await opened();
  store.ask([archived(5)]);
  time.pass(1000);
  await settled();
  for (const remindEveryMinutes of [5, 10, 15]) {
    fake.changeApp({ settings: { ...fake.app.settings, remindEveryMinutes } });
  }
  expect(store.getState().answers.size).toBe(0);
  time.pass(1000);
  await settled();
  expect(fake.requestsTo('notifications:what-if')).toHaveLength(2);
  fake.changeApp({ settings: { ...fake.app.settings } });
  time.pass(1000);
  await settled();
  expect(fake.requestsTo('notifications:what-if')).toHaveLength(2);
  expect(store.getState().answers.size).toBe(1);
});

test('what comes after the last control is gone is dropped, and no timer is left', async () => {
  const { fake, store, time } = await opened();
  fake.hold('notifications:what-if');
  const stop = store.ask([archived(5)]);
  time.pass(1000);
  stop();
  fake.letGo('notifications:what-if');
  await settled();
  expect(store.getState().answers.size).toBe(0);
  store.ask([archived(5)])();
  expect(time.plannedCount).toBe(0);
});
