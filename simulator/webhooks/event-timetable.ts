import type { OrderBook, OrderEvent } from '../orders/order-book.ts';
import type { ServiceClock } from '../service-clock.ts';

/** Timers do not reach further than this in one go. */
const longestWaitMs = 3_600_000;

/** Tells of every event of every order when it happens, planned ones and those that somebody says. */
export class EventTimetable {
  readonly #book: OrderBook;
  readonly #clock: ServiceClock;
  readonly #happened: (event: OrderEvent) => void;
  /** Still to come; the next one is the last. */
  #coming: OrderEvent[] = [];
  #cancel: (() => void) | null = null;

  constructor(book: OrderBook, clock: ServiceClock, happened: (event: OrderEvent) => void) {
    this.#book = book;
    this.#clock = clock;
    this.#happened = happened;
  }

  /** What has happened before is not told. */
  start(): void {
    const nowMs = this.#clock.storyMs();
    this.#coming = [...this.#book.uuids()].flatMap((uuid) => [
      ...this.#book.plannedEvents(uuid, nowMs),
    ]);
    this.#book.listen({
      added: (uuid) => {
        // An order that is created at this instant is one of those that happen.
        this.#coming.push(...this.#book.plannedEvents(uuid, this.#clock.storyMs() - 1));
        this.#plan();
      },
      happened: this.#happened,
    });
    this.#plan();
  }

  stop(): void {
    this.#book.listen(null);
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
    // The pace of the story against the network's is the clock's: it is asked, not told.
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
