import { app } from '../app/app.ts';
import { electronClass } from '../electron-types.ts';
import { refusingEmitter, UnsupportedError } from '../refusal.ts';
import { runtime } from '../runtime.ts';
import { HostWindow } from './host-window.ts';

/** The object that the app gets for a window; HostWindow does the work. */
class HostBrowserWindow extends refusingEmitter('BrowserWindow') {
  readonly #window: HostWindow;
  #title: string;
  #minimumSize: [number, number];

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super();
    this.setMaxListeners(0);
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    const { nodeIntegration, contextIsolation, sandbox } = options.webPreferences ?? {};
    if (nodeIntegration === true || contextIsolation === false || sandbox === false)
      throw new UnsupportedError(
        'a window with nodeIntegration, without contextIsolation or without sandbox',
      );
    this.#title = options.title ?? app.getName();
    this.#minimumSize = [options.minWidth ?? 0, options.minHeight ?? 0];
    this.#window = new HostWindow(this as unknown as Electron.BrowserWindow, options);
  }

  static getAllWindows(): Electron.BrowserWindow[] {
    return [...runtime.windows.values()].map(({ face }) => face);
  }

  static fromId(id: number): Electron.BrowserWindow | null {
    return runtime.windows.get(id)?.face ?? null;
  }

  static fromWebContents(contents: Electron.WebContents): Electron.BrowserWindow | null {
    const windows = [...runtime.windows.values()];
    return windows.find(({ page }) => page.contents === contents)?.face ?? null;
  }

  static getFocusedWindow(): Electron.BrowserWindow | null {
    return [...runtime.windows.values()].find(({ isFocused }) => isFocused)?.face ?? null;
  }

  get id(): number {
    return this.#window.id;
  }

  get webContents(): Electron.WebContents {
    return this.#window.page.contents;
  }

  get title(): string {
    return this.getTitle();
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }

  loadFile(filePath: string, options?: Electron.LoadFileOptions): Promise<void> {
    return this.webContents.loadFile(filePath, options);
  }

  reload(): void {
    this.webContents.reload();
  }

  show(): void {
    this.#window.show(true);
  }

  showInactive(): void {
    this.#window.show(false);
  }

  hide(): void {
    this.#window.hide();
  }

  focus(): void {
    this.#window.focus();
  }

  moveTop(): void {
    this.#window.focus();
  }

  close(): void {
    this.#window.close();
  }

  destroy(): void {
    this.#window.destroy();
  }

  isDestroyed(): boolean {
    return this.#window.isDestroyed;
  }

  isVisible(): boolean {
    return this.#window.isVisible;
  }

  isFocused(): boolean {
    return this.#window.isFocused;
  }

  isMinimized(): boolean {
    return this.#window.state === 'minimized';
  }

  isMaximized(): boolean {
    return this.#window.state === 'maximized';
  }

  isFullScreen(): boolean {
    return this.#window.state === 'fullscreen';
  }

  isNormal(): boolean {
    return this.#window.state === 'normal';
  }

  isModal(): boolean {
    return false;
  }

  isResizable(): boolean {
    return true;
  }

  minimize(): void {
    this.#window.setState('minimized', 'minimize');
  }

  maximize(): void {
    this.#window.setState('maximized', 'maximize');
  }

  unmaximize(): void {
    this.#window.setState('normal', 'unmaximize');
  }

  restore(): void {
    this.#window.setState('normal', 'restore');
  }

  setFullScreen(flag: boolean): void {
    const event = flag ? 'enter-full-screen' : 'leave-full-screen';
    this.#window.setState(flag ? 'fullscreen' : 'normal', event);
  }

  getBounds(): Electron.Rectangle {
    return { ...this.#window.bounds };
  }

  getNormalBounds(): Electron.Rectangle {
    return this.getBounds();
  }

  getContentBounds(): Electron.Rectangle {
    return this.getBounds();
  }

  getSize(): number[] {
    return [this.#window.bounds.width, this.#window.bounds.height];
  }

  getContentSize(): number[] {
    return this.getSize();
  }

  getPosition(): number[] {
    return [this.#window.bounds.x, this.#window.bounds.y];
  }

  getMinimumSize(): number[] {
    return [...this.#minimumSize];
  }

  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.#window.setBounds(bounds);
  }

  setSize(width: number, height: number): void {
    this.#window.setBounds({ width, height });
  }

  setContentSize(width: number, height: number): void {
    this.setSize(width, height);
  }

  setPosition(x: number, y: number): void {
    this.#window.setBounds({ x, y });
  }

  /** Stored and returned; the window manager is not asked to enforce it. */
  setMinimumSize(width: number, height: number): void {
    this.#minimumSize = [width, height];
  }

  getTitle(): string {
    return this.webContents.getTitle() || this.#title;
  }

  /** Returned while the page has no title; what the window shows is the page's title. */
  setTitle(title: string): void {
    this.#title = title;
  }

  getNativeWindowHandle(): Buffer {
    const handle = Buffer.alloc(8);
    handle.writeBigUInt64LE(BigInt(this.#window.xWindowId || 0));
    return handle;
  }

  getMediaSourceId(): string {
    return `window:${this.#window.xWindowId}:0`;
  }

  capturePage(rect?: Electron.Rectangle): Promise<Electron.NativeImage> {
    return this.webContents.capturePage(rect);
  }

  flashFrame(flag: boolean): void {
    this.#window.setUrgency(flag);
  }

  // The window manager draws these, or Chromium's app window has none: accepted, without effect.
  setMenu(_menu: Electron.Menu | null): void {}
  removeMenu(): void {}
  setMenuBarVisibility(_visible: boolean): void {}
  setAutoHideMenuBar(_hide: boolean): void {}
  setIcon(_icon: Electron.NativeImage | string): void {}
  setOverlayIcon(_overlay: Electron.NativeImage | null, _description: string): void {}
  setProgressBar(_progress: number): void {}
  setSkipTaskbar(_skip: boolean): void {}
  setAlwaysOnTop(_flag: boolean): void {}
  setBackgroundColor(_color: string): void {}
}

/** Electron's `BrowserWindow`. */
export const BrowserWindow = electronClass<typeof Electron.BrowserWindow>()(HostBrowserWindow);
