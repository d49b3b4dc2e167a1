import type { App, Event, Session, WebContents } from 'electron';
import { appOrigin } from '../window/app-protocol.ts';

/**
 * A proxy that cannot be there, for every address: port 0 is connected to by no system. Peer connections ask
 * neither the policy of the page nor `webRequest`, but they do ask the proxy.
 */
const noWayOut = {
  mode: 'fixed_servers',
  proxyRules: 'socks5://127.0.0.1:0',
  proxyBypassRules: '<-loopback>',
} as const;

/**
 * What no page of ours may ever do: go elsewhere, reach the network, open windows, hold web views, download, or be
 * given a permission. There is no list of exceptions because there is no use for one.
 */
export function refuseEverythingElse(app: Pick<App, 'on'>, session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event: Event) => event.preventDefault());
  // Takes effect before the first page is loaded, as both are told to the network service in order.
  void session.setProxy(noWayOut);
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isOurs(url) }));
  app.on('web-contents-created', (_event, contents) => refuseLeaving(contents));
}

/** The files of our pages, and those of the developer tools. */
function isOurs(url: string): boolean {
  return url.startsWith(`${appOrigin}/`) || url.startsWith('devtools://');
}

/** Keeps one page where it is, and its packets too: those of peer connections go by no proxy. */
function refuseLeaving(
  contents: Pick<WebContents, 'on' | 'setWebRTCIPHandlingPolicy' | 'setWindowOpenHandler'>,
): void {
  contents.on('will-navigate', refuse);
  contents.on('will-frame-navigate', refuse);
  contents.on('will-redirect', refuse);
  contents.on('will-attach-webview', refuse);
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}

function refuse(event: { preventDefault(): void }): void {
  event.preventDefault();
}
