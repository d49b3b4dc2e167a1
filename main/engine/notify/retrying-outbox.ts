import type {
  Notification,
  NotificationEvent,
  NotificationOutcome,
} from '../../../core/notification/notification.ts';
import type { Clock } from '../../../core/clock.ts';
import type { HeldNotification, Outbox } from './ports.ts';

/** When the disk is tried again after it refused. */
const retryAfterMs = 2000;
/** At most this many notifications wait for the disk; beyond it the oldest are dropped. */
const mostWaiting = 1000;

interface WaitingPut {
  readonly make: () => Notification | null;
  readonly written: (key: string) => void;
}

/** What is reported of an outbox. */
export interface OutboxFollower {
  /** What is stored changed. Called often. */
  readonly changed?: () => void;
  /** So many notifications ended like this. Reported once, also when the disk refuses at first. */
  readonly settled?: (outcome: NotificationOutcome, count: number) => void;
}

/**
 * The outbox on a disk that can refuse. Nothing here throws: a write that failed is repeated two seconds
 * later, and until then it counts as written, so that no notification is shown twice.
 */
export class RetryingOutbox {
  readonly #outbox: Outbox;
  readonly #clock: Clock;
  readonly #follower: OutboxFollower;
  #waiting: WaitingPut[] = [];
  /** Outcomes that are not on the disk yet. */
  readonly #unwritten = new Map<string, NotificationOutcome>();
  #changed: () => void = () => undefined;
  #cancelRetry: (() => void) | null = null;
  #cancelAnnouncement: (() => void) | null = null;
  #isStopped = false;

  constructor(outbox: Outbox, clock: Clock, follower: OutboxFollower = {}) {
    this.#outbox = outbox;
    this.#clock = clock;
    this.#follower = follower;
  }

  /** @param changed called when a notification was put here, or when the disk may work again */
  start(changed: () => void): void {
    this.#changed = changed;
  }

  /**
   * Outcomes are written now or never: without one, a notification is shown again at the next start. Notifications
   * that are not on the disk by now are lost; the list still shows their orders.
   */
  stop(): void {
    this.#isStopped = true;
    this.#waiting = [];
    this.#writeOutcomes();
    this.#cancelRetry?.();
    this.#cancelAnnouncement?.();
  }

  /**
   * Puts a notification into the outbox, as soon as the disk accepts it.
   *
   * @param make called at each try; gives the notification, or null when it is no longer true
   * @param written called with its key once it is in the outbox
   */
  put(make: () => Notification | null, written: (key: string) => void = () => undefined): void {
    this.#waiting = [...this.#waiting, { make, written }].slice(-mostWaiting);
    if (this.#cancelRetry === null) this.#writeWaiting();
  }

  /** Notifications without an outcome that are not among the `known` keys, oldest first. */
  pending(known: ReadonlySet<string>): readonly Notification[] {
    return this.#read(() => this.#outbox.pending(known)).filter(({ key }) => this.#isOpen(key));
  }

  /** Notifications that were held back, oldest first. */
  held(): readonly HeldNotification[] {
    return this.#read(() => this.#outbox.held()).filter(({ notification }) =>
      this.#isOpen(notification.key),
    );
  }

  /** Notifications that may or may not have been shown before the program ended, oldest first. */
  inDoubt(): readonly Notification[] {
    return this.#read(() => this.#outbox.inDoubt()).filter(({ key }) => this.#isOpen(key));
  }

  /** The latest notification about one of these events; null when there is none, or the disk refuses. */
  latestOf(events: readonly NotificationEvent[]): Notification | null {
    const [latest = null] = this.#read(() => [this.#outbox.latestOf(events)]);
    return latest;
  }

  /** Whether a notification was put under this key; not so while the disk cannot be read. */
  has(key: string): boolean {
    return this.#read(() => [this.#outbox.has(key)])[0] === true;
  }

  /** Writes that these are about to be shown. A disk that refuses does not keep them off the screen. */
  beginShowing(keys: readonly string[]): void {
    try {
      this.#outbox.beginShowing(keys);
    } catch {
      // Only a crash before the disk works again could show them a second time.
    }
  }

  /** Writes how these ended. */
  settle(keys: readonly string[], outcome: NotificationOutcome): void {
    if (keys.length === 0) return;
    this.#follower.settled?.(outcome, keys.length);
    this.#write(keys, outcome);
  }

  #write(keys: readonly string[], outcome: NotificationOutcome): void {
    try {
      this.#outbox.settle(keys, outcome, this.#clock.wallMs());
      for (const key of keys) this.#unwritten.delete(key);
      this.#follower.changed?.();
    } catch {
      for (const key of keys) this.#unwritten.set(key, outcome);
      this.#retryLater();
    }
  }

  #writeOutcomes(): void {
    for (const [key, outcome] of this.#unwritten) this.#write([key], outcome);
  }

  #isOpen(key: string): boolean {
    return !this.#unwritten.has(key);
  }

  #read<Item>(read: () => readonly Item[]): readonly Item[] {
    try {
      return read();
    } catch {
      this.#retryLater();
      return [];
    }
  }

  #writeWaiting(): void {
    for (let put = this.#waiting.shift(); put !== undefined; put = this.#waiting.shift()) {
      if (this.#isDone(put)) continue;
      this.#waiting.unshift(put);
      this.#retryLater();
      return;
    }
  }

  #isDone({ make, written }: WaitingPut): boolean {
    const notification = make();
    if (notification === null) return true;
    try {
      this.#outbox.put(notification);
    } catch {
      return false;
    }
    written(notification.key);
    this.#follower.changed?.();
    this.#announce();
    return true;
  }

  /** Announces all that is put in one turn at once: there may be hundreds, and the whole outbox is read. */
  #announce(): void {
    if (this.#isStopped) return;
    this.#cancelAnnouncement ??= this.#clock.schedule(() => {
      this.#cancelAnnouncement = null;
      this.#changed();
    }, 0);
  }

  #retryLater(): void {
    if (this.#isStopped) return;
    this.#cancelRetry ??= this.#clock.schedule(() => {
      this.#cancelRetry = null;
      this.#writeOutcomes();
      this.#writeWaiting();
      this.#changed();
    }, retryAfterMs);
  }
}
