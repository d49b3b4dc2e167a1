import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { intakeHandlers } from '../../../main/engine/intake/intake-handlers.ts';
import { inEnglish } from '../../../core/text/language.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { runningServices } from '../../support/running-services.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { orderIdAt } from '../../support/watched-orders.ts';

/* Files of a real folder, with the services as the window has them, a real profile and a fake clock. */

const look5Ms = 5000;

async function desk(
  profile: string,
  place: string | null,
  team?: Parameters<typeof runningServices>[3],
) {
  const clock = new FakeClock();
  const services = runningServices(profile, clock, true, team);
  const { orderFolder, watcher } = services;
  orderFolder.start();
  onTestFinished(() => orderFolder.stop());
  const handlers = intakeHandlers({
    folder: orderFolder,
    choosePlace: async () => place,
    localisation: inEnglish,
    log: services.log,
  });
  if (place !== null) await handlers['intake:choose']({ what: 'folder' });
  // A look under which the clock went on would count as one at a slow share.
  await clock.advance(0);
  await orderFolder.looked;
  return {
    ...services,
    clock,
    handlers,
    /** Lets it look some times. */
    async look(times = 2) {
      for (let time = 0; time < times; time += 1) {
        await clock.advance(look5Ms);
        await orderFolder.looked;
      }
    },
    watched: () => watcher.list().map(({ id, label }) => ({ id, label })),
    state: () => orderFolder.state,
    stop: async () => {
      await orderFolder.stop();
      await services.stop();
    },
  };
}

const rows = (from: number, to: number) =>
  Array.from(
    { length: to - from + 1 },
    (_, index) => `${orderIdAt(from + index)},Shop ${from + index}`,
  );

test('the orders of a file are watched with its words, once it stands still', async () => {
  const place = temporaryFolder();
  const file = join(place, 'export.csv');
  const here = await desk(temporaryFolder(), place);
  writeFileSync(
    file,
    `uuid,label,group,promised\n${orderIdAt(1)},Bakery,Hotels,2026-03-02T15:30\n`,
  );
  await here.look(1);
  appendFileSync(file, `${orderIdAt(2)},Tailor,,\n`);
  await here.look(1);
  expect(here.watched()).toEqual([]);
  await here.look(1);
  expect(here.watcher.list()).toMatchObject([
    {
      id: orderIdAt(1),
      label: 'Bakery',
      preferences: { group: 'Hotels', promisedAtMs: new Date(2026, 2, 2, 15, 30).getTime() },
      origin: { kind: 'file', name: 'export.csv' },
    },
    { id: orderIdAt(2), label: 'Tailor', preferences: null },
  ]);
  const taken = { found: 2, added: 2, changed: 0, leftOut: 0, isCutOff: false };
  expect(here.state()?.fileIntakes).toMatchObject([{ fileName: 'export.csv', taken }]);
});

test('a file in an encoding of its own is read, and what is not accepted of it as it stands is counted', async () => {
  const place = temporaryFolder();
  const big5 = Buffer.from('aa4ca470a96a', 'hex');
  writeFileSync(
    join(place, 'shop.csv'),
    Buffer.concat([
      Buffer.from('uuid,payment status,delivery status,due,label\r\n'),
      Buffer.from(`${orderIdAt(1)},completed,active,later,`),
      big5,
      Buffer.from(`\r\n${orderIdAt(2)},pending,completed,15:30,Wong\r\n`),
      Buffer.from(`${orderIdAt(1)},,,,\r\n${orderIdAt(3).slice(1)},,,,\r\n,,,,Baker\r\n,,,,\r\n`),
    ]),
  );
  const profile = temporaryFolder();
  const here = await desk(profile, place);
  await here.look(2);
  expect(here.watched()).toEqual([{ id: orderIdAt(1), label: '林小姐' }]);
  const passedOver = {
    finished: 1,
    repeated: 1,
    rejected: 1,
    withoutUuid: 1,
    timesUnread: 1,
    isGarbled: false,
  };
  const fileIntakes = [{ fileName: 'shop.csv', taken: { added: 1, passedOver } }];
  expect(here.state()?.fileIntakes).toMatchObject(fileIntakes);
  await here.stop();
  expect((await desk(profile, null)).state()?.fileIntakes).toMatchObject(fileIntakes);
});

