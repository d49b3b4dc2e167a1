import { electronClass } from '../electron-types.ts';
import { refuseTheRest, UnsupportedError } from '../refusal.ts';

/** Electron's names for what a request is for. */
export type ResourceType = Electron.OnBeforeRequestListenerDetails['resourceType'];

/** A request that the host intercepts: custom schemes, and documents of any scheme. */
export interface InterceptedRequest {
  readonly url: string;
  readonly method: string;
  readonly resourceType: ResourceType;
}

type BeforeRequestListener = (
  details: Electron.OnBeforeRequestListenerDetails,
  callback: (response: Electron.CallbackResponse) => void,
) => void;
type HeadersReceivedListener = (
  details: Electron.OnHeadersReceivedListenerDetails,
  callback: (response: Electron.HeadersReceivedResponse) => void,
) => void;

/** A listener with the addresses it wants to hear of. */
interface Hook<Listener> {
  readonly filter: Electron.WebRequestFilter | undefined;
  readonly listener: Listener;
}

let beforeRequest: Hook<BeforeRequestListener> | undefined;
let headersReceived: Hook<HeadersReceivedListener> | undefined;
let lastId = 0;

/**
 * Whether an address fits a match pattern such as `app://bundle/*` or `<all_urls>`.
 *
 * https://developer.chrome.com/docs/extensions/develop/concepts/match-patterns
 */
export function fitsPattern(url: string, pattern: string): boolean {
  if (pattern === '<all_urls>') return true;
  const source = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${source}$`, 'i').test(url);
}

function wants(filter: Electron.WebRequestFilter | undefined, request: InterceptedRequest) {
  if (!filter) return true;
  const { urls, excludeUrls = [], types = [] } = filter;
  const isOfType = types.length === 0 || types.some((type) => type === request.resourceType);
  const fits = (pattern: string) => fitsPattern(request.url, pattern);
  return isOfType && urls.some(fits) && !excludeUrls.some(fits);
}

/** Electron's listeners are registered with a filter before them or without one. */
function hookOf<Listener extends (...args: never[]) => void>(
  filterOrListener: Electron.WebRequestFilter | Listener | null,
  listener: Listener | null = null,
): Hook<Listener> | undefined {
  if (filterOrListener === null) return undefined;
  if (typeof filterOrListener === 'function')
    return { filter: undefined, listener: filterOrListener };
  return listener ? { filter: filterOrListener, listener } : undefined;
}

/** webRequest for what the host intercepts: requests before they go, and answers' headers. */
class HostWebRequest {
  onBeforeRequest(
    filterOrListener: Electron.WebRequestFilter | BeforeRequestListener | null,
    listener?: BeforeRequestListener | null,
  ): void {
    beforeRequest = hookOf(filterOrListener, listener);
  }

  onHeadersReceived(
    filterOrListener: Electron.WebRequestFilter | HeadersReceivedListener | null,
    listener?: HeadersReceivedListener | null,
  ): void {
    headersReceived = hookOf(filterOrListener, listener);
  }
}
refuseTheRest('webRequest', HostWebRequest.prototype);

/** Electron's `WebRequest`. */
const WebRequest = electronClass<typeof Electron.WebRequest>()(HostWebRequest);

/** The default session's webRequest. */
export const webRequest = new WebRequest();

/** Asks the app about a request. @returns false when it shall not go out */
export async function mayGoOut(request: InterceptedRequest): Promise<boolean> {
  const hook = beforeRequest;
  if (!hook || !wants(hook.filter, request)) return true;
  const answer = await new Promise<Electron.CallbackResponse>((resolve) => {
    hook.listener({ ...detailsOf(request), uploadData: [] }, resolve);
  });
  if (answer.redirectURL !== undefined) throw new UnsupportedError('webRequest redirectURL');
  return answer.cancel !== true;
}

/**
 * Lets the app change an answer's headers.
 *
 * @returns undefined when the app cancels the answer
 */
export async function answerHeaders(
  request: InterceptedRequest,
  statusCode: number,
  headers: readonly (readonly [string, string])[],
): Promise<readonly (readonly [string, string])[] | undefined> {
  const hook = headersReceived;
  if (!hook || !wants(hook.filter, request)) return headers;
  const responseHeaders: Record<string, string[]> = {};
  for (const [name, value] of headers) (responseHeaders[name] ??= []).push(value);
  const details = { ...detailsOf(request), statusCode, statusLine: `HTTP/1.1 ${statusCode}` };
  const answer = await new Promise<Electron.HeadersReceivedResponse>((resolve) => {
    hook.listener({ ...details, responseHeaders }, resolve);
  });
  if (answer.cancel === true) return undefined;
  if (!answer.responseHeaders) return headers;
  return Object.entries(answer.responseHeaders).flatMap(([name, values]) =>
    [values].flat().map((value): readonly [string, string] => [name, value]),
  );
}

function detailsOf(request: InterceptedRequest) {
  return { id: ++lastId, ...request, referrer: '', timestamp: performance.timeOrigin };
}
