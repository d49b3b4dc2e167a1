import type { Chromium } from './chromium/launch.ts';
import type { Page } from './window/page.ts';
import type { HostWindow } from './window/host-window.ts';

/**
 * What the parts of the host share about the one app that runs: Electron's exports are singletons,
 * so this is one too. boot.ts fills it; nothing here works at import time.
 */
export const runtime = {
  /** The running browser; undefined until the app's main file has been loaded. */
  chromium: undefined as Chromium | undefined,
  /** Chromium's profile, inside the app's userData folder. */
  profileDir: '',
  /** No windows are drawn: there is no display, or HOST_HEADLESS=1 asks for it. */
  isHeadless: process.env['HOST_HEADLESS'] === '1' || !process.env['DISPLAY'],
  /** The app asked to end; windows that close now do not raise window-all-closed. */
  isQuitting: false,
  /** Open windows by the id that BrowserWindow.id shows. */
  windows: new Map<number, HostWindow>(),
  /** Open pages by DevTools target id, which is also the id of their main frame. */
  pages: new Map<string, Page>(),
};

/** The running browser. @throws Error before it is there: a defect of the host */
export function runningChromium(): Chromium {
  if (!runtime.chromium) throw new Error('electron-host: Chromium is not running yet');
  return runtime.chromium;
}
