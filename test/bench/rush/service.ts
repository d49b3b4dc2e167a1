import { DeliveryError } from '../../../core/delivery/delivery-failure.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order } from '../../../core/order/order.ts';
import { sameValue } from '../../../core/same-value.ts';
import type { CheckAnswer, OrderSource } from '../../../main/engine/watch/ports.ts';
import type { Clock } from '../../../core/clock.ts';
import type { KnownOrders } from '../../simulation/laws/telling/known-orders.ts';
import { orderAt, type ScriptedHour, type ScriptedOrder } from './script.ts';

const retryAfterMs = 12_000;

/** The delivery service of a scripted hour. */
export class ScriptedService implements OrderSource {
  readonly #hour: ScriptedHour;
  readonly #orders: ReadonlyMap<OrderId, ScriptedOrder>;
  readonly #clock: Clock;
  readonly #beganAtMs: number;
  readonly #random: () => number;
  readonly #known: KnownOrders;
  #isAway = false;
  readonly #last = new Map<OrderId, Order>();

  constructor(hour: ScriptedHour, clock: Clock, random: () => number, known: KnownOrders) {
    this.#hour = hour;
    this.#orders = new Map(hour.orders.map((order) => [order.id, order]));
    this.#clock = clock;
    this.#beganAtMs = clock.wallMs();
    this.#random = random;
    this.#known = known;
  }

  check(id: OrderId, signal: AbortSignal): Promise<CheckAnswer> {
    return new Promise((resolve, reject) => {
      const cancel = this.#clock.schedule(
        () => {
          try {
            resolve(this.#answer(id));
          } catch (error) {
            reject(error);
          }
        },
        40 + this.#random() * 200,
      );
      signal.addEventListener('abort', () => {
        cancel();
        reject(signal.reason);
      });
    });
  }

  forget(id: OrderId): void {
    this.#last.delete(id);
  }

  /** Contact is lost with the first request that fails, and back with the first that is answered. */
  #contact(isThere: boolean, nowMs: number): void {
    if (isThere !== this.#isAway) return;
    this.#isAway = !isThere;
    this.#known.contactChanged(nowMs);
  }

  #answer(id: OrderId): CheckAnswer {
    const nowMs = this.#clock.wallMs();
    const atMs = nowMs - this.#beganAtMs;
    const trouble = this.#hour.troubles.find(
      ({ fromMs, untilMs }) => atMs >= fromMs && atMs < untilMs,
    );
    this.#contact(trouble?.kind !== 'outage', nowMs);
    if (trouble?.kind === 'outage') throw new DeliveryError('unreachable');
    if (trouble !== undefined) throw new DeliveryError('rate-limited', { retryAfterMs });
    const scripted = this.#orders.get(id);
    const order = scripted === undefined ? null : orderAt(scripted, atMs, this.#beganAtMs);
    this.#known.answered(id, order, nowMs);
    if (order === null) throw new DeliveryError('order-not-found', { httpStatus: 404 });
    if (sameValue(order, this.#last.get(id))) return { kind: 'unchanged' };
    this.#last.set(id, order);
    return { kind: 'observed', order, rawJson: '{}' };
  }
}
