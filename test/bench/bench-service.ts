import { DeliveryError } from '../../core/delivery/delivery-failure.ts';
import { parseOrderId } from '../../core/order/order-id.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { parseOrder } from '../../core/wire/wire-order.ts';
import type { CheckAnswer, OrderSource } from '../../main/watch/ports.ts';

/** The n-th order of a benchmark, spread like a random uuid. */
export function benchOrderId(index: number): OrderId {
  const head = (Math.imul(index + 1, 2_654_435_761) >>> 0).toString(16).padStart(8, '0');
  const id = parseOrderId(`${head}-0000-4000-8000-${index.toString(16).padStart(12, '0')}`);
  if (id === null) throw new Error('not a uuid');
  return id;
}

/** A service in memory on real time, with a body of about 1.5 KB per order. */
export class BenchService implements OrderSource {
  readonly #seenVersions = new Map<OrderId, number>();
  readonly #lastAskedMs = new Map<OrderId, number>();
  #version = 0;
  isDown = false;
  running = 0;
  mostRunning = 0;
  readonly requestsAtMs: number[] = [];
  readonly gapsMs: number[] = [];
  readonly asked = new Set<OrderId>();

  async check(id: OrderId, signal: AbortSignal): Promise<CheckAnswer> {
    const nowMs = performance.now();
    this.requestsAtMs.push(nowMs);
    this.asked.add(id);
    const before = this.#lastAskedMs.get(id);
    if (before !== undefined) this.gapsMs.push(nowMs - before);
    this.#lastAskedMs.set(id, nowMs);
    this.running += 1;
    this.mostRunning = Math.max(this.mostRunning, this.running);
    try {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, this.latencyOf(id));
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          reject(new Error('aborted'));
        });
      });
    } finally {
      this.running -= 1;
    }
    if (this.isDown) throw new DeliveryError('unreachable');
    if (this.#seenVersions.get(id) === this.#version) return { kind: 'unchanged' };
    this.#seenVersions.set(id, this.#version);
    const rawJson = this.#body(id);
    const parsed = parseOrder(JSON.parse(rawJson), id);
    if (!parsed.ok) throw new Error(parsed.failure.detail);
    return { kind: 'observed', order: parsed.value.order, rawJson, notes: [] };
  }

  forget(id: OrderId): void {
    this.#seenVersions.delete(id);
  }

  /** From 20 to 120 ms, always the same for one order. */
  latencyOf(id: OrderId): number {
    return 20 + (Number.parseInt(id.slice(0, 4), 16) % 101);
  }

  changeAll(): void {
    this.#version += 1;
  }

  /** The largest number of requests in any window of this length. */
  mostWithin(windowMs: number): number {
    let most = 0;
    let start = 0;
    this.requestsAtMs.forEach((atMs, end) => {
      while ((this.requestsAtMs[start] ?? 0) <= atMs - windowMs) start += 1;
      most = Math.max(most, end - start + 1);
    });
    return most;
  }

  #body(id: OrderId): string {
    const place = (index: number): object => ({
      name: `尖沙咀 Stop ${index} of ${id.slice(0, 8)}`,
      street_address: `${index} Queen’s Road Central, 中環, Hong Kong`,
      floor_or_unit_number: `${index}/F`,
      location: { lat: 22.28 + index / 100, lng: 114.15 },
      contact: { name: `Contact ${index}`, phone_number: '+85291110000', phone_extension: null },
    });
    return JSON.stringify({
      order: {
        uuid: id,
        status: 'active',
        vehicle_type: 'van',
        payment_method: 'monthly_settlement',
        note_to_courier: `Ring the bell, version ${this.#version} ${'x'.repeat(300)}`,
        courier: {
          name: 'Chan Tai Man',
          phone_number: '+85291112222',
        },
        pickup: place(0),
        destinations: [place(1), place(2)],
        price: { amount: 86, currency: 'HKD' },
        price_breakdown: [{ key: 'base', amount: 86, quantity: 1, reason: null }],
      },
    });
  }
}
