import type { DetailForecast } from '../../../core/board/board.ts';
import { type ForecastState, silent } from '../../../core/forecast/forecast.ts';
import { Forecaster } from '../../../core/forecast/forecaster.ts';
import { type ForecastGrade, weekGrades } from '../../../core/board/forecast-grade.ts';
import { selfSilence } from '../../../core/forecast/grade.ts';
import { type FinishedJourney, type Journey, journeyThen } from '../../../core/forecast/journey.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { sameValue } from '../../../core/same-value.ts';
import { finishedJourney } from '../../../core/board/order-journey.ts';
import { journeyBeginMs, wasSeenLately } from '../../../core/watch/order-waits.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { JourneyHistory } from './ports.ts';

/** What is said of an order changes at whole minutes, or with the order. */
const saidEveryMs = 60_000;

/** So many minutes of a way are said at most. */
const mostChances = 120;
/** So many weeks are graded. */
const weeksShown = 12;
/** Limits are learned from so many ways at most, the latest. */
const mostFinished = 1000;

interface Said {
  readonly key: string;
  readonly state: ForecastState;
}

/** Forecasts the arrivals of the board's orders from those that are over. It reads these when it is first asked. */
export class Forecasts {
  readonly #history: JourneyHistory;
  #finished: readonly FinishedJourney[] | null = null;
  #known: Forecaster | null = null;
  #changes = 0;
  #said = new WeakMap<Journey, Said>();

  constructor(history: JourneyHistory) {
    this.#history = history;
  }

  /** When an order arrives, as it was to be said at a time; that may be past. */
  of(watched: WatchedOrder, nowMs: number): ForecastState {
    const { journey, preferences } = watched;
    if (journey === null || journey.stage === 'arrived') return silent('noPhase');
    if (!wasSeenLately(watched, nowMs)) return silent('notChecked');
    const { group = null, promisedAtMs = null } = preferences ?? {};
    const minuteMs = Math.floor(nowMs / saidEveryMs) * saidEveryMs;
    const key = JSON.stringify([this.#changes, minuteMs, group, promisedAtMs]);
    const said = this.#said.get(journey);
    if (said?.key === key) return said.state;
    const beganMs = Math.max(
      ...[journey.startedAtMs, journey.arrivedPickupAtMs, journey.leftPickupAtMs, minuteMs].map(
        (atMs) => atMs ?? minuteMs,
      ),
    );
    // A clock that was ahead dates a begin into the future.
    const askedAtMs = Math.min(beganMs, nowMs);
    const state = this.#forecaster.forecast({ journey, group, promisedAtMs }, askedAtMs);
    this.#said.set(journey, { key, state });
    return state;
  }

  /**
   * When an order arrives, and how probable it was at each minute of its way that it is late. Null for one that is
   * over or has no courier.
   */
  detailOf(watched: WatchedOrder, nowMs: number, isOn: boolean): DetailForecast | null {
    const { journey, preferences } = watched;
    const phase = watched.order?.status.phase;
    if (journey === null || journey.stage === 'arrived' || phase === 'cancelled') return null;
    if (!isOn) return { state: silent('off'), chances: [] };
    const { group = null, promisedAtMs = null } = preferences ?? {};
    const beganMs = journeyBeginMs(journey);
    const state = this.of(watched, nowMs);
    if (promisedAtMs === null || beganMs === null) return { state, chances: [] };
    const endMs = Math.min(nowMs, promisedAtMs);
    const stepMs = Math.max(saidEveryMs, Math.ceil((endMs - beganMs) / mostChances));
    const chances: DetailForecast['chances'][number][] = [];
    for (let atMs = beganMs; atMs <= endMs; atMs += stepMs) {
      const then = { journey: journeyThen(journey, atMs), group, promisedAtMs };
      const said = this.#forecaster.forecast(then, atMs);
      if (said.kind === 'known' && said.probability !== null) {
        chances.push({ atMs, probability: said.probability });
      }
    }
    return { state, chances };
  }

  /** How it did with the orders that are over. */
  grade(nowMs: number): ForecastGrade {
    const grades = this.#forecaster.gradesAt(nowMs);
    return { weeks: weekGrades(grades).slice(-weeksShown), silence: selfSilence(grades) };
  }

  /** The ways that are learned from, by their end, the oldest first; the same list until one is over or erased. */
  get finished(): readonly FinishedJourney[] {
    this.#finished ??= byEnd(this.#history.finishedJourneys());
    return this.#finished;
  }

  /** An order changed: one that has arrived is learned from. */
  orderUpdated(watched: WatchedOrder): void {
    if (this.#finished === null || watched.journey?.stage !== 'arrived') return;
    const journey = finishedJourney(watched);
    if (journey === null) return this.ordersErased([watched.id]);
    const before = this.#finished.find(({ id }) => id === journey.id);
    if (sameValue(before, journey)) return;
    const others = this.#finished.filter((each) => each !== before);
    this.#finished = byEnd([...others, journey]).slice(-mostFinished);
    // That it is over says nothing more of when it arrived.
    if (before !== undefined && sameValue(arrival(before), arrival(journey))) return;
    this.#known?.learn(journey);
    this.#changes += 1;
  }

  /** Nothing is left of these orders. */
  ordersErased(ids: readonly OrderId[]): void {
    const erased = new Set(ids);
    if (this.#finished?.some(({ id }) => erased.has(id)) === true) {
      this.#finished = this.#finished.filter(({ id }) => !erased.has(id));
    }
    this.#known?.forget(erased);
    this.#changes += 1;
  }

  get #forecaster(): Forecaster {
    if (this.#known === null) {
      this.#known = new Forecaster();
      this.#known.begin(this.finished);
    }
    return this.#known;
  }
}

function arrival({ endedAtMs: _ended, ...journey }: FinishedJourney): FinishedJourney {
  return journey;
}

function byEnd(journeys: readonly FinishedJourney[]): readonly FinishedJourney[] {
  return journeys.toSorted((one, other) => one.arrivedAtMs - other.arrivedAtMs);
}
