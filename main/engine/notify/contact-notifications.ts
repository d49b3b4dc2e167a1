import { programNotification } from '../../../core/notification/program-notifications.ts';
import { clockText, momentText } from '../../../core/order/format.ts';
import { failureText } from '../../../core/delivery/failure-text.ts';
import type { Localisation, Speech } from '../../../core/text/language.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import {
  pauseIsLossAfterMs,
  type ServiceHealth,
  servicePauseUntilMs,
  type UnreachableService,
} from '../../../core/watch/service-health.ts';
import type { NotificationSettings } from '../../../core/notification/notification-settings.ts';
import { localisedNotifications } from '../../../core/notification/localised-texts.ts';
import type { NotificationTexts } from '../../../core/notification/notification-english.ts';
import {
  contactEvents,
  type Notification,
  type NotificationDraft,
  type NotificationEvent,
} from '../../../core/notification/notification.ts';
import { causeAtMsOf, notificationKey } from '../../../core/notification/notification-key.ts';
import type { Clock } from '../../../core/clock.ts';
import { decidedNotification } from './policy.ts';
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
  /** Called when a loss of contact that was notified is over: what is found now happened during the loss. */
  readonly recovered: () => void;
  /** Contact counts as back: what a card says to the contrary is over. */
  readonly isBack: () => void;
  /** Says on the card of a pause that was notified until when it lasts now. @returns whether it may be shown */
  readonly restate: (pause: Notification) => boolean;
  readonly localisation: Localisation;
  /** What the dispatcher chose. */
  readonly settings: () => Pick<NotificationSettings, 'toldKinds'>;
}

/** How long there must be no contact before it notifies, and how much longer a pause lasts that notifies again. */
const lostAfterMs = 60_000;
/** How long there must be contact again before it counts as back, so that a flapping network is one loss. */
const restoredAfterMs = 10_000;

/**
 * Notifies of contact lost and restored, and of refused credentials: of each loss at most once, however
 * often contact comes and goes meanwhile, and however often the program is started during it. A pause that the
 * service asks for is a loss that is notified as a pause first, and as lost when it lasts or turns into another failure.
 */
