import type { Protocol } from '../cdp/protocol.ts';
import { preventableEvent } from '../electron-types.ts';
import { runningChromium, runtime } from '../runtime.ts';
import { schemeHandler } from './protocol.ts';
import { bootTitle, innerPolicy, toOuterAddress, ZONE_PATTERN } from './scheme-addresses.ts';

type Paused = Protocol.Fetch.requestPausedPayload;
type Refusal = Protocol.Network.ErrorReason;

/**
 * Intercepts, in all pages at once, the requests of custom schemes, which the app's handlers
 * answer, and the navigations, which the app may refuse.
 */
export async function interceptRequests(): Promise<void> {
  const { browser } = runningChromium().cdp;
  browser.on('Fetch.requestPaused', (paused) => {
    answer(paused).catch((error: unknown) => {
      console.error(`electron-host: ${toOuterAddress(paused.request.url)}:`, error);
      fail(paused, 'Failed');
    });
  });
  await browser.send('Fetch.enable', {
    patterns: [{ urlPattern: ZONE_PATTERN }, { urlPattern: '*', resourceType: 'Document' }],
  });
}

async function answer(paused: Paused): Promise<void> {
  const { url } = paused.request;
  const title = bootTitle(url);
  // Electron asks for no icon; Chromium's window does, and would complain in the page's console
  if (paused.resourceType === 'Other' && url.endsWith('/favicon.ico'))
    return fulfil(paused, 204, [], Buffer.alloc(0));
  if (title !== undefined)
    return fulfil(paused, 200, [['content-type', 'text/html']], bootDocument(title));
  const outer = toOuterAddress(url);
  if (isRefusedNavigation(paused, outer)) return fail(paused, 'Aborted');
  if (outer === url) {
    const { browser } = runningChromium().cdp;
    return browser.tell('Fetch.continueRequest', { requestId: paused.requestId });
  }
  return answerFromApp(paused, outer);
}

async function answerFromApp(paused: Paused, url: string): Promise<void> {
  const handler = schemeHandler(url.slice(0, url.indexOf(':')));
  if (!handler) return fail(paused, 'NameNotResolved');
  const response = await handler(requestOf(paused, url));
  const inner = [...response.headers].map(([name, value]): readonly [string, string] => [
    name,
    name.toLowerCase().startsWith('content-security-policy') ? innerPolicy(value) : value,
  ]);
  return fulfil(paused, response.status, inner, Buffer.from(await response.arrayBuffer()));
}

function requestOf(paused: Paused, url: string): Request {
  const { method, headers, postDataEntries = [] } = paused.request;
  const isWithBody = paused.request.hasPostData === true && method !== 'GET' && method !== 'HEAD';
  if (!isWithBody) return new Request(url, { method, headers });
  const body = Buffer.concat(postDataEntries.map(({ bytes = '' }) => Buffer.from(bytes, 'base64')));
  return new Request(url, { method, headers, body });
}

/**
 * Whether a page goes somewhere by itself and the app does not want it. Sub-frames are not known
 * here; their documents are what the Content-Security-Policy lets in.
 */
function isRefusedNavigation(paused: Paused, url: string): boolean {
  if (paused.resourceType !== 'Document') return false;
  const page = runtime.pages.get(paused.frameId);
  if (!page || page.expects(paused.request.url)) return false;
  const { contents } = page;
  const frame = contents.mainFrame;
  const event = preventableEvent({
    url,
    isMainFrame: true,
    isSameDocument: false,
    frame,
    initiator: frame,
  });
  if (paused.redirectedRequestId !== undefined) {
    contents.emit('will-redirect', event, url, false, true, 0, 0);
    return event.defaultPrevented;
  }
  contents.emit('will-frame-navigate', event);
  if (!event.defaultPrevented) contents.emit('will-navigate', event, url, false, true, 0, 0);
  return event.defaultPrevented;
}

function bootDocument(title: string): Buffer {
  return Buffer.from(`<!doctype html><title>${title}</title>`);
}

function fulfil(
  { requestId }: Paused,
  responseCode: number,
  headers: readonly (readonly [string, string])[],
  body: Buffer,
): void {
  runningChromium().cdp.browser.tell('Fetch.fulfillRequest', {
    requestId,
    responseCode,
    responseHeaders: headers.map(([name, value]) => ({ name, value })),
    body: body.toString('base64'),
  });
}

function fail({ requestId }: Paused, errorReason: Refusal): void {
  runningChromium().cdp.browser.tell('Fetch.failRequest', { requestId, errorReason });
}
