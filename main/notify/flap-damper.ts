import { flapStep } from '../../core/notification/flap-damping.ts';
import type { FlapTrace } from '../../core/notification/flap-damping.ts';
import { flappingTelling } from '../../core/notification/desk-telling.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { TellingWords } from '../../core/notification/telling-dictionary.ts';
import type { Telling } from '../../core/notification/telling.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import type { Clock } from '../watch/clock.ts';
import { isToldAgain } from './told-again.ts';

/** What a {@link FlapDamper} is made of. */
export interface FlapDamperParts {
  readonly clock: Clock;
  readonly watched: (id: OrderId) => WatchedOrder | undefined;
  /** Stores the count, to be told like anything else. */
  readonly tell: (telling: Telling) => void;
  /** English unless given. */
  readonly words?: () => TellingWords;
}

/** It is over when an order kept still for so long; */
const calmMs = 60_000;
/** while it goes on, the count is told this often. */
const countEveryMs = 5 * 60_000;

interface Damped {
  readonly trace: FlapTrace;
  /** Since when changes are only counted; null while they are told. */
  readonly dampedSinceMs: number | null;
  readonly cancel: () => void;
}

/**
 * Keeps an order that goes back and forth from telling each turn, and tells the count in its place.
 * What it remembers lives as long as the program: after a restart two more are told at most.
 */
export class FlapDamper {
  readonly #parts: FlapDamperParts;
  readonly #orders = new Map<OrderId, Damped>();

  constructor(parts: FlapDamperParts) {
    this.#parts = parts;
  }

  /** Whether a telling is only counted. Each telling is handed in once. */
  isDamped(telling: Telling): boolean {
    const { orderId, event, decidedAtMs } = telling;
    if (orderId === null || isToldAgain(telling)) return false;
    const before = this.#orders.get(orderId);
    const { trace, isDamped } = flapStep(before?.trace ?? null, event, decidedAtMs);
    if (trace === null || trace === before?.trace) return isDamped;
    before?.cancel();
    const dampedSinceMs = isDamped ? (before?.dampedSinceMs ?? decidedAtMs) : null;
    const cancel = this.#parts.clock.schedule(
      () => this.#count(orderId),
      dampedSinceMs === null
        ? countEveryMs
        : Math.min(calmMs, Math.max(0, dampedSinceMs + countEveryMs - decidedAtMs)),
    );
    this.#orders.set(orderId, { trace, dampedSinceMs, cancel });
    return isDamped;
  }

  stop(): void {
    for (const { cancel } of this.#orders.values()) cancel();
    this.#orders.clear();
  }

  #count(id: OrderId): void {
    const known = this.#orders.get(id);
    this.#orders.delete(id);
    if (known === undefined || known.dampedSinceMs === null) return;
    const watched = this.#parts.watched(id);
    if (watched === undefined) return;
    const { trace } = known;
    const nowMs = this.#parts.clock.wallMs();
    const lastAtMs = trace.recentAtMs.at(-1) ?? nowMs;
    const isGoingOn = nowMs - lastAtMs < calmMs;
    // What is remembered stays, so that going on after a rest is no new beginning.
    this.#orders.set(id, {
      trace,
      dampedSinceMs: isGoingOn ? nowMs : null,
      cancel: this.#parts.clock.schedule(() => this.#count(id), isGoingOn ? calmMs : countEveryMs),
    });
    this.#parts.tell({
      ...flappingTelling(
        watched,
        trace.releases,
        lastAtMs - trace.firstAtMs,
        this.#parts.words?.(),
      ),
      key: `${id}:${trace.firstAtMs}:flapping:${lastAtMs}`,
      orderId: id,
      decidedAtMs: nowMs,
    });
  }
}