export class ContactNotifications {
  readonly #parts: ContactNotificationsParts;
  #unreachable: UnreachableService | null = null;
  /** When this run announced first what is notified now, on the monotonic clock. */
  #announcedAtMs = 0;
  /** The same of the loss that lasts now, which an answer may part from what is notified. */
  #lossAnnouncedAtMs = 0;
  /** As what it was given to the outbox, which accepts it once the disk does. */
  #asked: 'paused' | 'lost' | null = null;
  /** The loss that was notified and whose end is still to be notified. */
  #notified: NotifiedLoss | null = null;
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
    // An answer in between may have been too short to be announced; then this is a new loss, but of one that was
    // told an answer that did not last is no end.
    const isTheSame = this.#unreachable?.sinceMs === serviceHealth.sinceMs;
    this.#unreachable = serviceHealth;
    if (!isTheSame) {
      this.#asked = null;
      this.#lossAnnouncedAtMs = this.#parts.clock.monotonicMs();
    }
    if (!isTheSame && this.#notified === null) {
      this.#announcedAtMs = this.#lossAnnouncedAtMs;
      this.#notified = this.#notifiedEarlier();
    }
    this.stop();
    if (isStopped(serviceHealth)) this.#tellStopped(serviceHealth);
    else this.#tellWhenDue(serviceHealth);
  }

  /** Counts the orders that turn out to have changed while there was no contact. */
  orderUpdated(id: OrderId): void {
    if (this.#notified !== null) this.#changed.add(id);
  }

  stop(): void {
    this.#cancelWait?.();
    this.#cancelWait = null;
  }

  #restored(): void {
    // It is about to be notified already.
    if (this.#notified !== null && this.#unreachable === null) return;
    this.stop();
    this.#unreachable = null;
    if (this.#notified === null) {
      this.#parts.isBack();
      return;
    }
    const { sinceMs } = this.#notified;
    this.#parts.recovered();
    const lastedMs = this.#parts.clock.wallMs() - sinceMs;
    this.#tellRestoredSoon({ sinceMs, lastedMs, wasShown: !this.#isHeld });
  }

  /** Whether the loss that is over now is held back: it will not be shown any more. */
  get #isHeld(): boolean {
    const { outbox } = this.#parts;
    const latest = outbox.latestOf(contactEvents);
    return outbox.held().some(({ notification }) => notification.key === latest?.key);
  }

  #tellRestoredSoon(loss: EndedLoss): void {
    this.#wait(restoredAfterMs, () => {
      if (this.#parts.serviceHealth().state === 'reachable') this.#parts.isBack();
      this.#tellRestored(loss);
    });
  }

  #tellRestored(loss: EndedLoss): void {
    const { sinceMs, lastedMs } = loss;
    const restored = (): NotificationDraft | null => {
      if (this.#notified?.sinceMs !== sinceMs || this.#cancelWait !== null) return null;
      if (this.#parts.serviceHealth().state === 'unreachable') {
        // Lost again. If that is not announced yet it may never be, so this asks again later.
        if (this.#unreachable === null) this.#tellRestoredSoon(loss);
        return null;
      }
      const { duration, program } = this.#texts;
      const spoken = program.connectionRestored(duration(lastedMs), this.#changed.size);
      return programNotification('connectionRestored', spoken);
    };
    this.#tell(restored, sinceMs, (key) => {
      this.#notified = null;
      if (!loss.wasShown) this.#parts.outbox.settle([key], { kind: 'suppressed', reason: 'over' });
    });
  }

  /** Tells what is next of a loss: that it is a pause, or that contact is lost. */
  #tellWhenDue(unreachable: UnreachableService): void {
    const { clock } = this.#parts;
    const notified = this.#notified;
    if (this.#asked === 'lost' || (notified !== null && notified.stage !== 'paused')) return;
    const leastMs = this.#announcedAtMs + lostAfterMs - clock.monotonicMs();
    const beganMs = notified?.sinceMs ?? unreachable.sinceMs;
    const lossInMs = beganMs + pauseIsLossAfterMs - clock.wallMs();
    if (servicePauseUntilMs(unreachable) === null) {
      // Where answers parted it from the pause that was notified, it is to last a minute itself.
      const ownMs = this.#lossAnnouncedAtMs + lostAfterMs - clock.monotonicMs();
      const inMs = Math.max(leastMs, Math.min(ownMs, lossInMs));
      this.#wait(inMs, () => this.#tellLost(unreachable));
      return;
    }
    if (notified === null && this.#asked === null) {
      this.#wait(leastMs, () => this.#tellPaused(unreachable));
      return;
    }
    this.#restatePause();
    this.#wait(Math.max(leastMs, lossInMs), () => this.#tellLost(unreachable));
  }

  #tellPaused(unreachable: UnreachableService): void {
    const { sinceMs } = unreachable;
    this.#asked = 'paused';
    const paused = (): NotificationDraft | null =>
      this.#notified === null && this.#unreachable?.sinceMs === sinceMs ? this.#pauseDraft() : null;
    this.#tell(paused, sinceMs, () =>
      this.#markNotified({ sinceMs, stage: 'paused', announcedUntilMs: this.#pausedUntilMs }),
    );
    this.#tellWhenDue(unreachable);
  }

  /** The pause goes on for longer than its card says, by as much as is worth telling. */
  #restatePause(): void {
    const { clock, restate } = this.#parts;
    const untilMs = this.#pausedUntilMs;
    const draft = this.#pauseDraft();
    const notified = this.#notified;
    if (notified?.announcedUntilMs == null || untilMs === null || draft === null) return;
    if (untilMs - Math.max(notified.announcedUntilMs, clock.wallMs()) < lostAfterMs) return;
    if (restate(this.#decided(draft, untilMs)))
      this.#notified = { ...notified, announcedUntilMs: untilMs };
  }

  /** Whether the pause that a notification tells of lasts, and as long as it says. */
  isPausedAsAnnounced({ texts }: Notification): boolean {
    return this.#pauseDraft()?.texts.full.title === texts.full.title;
  }

  #pauseDraft(): NotificationDraft | null {
    const { listedCount, localisation } = this.#parts;
    const untilMs = this.#pausedUntilMs;
    if (untilMs === null) return null;
    const until = clockText(untilMs, localisation.current.locale);
    const spoken = this.#texts.program.servicePaused(until, listedCount());
    return programNotification('servicePaused', spoken);
  }

  get #pausedUntilMs(): number | null {
    const unreachable = this.#unreachableNow;
    return unreachable === null ? null : servicePauseUntilMs(unreachable);
  }

  #tellLost({ sinceMs }: UnreachableService): void {
    const { clock, listedCount, localisation } = this.#parts;
    this.#asked = 'lost';
    const lostSinceMs = this.#notified?.sinceMs ?? sinceMs;
    const lost = (): NotificationDraft | null => {
      const unreachable = this.#unreachableNow;
      if (unreachable === null || unreachable.sinceMs !== sinceMs || isStopped(unreachable))
        return null;
      if (this.#notified !== null && this.#notified.stage !== 'paused') return null;
      const { locale } = localisation.current;
      const since = momentText(sinceMs, clock.wallMs(), locale);
      const spoken = this.#texts.program.connectionLost(since, listedCount());
      return programNotification('connectionLost', spoken);
    };
    this.#tell(lost, lostSinceMs, () =>
      this.#markNotified({ sinceMs: lostSinceMs, stage: 'lost' }),
    );
  }

  #tellStopped(stopped: UnreachableService): void {
    const { sinceMs } = stopped;
    const draft = (): NotificationDraft | null =>
      this.#unreachableNow !== stopped || this.#notified?.stage === 'stopped'
        ? null
        : stoppedNotification(stopped, this.#parts.localisation.current);
    this.#tell(draft, sinceMs, () =>
      this.#markNotified({ sinceMs: this.#notified?.sinceMs ?? sinceMs, stage: 'stopped' }),
    );
  }

  /** The loss that an earlier run told of, if it lasts: its end was not notified, and no order was answered since. */
  #notifiedEarlier(): NotifiedLoss | null {
    const { outbox, watched } = this.#parts;
    const latest = outbox.latestOf(contactEvents);
    if (latest === null || latest.event === 'connectionRestored') return null;
    const isOver = watched().some(({ observedAtMs }) => (observedAtMs ?? 0) > latest.decidedAtMs);
    if (isOver) return null;
    return { sinceMs: causeAtMsOf(latest.key), stage: stageOf(latest.event) };
  }

  #markNotified(loss: NotifiedLoss): void {
    if (this.#notified === null) this.#changed.clear();
    this.#notified = loss;
  }

  /** @param draft gives null once it is no longer true, as the disk may take long */
  #tell(
    draft: () => NotificationDraft | null,
    sinceMs: number,
    notified: (key: string) => void,
  ): void {
    const make = (): Notification | null => {
      const made = draft();
      return made === null ? null : this.#decided(made, sinceMs);
    };
    this.#parts.outbox.put(make, notified);
  }

  #decided(draft: NotificationDraft, causeAtMs: number): Notification {
    const { clock, settings } = this.#parts;
    const key = notificationKey(draft.event, causeAtMs);
    return decidedNotification(draft, settings(), {
      key,
      orderId: null,
      decidedAtMs: clock.wallMs(),
    });
  }

  get #texts(): NotificationTexts {
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
    if (ms <= 0) {
      then();
      return;
    }
    this.#cancelWait = this.#parts.clock.schedule(() => {
      this.#cancelWait = null;
      then();
    }, ms);
  }
}

