import type { Notification } from '../../../../core/notification/notification.ts';
import { aheadEnd } from '../../../../core/notification/notification-key.ts';
import type { OrderId } from '../../../../core/order/order-id.ts';
import type { Order } from '../../../../core/order/order.ts';
import type { CheckAnswer, OrderSource } from '../../../../main/engine/watch/ports.ts';
import { DeliveryError } from '../../../../core/delivery/delivery-failure.ts';
import type { DesktopNotification } from '../../../../main/engine/notify/ports.ts';
import type { Clock } from '../../../../core/clock.ts';
import { KnownOrders } from './known-orders.ts';
import { type Call, namedWithinMs, type TellingLaw } from './telling-laws.ts';
import {
  type ClosedCard,
  type DecidedNotification,
  isCall,
  isOfPromise,
  type NotifiedCard,
} from './notified-card.ts';
import { changesOf, nextStepAtMs } from './run-facts.ts';

/** So long a process waits for orders to be read before it tells what an earlier one decided. */
const readWithinMs = 60_000;

/** A process gathers answers for this time before it stores them: unseenPublishEveryMs of ChangePublisher. */
const storedWithinMs = 250;

/** What the dispatcher of a run calls an order: the short uuids of all are the same. */
export function labelOf(id: OrderId): string {
  return `Order ${id.slice(-4)}`;
}

/** Writes down what a run tells, and what its service answered, for the laws of telling. */
export class TellingRecord {
  readonly #clock: Clock;
  readonly #known = new KnownOrders();
  readonly #cards: NotifiedCard[] = [];
  readonly #closed: ClosedCard[] = [];
  readonly #decided: DecidedNotification[] = [];
  readonly #last = new Map<OrderId, Order>();
  /** When a process was killed, its loop blocked, its disk full: nothing is due around these moments. */
  readonly #cutAtMs: number[] = [];
  readonly #killedAtMs: number[] = [];
  readonly #troubles: { readonly fromMs: number; readonly untilMs: number }[] = [];
  #troubledSinceMs: number | null = null;
  readonly #removedAtMs = new Map<OrderId, number>();
  #begun: readonly string[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The same source, whose answers are written down. */
  witnessed(source: OrderSource): OrderSource {
    return {
      check: async (id, signal) => {
        try {
          const answer = await source.check(id, signal);
          this.#answered(id, this.#orderOf(id, answer));
          return answer;
        } catch (error) {
          const isNotFound = error instanceof DeliveryError && error.code === 'order-not-found';
          if (isNotFound) this.#answered(id, null);
          throw error;
        }
      },
      forget: (id) => source.forget(id),
    };
  }

  /** A dispatcher watches the order from now on. */
  watched(id: OrderId, promisedAtMs: number | null): void {
    this.#known.arranged(id, { name: labelOf(id), promisedAtMs });
  }

  removed(id: OrderId): void {
    this.#removedAtMs.set(id, this.#nowMs);
  }

  decided({ event, keptFor, key, orderId }: Notification): void {
    // What was noticed late, or of a courier who is near, is kept in the history alone.
    if (keptFor === undefined) this.#decided.push({ event, key, orderId, atMs: this.#nowMs });
  }

  begins(keys: readonly string[]): void {
    this.#begun = [...this.#begun, ...keys];
  }

  shown({ body, orderId, sound, tag, title }: DesktopNotification): void {
    const keys = this.#begun;
    this.#begun = [];
    const hasSound = sound !== 'none';
    const [atMs, wallMs] = [this.#nowMs, this.#clock.wallMs()];
    this.#cards.push({ atMs, wallMs, tag, orderId, title, body, hasSound, keys });
  }

  closed(tag: string): void {
    this.#closed.push({ atMs: this.#nowMs, tag });
  }

  /** The disk, the clock or the network is in trouble from now on, or no more: until then nothing is judged. */
  troubled(isOn: boolean): void {
    this.cut();
    if (isOn) this.#troubledSinceMs = this.#nowMs;
    else if (this.#troubledSinceMs !== null) {
      this.#troubles.push({ fromMs: this.#troubledSinceMs, untilMs: this.#nowMs });
      this.#troubledSinceMs = null;
    }
  }

  /** Something keeps the process from telling, from now on or until now. */
  cut(): void {
    this.#cutAtMs.push(this.#nowMs);
    this.#begun = [];
  }

  /** The process is killed: what it was told just before, and decided nothing on, the next one never knew. */
  killed(): void {
    this.cut();
    this.#killedAtMs.push(this.#nowMs);
    const decidedAtMs = this.#decided.flatMap(({ atMs, orderId }) =>
      orderId === null ? [] : [[orderId, atMs] as const],
    );
    this.#known.takeBack(this.#nowMs - storedWithinMs, new Map(decidedAtMs));
  }

