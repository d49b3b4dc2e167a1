import {
  eventsOf,
  type Notification,
  type NotificationEvent,
  type NotificationKind,
  type NotificationOutcome,
} from '../../../core/notification/notification.ts';
import type { HeldNotification, NotificationHistory, Outbox } from '../notify/ports.ts';

/** What is reported of each thing that is decided. */
export interface DecisionFollower {
  readonly decided?: (notification: Notification) => void;
  readonly settled?: (keys: readonly string[], outcome: NotificationOutcome, atMs: number) => void;
}

/** An outbox that ends with the process: what a replay decides must not reach the real one. */
export class MemoryOutbox implements Outbox, NotificationHistory {
  readonly #follower: DecisionFollower;
  /** In the order in which they were put. */
  readonly #all = new Map<string, Notification>();
  readonly #outcomes = new Map<string, NotificationOutcome>();
  readonly #pending = new Map<string, Notification>();
  readonly #heldKeys = new Set<string>();
  readonly #inDoubtKeys = new Set<string>();

  constructor(follower: DecisionFollower = {}) {
    this.#follower = follower;
  }

  get notifications(): ReadonlyMap<string, Notification> {
    return this.#all;
  }

  get outcomes(): ReadonlyMap<string, NotificationOutcome> {
    return this.#outcomes;
  }

  pending(known: ReadonlySet<string> = new Set()): readonly Notification[] {
    return [...this.#pending.values()].filter(({ key }) => !known.has(key));
  }

  held(): readonly HeldNotification[] {
    return this.#inOrder(this.#heldKeys).flatMap((notification) => {
      const outcome = this.#outcomes.get(notification.key);
      if (outcome?.kind !== 'held') return [];
      const { kind: _held, ...hold } = outcome;
      return [{ notification, ...hold }];
    });
  }

  has(key: string): boolean {
    return this.#all.has(key);
  }

  put(notification: Notification): void {
    if (this.#all.has(notification.key)) return;
    this.#add(notification);
    this.#follower.decided?.(notification);
  }

  /** Takes up what was decided before, without telling. */
  restore(notification: Notification, outcome: NotificationOutcome | null): void {
    this.#add(notification);
    if (outcome !== null) this.#end(notification.key, outcome);
  }

  latestOf(events: readonly NotificationEvent[]): Notification | null {
    return (
      [...this.#all.values()].findLast(
        ({ event, orderId }) => orderId === null && events.includes(event),
      ) ?? null
    );
  }

  settle(keys: readonly string[], outcome: NotificationOutcome, atMs: number): void {
    for (const { key } of this.#known(keys)) this.#end(key, outcome);
    this.#follower.settled?.(keys, outcome, atMs);
  }

  beginShowing(keys: readonly string[]): void {
    for (const { key } of this.#known(keys)) {
      this.#pending.delete(key);
      this.#heldKeys.delete(key);
      this.#outcomes.delete(key);
      this.#inDoubtKeys.add(key);
    }
  }

  inDoubt(): readonly Notification[] {
    return this.#inOrder(this.#inDoubtKeys);
  }

  page(): readonly [] {
    return [];
  }

  latestOfOrders(): readonly [] {
    return [];
  }

  latestOfKind(kind: NotificationKind, limit: number): readonly Notification[] {
    const events: readonly NotificationEvent[] = eventsOf(kind);
    const ofKind = [...this.#all.values()].filter(({ event }) => events.includes(event));
    return ofKind.toReversed().slice(0, limit);
  }

  #add(notification: Notification): void {
    this.#all.set(notification.key, notification);
    this.#pending.set(notification.key, notification);
  }

  #end(key: string, outcome: NotificationOutcome): void {
    this.#pending.delete(key);
    this.#inDoubtKeys.delete(key);
    this.#outcomes.set(key, outcome);
    if (outcome.kind === 'held') this.#heldKeys.add(key);
    else this.#heldKeys.delete(key);
  }

  /** As the database gives them: in the order in which they were put. */
  #inOrder(keys: ReadonlySet<string>): readonly Notification[] {
    if (keys.size <= 1) return this.#known([...keys]);
    return [...this.#all.values()].filter(({ key }) => keys.has(key));
  }

  #known(keys: readonly string[]): readonly Notification[] {
    return keys.flatMap((key) => this.#all.get(key) ?? []);
  }
}
