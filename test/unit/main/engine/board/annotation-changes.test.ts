import { expect, test } from 'vitest';
import { inEnglish } from '../../../../../core/text/language.ts';
import {
  type BoardTargets,
  boardHandlers,
} from '../../../../../main/engine/board/board-handlers.ts';
import { AnnotationChanges } from '../../../../../main/engine/board/annotation-changes.ts';
import { RecordingLog } from '../../../../support/recording-log.ts';
import { watchBench } from '../../../../support/watch/watch-bench.ts';
import { orderIdAt } from '../../../../support/watched-orders.ts';

test('what a paste replaced is given back, and what was changed since stays', async () => {
  const { clock, watcher } = watchBench();
  const unused = new Proxy({} as BoardTargets, { get: () => undefined });
  const feed = new Proxy({} as BoardTargets['feed'], { get: () => () => undefined });
  const { archive, archived, contactRetry, history, ordersChanged, phoneShown } = unused;
  const { search, seenOrders, settings, window } = unused;
  const board = { archive, contactRetry, feed, history, ordersChanged, phoneShown, search };
  const unusedTargets = { ...board, archived, seenOrders, settings, window };
  const handlers = boardHandlers({
    ...unusedTargets,
    watch: watcher,
    annotationChanges: new AnnotationChanges({ watch: watcher, clock }),
    localisation: inEnglish,
    log: new RecordingLog(),
  });
  const [one, two] = [orderIdAt(1), orderIdAt(2)];
  await watcher.add([
    { id: one, label: 'Bakery', group: 'hotels', promisedAtMs: 5000 },
    { id: two, label: null },
  ]);
  const [before] = watcher.list();
  const said = [one, two].map((id) => ({ id, label: 'New', group: 'clinics', promisedAtMs: 7000 }));
  const replace = (orders: typeof said) =>
    handlers['watch-list:add']({ orders, words: 'replaced' as const });
  expect(await replace(said)).toMatchObject({
    value: { changed: [one, two], annotationsChange: 1 },
  });
  expect(await replace(said)).toMatchObject({ value: { changed: [], annotationsChange: null } });
  watcher.setPreferences([two], { promisedAtMs: 9000 });
  await handlers['watch-list:restore-words']({ change: 1, isBack: true });
  expect(watcher.get(one)).toEqual(before);
  expect(watcher.get(two)).toMatchObject({
    label: null,
    preferences: { group: null, promisedAtMs: 9000 },
  });
  // As many are remembered as messages with undo stand on the screen.
  for (const label of ['a', 'b', 'c']) await replace(said.map((each) => ({ ...each, label })));
  await expect(handlers['watch-list:restore-words']({ change: 1, isBack: true })).rejects.toThrow(
    RangeError,
  );
});
