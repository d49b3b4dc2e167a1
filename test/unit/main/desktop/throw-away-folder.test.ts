import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withThrowAwayFolder } from '../../../../main/desktop/throw-away-folder.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const quiet = (): void => undefined;

const held = (): void => {
  throw new Error('EBUSY: resource busy or locked');
};

test('the folder is gone once the work is done, and the code is the work’s', async () => {
  const folder = join(temporaryFolder(), 'command');
  mkdirSync(folder);
  writeFileSync(join(folder, 'Cookies'), '');
  expect(await withThrowAwayFolder(folder, () => Promise.resolve(2), quiet)).toBe(2);
  expect(existsSync(folder)).toBe(false);
});

test('a folder that cannot be removed keeps nobody from ending', async () => {
  expect(await withThrowAwayFolder('nowhere', () => Promise.resolve(0), quiet, held)).toBe(0);
});

test('work that throws ends with 1 and is said', async () => {
  const said: unknown[] = [];
  const failure = new Error('no such thing');
  const work = (): Promise<number> => Promise.reject(failure);
  expect(await withThrowAwayFolder('nowhere', work, (error) => said.push(error), quiet)).toBe(1);
  expect(said).toEqual([failure]);
});
