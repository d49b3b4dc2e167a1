import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { madeProfileFolder } from '../../../../main/launch/profile-folder.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test('a folder that is not there is made, and one that is stays', () => {
  const folder = join(temporaryFolder(), 'desk', 'night');
  const made = { ok: true, value: folder };
  expect([madeProfileFolder(folder), madeProfileFolder(folder)]).toEqual([made, made]);
  expect(statSync(folder).isDirectory()).toBe(true);
});

test.skipIf(process.platform === 'win32')('what is made is its owner’s alone', () => {
  const folder = join(temporaryFolder(), 'night');
  madeProfileFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('what cannot be a folder is refused in a sentence', () => {
  const file = join(temporaryFolder(), 'notes.txt');
  writeFileSync(file, '');
  for (const path of [file, join(file, 'below')]) {
    const made = madeProfileFolder(path);
    expect(made.ok ? '' : made.failure.message).toMatch(/cannot be made a profile folder\.$/);
  }
});
