import { join } from 'node:path';
import {
  app,
  type BaseWindow,
  BrowserWindow,
  dialog,
  globalShortcut,
  powerMonitor,
  shell,
  webContents,
} from 'electron';
import { configHome } from '../../engine/launch/profile-folder.ts';
import { AutostartFile } from './autostart-file.ts';
import type { ComputerSystem, OpenFolder } from './computer.ts';
import { FileDialogs } from './file-dialogs.ts';
import type { LoginItem } from './login-item.ts';
import { loginItemName, startCommand, SystemLoginItem } from './login-item.ts';
import type { ShortcutRegistrar } from './shortcuts.ts';
import type { Platform } from '../../engine/launch/platform.ts';

/** The system's list of what starts at login. @param profileDir null for the usual one */
export function loginItem(platform: Platform, profileDir: string | null): LoginItem {
  const appPath = app.isPackaged ? null : app.getAppPath();
  const { env } = process;
  const command = startCommand({ execPath: app.getPath('exe'), appPath, profileDir, env });
  const name = loginItemName(profileDir);
  switch (platform) {
    case 'linux': {
      const folder = join(configHome(env, app.getPath('home')), 'autostart');
      return new AutostartFile(join(folder, `${name}.desktop`), command);
    }
    case 'windows':
      return new SystemLoginItem(app, name, command);
    case 'macos':
      return new SystemLoginItem(app, name, null);
  }
}

/** macOS gives a login item no `--hidden`, but says that it opened the program at login. */
export function wasOpenedAtLogin(platform: Platform): boolean {
  return platform === 'macos' && app.getLoginItemSettings().wasOpenedAtLogin;
}

/** The keys that reach Waybell from every program. */
export const shortcutRegistrar: ShortcutRegistrar = globalShortcut;

/** What the system reports of its power and of the window's engine. */
export const computerSystem: ComputerSystem = {
  isOnBattery: () => powerMonitor.isOnBatteryPower(),
  whenPowerChanged(changed) {
    powerMonitor.on('on-battery', changed);
    powerMonitor.on('on-ac', changed);
  },
  whenHelperGone(gone) {
    app.on('child-process-gone', (_event, { reason, type }) => {
      // "clean-exit" is the end of one that is not needed any more.
      if (reason !== 'clean-exit') gone(type, reason);
    });
  },
};

/** The system's file manager. */
export const openFolder: OpenFolder = (path) => shell.openPath(path);

/**
 * The system's file dialogs. On Linux they belong to no window: GTK's keeps its parent as a bare pointer, and ours is
 * destroyed when it is closed (docs/electron-notes.md).
 *
 * @param contentsId the page of the window that they belong to; null while there is none
 */
export function fileDialogs(
  platform: Platform,
  contentsId: () => number | null,
): FileDialogs<BaseWindow> {
  return new FileDialogs<BaseWindow>({
    dialog,
    parent() {
      const id = platform === 'linux' ? null : contentsId();
      const contents = id === null ? undefined : webContents.fromId(id);
      return contents === undefined ? null : BrowserWindow.fromWebContents(contents);
    },
    documents: () => app.getPath('documents'),
  });
}
