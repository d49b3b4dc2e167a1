import type { OrderId } from '../../../core/order/order-id.ts';
import type { Watcher } from '../../../main/engine/watch/watcher.ts';
import type { LearnedOfOrders } from './learned-of-orders.ts';
import type { RunLimits } from './run-limits.ts';
import type { ServiceHealthModel } from './service-health-model.ts';
import { rateLimitedForMs, type ServiceWitness } from '../world/simulated-service.ts';
import { graceMs, type NotificationModel } from './notification-model.ts';

/** The most requests that may be under way at once, at any rate below 500 a second. */
const mostAtOnce = 64;
const windowMs = 60_000;
const refusalPauseMs = 30_000;
const refusalAtLeastMs = 5000;

/**
 * What every request must keep to in all troubles: one at a time for each order, never more at once than
 * the rate limiter allows, never more in a minute than the dispatcher set, one attempt while the service
 * is unreachable, none long after an order is finished, none in a pause that the service asked for, and
 * after refused credentials none in the next 30 s, or 5 s when a dispatcher retries.
 */
export class RequestLaws {
  readonly #nowMs: () => number;
  readonly #requestsPerMinute: number;
  readonly #report: (fault: string) => void;
  readonly #running = new Set<OrderId>();
  readonly #attempts = new Set<OrderId>();
  /** A ring of the times of this process's last requests, as many as may leave in a minute. */
  readonly #sentAtMs: Float64Array;
  #sentCount = 0;
  #pausedUntilMs = 0;
  mostRunning = 0;

  constructor(nowMs: () => number, requestsPerMinute: number, report: (fault: string) => void) {
    this.#nowMs = nowMs;
    this.#requestsPerMinute = requestsPerMinute;
    this.#report = report;
    this.#sentAtMs = new Float64Array(requestsPerMinute);
  }

