import type { CdpSession } from '../cdp/session.ts';
import { isBootAddress } from '../protocol/scheme-addresses.ts';

const LOADED_ADDRESS = "document.readyState === 'complete' ? location.href : ''";

/**
 * Watches for the empty document in which a window opens. To be called before the session's Page
 * events are enabled.
 *
 * Its load event alone is not enough: where another DevTools client is there too (Playwright), that
 * one may let the page run before we listen, and then the event is past.
 *
 * @returns settles when the document is complete; call `lookNow` once the page may run
 */
export function bootDocument(session: CdpSession): {
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
