import type { Event, WebContents } from 'electron';
import { BrowserWindow } from 'electron';
import { windowUrl } from './app-protocol.ts';
import type { NativeWindow, NativeWindowEvents } from './main-window.ts';
import type { WindowLook } from './window-options.ts';
import { controlsOverlay, surfaceColor, windowOptions } from './window-options.ts';

/** A native window whose colours follow the theme. */
export interface ThemedWindow extends NativeWindow {
  setDark(isDark: boolean): void;
}

/** Makes a native window; nothing is loaded yet and nothing is in sight. */
export function openElectronWindow(look: WindowLook): ThemedWindow {
  const window = new BrowserWindow(windowOptions(look));
  const { webContents } = window;
  return {
    contentsId: webContents.id,
    load: () => window.loadURL(windowUrl),
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
    crashRenderer: () => webContents.forcefullyCrashRenderer(),
    setDark(isDark) {
      if (window.isDestroyed()) return;
      window.setBackgroundColor(surfaceColor(isDark));
      if (look.platform === 'windows') window.setTitleBarOverlay(controlsOverlay(isDark));
    },
    listen: (events) => listen(window, webContents, events),
  };
}

function listen(window: BrowserWindow, webContents: WebContents, events: NativeWindowEvents): void {
  window.once('ready-to-show', () => events.readyToShow());
  window.on('close', (event: Event) => {
    if (events.closing()) event.preventDefault();
  });
  window.on('closed', () => events.closed());
  const focusChanged = () => events.focusChanged();
  window.on('focus', focusChanged);
  window.on('blur', focusChanged);
  window.on('show', focusChanged);
  window.on('hide', focusChanged);
  window.on('minimize', focusChanged);
  window.on('restore', focusChanged);
  window.on('unresponsive', () => events.unresponsive());
  window.on('responsive', () => events.responsive());
  webContents.on('render-process-gone', (_event, details) => {
    // "clean-exit" is the end of a window that is being closed.
    if (details.reason !== 'clean-exit') events.rendererGone(details.reason);
  });
}
