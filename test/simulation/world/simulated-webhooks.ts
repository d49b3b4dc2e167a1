import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order } from '../../../core/order/order.ts';
import type { ReceivedWebhook } from '../../../main/engine/webhooks/ports.ts';
import type { SimulatedTime } from './simulated-time.ts';

const minuteMs = 60_000;
/** How many times the service sends a refused webhook again, each time a minute later. */
const mostTries = 10;
/** The shares of changes that are reported, reported twice, and reported up to 40 minutes late. */
const reportedShare = 0.8;
const doubledShare = 0.2;
const lateShare = 0.15;

interface Sending {
  readonly atMs: number;
  readonly webhook: Omit<ReceivedWebhook, 'receivedAtMs'>;
  readonly id: OrderId;
  readonly tries: number;
}

/** Where the webhooks arrive: the running process. */
export interface WebhookEntrance {
  /** @throws when the webhook cannot be stored, so that the service sends it again */
  readonly receive: (webhook: ReceivedWebhook) => void;
  /** The webhook was accepted: its order may be checked outside of its pace. */
  readonly received: (id: OrderId) => void;
}

/**
 * The service's webhooks about changes of orders. Some are missing, late, doubled or out of order, and
 * each is sent again while it is refused. A crash of the process loses none of them.
 */
export class SimulatedWebhooks {
  readonly #time: SimulatedTime;
  readonly #random: () => number;
  /** Whether the sender proves who it is. */
  readonly #isProven: boolean;
  readonly #entrance: WebhookEntrance;
  readonly #underWay = new Set<Sending>();
  /** How far the service's clock is ahead of this computer's, which may have been set back. */
  clockAheadMs = 0;
  sentCount = 0;

  constructor(
    time: SimulatedTime,
    random: () => number,
    isProven: boolean,
    entrance: WebhookEntrance,
  ) {
    this.#time = time;
    this.#random = random;
    this.#isProven = isProven;
    this.#entrance = entrance;
  }

  /** An order has just changed from one state to another. */
  happened(before: Order, after: Order): void {
    if (this.#random() >= reportedShare) return;
    const body = new TextEncoder().encode(
      JSON.stringify({
        created_at: new Date(this.#time.wallMs() + this.clockAheadMs).toISOString(),
        kinds: [kindOf(before, after)],
        reasons: [`Now ${after.status.raw}`],
        data: wholeData(after),
      }),
    );
    const webhook = { isProven: this.#isProven, body };
    const count = this.#random() < doubledShare ? 2 : 1;
    for (let copy = 0; copy < count; copy += 1) {
      const delayMs = this.#random() * (this.#random() < lateShare ? 40 * minuteMs : 5000);
      this.#send({ atMs: this.#time.monotonicMs() + delayMs, webhook, id: after.id, tries: 0 });
    }
  }

  /** A new process listens. */
  restarted(): void {
    const waiting = [...this.#underWay];
    this.#underWay.clear();
    for (const sending of waiting) this.#send(sending);
  }

  #send(sending: Sending): void {
    this.#underWay.add(sending);
    this.#time.schedule(() => {
      this.#underWay.delete(sending);
      this.#arrive(sending);
    }, sending.atMs - this.#time.monotonicMs());
  }

  #arrive(sending: Sending): void {
    const { id, tries, webhook } = sending;
    try {
      this.#entrance.receive({ ...webhook, receivedAtMs: this.#time.wallMs() });
    } catch {
      const atMs = this.#time.monotonicMs() + minuteMs;
      if (tries < mostTries) this.#send({ ...sending, atMs, tries: tries + 1 });
      return;
    }
    this.sentCount += 1;
    this.#entrance.received(id);
  }
}

function kindOf(before: Order, after: Order): string {
  if (after.status.raw !== before.status.raw && after.status.raw === 'completed') {
    return 'order_completed';
  }
  if (after.status.raw === 'cancelled') return 'order_cancelled';
  if (after.courier === null) return 'order_released';
  return before.courier === null ? 'order_matched' : 'amendment_added';
}

/** A complete order as in the contract; the program reads only the note again. */
function wholeData(order: Order): Readonly<Record<string, unknown>> {
  return {
    uuid: order.id,
    vehicle_type: 'van',
    payment_method: 'monthly',
    note_to_courier: order.noteToCourier,
    courier: null,
    status: order.status.raw,
    pickup: {},
    destinations: [],
    price: {},
    price_breakdown: [],
  };
}
