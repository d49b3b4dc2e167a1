const minuteMs = 60_000;
/** At such a rate any number of requests out of turn makes nobody wait. */
const fewPerSecond = 10;

/** What a run may be given instead of drawing it from its seed. */
export interface LimitChoices {
  readonly orderCount?: number;
  readonly everySeconds?: number;
  readonly requestsPerMinute?: number;
}

/** How many orders a run has and how often they are checked, and by that how long things may take. */
export class RunLimits {
  readonly orderCount: number;
  /** What the dispatcher has set. */
  readonly watch: { readonly activeEverySeconds: number; readonly requestsPerMinute: number };
  /** By how much the cap stretches every interval. */
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

  /** The slowest pace of an order that is still checked, the last pause of an outage, and some. */
  get patienceMs(): number {
    const { activeEverySeconds, requestsPerMinute } = this.watch;
    // After a 429 the rate comes back by a twentieth a minute; only a short cap feels it.
    const slowedMs = requestsPerMinute < 6000 ? 20 * minuteMs : 0;
    return 1.6 * 20_000 * activeEverySeconds * this.stretch + 6 * minuteMs + slowedMs;
  }

  /** An open order is asked at a quarter of a minute's pace times four, then a minute must pass. */
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
