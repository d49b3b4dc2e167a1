import type { CdpSession } from '../cdp/session.ts';
import type { Protocol } from '../cdp/protocol.ts';
import { bootTitle } from '../protocol/scheme-addresses.ts';
import { runningChromium, runtime } from '../runtime.ts';
import { warnOnce } from '../warn-once.ts';

/** A page that Chromium opened and that waits for its debugger. */
export interface AttachedTarget {
  readonly sessionId: string;
  readonly targetId: string;
}

const awaited = new Map<string, (target: AttachedTarget) => void>();

/**
 * The target of the window that is about to open with this boot title.
 *
 * @throws Error when none comes within `withinMs`
 */
export function attachedTarget(title: string, withinMs: number): Promise<AttachedTarget> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      awaited.delete(title);
      reject(new Error(`Chromium opened no window within ${withinMs} ms`));
    }, withinMs);
    awaited.set(title, (target) => {
      clearTimeout(timer);
      awaited.delete(title);
      resolve(target);
    });
  });
}

/** Watches pages come, crash and go. Once, when Chromium is up. */
export async function watchTargets(): Promise<void> {
  const { browser } = runningChromium().cdp;
  browser.on('Target.attachedToTarget', attached);
  browser.on('Target.targetDestroyed', ({ targetId }) => runtime.pages.get(targetId)?.gone());
  browser.on('Target.targetCrashed', ({ targetId, status, errorCode }) =>
    runtime.pages.get(targetId)?.crashed(status, errorCode),
  );
  browser.on('Target.targetInfoChanged', ({ targetInfo: { targetId, title } }) =>
    runtime.pages.get(targetId)?.titled(title),
  );
  await Promise.all([
    browser.send('Target.setDiscoverTargets', { discover: true }),
    browser.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
    }),
  ]);
}

function attached({ sessionId, targetInfo }: Protocol.Target.attachedToTargetPayload): void {
  const { cdp } = runningChromium();
  const { targetId, url, type, openerId } = targetInfo;
  const waiting = awaited.get(bootTitle(url) ?? '');
  if (waiting) {
    waiting({ sessionId, targetId });
    return;
  }
  const session = cdp.session(sessionId);
  const opener = openerId === undefined ? undefined : runtime.pages.get(openerId);
  if (type === 'page' && opener) {
    if (opener.allowsWindow(url)) warnOnce('window.open() can only be denied, and was');
    cdp.browser.tell('Target.closeTarget', { targetId });
    // The new page shares a thread with its opener, which would be blocked until the page is closed.
    session.tell('Runtime.runIfWaitingForDebugger');
    return;
  }
  release(session, cdp.browser, type === 'page' ? undefined : sessionId);
}

/** Lets a target run that no window waits for, and detaches from it if it is no page, such as a worker. */
function release(session: CdpSession, browser: CdpSession, sessionId: string | undefined): void {
  session.tell('Runtime.runIfWaitingForDebugger');
  if (sessionId !== undefined) browser.tell('Target.detachFromTarget', { sessionId });
}
