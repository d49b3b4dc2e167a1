import type { WaybellBridge } from '../core/bridge/bridge.ts';
import { eventChannels, requestChannels } from '../core/bridge/channels.ts';

/** Hears one event: Electron's event object first, then what was sent. */
type WireListener = (event: unknown, ...args: unknown[]) => void;

/** The preload's end of the wire; fits Electron's ipcRenderer. */
export interface WindowWire {
  invoke(channel: string, input: unknown): Promise<unknown>;
  on(channel: string, listener: WireListener): unknown;
  removeListener(channel: string, listener: WireListener): unknown;
}

/**
 * The only door between the window and the main process. Each function has its own channel: the window
 * cannot choose one, sees neither the wire nor an event object, and passes at most one value.
 */
export function createBridge(wire: WindowWire): WaybellBridge {
  const ask = (channel: string) => (input?: unknown) => wire.invoke(channel, input);

  const listen = (channel: string) => (listener: (event: unknown) => void) => {
    if (typeof listener !== 'function') throw new TypeError('A listener is a function.');
    const forward = (_event: unknown, ...args: unknown[]) => listener(args[0]);
    wire.on(channel, forward);
    return () => {
      wire.removeListener(channel, forward);
    };
  };

  // Main checks what is asked. Its handlers are typed by the contract, so that answers and events
  // need no second look here.
  return Object.freeze(
    Object.fromEntries([
      ...Object.entries(requestChannels).map(([name, channel]) => [name, ask(channel)]),
      ...Object.entries(eventChannels).map(([name, channel]) => [name, listen(channel)]),
    ]),
  ) as WaybellBridge;
}
