import { RecentDemand } from './recent-demand.ts';

/** Below this rate nobody is hurried: catching up after a sleep is allowed this much per second. */
const calmPerSecond = 20;
/**
 * Room above the demand, so that chance pile-ups of due orders melt away within a slot or two. A backlog
 * (after a start, a sleep or an outage) is worked off at the same rate: within one interval, in the
 * order in which the orders' places come round, so that none has to wait longer for its next check.
 */
const headroom = 1.08;
/**
 * From this rate on requests leave in short slots: answers wake the process as often anyway. Of slots of
 * 25 ms, one that is 2 ms late puts five into 100 ms where four belong; of these, one in eleven.
 */
const briskPerSecond = 100;
const briskSlotMs = 10;
/** What somebody waits for, and what is late, waits no longer for its slot. */
const longestPromptSlotMs = 100;
/** So many requests may leave together in a long slot. */
export const mostTogether = 48;
/** What leaves in one slot, on average, so that chance does not put more into one than may leave. */
const meanTogether = 36;
/** However few orders there are: what is late by more is seen, and idle connections do not stay open. */
const longestSlotMs = 1000;
/** All paces of orders are multiples of a third of the shortest one. */
const slotsFitInto = 1 / 3;
/** Orders that are not at their places yet may be asked more often while the rate is so far above the demand. */
const hurryFrom = 1.5;
/** In so many of the shortest interval the orders that most of a list consists of have had their check. */
const spellPaces = 2;

/** How fast requests leave, and in which slots: wake-ups are drawn together into these. */
export interface Rates {
  /** The rate at which the routine may leave. */
  readonly perSecond: number;
  /** The slots in which the routine leaves. */
  readonly slotMs: number;
  /** The slots of what somebody waits for, and of what is late. */
  readonly promptSlotMs: number;
  /** Whether answers that nobody waits for are read together; in short slots they come together anyway. */
  readonly mayAnswersWait: boolean;
  /** Whether there is room for a second check in an interval. */
  readonly mayHurry: boolean;
}

/** What {@link ratesOf} goes by. */
export interface RateFacts {
  /** What all orders together ask for. */
  readonly demandPerSecond: number;
  /** What the cap and the service allow in the long run. */
  readonly sustainedPerSecond: number;
  /** The pace of an order on the way. */
  readonly activeEveryMs: number;
}

/**
 * How fast and in which slots requests leave at a demand.
 *
 * Each wake-up costs more than the request that it sends, so slots are as long as the number of requests
 * in one allows; and they fit into every interval, so that an order's own place is always in the same
 * slot of its interval.
 */
export function ratesOf(facts: RateFacts): Rates {
  const { activeEveryMs, demandPerSecond, sustainedPerSecond } = facts;
  const steady = Math.min(demandPerSecond * headroom, sustainedPerSecond);
  const slotMs = slotMsAt(steady, activeEveryMs);
  const perSecond = Math.max(steady, Math.min(calmPerSecond, sustainedPerSecond));
  return {
    perSecond,
    slotMs,
    promptSlotMs: Math.min(slotMs, longestPromptSlotMs),
    mayAnswersWait: !isBrisk(steady),
    mayHurry: perSecond > demandPerSecond * hurryFrom,
  };
}

/**
 * The rates of the highest demand of late. They are worked out only when what they go by changed: they
 * are asked for several times per request.
 */
export class RememberedRates {
  readonly #recent: RecentDemand;
  #facts: RateFacts | null = null;
  #rates: Rates | null = null;

  constructor(nowMs: number) {
    this.#recent = new RecentDemand(nowMs);
  }

  /** @param nowMs on the monotonic clock */
  of({ demandPerSecond, sustainedPerSecond, activeEveryMs }: RateFacts, nowMs: number): Rates {
    const recent = this.#recent.highest(demandPerSecond, activeEveryMs * spellPaces, nowMs);
    const before = this.#facts;
    const isSame =
      before !== null &&
      before.demandPerSecond === recent &&
      before.sustainedPerSecond === sustainedPerSecond &&
      before.activeEveryMs === activeEveryMs;
    if (isSame && this.#rates !== null) return this.#rates;
    this.#facts = { demandPerSecond: recent, sustainedPerSecond, activeEveryMs };
    this.#rates = ratesOf(this.#facts);
    return this.#rates;
  }
}

/** Whether requests follow each other so fast that they leave in short slots. */
export function isBrisk(perSecond: number): boolean {
  return perSecond >= briskPerSecond;
}

function slotMsAt(steady: number, activeEveryMs: number): number {
  if (isBrisk(steady)) return briskSlotMs;
  const mostMs = Math.min((meanTogether / steady) * 1000, longestSlotMs);
  const wholeMs = activeEveryMs * slotsFitInto;
  return wholeMs / Math.ceil(wholeMs / mostMs);
}
