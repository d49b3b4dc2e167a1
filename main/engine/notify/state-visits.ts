import type { OrderId } from '../../../core/order/order-id.ts';

/** An order that comes to one state this often within {@link windowMs} goes back and forth. */
const manyVisits = 3;
const windowMs = 10 * 60_000;

/**
 * Notices orders that go back and forth: the same state, visited again and again. Progress never is, however
 * fast it goes.
 */
export class StateVisits {
  readonly #visits = new Map<
    OrderId,
    readonly { readonly state: string; readonly atMs: number }[]
  >();

  /** An order came to a state. Reported again while it stays there, it counts once. */
  visited(id: OrderId, state: string, atMs: number): void {
    const recent = this.#recent(id, atMs);
    if (recent.at(-1)?.state === state) return;
    this.#visits.set(id, [...recent, { state, atMs }]);
  }

  /** Whether an order goes back and forth. */
  isFlapping(id: OrderId, atMs: number): boolean {
    const counts = new Map<string, number>();
    for (const { state } of this.#recent(id, atMs)) {
      const count = (counts.get(state) ?? 0) + 1;
      if (count >= manyVisits) return true;
      counts.set(state, count);
    }
    return false;
  }

  forget(id: OrderId): void {
    this.#visits.delete(id);
  }

  #recent(id: OrderId, atMs: number) {
    // The clock may have been set back since.
    return (this.#visits.get(id) ?? []).filter((visit) => Math.abs(atMs - visit.atMs) < windowMs);
  }
}
