import type { NotificationHealth } from '../../core/bridge/board.ts';
import type { NotificationFault } from '../../core/notification/notification-fault.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { sameValue } from '../../core/order/same-value.ts';
import type { NotificationWords } from '../../core/notification/notification-english.ts';
import type { NotificationDecision } from '../../core/notification/show-decision.ts';
import {
  isUrgentNotification,
  mostUrgent,
  withoutOvertaken,
} from '../../core/notification/show-decision.ts';
import type { NotificationSound } from '../../core/notification/notification-sound.ts';
import type {
  HoldReason,
  NotificationPrivacy,
  Notification,
  NotificationEvent,
  NotificationOutcome,
  NotificationText,
  SuppressReason,
} from '../../core/notification/notification.ts';
import type { Clock } from '../watch/clock.ts';
import { digestText } from './digest-text.ts';
import type { DigestKind } from './digest-text.ts';
import { NotificationQueue } from './notification-queue.ts';
import type { Digest, QueueLimits } from './notification-queue.ts';
import type { DesktopNotification, NotificationAction, DesktopNotifications } from './ports.ts';
import { notificationActions } from './ports.ts';
import type { RetryingOutbox } from './retrying-outbox.ts';

/** What a {@link Notifier} needs. */
export interface NotifierParts {
  readonly outbox: RetryingOutbox;
  readonly desktop: DesktopNotifications;
  readonly clock: Clock;
  /** What becomes of a notification at this moment. */
  readonly decision: (notification: Notification) => NotificationDecision;
  /** How much may be shown now. */
  readonly privacy: () => NotificationPrivacy;
  /** Whether an order goes back and forth, so that this turn is only counted. */
  readonly isDamped: (notification: Notification) => boolean;
  /** What a digest calls an order: its label or its short uuid. */
  readonly nameOf: (id: OrderId) => string;
  readonly words: () => NotificationWords;
  /** At most this many notifications about orders are shown in a minute, urgent ones not counted. */
  readonly mostPerMinute: () => number;
  /** It became known that the system shows notifications, or that it does not. */
  readonly healthChanged: (health: NotificationHealth) => void;
  /** A notification is on the screen, alone or on a card of urgent ones: it may be repeated. */
  readonly shown: (notification: Notification) => void;
  /** A notification was clicked: about this order, or about the program as a whole. */
  readonly opened: (orderId: OrderId | null) => void;
  /** A button was pressed on a notification about an order. */
  readonly acted: (action: NotificationAction, orderId: OrderId) => void;
}

/** How far a notification came. */
export type NotificationProgress =
  | { readonly hop: 'handedOver' }
  | { readonly hop: 'shown' }
  | { readonly hop: 'clicked' }
  | { readonly hop: 'failed'; readonly reason: string };

/** What a card says and which notifications it stands for. */
interface Card {
  readonly notifications: readonly Notification[];
  readonly tag: string;
  readonly orderId: OrderId | null;
  readonly text: NotificationText;
  /** How its notifications end when the system takes it. */
  readonly outcome: NotificationOutcome;
}

/** These notifications are no longer true once the service answers. Each is the tag of its card. */
const overByAnAnswer = [
  'connectionLost',
  'credentialsRefused',
] as const satisfies readonly NotificationEvent[];
/** How long the first answers after a sleep or an outage are gathered for one card. */
const gatherAfterAwayMs = 10_000;
/** Notifications that waited longer than this come in one card and not one by one. */
const lateAfterMs = 300_000;
/** Held notifications are decided on again at least this often: clocks are set and computers sleep. */
const lookAtHeldEveryMs = 60_000;
const minuteMs = 60_000;
/** Urgent ones come alone unless there are more than a person can take in; then as a digest of their own. */
const urgentLimits: QueueLimits = { most: 3, withinMs: 2000, growEveryMs: 10_000 };
/** The tags of cards that stand for several notifications. */
const digestTags = { urgent: 'urgent-digest', routine: 'digest' } as const;

/**
 * Shows each decided notification once. It takes them from the outbox, suppresses or holds back those that
 * need not interrupt, shows many as one card, and writes how each notification ended. Urgent ones have a
 * queue of their own: they are shown at once, no card of routine ones contains or closes them, and they
 * are not gathered after a sleep. What is about the program itself waits in no queue.
 *
 * It is written to the outbox that a notification is about to be shown, then the system gets it, and in
 * the same turn it is written that it was shown. After a crash before the first write it is shown at the
 * next start. After a crash between the two it is in doubt: one quiet card names it, and it is not shown
 * again (docs/adr/0009-told-once.md).
 */
