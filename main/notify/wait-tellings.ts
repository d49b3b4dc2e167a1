import type { OrderId } from '../../core/order/order-id.ts';
import { orderWaits } from '../../core/watch/order-waits.ts';
import type { Wait, WaitRules } from '../../core/watch/order-waits.ts';
import type { TellingOptions } from '../../core/notification/telling-facts.ts';
import type { Telling } from '../../core/notification/telling.ts';
import { waitTelling } from '../../core/notification/time-telling.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import { hasSound } from './policy.ts';
import type { PolicyOptions } from './policy.ts';

/** What {@link WaitTellings} are made of. */
export interface WaitTellingsParts {
  readonly rules: (watched: WatchedOrder) => WaitRules;
  readonly options: () => Pick<TellingOptions, 'locale' | 'timeZone' | 'words'> &
    Pick<PolicyOptions, 'settings'>;
  /** Stores a telling, to be told like anything else; one that was stored before is dropped there. */
  readonly tell: (telling: Telling) => void;
}

/** What is older than this when first noticed was there before we were: it is seen, not told. */
const noticedWithinMs = 10 * 60_000;

/**
 * Tells what does not happen: a silent courier, a long wait, a promise that comes near. Each once, by
 * a key made of the order and of when it began; and once more at the time of a reminder, if it is still
 * so by then.
 */
export class WaitTellings {
  readonly #parts: WaitTellingsParts;
  readonly #told = new Map<OrderId, Set<string>>();

  constructor(parts: WaitTellingsParts) {
    this.#parts = parts;
  }

  /** Looks at an order; somebody does so when it changed and once a minute. */
  look(watched: WatchedOrder, nowMs: number): void {
    const waits = orderWaits(watched, nowMs, this.#parts.rules(watched));
    if (waits.length === 0) {
      this.#told.delete(watched.id);
      return;
    }
    const known = this.#told.get(watched.id) ?? new Set<string>();
    this.#told.set(watched.id, known);
    const tellOnce = (wait: Wait, key: string, sinceMs: number): void => {
      if (known.has(key)) return;
      known.add(key);
      if (nowMs - sinceMs <= noticedWithinMs) this.#tell(wait, key, watched, nowMs);
    };
    for (const wait of waits) {
      tellOnce(wait, `${watched.id}:${wait.sinceMs}:${wait.reason}`, wait.sinceMs);
    }
    const [worst] = waits;
    const remindAtMs = watched.wishes?.remindAtMs ?? null;
    if (worst === undefined || remindAtMs === null || nowMs < remindAtMs) return;
    tellOnce(worst, `${watched.id}:${remindAtMs}:reminder`, remindAtMs);
  }

  #tell(wait: Wait, key: string, watched: WatchedOrder, nowMs: number): void {
    const { settings, ...wording } = this.#parts.options();
    const draft = waitTelling(wait, watched, nowMs, wording);
    if (draft === null) return;
    this.#parts.tell({
      ...draft,
      hasSound: hasSound(draft, settings),
      key,
      orderId: watched.id,
      decidedAtMs: nowMs,
    });
  }

  forget(id: OrderId): void {
    this.#told.delete(id);
  }
}
