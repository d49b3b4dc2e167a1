import type { OrderId } from '../../../core/order/order-id.ts';
import type { Watcher } from '../../../main/watch/watcher.ts';
import type { GapLaw } from './gap-law.ts';
import type { HeardOfOrders } from './heard-of-orders.ts';
import type { RequestLaws } from './request-laws.ts';
import type { RunLimits } from './run-limits.ts';
import type { SightModel } from './sight-model.ts';
import { rateLimitedForMs, type ServiceWitness } from '../world/simulated-service.ts';
import { graceMs, type ToldModel } from './told-model.ts';

/** What every request is held to, and what is noted of it. */
export interface WitnessedWorld {
  readonly nowMs: () => number;
  readonly limits: RunLimits;
  readonly laws: RequestLaws;
  readonly gaps: GapLaw;
  readonly sight: SightModel;
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
  const { gaps, heard, laws, limits, model, nowMs, sight, watcher } = world;

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
      laws.sent(id, watcher().sight.state === 'blind', isExcused ? null : goneSinceMs(id));
    },
    ended: (id) => laws.ended(id),
    answered: (id, what) => {
      sight.answered(nowMs());
      gaps.answered(id, nowMs(), watcher().stretch);
      if (what === 'order') heard.answered(id, model.stateOf(id)?.status.raw ?? null, nowMs());
    },
    failed: (fault) => {
      sight.failed(fault);
      if (fault === 'rate-limited') laws.pausedFor(rateLimitedForMs);
    },
  };
}
