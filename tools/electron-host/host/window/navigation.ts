import type { CdpSession } from '../cdp/session.ts';
import { preventableEvent } from '../electron-types.ts';
import { isBootAddress, toInnerAddress, toOuterAddress } from '../protocol/scheme-addresses.ts';

/** The page whose documents a {@link Navigation} follows. */
export interface NavigationOwner {
  /** The main frame's id. */
  readonly targetId: string;
  readonly contents: Electron.WebContents;
  /** The app's document has come on the screen, or is all there. */
  painted(): void;
  /** A document is there again after a crash. */
  recovered(): void;
}

/** Which document a page shows, and which one it is on the way to. */
export class Navigation {
  readonly #session: CdpSession;
  readonly #owner: NavigationOwner;
  #url = '';
  #expectedUrl = '';
  #isLoading = false;
  #isLeaving = false;

  constructor(session: CdpSession, owner: NavigationOwner) {
    this.#session = session;
    this.#owner = owner;
    this.#followDocuments();
    this.#followLoading();
  }

  /** The address as the app knows it; '' while the app has loaded nothing. */
  get url(): string {
    return this.hasDocument ? toOuterAddress(this.#url) : '';
  }

  get hasDocument(): boolean {
    return this.#url !== '' && !isBootAddress(this.#url);
  }

  get isLoading(): boolean {
    return this.#isLoading;
  }

  /** Whether Chromium has announced that it leaves the document for another one. */
  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** Whether the host itself asked for this address, so that it is no `will-navigate`. */
  expects(innerUrl: string): boolean {
    return this.#expectedUrl === innerUrl || isBootAddress(innerUrl);
  }

  /** @throws Error with Chromium's `code`, such as ERR_NAME_NOT_RESOLVED */
  async load(url: string): Promise<void> {
    const { contents } = this.#owner;
    this.#expectedUrl = toInnerAddress(url);
    const finished = new Promise<void>((resolve, reject) => {
      contents.once('did-finish-load', () => resolve());
      contents.once('destroyed', () => reject(loadError('ERR_FAILED', url)));
    });
    finished.catch(() => {});
    const { errorText, loaderId } = await this.#session.send('Page.navigate', {
      url: this.#expectedUrl,
    });
    if (errorText !== undefined) {
      const error = loadError(errorText.replace('net::', ''), url);
      contents.emit('did-fail-load', preventableEvent({}), -2, error.code, url, true, 0, 0);
      throw error;
    }
    // without a loader the page stays in the document that it already shows
    if (loaderId !== undefined) await finished;
    this.#session.tell('Page.resetNavigationHistory');
  }

  reload(): void {
    this.#expectedUrl = this.#url;
    this.#isLeaving = true;
    this.#session.tell('Page.reload');
  }

  #isMain({ frameId }: { readonly frameId: string }): boolean {
    return frameId === this.#owner.targetId;
  }

  #followDocuments(): void {
    const { contents } = this.#owner;
    this.#session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return;
      this.#url = frame.url + (frame.urlFragment ?? '');
      this.#owner.recovered();
      if (this.hasDocument)
        contents.emit('did-navigate', preventableEvent({}), this.url, 200, 'OK');
    });
    this.#session.on('Page.navigatedWithinDocument', (payload) => {
      if (!this.#isMain(payload)) return;
      this.#url = payload.url;
      contents.emit('did-navigate-in-page', preventableEvent({}), this.url, true, 0, 0);
    });
    this.#session.on('Page.frameStartedNavigating', (payload) => {
      if (this.#isMain(payload)) this.#isLeaving = true;
    });
    this.#session.on('Page.frameRequestedNavigation', (payload) => {
      if (this.#isMain(payload) && payload.disposition === 'currentTab') this.#isLeaving = true;
    });
  }

  #followLoading(): void {
    const { contents } = this.#owner;
    this.#session.on('Page.frameStartedLoading', (payload) => {
      if (!this.#isMain(payload)) return;
      this.#isLoading = true;
      contents.emit('did-start-loading');
    });
    this.#session.on('Page.frameStoppedLoading', (payload) => {
      if (!this.#isMain(payload)) return;
      this.#isLoading = this.#isLeaving = false;
      contents.emit('did-stop-loading');
    });
    this.#session.on('Page.domContentEventFired', () => {
      if (this.hasDocument) contents.emit('dom-ready', preventableEvent({}));
    });
    this.#session.on('Page.loadEventFired', () => {
      if (!this.hasDocument) return;
      contents.emit('did-finish-load');
      this.#owner.painted();
    });
    this.#session.on('Page.lifecycleEvent', (payload) => {
      if (payload.name === 'firstPaint' && this.#isMain(payload) && this.hasDocument)
        this.#owner.painted();
    });
  }
}

function loadError(code: string, url: string): Error & { readonly code: string } {
  return Object.assign(new Error(`${code} (-2) loading '${url}'`), { code, errno: -2, url });
}
