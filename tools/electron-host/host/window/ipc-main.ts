import { electronObject } from '../electron-types.ts';
import { refusingEmitter } from '../refusal.ts';
import { createCodec } from '../renderer/codec.ts';
import type { ToMain, ToPreload } from '../renderer/wire.ts';

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
function invokeHandler(registry: Electron.IpcMain, channel: string): InvokeHandler | undefined {
  return handlersOf.get(registry)?.get(channel);
}

/** Electron's `ipcMain`. */
export const ipcMain = createIpcMain();

/** The codec of the main process's side. */
export const codec = createCodec();

/** What a page sends on a channel. */
export type ChannelMessage = Extract<ToMain, { readonly t: 'send' | 'invoke' }>;

/**
 * Brings a page's message to the app's listeners: first those of the page itself, then ipcMain's,
 * as in Electron. An invoke is always answered, with the reason where there is no handler or it
 * throws.
 *
 * @param event what listeners get as their first argument
 * @param answer takes the answer of an invoke
 */
export function dispatch(
  message: ChannelMessage,
  event: Electron.IpcMainEvent,
  answer: (message: ToPreload) => void,
): void {
  const args = codec.unpack(message.args) as unknown[];
  if (message.t === 'send') {
    event.sender.ipc.emit(message.channel, event, ...args);
    ipcMain.emit(message.channel, event, ...args);
    return;
  }
  const { id, channel } = message;
  const handler = invokeHandler(event.sender.ipc, channel) ?? invokeHandler(ipcMain, channel);
  const fail = (error: unknown): void => answer({ t: 'failure', id, error: textOf(error) });
  if (!handler) {
    fail(new Error(`No handler registered for '${channel}'`));
    return;
  }
  const run = async (): Promise<unknown> => handler(event, ...args) as unknown;
  run()
    .then((value) => answer({ t: 'result', id, value: codec.pack(value) }))
    .catch((error: unknown) => {
      console.error(`Error occurred in handler for '${channel}':`, error);
      fail(error);
    });
}

function textOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
