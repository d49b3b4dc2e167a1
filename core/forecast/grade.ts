import type { OrderId } from '../order/order-id.ts';
import {
  type Asked,
  type ForecastSilence,
  type ForecastState,
  warningProbability,
} from './forecast.ts';
import {
  type FinishedJourney,
  type JourneyPhase,
  journeyPhases,
  journeyThen,
  stageBeginMs,
} from './journey.ts';

/*
 * How well arrivals were forecast: each order that is over is asked about once more at the moments that count, and
 * answered from what was known then.
 */

/** So long before its promise an order is judged. */
const judgedAheadMs = 10 * 60_000;
/** So many orders decide whether forecasts may be trusted. */
const trustedFrom = 50;
/** The band must hold no fewer and no more of the arrivals than this. */
const coverageBounds = { least: 0.7, most: 0.9 };

/** What became of the band that was given as a phase began. */
export interface BandGrade {
  readonly phase: JourneyPhase;
  readonly errorMs: number;
  readonly widthMs: number;
  readonly isInBand: boolean;
}

/** How one order that is over was forecast. */
export interface Graded {
  readonly id: OrderId;
  /** When it arrived. */
  readonly atMs: number;
  readonly bands: readonly BandGrade[];
  /** Ten minutes before its promise; null where it had none or had arrived by then. */
  readonly lateness: {
    readonly isLate: boolean;
    /** Null where nothing was said. */
    readonly probability: number | null;
  } | null;
}

/** Grades an order that is over. @param forecast what is said of it at a time, from what was known then */
export function graded(
  journey: FinishedJourney,
  forecast: (asked: Asked, nowMs: number) => ForecastState,
): Graded {
  const { arrivedAtMs, group, id, promisedAtMs } = journey;
  const said = (atMs: number) => {
    const state = forecast({ journey: journeyThen(journey, atMs), group, promisedAtMs }, atMs);
    return state.kind === 'known' ? state : null;
  };
  const bands = journeyPhases.flatMap((phase) => {
    const atMs = stageBeginMs(journey, phase);
    const forecasted = atMs === null ? null : said(atMs);
    if (forecasted?.phase !== phase) return [];
    const { earliestAtMs, latestAtMs, likelyAtMs } = forecasted;
    return {
      phase,
      errorMs: Math.abs(arrivedAtMs - likelyAtMs),
      widthMs: latestAtMs - earliestAtMs,
      isInBand: earliestAtMs <= arrivedAtMs && arrivedAtMs <= latestAtMs,
    };
  });
  const judgedAtMs = (promisedAtMs ?? Number.POSITIVE_INFINITY) - judgedAheadMs;
  const lateness =
    promisedAtMs === null || arrivedAtMs <= judgedAtMs
      ? null
      : { isLate: arrivedAtMs > promisedAtMs, probability: said(judgedAtMs)?.probability ?? null };
  return { id, atMs: arrivedAtMs, bands, lateness };
}

/** What several orders were forecast like. Shares are null where nothing was said. */
export interface Grade {
  /** How many of the orders were forecast. */
  readonly orders: number;
  readonly meanErrorMs: number | null;
  /** The share of the arrivals that lay within their bands. */
  readonly coverage: number | null;
  readonly brier: number | null;
  /** The Brier score of the rate of late orders alone. */
  readonly brierBase: number | null;
  /** Warnings of orders that were late, warnings of others, and late orders without one. */
  readonly right: number;
  readonly wrong: number;
  readonly missed: number;
}

/** Sums up grades. @param baseRate the rate of late orders that a guess without forecasts knows; their own unless given */
export function gradeOf(grades: readonly Graded[], baseRate?: number): Grade {
  const bands = grades.flatMap((each) => each.bands);
  const judged = grades.flatMap(({ lateness }) => lateness ?? []);
  const said = judged.flatMap(({ isLate, probability }) =>
    probability === null ? [] : [{ isLate, probability }],
  );
  const rate = baseRate ?? mean(said.map(({ isLate }) => Number(isLate)));
  return {
    orders: grades.filter((each) => each.bands.length > 0).length,
    meanErrorMs: mean(bands.map(({ errorMs }) => errorMs)),
    coverage: mean(bands.map(({ isInBand }) => Number(isInBand))),
    brier: mean(said.map(({ isLate, probability }) => (probability - Number(isLate)) ** 2)),
    brierBase: rate === null ? null : mean(said.map(({ isLate }) => (rate - Number(isLate)) ** 2)),
    right: judged.filter((each) => isWarned(each) && each.isLate).length,
    wrong: judged.filter((each) => isWarned(each) && !each.isLate).length,
    missed: judged.filter((each) => !isWarned(each) && each.isLate).length,
  };
}

function isWarned({ probability }: { readonly probability: number | null }): boolean {
  return probability !== null && probability >= warningProbability;
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, each) => sum + each, 0) / values.length;
}

/**
 * Why the last orders forbid a forecast: the band did not hold what it should, or to say how many are late as a rule
 * would have been as good. Null while they do not, and while they are too few to tell.
 */
export function selfSilence(grades: readonly Graded[]): ForecastSilence | null {
  const banded = grades.filter(({ bands }) => bands.length > 0).slice(-trustedFrom);
  const { coverage } = gradeOf(banded);
  const { least, most } = coverageBounds;
  const isJudged = banded.length === trustedFrom && coverage !== null;
  if (isJudged && (coverage < least || coverage > most)) return 'notCovered';
  const judged = grades.filter(
    ({ lateness }) => lateness !== null && lateness.probability !== null,
  );
  const last = judged.slice(-trustedFrom);
  if (last.length < trustedFrom) return null;
  const lateCount = judged.filter(({ lateness }) => lateness?.isLate === true).length;
  const { brier, brierBase } = gradeOf(last, (lateCount + 0.5) / (judged.length + 1));
  return brier !== null && brierBase !== null && brier >= brierBase ? 'notBetter' : null;
}
