import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, test } from 'vitest';
import { refuseEverythingElse } from '../../../../../main/desktop/bridge/refusals.ts';

type Refuser = Parameters<typeof refuseEverythingElse>;

/** A session that keeps what it is told to answer permissions with. */
class FakeSession extends EventEmitter {
  request: ((contents: null, permission: string, answer: (is: boolean) => void) => void) | null =
    null;
  check: (() => boolean) | null = null;
  device: (() => boolean) | null = null;
  proxyRules = '';
  before: ((asked: { url: string }, answer: (is: { cancel: boolean }) => void) => void) | null =
    null;
  readonly webRequest = {
    onBeforeRequest: (listener: typeof this.before): void => {
      this.before = listener;
    },
  };

  setPermissionRequestHandler(handler: typeof this.request): void {
    this.request = handler;
  }

  setPermissionCheckHandler(handler: typeof this.check): void {
    this.check = handler;
  }

  setDevicePermissionHandler(handler: typeof this.device): void {
    this.device = handler;
  }

  async setProxy({ proxyRules }: { readonly proxyRules: string }): Promise<void> {
    this.proxyRules = proxyRules;
  }
}

/** A page that keeps what it is told to answer a new window with, and how its peer connections may go. */
class FakeContents extends EventEmitter {
  open: ((details: { readonly url: string }) => { readonly action: string }) | null = null;
  peers = 'default';

  setWebRTCIPHandlingPolicy(policy: string): void {
    this.peers = policy;
  }

  setWindowOpenHandler(handler: typeof this.open): void {
    this.open = handler;
  }
}

const app = new EventEmitter();
const session = new FakeSession();
const contents = new FakeContents();

/** Whether a listener keeps an event from taking effect. */
function isRefused(emitter: EventEmitter, name: string): boolean {
  let prevented = false;
  emitter.emit(name, { preventDefault: () => (prevented = true) });
  return prevented;
}

beforeEach(() => {
  for (const emitter of [app, session, contents]) emitter.removeAllListeners();
  refuseEverythingElse(...([app, session] as unknown as Refuser)); // fakes have what is used of Electron's large classes
  app.emit('web-contents-created', {}, contents);
});

describe('what no page may do', () => {
  test.each(['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'])(
    'leaving by %s is refused',
    (name) => {
      expect(isRefused(contents, name)).toBe(true);
    },
  );

  test('a new window is denied, whatever its address', () => {
    for (const url of ['app://waybell/index.html', 'https://example.com/', 'about:blank'])
      expect(contents.open?.({ url })).toEqual({ action: 'deny' });
  });

  test('every permission is refused: asked for, looked up, or for a device', () => {
    const answers: boolean[] = [];
    for (const permission of ['geolocation', 'media', 'notifications', 'clipboard-read'])
      session.request?.(null, permission, (is) => answers.push(is));
    expect(answers).toEqual([false, false, false, false]);
    expect(session.check?.()).toBe(false);
    expect(session.device?.()).toBe(false);
  });

  test.each([
    ['app://waybell/index.html?language=en', false],
    ['app://waybell/assets/index.js', false],
    ['devtools://devtools/bundled/devtools_app.html', false],
    ['app://waybell.example.com/', true],
    ['app://other/index.html', true],
    ['http://127.0.0.1:8080/pixel.png', true],
    ['https://example.com/', true],
    ['wss://example.com/socket', true],
    ['file:///etc/passwd', true],
  ])('a request for %s is cancelled: %s', (url, isCancelled) => {
    const answers: boolean[] = [];
    session.before?.({ url }, ({ cancel }) => answers.push(cancel));
    expect(answers).toEqual([isCancelled]);
  });

  test('what asks neither the page nor us is sent to a proxy that cannot be there', () => {
    expect(session.proxyRules).toBe('socks5://127.0.0.1:0');
    expect(contents.peers).toBe('disable_non_proxied_udp');
  });

  test('a download is refused', () => {
    expect(isRefused(session, 'will-download')).toBe(true);
  });
});
