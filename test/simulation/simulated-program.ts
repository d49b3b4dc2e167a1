import type { DatabaseSync } from 'node:sqlite';
import type { Notification } from '../../core/notification/notification.ts';
import { inEnglish } from '../../core/text/language.ts';
import {
  decideProblemNotifications,
  decideNotifications,
} from '../../main/engine/notify/policy.ts';
import { LiveOrders } from '../../main/engine/notify/live-orders.ts';
import { Notifications, wordingOptions } from '../../main/engine/notify/notifications.ts';
import { WaitAlarm } from '../../main/engine/notify/wait-alarm.ts';
import { AttentionIndex } from '../../main/engine/board/attention-index.ts';
import type { Settings } from '../../core/settings/settings.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { HistoryRepository } from '../../main/engine/storage/history-repository.ts';
import { RecordingSounds } from '../support/notify/recording-sounds.ts';
import { OutboxRepository } from '../../main/engine/storage/outbox-repository.ts';
import { WatchRepository } from '../../main/engine/storage/watch-repository.ts';
import { WebhookRepository } from '../../main/engine/storage/webhook-repository.ts';
import type {
  OrderSource,
  WatchLimits,
  WatchRecord,
  WatchStore,
} from '../../main/engine/watch/ports.ts';
import { Watcher } from '../../main/engine/watch/watcher.ts';
import { WebhookInbox } from '../../main/engine/webhooks/inbox.ts';
import type { ReceivedWebhook, WebhookStore } from '../../main/engine/webhooks/ports.ts';
import type { TellingRecord } from './laws/telling/telling-record.ts';
import type { SimulatedTime } from './world/simulated-time.ts';
import type { DiskFault } from './troubles.ts';

const lookEveryMs = 60_000;

const full = 'database or disk is full';

/** The same records, whose iteration throws in the middle: a transaction that is cut off. */
function brokenOff(records: readonly WatchRecord[], why: string): readonly WatchRecord[] {
  const some = [...records];
  some[Symbol.iterator] = function* () {
    yield* some.slice(0, Math.ceil(some.length / 2)).values();
    throw new Error(why);
  };
  return some;
}

/** What a simulated process needs and tells to the simulation. */
export interface ProgramPlace {
  readonly sql: DatabaseSync;
  readonly time: SimulatedTime;
  readonly random: () => number;
  readonly source: OrderSource;
  readonly limits: WatchLimits;
  /** What the dispatcher chose of what is told. */
  readonly settings: Settings;
  readonly diskFault: () => DiskFault | null;
  /** Asked at each write: whether the process is killed during the write or right after it. */
  readonly killedInWriting: () => 'before' | 'after' | null;
  readonly receivesWebhooks: boolean;
  /** A notification is on the screen. @returns whether the process is killed at that moment */
  readonly shown: (key: string) => boolean;
  /** A notification about the contact with the service was put into the outbox. */
  readonly notifiedOfContact: (notification: Notification) => void;
  readonly reportDefect: (error: unknown) => void;
  /** Default: what is told is compared with no law of telling. */
  readonly telling?: TellingRecord | undefined;
}

/** Watcher, notifier and webhook inbox of one process, joined as in main/desktop. */
export class SimulatedProgram {
  readonly watcher: Watcher;
  readonly #notifications: Notifications;
  readonly #attention: AttentionIndex;
  readonly #waitAlarm: WaitAlarm;
  #cancelLook: () => void = () => undefined;
  readonly #place: ProgramPlace;
  readonly #inbox: WebhookInbox | null;
  #isKilled = false;

