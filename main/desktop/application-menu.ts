import type { MenuItemConstructorOptions } from 'electron';
import type { Platform } from './window-options.ts';

/**
 * The menu bar: on macOS the few entries without which copying, pasting and quitting by key do not
 * work there; elsewhere none, because the window has its own controls.
 */
export function applicationMenu(platform: Platform): MenuItemConstructorOptions[] | null {
  if (platform !== 'macos') return null;
  return [
    {
      label: 'Waybell',
      submenu: [
        { role: 'about' },
        { type: 'separator' },
        { role: 'hide' },
        { role: 'hideOthers' },
        { role: 'unhide' },
        { type: 'separator' },
        { role: 'quit' },
      ],
    },
    {
      label: 'Edit',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        { type: 'separator' },
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'delete' },
        { role: 'selectAll' },
      ],
    },
    { label: 'Window', submenu: [{ role: 'minimize' }, { role: 'close' }, { role: 'front' }] },
  ];
}
