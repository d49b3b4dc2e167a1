import { failureScope } from '../../core/delivery/delivery-failure.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { ServiceHealth } from '../../core/watch/service-health.ts';
import { isOver } from '../../core/transfer/portable-order.ts';
import type { OrderProblem, WatchedOrder } from '../../core/watch/watched-order.ts';
import type { Clock } from '../../core/clock.ts';
import type { Watch } from '../engine/watch/ports.ts';
import { exitCodes } from './exit-codes.ts';
import type { WatchMode } from './watch-arguments.ts';

/** The exit codes of watching. */
export type WatchExitCode = (typeof exitCodes)[
  | 'asAsked'
  | 'credentialsRefused'
  | 'unreachable'
  | 'ordersUnread'];

/** What the end is decided from. */
export interface WatchEndParts {
  readonly mode: WatchMode;
  readonly watch: Pick<Watch, 'get' | 'pace'>;
  readonly clock: Pick<Clock, 'wallMs'>;
}

/** What was known of an order before this run asked. */
interface Known {
  readonly observedAtMs: number | null;
  readonly problem: OrderProblem | null;
}

/**
 * Whether watching has come to its end, and with which code. Only the orders that changed are looked
 * at, so that the cost grows with the changes and not with the length of the list.
 */
export class WatchEnd {
  readonly #parts: WatchEndParts;
  readonly #known = new Map<OrderId, Known>();
  readonly #open = new Set<OrderId>();
  #isAnyGone = false;

  /** @param orders the watched orders as they are before the first check */
  constructor(parts: WatchEndParts, orders: readonly WatchedOrder[]) {
    this.#parts = parts;
    for (const { id, observedAtMs, problem } of orders) {
      this.#known.set(id, { observedAtMs, problem });
      this.#open.add(id);
    }
  }

  /** @returns the exit code, or null to go on */
  ordersChanged(ids: readonly OrderId[]): WatchExitCode | null {
    if (this.#parts.mode === 'follow') return null;
    for (const id of ids) {
      const watched = this.#parts.watch.get(id);
      if (watched === undefined || !this.#known.has(id)) continue;
      if (this.#isOver(watched)) this.#open.delete(id);
      else this.#open.add(id);
    }
    return this.#open.size > 0 ? null : this.#code();
  }

  /** Orders that are on no list any more are not read again. @returns the exit code, or null to go on */
  ordersRemoved(ids: readonly OrderId[]): WatchExitCode | null {
    if (this.#parts.mode === 'follow') return null;
    for (const id of ids) if (this.#open.delete(id)) this.#isAnyGone = true;
    return this.#open.size > 0 ? null : this.#code();
  }

  /** @returns the exit code, or null to go on */
  serviceHealthChanged(serviceHealth: ServiceHealth): WatchExitCode | null {
    if (serviceHealth.state === 'reachable') return null;
    const { cause } = serviceHealth;
    // A script has no person who enters other credentials. Those that have worked may work again.
    const isRefused = cause === 'credentials-refused' && !this.#haveWorked;
    if (serviceHealth.retryAtMs === null || isRefused || cause === 'desk-revoked') {
      return exitCodes.credentialsRefused;
    }
    if (this.#parts.mode !== 'once') return null;
    if (cause === 'credentials-refused' || cause === 'authorization-refused') {
      return exitCodes.credentialsRefused;
    }
    // A service that asks for a pause can be reached, and says when to ask again.
    return cause === 'rate-limited' ? null : exitCodes.unreachable;
  }

  /** Whether the service has answered about an order in this run, which it does only with a token. */
  get #haveWorked(): boolean {
    return this.#parts.watch.pace.lastAnswerAtMs !== null;
  }

  #isOver(watched: WatchedOrder): boolean {
    const known = this.#known.get(watched.id);
    const isAnswered = watched.observedAtMs !== (known?.observedAtMs ?? null);
    const isRefused = watched.problem !== null && watched.problem !== known?.problem;
    if (this.#parts.mode === 'once') return isAnswered || isRefused;
    // The plan of a hub is not always known to its desks; what an order is says it, too.
    return (isAnswered || isRefused) && isOver(watched, this.#parts.clock.wallMs());
  }

  #code(): WatchExitCode {
    let code: WatchExitCode = this.#isAnyGone ? exitCodes.ordersUnread : exitCodes.asAsked;
    for (const id of this.#known.keys()) {
      const problem = this.#parts.watch.get(id)?.problem ?? null;
      if (problem === null) continue;
      if (failureScope(problem.code) !== 'order') return exitCodes.unreachable;
      code = exitCodes.ordersUnread;
    }
    return code;
  }
}