  constructor(place: ProgramPlace) {
    this.#place = place;
    const { sql, time, random, source, limits } = place;
    const wallMs = () => time.wallMs();
    const repository = new WatchRepository(sql, wallMs);
    const outbox = new OutboxRepository(sql, wallMs);
    const store: WatchStore = {
      loadInParts: () => repository.loadInParts(),
      save: (records) => {
        this.#mustLive();
        const fault = place.diskFault();
        if (fault === 'refuses') throw new Error(full);
        if (fault === 'in the middle') repository.save(brokenOff(records, full));
        const killed = place.killedInWriting();
        if (killed !== null) this.#isKilled = true;
        repository.save(killed === 'before' ? brokenOff(records, 'killed') : records);
        for (const { notifications } of records) {
          for (const notification of notifications) place.telling?.decided(notification);
        }
        if (killed !== null) throw new Error('killed');
      },
      remove: (ids) => {
        this.#mustLive();
        repository.remove(ids);
      },
    };
    // Built after what tells, which asks it only while it runs.
    const running = (): Watcher => this.watcher;
    const liveOrders = new LiveOrders(() => running().list(), time);
    this.#notifications = new Notifications({
      clock: time,
      outbox: {
        pending: (known) => outbox.pending(known),
        held: () => outbox.held(),
        inDoubt: () => outbox.inDoubt(),
        has: (key) => outbox.has(key),
        latestOf: (events) => outbox.latestOf(events),
        page: (...asked) => outbox.page(...asked),
        latestOfOrders: (limit) => outbox.latestOfOrders(limit),
        latestOfKind: (kind, limit) => outbox.latestOfKind(kind, limit),
        put: (notification) => {
          this.#mustWrite();
          outbox.put(notification);
          place.telling?.decided(notification);
          if (notification.orderId === null) place.notifiedOfContact(notification);
        },
        settle: (...settled) => {
          this.#mustWrite();
          outbox.settle(...settled);
        },
        beginShowing: (keys) => {
          place.telling?.begins(keys);
          this.#mustWrite();
          outbox.beginShowing(keys);
        },
      },
      desktop: {
        show: (shown, events) => {
          const { key } = shown;
          if (this.#isKilled) return;
          place.telling?.shown(shown);
          this.#isKilled = place.shown(key);
          events.shown(key);
        },
        close: (tag) => place.telling?.closed(tag),
        isHeld: () => true,
        programEnds: () => {},
      },
      sounds: new RecordingSounds(),
      watch: {
        get count() {
          return running().count;
        },
        get serviceHealth() {
          return running().serviceHealth;
        },
        get pauseState() {
          return running().pauseState;
        },
        find: (id) => running().find(id),
        get: (id) => running().get(id),
        list: () => running().list(),
        setPreferences: (ids, change) => running().setPreferences(ids, change),
      },
      liveOrders,
      listedCount: () => this.#attention.listedCount,
      archivedGroups: () => [],
      history: new HistoryRepository(sql, wallMs),
      settings: { current: place.settings },
      localisation: inEnglish,
      window: {
        orderInFront: null,
        isAttended: false,
        wasAttendedLately: false,
        show: () => undefined,
        sendIfListening: () => undefined,
      },
      screenLock: { isLocked: false },
      clipboard: { copy: async () => {} },
      reveal: () => undefined,
      healthChanged: () => undefined,
    });
    const { contact, learned, waits } = this.#notifications;
    this.#attention = new AttentionIndex(time);
    this.#attention.attach({
      watch: {
        get: (id) => running().get(id),
        known: () => running().list(),
        get count() {
          return running().count;
        },
      },
      waitRules: (each) => learned.rulesFor(each),
      judged: (each, nowMs) => waits.look(each, nowMs),
    });
    const inbox = place.receivesWebhooks ? this.#newInbox(new WebhookRepository(sql)) : null;
    this.#inbox = inbox;
    this.watcher = new Watcher({
      ...(inbox === null
        ? {}
        : {
            explainUpdate: (before, after, update) => inbox.explain(before, after, update),
            auditPace: (watched, everyMs) => inbox.auditPace(watched, everyMs),
          }),
      source: place.telling?.witnessed(source) ?? source,
      store,
      clock: time,
      random,
      decideNotifications: decideNotifications(() => ({
        ...wordingOptions(place.settings, inEnglish.current),
        areManyLive: () => liveOrders.areMany,
      })),
      decideProblemNotifications: decideProblemNotifications(() =>
        wordingOptions(place.settings, inEnglish.current),
      ),
      events: {
        ordersChanged: (ids) => this.#ordersChanged(ids),
        ordersRemoved: (ids) => {
          inbox?.ordersRemoved(ids);
          this.#waitAlarm.ordersRemoved(ids);
          this.#attention.ordersGone(ids);
          this.#notifications.ordersRemoved(ids);
        },
        orderUpdated: (update) => this.#notifications.orderUpdated(update),
        notificationsStored: () => this.#notifications.stored(),
        serviceHealthChanged: (serviceHealth) => contact.serviceHealthChanged(serviceHealth),
        stateChanged: () => {},
      },
      limits,
      installSeed: 7,
      reportDefect: place.reportDefect,
    });
    this.#waitAlarm = new WaitAlarm({
      clock: time,
      watch: this.watcher,
      due: (ids) => this.#ordersChanged(ids),
    });
    inbox?.attach(this.watcher);
    this.watcher.start();
    this.#notifications.start();
    inbox?.start();
    this.#look();
  }

  /** Accepts a webhook. @throws when it cannot be stored */
  receive(webhook: ReceivedWebhook): void {
    if (this.#inbox?.receive(webhook) === false) throw new Error('not stored');
  }

  /** The same queue, which refuses writes when the process was killed or the disk is full. */
  #mortal(queue: WebhookStore): WebhookStore {
    const write = <Result>(run: () => Result): Result => {
      this.#mustWrite();
      return run();
    };
    return {
      put: (webhook, seen) => write(() => queue.put(webhook, seen)),
      queued: () => queue.queued(),
      settle: (numbers) => write(() => queue.settle(numbers)),
      waiting: () => queue.waiting(),
      lastSeenAtMs: () => queue.lastSeenAtMs(),
      prune: (nowMs) => write(() => queue.prune(nowMs)),
      pastUpdates: (id, sinceMs) => queue.pastUpdates(id, sinceMs),
      amend: (...amended) => write(() => queue.amend(...amended)),
    };
  }

  #newInbox(store: WebhookStore): WebhookInbox {
    return new WebhookInbox({
      store: this.#mortal(store),
      clock: this.#place.time,
      // A full disk makes the inbox log errors, which are expected here.
      log: { info: () => {}, warn: () => {}, defect: () => {} },
      settings: () => ({ proof: 'hmac' }),
      isTest: () => false,
      changed: () => {},
    });
  }

  /** A killed process writes nothing more, although its code still runs to the end of the turn. */
  #mustLive(): void {
    if (this.#isKilled) throw new Error('killed');
  }

  #mustWrite(): void {
    this.#mustLive();
    if (this.#place.diskFault() !== null) throw new Error(full);
  }

  /** Whether the process was killed in this turn. */
  get isKilled(): boolean {
    return this.#isKilled;
  }

  async stop(): Promise<void> {
    this.#inbox?.stop();
    this.#cancelLook();
    this.#waitAlarm.stop();
    await this.watcher.stop();
    this.#notifications.stop();
  }

  #ordersChanged(ids: readonly OrderId[]): void {
    this.#waitAlarm.ordersChanged(ids);
    this.#attention.ordersChanged(ids);
    this.#notifications.ordersChanged(ids);
  }

  /** What the tray does once a minute. */
  #look(): void {
    this.#attention.refresh();
    this.#cancelLook = this.#place.time.schedule(() => this.#look(), lookEveryMs);
  }
}
