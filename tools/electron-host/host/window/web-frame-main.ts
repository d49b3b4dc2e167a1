import { electronClass } from '../electron-types.ts';
import { refusingEmitter } from '../refusal.ts';
import type { OpenPage } from '../runtime.ts';

/** The main frame of a page; sub-frames have no preload and so no messages to send. */
class HostWebFrameMain extends refusingEmitter('WebFrameMain') {
  readonly #page: OpenPage;
  readonly #urlThen: string | undefined;

  constructor(page: OpenPage, urlThen?: string) {
    super();
    this.#page = page;
    this.#urlThen = urlThen;
  }

  get url(): string {
    return this.#urlThen ?? this.#page.url;
  }

  get origin(): string {
    const { origin, protocol, host } = new URL(this.url || 'about:blank');
    // to URL the origin of app://bundle is opaque; Electron shows a standard scheme's
    return origin === 'null' && host !== '' ? `${protocol}//${host}` : origin;
  }

  get routingId(): number {
    return 1;
  }

  get processId(): number {
    return this.#page.window.id;
  }

  get frameTreeNodeId(): number {
    return this.#page.window.id;
  }

  get name(): string {
    return '';
  }

  get detached(): boolean {
    return this.#page.isDestroyed;
  }

  get top(): Electron.WebFrameMain {
    return this.#page.contents.mainFrame;
  }

  get parent(): null {
    return null;
  }

  get frames(): Electron.WebFrameMain[] {
    return [];
  }

  get framesInSubtree(): Electron.WebFrameMain[] {
    return [this.top];
  }

  isDestroyed(): boolean {
    return this.#page.isDestroyed;
  }

  send(channel: string, ...args: unknown[]): void {
    this.#page.send(channel, args);
  }

  executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    return this.#page.evaluate(code, userGesture);
  }

  reload(): boolean {
    void this.#page.reload().catch(() => {});
    return true;
  }
}

/** Electron's `WebFrameMain`. */
export const WebFrameMain = electronClass<typeof Electron.WebFrameMain>()(HostWebFrameMain);

/**
 * The main frame of a page.
 *
 * @param urlThen the address it shall show for good; without it, it shows the page's current one
 */
export function frameOf(page: OpenPage, urlThen?: string): Electron.WebFrameMain {
  return new HostWebFrameMain(page, urlThen) as unknown as Electron.WebFrameMain;
}
