import type { NotificationHealth } from '../../../core/board/board.ts';
import type { CardTopic } from '../../../core/bridge/bridge.ts';
import type { NotificationFault } from '../../../core/notification/notification-fault.ts';
import type { NotificationSound } from '../../../core/notification/notification-sound.ts';
import type {
  Notification,
  NotificationOutcome,
  NotificationText,
  OrderNotification,
} from '../../../core/notification/notification.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { sameValue } from '../../../core/same-value.ts';
import type { Clock } from '../../../core/clock.ts';
import type { CardSpeech } from './digest-text.ts';
import { notificationActions } from './ports.ts';
import type { DesktopNotification, DesktopNotifications, NotificationAction } from './ports.ts';
import type { RetryingOutbox } from './retrying-outbox.ts';

/** What a card says, and which notifications are shown by it. */
export interface Card {
  /** Cards with the same tag replace each other. */
  readonly tag: string;
  /** The orders that it is about; none for the program as a whole. */
  readonly orderIds: readonly OrderId[];
  /** What a click is to show of several orders. Default: null, for one order and for the program. */
  readonly topic?: CardTopic;
  readonly text: NotificationText;
  /** Default: it is not. */
  readonly isCritical?: boolean;
  /** Default: none. */
  readonly sound?: NotificationSound;
  /** Those that are shown by it for the first time. Default: none. */
  readonly fresh?: readonly Notification[];
  /** How they end when the system accepts the card. Default: shown. */
  readonly outcome?: NotificationOutcome;
  /** It says no more than that something is over: one that was closed or clicked away is not brought back for it. */
  readonly isCorrection?: boolean;
}

/** What cards of calls and cards of news need. */
export interface OrderCardsParts {
  readonly clock: Clock;
  readonly cards: Pick<Cards, 'show' | 'close'>;
  /** Whether what a card said before may be said again at this moment. */
  readonly mayTell: (notification: OrderNotification) => boolean;
  /** Leaves out what was held back or became needless while it waited. */
  readonly sift: (waited: readonly OrderNotification[]) => readonly OrderNotification[];
  /** The sound with which these are heard on one card. */
  readonly soundOf: (fresh: readonly OrderNotification[]) => NotificationSound;
  readonly speech: () => CardSpeech;
  /** It is on a card, alone or with others. */
  readonly shown: (notification: OrderNotification) => void;
}

/** What {@link Cards} need. */
export interface CardsParts {
  readonly outbox: RetryingOutbox;
  readonly desktop: DesktopNotifications;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly speech: () => Pick<CardSpeech, 'texts'>;
  /** It became known that the system shows notifications, or that it does not. */
  readonly healthChanged: (health: NotificationHealth) => void;
  /** A card was clicked: about these orders, or about the program as a whole. */
  readonly opened: (orderIds: readonly OrderId[], topic: CardTopic | null) => void;
  /** A button was pressed on a card about an order. */
  readonly acted: (action: NotificationAction, orderId: OrderId) => void;
  /** Whether something of the order may come again. */
  readonly maySnooze: (orderId: OrderId) => boolean;
}

/** How far a notification came. */
export type NotificationProgress =
  | { readonly hop: 'handedOver' }
  | { readonly hop: 'shown' }
  | { readonly hop: 'clicked' }
  | { readonly hop: 'failed'; readonly reason: string };

/**
 * Hands cards to the system and writes what became of their notifications.
 *
 * It is written to the outbox that a notification is about to be shown, then the system gets it, and in
 * the same turn it is written that it was shown. After a crash before the first write it is shown at the
 * next start. After a crash between the two it is in doubt: one quiet card names it, and it is not shown
 * again (docs/adr/0009-notified-once.md).
 */
export class Cards {
  readonly #parts: CardsParts;
  #follower: (key: string, progress: NotificationProgress) => void = () => undefined;
  #health: NotificationHealth = { kind: 'unproven' };
  #repeats = 0;

  constructor(parts: CardsParts) {
    this.#parts = parts;
  }

  get health(): NotificationHealth {
    return this.#health;
  }

  /** Reports how far each notification comes. */
  follow(follower: (key: string, progress: NotificationProgress) => void): void {
    this.#follower = follower;
  }

  show({ orderIds, tag, text, topic, ...card }: Card): void {
    const { fresh = [], isCritical = false, outcome = { kind: 'shown' }, sound = 'none' } = card;
    const { desktop, opened, outbox } = this.#parts;
    if (card.isCorrection === true && !desktop.isHeld(tag)) return;
    const keys = fresh.map(({ key }) => key);
    const isInDoubt = outcome.kind === 'digested' && outcome.reason === 'inDoubt';
    const key = this.#keyOf(tag, keys, isInDoubt);
    const [only = null, ...others] = orderIds;
    const orderId = others.length === 0 ? only : null;
    let hasFailed = false;
    const failed = (reason: string): void => {
      hasFailed = true;
      outbox.settle(keys, { kind: 'failed', reason });
      this.setHealth({ kind: 'failing', reason });
      this.#follower(key, { hop: 'failed', reason });
    };
    const content: DesktopNotification = {
      key,
      tag,
      orderId,
      ...text,
      isCritical,
      sound,
      actions: orderId === null ? [] : this.#actions(orderId),
    };
    // A card about what is in doubt may repeat something: it is settled before, so that no crash shows it again.
    if (isInDoubt) outbox.settle(keys, outcome);
    else outbox.beginShowing(keys);
    this.#follower(key, { hop: 'handedOver' });
    try {
      desktop.show(content, {
        shown: () => {
          this.setHealth({ kind: 'working' });
          this.#follower(key, { hop: 'shown' });
        },
        failed: (_key, reason) => failed(reason),
        clicked: () => {
          this.#follower(key, { hop: 'clicked' });
          opened(orderIds, topic ?? null);
        },
        acted: (action, about) => {
          if (about !== null) this.#parts.acted(action, about);
        },
      });
    } catch (error) {
      const refused: NotificationFault = 'system-refused';
      failed(error instanceof Error ? error.message : refused);
    }
    if (!hasFailed && !isInDoubt) outbox.settle(keys, outcome);
  }

  close(tag: string): void {
    this.#parts.desktop.close(tag);
  }

  setHealth(health: NotificationHealth): void {
    if (sameValue(health, this.#health)) return;
    this.#health = health;
    this.#parts.healthChanged(health);
  }

  /** A card for one notification has its key: the test of notifications follows it. */
  #keyOf(tag: string, [first, ...more]: readonly string[], isInDoubt: boolean): string {
    if (first === undefined) {
      this.#repeats += 1;
      return `${tag}:${this.#parts.clock.wallMs()}:${this.#repeats}`;
    }
    return more.length === 0 && !isInDoubt ? first : `${tag}:${first}`;
  }

  /** Of an order that is over nothing comes again: it is not snoozed. */
  #actions(orderId: OrderId): DesktopNotification['actions'] {
    const { maySnooze, speech } = this.#parts;
    const { actions } = speech().texts;
    const fitting = notificationActions.filter(
      (action) => action !== 'snooze' || maySnooze(orderId),
    );
    return fitting.map((action) => ({ action, text: actions[action] }));
  }
}
