import type { OrderId } from '../../../core/order/order-id.ts';
import { isSeen } from '../../../core/watch/acknowledgement.ts';
import { knownOf, waitClaim } from '../../../core/watch/attention.ts';
import { type Forecast, likelyLateProbability } from '../../../core/forecast/forecast.ts';
import { orderWaits, promiseOfArrival } from '../../../core/watch/order-waits.ts';
import type { Wait, WaitRules } from '../../../core/watch/order-waits.ts';
import { isStayInDoubt } from '../../../core/watch/stop-stays.ts';
import type { WordingOptions } from '../../../core/notification/update-notification.ts';
import {
  causeAtMsOf,
  noticedLateKey,
  notificationKey,
} from '../../../core/notification/notification-key.ts';
import type { Notification } from '../../../core/notification/notification.ts';
import {
  type ChecksStoppedBy,
  takenBackNotification,
  waitNotification,
} from '../../../core/notification/wait-notification.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import { decidedNotification } from './policy.ts';
import type { PolicyOptions } from './policy.ts';

/** What {@link WaitNotifications} need. */
export interface WaitNotificationsParts {
  readonly rules: (watched: WatchedOrder) => WaitRules;
  readonly options: () => Pick<WordingOptions, 'locale' | 'timeZone' | 'texts'> &
    Pick<PolicyOptions, 'settings'>;
  /** Whether what is known of an order is the present. Default: it is. */
  readonly hasRead?: (watched: WatchedOrder) => boolean;
  /** Why no order is checked at present; null while they are. */
  readonly checksStoppedBy: () => ChecksStoppedBy | null;
  /** What earlier runs said of orders that will probably be late, the newest first. Default: nothing. */
  readonly earlierWarnings?: () => readonly Notification[];
  /** Whether the outbox has accepted a notification with this key, in this run or an earlier one. Default: none. */
  readonly wasDecided?: (key: string) => boolean;
  /** Puts a notification into the outbox, which accepts each key once. */
  readonly notify: (notification: Notification) => void;
}

/** A wait that began longer ago than this when it is first noticed is for the history; the list shows it. */
const noticedWithinMs = 10 * 60_000;

/** So much later than it was said, an order is said to be late once more. */
const worseMs = 5 * 60_000;

/** For which promise was warned, and when the order was to arrive then. */
interface Warning {
  readonly promisedAtMs: number;
  readonly likelyAtMs: number;
}

/**
 * Notifies when something does not happen: a silent courier, a long wait, a promised time that comes near.
 * Each wait notifies once, also over restarts: its key is made of the order and of when its cause began,
 * never of a limit or of our clock, and the outbox accepts each key once. It notifies once more at the time
 * of a reminder if it still lasts then. What is noticed late is kept under a key of its own: where a limit or the
 * clock moves so that it becomes too long anew, it notifies.
 */
export class WaitNotifications {
  readonly #parts: WaitNotificationsParts;
  readonly #notifiedKeys = new Map<OrderId, Set<string>>();
  #warnings: Map<OrderId, Warning> | null = null;

  constructor(parts: WaitNotificationsParts) {
    this.#parts = parts;
  }

