import { expect, test } from 'vitest';
import { filesWith } from '../../support/every-byte.ts';
import { peopledOrder, personal, privacyBench } from '../../support/watch/privacy-bench.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const many = 230;
const ids = Array.from({ length: many }, (_, index) => orderIdAt(index + 1));
const kept = orderIdAt(5000);

/** A desk that watches many orders and one more. */
async function busyDesk(folder = temporaryFolder()) {
  const bench = privacyBench(7, folder);
  const { clock, source, watcher } = bench;
  for (const [index, id] of ids.entries()) source.orders.set(id, peopledOrder(index + 1));
  source.orders.set(kept, someOrder(kept));
  watcher.start();
  await watcher.add([...ids, kept].map((id) => ({ id, label: `Label of ${id}` })));
  await clock.advance(30_000);
  return bench;
}

test('many orders are erased in parts, how far it is is said, and nothing is left of them', async () => {
  const { clock, defects, erasure, folder, progress, watcher } = await busyDesk();
  const erasing = erasure.orders(ids);
  await clock.advance(0);
  expect(await erasing).toEqual({ ok: true, value: null });
  expect(progress.slice(0, 5)).toEqual(
    [50, 100, 150, 200, 230].map((erased) => ({ erased, total: many })),
  );
  expect(progress.at(-1)).toBeNull();
  expect(watcher.list().map(({ id }) => id)).toEqual([kept]);
  for (const text of [...ids.slice(0, 3), ...ids.slice(-3), personal.street, personal.courierName])
    expect([text, filesWith(folder, text)]).toEqual([text, []]);
  expect(defects).toEqual([]);
});

test('few orders are erased without a word of how far it is', async () => {
  const { erasure, progress } = await busyDesk();
  expect(await erasure.orders(ids.slice(0, 50))).toMatchObject({ ok: true });
  expect(progress.filter((each) => each !== null)).toEqual([]);
});

test.each([
  ['at its very beginning', 0],
  ['while orders are taken off the list', 2],
  ['while what mentions them is looked for', 7],
])(
  'a quit %s leaves the rest to the next start, which shows none of them',
  async (_when, turns) => {
    const first = await busyDesk();
    const erasing = first.erasure.orders(ids);
    for (let turn = 0; turn < turns; turn += 1) await first.clock.nextTurn();
    await first.erasure.stop();
    await erasing;
    expect(filesWith(first.folder, ids[many - 1] ?? '')).not.toEqual([]);
    await first.close();

    const second = privacyBench(7, first.folder);
    second.watcher.start();
    expect(second.watcher.list().map(({ id }) => id)).toEqual([kept]);
    second.erasure.start();
    // Another erasing waits for the one that goes on.
    expect(await second.erasure.orders([orderIdAt(9000)])).toMatchObject({ ok: true });
    for (const text of [...ids.slice(0, 2), ...ids.slice(-2), personal.street])
      expect([text, filesWith(second.folder, text)]).toEqual([text, []]);
    expect(second.watcher.get(kept)?.label).toBe(`Label of ${kept}`);
    expect(second.defects).toEqual([]);
  },
);

test('when the disk refuses the mark, nothing is taken off the list, and that is said', async () => {
  const { erasure, sql, watcher } = await busyDesk();
  sql.exec(
    "CREATE TRIGGER refuse BEFORE INSERT ON erasing_orders BEGIN SELECT RAISE(ABORT, 'full'); END",
  );
  expect(await erasure.orders(ids)).toMatchObject({
    ok: false,
    failure: { code: 'storage-failed' },
  });
  expect(watcher.count).toBe(many + 1);
});
