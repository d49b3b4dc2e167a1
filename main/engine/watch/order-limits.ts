import { defaultMoveLimits, type MoveLimits } from '../../../core/order/courier-move.ts';
import type { PaceLimits } from '../../../core/watch/cadence.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { GroupLimits, RestRules, WatchLimits } from './ports.ts';

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
  #restRules: RestRules | null = null;

  constructor(limits: WatchLimits) {
    this.#limits = limits;
    this.#groups = byGroup(limits);
  }

  set(limits: WatchLimits): void {
    this.#limits = limits;
    this.#groups = byGroup(limits);
  }

  /** Says when a courier's rest is too long; until then that is as it is set. */
  judgeRestsBy(rules: RestRules): void {
    this.#restRules = rules;
  }

  /** What the moves of this order's courier are judged by: a rest by the limit that calls it too long. */
  moveLimitsOf(watched: WatchedOrder): MoveLimits {
    const group = this.#groupOf(watched);
    const waits = group?.waitLimits ?? this.#limits.waitLimits;
    const silence = group?.silenceLimits ?? this.#limits.silenceLimits;
    return {
      ...defaultMoveLimits,
      ...(group?.fences ?? this.#limits.fences),
      ...(waits && { stoodMs: waits.notMovingMinutes * minuteMs }),
      ...(silence && { silentMs: silence.silentMinutes * minuteMs }),
      ...this.#restsOf(watched),
    };
  }

  pacesOf(watched: Pick<WatchedOrder, 'preferences'>): PaceLimits {
    return this.#groupOf(watched)?.paces ?? this.#limits;
  }

  #restsOf(watched: WatchedOrder): Partial<MoveLimits> {
    const rules = this.#restRules?.(watched);
    return rules === undefined ? {} : { stoodMs: rules.notMovingMs, silentMs: rules.silentMs };
  }

  #groupOf({ preferences }: Pick<WatchedOrder, 'preferences'>): GroupLimits | undefined {
    const group = preferences?.group ?? null;
    return group === null ? undefined : this.#groups.get(group);
  }
}

function byGroup({ groupRules = [] }: WatchLimits): ReadonlyMap<string, GroupLimits> {
  return new Map(groupRules.map((rule) => [rule.group, rule]));
}
