import { app } from '../app/app.ts';
import type { Protocol } from '../cdp/protocol.ts';
import type { CdpSession } from '../cdp/session.ts';
import { codec, dispatch } from './ipc-main.ts';
import { preventableEvent } from '../electron-types.ts';
import { isBootAddress, toOuterAddress } from '../protocol/scheme-addresses.ts';
import type { ToMain, WindowSign } from '../renderer/wire.ts';
import { type OpenPage, runtime } from '../runtime.ts';
import { applyTheme } from '../system/native-theme.ts';
import { Navigation } from './navigation.ts';
import { PageIpc } from './page-ipc.ts';
import { installPreload } from './preload-scripts.ts';
import { createWebContents } from './web-contents.ts';
import { frameOf } from './web-frame-main.ts';

/** What a page needs of the window that shows it. */
export interface PageWindow {
  readonly id: number;
  readonly isFocused: boolean;
  /** Settles when the page can be used; rejects when the window could not be opened. */
  readonly whenOpen: Promise<void>;
  readonly face: Electron.BrowserWindow;
  /** The first thing of the app's document is on the screen. */
  painted(): void;
  /** The window is about to be closed. @returns whether the app allows it */
  askClose(): boolean;
  signed(sign: WindowSign): void;
  destroy(): void;
  focus(): void;
  /** The page, and with it the window, is gone. */
  pageGone(): void;
}

