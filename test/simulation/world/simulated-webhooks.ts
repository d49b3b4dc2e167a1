import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order } from '../../../core/order/order.ts';
import type { ReceivedWebhook } from '../../../main/webhooks/ports.ts';
import type { SimulatedTime } from './simulated-time.ts';

const minuteMs = 60_000;
/** The service tries so often to hand a webhook over, each time a minute later. */
const mostTries = 10;
/** Most changes are reported, some of them twice, and not in their order. */
const reportedShare = 0.8;
const doubledShare = 0.2;
const lateShare = 0.15;

interface Sending {
  readonly atMs: number;
  readonly webhook: Omit<ReceivedWebhook, 'receivedAtMs'>;
  readonly id: OrderId;
  readonly tries: number;
}

/** How webhooks come in at the process that runs now. */
export interface WebhookEntrance {
  /** @throws when they cannot be stored, so that the service comes again */
  readonly receive: (webhook: ReceivedWebhook) => void;
  /** What the order is checked for now may be asked for outside of its pace. */
  readonly received: (id: OrderId) => void;
}

/**
 * The service's webhooks about what happened to orders: most of them, late, twice, out of order, each
 * tried again while nobody takes it in. A crash of the process takes none of them with it.
 */
export class SimulatedWebhooks {
  readonly #time: SimulatedTime;
  readonly #random: () => number;
  /** Whether the sender proves who it is. */
  readonly #isProven: boolean;
  readonly #entrance: WebhookEntrance;
  readonly #underWay = new Set<Sending>();
  /** What is ahead on the wall clock of the service, which nobody sets. */
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

  /** An order went from one state to another at this moment. */
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
      this.#orderList(sending);
    }, sending.atMs - this.#time.monotonicMs());
  }

  #orderList(sending: Sending): void {
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

/** As whole as the contract has it, though only the note is read again. */
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
