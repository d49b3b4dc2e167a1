import { readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase, type OpenedDatabase } from '../../../main/engine/storage/database.ts';
import { releasedMigrations } from '../../../main/engine/storage/schema.ts';
import { WatchRepository } from '../../../main/engine/storage/watch-repository.ts';
import { filesWith } from '../../support/every-byte.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { runningServices } from '../../support/running-services.ts';
import { wornProfile } from '../../support/storage/worn-profile.ts';
import { peopledOrder, personal } from '../../support/watch/privacy-bench.ts';
import { orderIdAt, someWatched } from '../../support/watched-orders.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

function fill({ sql }: OpenedDatabase): void {
  const watched = someWatched(orderIdAt(1), { order: peopledOrder(1) });
  new WatchRepository(sql, () => 0).save([{ watched, rawJson: '{}', notifications: [] }]);
}

/** A profile with three copies that hold people, and the app that runs on it without a restart. */
function runningApp(change: (folder: string) => void = () => undefined) {
  const clock = new FakeClock();
  const wallMs = () => clock.wallMs();
  const folder = wornProfile(wallMs, fill);
  change(folder);
  return { clock, folder, ...runningServices(folder, clock) };
}

const copiesIn = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => name.startsWith('waybell-'));

test('copies of the database go after seven days, in an app that is never restarted', async () => {
  const { clock, folder, log } = runningApp();
  expect(filesWith(folder, personal.courierName)).toHaveLength(3);
  await clock.advance(7 * dayMs - hourMs);
  expect(copiesIn(folder).filter((name) => name.endsWith('.db'))).toHaveLength(3);
  await clock.advance(6 * hourMs);
  expect(copiesIn(folder)).toEqual([]);
  expect(filesWith(folder, personal.courierName)).toEqual([]);
  expect(log.events('error')).toEqual([]);
  // Nothing is watched and no copy is left: nothing wakes the machine any more.
  expect(clock.waitingTimers).toBe(0);
});

test('no copy outlives the days that people are kept', async () => {
  const { clock, folder, settings } = runningApp();
  settings.change({ personalDataDays: 2 });
  await clock.advance(2 * dayMs - hourMs);
  expect(copiesIn(folder)).not.toEqual([]);
  await clock.advance(6 * hourMs);
  expect(copiesIn(folder)).toEqual([]);
});

test.each([2, 0])(
  'copies that are older than the days go when these are set to %i',
  async (days) => {
    const { clock, folder, settings } = runningApp();
    await clock.advance(2 * dayMs);
    settings.change({ personalDataDays: days });
    expect(copiesIn(folder)).toEqual([]);
  },
);

test('while the database cannot be used, copies stay as long as people may be kept', async () => {
  const { clock, database, folder, settings } = runningApp((profile) => {
    rmSync(join(profile, 'waybell.db'));
    symlinkSync('elsewhere', join(profile, 'waybell.db'));
  });
  expect(database.fault).not.toBeNull();
  settings.change({ personalDataDays: 30 });
  await clock.advance(29 * dayMs);
  expect(copiesIn(folder)).not.toEqual([]);
  await clock.advance(dayMs + 6 * hourMs);
  expect(copiesIn(folder)).toEqual([]);
});

test('a copy that was made while the clock was ahead goes seven days after it was set right', async () => {
  const { clock, folder, housekeeping } = runningApp();
  clock.setWall(clock.wallMs() - 400 * dayMs);
  housekeeping.stop();
  housekeeping.start();
  await clock.advance(7 * dayMs + 6 * hourMs);
  expect(copiesIn(folder)).toEqual([]);
});

test('an update that fails leaves no copy of what it did not change, however often it is tried', () => {
  const clock = new FakeClock();
  const wallMs = () => clock.wallMs();
  const folder = wornProfile(wallMs, fill);
  const before = copiesIn(folder);
  for (let start = 0; start < 3; start += 1) {
    const broken = [...releasedMigrations, 'INSERT INTO facts SELECT name, NULL FROM facts'];
    const opened = openDatabase(folder, { wallMs, migrations: broken });
    expect(opened.fault).not.toBeNull();
    opened.close();
  }
  expect(copiesIn(folder)).toEqual(before);
});

test('a copy is never written through a link in its place', () => {
  const clock = new FakeClock();
  const wallMs = () => clock.wallMs();
  const folder = wornProfile(wallMs, () => undefined);
  for (const name of copiesIn(folder)) rmSync(join(folder, name));
  const elsewhere = join(folder, 'elsewhere');
  symlinkSync(elsewhere, join(folder, 'waybell-before-update-2026-03-02T09-00-00.db'));
  const migrations = [...releasedMigrations, 'CREATE TABLE later (no INTEGER)'];
  openDatabase(folder, { wallMs, migrations }).close();
  expect(readdirSync(folder)).not.toContain('elsewhere');
  expect(copiesIn(folder)).toContain('waybell-before-update-2026-03-02T09-00-00-2.db');
});
