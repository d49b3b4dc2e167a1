import { join } from 'node:path';
import {
  app,
  BrowserWindow,
  clipboard,
  ipcMain,
  Menu,
  nativeTheme,
  net,
  powerMonitor,
  protocol,
  screen,
  session,
} from 'electron';
import type { Language, Localisation } from '../../core/text/language.ts';
import type { Settings } from '../../core/settings/settings.ts';
import { copyright } from './app-identity.ts';
import { AppFiles, appScheme } from './window/app-protocol.ts';
import { applicationMenu } from './window/application-menu.ts';
import type { RequestDoor } from './bridge/bridge-server.ts';
import { refuseEverythingElse } from './bridge/refusals.ts';
import type { SessionBusQuestion } from './notifications/session-bus.ts';
import { daemonCapabilities, hasBusName, trayWatcherName } from './notifications/session-bus.ts';
import type { NativeWindow } from './window/main-window.ts';
import { openElectronWindow } from './window/electron-window.ts';
import type { TrayScene } from './tray/tray.ts';
import type { Platform } from './window/window-options.ts';
import { platformOf, protectFromCapture } from './window/window-options.ts';
import type { Bounds } from './window/window-place.ts';

/** Where things are and what they are called, asked of Electron once it is ready. */
export interface Surroundings {
  readonly platform: Platform;
  readonly version: string;
  readonly isPackaged: boolean;
  /** A BCP 47 tag for times and numbers. */
  readonly locale: string;
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
    locale: app.getLocale(),
    isPackaged: app.isPackaged,
    profileDir: app.getPath('userData'),
    rendererDir: join(dist, 'renderer'),
    preloadPath: join(dist, 'preload/index.cjs'),
    simulatorPath: join(dist, 'simulator/index.js'),
    assetsDir: join(import.meta.dirname, 'assets'),
  };
}

/** What the program runs on; electron-host says so itself. */
export function runtimeName(): string {
  const { chrome, electron } = process.versions;
  const isHost = process.env['HOST_LAUNCHER'] !== undefined;
  return isHost ? 'electron-host' : `Electron ${electron}, Chromium ${chrome}`;
}

/** Serves the window its files and refuses everything else. */
export function prepareSession(rendererDir: string): void {
  const files = new AppFiles(rendererDir);
  protocol.handle(appScheme, (request) => files.answer(request));
  refuseEverythingElse(app, session.defaultSession);
}

/** Sets the menu bar where there is one. */
export function setMenuBar(platform: Platform, language: Language): void {
  const menu = applicationMenu(platform, language);
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

/** Whether the system has any network, as far as it knows. */
export function isOnline(): boolean {
  return net.isOnline();
}

/**
 * Calls when the machine woke or the user came back. A hint only: these events are missed on some
 * machines (https://github.com/electron/electron/issues/24499), so the watcher also looks at its clocks.
 *
 * @returns stops listening
 */
export function whenWoken(woke: () => void): () => void {
  powerMonitor.on('resume', woke);
  powerMonitor.on('unlock-screen', woke);
  return () => {
    powerMonitor.off('resume', woke);
    powerMonitor.off('unlock-screen', woke);
  };
}

export async function writeClipboard(text: string): Promise<void> {
  await clipboard.writeText(text);
}

/** Which proxy the system uses for an address, automatic configuration included. */
export function resolveProxy(url: string): Promise<string> {
  return session.defaultSession.resolveProxy(url);
}

/** Follows the system or the dispatcher's own choice. */
export function setTheme(theme: Settings['theme']): void {
  nativeTheme.themeSource = theme;
}

/** Makes the window as the present theme has it. */
export function windowOpener(
  { platform, preloadPath, isPackaged }: Surroundings,
  iconPath: string,
  settings: { readonly current: Pick<Settings, 'hidesFromCapture' | 'zoomPercent'> },
  localisation: Localisation,
): (bounds: Bounds) => NativeWindow {
  return (bounds) =>
    openElectronWindow({
      platform,
      isDark: nativeTheme.shouldUseDarkColors,
      bounds,
      preloadPath,
      iconPath,
      allowsDevTools: !isPackaged,
      hidesFromCapture: settings.current.hidesFromCapture,
      zoomPercent: settings.current.zoomPercent,
      language: () => localisation.current.language,
    });
}

/** Keeps the windows that are open out of screenshots and shared screens, or lets them in again. */
export function hideFromCapture(platform: Platform, isHidden: boolean): void {
  for (const window of BrowserWindow.getAllWindows()) {
    protectFromCapture(window, platform, isHidden);
  }
}

/** Shows what is in the open windows larger or smaller. */
export function setZoom(percent: number): void {
  for (const { webContents } of BrowserWindow.getAllWindows()) {
    if (!webContents.isDestroyed()) webContents.setZoomFactor(percent / 100);
  }
}

/** Erases what the window's engine keeps in the profile of what was shown: storage and caches. */
export async function clearWindowData(): Promise<void> {
  await session.defaultSession.clearStorageData();
  await session.defaultSession.clearCache();
}

/** What decides on the tray's picture at the moment. */
export function trayScene(platform: Platform): TrayScene {
  return {
    platform,
    isDark:
      platform === 'windows'
        ? nativeTheme.shouldUseDarkColorsForSystemIntegratedUI
        : nativeTheme.shouldUseDarkColors,
    desktopName: process.env['XDG_CURRENT_DESKTOP'] ?? '',
  };
}

/** Pixels per point on the primary screen. */
export function scaleFactor(): number {
  return screen.getPrimaryDisplay().scaleFactor;
}

/** @returns stops listening */
export function whenThemeChanged(changed: () => void): () => void {
  nativeTheme.on('updated', changed);
  return () => {
    nativeTheme.off('updated', changed);
  };
}

/** The system's word on its lock. */
export { powerMonitor } from 'electron';

/** Whether there is a place for a tray icon: always on Windows and macOS, on Linux if a panel offers one. */
export async function isTrayThere(platform: Platform): Promise<boolean> {
  if (platform !== 'linux') return true;
  return hasBusName(trayWatcherName, sessionBus());
}

/** What the notification daemon of a Linux desktop can do; null when none answers. */
export function notificationCapabilities(): Promise<readonly string[] | null> {
  return daemonCapabilities(sessionBus());
}

function sessionBus(): SessionBusQuestion {
  return {
    address: process.env['DBUS_SESSION_BUS_ADDRESS'],
    userId: process.getuid?.() ?? 0,
    timeoutMs: 1000,
  };
}

/** What the system's own "About" shows, in the menu bar of macOS too. */
export function prepareAbout(version: string, iconPath: string): void {
  app.setAboutPanelOptions({
    applicationName: 'Waybell',
    applicationVersion: version,
    copyright,
    iconPath,
  });
}

/** Opens the system's own "About". */
export function showAbout(): void {
  app.showAboutPanel();
}

export function quit(): void {
  app.quit();
}

export function writeToStderr(text: string): void {
  process.stderr.write(text);
}

/**
 * Reports errors that were not caught. The app goes on: a watch that ends over one mistake is worse
 * than one that goes on with it, and the log keeps the mistake.
 */
export function reportDefects(report: (error: unknown) => void): void {
  // A terminal that was closed takes no more lines; that is nothing to report, least of all to it.
  process.stderr.on('error', () => undefined);
  process.on('uncaughtException', report);
  process.on('unhandledRejection', report);
}
