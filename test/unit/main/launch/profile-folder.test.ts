import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  configHome,
  madeProfileFolder,
  usualProfileDir,
} from '../../../../main/launch/profile-folder.ts';
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

test('a relative XDG_CONFIG_HOME does not count', () => {
  expect(configHome({ XDG_CONFIG_HOME: '/elsewhere' }, '/home/ho')).toBe('/elsewhere');
  expect(configHome({ XDG_CONFIG_HOME: 'elsewhere' }, '/home/ho')).toBe('/home/ho/.config');
  expect(configHome({}, '/home/ho')).toBe('/home/ho/.config');
});

test('the command line finds the folder that the app uses', () => {
  expect(usualProfileDir('linux', {}, '/home/ho')).toBe('/home/ho/.config/Waybell');
  const env = { XDG_CONFIG_HOME: '/elsewhere' };
  expect(usualProfileDir('linux', env, '/home/ho')).toBe('/elsewhere/Waybell');
  expect(usualProfileDir('darwin', {}, '/Users/ho')).toContain('/Application Support/Waybell');
  expect(usualProfileDir('win32', { APPDATA: 'C:\\Users\\ho\\AppData\\Roaming' }, '')).toContain(
    'Waybell',
  );
});

test('the folder’s name is the one that Electron makes from the manifest', () => {
  const manifest = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
  expect(JSON.parse(manifest)).toMatchObject({ productName: 'Waybell' });
});
