import type { OrderId } from '../../../core/order/order-id.ts';
import type { OrderUpdate } from '../../../core/order/order-update.ts';
import type { Order } from '../../../core/order/order.ts';
import { sameValue } from '../../../core/same-value.ts';
import { coarseOrder } from '../../../core/privacy/privacy.ts';
import type { RecordedOrder } from '../../../core/recording/recorded-state.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import { endedStay } from '../../../core/watch/stop-stays.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import { movedBy } from '../watch/observation.ts';
import { OrderLimits } from '../watch/order-limits.ts';

/** An order at a moment of a replay: as it was before, as it is now, and what was found; null for nothing. */
export interface ReplayedOrder {
  readonly before: WatchedOrder | undefined;
  readonly recorded: RecordedOrder;
  readonly update: OrderUpdate | null;
}

/** What the moves of couriers are judged by, of all settings: those that say the same give the same text. */
function moveSettings({ fences, groupRules, silenceLimits, waitLimits }: Settings): string {
  const ofAll = [fences, waitLimits.notMovingMinutes, silenceLimits.silentMinutes];
  const ofGroups = groupRules.flatMap(({ group, ...own }) => {
    const limits = [
      own.fences ?? null,
      own.waitLimits?.notMovingMinutes ?? null,
      own.silenceLimits?.silentMinutes ?? null,
    ];
    return limits.some((limit) => limit !== null) ? [[group, ...limits]] : [];
  });
  return JSON.stringify([ofAll, ofGroups]);
}

/**
 * The orders of a recording as other fences and other limits of a rest would have made them: what a courier's
 * moves mean, and the trace that is remembered of them, are found again from the recorded positions, by the rules
 * of the watcher.
 */
export class JudgedOrders {
  readonly #limits: OrderLimits;
  /** The orders of which something is not as it was recorded. */
  readonly #others = new Map<OrderId, WatchedOrder>();

  constructor(settings: Settings) {
    this.#limits = new OrderLimits(settings);
  }

  /** Says when a courier's rest is too long, as it is learned. */
  judgeRestsBy(rules: Parameters<OrderLimits['judgeRestsBy']>[0]): void {
    this.#limits.judgeRestsBy(rules);
  }

  /** An order as these limits have it. */
  of(recorded: WatchedOrder): WatchedOrder {
    const other = this.#others.get(recorded.id);
    return other === undefined ? recorded : { ...other, observedAtMs: recorded.observedAtMs };
  }

  /** What an order that was recorded has become by these limits. @param before with its last answer */
  changed(replayed: ReplayedOrder, atMs: number): ReplayedOrder {
    const { before, recorded, update } = replayed;
    const { watched } = recorded;
    const known = before && this.of(before);
    const { order } = watched;
    if (known === undefined) return replayed;
    if (isCoarse(order)) {
      this.#others.delete(watched.id);
      return replayed;
    }
    const isAnswer = update !== null || !sameValue(order?.courier, known.order?.courier);
    const { move, trace } =
      isAnswer && order !== null
        ? movedBy(known, order, atMs, this.#limits.moveLimitsOf(known))
        : { move: null, trace: known.courierTrace };
    if (sameValue(trace, watched.courierTrace)) this.#others.delete(watched.id);
    else this.#others.set(watched.id, { ...watched, courierTrace: trace });
    const after = this.of(watched);
    return {
      ...replayed,
      before: known,
      recorded: after === watched ? recorded : { ...recorded, watched: after },
      update: update && judgedUpdate(update, move, known, after),
    };
  }
}

/** Whether the positions of an order that is over were made coarse: they say no more what a move meant. */
function isCoarse(order: Order | null): boolean {
  const fix = order?.courier?.fix ?? null;
  return fix !== null && sameValue(order, order && coarseOrder(order));
}

/** The judgements of a replay: desks with the same limits have one in common. */
export class Judgements {
  readonly #all = new Map<string, JudgedOrders>();

  /** @returns null where the orders were recorded with these limits */
  of(settings: Settings, recorded: Settings): JudgedOrders | null {
    const limits = moveSettings(settings);
    if (limits === moveSettings(recorded)) return null;
    const judged = this.#all.get(limits) ?? new JudgedOrders(settings);
    this.#all.set(limits, judged);
    return judged;
  }

  get all(): Iterable<JudgedOrders> {
    return this.#all.values();
  }
}

function judgedUpdate(
  { endedStay: _recorded, ...update }: OrderUpdate,
  move: OrderUpdate['move'],
  before: WatchedOrder,
  after: WatchedOrder,
): OrderUpdate {
  const stay = endedStay(before, after);
  return { ...update, move, ...(stay !== null && { endedStay: stay }) };
}
