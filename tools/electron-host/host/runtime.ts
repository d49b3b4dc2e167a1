import type { Chromium } from './chromium/launch.ts';
import type { CdpSession } from './cdp/session.ts';

/** A window as the rest of the host knows it: window/host-window.ts. */
export interface OpenWindow {
  /** What the app sees of it. */
  readonly face: Electron.BrowserWindow;
  readonly page: Pick<OpenPage, 'contents'>;
  readonly isVisible: boolean;
  readonly isFocused: boolean;
  readonly isDestroyed: boolean;
  focus(): void;
  /** Asks the app first. */
  close(): void;
}

/** A page as the rest of the host knows it: window/page.ts. */
export interface OpenPage {
  readonly window: {
    readonly id: number;
    readonly isFocused: boolean;
    focus(): void;
    destroy(): void;
  };
  /** What the app sees of it. */
  readonly contents: Electron.WebContents;
  /** Its address as the app knows it; '' before the first. */
  readonly url: string;
  readonly title: string;
  readonly isLoading: boolean;
  readonly isCrashed: boolean;
  readonly isDestroyed: boolean;
  openHandler:
    | ((details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse)
    | undefined;
  /** Its DevTools session, once its window is open. */
  session(): Promise<CdpSession>;
  load(url: string): Promise<void>;
  reload(): Promise<void>;
  send(channel: string, args: readonly unknown[]): void;
  evaluate(code: string, userGesture: boolean): Promise<unknown>;
  /** Whether the host itself asked for this address, so that it is no `will-navigate`. */
  expects(innerUrl: string): boolean;
  /** Whether the app lets the page open this window. */
  allowsWindow(innerUrl: string): boolean;
  /** Chromium says that the page has a new title. */
  titled(title: string): void;
  /** Chromium says that the page's process died. */
  crashed(status: string, exitCode: number): void;
  /** Chromium says that the page is closed. */
  gone(): void;
}

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
  windows: new Map<number, OpenWindow>(),
  /** Open pages by DevTools target id, which is also the id of their main frame. */
  pages: new Map<string, OpenPage>(),
};

/** The running browser. @throws Error before it is there: a defect of the host */
export function runningChromium(): Chromium {
  if (!runtime.chromium) throw new Error('electron-host: Chromium is not running yet');
  return runtime.chromium;
}
