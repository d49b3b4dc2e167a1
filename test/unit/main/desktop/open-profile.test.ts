import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openProfile } from '../../../../main/desktop/open-profile.ts';
import { openDatabase } from '../../../../main/engine/storage/database.ts';
import { lockProfile } from '../../../../main/engine/storage/profile-folder.ts';
import { releasedMigrations } from '../../../../main/engine/storage/schema.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** A profile folder that another program holds. */
function heldFolder(change: (path: string) => void = () => undefined): string {
  const folder = temporaryFolder();
  openDatabase(folder, { migrations: releasedMigrations.slice(0, 1) }).close();
  change(join(folder, 'waybell.db'));
  const lock = lockProfile(folder);
  if (lock.kind !== 'held') throw new Error('the profile is free');
  onTestFinished(() => lock.release());
  return folder;
}

function opened(folder: string) {
  const said: string[] = [];
  const profile = openProfile(folder, new FakeClock(), (text) => said.push(text));
  onTestFinished(() => profile.close());
  return { ...profile, said: said.join('') };
}

test.each([
  ['of an earlier schema', () => undefined],
  ['that is damaged', (path: string) => writeFileSync(path, 'x'.repeat(5000))],
])('a database %s stays as it is while another program uses the profile', (_name, change) => {
  const folder = heldFolder(change);
  const before = readFileSync(join(folder, 'waybell.db'));
  const { database, fault, said } = opened(folder);
  expect(said).toContain('profileSharedWithCommandLine');
  expect(fault).toEqual({ kind: 'notKept' });
  expect(database.setAside).toBeNull();
  expect(readFileSync(join(folder, 'waybell.db')).equals(before)).toBe(true);
  expect(readdirSync(folder).filter((name) => /damaged|update/.test(name))).toEqual([]);
});

test('a database of the present schema is shared with the other program', () => {
  const folder = temporaryFolder();
  openDatabase(folder).close();
  const lock = lockProfile(folder);
  onTestFinished(() => (lock.kind === 'held' ? lock.release() : undefined));
  expect(opened(folder).fault).toBeNull();
});

test('a profile that is opened is held until it is closed', () => {
  const folder = temporaryFolder();
  const profile = openProfile(folder, new FakeClock(), () => undefined);
  expect(lockProfile(folder).kind).toBe('taken');
  profile.close();
  const again = lockProfile(folder);
  expect(again.kind).toBe('held');
  if (again.kind === 'held') again.release();
});
