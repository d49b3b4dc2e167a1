import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type SecondStart,
  takeInstanceLock,
} from '../../tools/electron-host/host/app/single-instance.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const start = (...argv: string[]): SecondStart => ({
  argv,
  workingDirectory: '/somewhere',
  additionalData: { n: argv.length },
});
const lockFile = 'host-instance.json';

describe('the single-instance lock', () => {
  test('is given to the first start only, and the later ones are told to it in order', async () => {
    const folder = temporaryFolder();
    const told: SecondStart[] = [];
    const lock = takeInstanceLock(folder, start('first'), (second) => told.push(second));
    onTestFinished(() => lock?.release());
    expect(lock).toBeDefined();
    expect(takeInstanceLock(folder, start('second'), () => {})).toBeUndefined();
    expect(takeInstanceLock(folder, start('third', '--x'), () => {})).toBeUndefined();
    await expect.poll(() => told).toEqual([start('second'), start('third', '--x')]);
  });

  test('can be taken again once it is let go, and nothing is left', () => {
    const folder = temporaryFolder();
    takeInstanceLock(folder, start('first'), () => {})?.release();
    expect(readdirSync(folder)).toEqual([]);
    const again = takeInstanceLock(folder, start('second'), () => {});
    expect(again).toBeDefined();
    again?.release();
  });

  test.each([
    ['of a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1, startedAt: '1' })],
    ['of another process with the same id', JSON.stringify({ pid: process.pid, startedAt: '1' })],
    ['that is damaged', '{"pid":'],
  ])('a lock %s is taken over', (_name, content) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, lockFile), content);
    const lock = takeInstanceLock(folder, start('first'), () => {});
    expect(lock).toBeDefined();
    lock?.release();
    expect(existsSync(join(folder, lockFile))).toBe(false);
  });
});
