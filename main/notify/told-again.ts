import type { OrderId } from '../../core/order/order-id.ts';
import type { Telling } from '../../core/notification/telling.ts';
import type { Clock } from '../watch/clock.ts';

/** What {@link ToldAgain} is made of. */
export interface ToldAgainParts {
  readonly clock: Clock;
  /** How often a critical notification that nobody looked at is shown again; 0 is never. */
  readonly remindEveryMinutes: () => number;
  /** Stores a telling, to be told like anything else. */
  readonly tell: (telling: Telling) => void;
  /** Holds everything about an order back until then, in milliseconds since 1970. */
  readonly snooze: (id: OrderId, untilMs: number) => void;
}

/** How long the button on a notification puts an order off. */
const snoozeMs = 15 * 60_000;

const againMark = /:again:\d+$/;

/** Whether a telling is one that was told before: it is no change of its own. */
export function isToldAgain({ key }: Pick<Telling, 'key'>): boolean {
  return againMark.test(key);
}

interface Told {
  readonly telling: Telling;
  readonly cancel: () => void;
}

/**
 * What is told a second time: what was put off, when the time is over, and what is critical, as often
 * as the dispatcher wishes until it was looked at. A second telling is a telling of its own, with a
 * key of its own, so that each is told once.
 */
export class ToldAgain {
  readonly #parts: ToldAgainParts;
  readonly #last = new Map<OrderId, Told>();

  constructor(parts: ToldAgainParts) {
    this.#parts = parts;
  }

  /** A telling about an order is on the screen. */
  shown(telling: Telling): void {
    const { orderId } = telling;
    if (orderId === null) return;
    this.#last.get(orderId)?.cancel();
    this.#last.set(orderId, { telling, cancel: this.#remind(orderId, telling) });
  }

  /** The dispatcher looked at the order, or stopped watching it. */
  seen(id: OrderId): void {
    this.#last.get(id)?.cancel();
    this.#last.delete(id);
  }

  /** Puts off what was shown last of an order, and all that comes about it meanwhile. */
  snooze(id: OrderId): void {
    const told = this.#last.get(id);
    this.seen(id);
    this.#parts.snooze(id, this.#parts.clock.wallMs() + snoozeMs);
    if (told !== undefined) this.#again(told.telling, false);
  }

  stop(): void {
    for (const { cancel } of this.#last.values()) cancel();
    this.#last.clear();
  }

  #remind(id: OrderId, telling: Telling): () => void {
    const minutes = this.#parts.remindEveryMinutes();
    if (!telling.isCritical || minutes === 0) return () => undefined;
    return this.#parts.clock.schedule(() => {
      this.#last.delete(id);
      this.#again(telling, true);
    }, minutes * 60_000);
  }

  #again(telling: Telling, isCritical: boolean): void {
    const decidedAtMs = this.#parts.clock.wallMs();
    const key = `${telling.key.replace(againMark, '')}:again:${decidedAtMs}`;
    this.#parts.tell({ ...telling, key, isCritical, decidedAtMs });
  }
}
