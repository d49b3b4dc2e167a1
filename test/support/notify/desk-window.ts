import type { BridgeFailure, WaybellBridge } from '../../../core/bridge/bridge.ts';
import { requestSchemas } from '../../../core/bridge/bridge.ts';
import {
  eventChannels,
  requestChannels,
  type EventChannel,
  type RequestChannel,
} from '../../../core/bridge/channels.ts';
import { inEnglish } from '../../../core/text/language.ts';
import type { Result } from '../../../core/text/result.ts';
import { BoardFeed } from '../../../main/engine/board/board-feed.ts';
import { boardHandlers } from '../../../main/engine/board/board-handlers.ts';
import { AnnotationChanges } from '../../../main/engine/board/annotation-changes.ts';
import { SettingsService } from '../../../main/engine/board/settings-service.ts';
import type { WindowTime } from '../../../renderer/stores/window-time.ts';
import { createWindowModel } from '../../../renderer/window-model.ts';
import type { FakeClock } from '../fake-clock.ts';
import { RecordingLog } from '../recording-log.ts';
import { MemorySettings } from '../storage/memory-stores.ts';
import { noWebhooks } from '../webhooks/no-webhooks.ts';
import type { RunningDesk } from './running-desk.ts';

type Listener = (event: unknown) => void;

/** Runs again and again until stopped. */
function every(clock: FakeClock, periodMs: number, run: () => void): () => void {
  let stop: (() => void) | null = null;
  const plan = (): void => {
    stop = clock.schedule(() => {
      plan();
      run();
    }, periodMs);
  };
  plan();
  return () => stop?.();
}

function timeOf(clock: FakeClock): WindowTime {
  return {
    nowMs: () => clock.wallMs(),
    after: (delayMs, run) => clock.schedule(run, delayMs),
    every: (periodMs, run) => every(clock, periodMs, run),
  };
}

/**
 * A window over a running desk, joined by the real requests and patches, on the desk's clock. It has the
 * model of the window without what draws it.
 */
export class DeskWindow {
  readonly model: ReturnType<typeof createWindowModel>;
  /** The channels that were asked on, in order. */
  readonly requests: RequestChannel[] = [];
  readonly #stop: () => void;

  constructor(desk: RunningDesk, clock: FakeClock) {
    const settings = new SettingsService(new MemorySettings(), {});
    const feed = new BoardFeed(
      {
        watch: desk.watcher,
        archiveChoice: () => null,
        connection: () => ({ kind: 'none' }),
        settings,
        localisation: inEnglish,
        webhooks: () => noWebhooks,
        notifications: () => ({ kind: 'unproven' }),
        longWait: () => desk.notifications.learned.longWait,
        restLimits: () => desk.notifications.learned.restLimits,
        erasing: () => null,
        waitRules: (watched) => desk.notifications.learned.rulesFor(watched),
        startFault: null,
        platform: 'linux',
        version: '0.1.0',
      },
      clock,
    );
    desk.ordersChanged = (ids) => feed.ordersChanged(ids);
    const listeners = new Map<EventChannel, Set<Listener>>();
    const handlers = {
      ...boardHandlers({
        watch: desk.watcher,
        contactRetry: { ifLost: () => undefined },
        feed,
        search: { find: () => [], listen: () => undefined },
        ordersChanged: (ids) => feed.ordersChanged(ids),
        history: desk.history,
        archive: { choose: () => undefined, choiceOf: () => null },
        archived: {
          find: async () => ({ ids: [], hits: [], total: 0, next: null }),
          among: async () => [],
        },
        seenOrders: desk.seenOrders,
        annotationChanges: new AnnotationChanges({ watch: desk.watcher, clock }),
        settings,
        window: {
          view: null,
          listens: () => undefined,
          sendIfListening: (channel, patch) => {
            for (const listener of listeners.get(channel) ?? []) listener(structuredClone(patch));
          },
          orderOpened: () => undefined,
          remembered: () => undefined,
        },
        phoneShown: () => undefined,
        localisation: inEnglish,
        log: new RecordingLog(),
      }),
      ...desk.notifications.handlers,
    };
    const ask = async (channel: RequestChannel, input: unknown): Promise<unknown> => {
      this.requests.push(channel);
      const handler = Reflect.get(handlers, channel) as
        | ((input: unknown) => Promise<Result<unknown, BridgeFailure>>)
        | undefined;
      const parsed: unknown = requestSchemas[channel].parse(input);
      const none = { ok: false, failure: { code: 'internal-error', message: channel } };
      return structuredClone(handler === undefined ? none : await handler(parsed));
    };
    const listen = (channel: EventChannel, listener: Listener): (() => void) => {
      const all = listeners.get(channel) ?? new Set();
      listeners.set(channel, all.add(listener));
      return () => all.delete(listener);
    };
    // Both lists of channels are walked, so every function of the bridge is there.
    const bridge = Object.fromEntries([
      ...Object.entries(requestChannels).map(([name, channel]) => [
        name,
        (input: unknown) => ask(channel, input),
      ]),
      ...Object.entries(eventChannels).map(([name, channel]) => [
        name,
        (listener: Listener) => listen(channel, listener),
      ]),
    ]) as WaybellBridge;
    this.model = createWindowModel(bridge, timeOf(clock));
    this.#stop = this.model.start();
    this.model.detail.setInFront(true);
  }

  close(): void {
    this.#stop();
  }
}
