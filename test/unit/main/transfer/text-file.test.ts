import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readTextFile, textOfFiles, writeOwnText } from '../../../../main/transfer/text-file.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

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

test('what is written takes the place of what was there', () => {
  const path = file('known.json', 'a longer text that was there before');
  writeOwnText(path, 'new');
  expect(readFileSync(path, 'utf8')).toBe('new');
});

test.skipIf(process.platform === 'win32')(
  'what is written is the owner’s alone, also in the place of a file that was everybody’s',
  () => {
    const known = file('everybodys.json', 'known');
    chmodSync(known, 0o644);
    for (const path of [known, join(folder, 'fresh.json')]) {
      writeOwnText(path, 'new');
      expect(statSync(path).mode & 0o777).toBe(0o600);
    }
  },
);