  /** What in the run breaks these laws. */
  faults(laws: readonly TellingLaw[]): readonly string[] {
    const called = this.#decided.filter(({ event, orderId }) => orderId !== null && isCall(event));
    const telling = {
      cards: this.#cards.filter(({ atMs }) => !this.#isTroubled(atMs, atMs)),
      closed: this.#closed,
      calls: called
        .flatMap((decided) => this.#callOf(decided))
        .filter(({ atMs }) => !this.#isTroubled(atMs, atMs + readWithinMs)),
      called,
      // That each change is decided on at all is a law of NotificationModel, which knows when none has to be.
      changes: changesOf(this.#decided, this.#known).filter(
        ({ atMs, key }) =>
          key !== null && !this.#isCut(atMs) && !this.#isTroubled(atMs, atMs + readWithinMs),
      ),
      known: this.#known,
      begunAtMs: this.#killedAtMs,
    };
    return laws.flatMap(({ faults, name }) => faults(telling).map((fault) => `${name}: ${fault}`));
  }

  /** Whether something was in trouble between these times, or less than a minute before. */
  #isTroubled(fromMs: number, untilMs: number): boolean {
    return this.#troubles.some(
      (trouble) => trouble.fromMs <= untilMs && fromMs <= trouble.untilMs + readWithinMs,
    );
  }

  get #nowMs(): number {
    return this.#clock.monotonicMs();
  }

  #answered(id: OrderId, order: Order | null): void {
    this.#known.answered(id, order, this.#nowMs, this.#clock.wallMs());
  }

  #orderOf(id: OrderId, answer: CheckAnswer): Order | null {
    if (answer.kind === 'observed') this.#last.set(id, answer.order);
    return this.#last.get(id) ?? null;
  }

  #isCut(fromMs: number): boolean {
    return this.#cutAtMs.some((atMs) => atMs >= fromMs && atMs <= fromMs + namedWithinMs);
  }

  #callOf({ atMs, event, key, orderId }: DecidedNotification): readonly Call[] {
    // What contact is told has laws of its own: ServiceHealthModel.
    if (orderId === null || !isCall(event)) return [];
    // A process that begins anew decides it again; it is notified once. A card of a time that is not judged named it.
    // What is at hand is not notified where a clock that was set back brings it after it was notified as passed.
    const passedKey = key.endsWith(aheadEnd) ? key.slice(0, -aheadEnd.length) : key;
    const isNamed = ({ atMs: shownAtMs, keys }: NotifiedCard): boolean =>
      (keys.includes(key) || keys.includes(passedKey)) &&
      (shownAtMs < atMs || this.#isTroubled(shownAtMs, shownAtMs));
    if (this.#cards.some(isNamed)) return [];
    const removedAtMs = this.#removedAtMs.get(orderId) ?? Number.POSITIVE_INFINITY;
    const foundAtMs =
      event === 'notFound' ? this.#foundAtMs(orderId, atMs) : Number.POSITIVE_INFINITY;
    const cutAtMs = this.#cutAtMs.find((cut) => cut >= atMs) ?? Number.POSITIVE_INFINITY;
    const stepAtMs = nextStepAtMs(this.#known, orderId, atMs, isOfPromise(event));
    const endsAtMs = Math.min(removedAtMs, foundAtMs, cutAtMs, stepAtMs, this.#nowMs);
    // A process that has begun, or goes on after a fault, reads each order first, for a minute at most.
    const lastCutMs = this.#cutAtMs.findLast((cut) => cut <= atMs) ?? Number.NEGATIVE_INFINITY;
    const readAtMs = Math.max(atMs, lastCutMs + readWithinMs);
    return [
      {
        keys: [key],
        orderId,
        atMs: readAtMs,
        beganAtMs: atMs,
        endsAtMs,
        mayEndBefore: event === 'promiseAhead' || event === 'probablyLate',
      },
    ];
  }

  #foundAtMs(id: OrderId, afterMs: number): number {
    const found = this.#known
      .answersOf(id)
      .find(({ atMs, order }) => atMs > afterMs && order !== null);
    return found?.atMs ?? Number.POSITIVE_INFINITY;
  }
}
