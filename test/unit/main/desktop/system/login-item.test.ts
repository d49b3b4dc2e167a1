import { expect, test } from 'vitest';
import type { LoginItemSettings } from '../../../../../main/desktop/system/login-item.ts';
import { SystemLoginItem } from '../../../../../main/desktop/system/login-item.ts';

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

test('macOS takes no arguments, and may want to be asked first', () => {
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
