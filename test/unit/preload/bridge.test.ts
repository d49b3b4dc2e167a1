import { describe, expect, test } from 'vitest';
import { requestSchemas } from '../../../core/bridge/bridge.ts';
import { eventChannels } from '../../../core/bridge/channels.ts';
import type { WindowWire } from '../../../preload/bridge.ts';
import { createBridge } from '../../../preload/bridge.ts';

function ignore(): void {}

type Listener = Parameters<WindowWire['on']>[1];

/** The wire to main, recording what goes over it. */
class RecordingWire implements WindowWire {
  readonly asked: (readonly unknown[])[] = [];
  readonly listeners = new Map<string, Set<Listener>>();

  invoke(...args: readonly unknown[]): Promise<unknown> {
    this.asked.push(args);
    return Promise.resolve({ ok: true, value: null });
  }

  on(channel: string, listener: Listener): void {
    const known = this.listeners.get(channel) ?? new Set();
    this.listeners.set(channel, known.add(listener));
  }

  removeListener(channel: string, listener: Listener): void {
    this.listeners.get(channel)?.delete(listener);
  }

  emit(channel: string, payload: unknown): void {
    for (const listener of this.listeners.get(channel) ?? [])
      listener({ sender: 'ipcRenderer' }, payload);
  }
}

describe('the window bridge', () => {
  test('has one function for each request and each event of the contract, no other, and is frozen', async () => {
    const wire = new RecordingWire();
    const bridge = createBridge(wire);
    expect(Object.isFrozen(bridge)).toBe(true);
    for (const [name, member] of Object.entries(bridge)) {
      await (member as (input: unknown) => unknown)(name.startsWith('on') ? ignore : undefined);
    }
    const channels = wire.asked.map(([channel]) => channel);
    const events = [...wire.listeners.keys()];
    expect(new Set(channels)).toEqual(new Set(Object.keys(requestSchemas)));
    expect(channels).toHaveLength(Object.keys(requestSchemas).length);
    expect(new Set(events)).toEqual(new Set<string>(Object.values(eventChannels)));
    expect(Object.keys(bridge)).toHaveLength(channels.length + events.length);
  });

  test('a request carries one value, whatever else the window passes', async () => {
    const wire = new RecordingWire();
    const bridge = createBridge(wire);
    const ask = bridge.writeClipboard as (...args: unknown[]) => unknown;
    await ask({ text: 'a' }, 'watch-list:remove', { ids: [] });
    expect(wire.asked).toEqual([['clipboard:write', { text: 'a' }]]);
  });

  test('a listener gets the payload alone, never the event', () => {
    const wire = new RecordingWire();
    const received: unknown[][] = [];
    createBridge(wire).onPasteOffered((...args) => received.push(args));
    wire.emit('paste:offered', { text: 'x' });
    expect(received).toEqual([[{ text: 'x' }]]);
  });

  test('an unsubscribed listener hears nothing and leaves nothing behind', () => {
    const wire = new RecordingWire();
    const received: unknown[] = [];
    const stop = createBridge(wire).onPasteOffered((event) => received.push(event));
    expect(stop()).toBeUndefined();
    wire.emit('paste:offered', { text: 'x' });
    expect(received).toEqual([]);
    expect(wire.listeners.get('paste:offered')?.size).toBe(0);
  });

  test('what is no function is refused as a listener', () => {
    const wire = new RecordingWire();
    const listen = createBridge(wire).onBoardPatched as (listener: unknown) => unknown;
    expect(() => listen({ handleEvent: () => undefined })).toThrow(TypeError);
    expect(wire.listeners.size).toBe(0);
  });
});