/** The engine behind webContents: one page of Chromium, its life cycle and its messages. */
export class Page implements OpenPage {
  readonly window: PageWindow;
  readonly contents: Electron.WebContents;
  isDestroyed = false;
  isCrashed = false;
  title = '';
  openHandler:
    | ((details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse)
    | undefined;
  #session: CdpSession | undefined;
  #ipc: PageIpc | undefined;
  #targetId = '';
  #preload = '';
  #navigation: Navigation | undefined;
  #popups: Protocol.Page.windowOpenPayload[] = [];

  constructor(window: PageWindow) {
    this.window = window;
    this.contents = createWebContents(this);
  }

  get targetId(): string {
    return this.#targetId;
  }

  /** The page's address as the app knows it; '' before the first. */
  get url(): string {
    return this.#navigation?.url ?? '';
  }

  get isLoading(): boolean {
    return this.#navigation?.isLoading ?? false;
  }

  /** The page's DevTools session, once its window is open. */
  async session(): Promise<CdpSession> {
    await this.window.whenOpen;
    if (!this.#session || this.isDestroyed) throw new Error('Object has been destroyed');
    return this.#session;
  }

  /** Takes over a page that waits for its debugger, before any of its scripts runs. */
  async attach(session: CdpSession, targetId: string): Promise<void> {
    this.#session = session;
    this.#targetId = targetId;
    runtime.pages.set(targetId, this);
    this.#ipc = new PageIpc(session, this);
    this.#navigation = new Navigation(session, this);
    this.#follow(session);
    const boot = bootDocument(session);
    await Promise.all([
      session.send('Page.enable'),
      session.send('Runtime.enable'),
      session.send('Inspector.enable'),
      session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      this.#ipc.install(),
      applyTheme(session),
    ]);
    await session.send('Runtime.runIfWaitingForDebugger');
    boot.lookNow();
    await boot.isLoaded;
    watchForHangs(session, this);
  }

  /** Installs the preload for the documents to come; a failure becomes `preload-error`. */
  async usePreload(file: string | undefined): Promise<void> {
    if (!this.#session) return;
    this.#preload = file ?? '';
    try {
      await installPreload(this.#session, file);
    } catch (error) {
      this.contents.emit('preload-error', preventableEvent({}), this.#preload, error);
    }
  }

  async load(url: string): Promise<void> {
    await this.session();
    await this.#navigation?.load(url);
  }

  async reload(): Promise<void> {
    await this.session();
    this.#navigation?.reload();
  }

  send(channel: string, args: readonly unknown[]): void {
    if (this.isDestroyed) throw new Error('Object has been destroyed');
    this.#ipc?.push({ t: 'event', channel, args: codec.pack(args) });
  }

  async evaluate(code: string, userGesture: boolean): Promise<unknown> {
    const session = await this.session();
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression: code,
      userGesture,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Whether the host itself asked for this address, so that it is no `will-navigate`. */
  expects(innerUrl: string): boolean {
    return this.#navigation?.expects(innerUrl) ?? false;
  }

  /** A page opened a window. @returns whether the app lets it */
  allowsWindow(innerUrl: string): boolean {
    const popup = this.#popups.shift();
    const answer = this.openHandler?.({
      url: toOuterAddress(popup?.url ?? innerUrl),
      frameName: popup?.windowName ?? '',
      features: popup?.windowFeatures.join(',') ?? '',
      disposition: 'foreground-tab',
      referrer: { url: '', policy: 'default' },
    });
    return answer?.action === 'allow';
  }

  /** Chromium says that the page's process is gone. */
  crashed(status: string, exitCode: number): void {
    if (this.isCrashed) return;
    this.isCrashed = true;
    this.#ipc?.drop();
    const reason = status === 'killed' || status === 'oom' ? status : 'crashed';
    const details = { reason, exitCode };
    this.contents.emit('render-process-gone', preventableEvent({}), details);
    app.emit('render-process-gone', preventableEvent({}), this.contents, details);
  }

  titled(title: string): void {
    if (!this.#navigation?.hasDocument || title === this.title || title.includes('.host.invalid'))
      return;
    this.title = title;
    const event = preventableEvent({});
    this.contents.emit('page-title-updated', event, title, true);
    this.window.face.emit('page-title-updated', event, title, true);
  }

  /** The page is closed, by the app, the user or Chromium. */
  gone(): void {
    if (this.isDestroyed) return;
    this.isDestroyed = true;
    runtime.pages.delete(this.#targetId);
    this.contents.emit('destroyed');
    this.window.pageGone();
  }

  painted(): void {
    this.window.painted();
  }

  recovered(): void {
    this.isCrashed = false;
  }

  received(message: ToMain): void {
    switch (message.t) {
      case 'window':
        return this.window.signed(message.sign);
      case 'preload-error': {
        const error = new Error(message.message);
        error.stack = message.stack;
        this.contents.emit('preload-error', preventableEvent({}), this.#preload, error);
        return undefined;
      }
      case 'send':
      case 'invoke':
        return dispatch(message, this.#ipcEvent(), this.#ipc?.answerer() ?? (() => {}));
      default:
        return message satisfies never;
    }
  }

  #ipcEvent(): Electron.IpcMainEvent {
    return preventableEvent({
      type: 'frame' as const,
      sender: this.contents,
      // the address at the time of sending: the page may have gone on before the handler looks
      senderFrame: frameOf(this, this.url),
      frameId: 1,
      processId: this.window.id,
      ports: [],
      returnValue: undefined,
      reply: (channel: string, ...args: unknown[]) => this.send(channel, args),
    });
  }

  #follow(session: CdpSession): void {
    const { contents } = this;
    session.on('Page.windowOpen', (payload) => this.#popups.push(payload));
    session.on('Page.javascriptDialogOpening', ({ type }) => {
      if (type === 'beforeunload') this.#beforeUnload(session);
    });
    session.on('Runtime.consoleAPICalled', ({ type, args }) => {
      const message = args.map((arg) => String(arg.value ?? arg.description ?? arg.type)).join(' ');
      const level = type === 'warning' || type === 'error' || type === 'debug' ? type : 'info';
      const frame = frameOf(this, this.url);
      contents.emit(
        'console-message',
        preventableEvent({ level, message, frame, lineNumber: 0, sourceId: '' }),
      );
    });
    session.on('detached', () => this.gone());
  }

  /**
   * Chromium asks before it leaves a document. Navigations are announced just before the question;
   * one that comes unannounced is the window's close button.
   */
  #beforeUnload(session: CdpSession): void {
    const accept = this.#navigation?.isLeaving || this.window.askClose();
    session.tell('Page.handleJavaScriptDialog', { accept });
  }
}

const LOADED_ADDRESS = "document.readyState === 'complete' ? location.href : ''";

/**
 * Watches for the empty document in which a window opens. To be called before the session's Page
 * events are enabled.
 *
 * Its load event alone is not enough: another DevTools client, such as Playwright, may let the page run
 * before we listen, and then the event is past.
 *
 * @returns settles when the document is complete; call `lookNow` once the page may run
 */
function bootDocument(session: CdpSession): {
  readonly isLoaded: Promise<void>;
  lookNow(): void;
} {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isOver = false;
  const look = async (): Promise<void> => {
    const { result } = await session.send('Runtime.evaluate', { expression: LOADED_ADDRESS });
    isOver ||= isBootAddress(String(result.value));
    if (isOver) resolve();
  };
  // a document that goes away while it is looked at is followed by another load event
  const lookNow = (): void => {
    if (!isOver) look().catch(() => {});
  };
  session.on('Page.loadEventFired', lookNow);
  return { isLoaded: promise, lookNow };
}

/** How often a page is asked whether it still answers. */
const ASK_EVERY_MS = 5000;

/** How long a page may owe the answer before it counts as hung. */
const PATIENCE_MS = 15_000;

/** Raises Electron's `unresponsive` and `responsive` for a page, until it is gone. */
function watchForHangs(session: CdpSession, page: Page): void {
  let askedAtMs: number | undefined;
  let isHung = false;
  const tell = (name: 'responsive' | 'unresponsive'): void => {
    page.contents.emit(name);
    page.window.face.emit(name);
  };
  const timer = setInterval(() => {
    if (page.isDestroyed) {
      clearInterval(timer);
      return;
    }
    if (askedAtMs !== undefined) {
      if (isHung || page.isCrashed || performance.now() - askedAtMs < PATIENCE_MS) return;
      isHung = true;
      tell('unresponsive');
      return;
    }
    askedAtMs = performance.now();
    const answered = (): void => {
      askedAtMs = undefined;
      if (isHung) tell('responsive');
      isHung = false;
    };
    session.send('Runtime.evaluate', { expression: '0' }).then(answered, answered);
  }, ASK_EVERY_MS);
  timer.unref();
}
