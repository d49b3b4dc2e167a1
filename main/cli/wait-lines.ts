import type { Forecast } from '../../core/forecast/forecast.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import {
  isWaitingAlike,
  nextSetTimeMs,
  nextWaitTimeMs,
  orderWaits,
  wasSeenLately,
  type Wait,
  type WaitReason,
  type WaitRules,
} from '../../core/watch/order-waits.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import type { Clock } from '../../core/clock.ts';
import { FreshEyes } from '../engine/notify/fresh-eyes.ts';
import type { Watch } from '../engine/watch/ports.ts';
import {
  type ForecastEventLine,
  forecastLine,
  isoTime,
  type WaitLine,
} from '../engine/lines/line-event.ts';

/** What {@link WaitLines} need. */
export interface WaitLinesParts {
  readonly clock: Clock;
  readonly watch: Pick<Watch, 'get' | 'list'>;
  readonly rules: (watched: WatchedOrder) => WaitRules;
  /** Whether orders can be read. */
  readonly contact: Pick<Watch, 'serviceHealth' | 'pauseState'>;
  readonly print: (line: WaitLine) => void;
  /** Called when something else is forecast of an order. Default: it is not told. */
  readonly forecast?: (line: ForecastEventLine) => void;
}

/** What was found at the last look at an order. */
interface Look {
  readonly watched: WatchedOrder;
  /** The waits that were printed as begun, by what tells one wait from another. */
  readonly begun: ReadonlyMap<string, WaitLine>;
  /** From then on the same order may wait for something else. */
  readonly untilMs: number;
}

/** Waits begin by time alone, so every order is looked at this often. */
const lookEveryMs = 60_000;

/** So far off, a forecast is another one. */
const otherwiseMs = 5 * 60_000;

/**
 * Prints when something expected does not happen, and when that is over: a silent courier, a long wait, a
 * promised time. The lines are printed when the state changes and are not stored.
 */
export class WaitLines {
  readonly #parts: WaitLinesParts;
  readonly #looks = new Map<OrderId, Look>();
  readonly #forecasts = new Map<OrderId, Pick<Forecast, 'likelyAtMs' | 'phase'>>();
  /** What was known before the start may be over: what an order waits for is told once it was read. */
  readonly #freshEyes: FreshEyes;
  #cancel: (() => void) | null = null;

  constructor(parts: WaitLinesParts) {
    this.#parts = parts;
    this.#freshEyes = new FreshEyes(parts.clock, parts.contact, () => this.#lookAtAll());
  }

  /** Looks at every order now, and once a minute until {@link stop}. */
  start(): void {
    this.#freshEyes.open();
    this.#goOn();
  }

  #goOn(): void {
    this.#lookAtAll();
    this.#cancel = this.#parts.clock.schedule(() => this.#goOn(), lookEveryMs);
  }

  #lookAtAll(): void {
    for (const watched of this.#parts.watch.list()) this.#look(watched);
  }

  stop(): void {
    this.#freshEyes.stop();
    this.#cancel?.();
    this.#cancel = null;
  }

  ordersChanged(ids: readonly OrderId[]): void {
    const nowMs = this.#parts.clock.wallMs();
    for (const id of ids) {
      const watched = this.#parts.watch.get(id);
      const last = this.#looks.get(id);
      // Most orders were only confirmed, thousands of times an hour.
      const isKnown =
        watched !== undefined &&
        last !== undefined &&
        nowMs < last.untilMs &&
        wasSeenLately(last.watched, nowMs) &&
        isWaitingAlike(last.watched, watched);
      if (watched !== undefined && !isKnown) this.#look(watched);
    }
  }

  ordersRemoved(ids: readonly OrderId[]): void {
    for (const id of ids) {
      this.#looks.delete(id);
      this.#forecasts.delete(id);
    }
  }

  #look(watched: WatchedOrder): void {
    if (!this.#freshEyes.hasRead(watched)) return;
    const { clock, print } = this.#parts;
    const nowMs = clock.wallMs();
    const at = isoTime(nowMs);
    const rules = this.#parts.rules(watched);
    const before = this.#looks.get(watched.id)?.begun ?? new Map<string, WaitLine>();
    const now = new Map<string, WaitLine>();
    // What was not checked lately may be over or not; only a promise needs no check.
    const isUnknown = !wasSeenLately(watched, nowMs);
    for (const [key, line] of before)
      if (isUnknown && line.promised_at === null) now.set(key, line);
    for (const wait of orderWaits(watched, nowMs, rules)) {
      now.set(`${names[wait.reason]}:${wait.causeAtMs}`, lineOf(wait, watched, nowMs));
    }
    for (const [key, line] of before) if (!now.has(key)) print({ ...line, state: 'over', at });
    for (const [key, line] of now) if (!before.has(key)) print(line);
    this.#forecast(watched, nowMs, rules);
    const never = Number.POSITIVE_INFINITY;
    // What time alone may have begun since the last answer counts from the next answer on.
    const waitsAtMs = nextWaitTimeMs(watched, watched.observedAtMs ?? nowMs, rules) ?? never;
    const untilMs = Math.min(waitsAtMs, nextSetTimeMs(watched, nowMs) ?? never);
    this.#looks.set(watched.id, { watched, begun: now, untilMs });
  }

  /** Each minute moves a forecast a little; a line is worth what a person would say anew. */
  #forecast(watched: WatchedOrder, nowMs: number, rules: WaitRules): void {
    const { id } = watched;
    const state = rules.forecastAt?.(nowMs);
    if (state?.kind !== 'known') return void this.#forecasts.delete(id);
    const said = this.#forecasts.get(id);
    const isSame =
      said?.phase === state.phase && Math.abs(said.likelyAtMs - state.likelyAtMs) < otherwiseMs;
    if (isSame) return;
    this.#forecasts.set(id, state);
    const forecast = forecastLine(state, nowMs);
    this.#parts.forecast?.({ event: 'forecast', uuid: id, at: isoTime(nowMs), forecast });
  }
}

function lineOf(wait: Wait, { id, preferences }: WatchedOrder, nowMs: number): WaitLine {
  const { reason } = wait;
  const isOfPromise =
    reason === 'probablyLate' || reason === 'promiseAhead' || reason === 'promisePassed';
  const promisedAtMs = isOfPromise ? (preferences?.promisedAtMs ?? null) : null;
  return {
    event: 'wait',
    state: 'begun',
    uuid: id,
    at: isoTime(nowMs),
    reason: names[wait.reason],
    since: isoTime(wait.sinceMs),
    promised_at: promisedAtMs === null ? null : isoTime(promisedAtMs),
    forecast: wait.forecast === undefined ? null : forecastLine(wait.forecast, nowMs),
  };
}

/** The stable names of `--json`. */
const names = {
  courierSilent: 'courier_silent',
  courierLost: 'courier_lost',
  notMoving: 'not_moving',
  longWait: 'long_wait',
  arrivedWaiting: 'arrived_waiting',
  optionEnds: 'free_cancel_ends',
  probablyLate: 'probably_late',
  promiseAhead: 'promise_at_hand',
  promisePassed: 'promise_passed',
} as const satisfies Record<WaitReason, WaitLine['reason']>;
