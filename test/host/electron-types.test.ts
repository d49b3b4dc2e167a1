import { describe, expect, test } from 'vitest';
import {
  electronClass,
  electronModule,
  electronObject,
} from '../../tools/electron-host/host/electron-types.ts';
import { refusingEmitter } from '../../tools/electron-host/host/refusal.ts';

// These are tests of types: they pass where this file compiles. Each line after @ts-expect-error
// must be refused by the compiler, and the compiler refuses the comment where it is not.

describe('what the compiler takes for a part of Electron', () => {
  test('a class with fitting members is one', () => {
    class FittingTray extends refusingEmitter('Tray') {
      setTitle(_title: string): void {}
      isDestroyed(): boolean {
        return false;
      }
    }
    const Tray = electronClass<typeof Electron.Tray>()(FittingTray);
    expect(Tray).toBe(FittingTray);
  });

  test('a class with a member that Electron types otherwise is none', () => {
    class MisfitTray extends refusingEmitter('Tray') {
      isDestroyed(): string {
        return 'no';
      }
    }
    // @ts-expect-error -- isDestroyed gives a boolean in Electron
    expect(electronClass<typeof Electron.Tray>()(MisfitTray)).toBe(MisfitTray);
  });

  test('a class with a member that Electron has not is none', () => {
    class StrangeTray extends refusingEmitter('Tray') {
      blink(): void {}
    }
    // @ts-expect-error -- Electron's Tray cannot blink
    expect(electronClass<typeof Electron.Tray>()(StrangeTray)).toBe(StrangeTray);
  });

  test('statics are held to the same', () => {
    class MisfitNotification extends refusingEmitter('Notification') {
      static isSupported(): number {
        return 1;
      }
    }
    class StrangeNotification extends refusingEmitter('Notification') {
      static count(): number {
        return 1;
      }
    }
    const claim = electronClass<typeof Electron.Notification>();
    // @ts-expect-error -- isSupported gives a boolean in Electron
    expect(claim(MisfitNotification)).toBe(MisfitNotification);
    // @ts-expect-error -- Electron's Notification counts nothing
    expect(claim(StrangeNotification)).toBe(StrangeNotification);
  });

  test('an object is held to the same', () => {
    const claim = electronObject<Electron.PowerMonitor>();
    expect(claim({ getSystemIdleTime: () => 0 }).getSystemIdleTime()).toBe(0);
    // @ts-expect-error -- a number in Electron
    expect(claim({ getSystemIdleTime: () => 'long' })).toBeDefined();
    // @ts-expect-error -- nothing in Electron
    expect(claim({ getMood: () => 'calm' })).toBeDefined();
  });

  test('a module is held to the same', () => {
    const clipboard = electronModule<Electron.Clipboard>('clipboard', { clear() {} });
    expect(() => clipboard.selection).toThrow('clipboard.selection is not supported');
    // @ts-expect-error -- readText gives a promise in Electron
    electronModule<Electron.Clipboard>('clipboard', { readText: () => 'text' });
    // @ts-expect-error -- nothing in Electron
    electronModule<Electron.Clipboard>('clipboard', { peek() {} });
  });
});