  /**
   * Looks at an order: when it changed, at the times that its dispatcher set, and once a minute.
   *
   * @param waits where they are known already
   */
  look(
    watched: WatchedOrder,
    nowMs: number,
    waits = orderWaits(watched, nowMs, this.#parts.rules(watched)),
  ): void {
    if (this.#parts.hasRead?.(watched) === false) return;
    const arrival =
      watched.preferences?.promisedAtMs == null
        ? null
        : promiseOfArrival(watched, nowMs, this.#parts.rules(watched));
    this.#takeBack(watched, nowMs);
    if (waits.length === 0 && arrival === null) {
      this.#notifiedKeys.delete(watched.id);
      return;
    }
    const known = this.#notifiedKeys.get(watched.id);
    /** What stands now: a wait that ends and begins anew is looked at anew, and the outbox knows what was notified. */
    const standing = new Set<string>();
    this.#notifiedKeys.set(watched.id, standing);
    const tellOnce = (
      wait: Wait,
      key: string,
      sinceMs: number,
      kept?: Notification['keptFor'],
    ): void => {
      standing.add(key);
      if (known?.has(key) === true) return;
      const isLate = kept === undefined && nowMs - sinceMs > noticedWithinMs;
      if (!isLate) this.#tell(wait, key, watched, nowMs, kept);
      else if (this.#parts.wasDecided?.(key) !== true) {
        this.#tell(wait, noticedLateKey(key), watched, nowMs, 'noticedLate');
      }
    };
    if (arrival !== null) {
      const key = notificationKey(watched.id, arrival.causeAtMs, 'courierNear');
      tellOnce(arrival, key, arrival.sinceMs, 'courierNear');
    }
    for (const wait of waits) {
      // Such as by a colleague, whose hand-over it came with.
      if (isSeen(waitClaim(wait), knownOf(watched), nowMs)) continue;
      const { causeAtMs, forecast, reason, sinceMs } = wait;
      if (reason === 'arrivedWaiting' && isStayInDoubt(watched)) continue;
      if (forecast === undefined) {
        tellOnce(wait, notificationKey(watched.id, causeAtMs, reason), sinceMs);
        // However long the courier has been where he is: late it becomes now.
      } else tellOnce(wait, this.#warningKey(watched, forecast), nowMs);
    }
    const [worst] = waits;
    const remindAtMs = watched.preferences?.remindAtMs ?? null;
    if (worst === undefined || remindAtMs === null || nowMs < remindAtMs) return;
    tellOnce(worst, notificationKey(watched.id, remindAtMs, 'reminder'), remindAtMs);
  }

  /** The orders of which was warned and not taken back, in this run or an earlier one. */
  get #warned(): Map<OrderId, Warning> {
    this.#warnings ??= openWarnings(this.#parts.earlierWarnings?.() ?? []);
    return this.#warnings;
  }

  /** Once for a promise, and once more when it became worse by five minutes. */
  #warningKey({ id, preferences }: WatchedOrder, { likelyAtMs }: Forecast): string {
    const promisedAtMs = preferences?.promisedAtMs ?? 0;
    const warned = this.#warned.get(id);
    if (warned?.promisedAtMs !== promisedAtMs) this.#warned.set(id, { promisedAtMs, likelyAtMs });
    else if (likelyAtMs - warned.likelyAtMs >= worseMs) {
      return notificationKey(id, promisedAtMs, 'probablyLater');
    }
    return notificationKey(id, promisedAtMs, 'probablyLate');
  }

  /** Says once that an order of which was warned is probably in time. */
  #takeBack(watched: WatchedOrder, nowMs: number): void {
    const { id, preferences } = watched;
    const warned = this.#warned.get(id);
    const promisedAtMs = preferences?.promisedAtMs ?? null;
    if (warned === undefined || warned.promisedAtMs !== promisedAtMs) return;
    if (nowMs >= promisedAtMs) return void this.#warned.delete(id);
    const state = this.#parts.rules(watched).forecastAt?.(nowMs);
    if (state?.kind !== 'known' || (state.probability ?? 1) >= likelyLateProbability) return;
    this.#warned.delete(id);
    const { settings, ...wording } = this.#parts.options();
    const draft = takenBackNotification(state, watched, nowMs, wording);
    const key = notificationKey(id, promisedAtMs, 'lateTakenBack');
    const facts = { key, orderId: id, decidedAtMs: nowMs };
    this.#parts.notify(decidedNotification(draft, settings, facts));
  }

  #tell(
    wait: Wait,
    key: string,
    watched: WatchedOrder,
    nowMs: number,
    keptFor: Notification['keptFor'],
  ): void {
    const { settings, ...wording } = this.#parts.options();
    const stoppedBy = this.#parts.checksStoppedBy();
    const draft = waitNotification(wait, watched, nowMs, { ...wording, stoppedBy });
    this.#parts.notify(
      decidedNotification(draft, settings, {
        key,
        orderId: watched.id,
        decidedAtMs: nowMs,
        ...(keptFor !== undefined && { keptFor }),
        ...(wait.forecast !== undefined && { likelyAtMs: wait.forecast.likelyAtMs }),
      }),
    );
  }

  forget(id: OrderId): void {
    this.#notifiedKeys.delete(id);
    this.#warned.delete(id);
  }
}

/**
 * What of the warnings of earlier runs stands: of each order and promise the first one, until it was taken back.
 *
 * @param earlier the newest first
 */
function openWarnings(earlier: readonly Notification[]): Map<OrderId, Warning> {
  const open = new Map<OrderId, Warning>();
  for (const { event, key, likelyAtMs, orderId } of earlier.toReversed()) {
    if (orderId === null) continue;
    const promisedAtMs = causeAtMsOf(key);
    if (event === 'lateTakenBack') open.delete(orderId);
    else if (likelyAtMs !== undefined && open.get(orderId)?.promisedAtMs !== promisedAtMs) {
      open.set(orderId, { promisedAtMs, likelyAtMs });
    }
  }
  return open;
}
