import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { DeliveryService } from '@waybell/simulator';
import { settle } from '../fake-clock.ts';

/** The network is at rest after this many turns of the event loop without a change. */
const turnsWhenIdle = 4;
/** While requests are open it takes more turns: an answer may still be in the kernel. */
const turnsWhenHeld = 30;
/** Longer than any limit on a connection attempt that a test chooses. */
const patienceMs = 8000;

/**
 * Detects when the network between undici and a simulated service is at rest: no bytes are on their way,
 * and the service holds every open request until time passes. A test moves time only then, so that
 * nothing races with it.
 */
export class NetworkRest {
  readonly #service: DeliveryService;
  readonly #isWaitedFor: () => boolean;
  readonly #open = new Set<unknown>();
  readonly #created = (message: unknown): void => {
    this.#open.add(requestOf(message));
  };
  readonly #ended = (message: unknown): void => {
    this.#open.delete(requestOf(message));
  };

  /** @param isWaitedFor whether a check is under way, which may still decompress its answer */
  constructor(service: DeliveryService, isWaitedFor: () => boolean) {
    this.#service = service;
    this.#isWaitedFor = isWaitedFor;
    subscribe('undici:request:create', this.#created);
    subscribe('undici:request:trailers', this.#ended);
    subscribe('undici:request:error', this.#ended);
  }

  /** Requests that undici has created and not finished. */
  get openCount(): number {
    return this.#open.size;
  }

  /** @throws when the network does not come to rest */
  async reached(): Promise<void> {
    const untilMs = performance.now() + patienceMs;
    let still = 0;
    let before = '';
    for (;;) {
      await settle();
      const { inFlight, total, openConnections } = this.#service.counts();
      const now = `${this.#open.size} ${inFlight} ${total} ${openConnections}`;
      const isHeld = this.#open.size > 0 ? this.#open.size <= inFlight : !this.#isWaitedFor();
      const isAtRest = isHeld && now === before;
      still = isAtRest ? still + 1 : 0;
      before = now;
      if (still >= (this.#open.size === 0 ? turnsWhenIdle : turnsWhenHeld)) return;
      if (performance.now() > untilMs) throw new Error(`the network does not rest: ${now}`);
    }
  }

  close(): void {
    unsubscribe('undici:request:create', this.#created);
    unsubscribe('undici:request:trailers', this.#ended);
    unsubscribe('undici:request:error', this.#ended);
  }
}

function requestOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'request' in message
    ? message.request
    : message;
}
