import type { NotificationHealth } from '../../core/bridge/board.ts';
import type { NotificationFault } from '../../core/notification/notification-fault.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { TellingWords } from '../../core/notification/telling-dictionary.ts';
import { englishTelling } from '../../core/notification/telling-english.ts';
import type { Telling, TellingOutcome, TellingText } from '../../core/notification/telling.ts';
import type { NotificationAction, NotificationDesk } from './ports.ts';
import { notificationActions } from './ports.ts';

/** How far a notification came. */
export type NotificationHop =
  | { readonly hop: 'handedOver' }
  | { readonly hop: 'shown' }
  | { readonly hop: 'clicked' }
  | { readonly hop: 'failed'; readonly reason: string };

/** What {@link CardShowing} is made of. */
export interface CardShowingParts {
  readonly desk: NotificationDesk;
  readonly settle: (keys: readonly string[], outcome: TellingOutcome) => void;
  /** Writes that tellings are about to be shown: after a crash they are in doubt, and not shown again. */
  readonly beginShowing: (keys: readonly string[]) => void;
  /** Whether the system shows notifications turned out otherwise than known so far. */
  readonly healthChanged: (health: NotificationHealth) => void;
  /** Somebody clicked a notification: about this order, or about the desk. */
  readonly opened: (orderId: OrderId | null) => void;
  /** Somebody pressed a button on a notification about an order. */
  readonly acted?: (action: NotificationAction, orderId: OrderId) => void;
  /** Follows single notifications on their way. */
  readonly followed?: (key: string, hop: NotificationHop) => void;
  /** English unless given. */
  readonly words?: () => TellingWords;
}

/** What a card says and which tellings it stands for. */
export interface Card {
  readonly tellings: readonly Telling[];
  readonly tag: string;
  readonly orderId: OrderId | null;
  readonly text: TellingText;
  /** How its tellings end when the system takes it. */
  readonly outcome: TellingOutcome;
  /**
   * Somebody may have seen what it says. It makes no sound, and counts as shown before it is, so that
   * no crash can bring it a second time.
   */
  readonly mayRepeat?: boolean;
}

/** Hands cards to the system and hears what became of them. */
export class CardShowing {
  readonly #parts: CardShowingParts;
  #health: NotificationHealth = { kind: 'unproven' };

  constructor(parts: CardShowingParts) {
    this.#parts = parts;
  }

  get health(): NotificationHealth {
    return this.#health;
  }

  show({ tellings, tag, orderId, text, outcome, mayRepeat = false }: Card): void {
    const keys = tellings.map((telling) => telling.key);
    const isItself = keys.length === 1 && !mayRepeat;
    const key = isItself ? (keys[0] ?? '') : `${tag}:${keys[0] ?? ''}`;
    const { desk, followed, opened, settle } = this.#parts;
    let hasFailed = false;
    const failed = (reason: string): void => {
      hasFailed = true;
      settle(keys, { kind: 'failed', reason });
      this.setHealth({ kind: 'failing', reason });
      followed?.(key, { hop: 'failed', reason });
    };
    const notification = {
      key,
      tag,
      orderId,
      title: text.title,
      body: text.body,
      isCritical: !mayRepeat && tellings.some((telling) => telling.isCritical),
      hasSound: !mayRepeat && tellings.some((telling) => telling.hasSound),
      actions: orderId === null ? [] : this.#actions(),
    };
    if (mayRepeat) settle(keys, outcome);
    else this.#parts.beginShowing(keys);
    followed?.(key, { hop: 'handedOver' });
    try {
      desk.show(notification, {
        shown: () => {
          this.setHealth({ kind: 'working' });
          followed?.(key, { hop: 'shown' });
        },
        failed: (_key, reason) => failed(reason),
        clicked: (about) => {
          followed?.(key, { hop: 'clicked' });
          opened(about);
        },
        acted: (action, about) => {
          if (about !== null) this.#parts.acted?.(action, about);
        },
      });
    } catch (error) {
      const refused: NotificationFault = 'system-refused';
      failed(error instanceof Error ? error.message : refused);
    }
    if (!hasFailed && !mayRepeat) settle(keys, outcome);
  }

  setHealth(health: NotificationHealth): void {
    const isSame =
      health.kind === this.#health.kind &&
      (health.kind !== 'failing' ||
        this.#health.kind !== 'failing' ||
        health.reason === this.#health.reason);
    if (isSame) return;
    this.#health = health;
    this.#parts.healthChanged(health);
  }

  #actions(): readonly { readonly action: NotificationAction; readonly text: string }[] {
    if (this.#parts.acted === undefined) return [];
    const { actions } = this.#parts.words?.() ?? englishTelling;
    return notificationActions.map((action) => ({ action, text: actions[action] }));
  }
}
