import type { CdpSession } from '../cdp/session.ts';
import type { Page } from './page.ts';

/** How often a page is asked whether it still answers. */
const ASK_EVERY_MS = 5000;

/** How long a page may owe the answer before it counts as hung. */
const PATIENCE_MS = 15_000;

/** Raises Electron's `unresponsive` and `responsive` for a page, until it is gone. */
export function watchForHangs(session: CdpSession, page: Page): void {
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
