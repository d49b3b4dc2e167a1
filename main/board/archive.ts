import type { ArchiveChoice } from '../../core/watch/archive.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { ArchiveStore } from './ports.ts';

/** Which orders the dispatcher put into the archive or took out of it. */
export class ArchiveChoices {
  readonly #store: ArchiveStore;
  readonly #choices: Map<OrderId, ArchiveChoice>;

  constructor(store: ArchiveStore) {
    this.#store = store;
    this.#choices = new Map(store.load());
  }

  choiceOf(id: OrderId): ArchiveChoice | null {
    return this.#choices.get(id) ?? null;
  }

  /** @throws when it could not be written; nothing changed then */
  choose(ids: readonly OrderId[], choice: ArchiveChoice): void {
    this.#store.save(ids, choice);
    for (const id of ids) this.#choices.set(id, choice);
  }

  ordersRemoved(ids: readonly OrderId[]): void {
    for (const id of ids) this.#choices.delete(id);
  }
}
