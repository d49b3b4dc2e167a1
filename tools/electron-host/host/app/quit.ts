import { runtime } from '../runtime.ts';

/** How long Chromium may take to go by itself. */
const END_WITHIN_MS = 3000;

/**
 * Closes every window as app.quit() does: each may refuse, which ends the quitting.
 *
 * @returns whether all are closed
 */
export async function closeAllWindows(): Promise<boolean> {
  for (const window of runtime.windows.values()) {
    // it may have gone while another one was closing
    if (window.isDestroyed) continue;
    const { face } = window;
    const isClosed = new Promise<boolean>((resolve) => {
      face.once('closed', () => resolve(true));
      face.once('close', (event: Electron.Event) => {
        // the app's own listeners may come after this one
        setImmediate(() => {
          if (event.defaultPrevented) resolve(false);
        });
      });
    });
    window.close();
    if (!(await isClosed)) return false;
  }
  return true;
}

/** Ends Chromium; killed when it does not go by itself. */
export async function endChromium(): Promise<void> {
  const { chromium } = runtime;
  if (!chromium) return;
  const timer = setTimeout(() => chromium.kill('SIGKILL'), END_WITHIN_MS);
  chromium.cdp.browser.send('Browser.close').catch(() => chromium.kill('SIGTERM'));
  await chromium.exited;
  clearTimeout(timer);
}
