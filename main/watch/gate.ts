import { Budget } from './budget.ts';
import type { Asker } from './budget.ts';
import type { Clock } from './clock.ts';
import { Flow } from './flow.ts';
import type { StatedPace } from './ports.ts';
import { RememberedRates } from './rates.ts';
import type { Rates } from './rates.ts';
import { RequestCounter } from './request-counter.ts';

/**
 * Through which every request leaves: the cap and the service's own limits hold for all of them, and the
 * routine leaves evenly besides.
 */
export class Gate {
  readonly #clock: Clock;
  readonly #budget: Budget;
  readonly #flow: Flow;
  readonly #rates: RememberedRates;
  readonly #counter = new RequestCounter();

  constructor(clock: Clock, requestsPerMinute: number) {
    const nowMs = clock.monotonicMs();
    this.#clock = clock;
    this.#budget = new Budget(requestsPerMinute, nowMs);
    this.#flow = new Flow(nowMs);
    this.#rates = new RememberedRates(nowMs);
  }

  get requestsPerMinute(): number {
    return this.#budget.requestsPerMinute;
  }

  get requestsLastMinute(): number {
    return this.#counter.lastMinute(this.#clock.monotonicMs());
  }

  /** What the cap and the service allow in the long run. */
  get sustainedPerSecond(): number {
    return this.#budget.sustainedPerSecond(this.#clock.monotonicMs());
  }

  /** The pause between two checks of an order that the service asked for; 0 when it named none. */
  get statedEveryMs(): number {
    return this.#budget.statedEveryMs(this.#clock.monotonicMs());
  }

  /** How fast and in which slots requests leave at a demand. */
  rates(demandPerSecond: number, activeEveryMs: number): Rates {
    const nowMs = this.#clock.monotonicMs();
    const sustainedPerSecond = this.#budget.sustainedPerSecond(nowMs);
    return this.#rates.of({ demandPerSecond, sustainedPerSecond, activeEveryMs }, nowMs);
  }

  /** How long until {@link take} can succeed; 0 when it would now. */
  waitMs(asker: Asker, { perSecond }: Rates): number {
    const nowMs = this.#clock.monotonicMs();
    const budgetMs = this.#budget.waitMs(asker, nowMs);
    return asker === 'urgent' ? budgetMs : Math.max(budgetMs, this.#flow.waitMs(perSecond, nowMs));
  }

  /** Takes leave to send one request now, if there is any. */
  take(asker: Asker, { perSecond }: Rates): boolean {
    const nowMs = this.#clock.monotonicMs();
    if (asker === 'routine') {
      if (this.#budget.waitMs('routine', nowMs) > 0) return false;
      if (!this.#flow.take(perSecond, nowMs)) return false;
    }
    if (!this.#budget.take(asker, nowMs)) return false;
    this.#counter.count(nowMs);
    return true;
  }

  /** After a time of not sending. */
  begin({ perSecond }: Rates): void {
    this.#flow.begin(perSecond, this.#clock.monotonicMs());
  }

  /** The service said how much it wants to be asked. */
  obey(stated: StatedPace): void {
    this.#budget.obey(stated, this.#clock.monotonicMs());
  }

  /** The service said that we ask too much. */
  slowDown(): void {
    this.#budget.slowDown(this.#clock.monotonicMs());
  }

  setCap(requestsPerMinute: number): void {
    this.#budget.setCap(requestsPerMinute, this.#clock.monotonicMs());
  }
}
