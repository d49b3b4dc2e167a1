import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from '../app/app.ts';
import { electronClass } from '../electron-types.ts';
import { nativeImage } from '../image/native-image.ts';
import { createIpcMain } from './ipc-main.ts';
import { refusingEmitter } from '../refusal.ts';
import { type OpenPage, runtime } from '../runtime.ts';
import { session } from '../system/session.ts';
import { frameOf } from './web-frame-main.ts';

/** The object that the app gets for a page; the page does the work. */
class HostWebContents extends refusingEmitter('WebContents') {
  readonly ipc = createIpcMain();
  readonly mainFrame: Electron.WebFrameMain;
  readonly #page: OpenPage;
  #userAgent = '';

  constructor(page: OpenPage) {
    super();
    this.setMaxListeners(0);
    this.#page = page;
    this.mainFrame = frameOf(page);
  }

  static getAllWebContents(): Electron.WebContents[] {
    return [...runtime.windows.values()].map(({ page }) => page.contents);
  }

  static getFocusedWebContents(): Electron.WebContents | null {
    const focused = [...runtime.windows.values()].find(({ isFocused }) => isFocused);
    return focused?.page.contents ?? null;
  }

  static fromId(id: number): Electron.WebContents | undefined {
    return runtime.windows.get(id)?.page.contents;
  }

  static fromDevToolsTargetId(targetId: string): Electron.WebContents | undefined {
    return runtime.pages.get(targetId)?.contents;
  }

  get id(): number {
    return this.#page.window.id;
  }

  get session(): Electron.Session {
    return session.defaultSession;
  }

  loadURL(url: string): Promise<void> {
    return this.#page.load(url);
  }

  loadFile(filePath: string, options: Electron.LoadFileOptions = {}): Promise<void> {
    const url = pathToFileURL(resolve(app.getAppPath(), filePath));
    if (options.search !== undefined) url.search = options.search;
    if (options.query !== undefined) url.search = new URLSearchParams(options.query).toString();
    if (options.hash !== undefined) url.hash = options.hash;
    return this.#page.load(url.href);
  }

  send(channel: string, ...args: unknown[]): void {
    this.#page.send(channel, args);
  }

  getURL(): string {
    return this.#page.url;
  }

  getTitle(): string {
    return this.#page.title;
  }

  getType(): 'window' {
    return 'window';
  }

  isLoading(): boolean {
    return this.#page.isLoading;
  }

  isLoadingMainFrame(): boolean {
    return this.#page.isLoading;
  }

  isDestroyed(): boolean {
    return this.#page.isDestroyed;
  }

  isCrashed(): boolean {
    return this.#page.isCrashed;
  }

  isFocused(): boolean {
    return this.#page.window.isFocused;
  }

  isDevToolsOpened(): boolean {
    return false;
  }

  reload(): void {
    void this.#page.reload().catch(() => {});
  }

  reloadIgnoringCache(): void {
    this.reload();
  }

  stop(): void {
    void this.#page.session().then(
      (cdp) => cdp.tell('Page.stopLoading'),
      () => {},
    );
  }

  executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    return this.#page.evaluate(code, userGesture);
  }

  async insertCSS(css: string): Promise<string> {
    const text = JSON.stringify(css);
    await this.#page.evaluate(
      `document.adoptedStyleSheets.push((() => { const sheet = new CSSStyleSheet(); sheet.replaceSync(${text}); return sheet; })())`,
      false,
    );
    return '';
  }

  async capturePage(rect?: Electron.Rectangle): Promise<Electron.NativeImage> {
    const cdp = await this.#page.session();
    const { data } = await cdp.send('Page.captureScreenshot', {
      format: 'png',
      ...(rect ? { clip: { ...rect, scale: 1 } } : {}),
    });
    return nativeImage.createFromBuffer(Buffer.from(data, 'base64'));
  }

  setWindowOpenHandler(
    handler: (details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse,
  ): void {
    this.#page.openHandler = handler;
  }

  setUserAgent(userAgent: string): void {
    this.#userAgent = userAgent;
    void this.#page.session().then(
      (cdp) => cdp.tell('Emulation.setUserAgentOverride', { userAgent }),
      () => {},
    );
  }

  getUserAgent(): string {
    return this.#userAgent;
  }

  setZoomFactor(factor: number): void {
    void this.#page.session().then(
      (cdp) => cdp.tell('Emulation.setPageScaleFactor', { pageScaleFactor: factor }),
      () => {},
    );
  }

  async setVisualZoomLevelLimits(_minimum: number, _maximum: number): Promise<void> {}

  setBackgroundThrottling(_allowed: boolean): void {
    // nothing to do: the host's Chromium throttles no background page
  }

  getBackgroundThrottling(): boolean {
    return false;
  }

  forcefullyCrashRenderer(): void {
    void this.#page.session().then(
      (cdp) => cdp.tell('Page.crash'),
      () => {},
    );
  }

  /** As in Electron: the window closes with its page, and the app is not asked. */
  close(_options?: Electron.CloseOpts): void {
    this.#page.window.destroy();
  }

  focus(): void {
    this.#page.window.focus();
  }

  getProcessId(): number {
    return this.#page.window.id;
  }
}

/** Electron's `WebContents`; also what is exported as `webContents`, whose functions are statics. */
export const WebContents = electronClass<typeof Electron.WebContents>()(HostWebContents);

/** Makes the object that the app gets for a page. */
export function createWebContents(page: OpenPage): Electron.WebContents {
  return new HostWebContents(page) as unknown as Electron.WebContents;
}
