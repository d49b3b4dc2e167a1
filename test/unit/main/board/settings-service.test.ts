import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../../../../core/settings/settings.ts';
import { SettingsService } from '../../../../main/board/settings-service.ts';
import { MemorySettings } from '../../../support/storage/memory-stores.ts';

describe('settings in force', () => {
  test('what the command line chose holds for this run and is never stored', () => {
    const store = new MemorySettings();
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
    const settings = new SettingsService(new MemorySettings(), { activeEverySeconds: 2 });
    expect(settings.change({ activeEverySeconds: 30 }).activeEverySeconds).toBe(30);
  });

  test('a change that could not be written changes nothing', () => {
    const store = new MemorySettings();
    const settings = new SettingsService(store, { activeEverySeconds: 2 });
    store.isDiskFull = true;
    expect(() => settings.change({ activeEverySeconds: 30 })).toThrow('disk full');
    expect(settings.current.activeEverySeconds).toBe(2);
  });
});
