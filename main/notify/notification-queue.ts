import type { OrderId } from '../../core/order/order-id.ts';
import type { Notification } from '../../core/notification/notification.ts';
import type { Clock } from '../watch/clock.ts';
import type { DigestKind } from './digest-text.ts';

/** What a {@link NotificationQueue} needs. */
export interface NotificationQueueParts {
  readonly clock: Clock;
  readonly showAlone: (notification: Notification) => void;
  /** Shows one card for `notifications`; `covered` were shown one by one and are part of its text. */
  readonly showDigest: (
    notifications: readonly Notification[],
    covered: readonly Notification[],
    about: DigestKind,
  ) => void;
  /** Leaves out the notifications that became needless while they were gathered. */
  readonly sift: (notifications: readonly Notification[]) => readonly Notification[];
}

/** At most this many come one by one within {@link burstWithinMs}; more become one card. */
const mostAtOnce = 3;
const burstWithinMs = 2000;
/** A digest is followed by the next one after this time at the earliest. */
const betweenDigestsMs = 10_000;

interface Gathering {
  readonly about: DigestKind['kind'];
  readonly startedAtMs: number;
  /** The notifications that were shown one by one before the burst was recognised. */
  readonly covered: readonly Notification[];
  held: readonly Notification[];
  readonly cancel: () => void;
}

/** Limits how fast notifications come: a few are shown one by one, a burst as one card. */
export class NotificationQueue {
  readonly #parts: NotificationQueueParts;
  readonly #clock: Clock;
  #recent: readonly { readonly atMs: number; readonly notification: Notification }[] = [];
  #gathering: Gathering | null = null;
  #digestShownAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: NotificationQueueParts) {
    this.#parts = parts;
    this.#clock = parts.clock;
  }

  /** The notifications that wait for a card. */
  get held(): readonly Notification[] {
    return this.#gathering?.held ?? [];
  }

  push(notifications: readonly Notification[]): void {
    if (notifications.length === 0) return;
    if (this.#gathering !== null) {
      this.#gathering.held = [...this.#gathering.held, ...notifications];
      return;
    }
    const nowMs = this.#clock.monotonicMs();
    this.#recent = this.#recent.filter((recent) => nowMs - recent.atMs < burstWithinMs);
    if (this.#recent.length + notifications.length <= mostAtOnce) {
      this.#showEach(notifications);
      return;
    }
    const endsInMs = Math.max(burstWithinMs, this.#digestShownAtMs + betweenDigestsMs - nowMs);
    const covered = this.#recent.map((recent) => recent.notification);
    this.#gather('burst', endsInMs, covered, notifications);
  }

  /** Gathers everything for `forMs`, because it came while the dispatcher was away. */
  gatherAfterAway(forMs: number): void {
    if (this.#gathering?.about === 'away') return;
    const { held } = this;
    this.stop();
    this.#gather('away', forMs, [], held);
  }

  /** Takes out what is gathered about an order. */
  take(id: OrderId): readonly Notification[] {
    const taken = this.held.filter((notification) => notification.orderId === id);
    if (this.#gathering !== null && taken.length > 0) {
      this.#gathering.held = this.held.filter((notification) => notification.orderId !== id);
    }
    return taken;
  }

  /** Shows one alone, several as one card. */
  showTogether(notifications: readonly Notification[], about: DigestKind): void {
    if (notifications.length < 2) this.#showEach(notifications);
    else this.#showDigest(notifications, [], about);
  }

  /** Drops the gathered notifications; they are still in the outbox. */
  stop(): void {
    this.#gathering?.cancel();
    this.#gathering = null;
  }

  #gather(
    about: Gathering['about'],
    forMs: number,
    covered: readonly Notification[],
    held: readonly Notification[],
  ): void {
    const startedAtMs = this.#recent[0]?.atMs ?? this.#clock.monotonicMs();
    const cancel = this.#clock.schedule(() => this.#endGathering(), forMs);
    this.#gathering = { about, startedAtMs, covered, held, cancel };
  }

  #endGathering(): void {
    const gathering = this.#gathering;
    this.#gathering = null;
    if (gathering === null) return;
    const { about, covered, startedAtMs } = gathering;
    const held = this.#parts.sift(gathering.held);
    if (about === 'away') {
      this.showTogether(held, { kind: 'away' });
    } else if (held.length + covered.length <= mostAtOnce) {
      this.#showEach(held);
    } else {
      const elapsedMs = this.#clock.monotonicMs() - startedAtMs;
      const seconds = Math.max(Math.round(elapsedMs / 1000), 1);
      this.#showDigest(held, covered, { kind: 'burst', seconds });
    }
  }

  #showEach(notifications: readonly Notification[]): void {
    for (const notification of notifications) {
      this.#recent = [...this.#recent, { atMs: this.#clock.monotonicMs(), notification }];
      this.#parts.showAlone(notification);
    }
  }

  #showDigest(
    notifications: readonly Notification[],
    covered: readonly Notification[],
    about: DigestKind,
  ): void {
    this.#recent = [];
    this.#digestShownAtMs = this.#clock.monotonicMs();
    this.#parts.showDigest(notifications, covered, about);
  }
}
