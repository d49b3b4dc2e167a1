const minuteMs = 60_000;
/** Below this many checks a second, requests outside of the pace delay no order. */
const fewPerSecond = 10;

/** The limits that a caller may fix; the seed decides the rest. */
export interface LimitChoices {
  readonly orderCount?: number;
  readonly everySeconds?: number;
  readonly requestsPerMinute?: number;
}

/** How many orders a run has, how often they are checked, and how long things may take accordingly. */
export class RunLimits {
  readonly orderCount: number;
  /** The dispatcher's settings. */
  readonly watch: { readonly activeEverySeconds: number; readonly requestsPerMinute: number };
  /** The factor by which the cap of requests lengthens every interval. */
  readonly stretch: number;

  constructor(random: () => number, choices: LimitChoices) {
    const below = (limit: number): number => Math.floor(random() * limit);
    const activeEverySeconds = choices.everySeconds ?? 15 * (1 + below(4));
    const requestsPerMinute =
      choices.requestsPerMinute ?? [6000, 6000, 1200, 300][below(4)] ?? 6000;
    this.watch = { activeEverySeconds, requestsPerMinute };
    this.orderCount = choices.orderCount ?? 5 + below(60);
    this.stretch = Math.max(1, (this.orderCount * 120) / activeEverySeconds / requestsPerMinute);
  }

  /** The time in which a state must be known: 20 intervals, the slowest pace, and a pause of an outage. */
  get patienceMs(): number {
    const { activeEverySeconds, requestsPerMinute } = this.watch;
    // After a 429 the rate comes back by a twentieth a minute; only a short cap feels it.
    const slowedMs = requestsPerMinute < 6000 ? 20 * minuteMs : 0;
    return 1.6 * 20_000 * activeEverySeconds * this.stretch + 6 * minuteMs + slowedMs;
  }

  /**
   * The time in which a loss of contact must be notified: an open order is checked every four intervals at
   * the slowest, and a loss is notified after a minute without an answer.
   */
  get outagePatienceMs(): number {
    return 1.6 * 4000 * this.watch.activeEverySeconds * this.stretch + 3 * minuteMs;
  }

  /** How many of its intervals an order may wait while nothing is wrong. */
  get mostIntervals(): number {
    return this.orderCount / this.watch.activeEverySeconds < fewPerSecond ? 1.1 : 1.75;
  }

  /** Whether the cap is so high that no interval has to be stretched. */
  get hasRoom(): boolean {
    return this.watch.requestsPerMinute >= 1200;
  }
}
