import type { OrderId } from '../../../core/order/order-id.ts';
import type { OrderUpdate } from '../../../core/order/order-update.ts';
import type { Order } from '../../../core/order/order.ts';
import type { Notification, NotificationEvent } from '../../../core/notification/notification.ts';

/** A state of an order and since when it holds, in monotonic milliseconds. */
interface OrderState {
  readonly sinceMs: number;
  readonly order: Order;
}

/** How long a finished order is still checked: its price may be amended. */
export const graceMs = 2 * 3_600_000;

/**
 * A second, short implementation of what must be notified, without the product's code. The updates of an
 * order form a chain of states that it really had: each state is newer than the one before, none comes
 * twice, and none is missing that held long enough while nothing was wrong. Each step is one event.
 */
export class NotificationModel {
  readonly #lives = new Map<OrderId, OrderState[]>();
  #calmSinceMs = 0;
  #clockSetAtMs = Number.NEGATIVE_INFINITY;

  /** Since when nothing has been wrong. */
  get calmSinceMs(): number {
    return this.#calmSinceMs;
  }

  stateOf(id: OrderId): Order | undefined {
    return this.#lives.get(id)?.at(-1)?.order;
  }

  /** The service has a new state of an order. */
  lives(order: Order, sinceMs: number): void {
    const life = this.#lives.get(order.id) ?? [];
    life.push({ sinceMs, order });
    this.#lives.set(order.id, life);
  }

  /** The order is not watched any more. */
  forget(id: OrderId): void {
    this.#lives.delete(id);
  }

  /** Something is wrong or was until now: no state from before this moment has to be seen in time. */
  disturbed(nowMs: number): void {
    this.#calmSinceMs = nowMs;
  }

  /** The wall clock jumped. The program measures on it how long an order has been finished. */
  clockWasSet(nowMs: number): void {
    this.#clockSetAtMs = nowMs;
  }

  /** The states that have held for `withinMs` while nothing was wrong, so that they must be known. */
  mustBeKnown(nowMs: number, withinMs: number): readonly Order[] {
    return [...this.#lives.values()].flatMap((life) => {
      const last = life.at(-1);
      if (last === undefined) return [];
      const knownByMs = Math.max(last.sinceMs, this.#calmSinceMs) + withinMs;
      return nowMs >= knownByMs && this.#isAskedUntil(life, knownByMs) ? [last.order] : [];
    });
  }

  /** Whether the order is still checked at that time: a finished one only for {@link graceMs}. */
  #isAskedUntil(life: readonly OrderState[], atMs: number): boolean {
    const finished = life.find(({ order }) => isFinishedWord(order.status.raw));
    if (finished === undefined) return true;
    return this.#clockSetAtMs < finished.sinceMs && atMs <= finished.sinceMs + graceMs;
  }

  /** What is wrong with the stored updates of one order; empty when all is well. */
  faultsIn(
    id: OrderId,
    updates: readonly OrderUpdate[],
    knownNote: string | null,
  ): readonly string[] {
    const life = this.#lives.get(id) ?? [];
    const faults: string[] = [];
    let at = -1;
    let note: string | null | undefined;
    for (const update of updates) {
      // An order that answered 404 appeared: that is no step of its life.
      if (update.kinds.includes('order_created') && update.changes.length === 0) continue;
      // Words of the service beside its kinds are no step either.
      if (update.kinds.every((kind) => kind === 'service_reported')) continue;
      const step = update.changes.find((change) => change.field === 'note_to_courier');
      if (step?.field !== 'note_to_courier') {
        faults.push(`update without a step: ${update.kinds.join('+')}`);
        continue;
      }
      if (note !== undefined && step.before !== note) {
        faults.push(`chain broken: ${note} then ${step.before} to ${step.after}`);
      }
      const from = life.findIndex((state) => state.order.noteToCourier === step.before);
      const to = life.findIndex((state) => state.order.noteToCourier === step.after);
      if (from < 0 || to <= from || to <= at) faults.push(`not forward: ${from} to ${to}`);
      at = to;
      note = step.after;
    }
    if (note !== undefined && knownNote !== note) {
      faults.push(`known state ${knownNote} without an update from ${note}`);
    }
    return faults;
  }

  /** What is wrong with the notifications of one order, given its updates; empty when all is well. */
  faultsInNotifications(
    updates: readonly OrderUpdate[],
    notifications: readonly Notification[],
  ): readonly string[] {
    const expected = updates.flatMap((update) => {
      const from = this.#stateWithNote(update, 'before');
      const to = this.#stateWithNote(update, 'after');
      return from === undefined || to === undefined ? [] : eventBetween(from, to);
    });
    const notified = notifications
      .map((notification) => notification.event)
      .filter((event) => !notifiedBeside.has(event));
    return JSON.stringify(expected) === JSON.stringify(notified)
      ? []
      : [`expected ${expected.join(', ')} but notified ${notified.join(', ')}`];
  }

  #stateWithNote(update: OrderUpdate, side: 'before' | 'after'): Order | undefined {
    const step = update.changes.find((change) => change.field === 'note_to_courier');
    const life = this.#lives.get(update.orderId) ?? [];
    return life.find((state) => state.order.noteToCourier === step?.[side])?.order;
  }
}

/** Notified beside the steps: that an order appeared, and that its note is another, which names the step here. */
const notifiedBeside: ReadonlySet<NotificationEvent> = new Set(['created', 'noteChanged']);

/** Whether an order in this status is finished: only an amendment can follow. */
export function isFinishedWord(word: string | null): boolean {
  return word === 'completed' || word === 'cancelled';
}

/** What a dispatcher is notified of when an order went from one state to another, or nothing. */
function eventBetween(from: Order, to: Order): NotificationEvent | [] {
  const was = from.status.raw;
  const is = to.status.raw;
  const isPriceNew = is === 'completed' && from.price?.amount !== to.price?.amount;
  if (is === 'cancelled' && was !== is) return 'cancelled';
  if (is === 'completed' && was !== is) return isPriceNew ? 'completedAndAmended' : 'completed';
  if (isPriceNew) return 'amended';
  if (isFinishedWord(is)) return [];
  const before = from.courier?.name ?? null;
  const after = to.courier?.name ?? null;
  if (before !== null && after === null) return 'released';
  if (before !== null && before !== after) return 'courierChanged';
  if (before === null && after !== null) return 'matched';
  if (was === is) return [];
  return is === 'at_the_gate' ? 'unknownStatus' : 'statusChanged';
}
