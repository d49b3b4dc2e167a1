import { spawn, execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chromiumEnvironment, chromiumExecutable } from '../chromium/program.ts';
import type { CdpSession } from '../cdp/session.ts';
import { app } from '../app/app.ts';
import { preventableEvent } from '../electron-types.ts';
import { bootAddress } from '../protocol/scheme-addresses.ts';
import type { WindowSign } from '../renderer/wire.ts';
import { UnsupportedError } from '../refusal.ts';
import { type OpenWindow, runningChromium, runtime } from '../runtime.ts';
import { Page, type PageWindow } from './page.ts';
import { attachedTarget } from './targets.ts';
import { warnOnce } from '../warn-once.ts';

/** How long Chromium may take to open a window. */
const OPEN_WITHIN_MS = 15_000;

/** How long the X window may take to appear under its boot title. */
const FIND_WITHIN_MS = 2000;

type WindowState = 'normal' | 'minimized' | 'maximized' | 'fullscreen';

let lastId = 0;

/**
 * The engine behind BrowserWindow: one Chromium app window.
 *
 * What the app asks for is done in the order it was asked for, after the window has opened;
 * Electron's calls return at once, and so do these.
 */
export class HostWindow implements PageWindow, OpenWindow {
  readonly id: number = ++lastId;
  readonly face: Electron.BrowserWindow;
  readonly page: Page;
  readonly whenOpen: Promise<void>;
  bounds: Electron.Rectangle;
  state: WindowState = 'normal';
  isVisible: boolean;
  isFocused = false;
  isDestroyed = false;
  #queue: Promise<void>;
  #isReadyToShow = false;
  #session: CdpSession | undefined;
  #windowId = 0;
  #xWindow: XWindow | undefined;
  /** Hidden, and without the focus for ever: it opens minimised, so that it never flashes. */
  readonly #isUnseen: boolean;

