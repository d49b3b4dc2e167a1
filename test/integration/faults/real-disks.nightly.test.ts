import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allNotified } from '../../support/watch/storage-bench.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/*
 * Disks that are really full, read-only or broken: small file systems that are mounted in a namespace
 * which only the process under test sees.
 */

const isRoot = process.getuid?.() === 0;
const ownMounts = isRoot ? ['-m'] : ['-Urm'];
const mountTmpfs = 'mount -t tmpfs -o size=4m,mode=700 waybell "$0"';
const mountImage = 'mount -o loop "$1" "$0"';

/** Whether this machine can mount in a namespace: only Linux, and not every container. */
const can = (script: string, ...args: readonly string[]): boolean =>
  spawnSync('unshare', [...ownMounts, 'sh', '-ec', script, ...args]).status === 0;

/** The result of the watcher on a file system that `mounted` mounts on a folder (from an image). */
function resultOn(kind: string, mounted: string, folder: string, image = ''): unknown {
  const program = join(import.meta.dirname, 'real-disk-run.ts');
  const script = `${mounted}; exec "$2" --disable-warning=ExperimentalWarning "$3" "$4" "$0" "$1"`;
  const output = execFileSync(
    'unshare',
    [...ownMounts, 'sh', '-ec', script, folder, image, process.execPath, program, kind],
    { encoding: 'utf8' },
  );
  return JSON.parse(output);
}

/** Every order was checked, and the window has the states that the disk refused. */
const watchedOn = {
  requests: expect.toSatisfy((count: number) => count > 600),
  isKnown: true,
};

test('fault 54: a full file system: watching goes on in memory, the fault is shown, all is stored later', (context) => {
  const folder = temporaryFolder();
  context.skip(!can(mountTmpfs, folder), 'no file system can be mounted here');
  const { during, after } = resultOf(resultOn('full', mountTmpfs, folder));
  expect(during).toMatchObject({ ...watchedOn, storageFault: expect.stringMatching(/full|I\/O/) });
  expect(during['updates']).toBeLessThan(60);
  expect(during['notifications']).toBe(during['updates']);
  expect(after).toEqual(allNotified(60));
});

test('fault 54: a disk that breaks under the open database: watching goes on in memory, the fault is shown, the next start stores all', (context) => {
  const folder = temporaryFolder();
  const image = join(temporaryFolder(), 'disk.img');
  const makeImage = 'truncate -s 8M "$1" && mkfs.ext4 -q -O ^has_journal "$1"';
  context.skip(
    !isRoot || !can(`${makeImage} && ${mountImage} && umount "$0"`, folder, image),
    'no disk image can be mounted here',
  );
  const { during, after } = resultOf(resultOn('broken', mountImage, folder, image));
  expect(during).toMatchObject({ ...watchedOn, storageFault: expect.stringMatching(/I\/O/) });
  expect(after).toEqual(allNotified(60));
});

test('fault 54: a profile on a read-only file system: watching goes on in memory, and the fault is shown', (context) => {
  const folder = temporaryFolder();
  context.skip(!can(mountTmpfs, folder), 'no file system can be mounted here');
  const { during, after } = resultOf(resultOn('read-only', mountTmpfs, folder));
  expect(during).toMatchObject({
    ...watchedOn,
    opened: expect.stringMatching(/read-?only|EROFS/i),
    knownAtStart: 60,
  });
  expect(after).toEqual(allNotified(60));
});

type Facts = Readonly<Record<string, unknown>>;

function resultOf(result: unknown): { readonly during: Facts; readonly after: Facts } {
  return result as { readonly during: Facts; readonly after: Facts };
}
