import type { App, Event, Session, WebContents } from 'electron';

/**
 * What no page of ours may ever do: go elsewhere, open windows, hold web views, download, or be given
 * a permission. There is no list of exceptions because there is no use for one.
 */
export function refuseEverythingElse(app: Pick<App, 'on'>, session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event: Event) => event.preventDefault());
  app.on('web-contents-created', (_event, contents) => refuseLeaving(contents));
}

/** Keeps one page where it is. */
function refuseLeaving(contents: Pick<WebContents, 'on' | 'setWindowOpenHandler'>): void {
  contents.on('will-navigate', refuse);
  contents.on('will-frame-navigate', refuse);
  contents.on('will-redirect', refuse);
  contents.on('will-attach-webview', refuse);
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

function refuse(event: { preventDefault(): void }): void {
  event.preventDefault();
}
