import { join } from 'node:path';
import type { Details, Event } from 'electron';
import { app, clipboard, globalShortcut, powerMonitor } from 'electron';
import { configHome } from '../../launch/profile-folder.ts';
import { AutostartFile } from './autostart-file.ts';
import type { LoginItem } from './login-item.ts';
import { loginItemName, startCommand, SystemLoginItem } from './login-item.ts';
import { onPowerChange } from './power.ts';
import type { ShortcutRegistrar } from './shortcuts.ts';
import type { Platform } from '../window/window-options.ts';

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

/** macOS gives a login item no arguments: it says that it was one. */
export function wasOpenedAtLogin(platform: Platform): boolean {
  return platform === 'macos' && app.getLoginItemSettings().wasOpenedAtLogin;
}

/** The keys that reach Waybell from every program. */
export const shortcutRegistrar: ShortcutRegistrar = globalShortcut;

export function isOnBattery(): boolean {
  return powerMonitor.isOnBatteryPower();
}

/** @returns stops listening */
export function whenPowerChanged(changed: () => void): () => void {
  return onPowerChange(powerMonitor, changed);
}

/**
 * Tells of a helper of the window's engine that ended by itself, such as the one that draws. The engine
 * starts another one; a page's own process is told of elsewhere.
 *
 * @returns stops listening
 */
export function whenHelperGone(gone: (kind: string, reason: string) => void): () => void {
  const told = (_event: Event, { reason, type }: Details): void => {
    // "clean-exit" is the end of one that is not needed any more.
    if (reason !== 'clean-exit') gone(type, reason);
  };
  app.on('child-process-gone', told);
  return () => {
    app.off('child-process-gone', told);
  };
}

export async function readClipboard(): Promise<string> {
  return await clipboard.readText();
}
