import type { OrderId } from '../../core/order/order-id.ts';
import { notificationEvents } from '../../core/notification/notification.ts';
import type { Notification, NotificationEvent } from '../../core/notification/notification.ts';
import type { Clock } from '../watch/clock.ts';
import type { DigestKind } from './digest-text.ts';

/** How fast a {@link NotificationQueue} may show cards. */
export interface QueueLimits {
  /** At most this many cards in any {@link withinMs}, replacements of a card on the screen included. */
  readonly most: number;
  readonly withinMs: number;
  /** A digest is shown again with what is new on it after this time, at the earliest. */
  readonly growEveryMs: number;
}

/** One card for several notifications. */
export interface Digest {
  /** Those that are new on it. */
  readonly fresh: readonly Notification[];
  /** Those that were shown before, alone or on an earlier form of this card. */
  readonly earlier: readonly Notification[];
  readonly about: DigestKind;
  /** Cards with the same tag replace each other. */
  readonly tag: string;
}

/** What a {@link NotificationQueue} needs. */
export interface NotificationQueueParts {
  readonly clock: Clock;
  readonly limits: () => QueueLimits;
  /** Whether the second notification of an event joins the first, also while there is room for both. */
  readonly joinsEvents: boolean;
  /** The tag of a digest of several events; the tags of all others begin with it. */
  readonly tag: string;
  readonly showAlone: (notification: Notification) => void;
  readonly showDigest: (digest: Digest) => void;
  /** Another digest tells what the one with this tag told. */
  readonly closeDigest: (tag: string) => void;
  /** Leaves out the notifications that became needless while they waited. */
  readonly sift: (notifications: readonly Notification[]) => readonly Notification[];
}

type Gathered = 'burst' | 'away' | 'quiet';

/** A card that waits or is on the screen. */
interface Card {
  readonly about: Gathered;
  /** Notifications of these events join it. */
  readonly events: ReadonlySet<NotificationEvent>;
  readonly tag: string;
  readonly beganAtMs: number;
  newsAtMs: number;
  /** When it may be shown, or shown again. */
  dueAtMs: number;
  /** What it says on the screen: of each order the newest. */
  shown: readonly Notification[];
  /** What is new and waits. */
  waiting: Notification[];
}

/** The second notification of an event waits this long for a third. */
const joinAfterMs = 2000;

/**
 * Limits how fast notifications come, so that a storm under one cause is one card that grows.
 *
 * The first notification of an event is shown alone and at once. Further ones join it on one card, for
 * {@link QueueLimits.withinMs} and as long as there is news more often than the card may grow. A card that
 * finds no place among those of the last {@link QueueLimits.withinMs} waits for one. If more cards wait
 * than there are places, they are shown as one.
 */
export class NotificationQueue {
  readonly #parts: NotificationQueueParts;
  readonly #clock: Clock;
  /** A notification joins the first card that takes its event. */
  #cards: readonly Card[] = [];
  /** When each place that is taken becomes free, the earliest first. */
  #freeAtMs: readonly number[] = [];
  #cancelNext: (() => void) | null = null;

  constructor(parts: NotificationQueueParts) {
    this.#parts = parts;
    this.#clock = parts.clock;
  }

  /** The notifications that wait for a card. */
  get held(): readonly Notification[] {
    return this.#cards.flatMap(({ waiting }) => waiting);
  }

  push(notifications: readonly Notification[]): void {
    const { joinsEvents, tag } = this.#parts;
    const nowMs = this.#clock.monotonicMs();
    this.#cards = this.#cards.filter((card) => this.#isOpen(card, nowMs));
    for (const notification of notifications) {
      const { event } = notification;
      const card =
        this.#cards.find(({ events }) => events.has(event)) ??
        (joinsEvents
          ? this.#add({ about: 'burst', tag: `${tag}:${event}`, events: new Set([event]) })
          : this.#add({ about: 'burst', tag }));
      card.waiting.push(notification);
      card.newsAtMs = nowMs;
    }
    this.#showDue();
  }

  /** Gathers everything for `forMs`, because it came while the dispatcher was away. */
  gatherAfterAway(forMs: number): void {
    const nowMs = this.#clock.monotonicMs();
    if (this.#cards.some(({ about, dueAtMs }) => about === 'away' && dueAtMs > nowMs)) return;
    const waiting = [...this.held];
    this.#cards = [];
    this.#add({
      about: 'away',
      tag: `${this.#parts.tag}:away`,
      events: new Set(notificationEvents),
      dueAtMs: nowMs + forMs,
      waiting,
    });
    this.#showDue();
  }

  /** Shows one alone, several as one card that does not grow. */
  showTogether(notifications: readonly Notification[], about: 'away' | 'quiet'): void {
    const tag = `${this.#parts.tag}:${about}`;
    const card = this.#cards.find((each) => each.tag === tag) ?? this.#add({ about, tag });
    card.waiting = [...card.waiting, ...notifications];
    this.#showDue();
  }

