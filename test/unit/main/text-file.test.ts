import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readTextFile, textOfFiles } from '../../../main/text-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'waybell-text-'));
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('dropped files are read one after the other', () => {
  expect(textOfFiles([file('a.txt', 'one'), file('b.csv', '二')])).toBe('one\n二');
  expect(textOfFiles([])).toBe('');
});

test('files that are too long together are refused', () => {
  const half = file('half.txt', 'x'.repeat(1_000_001));
  expect(textOfFiles([half])).toHaveLength(1_000_001);
  expect(() => textOfFiles([half, half])).toThrow(RangeError);
});

test('what is no file is refused instead of waited for', () => {
  expect(() => readTextFile(folder, 10)).toThrow(TypeError);
  expect(() => readTextFile('/dev/tty', 10)).toThrow(TypeError);
  expect(() => readTextFile(join(folder, 'gone'), 10)).toThrow('ENOENT');
});
