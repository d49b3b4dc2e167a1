import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { changeDesks } from '../../../main/cli/commands/desks.ts';
import { recoverLog } from '../../../main/cli/commands/recover.ts';
import { openTeamLog } from '../../../main/hub/log/open-team-log.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/*
 * The log of a hub that is alone, whose file is lost, put back from a backup, or another one. That of several hubs is
 * in test/integration/team-log/etcd.test.ts.
 */

const clock = new FakeClock();
let profileDir = '';
let said = '';
beforeEach(() => {
  profileDir = temporaryFolder();
  said = '';
});

const say = (text: string): void => {
  said += text;
};

const path = (): string => join(profileDir, 'team-log.db');

/** Opens the log, adds an entry, and closes it. @returns its id */
async function logged(key: string): Promise<string> {
  const { log } = await openTeamLog({ kind: 'sqlite', profileDir }, clock);
  await log.append({ key, body: '{}', dedupeKey: key, expectedSequence: 0 });
  await log.close();
  return log.id;
}

async function keys(): Promise<readonly string[]> {
  const { log } = await openTeamLog({ kind: 'sqlite', profileDir }, clock);
  const entries = await log.lastPerKey();
  await log.close();
  return entries.map(({ key }) => key);
}

function recover(kind: 'restore' | 'beginAnew'): Promise<number> {
  const store = { kind: 'sqlite', profileDir } as const;
  return recoverLog({ kind, profileDir, store }, { clock, say });
}

function lose(): void {
  for (const name of readdirSync(profileDir)) {
    if (name.startsWith('team-log.db')) rmSync(join(profileDir, name));
  }
}

test('a log whose file is lost is not begun anew by itself, and the terminal says what to do', async () => {
  await logged('order.a');
  lose();
  await expect(logged('order.b')).rejects.toMatchObject({ name: 'LogGone' });
  const store = { kind: 'sqlite', profileDir } as const;
  const surroundings = { clock, say, print: () => Promise.resolve() };
  expect(await changeDesks({ kind: 'desks', isJson: false, store }, surroundings)).not.toBe(0);
  expect(said).toContain('"waybell hub restore"');
  expect(await recover('restore')).not.toBe(0);
  expect(said).toContain('Put a backup back first');
});

test('a backup that was put back is another log for desks, with all that was in it', async () => {
  const before = await logged('order.a');
  const backup = join(temporaryFolder(), 'backup.db');
  copyFileSync(path(), backup);
  await logged('order.b');
  lose();
  copyFileSync(backup, path());
  expect(await recover('restore')).toBe(0);
  expect(await keys()).toEqual(['order.a']);
  expect(await logged('order.c')).not.toBe(before);
});

test('a log that is begun anew is empty, and the old file stays beside it', async () => {
  const before = await logged('order.a');
  expect(await recover('beginAnew')).toBe(0);
  expect(await keys()).toEqual([]);
  expect(await logged('order.b')).not.toBe(before);
  expect(readdirSync(profileDir).filter((name) => /^team-log\.db\.\d+$/.test(name))).toHaveLength(
    1,
  );
});