export class Notifier {
  readonly #parts: NotifierParts;
  readonly #routine: NotificationQueue;
  readonly #urgent: NotificationQueue;
  /** Orders whose notification on the screen is an urgent one, as far as we know. */
  readonly #urgentCards = new Set<OrderId>();
  #follower: (key: string, progress: NotificationProgress) => void = () => undefined;
  #health: NotificationHealth = { kind: 'unproven' };
  #heldLook: { readonly dueMs: number; readonly cancel: () => void } | null = null;
  #isRunning = false;

  constructor(parts: NotifierParts) {
    this.#parts = parts;
    this.#routine = this.#queue('routine', () => {
      const most = parts.mostPerMinute();
      return { most, withinMs: minuteMs, growEveryMs: minuteMs / most };
    });
    this.#urgent = this.#queue('urgent', () => urgentLimits);
  }

  get health(): NotificationHealth {
    return this.#health;
  }

  /** Shows the notifications that an earlier run decided on and did not show, and from then on new ones. */
  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#parts.outbox.start(() => this.#lookAtAll());
    this.#lookAtAll();
  }

  /** Gathered notifications stay in the outbox for the next start. */
  stop(): void {
    this.#isRunning = false;
    this.#routine.stop();
    this.#urgent.stop();
    this.#stopLookingAtHeld();
    this.#parts.outbox.stop();
  }

  /** Reports how far each notification comes. */
  follow(follower: (key: string, progress: NotificationProgress) => void): void {
    this.#follower = follower;
  }

  /** There may be something new in the outbox. */
  notificationsStored(): void {
    if (!this.#isRunning) return;
    const { clock, outbox } = this.#parts;
    const fresh = outbox
      .pending(this.#gathered())
      .filter((notification) => !this.#isDamped(notification));
    const worth = this.#sift(fresh);
    const lateBeforeMs = clock.wallMs() - lateAfterMs;
    const isLate = (notification: Notification): boolean =>
      notification.decidedAtMs < lateBeforeMs && !isUrgentNotification(notification);
    this.#routine.showTogether(worth.filter(isLate), 'away');
    this.#show(worth.filter((notification) => !isLate(notification)));
  }

  /**
   * Decides again on held notifications, because the settings, a snooze, the lock or the time may have
   * changed. Those of an order whose snooze is over come by themselves, and urgent ones too; all others come
   * as one card.
   */
  situationChanged(): void {
    if (!this.#isRunning) return;
    this.#nameInDoubt();
    const gathered = this.#gathered();
    const held = this.#parts.outbox
      .held()
      .filter(({ notification }) => !gathered.has(notification.key));
    const reasons = new Map(held.map(({ notification, reason }) => [notification.key, reason]));
    const over = this.#sift(
      held.map(({ notification }) => notification),
      reasons,
    );
    const comesAlone = (notification: Notification): boolean =>
      reasons.get(notification.key) === 'snoozed' || isUrgentNotification(notification);
    this.#show(over.filter(comesAlone));
    this.#routine.showTogether(
      over.filter((notification) => !comesAlone(notification)),
      'quiet',
    );
  }

  /** The computer woke or a long outage ended: what is found now happened while the dispatcher was away. */
  gatherAfterAway(): void {
    if (this.#isRunning) this.#routine.gatherAfterAway(gatherAfterAwayMs);
  }

  /** The dispatcher has seen this order, or stopped watching it: its notification is closed. */
  seen(id: OrderId): void {
    this.#forget(id);
    this.#close(id);
  }

  /** The service answers again: cards that say the contrary are closed. */
  seesAgain(): void {
    for (const event of overByAnAnswer) this.#parts.desktop.close(event);
  }

  /** It became known whether this desktop has a program that shows notifications. */
  daemonFound(isThere: boolean, reason: string): void {
    if (!isThere) this.#setHealth({ kind: 'failing', reason });
    else if (this.#health.kind === 'failing') this.#setHealth({ kind: 'unproven' });
  }

  #lookAtAll(): void {
    this.situationChanged();
    this.notificationsStored();
  }

  #queue(name: keyof typeof digestTags, limits: () => QueueLimits): NotificationQueue {
    return new NotificationQueue({
      clock: this.#parts.clock,
      limits,
      joinsEvents: name === 'routine',
      tag: digestTags[name],
      showAlone: (notification) => this.#showAlone(notification),
      showDigest: (digest) => this.#showDigest(digest, name === 'urgent'),
      closeDigest: (tag) => this.#parts.desktop.close(tag),
      sift: (notifications) => this.#sift(notifications),
    });
  }

  /** The keys of what waits in a queue. */
  #gathered(): ReadonlySet<string> {
    return new Set([...this.#routine.held, ...this.#urgent.held].map(({ key }) => key));
  }

  #isDamped(notification: Notification): boolean {
    if (!this.#parts.isDamped(notification)) return false;
    this.#suppress([notification], 'flapping');
    return true;
  }

  /**
   * Settles notifications that are suppressed or held. @returns those to show now
   *
   * @param heldFor why some of them are held already, which is not written again every minute
   */
  #sift(
    notifications: readonly Notification[],
    heldFor: ReadonlyMap<string, HoldReason> = new Map(),
  ): readonly Notification[] {
    const forNow = notifications.filter((notification) => {
      const decision = this.#decide(notification);
      if (decision.kind === 'hold' && decision.reason !== heldFor.get(notification.key)) {
        this.#parts.outbox.settle([notification.key], { kind: 'held', reason: decision.reason });
      }
      return decision.kind === 'show';
    });
    const { kept, overtaken } = withoutOvertaken(forNow);
    this.#suppress(overtaken, 'overtaken');
    return kept;
  }

  #decide(notification: Notification): NotificationDecision {
    const decision = this.#parts.decision(notification);
    if (decision.kind === 'suppress') this.#suppress([notification], decision.reason);
    if (decision.kind === 'hold') this.#lookAtHeldBy(decision.untilMs);
    return decision;
  }

  #suppress(notifications: readonly Notification[], reason: SuppressReason): void {
    const keys = notifications.map(({ key }) => key);
    this.#parts.outbox.settle(keys, { kind: 'suppressed', reason });
  }

  /** @param untilMs by the wall clock; null when only something else ends the hold */
  #lookAtHeldBy(untilMs: number | null): void {
    const { clock } = this.#parts;
    const leftMs = untilMs === null ? lookAtHeldEveryMs : Math.max(0, untilMs - clock.wallMs());
    const delayMs = Math.min(leftMs, lookAtHeldEveryMs);
    const dueMs = clock.monotonicMs() + delayMs;
    if (this.#heldLook !== null && this.#heldLook.dueMs <= dueMs) return;
    this.#stopLookingAtHeld();
    const cancel = clock.schedule(() => {
      this.#heldLook = null;
      this.situationChanged();
    }, delayMs);
    this.#heldLook = { dueMs, cancel };
  }

  #stopLookingAtHeld(): void {
    this.#heldLook?.cancel();
    this.#heldLook = null;
  }

  #show(notifications: readonly Notification[]): void {
    const ofOrders: Notification[] = [];
    for (const notification of notifications) {
      if (notification.orderId === null) this.#showAlone(notification);
      else ofOrders.push(notification);
    }
    const urgent = ofOrders.filter(isUrgentNotification);
    for (const { orderId } of urgent) {
      if (orderId !== null) this.#suppress(this.#routine.take(orderId), 'overtaken');
    }
    this.#urgent.push(urgent);
    this.#routine.push(ofOrders.filter((notification) => !isUrgentNotification(notification)));
  }

  #showAlone(notification: Notification): void {
    const { orderId } = notification;
    if (orderId !== null && isUrgentNotification(notification)) this.#urgentCards.add(orderId);
    else if (orderId !== null) this.#urgentCards.delete(orderId);
    this.#showCard({
      notifications: [notification],
      tag: orderId ?? notification.event,
      orderId,
      text: notification.texts[this.#parts.privacy()],
      outcome: { kind: 'shown' },
    });
    this.#parts.shown(notification);
  }

  /** Closes the cards that the digest stands for; an urgent one only for an urgent digest. */
  #showDigest({ about, earlier, fresh, tag }: Digest, isUrgent: boolean): void {
    const all = [...fresh, ...earlier];
    for (const id of new Set(all.flatMap((notification) => notification.orderId ?? []))) {
      if (isUrgent || !this.#urgentCards.has(id)) this.#close(id);
    }
    this.#showCard({
      notifications: fresh,
      tag,
      orderId: null,
      text: this.#digestText(all, about),
      outcome: { kind: 'digested', reason: about.kind },
    });
    if (isUrgent) for (const notification of fresh) this.#parts.shown(notification);
  }

  /** Cards count this order no more, because its notification was seen, clicked or answered. */
  #forget(id: OrderId): void {
    this.#routine.forget([id]);
    this.#urgent.forget([id]);
  }

  #close(id: OrderId): void {
    this.#urgentCards.delete(id);
    this.#parts.desktop.close(id);
  }

  /**
   * Names in one card the notifications that may or may not have been shown when the program was killed.
   * Those that have to be held stay in doubt: settled as held, they would be shown like new ones.
   */
  #nameInDoubt(): void {
    const notifications = this.#parts.outbox
      .inDoubt()
      .filter((notification) => this.#decide(notification).kind === 'show');
    const [first] = notifications;
    if (first === undefined) return;
    this.#showCard({
      notifications,
      tag: 'in-doubt',
      orderId: notifications.length === 1 ? first.orderId : null,
      text: this.#digestText(notifications, { kind: 'inDoubt' }),
      outcome: { kind: 'digested', reason: 'inDoubt' },
    });
  }

  #digestText(notifications: readonly Notification[], about: DigestKind): NotificationText {
    const { privacy, nameOf, words } = this.#parts;
    return digestText(notifications, about, privacy(), nameOf, words());
  }

  /**
   * Hands a card to the system. The card about notifications in doubt may repeat something: it makes no
   * sound, and it is written as shown before it is, so that no crash can show it again.
   */
  #showCard({ notifications, tag, orderId, text, outcome }: Card): void {
    const { acted, desktop, opened, outbox } = this.#parts;
    const keys = notifications.map((notification) => notification.key);
    const isAboutDoubt = outcome.kind === 'digested' && outcome.reason === 'inDoubt';
    const [first = ''] = keys;
    const key = keys.length === 1 && !isAboutDoubt ? first : `${tag}:${first}`;
    let hasFailed = false;
    const failed = (reason: string): void => {
      hasFailed = true;
      outbox.settle(keys, { kind: 'failed', reason });
      this.#setHealth({ kind: 'failing', reason });
      this.#follower(key, { hop: 'failed', reason });
    };
    const content: DesktopNotification = {
      key,
      tag,
      orderId,
      title: text.title,
      body: text.body,
      isCritical: !isAboutDoubt && notifications.some((notification) => notification.isCritical),
      sound: isAboutDoubt ? 'none' : this.#soundOf(notifications),
      actions: orderId === null ? [] : this.#actions(),
    };
    if (isAboutDoubt) outbox.settle(keys, outcome);
    else outbox.beginShowing(keys);
    this.#follower(key, { hop: 'handedOver' });
    try {
      desktop.show(content, {
        shown: () => {
          this.#setHealth({ kind: 'working' });
          this.#follower(key, { hop: 'shown' });
        },
        failed: (_key, reason) => failed(reason),
        clicked: (about) => {
          this.#follower(key, { hop: 'clicked' });
          if (about !== null) this.#forget(about);
          opened(about);
        },
        acted: (action, about) => {
          if (about === null) return;
          this.#forget(about);
          acted(action, about);
        },
      });
    } catch (error) {
      const refused: NotificationFault = 'system-refused';
      failed(error instanceof Error ? error.message : refused);
    }
    if (!hasFailed && !isAboutDoubt) outbox.settle(keys, outcome);
  }

  /** That of the most urgent one among those that may be heard now. */
  #soundOf(notifications: readonly Notification[]): NotificationSound {
    const heard = notifications.filter((notification) => this.#sounds(notification));
    return mostUrgent(heard)?.sound ?? 'none';
  }

  #sounds(notification: Notification): boolean {
    if (notification.sound === 'none') return false;
    const decision = this.#parts.decision(notification);
    return decision.kind === 'show' && !decision.isQuiet;
  }

  #actions(): DesktopNotification['actions'] {
    const { actions } = this.#parts.words();
    return notificationActions.map((action) => ({ action, text: actions[action] }));
  }

  #setHealth(health: NotificationHealth): void {
    if (sameValue(health, this.#health)) return;
    this.#health = health;
    this.#parts.healthChanged(health);
  }
}