  /** Takes out what waits about an order, and no longer counts it on a card. */
  take(id: OrderId): readonly Notification[] {
    const isTaken = ({ orderId }: Notification): boolean => orderId === id;
    const taken = this.held.filter(isTaken);
    for (const card of this.#cards) card.waiting = card.waiting.filter((each) => !isTaken(each));
    this.forget([id]);
    return taken;
  }

  /** The dispatcher knows about these orders, or another card tells of them now. */
  forget(ids: Iterable<OrderId>): void {
    const known = new Set<OrderId | null>(ids);
    for (const card of this.#cards) {
      card.shown = card.shown.filter(({ orderId }) => orderId === null || !known.has(orderId));
    }
  }

  /** Drops what waits; it is still in the outbox. */
  stop(): void {
    this.#cancelNext?.();
    this.#cancelNext = null;
    this.#cards = [];
  }

  #add(made: Pick<Card, 'about' | 'tag'> & Partial<Card>): Card {
    const nowMs = this.#clock.monotonicMs();
    const card = {
      events: new Set<NotificationEvent>(),
      beganAtMs: nowMs,
      newsAtMs: nowMs,
      dueAtMs: nowMs,
      shown: [],
      waiting: [],
      ...made,
    };
    this.#cards = [...this.#cards, card];
    return card;
  }

  /** Whether it waits, or further notifications may join it. */
  #isOpen(card: Card, nowMs: number): boolean {
    const { growEveryMs, withinMs } = this.#parts.limits();
    if (card.waiting.length > 0) return true;
    if (card.about !== 'burst') return card.dueAtMs > nowMs;
    const isYoung = nowMs - card.beganAtMs < withinMs;
    return card.shown.length > 0 && (isYoung || nowMs - card.newsAtMs < growEveryMs);
  }

  /** Shows what is due while there are places, and looks again when the next card is due and has one. */
  #showDue(): void {
    this.#cancelNext?.();
    this.#cancelNext = null;
    for (;;) {
      const nowMs = this.#clock.monotonicMs();
      const { most } = this.#parts.limits();
      const waiting = this.#cards.filter((card) => card.waiting.length > 0);
      if (waiting.length === 0) return;
      this.#freeAtMs = this.#freeAtMs.filter((freeAtMs) => freeAtMs > nowMs);
      const nextAtMs = Math.max(
        this.#freeAtMs.at(-most) ?? nowMs,
        Math.min(...waiting.map(({ dueAtMs }) => dueAtMs)),
      );
      if (nextAtMs > nowMs) {
        this.#cancelNext = this.#clock.schedule(() => this.#showDue(), nextAtMs - nowMs);
        return;
      }
      const kept = new Set(this.#parts.sift(this.held));
      for (const card of waiting) card.waiting = card.waiting.filter((each) => kept.has(each));
      const due = waiting.filter((card) => card.waiting.length > 0 && card.dueAtMs <= nowMs);
      const fitsIn = due.length <= most - this.#freeAtMs.length;
      for (const card of fitsIn ? due : [this.#merged(due)]) this.#show(card, nowMs);
    }
  }

  /** One card for several, and for the digest of several events that is on the screen. */
  #merged(due: readonly Card[]): Card {
    const { closeDigest, tag } = this.#parts;
    const cards = this.#cards.filter((card) => due.includes(card) || card.tag === tag);
    for (const card of cards) if (card.shown.length > 1 && card.tag !== tag) closeDigest(card.tag);
    this.#cards = this.#cards.filter((card) => !cards.includes(card));
    const shown = cards.flatMap((card) => card.shown);
    const waiting = cards.flatMap((card) => card.waiting);
    return this.#add({
      about: 'burst',
      tag,
      events: new Set([...shown, ...waiting].map(({ event }) => event)),
      beganAtMs: Math.min(...cards.map(({ beganAtMs }) => beganAtMs)),
      shown,
      waiting,
    });
  }

  #show(card: Card, nowMs: number): void {
    const { limits, showAlone, showDigest } = this.#parts;
    const { about, beganAtMs, tag, waiting: fresh } = card;
    const { growEveryMs, withinMs } = limits();
    this.forget(fresh.flatMap(({ orderId }) => orderId ?? []));
    const earlier = card.shown;
    card.shown = [...fresh, ...earlier];
    card.waiting = [];
    this.#freeAtMs = [...this.#freeAtMs, nowMs + withinMs];
    if (about !== 'burst') this.#cards = this.#cards.filter((each) => each !== card);
    const [only] = card.shown;
    if (only !== undefined && card.shown.length === 1) {
      card.dueAtMs = nowMs + joinAfterMs;
      showAlone(only);
      return;
    }
    card.dueAtMs = nowMs + growEveryMs;
    showDigest({
      fresh,
      earlier,
      about: about === 'burst' ? { kind: about, lastedMs: nowMs - beganAtMs } : { kind: about },
      tag,
    });
  }
}
