import { join } from 'node:path';
import {
  app,
  BrowserWindow,
  Menu,
  nativeTheme,
  powerMonitor,
  protocol,
  screen,
  session,
} from 'electron';
import type { Language } from '../../core/text/language.ts';
import type { Settings } from '../../core/settings/settings.ts';
import { copyright } from './app-identity.ts';
import { answerFile, appScheme } from './window/app-protocol.ts';
import { applicationMenu } from './window/application-menu.ts';
import { refuseEverythingElse } from './bridge/refusals.ts';
import type { Platform } from '../engine/launch/platform.ts';
import { protectFromCapture } from './window/window-options.ts';
import { platformOf } from '../engine/launch/platform.ts';
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
  /** The icon of the window and of the system's "About". */
  readonly iconPath: string;
}

/** Electron's own objects, for services whose parameters ask for a part of them only. */
export { clipboard, ipcMain as requestDoor, net, powerMonitor } from 'electron';

/** Asks Electron. The paths start from the built main process, in the source tree and in a package alike. */
export function surroundings(): Surroundings {
  const dist = join(import.meta.dirname, '..');
  const assetsDir = join(import.meta.dirname, 'assets');
  return {
    platform: platformOf(process.platform),
    version: app.getVersion(),
    locale: app.getLocale(),
    isPackaged: app.isPackaged,
    profileDir: app.getPath('userData'),
    rendererDir: join(dist, 'renderer'),
    preloadPath: join(dist, 'preload/index.cjs'),
    simulatorPath: join(dist, 'simulator/index.js'),
    assetsDir,
    iconPath: join(assetsDir, 'icons/256x256.png'),
  };
}

/** Whether the windows are shown by Wayland, where one comes to the front only with leave of the desktop. */
export function isOnWayland(): boolean {
  const { env, platform } = process;
  if (platform !== 'linux' || (env['WAYLAND_DISPLAY'] ?? '') === '') return false;
  return app.commandLine.getSwitchValue('ozone-platform') !== 'x11';
}

/** The name and versions of the runtime. */
export function runtimeName(): string {
  const { chrome, electron } = process.versions;
  return `Electron ${electron}, Chromium ${chrome}`;
}

/** Serves the window its files, refuses everything else, and fills the system's "About". */
export function prepareDesktop({ iconPath, rendererDir, version }: Surroundings): void {
  protocol.handle(appScheme, (request) => answerFile(rendererDir, request));
  refuseEverythingElse(app, session.defaultSession);
  // On macOS the menu bar opens this panel too.
  app.setAboutPanelOptions({
    applicationName: 'Waybell',
    applicationVersion: version,
    copyright,
    iconPath,
  });
}

/** Theme, zoom and protection from capture follow the settings, and the menu bar the language. */
export function followSettings(
  {
    hidesFromCapture,
    theme,
    zoomPercent,
  }: Pick<Settings, 'hidesFromCapture' | 'theme' | 'zoomPercent'>,
  platform: Platform,
  language: Language,
): void {
  nativeTheme.themeSource = theme;
  const menu = applicationMenu(platform, language);
  Menu.setApplicationMenu(menu === null ? null : Menu.buildFromTemplate(menu));
  for (const window of BrowserWindow.getAllWindows()) {
    protectFromCapture(window, platform, hidesFromCapture);
    const { webContents } = window;
    if (!webContents.isDestroyed()) webContents.setZoomFactor(zoomPercent / 100);
  }
}

/** The screens without their taskbars, the primary one first. */
export function workAreas(): readonly [Bounds, ...Bounds[]] {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter((display) => display.id !== primary.id);
  return [primary.workArea, ...others.map((display) => display.workArea)];
}

/** Whether the windows are drawn without the graphics card. */
export function isDrawnBySoftware(): boolean {
  return app.getGPUFeatureStatus().gpu_compositing !== 'enabled';
}

/** Calls when a screen came, went or changed its size, scale or taskbar. */
export function whenScreensChanged(changed: () => void): void {
  screen.on('display-added', changed);
  screen.on('display-removed', changed);
  screen.on('display-metrics-changed', changed);
}

/**
 * Calls when the machine woke. A hint only: this event is missed on some machines
 * (https://github.com/electron/electron/issues/24499), so the watcher also looks at its clocks.
 */
export function whenWoken(woke: () => void): void {
  powerMonitor.on('resume', woke);
}

/** Calls when the machine is about to sleep. */
export function whenSuspended(suspended: () => void): void {
  powerMonitor.on('suspend', suspended);
}

/**
 * Which proxy the system uses for an address, automatic configuration included. Asked of a session without
 * pages, as the one of the window has no way out: bridge/refusals.ts.
 */
export function resolveProxy(url: string): Promise<string> {
  return session.fromPartition('system-proxy').resolveProxy(url);
}

/** Erases what the window's engine keeps in the profile of what was shown: storage and caches. */
export async function clearWindowData(): Promise<void> {
  await session.defaultSession.clearStorageData();
  await session.defaultSession.clearCache();
}

/** Calls when the system's theme or the dispatcher's own choice changed. */
export function whenThemeChanged(changed: () => void): void {
  nativeTheme.on('updated', changed);
}

/** Opens the system's own "About". */
export function showAbout(): void {
  app.showAboutPanel();
}

export function quit(): void {
  app.quit();
}
