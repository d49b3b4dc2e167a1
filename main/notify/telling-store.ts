import type { OrderId } from '../../core/order/order-id.ts';
import type { Telling } from '../../core/notification/telling.ts';
import type { Clock } from '../watch/clock.ts';
import type { Outbox } from './ports.ts';

/** What a {@link TellingStore} is made of. */
export interface TellingStoreParts {
  readonly outbox: Pick<Outbox, 'put'>;
  readonly clock: Clock;
  /** Something is in the outbox. Called once for all that came in one turn. */
  readonly stored: () => void;
}

/** When a disk that refused is tried again. */
const retryMs = 2000;
/** So many wait for the disk at most; the oldest go first. */
const mostWaiting = 1000;

/**
 * Puts into the outbox what is told beside the updates of orders: waits, counts, what is told again. An
 * update is stored with its own tellings by the watcher, which tries again; these are tried again here.
 */
export class TellingStore {
  readonly #parts: TellingStoreParts;
  #waiting: Telling[] = [];
  #cancelRetry: (() => void) | null = null;
  #isAnnounced = false;

  constructor(parts: TellingStoreParts) {
    this.#parts = parts;
  }

  tell(telling: Telling): void {
    this.#waiting = [...this.#waiting, telling].slice(-mostWaiting);
    if (this.#cancelRetry === null) this.#store();
  }

  /** These orders left the watch list: what still waits about them has nobody to tell. */
  forget(ids: readonly OrderId[]): void {
    if (this.#waiting.length === 0) return;
    const gone = new Set(ids);
    this.#waiting = this.#waiting.filter(({ orderId }) => orderId === null || !gone.has(orderId));
  }

  /** What the disk has not taken by now is told by nobody; the list shows the orders. */
  stop(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    this.#waiting = [];
  }

  #store(): void {
    const { clock, outbox } = this.#parts;
    this.#cancelRetry = null;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const [index, telling] of waiting.entries()) {
      try {
        outbox.put(telling);
      } catch {
        this.#waiting = waiting.slice(index);
        this.#cancelRetry = clock.schedule(() => this.#store(), retryMs);
        return;
      }
      this.#announce();
    }
  }

  #announce(): void {
    if (this.#isAnnounced) return;
    this.#isAnnounced = true;
    // Hundreds may come in one turn, and the outbox is read as a whole.
    this.#parts.clock.schedule(() => {
      this.#isAnnounced = false;
      this.#parts.stored();
    }, 0);
  }
}
