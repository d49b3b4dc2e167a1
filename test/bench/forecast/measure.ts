import { Forecaster } from '../../../core/forecast/forecaster.ts';
import { type Graded, gradeOf } from '../../../core/forecast/grade.ts';
import {
  type FinishedJourney,
  type JourneyPhase,
  journeyPhases,
  stageBeginMs,
} from '../../../core/forecast/journey.ts';
import { median } from '../shared/machine.ts';
import { promiseMinutes, settledFrom } from './deliveries.ts';

const minuteMs = 60_000;
const earlyFrom = 50;

type ByPhase = Readonly<Record<JourneyPhase, number>>;

/** What is measured of a file of deliveries. Times in minutes, shares from 0 to 1. */
export interface Measured {
  /** The deliveries that were asked about ten minutes before their promise, and answered. */
  readonly n: number;
  readonly promiseMinutes: number;
  readonly auc: number;
  readonly brier: number;
  /** The Brier score of the rate of late deliveries alone. */
  readonly brierBase: number;
  readonly precision: number;
  readonly recall: number;
  readonly maeMinutes: ByPhase;
  readonly coverage: ByPhase;
  readonly meanWidth: ByPhase;
  /** {@link coverage} from the 50th delivery on. */
  readonly coverageFrom50: ByPhase;
  /** The deliveries that were asked about and not answered, because their phase is not known. */
  readonly silent: number;
  /** The share of the answered ones at which the grade of the forecasts would have silenced them. */
  readonly selfSilencedShare: number;
  /** The same figures of what one would use instead. */
  readonly instead: {
    /** How long the delivery has been under way, and nothing else. */
    readonly clock: { readonly auc: number; readonly brier: number };
    /** The median of what remained of the deliveries before, whatever the distance. */
    readonly median: { readonly maeMinutes: ByPhase };
  };
}

/**
 * Plays deliveries through the product's forecaster in the order of their ends. Each is forecast from those alone
 * that were over at the moment of asking, and learned from once it is over.
 */
export function measured(deliveries: readonly FinishedJourney[]): Measured {
  const placeOf = new Map(deliveries.map(({ id }, index) => [id, index]));
  const forecaster = new Forecaster();
  const all: Graded[] = [];
  let silenced = 0;
  for (const delivery of deliveries.toSorted((one, other) => one.arrivedAtMs - other.arrivedAtMs)) {
    const asked = { journey: delivery, group: null, promisedAtMs: delivery.promisedAtMs };
    const state = forecaster.forecast(
      { ...asked, journey: { ...delivery, stage: 'toDropoff' } },
      delivery.leftPickupAtMs ?? delivery.arrivedAtMs,
    );
    const isSettled = (placeOf.get(delivery.id) ?? 0) >= settledFrom;
    if (isSettled && state.kind === 'silent' && state.reason !== 'noPhase') silenced += 1;
    forecaster.learn(delivery);
    all.push(...forecaster.gradesAt(delivery.arrivedAtMs).slice(-1));
  }
  const from = (place: number): readonly Graded[] =>
    all.filter(({ id }) => (placeOf.get(id) ?? 0) >= place);
  const settled = from(settledFrom);
  const judged = settled.flatMap(({ lateness }) => lateness ?? []);
  const said = judged.flatMap(({ isLate, probability }) =>
    probability === null ? [] : [{ isLate, probability }],
  );
  const { brier, brierBase, missed, right, wrong } = gradeOf(
    settled.filter(({ lateness }) => lateness?.probability != null),
  );
  const rate = said.filter(({ isLate }) => isLate).length / said.length;
  return {
    n: said.length,
    promiseMinutes,
    auc: rounded(areaUnderCurve(said)),
    brier: rounded(brier),
    brierBase: rounded(brierBase),
    precision: rounded(right / (right + wrong)),
    recall: rounded(right / (right + missed)),
    maeMinutes: byPhase(settled, ({ errorMs }) => errorMs / minuteMs),
    coverage: byPhase(settled, ({ isInBand }) => Number(isInBand)),
    meanWidth: byPhase(settled, ({ widthMs }) => widthMs / minuteMs),
    coverageFrom50: byPhase(from(earlyFrom), ({ isInBand }) => Number(isInBand)),
    silent: judged.length - said.length,
    selfSilencedShare: rounded(silenced / settled.length),
    instead: {
      // Every delivery is asked about after the same time, so the clock tells none from another.
      clock: { auc: 0.5, brier: rounded(rate * (1 - rate)) },
      median: { maeMinutes: medianAlone(deliveries) },
    },
  };
}

function rounded(value: number | null): number {
  return Number((value ?? Number.NaN).toFixed(4));
}

function byPhase(
  grades: readonly Graded[],
  value: (band: Graded['bands'][number]) => number,
): ByPhase {
  return everyPhase((phase) => {
    const values = grades.flatMap(({ bands }) => bands.filter((band) => band.phase === phase));
    return mean(values.map(value));
  });
}

function everyPhase(value: (phase: JourneyPhase) => number): ByPhase {
  const [toPickup = 0, atPickup = 0, toDropoff = 0] = journeyPhases.map((phase) =>
    rounded(value(phase)),
  );
  return { toPickup, atPickup, toDropoff };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}

function score(one: number, other: number): number {
  return one === other ? 0.5 : Number(one > other);
}

/** How often one that was late had a higher probability than one that was not; a tie counts half. */
function areaUnderCurve(
  said: readonly { readonly isLate: boolean; readonly probability: number }[],
): number {
  const late = said.filter(({ isLate }) => isLate);
  const others = said.filter(({ isLate }) => !isLate);
  const wins = late.map((one) =>
    mean(others.map((other) => score(one.probability, other.probability))),
  );
  return mean(wins);
}

/** The mean error in minutes of the median of the last 500 deliveries that were over. */
function medianAlone(deliveries: readonly FinishedJourney[]): ByPhase {
  const byEnd = deliveries.toSorted((one, other) => one.arrivedAtMs - other.arrivedAtMs);
  return everyPhase((phase) => {
    const errors = deliveries.slice(settledFrom).flatMap((delivery) => {
      const atMs = stageBeginMs(delivery, phase);
      if (atMs === null) return [];
      const remained = byEnd
        .filter(({ arrivedAtMs }) => arrivedAtMs <= atMs)
        .slice(-500)
        .flatMap((each) => {
          const beganMs = stageBeginMs(each, phase);
          return beganMs === null ? [] : [each.arrivedAtMs - beganMs];
        });
      return [Math.abs(delivery.arrivedAtMs - atMs - median(remained)) / minuteMs];
    });
    return mean(errors);
  });
}
