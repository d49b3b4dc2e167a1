import { isFinished } from '../../../core/order/order-status.ts';
import { checkEveryMs, paceMs } from '../../../core/watch/cadence.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { Clock } from '../../../core/clock.ts';
import type { OrderLimits } from './order-limits.ts';
import type { AuditPace } from './ports.ts';
import type { WatchEntry } from './watch-list.ts';

/** What a {@link CheckPace} works with. */
export interface CheckPaceParts {
  readonly clock: Clock;
  readonly orderLimits: Pick<OrderLimits, 'pacesOf'>;
  /** Default: nothing else reports changes, so every order is checked at its own pace. */
  readonly auditPace?: AuditPace;
  /** The shortest pause between two checks of one order that the service allows. */
  readonly statedEveryMs: () => number;
}

/** How often an order is checked: by its state, the settings, webhooks, battery and the service. */
export class CheckPace {
  readonly #parts: CheckPaceParts;
  #factor = 1;
  #lastReadAtMs = 0;

  constructor(parts: CheckPaceParts) {
    this.#parts = parts;
  }

  /** An order was read well at this time, which is null where it never was. */
  read(atMs: number | null): void {
    this.#lastReadAtMs = Math.max(this.#lastReadAtMs, atMs ?? 0);
  }

  /** @returns whether the factor changed */
  setFactor(factor: number): boolean {
    if (factor === this.#factor) return false;
    this.#factor = factor;
    return true;
  }

  /**
   * Null when the order needs no more checks.
   *
   * @param isOpen its details are open: a person looks at them, and so at where its courier is
   */
  everyMs({ watched }: WatchEntry, isOpen = false): number | null {
    const { auditPace, clock, orderLimits, statedEveryMs } = this.#parts;
    const limits = orderLimits.pacesOf(watched);
    const byStateMs = checkEveryMs(watched, limits, clock.wallMs(), this.#lastReadAtMs);
    if (byStateMs === null) return null;
    // An order that was never answered may turn out to be on its way.
    const isUnknown = watched.order === null && watched.problem === null;
    const isFollowed = isOpen && isOnItsWay(watched);
    const everyMs =
      isUnknown || isFollowed ? Math.min(byStateMs, paceMs('moving', limits)) : byStateMs;
    const auditedMs = isFollowed ? everyMs : (auditPace?.(watched, everyMs) ?? everyMs);
    return Math.max(auditedMs * this.#factor, statedEveryMs());
  }
}

/** Whether something may happen to an order at any moment. */
function isOnItsWay({ order, problem }: WatchedOrder): boolean {
  return order !== null && problem === null && !isFinished(order.status.phase);
}
