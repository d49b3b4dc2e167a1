import type { IncomingHttpHeaders } from 'node:http';
import { type Dispatcher, Pool } from 'undici';

/*
 * A plain poller on undici: each order has its place in the interval, what is due leaves in slots, an
 * ETag saves the body. It compares, keeps and tells nothing, and notices no failure.
 */

const slotMs = 250;
/** What one slot may send at most; the rest waits for the next one. */
const mostAtOnce = 64;

/** One order, which is also the handler of its own answer. */
class PolledOrder implements Dispatcher.DispatchHandler {
  readonly #path: string;
  #etag: string | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  ask(pool: Pool): void {
    const headers = ['authorization', 'Bearer bench-token'];
    if (this.#etag !== null) headers.push('if-none-match', this.#etag);
    pool.dispatch({ method: 'GET', path: this.#path, headers }, this);
  }

  onRequestStart(): void {
    // Nothing to do, but undici calls it.
  }

  onResponseStart(_controller: unknown, _status: number, { etag }: IncomingHttpHeaders): void {
    if (etag !== undefined) this.#etag = etag;
  }

  onResponseData(): void {
    // It is read and forgotten.
  }

  onResponseEnd(): void {
    // The pool has its connection back.
  }

  onResponseError(): void {
    // The next turn asks again.
  }
}

/** Asks for all orders in turn, evenly over the interval. */
export function pollByUndici(addresses: readonly string[], intervalMs: number): void {
  const orders = addresses.map((address) => new PolledOrder(new URL(address).pathname));
  const pool = new Pool(new URL(addresses[0] ?? 'http://127.0.0.1').origin, {
    connections: mostAtOnce,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  let asked = 0;
  const startedMs = performance.now();
  setInterval(() => {
    const due = Math.floor(((performance.now() - startedMs) / intervalMs) * orders.length);
    for (asked = Math.max(asked, due - mostAtOnce); asked < due; asked += 1) {
      orders[asked % orders.length]?.ask(pool);
    }
  }, slotMs);
}
