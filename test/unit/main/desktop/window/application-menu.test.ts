import { describe, expect, test } from 'vitest';
import { applicationMenu } from '../../../../../main/desktop/window/application-menu.ts';

describe('the menu bar', () => {
  test.each(['en', 'zh-Hant'] as const)(
    'on macOS it has About, Quit and what copying and pasting by key need, in %s',
    (language) => {
      const menus = applicationMenu('macos', language) ?? [];
      const entries = menus.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
      const roles = entries.flatMap(({ role }) => (role === undefined ? [] : [role]));
      for (const role of ['about', 'quit', 'undo', 'copy', 'paste', 'selectAll', 'close']) {
        expect(roles).toContain(role);
      }
      const labels = entries.filter(({ role }) => role !== undefined).map(({ label }) => label);
      expect(labels.every((label) => label !== undefined && label !== '')).toBe(true);
    },
  );

  test.each(['windows', 'linux'] as const)('there is none on %s', (platform) => {
    expect(applicationMenu(platform, 'en')).toBeNull();
  });
});
