import { spawnSync } from 'node:child_process';
import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { oneAtATime } from '../../../tools/install/one-at-a-time.mjs';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const lockFile = (): string => join(temporaryFolder(), 'lock');

test('who comes second begins when the first is done', async () => {
  const file = lockFile();
  const seen: string[] = [];
  const release = Promise.withResolvers<void>();
  const first = oneAtATime(async () => {
    seen.push('first begins');
    await release.promise;
    seen.push('first ends');
  }, file);
  const second = oneAtATime(async () => void seen.push('second'), file);
  expect(seen).toEqual(['first begins']);
  release.resolve();
  await Promise.all([first, second]);
  expect(seen).toEqual(['first begins', 'first ends', 'second']);
  expect(existsSync(file)).toBe(false);
});

test('work that fails gives the turn on', async () => {
  const file = lockFile();
  const failing = oneAtATime(() => Promise.reject(new Error('no network')), file);
  await expect(failing).rejects.toThrow('no network');
  expect(await oneAtATime(() => Promise.resolve('done'), file)).toBe('done');
});

test('a lock of a command that was killed keeps no command waiting', async () => {
  const file = lockFile();
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(file, String(pid));
  expect(await oneAtATime(() => Promise.resolve('done'), file)).toBe('done');
});

test('nor does an old one whose number belongs to another process now', async () => {
  const file = lockFile();
  writeFileSync(file, String(process.pid));
  utimesSync(file, 0, 0);
  expect(await oneAtATime(() => Promise.resolve('done'), file)).toBe('done');
});
