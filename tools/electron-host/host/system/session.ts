import { electronClass } from '../electron-types.ts';
import { net, protocol } from '../protocol/protocol.ts';
import { refusingEmitter } from '../refusal.ts';
import { runtime } from '../runtime.ts';

type PermissionRequestHandler = Parameters<Electron.Session['setPermissionRequestHandler']>[0];
type PermissionCheckHandler = Parameters<Electron.Session['setPermissionCheckHandler']>[0];

/** The one session: Chromium's profile in the app's userData folder. */
class HostSession extends refusingEmitter('Session') {
  readonly protocol = protocol;
  #userAgent = '';

  static get defaultSession(): Electron.Session {
    return theSession;
  }

  /** There is one session; every partition is that one. */
  static fromPartition(_partition: string): Electron.Session {
    return theSession;
  }

  static fromPath(_path: string): Electron.Session {
    return theSession;
  }

  get storagePath(): string | null {
    return runtime.profileDir || null;
  }

  getStoragePath(): string | null {
    return this.storagePath;
  }

  isPersistent(): boolean {
    return true;
  }

  fetch(
    input: string | Request,
    init?: RequestInit & { bypassCustomProtocolHandlers?: boolean },
  ): Promise<Response> {
    return net.fetch(input, init);
  }

  getUserAgent(): string {
    return this.#userAgent;
  }

  setUserAgent(userAgent: string): void {
    this.#userAgent = userAgent;
  }

  async resolveProxy(_url: string): Promise<string> {
    return 'DIRECT';
  }

  // Pages are refused every permission (chromium/launch.ts); these handlers are not asked.
  setPermissionRequestHandler(_handler: PermissionRequestHandler): void {}
  setPermissionCheckHandler(_handler: PermissionCheckHandler): void {}
  setDevicePermissionHandler(
    _handler: Parameters<Electron.Session['setDevicePermissionHandler']>[0],
  ): void {}

  // Chromium runs without a spell checker and with a cache of its own; accepted, without effect.
  setSpellCheckerEnabled(_enable: boolean): void {}
  async setProxy(_config: Electron.ProxyConfig): Promise<void> {}
  async clearCache(): Promise<void> {}
  async clearStorageData(): Promise<void> {}
  async closeAllConnections(): Promise<void> {}
  flushStorageData(): void {}
}

/** Electron's `Session`; also what is exported as `session`, whose functions are statics. */
export const session = electronClass<typeof Electron.Session>()(HostSession);

const theSession: Electron.Session = new HostSession() as unknown as Electron.Session;