/** A loss of contact that was notified. */
interface NotifiedLoss {
  readonly sinceMs: number;
  /** As what: a pause, a loss, or one that ends only when a person acts. */
  readonly stage: 'paused' | 'lost' | 'stopped';
  /** The end of a pause as this run told it; absent or null where it told none. */
  readonly announcedUntilMs?: number | null;
}

/** A loss of contact that was notified and is over. */
interface EndedLoss {
  readonly sinceMs: number;
  readonly lastedMs: number;
  /** Whether it was on a card, so that its end is worth one. */
  readonly wasShown: boolean;
}

function stageOf(event: NotificationEvent): NotifiedLoss['stage'] {
  if (event === 'servicePaused') return 'paused';
  return event === 'credentialsRefused' ? 'stopped' : 'lost';
}

/** What ends only when a person acts, so that it notifies at once. */
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
  if (retryAtMs !== null && cause !== 'desk-revoked') {
    const { program } = localisedNotifications(speech);
    const nextTry = clockText(retryAtMs, speech.locale);
    return programNotification(
      'credentialsRefused',
      program.credentialsRefused(httpStatus, nextTry),
    );
  }
  const { message, title } = failureText(cause, httpStatus, speech.language);
  return programNotification('credentialsRefused', { title, body: message });
}
