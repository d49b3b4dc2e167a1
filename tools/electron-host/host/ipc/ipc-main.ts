import { electronObject } from '../electron-types.ts';
import { refusingEmitter } from '../refusal.ts';

/** What answers an `invoke`. */
export type InvokeHandler = Parameters<Electron.IpcMain['handle']>[1];

const handlersOf = new WeakMap<object, Map<string, InvokeHandler>>();

class HostIpcMain extends refusingEmitter('ipcMain') {
  readonly #handlers = new Map<string, InvokeHandler>();

  constructor() {
    super();
    this.setMaxListeners(0);
    handlersOf.set(this, this.#handlers);
  }

  handle(channel: string, listener: InvokeHandler): void {
    if (this.#handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    if (typeof listener !== 'function')
      throw new TypeError(`Expected handler to be a function, but found type '${typeof listener}'`);
    this.#handlers.set(channel, listener);
  }

  handleOnce(channel: string, listener: InvokeHandler): void {
    this.handle(channel, (event, ...args: unknown[]) => {
      this.removeHandler(channel);
      return listener(event, ...args) as unknown;
    });
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }
}

/** A registry of channels: the app has one, and each page has one of its own. */
export function createIpcMain(): Electron.IpcMain {
  return electronObject<Electron.IpcMain>()(new HostIpcMain());
}

/** The handler that `registry` has for invokes on `channel`. */
export function invokeHandler(
  registry: Electron.IpcMain,
  channel: string,
): InvokeHandler | undefined {
  return handlersOf.get(registry)?.get(channel);
}

/** Electron's `ipcMain`. */
export const ipcMain = createIpcMain();
