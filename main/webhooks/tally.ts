import type { OrderId } from '../../core/order/order-id.ts';
import type { WebhookRejection } from '../../core/webhook/webhook-state.ts';

/** Unknown orders are remembered up to this many, so that inventing uuids fills no memory. */
const mostOffered = 20;

/** What came in and what was refused, since the start; for the window. */
export class Tally {
  readonly #rejected: Partial<Record<WebhookRejection, number>> = {};
  #offered: readonly OrderId[] = [];
  lastRejection: { readonly reason: WebhookRejection; readonly atMs: number } | null = null;
  accepted = 0;
  duplicates = 0;
  late = 0;
  unknownOrders = 0;

  get rejected(): Readonly<Partial<Record<WebhookRejection, number>>> {
    return { ...this.#rejected };
  }

  /** Newest first. */
  get offered(): readonly OrderId[] {
    return this.#offered;
  }

  reject(reason: WebhookRejection, atMs: number): void {
    this.#rejected[reason] = (this.#rejected[reason] ?? 0) + 1;
    this.lastRejection = { reason, atMs };
  }

  offer(id: OrderId): void {
    this.#offered = [id, ...this.#offered.filter((known) => known !== id)].slice(0, mostOffered);
  }

  withdraw(isGone: (id: OrderId) => boolean): void {
    this.#offered = this.#offered.filter((id) => !isGone(id));
  }
}