  constructor(face: Electron.BrowserWindow, options: Electron.BrowserWindowConstructorOptions) {
    this.face = face;
    const { x = 60, y = 70, width = 800, height = 600 } = options;
    this.bounds = { x, y, width, height };
    this.isVisible = options.show !== false;
    this.#isUnseen = !this.isVisible && options.focusable === false;
    runtime.windows.set(this.id, this);
    this.page = new Page(this);
    this.whenOpen = this.#open(options.webPreferences?.preload, this.isVisible);
    this.#queue = this.whenOpen.catch((error: unknown) => {
      console.error('electron-host: a window could not be opened:', error);
    });
    app.emit('browser-window-created', preventableEvent({}), face);
    app.emit('web-contents-created', preventableEvent({}), this.page.contents);
  }

  /** The X window's number; '' where there is none. */
  get xWindowId(): string {
    return this.#xWindow?.id ?? '';
  }

  show(isActivated: boolean): void {
    if (this.#isUnseen) throw new UnsupportedError('showing a window that is not focusable');
    this.#do(async () => {
      await this.#map();
      await this.#applyBounds();
      if (isActivated) await this.#xWindow?.activate();
    });
    if (this.isVisible) return;
    this.isVisible = true;
    this.#emitLater('show');
  }

  hide(): void {
    if (!this.isVisible) return;
    this.isVisible = this.isFocused = false;
    this.#do(() => this.#unmap());
    this.#emitLater('hide');
  }

  focus(): void {
    this.#do(async () => this.#xWindow?.activate());
  }

  setState(state: WindowState, event: string): void {
    this.state = state;
    this.#do(() => this.#setBounds({ windowState: state }));
    this.#emitLater(event);
  }

  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.bounds = { ...this.bounds, ...bounds };
    this.#do(() => this.#applyBounds());
  }

  setUrgency(isUrgent: boolean): void {
    this.#do(async () => this.#xWindow?.setUrgency(isUrgent));
  }

  /** Asks the app first. */
  close(): void {
    this.#do(async () => {
      if (this.askClose()) await this.#closeTarget();
    });
  }

  /** Does not ask the app. `closed` is raised at once, as in Electron; Chromium's window closes after it. */
  destroy(): void {
    void this.whenOpen.catch(() => {}).then(() => this.#closeTarget());
    this.pageGone();
  }

  painted(): void {
    if (this.#isReadyToShow) return;
    this.#isReadyToShow = true;
    this.face.emit('ready-to-show');
  }

  askClose(): boolean {
    const event = preventableEvent({});
    this.face.emit('close', event);
    return !event.defaultPrevented;
  }

  signed(sign: WindowSign): void {
    // In turn: what is being set now is in force by then.
    if (sign === 'resize') this.#do(() => this.#readBounds().catch(() => {}));
    else this.#focusChanged(sign === 'focus' && this.isVisible);
  }

  pageGone(): void {
    if (this.isDestroyed) return;
    this.isDestroyed = true;
    this.isVisible = this.isFocused = false;
    runtime.windows.delete(this.id);
    this.page.gone();
    this.face.emit('closed');
    this.face.removeAllListeners();
    if (runtime.windows.size > 0 || runtime.isQuitting) return;
    if (app.listenerCount('window-all-closed') > 0) app.emit('window-all-closed');
    else app.quit();
  }

  /**
   * Opens a Chromium app window (no tabs, no address bar): a second `chromium --app=` hands over to
   * the one that runs. The boot document's title is how the X window is recognised.
   */
  async #open(preload: string | undefined, isShown: boolean): Promise<void> {
    const chromium = runningChromium();
    const title = `w${randomBytes(8).toString('hex')}`;
    const attached = attachedTarget(title, OPEN_WITHIN_MS);
    if (this.#isUnseen) {
      const url = bootAddress(title);
      chromium.cdp.browser.tell('Target.createTarget', {
        url,
        newWindow: true,
        background: true,
        windowState: 'minimized',
      });
    } else if (runtime.isHeadless) {
      const { width, height } = this.bounds;
      const url = bootAddress(title);
      chromium.cdp.browser.tell('Target.createTarget', { url, newWindow: true, width, height });
    } else {
      const child = spawn(
        chromiumExecutable(),
        [...chromium.flags, `--app=${bootAddress(title)}`],
        { stdio: 'ignore', env: chromiumEnvironment(runtime.profileDir) },
      );
      child.on('error', () => {});
    }
    const { sessionId, targetId } = await attached;
    const session = (this.#session = chromium.cdp.session(sessionId));
    await this.page.attach(session, targetId);
    if (this.#isUnseen) return this.page.usePreload(preload);
    this.#windowId = (await session.send('Browser.getWindowForTarget')).windowId;
    await this.page.usePreload(preload);
    if (runtime.isHeadless) return;
    this.#xWindow = await XWindow.find(title, FIND_WITHIN_MS);
    if (!isShown) await this.#unmap();
    await this.#applyBounds();
  }

  #do(work: () => Promise<unknown>): void {
    this.#queue = this.#queue
      .then(async () => {
        if (!this.isDestroyed) await work();
      })
      .catch((error: unknown) => {
        if (!this.isDestroyed) console.error('electron-host:', error);
      });
  }

  #emitLater(event: string): void {
    this.#do(async () => {
      this.face.emit(event);
    });
  }

  #focusChanged(isFocused: boolean): void {
    if (this.isFocused === isFocused) return;
    this.isFocused = isFocused;
    const name = isFocused ? 'focus' : 'blur';
    this.face.emit(name);
    app.emit(`browser-window-${name}`, preventableEvent({}), this.face);
  }

  async #map(): Promise<void> {
    if (runtime.isHeadless) return;
    if (this.#xWindow) await this.#xWindow.map();
    else await this.#setBounds({ windowState: 'normal' });
  }

  async #unmap(): Promise<void> {
    if (runtime.isHeadless) return;
    if (this.#xWindow) await this.#xWindow.unmap();
    else await this.#setBounds({ windowState: 'minimized' });
  }

  async #applyBounds(): Promise<void> {
    const { x: left, y: top, width, height } = this.bounds;
    await this.#setBounds({ left, top, width, height });
  }

  async #setBounds(bounds: {
    left?: number;
    top?: number;
    width?: number;
    height?: number;
    windowState?: WindowState;
  }): Promise<void> {
    await this.#session?.send('Browser.setWindowBounds', { windowId: this.#windowId, bounds });
  }

  async #readBounds(): Promise<void> {
    const before = this.bounds;
    const answer = await this.#session?.send('Browser.getWindowBounds', {
      windowId: this.#windowId,
    });
    if (!answer) return;
    const { left: x = 0, top: y = 0, width, height, windowState = 'normal' } = answer.bounds;
    this.state = windowState;
    // What was set meanwhile is newer than the answer.
    if (width === undefined || height === undefined || this.bounds !== before) return;
    this.bounds = { x, y, width, height };
    this.face.emit('resize');
  }

  async #closeTarget(): Promise<void> {
    const { browser } = runningChromium().cdp;
    await browser.send('Target.closeTarget', { targetId: this.page.targetId }).catch(() => {});
  }
}

let isMissing = false;

/** Runs xdotool. @returns what it printed; undefined when it fails or is not installed */
function xdotool(...args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile('xdotool', args, { timeout: 5000 }, (error, stdout) => {
      isMissing = error !== null && 'code' in error && error.code === 'ENOENT';
      if (isMissing) warnOnce('xdotool is not installed: hidden windows are minimised instead');
      resolve(error ? undefined : stdout.trim());
    });
  });
}

/**
 * The X window of one Chromium window: what the DevTools protocol cannot do with it, namely
 * unmap, map, raise and mark it.
 */
class XWindow {
  /** The X window's number, in decimal. */
  readonly id: string;

  private constructor(id: string) {
    this.id = id;
  }

  /**
   * Looks for the window with exactly this title until it is there.
   *
   * @param deadlineMs how long to look
   * @returns undefined without xdotool or when no such window comes
   */
  static async find(title: string, deadlineMs: number): Promise<XWindow | undefined> {
    const end = performance.now() + deadlineMs;
    do {
      const found = await xdotool('search', '--name', `^${title}$`);
      const id = found?.split('\n')[0];
      if (id) return new XWindow(id);
      await new Promise((resolve) => setTimeout(resolve, 25));
    } while (!isMissing && performance.now() < end);
    return undefined;
  }

  async map(): Promise<void> {
    await xdotool('windowmap', '--sync', this.id);
  }

  async unmap(): Promise<void> {
    await xdotool('windowunmap', '--sync', this.id);
  }

  async activate(): Promise<void> {
    await xdotool('windowactivate', this.id);
  }

  async setUrgency(isUrgent: boolean): Promise<void> {
    await xdotool('set_window', '--urgency', isUrgent ? '1' : '0', this.id);
  }
}
