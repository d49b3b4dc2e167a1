import type { IncomingHttpHeaders } from 'node:http';
import { Pool, type Dispatcher } from 'undici';

/** Begins to poll every order; what one would write instead of using Waybell. */
export type StartPeer = (addresses: readonly string[], intervalMs: number) => void;

const headers = { authorization: 'Bearer bench-token' };
/** Who polls keeps at least the last answer, to see what changed. */
const last = new Map<string, unknown>();

function keep(address: string, answer: unknown): void {
  if (JSON.stringify(answer) !== JSON.stringify(last.get(address))) last.set(address, answer);
}

async function fetchOrder(address: string): Promise<unknown> {
  const answer = await fetch(address, { headers });
  const order: unknown = await answer.json();
  keep(address, order);
  return order;
}

const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined);

/** What Waybell is measured beside; docs/bench/watcher.md says what each is. */
export const peers: Readonly<Record<string, StartPeer>> = {
  fetch(addresses, intervalMs) {
    for (const address of addresses) {
      quietly(fetchOrder(address));
      setInterval(() => quietly(fetchOrder(address)), intervalMs);
    }
  },
  undici: pollByUndici,
  /** A process that does nothing at all: what Node itself wakes for. */
  nothing() {},
  /** One timer a second and undici, nothing kept: the least that can poll at all. */
  script(addresses, intervalMs) {
    const pool = new Pool(new URL(addresses[0] ?? 'http://127.0.0.1').origin, { connections: 8 });
    const turns = Math.max(1, Math.round(intervalMs / 1000));
    let turn = 0;
    setInterval(() => {
      for (let at = turn % turns; at < addresses.length; at += turns) {
        const { pathname } = new URL(addresses[at] ?? '');
        quietly(
          pool
            .request({ method: 'GET', path: pathname, headers })
            .then(({ body }) => body.json())
            .then((order) => keep(pathname, order)),
        );
      }
      turn += 1;
    }, 1000);
  },
};

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
    const fields = ['authorization', 'Bearer bench-token'];
    if (this.#etag !== null) fields.push('if-none-match', this.#etag);
    pool.dispatch({ method: 'GET', path: this.#path, headers: fields }, this);
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
function pollByUndici(addresses: readonly string[], intervalMs: number): void {
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
