import type { createBridge } from './bridge.ts';

/**
 * Runs in the page's own world at the start of every document: takes the bridge's hub and then
 * forgets how it came. The page gets the text of this function.
 *
 * @param secret the random event name by which the two worlds find each other; no script of the
 *   page has run yet when it is used
 */
export function pageWorld(createBridgeHere: typeof createBridge, secret: string): void {
  if (window !== window.top) return;
  const onHello = (event: Event): void => {
    event.stopImmediatePropagation();
    document.removeEventListener(secret, onHello, true);
    const hub = (event as MouseEvent).relatedTarget;
    if (hub instanceof Node) createBridgeHere(hub, 'page');
  };
  document.addEventListener(secret, onHello, true);
  // where the isolated world came first, it answers now
  document.dispatchEvent(new Event(`${secret}?`));
}
