import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../../../../core/settings/settings.ts';
import { SettingsDesk } from '../../../../main/board/settings-desk.ts';
import { MemorySettings } from '../../../support/storage/memory-stores.ts';

describe('settings in force', () => {
  test('what the command line chose holds for this run and is never stored', () => {
    const store = new MemorySettings();
    const desk = new SettingsDesk(store, { activeEverySeconds: 2, requestsPerMinute: undefined });
    expect(desk.current).toEqual({ ...defaultSettings, activeEverySeconds: 2 });
    desk.change({ theme: 'dark' });
    expect(desk.current).toMatchObject({ activeEverySeconds: 2, theme: 'dark' });
    expect(store.stored.activeEverySeconds).toBe(15);
  });

  test('a change by hand takes the place of what the command line chose', () => {
    const desk = new SettingsDesk(new MemorySettings(), { activeEverySeconds: 2 });
    expect(desk.change({ activeEverySeconds: 30 }).activeEverySeconds).toBe(30);
  });

  test('a change that could not be written changes nothing', () => {
    const store = new MemorySettings();
    const desk = new SettingsDesk(store, { activeEverySeconds: 2 });
    store.isDiskFull = true;
    expect(() => desk.change({ activeEverySeconds: 30 })).toThrow('disk full');
    expect(desk.current.activeEverySeconds).toBe(2);
  });
});
