import type { Event, WebContents } from 'electron';
import { BrowserWindow, nativeTheme } from 'electron';
import type { Language } from '../../../core/text/language.ts';
import { windowUrl } from './app-protocol.ts';
import { isOnWayland } from '../electron-desktop.ts';
import type { NativeWindow, NativeWindowEvents } from './main-window.ts';
import type { WindowLook } from './window-options.ts';
import { smallestSize } from './window-place.ts';
import {
  controlsOverlay,
  protectFromCapture,
  surfaceColor,
  windowOptions,
} from './window-options.ts';

/**
 * Makes a native window whose colours follow the theme. It is hidden, and nothing is loaded yet.
 *
 * @param language of the page's first words, asked for at each loading
 */
export function openElectronWindow(
  look: Omit<WindowLook, 'isDark'>,
  language: () => Language,
): NativeWindow {
  const window = new BrowserWindow(
    windowOptions({ ...look, isDark: nativeTheme.shouldUseDarkColors }),
  );
  const { webContents } = window;
  protectFromCapture(window, look.platform, look.hidesFromCapture);
  const followTheme = () => {
    const isDark = nativeTheme.shouldUseDarkColors;
    window.setBackgroundColor(surfaceColor(isDark));
    if (look.platform === 'windows') window.setTitleBarOverlay(controlsOverlay(isDark));
  };
  nativeTheme.on('updated', followTheme);
  window.once('closed', () => nativeTheme.off('updated', followTheme));
  return {
    contentsId: webContents.id,
    load: () => window.loadURL(windowUrl(language())),
    send(channel, payload) {
      if (!webContents.isDestroyed()) webContents.send(channel, payload);
    },
    show: () => window.show(),
    hide: () => window.hide(),
    minimize: () => window.minimize(),
    restore: () => window.restore(),
    focus: () => window.focus(),
    maximize: () => window.maximize(),
    destroy: () => window.destroy(),
    isVisible: () => !window.isDestroyed() && window.isVisible(),
    isMinimized: () => window.isMinimized(),
    isMaximized: () => window.isMaximized(),
    isFocused: () => window.isFocused(),
    normalBounds: () => window.getNormalBounds(),
    setBounds(bounds) {
      const { height, width } = smallestSize;
      window.setMinimumSize(Math.min(width, bounds.width), Math.min(height, bounds.height));
      window.setBounds(bounds);
    },
    crashRenderer: () => webContents.forcefullyCrashRenderer(),
    listen: (events) => listen(window, webContents, events),
  };
}

function listen(window: BrowserWindow, webContents: WebContents, events: NativeWindowEvents): void {
  let isReady = false;
  const ready = (): void => {
    if (!isReady) events.readyToShow();
    isReady = true;
  };
  window.once('ready-to-show', ready);
  // Under Wayland a hidden window paints nothing, and Electron waits for its first paint
  // (https://github.com/electron/electron/issues/48859).
  if (isOnWayland()) webContents.once('did-finish-load', ready);
  window.on('close', (event: Event) => {
    if (events.closing()) event.preventDefault();
  });
  window.on('closed', () => events.closed());
  // On Linux a window that comes back from the taskbar has the system's focus and takes no keys (seen on Electron 33.2.1).
  window.on('restore', () => window.focus());
  window.on('unresponsive', () => events.unresponsive());
  window.on('responsive', () => events.responsive());
  webContents.on('render-process-gone', (_event, details) => {
    // "clean-exit" is the end of a window that is being closed.
    if (details.reason !== 'clean-exit') events.rendererGone(details.reason);
  });
}
