import type { OrderId } from '../../core/order/order-id.ts';

/** About 1 ms of a laptop's time. */
const recordedAtOnce = 500;

/** What {@link NewOrders} work with. */
export interface NewOrdersParts {
  /** The same orders in the order in which they will be asked for. */
  readonly inTurn: (ids: readonly OrderId[]) => OrderId[];
  /** Records an order as it is by then, unless it was removed meanwhile. */
  readonly record: (id: OrderId) => void;
}

/**
 * Orders that were added by the thousand and that nothing is recorded of yet: that is done in turns, and in
 * the order in which their places come round. What is stored of an order grows tenfold with its first
 * answer. Those that answer one after the other then lie side by side in the database, and few of its
 * pages are written anew; in the order of a paste nearly every answer would split a page of its own.
 */
export class NewOrders {
  readonly #parts: NewOrdersParts;
  #inLine: OrderId[] = [];
  #unsorted: OrderId[] = [];

  constructor(parts: NewOrdersParts) {
    this.#parts = parts;
  }

  get areWaiting(): boolean {
    return this.#inLine.length > 0 || this.#unsorted.length > 0;
  }

  takeUp(ids: readonly OrderId[]): void {
    this.#unsorted = this.#unsorted.concat(ids);
  }

  /** Goes on recording, as far as one turn of the event loop allows. */
  goOn(): void {
    if (this.#unsorted.length > 0) {
      this.#inLine = this.#inLine.concat(this.#parts.inTurn(this.#unsorted));
      this.#unsorted = [];
      return;
    }
    for (const id of this.#inLine.splice(0, recordedAtOnce)) this.#parts.record(id);
  }

  /** Records all that waits, whatever time it takes. */
  finish(): void {
    while (this.areWaiting) this.goOn();
  }
}
