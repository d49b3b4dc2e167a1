/**
 * The service's time, in three forms.
 *
 * *Network time* is what passes for the clients: token lifetimes, delays and bursts are measured in
 * it. *Story time* is what passes for the orders: network time multiplied by the speed, 0 at the
 * start. *Stamps* are calendar times on the wire. A stamp is always a time of the clients' calendar,
 * whatever the speed: at tenfold speed a courier's fix from ten story seconds ago carries a stamp
 * from one second ago, so no age is ever in the future.
 */
export interface ServiceClock {
  /** Milliseconds of network time since the start. */
  networkMs(): number;
  /** Milliseconds of story time since the start. */
  storyMs(): number;
  /** Milliseconds since 1970 at which an instant of the story happens for the clients. */
  stampMs(storyMs: number): number;
  /** Calls `run` once after so much network time; the answer cancels it. */
  schedule(run: () => void, delayMs: number): () => void;
  /** Cancels everything that is scheduled. */
  stop(): void;
}

/** What decides how time runs. */
export interface ClockPace {
  /** Milliseconds since 1970 at the start. */
  readonly epochMs: number;
  /** Story seconds per second of network time. */
  readonly speed: number;
}

/** Time that runs by itself, with the machine's. */
export class RunningClock implements ServiceClock {
  readonly #pace: ClockPace;
  readonly #startedAtMs = performance.now();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(pace: ClockPace) {
    this.#pace = pace;
  }

  networkMs(): number {
    return performance.now() - this.#startedAtMs;
  }

  storyMs(): number {
    return this.networkMs() * this.#pace.speed;
  }

  stampMs(storyMs: number): number {
    return this.#pace.epochMs + storyMs / this.#pace.speed;
  }

  schedule(run: () => void, delayMs: number): () => void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      run();
    }, delayMs);
    this.#timers.add(timer);
    return () => {
      clearTimeout(timer);
      this.#timers.delete(timer);
    };
  }

  stop(): void {
    for (const timer of this.#timers) {
      clearTimeout(timer);
    }
    this.#timers.clear();
  }
}

interface Appointment {
  readonly atMs: number;
  readonly run: () => void;
}

/** Time that stands still until a test lets it pass. */
export class ManualClock implements ServiceClock {
  readonly #pace: ClockPace;
  readonly #appointments = new Set<Appointment>();
  #nowMs = 0;

  constructor(pace: ClockPace) {
    this.#pace = pace;
  }

  networkMs(): number {
    return this.#nowMs;
  }

  storyMs(): number {
    return this.#nowMs * this.#pace.speed;
  }

  stampMs(storyMs: number): number {
    return this.#pace.epochMs + storyMs / this.#pace.speed;
  }

  schedule(run: () => void, delayMs: number): () => void {
    const appointment = { atMs: this.#nowMs + Math.max(0, delayMs), run };
    this.#appointments.add(appointment);
    return () => {
      this.#appointments.delete(appointment);
    };
  }

  stop(): void {
    this.#appointments.clear();
  }

  /**
   * Lets network time pass, and everything that falls due in it happen in its order.
   *
   * @throws RangeError when time would run backwards
   */
  advance(byMs: number): void {
    if (!(byMs >= 0)) {
      throw new RangeError(`time cannot advance by ${byMs} ms`);
    }
    const untilMs = this.#nowMs + byMs;
    for (;;) {
      const next = this.#nextUntil(untilMs);
      if (next === undefined) {
        break;
      }
      this.#appointments.delete(next);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.run();
    }
    this.#nowMs = untilMs;
  }

  #nextUntil(untilMs: number): Appointment | undefined {
    let earliest: Appointment | undefined;
    for (const appointment of this.#appointments) {
      if (
        appointment.atMs <= untilMs &&
        (earliest === undefined || appointment.atMs < earliest.atMs)
      ) {
        earliest = appointment;
      }
    }
    return earliest;
  }
}
