import type { IncomingHttpHeaders } from 'node:http';
import { Client } from 'undici';
import type { Dispatcher } from 'undici';

/*
 * What is left when all of Waybell is taken away: undici at its lowest level, one connection per request
 * under way, ETags, and requests that leave evenly in slots. Nothing is compared, kept or told, no
 * failure is noticed. Whoever asks by undici in so even a way cannot be cheaper.
 */

const slotMs = 25;
const mostConnections = 64;

interface Known {
  readonly path: string;
  etag: string | null;
}

/** One connection and the request on it. */
class Connection implements Dispatcher.DispatchHandler {
  readonly #client: Client;
  readonly #free: Connection[];
  #asked: Known | null = null;

  constructor(origin: string, free: Connection[]) {
    this.#client = new Client(origin, { pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
    this.#free = free;
  }

  ask(order: Known): void {
    this.#asked = order;
    const headers = ['authorization', 'Bearer bench-token'];
    if (order.etag !== null) headers.push('if-none-match', order.etag);
    this.#client.dispatch({ method: 'GET', path: order.path, headers }, this);
  }

  onRequestStart(): void {
    // Nothing to do, but undici calls it.
  }

  onResponseStart(_controller: unknown, _status: number, { etag }: IncomingHttpHeaders): void {
    if (this.#asked !== null && etag !== undefined) this.#asked.etag = etag;
  }

  onResponseData(): void {
    // It is read and forgotten.
  }

  onResponseEnd(): void {
    this.#free.push(this);
  }

  onResponseError(): void {
    this.#free.push(this);
  }
}

/** Asks for all orders in turn, evenly over the interval; what does not find a connection is left out. */
export function pollByUndiciAlone(addresses: readonly string[], intervalMs: number): void {
  const orders = addresses.map((address): Known => ({
    path: new URL(address).pathname,
    etag: null,
  }));
  const free: Connection[] = [];
  let connections = 0;
  let asked = 0;
  const startedMs = performance.now();
  setInterval(() => {
    const due = Math.floor(((performance.now() - startedMs) / intervalMs) * orders.length);
    for (asked = Math.max(asked, due - mostConnections); asked < due; asked += 1) {
      const order = orders[asked % orders.length];
      const connection = free.pop() ?? another();
      if (order === undefined || connection === null) continue;
      connection.ask(order);
    }
  }, slotMs);

  function another(): Connection | null {
    if (connections === mostConnections) return null;
    connections += 1;
    return new Connection(new URL(addresses[0] ?? '').origin, free);
  }
}
