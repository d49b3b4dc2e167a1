import type { BrowserWindow, BrowserWindowConstructorOptions, WebPreferences } from 'electron';
import type { Bounds } from './window-place.ts';
import { smallestSize } from './window-place.ts';
import type { Platform } from '../../engine/launch/platform.ts';

/** What decides how the window is made. */
export interface WindowLook {
  readonly platform: Platform;
  readonly isDark: boolean;
  readonly bounds: Bounds;
  readonly preloadPath: string;
  readonly iconPath: string;
  /** Developer tools stay out of packages. */
  readonly allowsDevTools: boolean;
  /** Whether the window is left out of screenshots and shared screens; Linux cannot do that. */
  readonly hidesFromCapture: boolean;
  /** The size of everything in the window; 100 is the usual one. */
  readonly zoomPercent: number;
}

/** The list's surface in both themes, so that no white flash precedes a dark window. */
export function surfaceColor(isDark: boolean): string {
  return isDark ? '#17181C' : '#FFFFFF';
}

/** Height of the strip at the top that drags the window, in pixels. */
const topStripHeight = 52;

/** The colours of the window controls that Windows draws over the top strip. */
export function controlsOverlay(isDark: boolean): {
  color: string;
  symbolColor: string;
  height: number;
} {
  return {
    color: surfaceColor(isDark),
    symbolColor: isDark ? '#F2F3F5' : '#1B1D22',
    height: topStripHeight,
  };
}

/** What holds for every page of ours. */
const confined = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  nodeIntegrationInWorker: false,
  webSecurity: true,
  webviewTag: false,
  allowRunningInsecureContent: false,
  navigateOnDragDrop: false,
  spellcheck: false,
  enableWebSQL: false,
  safeDialogs: true,
} as const satisfies WebPreferences;

/**
 * How the window behind the page that plays a sound is made: never shown, without a preload, and able to
 * play without a click.
 */
export const soundWindowOptions: BrowserWindowConstructorOptions = {
  show: false,
  width: 100,
  height: 100,
  focusable: false,
  skipTaskbar: true,
  title: 'Waybell',
  webPreferences: {
    ...confined,
    devTools: false,
    autoplayPolicy: 'no-user-gesture-required',
    backgroundThrottling: false,
  },
};

/**
 * How the window is made: hidden until it has something to show, isolated, sandboxed, without Node,
 * and with the title bar that each system's design asks for.
 */
export function windowOptions(look: WindowLook): BrowserWindowConstructorOptions {
  return {
    ...look.bounds,
    // A screen can be smaller, such as one that shows everything twice as large.
    minWidth: Math.min(smallestSize.width, look.bounds.width),
    minHeight: Math.min(smallestSize.height, look.bounds.height),
    show: false,
    title: 'Waybell',
    backgroundColor: surfaceColor(look.isDark),
    ...(look.platform === 'macos' ? { titleBarStyle: 'hiddenInset' } : {}),
    ...(look.platform === 'windows'
      ? { titleBarStyle: 'hidden', titleBarOverlay: controlsOverlay(look.isDark) }
      : {}),
    ...(look.platform === 'linux' ? { icon: look.iconPath, autoHideMenuBar: true } : {}),
    webPreferences: {
      ...confined,
      preload: look.preloadPath,
      zoomFactor: look.zoomPercent / 100,
      devTools: look.allowsDevTools,
    },
  };
}

/**
 * Keeps a window out of screenshots and shared screens, or lets it in again. Linux cannot do that, so
 * nothing is asked for there.
 */
export function protectFromCapture(
  window: Pick<BrowserWindow, 'setContentProtection'>,
  platform: Platform,
  isHidden: boolean,
): void {
  if (platform !== 'linux') window.setContentProtection(isHidden);
}
