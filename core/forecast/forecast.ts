import type { Journey, JourneyPhase } from './journey.ts';

/** Fewer finished orders say nothing: of a group all orders are taken then, of all orders none. */
export const fewestKnown = 20;
/** The share of arrivals that the band should hold. */
export const bandShare = 0.8;
/** From this probability on an order will probably be late. */
export const warningProbability = 0.8;
/** From this probability on an order is likely late: more likely than not. Below it a warning is taken back. */
export const likelyLateProbability = 0.5;

/** What is asked about: how far an order has come, and what counts for it. */
export interface Asked {
  readonly journey: Journey | null;
  readonly group: string | null;
  readonly promisedAtMs: number | null;
}

/** Why nothing is said. */
export const forecastSilences = [
  /** Where the courier is on the way is not known, or not since when. */
  'noPhase',
  /** Too few finished orders are known. */
  'tooFew',
  /** Over the last orders it was no better than to say how many are late as a rule. */
  'notBetter',
  /** Over the last orders the band held too few arrivals, or too many. */
  'notCovered',
  /** A person turned it off. */
  'off',
  /** The order was not checked lately. */
  'notChecked',
] as const;

export type ForecastSilence = (typeof forecastSilences)[number];

/** When an order will arrive. Times in milliseconds since 1970. */
export interface Forecast {
  readonly phase: JourneyPhase;
  /** Since when it is in that phase. */
  readonly sinceMs: number;
  /** Four of five orders arrive between these two. */
  readonly earliestAtMs: number;
  readonly latestAtMs: number;
  /** Half of them arrive by then. */
  readonly likelyAtMs: number;
  /** That it arrives after its promise, from 0 to 1; null without a promise. */
  readonly probability: number | null;
  /** Half of the known orders are through with the phase after so long. */
  readonly halfAfterMs: number;
  /** From how many finished orders it is known, and the group that they are of; null for all. */
  readonly knownCount: number;
  readonly group: string | null;
}

/** A forecast, or why there is none. */
export type ForecastState =
  | ({ readonly kind: 'known' } & Forecast)
  | { readonly kind: 'silent'; readonly reason: ForecastSilence };

export function silent(reason: ForecastSilence): ForecastState {
  return { kind: 'silent', reason };
}
