import { describe, expect, test } from 'vitest';
import type { Settings, SettingsChange } from '../../../../core/settings/settings.ts';
import { defaultSettings } from '../../../../core/settings/settings.ts';
import type { SettingsStore } from '../../../../main/board/settings-service.ts';
import { SettingsService } from '../../../../main/board/settings-service.ts';

class MemorySettingsStore implements SettingsStore {
  stored: Settings = defaultSettings;
  isDiskFull = false;

  load(): Settings {
    return this.stored;
  }

  change(change: SettingsChange): Settings {
    if (this.isDiskFull) throw new Error('disk full');
    this.stored = { ...this.stored, ...(change as Partial<Settings>) };
    return this.stored;
  }
}

describe('settings in force', () => {
  test('what the command line chose holds for this run and is never stored', () => {
    const store = new MemorySettingsStore();
    const settings = new SettingsService(store, {
      activeEverySeconds: 2,
      requestsPerMinute: undefined,
    });
    expect(settings.current).toEqual({ ...defaultSettings, activeEverySeconds: 2 });
    settings.change({ theme: 'dark' });
    expect(settings.current).toMatchObject({ activeEverySeconds: 2, theme: 'dark' });
    expect(store.stored.activeEverySeconds).toBe(15);
  });

  test('a change by hand takes the place of what the command line chose', () => {
    const settings = new SettingsService(new MemorySettingsStore(), { activeEverySeconds: 2 });
    expect(settings.change({ activeEverySeconds: 30 }).activeEverySeconds).toBe(30);
  });

  test('a change that could not be written changes nothing', () => {
    const store = new MemorySettingsStore();
    const settings = new SettingsService(store, { activeEverySeconds: 2 });
    store.isDiskFull = true;
    expect(() => settings.change({ activeEverySeconds: 30 })).toThrow('disk full');
    expect(settings.current.activeEverySeconds).toBe(2);
  });
});
