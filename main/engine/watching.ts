import type { Clock } from '../../core/clock.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Order } from '../../core/order/order.ts';
import type { ContractNote } from '../../core/wire/contract-notes.ts';
import type { Settings } from '../../core/settings/settings.ts';
import type { Localisation } from '../../core/text/language.ts';
import type { AppEvents } from './events.ts';
import type { Log } from './log/log.ts';
import type { Metrics } from './metrics/metrics.ts';
import { LiveOrders } from './notify/live-orders.ts';
import { wordingOptions } from './notify/notifications.ts';
import {
  decideHandedToMe,
  decideNotifications,
  decideProblemNotifications,
  EveryMove,
} from './notify/policy.ts';
import type { Retention } from './privacy/retention.ts';
import type { Recorder } from './recorder/recorder.ts';
import type { OpenedDatabase } from './storage/database.ts';
import { TeamRepository } from './storage/team/team-repository.ts';
import { WatchRepository } from './storage/watch-repository.ts';
import type { HubLink, Membership, Team } from './team/ports.ts';
import { TeamWatch } from './team/team-watch.ts';
import type { OrderSource, Watch, WatchEvents, WatchStore } from './watch/ports.ts';
import { Watcher } from './watch/watcher.ts';
import type { WebhookReceiver } from './webhooks/receiver.ts';

/** What a program chooses about its watching. */
export interface WatchingChoice {
  /** Default: the whole watch list of the database. */
  readonly store?: WatchStore;
  /** Counts the checks. Default: they are not counted. */
  readonly metrics?: Metrics;
  /** The team whose desk this is: its hub checks the orders. Default: they are checked here. */
  readonly team?: { readonly membership: Membership; readonly link: HubLink };
  /** Desks elsewhere look at what is found. Default: only a window here does, if any. */
  readonly isAttended?: boolean;
  /** What of the way to the service is used; default: all. */
  readonly guarded?: (source: OrderSource) => OrderSource;
  /** Whether changes are put into the outbox as notifications. */
  readonly notifies: boolean;
  /** Whether an order comes before others after a sleep or an outage; none does unless given. */
  readonly needsAttention?: (id: OrderId) => boolean;
}

/** What {@link createWatching} joins. */
interface WatchingParts {
  readonly choice: WatchingChoice;
  readonly clock: Clock;
  readonly events: AppEvents;
  readonly log: Log;
  readonly database: Pick<OpenedDatabase, 'installSeed' | 'sql'>;
  /** The service, which is asked where there is no team. */
  readonly source: OrderSource;
  readonly inbox: WebhookReceiver['inbox'];
  readonly recorder: Recorder;
  /** The settings and the language as decisions read them. */
  readonly recorded: {
    readonly settings: { readonly current: Settings };
    readonly localisation: Localisation;
  };
  readonly settings: { readonly current: Settings };
  readonly retention: Pick<Retention, 'reduced'>;
  readonly noted: (notes: readonly ContractNote[]) => void;
}

/** Builds what watches the orders of one database, here or by a hub. */
export function createWatching(parts: WatchingParts) {
  const { choice, clock, database, events, inbox, log, recorded, recorder } = parts;
  const { installSeed, sql } = database;
  const everyMove = new EveryMove();
  const store =
    choice.store ??
    new WatchRepository(
      sql,
      () => clock.wallMs(),
      (record) => recorder.order(record),
      () => recorder.rolledBack(),
    );
  const liveOrders = new LiveOrders(() => watcher.known(), clock);
  const wording = () => ({
    ...wordingOptions(recorded.settings.current, recorded.localisation.current),
    areManyLive: () => liveOrders.areMany,
  });
  // What a local watcher and a desk of a team have in common.
  const watching = {
    store,
    clock,
    decideNotifications: choice.notifies
      ? decideNotifications(wording, everyMove)
      : () => ({ notifications: [] }),
    decideProblemNotifications: choice.notifies ? decideProblemNotifications(wording) : () => [],
    decideHandedToMe: choice.notifies ? decideHandedToMe(wording) : () => [],
    reduceAnswer: (id: OrderId, order: Order, rawJson: string) =>
      parts.retention.reduced(id, order, rawJson),
    events: announcedBy(events),
    reportDefect: (error: unknown) => log.defect('watcherDefect', error),
  };
  const localWatcher = (): Watcher => {
    const source = choice.metrics?.counted(parts.source) ?? parts.source;
    return new Watcher({
      ...watching,
      source: choice.guarded?.(source) ?? source,
      isAttended: choice.isAttended ?? false,
      random: Math.random,
      ...(choice.needsAttention === undefined ? {} : { needsAttention: choice.needsAttention }),
      explainUpdate: (before, after, update) => inbox.explain(before, after, update),
      auditPace: (watched, everyMs) => inbox.auditPace(watched, everyMs),
      limits: parts.settings.current,
      installSeed,
      noted: (note) => parts.noted([note]),
    });
  };
  const teamWatch =
    choice.team === undefined
      ? null
      : new TeamWatch({
          ...choice.team,
          ...watching,
          teamStore: new TeamRepository(sql),
          addRefused: (ids, code) => void events.emit('addRefused', ids, code),
        });
  const watcher: Watch = teamWatch ?? localWatcher();
  return {
    watcher,
    /** The team whose desk this is; null where there is none. */
    team: teamWatch satisfies Team | null,
    liveOrders,
    everyMove,
  };
}

/** Passes on what the watcher announces. */
function announcedBy(events: AppEvents): WatchEvents {
  return {
    ordersChanged: (ids) => void events.emit('ordersChanged', ids),
    ordersRemoved: (ids) => void events.emit('ordersRemoved', ids),
    ordersEvicted: (ids) => void events.emit('ordersEvicted', ids),
    ordersLoaded: (ids) => void events.emit('ordersLoaded', ids),
    orderUpdated: (update, watched) => void events.emit('orderUpdated', update, watched),
    checkSucceeded: () => void events.emit('checkSucceeded'),
    notificationsStored: () => void events.emit('notificationsStored'),
    serviceHealthChanged: (serviceHealth) =>
      void events.emit('serviceHealthChanged', serviceHealth),
    stateChanged: () => void events.emit('watchStateChanged'),
  };
}
