import { defaultFences, type Fences } from '../../core/order/courier-move.ts';
import type { PaceLimits } from '../../core/watch/cadence.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import type { GroupLimits, WatchLimits } from './ports.ts';

/** The limits for each order: those of its group, where that has its own, else those for all. */
export class OrderLimits {
  #limits: WatchLimits;
  #groups: ReadonlyMap<string, GroupLimits>;

  constructor(limits: WatchLimits) {
    this.#limits = limits;
    this.#groups = byGroup(limits);
  }

  set(limits: WatchLimits): void {
    this.#limits = limits;
    this.#groups = byGroup(limits);
  }

  fencesOf(watched: Pick<WatchedOrder, 'preferences'>): Fences {
    return this.#groupOf(watched)?.fences ?? this.#limits.fences ?? defaultFences;
  }

  pacesOf(watched: Pick<WatchedOrder, 'preferences'>): PaceLimits {
    return this.#groupOf(watched)?.paces ?? this.#limits;
  }

  #groupOf({ preferences }: Pick<WatchedOrder, 'preferences'>): GroupLimits | undefined {
    const group = preferences?.group ?? null;
    return group === null ? undefined : this.#groups.get(group);
  }
}

function byGroup({ groupRules = [] }: WatchLimits): ReadonlyMap<string, GroupLimits> {
  return new Map(groupRules.map((rule) => [rule.group, rule]));
}
