import type { ArchiveChoice } from '../../../core/watch/archive.ts';
import type {
  BoardPatch,
  BoardSnapshot,
  AppState,
  ErasureProgress,
  LimitInForce,
  RestLimits,
  NotificationHealth,
  OrderRow,
} from '../../../core/board/board.ts';
import type { TeamState } from '../../../core/board/team.ts';
import type { ConnectionState } from '../../../core/delivery/connection.ts';
import type { Localisation } from '../../../core/text/language.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { OrderFolderState } from '../../../core/board/order-folder.ts';
import { hasNews, orderRow, type RowPlan } from '../../../core/board/order-row.ts';
import { sameValue } from '../../../core/same-value.ts';
import { hasFinished, type WaitRules } from '../../../core/watch/order-waits.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { WebhookState } from '../../../core/webhook/webhook-state.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Watch } from '../watch/ports.ts';
import type { SettingsService } from './settings-service.ts';
import type { StartFault } from './start-fault.ts';
import { startFaultText } from './start-fault.ts';

/** What the board reads of the watcher. */
export type BoardWatch = Pick<
  Watch,
  'get' | 'find' | 'list' | 'plan' | 'serviceHealth' | 'pace' | 'pauseState' | 'storageFault'
>;

/** Where the board's facts come from. */
export interface BoardSources {
  readonly watch: BoardWatch;
  /** Whether the dispatcher put the order into the archive or took it out; null for neither. */
  readonly archiveChoice: (id: OrderId) => ArchiveChoice | null;
  /** How many orders are evicted. Default: none. */
  readonly evictedCount?: () => number;
  readonly connection: () => ConnectionState;
  /** Why another desk's claim keeps an order's alarms no more; null while it does. Default: there is no team. */
  readonly passedOn?: (watched: WatchedOrder) => RowPlan['passedOn'] | null;
  /** A mark of a phone number by which couriers of one name are told apart. Default: they are not. */
  readonly numberMark?: (phoneNumber: string | null) => string | null;
  /** The team whose desk this is. Default: there is none. */
  readonly team?: () => TeamState;
  readonly settings: Pick<SettingsService, 'current' | 'lockedNames'>;
  readonly localisation: Localisation;
  readonly webhooks: () => WebhookState;
  /** Default: there is none. */
  readonly orderFolder?: () => OrderFolderState | null;
  readonly notifications: () => NotificationHealth;
  readonly longWait: () => LimitInForce;
  readonly restLimits: () => RestLimits;
  readonly erasing: () => ErasureProgress | null;
  /** What went wrong with the stored watch list at the start, in words; null when nothing did. */
  readonly startFault: StartFault | null;
  /** How far the computer's clock is ahead, while nothing is erased by it. Default: it is right. */
  readonly clockAheadMs?: () => number | null;
  /** The address of the service that the policy of this computer sets. Default: none. */
  readonly lockedBaseUrl?: string | null;
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
 * The same while all that can be told is that checks found nothing new. Each patch wakes the page, and of
 * hundreds of orders some are checked all the time.
 */
const checksEveryMs = 5000;

/**
 * What the window shows, as one numbered snapshot and numbered patches after it.
 *
 * Only rows of orders that were named as changed are computed anew. A check that found nothing new waits
 * a little, so that a window at rest is left at rest. While no window listens nothing is
 * computed or sent at all: the next snapshot holds everything.
 */
export class BoardFeed {
  readonly #sources: BoardSources;
  readonly #clock: Clock;
  readonly #changed = new Set<OrderId>();
  readonly #removed = new Set<OrderId>();
  readonly #evicted = new Set<OrderId>();
  /** Orders whose checks found nothing new since their rows were sent. */
  readonly #confirmed = new Set<OrderId>();
  /** What the window has. */
  readonly #sent = new Map<OrderId, OrderRow>();
  #sentState: AppState | null = null;
  #isStateDue = false;
  #sequence = 0;
  #openId: OrderId | null = null;
  #listener: PatchListener | null = null;
  #sentAtMs = Number.NEGATIVE_INFINITY;
  #waiting: { readonly dueMs: number; readonly cancel: () => void } | null = null;

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
    this.#sent.clear();
    this.#sentState = null;
    this.#openId = null;
  }

