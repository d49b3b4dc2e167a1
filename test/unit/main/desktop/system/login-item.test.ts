import { beforeEach, describe, expect, test } from 'vitest';
import {
  SystemLoginItem,
  loginItemName,
  startCommand,
  type LoginItemSettings,
} from '../../../../../main/desktop/system/login-item.ts';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  AutostartFile,
  autostartEntry,
  execArgument,
} from '../../../../../main/desktop/system/autostart-file.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

type Answer = ReturnType<LoginItemSettings['getLoginItemSettings']>;

interface Entry {
  readonly name: string;
  readonly command: string;
}

/**
 * The system's list as Electron shows it. On Windows a value of the registry holds path and arguments
 * as they came, and is found by what stands before its first space unless that is quoted.
 */
class FakeList implements LoginItemSettings {
  readonly set: unknown[] = [];
  readonly entries: Entry[] = [];
  isEnabled = true;
  extra: Partial<Answer> = {};
  #isOn = false;

  getLoginItemSettings(options?: { readonly path?: string }): Answer {
    const program = programOf(options?.path ?? '');
    const launchItems = this.entries
      .filter(({ command }) => programOf(command) === program)
      .map(({ name }) => ({ name, scope: 'user' as const, enabled: this.isEnabled }));
    return { openAtLogin: this.#isOn, launchItems, ...this.extra };
  }

  setLoginItemSettings(settings: {
    openAtLogin: boolean;
    name?: string;
    path?: string;
    args?: string[];
  }): void {
    this.set.push(settings);
    const { args = [], name, openAtLogin, path } = settings;
    if (name === undefined || path === undefined) {
      this.#isOn = openAtLogin;
      return;
    }
    this.entries.splice(0, Infinity, ...this.entries.filter((entry) => entry.name !== name));
    if (openAtLogin) this.entries.push({ name, command: [path, ...args].join(' ') });
  }
}

function programOf(command: string): string {
  return /^"([^"]*)"/.exec(command)?.[1] ?? command.split(' ')[0] ?? '';
}

test('on Windows it is on once its own value is in the list, and off without it', () => {
  const list = new FakeList();
  const item = new SystemLoginItem(list, 'waybell', ['C:\\Waybell.exe', '--hidden']);
  expect(item.state()).toEqual({ kind: 'off' });
  expect(item.set(true)).toEqual({ kind: 'on' });
  expect(list.entries).toEqual([{ name: 'waybell', command: '"C:\\Waybell.exe" --hidden' }]);
  expect(item.set(false)).toEqual({ kind: 'off' });
});

test('a path with spaces is written so that Windows starts it, and is not taken for a neighbour’s', () => {
  const list = new FakeList();
  list.entries.push({ name: 'other', command: 'C:\\Program Files\\Other\\other.exe' });
  const item = new SystemLoginItem(list, 'waybell', [
    'C:\\Program Files\\Waybell\\Waybell.exe',
    '--hidden',
    '--profile=D:\\Night shift\\',
  ]);
  expect(item.state()).toEqual({ kind: 'off' });
  expect(item.set(true)).toEqual({ kind: 'on' });
  expect(list.entries.at(-1)?.command).toBe(
    '"C:\\Program Files\\Waybell\\Waybell.exe" --hidden "--profile=D:\\Night shift\\\\"',
  );
});

test('each profile has an entry of its own', () => {
  const list = new FakeList();
  const command = ['C:\\Waybell.exe', '--hidden'] as const;
  new SystemLoginItem(list, 'waybell', command).set(true);
  expect(new SystemLoginItem(list, 'waybell-0f3a', command).state()).toEqual({ kind: 'off' });
});

test('an entry that the Task Manager switched off counts as off', () => {
  const list = new FakeList();
  const item = new SystemLoginItem(list, 'waybell', ['C:\\Waybell.exe', '--hidden']);
  list.isEnabled = false;
  expect(item.set(true)).toEqual({ kind: 'off' });
});

test('macOS accepts no arguments, and may want to be asked first', () => {
  const list = new FakeList();
  const item = new SystemLoginItem(list, 'waybell', null);
  list.extra = { status: 'requires-approval' };
  expect(item.set(true)).toEqual({ kind: 'toBeAllowed' });
  expect(list.set).toEqual([{ openAtLogin: true }]);
});

test('a system that throws is a failure in words', () => {
  const item = new SystemLoginItem(
    {
      getLoginItemSettings: () => ({ openAtLogin: false }),
      setLoginItemSettings() {
        throw new Error('refused');
      },
    },
    'waybell',
    null,
  );
  expect(item.set(true)).toEqual({ kind: 'failed' });
});

/** Reads an Exec line as the Desktop Entry Specification says: string escapes first, then quotes. */
function argumentsOf(exec: string): readonly string[] {
  const value = exec.replaceAll(/\\(.)/g, (_, escaped: string) =>
    escaped === '\\' ? '\\' : `\\${escaped}`,
  );
  return Array.from(value.matchAll(/"((?:[^"\\]|\\.)*)"/g), ([, quoted = '']) =>
    quoted.replaceAll(/\\(.)/g, '$1').replaceAll('%%', '%'),
  );
}