  /**
   * @param isUnreachable whether the watcher held the service for unreachable when it sent this
   * @param goneSinceMs from when on this order must not be checked any more; null when it may be
   */
  sent(id: OrderId, isUnreachable: boolean, goneSinceMs: number | null): void {
    const nowMs = this.#nowMs();
    if (this.#running.has(id)) this.#report(`${id} was asked for twice at once`);
    this.#running.add(id);
    this.mostRunning = Math.max(this.mostRunning, this.#running.size);
    if (this.#running.size > mostAtOnce) this.#report(`${this.#running.size} requests at once`);
    const place = this.#sentCount % this.#requestsPerMinute;
    if (this.#sentCount >= this.#requestsPerMinute) {
      const earlierMs = this.#sentAtMs[place] ?? 0;
      if (nowMs - earlierMs < windowMs) this.#report('more requests in a minute than allowed');
    }
    this.#sentAtMs[place] = nowMs;
    this.#sentCount += 1;
    if (nowMs < this.#pausedUntilMs) this.#report('a request in a pause');
    if (isUnreachable) this.#attempts.add(id);
    if (this.#attempts.size > 1) this.#report(`${this.#attempts.size} attempts while unreachable`);
    if (goneSinceMs !== null && nowMs > goneSinceMs) this.#report(`${id} was finished long ago`);
  }

  ended(id: OrderId): void {
    this.#running.delete(id);
    this.#attempts.delete(id);
  }

  /** No request may be sent for this time: the service asked for it, or refused the credentials. */
  pausedFor(ms: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#nowMs() + ms);
  }

  /** The pause does not count any more: the machine slept. */
  pauseForgiven(): void {
    this.#pausedUntilMs = 0;
  }

  /** A dispatcher retried. @param refused whether the service refuses the credentials */
  retried(refused: boolean): void {
    const place = (this.#sentCount + this.#requestsPerMinute - 1) % this.#requestsPerMinute;
    this.#pausedUntilMs = refused ? (this.#sentAtMs[place] ?? 0) + refusalAtLeastMs : 0;
  }

  /** The process and its requests are gone. The requests of the next one are counted anew. */
  restarted(): void {
    this.#pausedUntilMs = 0;
    this.#running.clear();
    this.#attempts.clear();
    this.#sentCount = 0;
  }
}

/** In steady state no order waits longer for a check than this many of its intervals. */
const steadyIntervals = 1.1;
/** Below 50 requests a second the watcher groups checks into slots of a second. */
const slotMs = 1000;

/**
 * While nothing is wrong, no order waits for its next check longer than a tenth beyond its interval. With
 * thousands of orders, many that become due together are spread one after the other: there the limit is
 * three quarters, and each wait of more than a tenth is counted.
 */
export class GapLaw {
  readonly #answered = new Map<OrderId, { readonly atMs: number; readonly stretch: number }>();
  readonly #mostIntervals: number;
  judgedCount = 0;
  /** How many of the judged checks came more than a tenth of the interval too late. */
  lateCount = 0;

  /** @param mostIntervals how many of its intervals an order may wait at most */
  constructor(mostIntervals: number) {
    this.#mostIntervals = mostIntervals;
  }

  /** @param stretch the factor by which the cap of requests lengthens all intervals at present */
  answered(id: OrderId, atMs: number, stretch: number): void {
    this.#answered.set(id, { atMs, stretch });
  }

  /**
   * @param pace the interval of this order and the cap's factor in it, as the watcher plans them now
   * @param calmSinceMs since when nothing has been wrong, on the monotonic clock
   * @returns what is wrong with the time of this request, or null
   */
  sent(
    id: OrderId,
    nowMs: number,
    pace: { readonly everyMs: number | null; readonly stretch: number },
    calmSinceMs: number,
  ): string | null {
    const before = this.#answered.get(id);
    if (before === undefined || before.atMs < calmSinceMs || pace.everyMs === null) return null;
    // The factor may have been larger while the order waited.
    const everyMs = (pace.everyMs / pace.stretch) * Math.max(pace.stretch, before.stretch);
    const gapMs = nowMs - before.atMs;
    this.judgedCount += 1;
    if (gapMs > steadyIntervals * everyMs + slotMs) this.lateCount += 1;
    if (gapMs <= this.#mostIntervals * everyMs + slotMs) return null;
    return `${id} was ${Math.round(gapMs)} ms old, its interval is ${Math.round(everyMs)} ms`;
  }

  /** Forgets an order that is not watched any more, or all orders. */
  forget(id?: OrderId): void {
    if (id === undefined) this.#answered.clear();
    else this.#answered.delete(id);
  }
}

/** What a request is checked against, and where it is recorded. */
interface WitnessedWorld {
  readonly nowMs: () => number;
  readonly limits: RunLimits;
  readonly laws: RequestLaws;
  readonly gaps: GapLaw;
  readonly serviceHealth: ServiceHealthModel;
  readonly model: NotificationModel;
  readonly learned: LearnedOfOrders;
  /** The watcher of the running process. */
  readonly watcher: () => Watcher;
  /** Whether orders keep their own pace. With webhooks they may leave the audit's pace at any time. */
  readonly keepsPace: () => boolean;
  /** Whether requests outside of the pace are expected: a dispatcher asked, or there is trouble. */
  readonly isExcused: () => boolean;
  /** By how much the wall clock was set back in all. */
  readonly clockSetBackMs: () => number;
  readonly broken: (fault: string) => void;
}

/** Checks each request, as the service sees it, against the laws. */
export function requestWitness(world: WitnessedWorld): ServiceWitness {
  const { gaps, learned, laws, limits, model, nowMs, serviceHealth, watcher } = world;

  /** From when on this order must not be checked any more; null while it may be. */
  const goneSinceMs = (id: OrderId): number | null => {
    const finishedMs = learned.finishedSeenMs(id);
    if (finishedMs === undefined) return null;
    // A check that a trouble delayed is made after the trouble.
    const endedMs = Math.max(finishedMs + graceMs + world.clockSetBackMs(), model.calmSinceMs);
    return endedMs + limits.patienceMs;
  };

  return {
    sent: (id) => {
      const isExcused = world.isExcused() || learned.isReported(id, nowMs());
      if (limits.hasRoom && world.keepsPace() && !isExcused) {
        const { checkEveryMs: everyMs } = watcher().plan(id);
        const { stretch } = watcher();
        const late = gaps.sent(id, nowMs(), { everyMs, stretch }, model.calmSinceMs);
        if (late !== null) world.broken(late);
      }
      laws.sent(
        id,
        watcher().serviceHealth.state === 'unreachable',
        isExcused ? null : goneSinceMs(id),
      );
    },
    ended: (id) => laws.ended(id),
    answered: (id, what) => {
      if (what === 'unreadable') serviceHealth.unreadable(nowMs());
      else serviceHealth.answered(nowMs());
      gaps.answered(id, nowMs(), watcher().stretch);
      if (what === 'order') learned.answered(id, model.stateOf(id)?.status.raw ?? null, nowMs());
    },
    failed: (fault) => {
      serviceHealth.failed(fault, nowMs());
      if (fault === 'rate-limited') laws.pausedFor(rateLimitedForMs);
      if (fault === 'credentials-refused') laws.pausedFor(refusalPauseMs);
    },
  };
}
