import { describe, expect, test } from 'vitest';
import type { WaybellBridge } from '../../../core/bridge/bridge.ts';
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

const surface: readonly (keyof WaybellBridge)[] = [
  'acceptTransfer',
  'addToWatchList',
  'addWebhookSecret',
  'archiveOrders',
  'changeSettings',
  'checkNow',
  'computerState',
  'connectionOptions',
  'contractNotes',
  'diagnose',
  'dismissOfferedOrders',
  'eraseEverything',
  'eraseOrders',
  'exportContractNotes',
  'forgetConnection',
  'forgetOlderWebhookSecrets',
  'lookForUpdate',
  'markSeen',
  'markUnseen',
  'muteOrders',
  'newWebhookPath',
  'noteOrder',
  'notificationHistory',
  'offerTransfer',
  'offeredClipboard',
  'onBoardPatched',
  'onConnectionTestProgressed',
  'onNotificationTestProgressed',
  'onOrderRevealed',
  'onPasteOffered',
  'onUpdateChanged',
  'onWindowLeaving',
  'openTransfer',
  'orderDetail',
  'orderGroups',
  'pauseChecking',
  'pinOrders',
  'privacyLedger',
  'recallView',
  'relabelOrder',
  'rememberView',
  'removeFromWatchList',
  'restartForUpdate',
  'resumeChecking',
  'retryConnection',
  'revealPhone',
  'saveConnection',
  'saveDiagnosis',
  'saveTransfer',
  'snapshot',
  'startAtLogin',
  'tellOpenOrder',
  'tellOrdersInView',
  'testConnection',
  'testNotifications',
  'testWebhooks',
  'tryDemo',
  'updateState',
  'webhookAddress',
  'setPreferences',
  'writeClipboard',
];

describe('the window bridge', () => {
  test('offers exactly its closed list of functions, frozen', () => {
    const bridge = createBridge(new RecordingWire());
    expect(new Set(Object.keys(bridge))).toEqual(new Set<string>(surface));
    expect(Object.values(bridge).every((member) => typeof member === 'function')).toBe(true);
    expect(Object.isFrozen(bridge)).toBe(true);
  });

  test('every request of the contract is reachable by exactly one function', async () => {
    const wire = new RecordingWire();
    const bridge = createBridge(wire);
    const requests = Object.entries(bridge).filter(([name]) => !name.startsWith('on'));
    await Promise.all(requests.map(([, ask]) => (ask as (input: unknown) => unknown)(undefined)));
    const channels = wire.asked.map(([channel]) => channel);
    expect(channels).toHaveLength(Object.keys(requestSchemas).length);
    expect(new Set(channels)).toEqual(new Set(Object.keys(requestSchemas)));
  });

  test('every event of the contract can be listened to', () => {
    const wire = new RecordingWire();
    const bridge = createBridge(wire);
    bridge.onBoardPatched(ignore);
    bridge.onConnectionTestProgressed(ignore);
    bridge.onOrderRevealed(ignore);
    bridge.onPasteOffered(ignore);
    bridge.onNotificationTestProgressed(ignore);
    bridge.onUpdateChanged(ignore);
    bridge.onWindowLeaving(ignore);
    expect(new Set(wire.listeners.keys())).toEqual(new Set<string>(Object.values(eventChannels)));
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
    const heard: unknown[][] = [];
    createBridge(wire).onPasteOffered((...args) => heard.push(args));
    wire.emit('paste:offered', { text: 'x' });
    expect(heard).toEqual([[{ text: 'x' }]]);
  });

  test('an unsubscribed listener hears nothing and leaves nothing behind', () => {
    const wire = new RecordingWire();
    const heard: unknown[] = [];
    const stop = createBridge(wire).onPasteOffered((event) => heard.push(event));
    expect(stop()).toBeUndefined();
    wire.emit('paste:offered', { text: 'x' });
    expect(heard).toEqual([]);
    expect(wire.listeners.get('paste:offered')?.size).toBe(0);
  });

  test('what is no function is refused as a listener', () => {
    const wire = new RecordingWire();
    const listen = createBridge(wire).onBoardPatched as (listener: unknown) => unknown;
    expect(() => listen({ handleEvent: () => undefined })).toThrow(TypeError);
    expect(wire.listeners.size).toBe(0);
  });
});
