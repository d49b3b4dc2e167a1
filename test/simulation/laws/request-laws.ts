import type { OrderId } from '../../../core/order/order-id.ts';
import type { Watcher } from '../../../main/watch/watcher.ts';
import type { HeardOfOrders } from './heard-of-orders.ts';
import type { RunLimits } from './run-limits.ts';
import type { ServiceHealthModel } from './service-health-model.ts';
import { rateLimitedForMs, type ServiceWitness } from '../world/simulated-service.ts';
import { graceMs, type ToldModel } from './told-model.ts';

/** Never more at once than this, below 500 requests a second. */
const mostAtOnce = 64;
const windowMs = 60_000;

/**
 * What every request must keep to, whatever happens: one at a time per order, never more at once than
 * the limiter has, never more in a minute than the dispatcher allowed, one attempt while unreachable, none
 * for an order that was let go, and none before the end of a pause that the service asked for.
 */
export class RequestLaws {
  readonly #nowMs: () => number;
  readonly #requestsPerMinute: number;
  readonly #report: (fault: string) => void;
  readonly #running = new Set<OrderId>();
  readonly #attempts = new Set<OrderId>();
  /** A ring of when the last requests of this process left: one more than may leave in a minute. */
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
   * @param isUnreachable whether the watcher held the service for gone when it sent this
   * @param goneSinceMs when asking for this order should have ended, if it should have
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
    if (nowMs < this.#pausedUntilMs)
      this.#report('a request in a pause that the service asked for');
    if (isUnreachable) this.#attempts.add(id);
    if (this.#attempts.size > 1) this.#report(`${this.#attempts.size} attempts while unreachable`);
    if (goneSinceMs !== null && nowMs > goneSinceMs) this.#report(`${id} was finished long ago`);
  }

  ended(id: OrderId): void {
    this.#running.delete(id);
    this.#attempts.delete(id);
  }

  /** The service asked for a pause of the whole host. */
  pausedFor(ms: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#nowMs() + ms);
  }

  /** Somebody wants it tried again now, or the pause went by in a sleep. */
  pauseForgiven(): void {
    this.#pausedUntilMs = 0;
  }

  /** The process is gone and its requests with it; the next one has a minute of its own. */
  restarted(): void {
    this.#pausedUntilMs = 0;
    this.#running.clear();
    this.#attempts.clear();
    this.#sentCount = 0;
  }
}

/** No order is older than so many of its intervals in steady state. */
const steadyIntervals = 1.1;
/** Below 50 requests a second wake-ups are drawn together into slots of a second. */
const slotMs = 1000;

/**
 * While nothing is wrong, no order waits for its next check longer than a tenth beyond its interval. Of
 * thousands, those that were caught up with together or turned to another pace together find their places
 * one after the other: there it may be three quarters, and what is more than a tenth is counted.
 */
export class GapLaw {
  readonly #answered = new Map<OrderId, { readonly atMs: number; readonly stretch: number }>();
  readonly #mostIntervals: number;
  judgedCount = 0;
  /** How many of those waited for more than a tenth beyond their intervals. */
  lateCount = 0;

  /** @param mostIntervals what an order may wait at most */
  constructor(mostIntervals: number) {
    this.#mostIntervals = mostIntervals;
  }

  /** @param stretch by how much the cap stretches all intervals at present */
  answered(id: OrderId, atMs: number, stretch: number): void {
    this.#answered.set(id, { atMs, stretch });
  }

  /**
   * @param pace the pause between two checks of this order and how much of it is the cap's stretching, as
   *   the watcher plans it now
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
    // What stretched its interval while it waited may be gone by now.
    const everyMs = (pace.everyMs / pace.stretch) * Math.max(pace.stretch, before.stretch);
    const gapMs = nowMs - before.atMs;
    this.judgedCount += 1;
    if (gapMs > steadyIntervals * everyMs + slotMs) this.lateCount += 1;
    if (gapMs <= this.#mostIntervals * everyMs + slotMs) return null;
    return `${id} was ${Math.round(gapMs)} ms old, its interval is ${Math.round(everyMs)} ms`;
  }

  /** An order is watched no longer, or everything begins anew. */
  forget(id?: OrderId): void {
    if (id === undefined) this.#answered.clear();
    else this.#answered.delete(id);
  }
}

/** What every request is held to, and what is noted of it. */
interface WitnessedWorld {
  readonly nowMs: () => number;
  readonly limits: RunLimits;
  readonly laws: RequestLaws;
  readonly gaps: GapLaw;
  readonly serviceHealth: ServiceHealthModel;
  readonly model: ToldModel;
  readonly heard: HeardOfOrders;
  /** Of the process that runs now. */
  readonly watcher: () => Watcher;
  /** Whether orders keep to their own pace: with webhooks they leave that of an audit at any time. */
  readonly keepsPace: () => boolean;
  /** Whether requests out of turn are to be expected: somebody asked by hand, or there is trouble. */
  readonly isExcused: () => boolean;
  /** By how much the wall clock was set back in all. */
  readonly clockSetBackMs: () => number;
  readonly broken: (fault: string) => void;
}

/** Sees each request from the service's end, and holds it to what was promised. */
export function requestWitness(world: WitnessedWorld): ServiceWitness {
  const { gaps, heard, laws, limits, model, nowMs, serviceHealth, watcher } = world;

  /** When asking for this order should have ended; null when it need not have. */
  const goneSinceMs = (id: OrderId): number | null => {
    const finishedMs = heard.finishedSeenMs(id);
    if (finishedMs === undefined) return null;
    // A check that trouble held up is made once it is over.
    const endedMs = Math.max(finishedMs + graceMs + world.clockSetBackMs(), model.calmSinceMs);
    return endedMs + limits.patienceMs;
  };

  return {
    sent: (id) => {
      const isExcused = world.isExcused() || heard.isReported(id, nowMs());
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
      serviceHealth.answered(nowMs());
      gaps.answered(id, nowMs(), watcher().stretch);
      if (what === 'order') heard.answered(id, model.stateOf(id)?.status.raw ?? null, nowMs());
    },
    failed: (fault) => {
      serviceHealth.failed(fault);
      if (fault === 'rate-limited') laws.pausedFor(rateLimitedForMs);
    },
  };
}
