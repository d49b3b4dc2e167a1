/* oxlint-disable unicorn/consistent-function-scoping -- the text of one function goes to the page, with all it uses */
import type { createBridge } from './bridge.ts';
import type { createCodec } from './codec.ts';
import type { createEmitterClass } from './emitter.ts';
import type { IsolatedWorldConfig, ToMain, ToPreload } from './wire.ts';

/** The parts of the isolated world's script, which arrive as text beside it. */
export interface IsolatedWorldParts {
  readonly createBridge: typeof createBridge;
  readonly createCodec: typeof createCodec;
  readonly createEmitterClass: typeof createEmitterClass;
}

/** A preload as CommonJS runs it. */
type WrappedPreload = (
  require: (id: string) => unknown,
  module: { exports: object },
  exports: object,
  process: object,
  global: object,
  setImmediate: unknown,
  clearImmediate: unknown,
) => void;

/**
 * Runs in the isolated world at the start of every document: contextBridge, ipcRenderer and the
 * `require` of a sandboxed preload. The world gets the text of this function.
 */
export function isolatedWorld(parts: IsolatedWorldParts, config: IsolatedWorldConfig): void {
  // Electron runs no preload in sub-frames unless it is asked to
  if (window !== window.top) return;
  const scope = globalThis as unknown as Record<string, unknown>;
  const codec = parts.createCodec();
  const toMain = scope[config.binding] as (text: string) => void;
  delete scope[config.binding];
  const post = (message: ToMain): void => toMain(JSON.stringify(message));
  const unsupported = (what: string, why: string) => (): never => {
    throw new Error(`electron-host: ${what} is not supported (${why})`);
  };
  /**
   * Refuses every name that the object does not have, but for what promises and loggers probe. The
   * proxy ends the prototype chain: around the object it would break `#private` members.
   */
  const refuseTheRest = <T extends object>(label: string, part: T): T => {
    const probed = ['then', 'toJSON', 'default', '__esModule', 'constructor'];
    const end = new Proxy(Object.getPrototypeOf(part) as object, {
      get(target, key, receiver) {
        if (typeof key === 'symbol' || key in target || probed.includes(key))
          return Reflect.get(target, key, receiver) as unknown;
        throw new Error(`electron-host: ${label}.${key} is not supported`);
      },
    });
    return Object.setPrototypeOf(part, end) as T;
  };

  // the page's world: whichever of the two scripts comes second starts the handshake
  const hub = document.createComment('');
  const hello = () => document.dispatchEvent(new MouseEvent(config.secret, { relatedTarget: hub }));
  const onAsk = (): void => {
    document.removeEventListener(`${config.secret}?`, onAsk, true);
    hello();
  };
  document.addEventListener(`${config.secret}?`, onAsk, true);
  const bridge = parts.createBridge(hub, 'preload');
  hello();

  const EventEmitter = parts.createEmitterClass();
  const waiting = new Map<
    number,
    { channel: string; resolve(value: unknown): void; reject(error: Error): void }
  >();
  let lastId = 0;
  const noChannel = 'DevTools has no synchronous channel and no ports';
  const ipcRenderer = Object.assign(new EventEmitter(), {
    send(channel: string, ...args: unknown[]): void {
      post({ t: 'send', channel, args: codec.pack(args) });
    },
    async invoke(channel: string, ...args: unknown[]): Promise<unknown> {
      const id = ++lastId;
      post({ t: 'invoke', id, channel, args: codec.pack(args) });
      return new Promise((resolve, reject) => {
        waiting.set(id, { channel, resolve, reject });
      });
    },
    sendSync: unsupported('ipcRenderer.sendSync', noChannel),
    postMessage: unsupported('ipcRenderer.postMessage', noChannel),
    sendToHost: unsupported('ipcRenderer.sendToHost', 'there are no webviews'),
  });

  function receive(message: ToPreload): void {
    if (message.t === 'event') {
      const args = codec.unpack(message.args) as unknown[];
      ipcRenderer.emit(message.channel, { sender: ipcRenderer, ports: [] }, ...args);
      return;
    }
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (!asked) return;
    if (message.t === 'result') asked.resolve(codec.unpack(message.value));
    else
      asked.reject(new Error(`Error invoking remote method '${asked.channel}': ${message.error}`));
  }
  scope[config.receive] = (batch: readonly ToPreload[]): void => {
    for (const message of batch) receive(message);
  };

  for (const sign of ['focus', 'blur', 'resize'] as const)
    addEventListener(sign, () => post({ t: 'window', sign }));
  // Chromium asks before it closes the window only while a page objects; main decides (page.ts)
  addEventListener('beforeunload', (event) => event.preventDefault());

  const electron = refuseTheRest('electron', {
    contextBridge: refuseTheRest('contextBridge', {
      exposeInMainWorld: (key: string, api: unknown) => bridge.expose(key, api),
    }),
    ipcRenderer: refuseTheRest('ipcRenderer', ipcRenderer),
  });
  const timers = {
    setTimeout: setTimeout.bind(window),
    clearTimeout: clearTimeout.bind(window),
    setInterval: setInterval.bind(window),
    clearInterval: clearInterval.bind(window),
    setImmediate: (run: (...args: unknown[]) => void, ...args: unknown[]) =>
      setTimeout(() => run(...args), 0),
    clearImmediate: (timer: number) => clearTimeout(timer),
  };
  const modules: Readonly<Record<string, unknown>> = {
    electron,
    'electron/renderer': electron,
    'electron/common': electron,
    events: Object.assign(EventEmitter, { EventEmitter }),
    timers,
    url: { URL, URLSearchParams },
  };
  const process = {
    ...config.process,
    nextTick: (run: (...args: unknown[]) => void, ...args: unknown[]) =>
      queueMicrotask(() => run(...args)),
    cwd: () => '/',
    uptime: () => performance.now() / 1000,
    on: () => process,
    once: () => process,
  };
  const require = (id: string): unknown => {
    const name = id.replace(/^node:/, '');
    if (Object.hasOwn(modules, name)) return modules[name];
    throw new Error(`module not found: ${id}`);
  };

  scope[config.run] = (preload: WrappedPreload): void => {
    const module = { exports: {} };
    const { setImmediate, clearImmediate } = timers;
    try {
      preload(require, module, module.exports, process, scope, setImmediate, clearImmediate);
    } catch (error) {
      const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
      post({ t: 'preload-error', message, stack });
      console.error(error);
    }
  };
}

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