test('a file is accepted once, also over a restart, and what is added to it later is accepted too', async () => {
  const place = temporaryFolder();
  const profile = temporaryFolder();
  const file = join(place, 'export.csv');
  writeFileSync(file, rows(1, 3).join('\n'));
  const first = await desk(profile, place);
  await first.look(4);
  expect(first.state()?.fileIntakes).toHaveLength(1);
  await first.stop();
  const second = await desk(profile, null);
  await second.look(3);
  // What became of it is still said.
  expect(second.state()).toMatchObject({ path: place, fileIntakes: first.state()?.fileIntakes });
  second.watcher.remove([orderIdAt(2)]);
  appendFileSync(file, `\n${rows(4, 4).join('\n')}`);
  await second.look(3);
  expect(second.state()?.fileIntakes).toMatchObject([
    { taken: { found: 4, added: 1 } },
    { fileName: 'export.csv', taken: { found: 3, added: 3 } },
  ]);
  // The one that was taken off the list stays off.
  expect(second.watched().map(({ id }) => id)).toEqual([1, 3, 4].map(orderIdAt));
});

test('only regular files with the endings of lists are read, and the folder stays as it is', async () => {
  const place = temporaryFolder();
  writeFileSync(join(place, 'list.txt'), orderIdAt(1));
  writeFileSync(join(place, 'list.JSON'), JSON.stringify([{ uuid: orderIdAt(2), label: 'Café' }]));
  writeFileSync(
    join(place, 'utf16.tsv'),
    Buffer.from(`\uFEFFuuid\tlabel\n${orderIdAt(3)}\t義順`, 'utf16le'),
  );
  writeFileSync(join(place, 'photo.png'), orderIdAt(4));
  writeFileSync(join(place, 'empty.csv'), '');
  mkdirSync(join(place, 'folder.csv'));
  const elsewhere = join(temporaryFolder(), 'other.csv');
  writeFileSync(elsewhere, orderIdAt(5));
  symlinkSync(elsewhere, join(place, 'link.csv'));
  execFileSync('mkfifo', [join(place, 'pipe.csv')]);
  const before = readdirSync(place).map((name) => [name, statSync(join(place, name)).mtimeMs]);
  const here = await desk(temporaryFolder(), place);
  await here.look(3);
  expect(here.watched().toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([
    { id: orderIdAt(1), label: null },
    { id: orderIdAt(2), label: 'Café' },
    { id: orderIdAt(3), label: '義順' },
  ]);
  expect(readdirSync(place).map((name) => [name, statSync(join(place, name)).mtimeMs])).toEqual(
    before,
  );
});

test('a folder that is gone is said with the time, and used again when it is back', async () => {
  const place = join(temporaryFolder(), 'share');
  mkdirSync(place);
  const here = await desk(temporaryFolder(), place);
  await here.look(1);
  expect(here.state()).toMatchObject({ fault: null, faultSinceMs: null });
  renameSync(place, `${place}-away`);
  await here.look(1);
  const goneAtMs = here.clock.wallMs();
  await here.look(3);
  expect(here.state()).toMatchObject({ fault: 'gone', faultSinceMs: goneAtMs });
  writeFileSync(join(`${place}-away`, 'a.csv'), orderIdAt(1));
  renameSync(`${place}-away`, place);
  await here.look(3);
  expect(here.state()).toMatchObject({ fault: null, faultSinceMs: null });
  expect(here.watched()).toHaveLength(1);
});

test('what has lain in the folder for a day when it is chosen is left out', async () => {
  const place = temporaryFolder();
  const clock = new FakeClock();
  const dayAgo = clock.wallMs() / 1000 - 24 * 3600;
  for (const [name, offset, n] of [
    ['old.csv', -60, 1],
    ['new.csv', 60, 2],
  ] as const) {
    writeFileSync(join(place, name), orderIdAt(n));
    utimesSync(join(place, name), dayAgo + offset, dayAgo + offset);
  }
  const here = await desk(temporaryFolder(), place);
  await here.look(3);
  expect(here.watched().map(({ id }) => id)).toEqual([orderIdAt(2)]);
});

test('a flood is bounded, and it is said how much was left out', async () => {
  const place = temporaryFolder();
  writeFileSync(join(place, 'flood.csv'), rows(1, 100_000).join('\n'));
  writeFileSync(join(place, 'huge.csv'), Buffer.alloc(10_000_001, ' '));
  const here = await desk(temporaryFolder(), place);
  await here.look(3);
  expect(here.watcher.count).toBe(10_000);
  const fileIntakes = here
    .state()
    ?.fileIntakes.toSorted((a, b) => a.fileName.localeCompare(b.fileName));
  expect(fileIntakes).toMatchObject([
    {
      fileName: 'flood.csv',
      taken: { found: 50_000, added: 10_000, leftOut: 40_000, isCutOff: true },
    },
    { fileName: 'huge.csv', taken: null },
  ]);
});

test('orders that a file calls finished are not watched, and watched ones get what they lack', async () => {
  const place = temporaryFolder();
  const here = await desk(temporaryFolder(), place);
  await here.watcher.add([{ id: orderIdAt(1), label: 'Ours' }]);
  const text = `uuid,label,group,status\n${orderIdAt(1)},Theirs,Hotels,pending\n${orderIdAt(2)},x,,delivered`;
  writeFileSync(join(place, 'a.csv'), text);
  await here.look(3);
  expect(here.watcher.list()).toMatchObject([{ label: 'Ours', preferences: { group: 'Hotels' } }]);
  expect(here.state()?.fileIntakes).toMatchObject([{ taken: { added: 0, changed: 1 } }]);
});

test('stopped, or with everything erased, nothing is looked at any more', async () => {
  const place = temporaryFolder();
  const profile = temporaryFolder();
  const here = await desk(profile, place);
  await here.handlers['intake:stop'](undefined);
  writeFileSync(join(place, 'a.csv'), orderIdAt(1));
  await here.look(3);
  expect([here.state(), here.watched()]).toEqual([null, []]);
  await here.handlers['intake:choose']({ what: 'folder' });
  here.orderFolder.forget();
  here.erasure.eraseEverything();
  await here.look(3);
  expect([here.state(), here.watched()]).toEqual([null, []]);
  await here.stop();
  expect((await desk(profile, null)).state()).toBeNull();
});

test('of the last files only name, time and figures are kept, ten of them, until another folder is chosen', async () => {
  const place = temporaryFolder();
  const profile = temporaryFolder();
  const first = await desk(profile, place);
  for (let n = 1; n <= 12; n += 1) {
    writeFileSync(join(place, `${n}.csv`), `${orderIdAt(n)},Words of file ${n}`);
    await first.look();
  }
  // A file that is named for an order leaves the list with the order.
  writeFileSync(join(place, `${orderIdAt(20).toUpperCase()}.csv`), orderIdAt(20));
  await first.look();
  first.watcher.remove([orderIdAt(20)]);
  await first.stop();
  const second = await desk(profile, null);
  expect(second.state()?.fileIntakes.map(({ fileName }) => fileName)).toEqual(
    [12, 11, 10, 9, 8, 7, 6, 5, 4].map((n) => `${n}.csv`),
  );
  const kept = "SELECT value FROM facts WHERE name = 'order_folder_takings'";
  expect(JSON.stringify(second.database.sql.prepare(kept).get())).not.toMatch(/Words|0000-4000/);
  await (await desk(profile, temporaryFolder())).stop();
  expect((await desk(profile, null)).state()?.fileIntakes).toEqual([]);
});

test('a desk of a team that looks on accepts no file, says so, and accepts it once it may', async () => {
  const [profile, place] = [temporaryFolder(), temporaryFolder()];
  const membership = {
    hubUrl: 'https://hub.example.com',
    deskId: 'desk-wall',
    deskName: 'Wall',
    role: 'viewer',
  } as const;
  const link = {
    follow: () => async () => undefined,
    send: async () => ({ kind: 'away' }) as const,
    retryNow: () => undefined,
  };
  const viewer = await desk(profile, place, { membership, link });
  writeFileSync(join(place, 'export.csv'), rows(1, 2).join('\n'));
  await viewer.look(3);
  expect(viewer.watched()).toEqual([]);
  expect(viewer.state()).toMatchObject({ fault: 'refused', fileIntakes: [] });
  await viewer.stop();
  const alone = await desk(profile, null);
  await alone.look(2);
  expect(alone.watched()).toHaveLength(2);
  expect(alone.state()?.fault).toBeNull();
});
