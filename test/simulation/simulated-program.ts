import type { DatabaseSync } from 'node:sqlite';
import type { Notification } from '../../core/notification/notification.ts';
import { inEnglish } from '../../core/text/language.ts';
import { decideProblemNotifications, decideNotifications } from '../../main/notify/policy.ts';
import { ContactNotifications } from '../../main/notify/contact-notifications.ts';
import { RetryingOutbox } from '../../main/notify/retrying-outbox.ts';
import type { Notifier } from '../../main/notify/notifier.ts';
import { OutboxRepository } from '../../main/storage/outbox-repository.ts';
import { emptyArchive } from '../support/storage/memory-watch-store.ts';
import { WatchRepository } from '../../main/storage/watch-repository.ts';
import { WebhookRepository } from '../../main/storage/webhook-repository.ts';
import type { OrderSource, WatchLimits, WatchRecord, WatchStore } from '../../main/watch/ports.ts';
import { Watcher } from '../../main/watch/watcher.ts';
import { WebhookInbox } from '../../main/webhooks/inbox.ts';
import type { ReceivedWebhook, WebhookStore } from '../../main/webhooks/ports.ts';
import { plainNotifier } from '../support/notify/plain-notifier.ts';
import type { SimulatedTime } from './world/simulated-time.ts';
import type { DiskFault } from './troubles.ts';

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
  readonly diskFault: () => DiskFault | null;
  /** Asked at each write: whether the process is killed during the write or right after it. */
  readonly killedInWriting: () => 'before' | 'after' | null;
  readonly receivesWebhooks: boolean;
  /** A notification is on the screen. @returns whether the process is killed at that moment */
  readonly shown: (key: string) => boolean;
  /** A notification about the contact with the service was put into the outbox. */
  readonly toldOfContact: (notification: Notification) => void;
  readonly reportDefect: (error: unknown) => void;
}

/** Watcher, notifier and webhook inbox of one process, joined as in main/app. */
export class SimulatedProgram {
  readonly watcher: Watcher;
  readonly #notifier: Notifier;
  readonly #contact: ContactNotifications;
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
      ...emptyArchive,
      loadInParts: () => repository.loadInParts(),
      save: (records) => {
        this.#mustLive();
        const fault = place.diskFault();
        if (fault === 'refuses') throw new Error(full);
        if (fault === 'in the middle') repository.save(brokenOff(records, full));
        const killed = place.killedInWriting();
        if (killed !== null) this.#isKilled = true;
        repository.save(killed === 'before' ? brokenOff(records, 'killed') : records);
        if (killed !== null) throw new Error('killed');
      },
      remove: (ids) => {
        this.#mustLive();
        repository.remove(ids);
      },
    };
    const retryingOutbox = new RetryingOutbox(
      {
        pending: (known) => outbox.pending(known),
        held: () => outbox.held(),
        inDoubt: () => outbox.inDoubt(),
        latestOf: (events) => outbox.latestOf(events),
        put: (notification) => {
          this.#mustWrite();
          outbox.put(notification);
          place.toldOfContact(notification);
        },
        settle: (...settled) => {
          this.#mustWrite();
          outbox.settle(...settled);
        },
        beginShowing: (keys) => {
          this.#mustWrite();
          outbox.beginShowing(keys);
        },
      },
      time,
    );
    this.#notifier = plainNotifier(
      {
        outbox: retryingOutbox,
        clock: time,
        desktop: {
          show: ({ key }, events) => {
            if (this.#isKilled) return;
            this.#isKilled = place.shown(key);
            events.shown(key);
          },
          close: () => {},
          programEnds: () => {},
        },
      },
      (id) => this.watcher.get(id),
    );
    this.#contact = new ContactNotifications({
      clock: time,
      outbox: retryingOutbox,
      localisation: inEnglish,
      watched: () => this.watcher.list(),
      listedCount: () => this.watcher.list().length,
      serviceHealth: () => this.watcher.serviceHealth,
      recovered: () => this.#notifier.gatherAfterAway(),
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
      source,
      store,
      clock: time,
      random,
      decideNotifications: decideNotifications(() => ({ priceUnit: 'major', locale: 'en' })),
      decideProblemNotifications,
      events: {
        ordersChanged: () => {},
        ordersRemoved: (ids) => inbox?.ordersRemoved(ids),
        orderUpdated: (update) => this.#contact.orderUpdated(update.orderId),
        notificationsStored: () => this.#notifier.notificationsStored(),
        serviceHealthChanged: (serviceHealth) => {
          this.#contact.serviceHealthChanged(serviceHealth);
          if (serviceHealth.state === 'reachable') this.#notifier.seesAgain();
        },
        stateChanged: () => {},
      },
      limits,
      installSeed: 7,
      reportDefect: place.reportDefect,
    });
    inbox?.attach(this.watcher);
    this.watcher.start();
    this.#notifier.start();
    inbox?.start();
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
      toldUpdates: (id, sinceMs) => queue.toldUpdates(id, sinceMs),
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
    await this.watcher.stop();
    this.#notifier.stop();
    this.#contact.stop();
  }
}
