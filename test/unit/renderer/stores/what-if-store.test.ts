import { describe, expect, test } from 'vitest';
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

/** A page that was left while it was counted. */
async function left() {
  const page = await opened();
  const { fake, store, time } = page;
  fake.hold('notifications:what-if');
  const stop = store.ask([archived(5)]);
  time.pass(1000);
  stop();
  fake.letGo('notifications:what-if');
  await settled();
  expect(time.plannedCount).toBe(0);
  return page;
}

async function askedAgain({ fake, store, time }: Awaited<ReturnType<typeof opened>>) {
  store.ask([archived(5)]);
  const shownAtOnce = store.getState().answers.size;
  time.pass(1000);
  await settled();
  expect(store.getState().answers.size).toBe(1);
  return { shownAtOnce, asked: fake.requestsTo('notifications:what-if').length - 1 };
}

describe('a page that is opened again', () => {
  test('within five minutes shows what was counted, also what came after it was left', async () => {
    const page = await left();
    page.time.pass(5 * 60_000);
    expect(await askedAgain(page)).toEqual({ shownAtOnce: 1, asked: 0 });
  });

  test('later, or with other settings, counts anew', async () => {
    const late = await left();
    late.time.pass(5 * 60_000 + 1);
    expect(await askedAgain(late)).toEqual({ shownAtOnce: 0, asked: 1 });
    const { fake, ...changed } = await left();
    fake.changeApp({ settings: { ...fake.app.settings, remindEveryMinutes: 5 } });
    expect(changed.time.plannedCount).toBe(0);
    expect(await askedAgain({ fake, ...changed })).toEqual({ shownAtOnce: 0, asked: 1 });
  });

  test('asks again where nothing could be counted', async () => {
    const page = await opened();
    const { whatIf } = page.fake;
    page.fake.whatIf = () => null;
    const stop = page.store.ask([archived(5)]);
    page.time.pass(1000);
    await settled();
    expect(page.store.getState().kind).toBe('nothing');
    stop();
    page.fake.whatIf = whatIf;
    expect(await askedAgain(page)).toEqual({ shownAtOnce: 0, asked: 1 });
  });
});
