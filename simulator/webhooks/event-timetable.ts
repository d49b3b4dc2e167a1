import type { OrderStore, OrderEvent } from '../orders/order-store.ts';
import type { ServiceClock } from '../service-clock.ts';

/** The longest wait of one timer. */
const longestWaitMs = 3_600_000;

/** Reports every event of every order when it happens: planned ones and those that a test makes happen. */
export class EventTimetable {
  readonly #orders: OrderStore;
  readonly #clock: ServiceClock;
  readonly #happened: (event: OrderEvent) => void;
  /** Still to come; the next one is the last. */
  #coming: OrderEvent[] = [];
  #cancel: (() => void) | null = null;

  constructor(orders: OrderStore, clock: ServiceClock, happened: (event: OrderEvent) => void) {
    this.#orders = orders;
    this.#clock = clock;
    this.#happened = happened;
  }

  /** Starts to report events, from now on. */
  start(): void {
    const nowMs = this.#clock.storyMs();
    this.#coming = [...this.#orders.uuids()].flatMap((uuid) => [
      ...this.#orders.plannedEvents(uuid, nowMs),
    ]);
    this.#orders.listen({
      added: (uuid) => {
        // An order that is created at this instant is one of those that happen.
        this.#coming.push(...this.#orders.plannedEvents(uuid, this.#clock.storyMs() - 1));
        this.#plan();
      },
      happened: this.#happened,
    });
    this.#plan();
  }

  stop(): void {
    this.#orders.listen(null);
    this.#cancel?.();
    this.#cancel = null;
    this.#coming = [];
  }

  #plan(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#coming.sort((one, other) => other.storyMs - one.storyMs);
    this.#wait();
  }

  #wait(): void {
    const next = this.#coming.at(-1);
    if (next === undefined) {
      return;
    }
    // Only the clock knows the speed of the story, so the wait is the difference of two stamps.
    const spanMs = this.#clock.stampMs(next.storyMs) - this.#clock.stampMs(this.#clock.storyMs());
    this.#cancel = this.#clock.schedule(
      () => {
        this.#cancel = null;
        this.#tell();
        this.#wait();
      },
      Math.min(Math.max(0, spanMs), longestWaitMs),
    );
  }

  #tell(): void {
    const nowMs = this.#clock.storyMs();
    for (;;) {
      const next = this.#coming.at(-1);
      // Timers may ring a moment early.
      if (next === undefined || next.storyMs > nowMs + 1) {
        return;
      }
      this.#coming.pop();
      this.#happened(next);
    }
  }
}