describe('an argument of an Exec line', () => {
  test('is quoted, and its special characters are escaped twice', () => {
    expect(execArgument('/opt/Way bell/waybell')).toBe('"/opt/Way bell/waybell"');
    expect(execArgument('a"b')).toBe(String.raw`"a\\"b"`);
    expect(execArgument('$HOME`x`')).toBe(String.raw`"\\$HOME\\` + '`x' + String.raw`\\` + '`"');
    expect(execArgument('100%')).toBe('"100%%"');
    expect(execArgument('back\\slash')).toBe(String.raw`"back\\\\slash"`);
  });

  test('comes back whole, whatever is in it', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (args) => {
        // oxlint-disable-next-line no-control-regex -- what no such file can hold
        fc.pre(args.every((each) => !/[\u0000-\u001F\u007F]/.test(each)));
        const [first = '', ...more] = args;
        const entry = autostartEntry([first, ...more]);
        const exec = entry?.split('\n').find((line) => line.startsWith('Exec=')) ?? '';
        expect(argumentsOf(exec.slice('Exec='.length))).toEqual(args);
      }),
    );
  });

  test('with a line break is refused: it could begin a key of its own', () => {
    expect(autostartEntry(['/opt/x\nExec=rm', '--hidden'])).toBeNull();
  });
});

describe('what is started', () => {
  const place = { execPath: '/usr/bin/electron', appPath: null, profileDir: null, env: {} };

  test('is the AppImage itself, not the place where it unpacked itself', () => {
    const env = { APPIMAGE: '/home/ho/Apps/Waybell 1.AppImage' };
    expect(startCommand({ ...place, execPath: '/tmp/.mount_x/waybell', env })).toEqual([
      '/home/ho/Apps/Waybell 1.AppImage',
      '--hidden',
    ]);
  });

  test('is the portable executable, not its copy in a temporary folder', () => {
    const env = { PORTABLE_EXECUTABLE_FILE: 'D:\\Waybell.exe' };
    expect(startCommand({ ...place, env })[0]).toBe('D:\\Waybell.exe');
  });

  test('is the same profile, under a name of its own', () => {
    const command = startCommand({ ...place, appPath: '/src', profileDir: '/data/night' });
    expect(command).toEqual(['/usr/bin/electron', '/src', '--hidden', '--profile=/data/night']);
    expect(loginItemName(null)).toBe('waybell');
    expect(loginItemName('/data/night')).not.toBe(loginItemName('/data/day'));
  });
});

describe('the autostart file', () => {
  let folder = '';
  let path = '';
  const command = ['/opt/waybell/waybell', '--hidden'] as const;

  beforeEach(() => {
    folder = temporaryFolder();
    path = join(folder, 'autostart/waybell.desktop');
  });

  test('is written when switched on and gone when switched off', () => {
    const item = new AutostartFile(path, command);
    expect(item.state()).toEqual({ kind: 'off' });
    expect(item.set(true)).toEqual({ kind: 'on' });
    expect(readFileSync(path, 'utf8')).toContain('Exec="/opt/waybell/waybell" "--hidden"\n');
    expect(statSync(path).mode & 0o777).toBe(0o644);
    expect(item.set(false)).toEqual({ kind: 'off' });
    expect(existsSync(path)).toBe(false);
    expect(item.set(false)).toEqual({ kind: 'off' });
  });

  test('that another program made is neither overwritten nor removed', () => {
    mkdirSync(join(folder, 'autostart'));
    writeFileSync(path, '[Desktop Entry]\nExec=waybell --mine\n');
    const item = new AutostartFile(path, command);
    for (const isOn of [true, false]) {
      expect(item.set(isOn)).toEqual({ kind: 'foreign', fileName: 'waybell.desktop' });
    }
    item.refresh();
    expect(readFileSync(path, 'utf8')).toBe('[Desktop Entry]\nExec=waybell --mine\n');
  });

  test('that the desktop’s own settings switched off stays off, also when the program moved', () => {
    const item = new AutostartFile(path, command);
    item.set(true);
    const off = readFileSync(path, 'utf8').replace('enabled=true', 'enabled=false');
    writeFileSync(path, off);
    expect(item.state()).toEqual({ kind: 'off' });
    new AutostartFile(path, ['/moved/waybell', '--hidden']).refresh();
    expect(readFileSync(path, 'utf8')).toBe(off);
    expect(item.set(true)).toEqual({ kind: 'on' });
  });

  test('follows an AppImage that was moved', () => {
    new AutostartFile(path, command).set(true);
    new AutostartFile(path, ['/home/ho/Waybell-2.AppImage', '--hidden']).refresh();
    expect(readFileSync(path, 'utf8')).toContain('Exec="/home/ho/Waybell-2.AppImage"');
  });

  test('that cannot be written is said, and nothing is thrown', () => {
    writeFileSync(join(folder, 'autostart'), 'a file where the folder should be');
    expect(new AutostartFile(path, command).set(true)).toEqual({ kind: 'failed' });
  });
});
