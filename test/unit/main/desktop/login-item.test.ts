import { expect, test } from 'vitest';
import type { LoginItemSettings } from '../../../../main/desktop/login-item.ts';
import { SystemLoginItem } from '../../../../main/desktop/login-item.ts';

type Answer = ReturnType<LoginItemSettings['getLoginItemSettings']>;

/** The system's list, as Electron shows it. */
class FakeList implements LoginItemSettings {
  readonly asked: unknown[] = [];
  readonly set: unknown[] = [];
  extra: Partial<Answer> = {};
  #isOn = false;

  getLoginItemSettings(options?: unknown): Answer {
    this.asked.push(options);
    return { openAtLogin: this.#isOn, ...this.extra };
  }

  setLoginItemSettings(settings: { openAtLogin: boolean }): void {
    this.set.push(settings);
    this.#isOn = settings.openAtLogin;
  }
}

test('Windows is told path and arguments, and asked about the same', () => {
  const list = new FakeList();
  const item = new SystemLoginItem(list, 'waybell', ['C:\\Waybell.exe', '--hidden']);
  expect(item.set(true)).toEqual({ kind: 'on' });
  const entry = { path: 'C:\\Waybell.exe', args: ['--hidden'] };
  expect(list.set).toEqual([{ openAtLogin: true, name: 'waybell', ...entry }]);
  expect(list.asked).toEqual([entry]);
});

test('an entry that the Task Manager switched off counts as off', () => {
  const list = new FakeList();
  const item = new SystemLoginItem(list, 'waybell', ['C:\\Waybell.exe', '--hidden']);
  list.extra = { openAtLogin: true, executableWillLaunchAtLogin: false };
  expect(item.state()).toEqual({ kind: 'off' });
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
