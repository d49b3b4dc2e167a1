import { join } from 'node:path';
import {
  app,
  clipboard,
  ipcMain,
  Menu,
  nativeTheme,
  powerMonitor,
  protocol,
  screen,
  session,
} from 'electron';
import type { Settings } from '../../core/settings.ts';
import { AppFiles, appScheme } from './app-protocol.ts';
import { applicationMenu } from './application-menu.ts';
import type { RequestDoor } from './bridge-server.ts';
import { onWake } from './power.ts';
import { refuseEverythingElse } from './refusals.ts';
import { hasBusName, trayWatcherName } from './session-bus.ts';
import type { Platform } from './window-options.ts';
import { platformOf } from './window-options.ts';
import type { Bounds } from './window-place.ts';

/** Where things are and what they are called, asked of Electron once it is ready. */
export interface Surroundings {
  readonly platform: Platform;
  readonly version: string;
  readonly isPackaged: boolean;
  /** Everything that Waybell keeps on this computer. */
  readonly profileDir: string;
  readonly rendererDir: string;
  readonly preloadPath: string;
  readonly simulatorPath: string;
  readonly assetsDir: string;
}

/** From the built main process, in the source tree and in a package alike. */
export function surroundings(): Surroundings {
  const dist = join(import.meta.dirname, '..');
  return {
    platform: platformOf(process.platform),
    version: app.getVersion(),
    isPackaged: app.isPackaged,
    profileDir: app.getPath('userData'),
    rendererDir: join(dist, 'renderer'),
    preloadPath: join(dist, 'preload/index.cjs'),
    simulatorPath: join(dist, 'simulator/index.js'),
    assetsDir: join(dist, '../assets'),
  };
}

/** Serves the window its files, refuses everything else and sets the menu bar. */
export function prepareSession(rendererDir: string, platform: Platform): void {
  const files = new AppFiles(rendererDir);
  protocol.handle(appScheme, (request) => files.answer(request));
  refuseEverythingElse(app, session.defaultSession);
  const menu = applicationMenu(platform);
  Menu.setApplicationMenu(menu === null ? null : Menu.buildFromTemplate(menu));
}

/** Where the window's requests arrive. */
export const requestDoor: RequestDoor = ipcMain;

/** The screens without their taskbars, the primary one first. */
export function workAreas(): readonly [Bounds, ...Bounds[]] {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter((display) => display.id !== primary.id);
  return [primary.workArea, ...others.map((display) => display.workArea)];
}

/** @returns stops listening */
export function whenWoken(woke: () => void): () => void {
  return onWake(powerMonitor, woke);
}

export async function writeClipboard(text: string): Promise<void> {
  await clipboard.writeText(text);
}

/** Follows the system or the dispatcher's own choice. */
export function setTheme(theme: Settings['theme']): void {
  nativeTheme.themeSource = theme;
}

export function isDarkTheme(): boolean {
  return nativeTheme.shouldUseDarkColors;
}

/** Whether the taskbar is dark, which on Windows is a choice of its own. */
export function isDarkTaskbar(): boolean {
  return nativeTheme.shouldUseDarkColorsForSystemIntegratedUI;
}

/** @returns stops listening */
export function whenThemeChanged(changed: () => void): () => void {
  nativeTheme.on('updated', changed);
  return () => {
    nativeTheme.off('updated', changed);
  };
}

/** Whether there is a place for a tray icon: always on Windows and macOS, on Linux if someone offers one. */
export async function isTrayThere(platform: Platform): Promise<boolean> {
  if (platform !== 'linux') return true;
  return hasBusName(trayWatcherName, {
    address: process.env['DBUS_SESSION_BUS_ADDRESS'],
    userId: process.getuid?.() ?? 0,
    timeoutMs: 1000,
  });
}

export function quit(): void {
  app.quit();
}
