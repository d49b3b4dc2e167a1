import { defaultMoveLimits, type MoveLimits } from '../../../core/order/courier-move.ts';
import type { PaceLimits } from '../../../core/watch/cadence.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { GroupLimits, WatchLimits } from './ports.ts';

const minuteMs = 60_000;

/** The settings that are {@link WatchLimits}. */
export const limitSettings = [
  'requestsPerMinute',
  'activeEverySeconds',
  'paceSeconds',
  'fences',
  'waitLimits',
  'silenceLimits',
  'groupRules',
] as const satisfies readonly (keyof WatchLimits)[];

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

  /** What the moves of this order's courier are judged by. */
  moveLimitsOf(watched: Pick<WatchedOrder, 'preferences'>): MoveLimits {
    const group = this.#groupOf(watched);
    const waits = group?.waitLimits ?? this.#limits.waitLimits;
    const silence = group?.silenceLimits ?? this.#limits.silenceLimits;
    return {
      ...defaultMoveLimits,
      ...(group?.fences ?? this.#limits.fences),
      ...(waits && { stoodMs: waits.notMovingMinutes * minuteMs }),
      ...(silence && { silentMs: silence.silentMinutes * minuteMs }),
    };
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
