import { createCodec } from '../renderer/codec.ts';
import type { ToMain, ToPreload } from '../renderer/wire.ts';
import { invokeHandler, ipcMain } from './ipc-main.ts';

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
