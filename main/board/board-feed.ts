import type { ArchiveChoice } from '../../core/watch/archive.ts';
import type {
  BoardPatch,
  BoardSnapshot,
  AppState,
  LongWaitLimit,
  NotificationHealth,
  OrderRow,
} from '../../core/bridge/board.ts';
import type { ConnectionState } from '../../core/delivery/connection.ts';
import type { Localisation } from '../../core/text/language.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { orderRow } from '../../core/bridge/order-row.ts';
import type { WaitRules } from '../../core/watch/order-waits.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import type { WebhookState } from '../../core/webhook/webhook-state.ts';
import type { Clock } from '../watch/clock.ts';
import type { Watch } from '../watch/ports.ts';
import type { SettingsService } from './settings-service.ts';
import type { StartFault } from './start-fault.ts';
import { startFaultText } from './start-fault.ts';

/** What the board reads of the watcher. */
export type BoardWatch = Pick<
  Watch,
  'get' | 'list' | 'plan' | 'serviceHealth' | 'pace' | 'pauseState' | 'storageFault'
>;

/** Where the board's facts come from. */
export interface BoardSources {
  readonly watch: BoardWatch;
  /** Whether the dispatcher put the order into the archive or took it out; null for neither. */
  readonly archiveChoice: (id: OrderId) => ArchiveChoice | null;
  readonly connection: () => ConnectionState;
  readonly settings: Pick<SettingsService, 'current'>;
  readonly localisation: Localisation;
  readonly webhooks: () => WebhookState;
  readonly notifications: () => NotificationHealth;
  readonly longWait: () => LongWaitLimit;
  /** What went wrong with the stored watch list at the start, in words; null when nothing did. */
  readonly startFault: StartFault | null;
  /** How long a wait may be before it counts as long; the usual limits unless given. */
  readonly waitRules?: (watched: WatchedOrder) => WaitRules;
  readonly platform: AppState['platform'];
  readonly version: string;
}

/** Takes the patches while a window listens. */
export type PatchListener = (patch: BoardPatch) => void;

/** The least time between two patches: seen as immediate, and long enough to gather a burst of changes. */
const patchEveryMs = 100;

/**
 * What the window shows, as one numbered snapshot and numbered patches after it.
 *
 * Only rows of orders that were named as changed are computed anew. While no window listens nothing is
 * computed or sent at all: the next snapshot holds everything.
 */
export class BoardFeed {
  readonly #sources: BoardSources;
  readonly #clock: Clock;
  readonly #changed = new Set<OrderId>();
  readonly #removed = new Set<OrderId>();
  #isStateDue = false;
  #sentState = '';
  #sequence = 0;
  #listener: PatchListener | null = null;
  #sentAtMs = Number.NEGATIVE_INFINITY;
  #cancelPatch: (() => void) | null = null;

  constructor(sources: BoardSources, clock: Clock) {
    this.#sources = sources;
    this.#clock = clock;
  }

  /** Sends patches from now on, in place of any listener before. Ask for a snapshot next. */
  listen(listener: PatchListener): void {
    this.#forgetChanges();
    this.#listener = listener;
  }

  /** The window is gone: changes are no longer collected. */
  silence(): void {
    this.#listener = null;
    this.#forgetChanges();
  }

  /** Everything as it is now. Patches count on from its number. */
  snapshot(): BoardSnapshot {
    const { watch } = this.#sources;
    this.#forgetChanges();
    const app = this.#app();
    this.#sentState = JSON.stringify(app);
    return {
      sequence: this.#sequence,
      app,
      rows: watch
        .list()
        .map((watched) => this.#row(watched.id))
        .filter((row) => row !== null),
    };
  }

  ordersChanged(ids: readonly OrderId[]): void {
    if (this.#listener === null) return;
    for (const id of ids) {
      this.#removed.delete(id);
      this.#changed.add(id);
    }
    this.#plan();
  }

  ordersRemoved(ids: readonly OrderId[]): void {
    if (this.#listener === null) return;
    for (const id of ids) {
      this.#changed.delete(id);
      this.#removed.add(id);
    }
    this.#plan();
  }

  /** Anything of the state may have changed; it is sent only if it did. */
  stateChanged(): void {
    if (this.#listener === null) return;
    this.#isStateDue = true;
    this.#plan();
  }

  /** Sends at once what waits, so that an event which comes next finds its rows there. */
  flush(): void {
    if (this.#cancelPatch === null) return;
    this.#cancelPatch();
    this.#send();
  }

  #plan(): void {
    if (this.#cancelPatch !== null) return;
    const sinceLastMs = this.#clock.monotonicMs() - this.#sentAtMs;
    this.#cancelPatch = this.#clock.schedule(
      () => this.#send(),
      Math.max(0, patchEveryMs - sinceLastMs),
    );
  }

  #send(): void {
    this.#cancelPatch = null;
    const upserted = [...this.#changed].map((id) => this.#row(id)).filter((row) => row !== null);
    const removed = [...this.#removed];
    const app = this.#isStateDue ? this.#changedState() : null;
    this.#forgetChanges();
    if (upserted.length === 0 && removed.length === 0 && app === null) return;
    this.#sequence += 1;
    this.#sentAtMs = this.#clock.monotonicMs();
    this.#listener?.({
      sequence: this.#sequence,
      app,
      upserted,
      removed,
    });
  }

  #forgetChanges(): void {
    this.#cancelPatch?.();
    this.#cancelPatch = null;
    this.#changed.clear();
    this.#removed.clear();
    this.#isStateDue = false;
  }

  /** Null for an order that left the watch list while its change was waiting. */
  #row(id: OrderId): OrderRow | null {
    const { watch, archiveChoice, waitRules } = this.#sources;
    const watched = watch.get(id);
    if (watched === undefined) return null;
    const nowMs = this.#clock.wallMs();
    return orderRow(watched, watch.plan(id), nowMs, waitRules?.(watched), archiveChoice(id));
  }

  #changedState(): AppState | null {
    const app = this.#app();
    const text = JSON.stringify(app);
    if (text === this.#sentState) return null;
    this.#sentState = text;
    return app;
  }

  #faultText(kind: StartFault['kind']): string | null {
    const { startFault, localisation } = this.#sources;
    return startFault?.kind === kind
      ? startFaultText(startFault, localisation.current.language)
      : null;
  }

  #app(): AppState {
    const { watch, connection, settings, localisation, webhooks } = this.#sources;
    const { notifications, longWait, platform, version } = this.#sources;
    return {
      connection: connection(),
      serviceHealth: watch.serviceHealth,
      pace: watch.pace,
      pause: watch.pauseState,
      notifications: notifications(),
      longWait: longWait(),
      storageFault: watch.storageFault ?? this.#faultText('notKept'),
      startNotice: this.#faultText('setAside'),
      settings: settings.current,
      speech: localisation.current,
      webhooks: webhooks(),
      platform,
      version,
    };
  }
}
