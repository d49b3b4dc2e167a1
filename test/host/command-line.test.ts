import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findApp } from '../../tools/electron-host/host/app/life.ts';
import { readCommandLine } from '../../tools/electron-host/host/app/command-line.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('the command line', () => {
  test('names the app once; what follows is the app\u2019s own', () => {
    const { entry } = readCommandLine(['--no-sandbox', 'app', 'add', 'x'], '/work');
    expect(entry).toBe('/work/app');
  });

  test('switches may stand before and after the app', () => {
    const args = ['--lang=de', 'app', '--user-data-dir=/p=q', '--flag'];
    const { switches } = readCommandLine(args, '/');
    expect([...switches]).toEqual([
      ['lang', 'de'],
      ['user-data-dir', '/p=q'],
      ['flag', ''],
    ]);
  });

  test('what Playwright adds is understood', () => {
    const args = ['--no-sandbox', '-r', '/l.js', '--inspect=0', '--remote-debugging-port=0', 'app'];
    const read = readCommandLine(args, '/');
    expect(read).toMatchObject({ entry: '/app', preloads: ['/l.js'], debuggingPort: '0' });
  });

  test('without an app there is no entry', () => {
    expect(readCommandLine(['--version'], '/').entry).toBeUndefined();
    expect(readCommandLine([], '/').entry).toBeUndefined();
  });
});

describe('the app', () => {
  test('a folder is described by its package.json', () => {
    const folder = temporaryFolder();
    const fields = { name: 'a', productName: 'A', version: '1.2.3', main: 'dist/main.js' };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(fields));
    expect(findApp(folder)).toEqual({
      main: join(folder, 'dist/main.js'),
      appPath: folder,
      name: 'A',
      version: '1.2.3',
    });
  });

  test('a main file takes its name from the nearest package.json above', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'a' }));
    mkdirSync(join(folder, 'dist'));
    const main = join(folder, 'dist/main.js');
    writeFileSync(main, '');
    expect(findApp(main)).toMatchObject({ main, appPath: join(folder, 'dist'), name: 'a' });
  });

  test('an app that is not there is said to be so', () => {
    expect(() => findApp('/nowhere/app')).toThrow('Unable to find Electron app at /nowhere/app');
  });
});
