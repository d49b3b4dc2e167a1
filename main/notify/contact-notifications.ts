import {
  connectionLostNotification,
  connectionRestoredNotification,
  credentialsMissingNotification,
  credentialsRefusedNotification,
} from '../../core/notification/program-notifications.ts';
import { clockText, momentText } from '../../core/order/format.ts';
import { failureText } from '../../core/delivery/failure-text.ts';
import type { Localisation, Speech } from '../../core/text/language.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import type { ServiceHealth, UnreachableService } from '../../core/watch/service-health.ts';
import { localisedNotifications } from '../../core/notification/localised-words.ts';
import type { NotificationWords } from '../../core/notification/notification-english.ts';
import type { NotificationDraft } from '../../core/notification/update-notification.ts';
import { contactEvents, type Notification } from '../../core/notification/notification.ts';
import type { Clock } from '../watch/clock.ts';
import { chosenSound } from './policy.ts';
import type { PolicyOptions } from './policy.ts';
import type { RetryingOutbox } from './retrying-outbox.ts';

/** What {@link ContactNotifications} need. */
export interface ContactNotificationsParts {
  readonly clock: Clock;
  readonly outbox: RetryingOutbox;
  /** The orders that are being watched. */
  readonly watched: () => readonly Pick<WatchedOrder, 'observedAtMs'>[];
  /** How many orders are on the list, outside of the archive. */
  readonly listedCount: () => number;
  /** Whether there is contact at this moment; a change is announced up to a second later. */
  readonly serviceHealth: () => ServiceHealth;
  /** Called when a loss of contact that was told is over: what is found now happened during the loss. */
  readonly recovered: () => void;
  readonly localisation: Localisation;
  /** What the dispatcher chose. Default: each kind's usual sound. */
  readonly settings?: () => PolicyOptions['settings'];
}

/** How long there must be no contact before it is told. */
const lostAfterMs = 60_000;
/** How long there must be contact again before it is told, so that a flapping network is one loss. */
const restoredAfterMs = 10_000;

/**
 * Notifies of contact lost and restored, and of refused credentials: of each loss at most once, however
 * often contact comes and goes meanwhile, and however often the program is started during it.
 */
export class ContactNotifications {
  readonly #parts: ContactNotificationsParts;
  #unreachable: UnreachableService | null = null;
  /** The loss that was told and whose end is still to be told. */
  #told: ToldLoss | null = null;
  readonly #changed = new Set<OrderId>();
  #cancelWait: (() => void) | null = null;

  constructor(parts: ContactNotificationsParts) {
    this.#parts = parts;
  }