  /** Everything as it is now. Patches count on from its number. */
  snapshot(): BoardSnapshot {
    const { watch } = this.#sources;
    this.#forgetChanges();
    const app = this.#app();
    this.#sentState = app;
    const rows = this.#rows(watch.list().map(({ id }) => id));
    this.#sent.clear();
    for (const row of rows) this.#sent.set(row.id, row);
    return { sequence: this.#sequence, app, rows };
  }

  ordersChanged(ids: readonly OrderId[]): void {
    if (this.#listener === null) return;
    for (const id of ids) {
      this.#removed.delete(id);
      this.#changed.add(id);
    }
    this.#plan();
  }

  ordersEvicted(ids: readonly OrderId[]): void {
    if (this.#listener === null) return;
    for (const id of ids) {
      this.#changed.delete(id);
      this.#confirmed.delete(id);
      this.#evicted.add(id);
    }
    this.stateChanged();
  }

  ordersLoaded(ids: readonly OrderId[]): void {
    if (this.#listener === null) return;
    for (const id of ids) this.#evicted.delete(id);
    this.stateChanged();
  }

  /** The rows of evicted orders. No patch tells of them until they are loaded. */
  archivedRows(ids: readonly OrderId[]): readonly OrderRow[] {
    return ids.flatMap((id) => {
      const watched = this.#sources.watch.find(id);
      return watched === undefined ? [] : [this.#rowOf(watched, 'archived')];
    });
  }

  ordersRemoved(ids: readonly OrderId[]): void {
    if (this.#listener === null) return;
    for (const id of ids) {
      this.#changed.delete(id);
      this.#confirmed.delete(id);
      this.#evicted.delete(id);
      this.#removed.add(id);
    }
    this.#plan();
  }

  /** The order whose details are open, which say when it was checked; null for none. */
  opened(id: OrderId | null): void {
    this.#openId = id;
  }

  /** Anything of the state may have changed; it is sent only if it did. */
  stateChanged(): void {
    if (this.#listener === null) return;
    this.#isStateDue = true;
    this.#plan();
  }

  /** Sends at once what is new, so that an event which comes next finds its rows there. */
  flush(): void {
    if (this.#waiting === null) return;
    this.#waiting.cancel();
    this.#send();
  }

  #plan(everyMs = patchEveryMs): void {
    const nowMs = this.#clock.monotonicMs();
    const dueMs = Math.max(nowMs, this.#sentAtMs + everyMs);
    if (this.#waiting !== null && this.#waiting.dueMs <= dueMs) return;
    this.#waiting?.cancel();
    const cancel = this.#clock.schedule(() => this.#send(), dueMs - nowMs);
    this.#waiting = { dueMs, cancel };
  }

  #send(): void {
    this.#waiting = null;
    const upserted = this.#drainNews();
    const removed = [...this.#removed];
    const evicted = [...this.#evicted];
    const app = this.#isStateDue ? this.#changedState() : null;
    const areSame = upserted.length + removed.length + evicted.length === 0;
    const isOnlyChecked = areSame && (app === null || this.#isOnlyPace(app));
    const nowMs = this.#clock.monotonicMs();
    if (isOnlyChecked && nowMs - this.#sentAtMs < checksEveryMs) {
      if (this.#confirmed.size > 0 || app !== null) this.#plan(checksEveryMs);
      return;
    }
    upserted.push(...this.#rows(this.#confirmed));
    this.#forgetChanges();
    if (upserted.length + removed.length + evicted.length === 0 && app === null) return;
    for (const row of upserted) this.#sent.set(row.id, row);
    for (const id of [...removed, ...evicted]) this.#sent.delete(id);
    this.#sentState = app ?? this.#sentState;
    this.#sequence += 1;
    this.#sentAtMs = nowMs;
    this.#listener?.({
      sequence: this.#sequence,
      app,
      upserted,
      removed,
      putAway: evicted,
    });
  }

  /** The changed rows that the window has not seen like that, besides what a check without news changes. */
  #drainNews(): OrderRow[] {
    const news: OrderRow[] = [];
    for (const row of this.#rows(this.#changed)) {
      const before = row.id === this.#openId ? undefined : this.#sent.get(row.id);
      if (before !== undefined && !hasNews(row, before)) this.#confirmed.add(row.id);
      else {
        this.#confirmed.delete(row.id);
        news.push(row);
      }
    }
    this.#changed.clear();
    return news;
  }

  #rows(ids: Iterable<OrderId>): readonly OrderRow[] {
    return [...ids].map((id) => this.#row(id)).filter((row) => row !== null);
  }

  #forgetChanges(): void {
    this.#waiting?.cancel();
    this.#waiting = null;
    this.#changed.clear();
    this.#confirmed.clear();
    this.#removed.clear();
    this.#evicted.clear();
    this.#isStateDue = false;
  }

  /** Null for an order that left the watch list while its change was waiting. */
  #row(id: OrderId): OrderRow | null {
    const { watch, archiveChoice } = this.#sources;
    const watched = watch.get(id);
    return watched === undefined ? null : this.#rowOf(watched, archiveChoice(id));
  }

  #rowOf(watched: WatchedOrder, choice: ArchiveChoice | null): OrderRow {
    const { team, watch, waitRules } = this.#sources;
    const myDeskId = team?.().me.id;
    const passedOn = this.#sources.passedOn?.(watched) ?? null;
    const courier = hasFinished(watched) ? null : (watched.order?.courier ?? null);
    const numberMark = courier && (this.#sources.numberMark?.(courier.phoneNumber) ?? null);
    const plan = {
      ...watch.plan(watched.id),
      ...(myDeskId !== undefined && { myDeskId }),
      ...(passedOn !== null && { passedOn }),
      ...(numberMark !== null && { numberMark }),
    };
    return orderRow(watched, plan, this.#clock.wallMs(), waitRules?.(watched), choice);
  }

  #changedState(): AppState | null {
    const app = this.#app();
    return sameValue(app, this.#sentState) ? null : app;
  }

  /** Whether the state differs from the one that was sent by nothing but the count and time of checks. */
  #isOnlyPace(app: AppState): boolean {
    return (
      this.#sentState !== null && sameValue({ ...app, pace: this.#sentState.pace }, this.#sentState)
    );
  }

  #faultText(kind: StartFault['kind']): string | null {
    const { startFault, localisation } = this.#sources;
    return startFault?.kind === kind
      ? startFaultText(startFault, localisation.current.language)
      : null;
  }

  #app(): AppState {
    const { watch, connection, settings, localisation, webhooks } = this.#sources;
    const { erasing, lockedBaseUrl = null, notifications, longWait, restLimits } = this.#sources;
    const { platform, version } = this.#sources;
    return {
      connection: connection(),
      team: this.#sources.team?.() ?? null,
      serviceHealth: watch.serviceHealth,
      pace: watch.pace,
      pause: watch.pauseState,
      notifications: notifications(),
      longWait: longWait(),
      restLimits: restLimits(),
      erasing: erasing(),
      putAwayCount: this.#sources.evictedCount?.() ?? 0,
      storageFault: watch.storageFault ?? this.#faultText('notKept'),
      startNotice: this.#faultText('setAside') ?? this.#faultText('altered'),
      clockAheadMs: this.#sources.clockAheadMs?.() ?? null,
      settings: settings.current,
      lockedSettings: settings.lockedNames,
      lockedBaseUrl,
      speech: localisation.current,
      webhooks: webhooks(),
      orderFolder: this.#sources.orderFolder?.() ?? null,
      platform,
      version,
    };
  }
}
