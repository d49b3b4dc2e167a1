/** A request whose kept-alive socket was gone, and that may be sent once more on a fresh one. */
export interface RetryGuest {
  /** Whether it was given up while it waited. */
  readonly isOver: boolean;
  retry(): void;
  giveUp(error: unknown): void;
}

/**
 * The second tries of requests that lost a kept-alive socket. When a service goes away, all that is under
 * way loses its socket at once: one of them tries on a fresh socket, the others wait for what comes of it
 * and send nothing when it fails.
 */
export class FreshRetries {
  #scout: RetryGuest | null = null;
  #waiting: RetryGuest[] = [];

  admit(guest: RetryGuest): void {
    if (this.#scout === null) {
      this.#scout = guest;
      guest.retry();
    } else {
      this.#waiting.push(guest);
    }
  }

  /** A guest was answered or given up: if the others waited for it, they try for themselves. */
  left(guest: RetryGuest): void {
    for (const waiting of this.#released(guest)) if (!waiting.isOver) waiting.retry();
  }

  /** A guest failed on its fresh socket: so would those who waited for it. */
  failed(guest: RetryGuest, error: unknown): void {
    for (const waiting of this.#released(guest)) waiting.giveUp(error);
  }

  #released(guest: RetryGuest): readonly RetryGuest[] {
    if (this.#scout !== guest) return [];
    const waiting = this.#waiting;
    this.#scout = null;
    this.#waiting = [];
    return waiting;
  }
}