  serviceHealthChanged(serviceHealth: ServiceHealth): void {
    if (serviceHealth.state === 'reachable') {
      this.#restored();
      return;
    }
    // An answer in between may have been too short to be announced; then this is a new loss.
    const isTheSame = this.#unreachable?.sinceMs === serviceHealth.sinceMs;
    this.#unreachable = serviceHealth;
    if (!isTheSame) this.#told ??= this.#toldEarlier();
    if (isStopped(serviceHealth)) {
      this.stop();
      this.#tellStopped(serviceHealth);
      return;
    }
    if (isTheSame && this.#cancelWait !== null) return;
    this.stop();
    if (this.#told !== null) return;
    this.#wait(lostAfterMs, () => this.#tellLost(serviceHealth));
  }

  /** Counts the orders that turn out to have changed while there was no contact. */
  orderUpdated(id: OrderId): void {
    if (this.#told !== null) this.#changed.add(id);
  }

  stop(): void {
    this.#cancelWait?.();
    this.#cancelWait = null;
  }

  #restored(): void {
    this.stop();
    const wasUnreachable = this.#unreachable !== null;
    this.#unreachable = null;
    if (this.#told === null || !wasUnreachable) return;
    const { sinceMs } = this.#told;
    this.#parts.recovered();
    this.#tellRestoredSoon(sinceMs, this.#parts.clock.wallMs() - sinceMs);
  }

  #tellRestoredSoon(sinceMs: number, lastedMs: number): void {
    this.#wait(restoredAfterMs, () => this.#tellRestored(sinceMs, lastedMs));
  }

  #tellRestored(sinceMs: number, lastedMs: number): void {
    const restored = (): NotificationDraft | null => {
      if (this.#told?.sinceMs !== sinceMs || this.#cancelWait !== null) return null;
      if (this.#parts.serviceHealth().state === 'unreachable') {
        // Lost again. If that is not announced yet it may never be, so this asks again later.
        if (this.#unreachable === null) this.#tellRestoredSoon(sinceMs, lastedMs);
        return null;
      }
      return connectionRestoredNotification(lastedMs, this.#changed.size, this.#words);
    };
    this.#tell(restored, sinceMs, () => {
      this.#told = null;
    });
  }

  #tellLost({ sinceMs }: UnreachableService): void {
    const { clock, listedCount, localisation } = this.#parts;
    const lost = (): NotificationDraft | null => {
      const unreachable = this.#unreachableNow;
      if (unreachable === null || unreachable.sinceMs !== sinceMs || isStopped(unreachable))
        return null;
      if (this.#told !== null) return null;
      const { locale } = localisation.current;
      const since = momentText(sinceMs, clock.wallMs(), locale);
      return connectionLostNotification(since, listedCount(), this.#words);
    };
    this.#tell(lost, sinceMs, () => this.#toldOf({ sinceMs, isStopped: false }));
  }

  #tellStopped(stopped: UnreachableService): void {
    const { sinceMs } = stopped;
    const draft = (): NotificationDraft | null =>
      this.#unreachableNow !== stopped || this.#told?.isStopped === true
        ? null
        : stoppedNotification(stopped, this.#parts.localisation.current);
    this.#tell(draft, sinceMs, () =>
      this.#toldOf({ sinceMs: this.#told?.sinceMs ?? sinceMs, isStopped: true }),
    );
  }

  /** The loss that an earlier run told of, if it lasts: its end was not told, and no order was answered since. */
  #toldEarlier(): ToldLoss | null {
    const { outbox, watched } = this.#parts;
    const latest = outbox.latestOf(contactEvents);
    if (latest === null || latest.event === 'connectionRestored') return null;
    const isOver = watched().some(({ observedAtMs }) => (observedAtMs ?? 0) > latest.decidedAtMs);
    if (isOver) return null;
    const sinceMs = Number(latest.key.slice(latest.event.length + 1));
    return { sinceMs, isStopped: latest.event === 'credentialsRefused' };
  }

  #toldOf(loss: ToldLoss): void {
    if (this.#told === null) this.#changed.clear();
    this.#told = loss;
  }

  /** @param draft gives null once it is no longer true, as the disk may take long */
  #tell(draft: () => NotificationDraft | null, sinceMs: number, told: () => void): void {
    const make = (): Notification | null => {
      const made = draft();
      if (made === null) return null;
      const decidedAtMs = this.#parts.clock.wallMs();
      return {
        ...made,
        sound: chosenSound(made, this.#parts.settings?.()),
        key: `${made.event}:${sinceMs}`,
        orderId: null,
        decidedAtMs,
      };
    };
    this.#parts.outbox.put(make, told);
  }

  get #words(): NotificationWords {
    return localisedNotifications(this.#parts.localisation.current);
  }

  /** The loss that was announced, unless it is over or another one by now. */
  get #unreachableNow(): UnreachableService | null {
    const now = this.#parts.serviceHealth();
    return now.state === 'unreachable' && now.sinceMs === this.#unreachable?.sinceMs
      ? this.#unreachable
      : null;
  }

  #wait(ms: number, then: () => void): void {
    this.#cancelWait = this.#parts.clock.schedule(() => {
      this.#cancelWait = null;
      then();
    }, ms);
  }
}

/** A loss of contact that was told. */
interface ToldLoss {
  readonly sinceMs: number;
  /** Whether it was told that it ends only when somebody acts. */
  readonly isStopped: boolean;
}

/** What ends only when somebody acts, so that it is told at once. */
const stoppingCauses: readonly UnreachableService['cause'][] = [
  'credentials-refused',
  'keychain-unavailable',
  'desk-revoked',
];

function isStopped({ cause }: UnreachableService): boolean {
  return stoppingCauses.includes(cause);
}

function stoppedNotification(
  { cause, httpStatus, retryAtMs }: UnreachableService,
  speech: Speech,
): NotificationDraft {
  const words = localisedNotifications(speech);
  if (retryAtMs !== null && cause !== 'desk-revoked') {
    return credentialsRefusedNotification(httpStatus, clockText(retryAtMs, speech.locale), words);
  }
  return credentialsMissingNotification(failureText(cause, httpStatus, speech.language));
}
