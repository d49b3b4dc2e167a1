import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { usualProfileDir } from '../../../../main/launch/usual-profile.ts';

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
