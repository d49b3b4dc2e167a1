import { join } from 'node:path';
import { app, dialog, type FileFilter, globalShortcut, powerMonitor, shell } from 'electron';
import { configHome } from '../../launch/profile-folder.ts';
import { AutostartFile } from './autostart-file.ts';
import type { ComputerSystem, OpenFolder } from './computer.ts';
import type { LoginItem } from './login-item.ts';
import { loginItemName, startCommand, SystemLoginItem } from './login-item.ts';
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

// Named after the file extension, which needs no translation.
const jsonFiles = { name: 'JSON', extensions: ['json'] };
const certificateFiles = { name: 'PEM', extensions: ['pem', 'crt', 'cer'] };
const allFiles = { name: '*', extensions: ['*'] };
const orderFiles = { name: 'CSV, TXT, TSV, JSON', extensions: ['csv', 'txt', 'tsv', 'json'] };
const textFiles = { name: 'TXT', extensions: ['txt'] };
const csvFiles = { name: 'CSV', extensions: ['csv'] };

function filesNamedLike(name: string) {
  if (name.endsWith('.csv')) return csvFiles;
  return name.endsWith('.txt') ? textFiles : jsonFiles;
}

/** Asks the dispatcher where to write a file; null when they cancel. */
export async function chooseWhereToSave(suggestedName: string): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog({
    defaultPath: join(app.getPath('documents'), suggestedName),
    filters: [filesNamedLike(suggestedName)],
    properties: ['showOverwriteConfirmation', 'createDirectory'],
  });
  return canceled || filePath === '' ? null : filePath;
}

/** Asks the dispatcher which exported file to read; null when they cancel. */
export const chooseFile = (): Promise<string | null> => choose([jsonFiles]);

/** Asks the dispatcher for a file with certificates; null when they cancel. */
export const chooseCaFile = (): Promise<string | null> => choose([certificateFiles, allFiles]);

async function choose(filters: FileFilter[]): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    filters,
    properties: ['openFile', 'dontAddToRecent'],
  });
  const [path] = filePaths;
  return canceled || path === undefined ? null : path;
}

/** Asks the dispatcher for the folder or the file that orders are taken from; null when they cancel. */
export async function chooseOrderPlace(what: 'folder' | 'file'): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    ...(what === 'file' ? { filters: [orderFiles] } : {}),
    properties: [what === 'file' ? 'openFile' : 'openDirectory', 'dontAddToRecent'],
  });
  const [path] = filePaths;
  return canceled || path === undefined ? null : path;
}
