import { isWorthALook } from '../../core/order/order-update.ts';
import { sameValue } from '../../core/order/same-value.ts';
import type { RecordedOrder, Situation } from '../../core/recording/recorded-state.ts';
import { orderWaits } from '../../core/watch/order-waits.ts';
import type { RecordedMoment, RecordedSpan } from '../recorder/ports.ts';
import type { Clock } from '../watch/clock.ts';
import { recordedUpdate } from './recorded-update.ts';
import { ReplayedDesk, type ReplayOptions, type ReplayStart } from './replayed-desk.ts';
import { ReplayedWatch } from './replayed-watch.ts';

/** How long a replay goes on before other things have their turn. */
const sliceMs = 8;
/** How often all orders are looked at: about as often as they are checked. */
const lookEveryMs = 30_000;

/**
 * What is recorded as a decision reads it was so before that decision, whose timer of then may have been late by
 * so much.
 */
const readBeforeMs = 1000;

/**
 * Plays what was recorded through everything that decides on notifications, for several desks at once that
 * differ in their settings. The same recording gives the same decisions: the clock is the recording's own.
 *
 * @param untilMs what is due until then still happens
 * @param clock the real one: the replay goes on for some milliseconds at a time
 */
export async function replay(
  span: RecordedSpan,
  start: ReplayStart,
  untilMs: number,
  desks: readonly ReplayOptions[],
  clock: Pick<Clock, 'monotonicMs' | 'nextTurn'>,
): Promise<void> {
  const day = new ReplayedDay(span, start, desks);
  let sliceEndsMs = clock.monotonicMs() + sliceMs;
  for (const step of stepsOf(day, span, untilMs)) {
    step();
    if (clock.monotonicMs() < sliceEndsMs) continue;
    await clock.nextTurn();
    sliceEndsMs = clock.monotonicMs() + sliceMs;
  }
  day.stop();
}

/** All that happens in a replay, in parts that take a moment each. */
function* stepsOf(
  day: ReplayedDay,
  { moments: parts }: RecordedSpan,
  untilMs: number,
): Generator<() => void> {
  for (const moments of parts) {
    for (const moment of moments) {
      if (moment.atMs > untilMs) break;
      yield* day.to(day.beginOf(moment));
      yield () => day.happen(moment);
    }
  }
  yield* day.to(untilMs);
}

/** Desks that see the same waits: what one of them sees is there for all. */
type Alike = readonly [ReplayedDesk, ...ReplayedDesk[]];

class ReplayedDay {
  readonly #watch: ReplayedWatch;
  readonly #desks: readonly ReplayedDesk[];
  #alike: readonly Alike[];
  #nowMs: number;
  #nextLookMs: number;

  constructor(
    { fromMs, orders, situation }: RecordedSpan,
    { courierWaits, decided, positionAgesMs }: ReplayStart,
    desks: readonly ReplayOptions[],
  ) {
    this.#nowMs = fromMs;
    this.#nextLookMs = fromMs;
    const learned = { courierWaits: () => courierWaits, positionAgesMs: () => positionAgesMs };
    this.#watch = new ReplayedWatch(situation, fromMs, learned);
    for (const order of orders) this.#watch.orderChanged(order, null);
    this.#desks = desks.map((options) => new ReplayedDesk(this.#watch, fromMs, decided, options));
    this.#alike = alike(this.#desks);
    for (const order of orders) {
      for (const desk of this.#desks) desk.orderChanged(order, undefined, null);
    }
  }

  /**
   * Lets time pass, a look at a time. What people did is dated by when they did it, which may be before what
   * was recorded last; then no time passes.
   */
  *to(untilMs: number): Generator<() => void> {
    if (this.#watch.situation.activity !== 'running') {
      const sleptMs = Math.max(0, untilMs - this.#nowMs);
      this.#nowMs += sleptMs;
      this.#nextLookMs += sleptMs;
      for (const desk of this.#desks) desk.sleepTo(this.#nowMs);
      return;
    }
    while (this.#nextLookMs <= untilMs) {
      yield () => {
        this.#passTo(this.#nextLookMs);
        this.#look();
        this.#nextLookMs += lookEveryMs;
      };
    }
    this.#passTo(untilMs);
  }

  /** From when on something counts. */
  beginOf(moment: RecordedMoment): number {
    const isRead =
      moment.kind === 'situation'
        ? moment.situation.isScreenLocked !== this.#watch.situation.isScreenLocked ||
          moment.situation.isAtWindow !== this.#watch.situation.isAtWindow
        : moment.order.isOpen !== this.#watch.recorded(moment.order.watched.id)?.isOpen;
    return isRead ? moment.atMs - readBeforeMs : moment.atMs;
  }

  happen(moment: RecordedMoment): void {
    if (moment.kind === 'order') this.#orderChanged(moment.order, moment.atMs);
    else this.#situationChanged(moment.situation);
  }

  stop(): void {
    for (const desk of this.#desks) desk.stop();
  }

  #passTo(atMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, atMs);
    for (const desk of this.#desks) desk.passTo(this.#nowMs);
  }

  #situationChanged(situation: Situation): void {
    const before = this.#watch.situation;
    this.#watch.situationChanged(situation, this.#nowMs);
    for (const desk of this.#desks) desk.situationChanged(before);
    if (!sameValue(situation.settings, before.settings)) this.#alike = alike(this.#desks);
  }

  #orderChanged(order: RecordedOrder, atMs: number): void {
    const { watched } = order;
    const before = this.#watch.recorded(watched.id);
    const update = before === undefined ? null : recordedUpdate(before, order, atMs);
    this.#watch.orderChanged(order, update);
    const isDriving = update !== null && !isWorthALook(update);
    for (const desk of this.#desks) {
      if (isDriving) desk.orderDriven(update);
      else desk.orderChanged(order, before, update);
    }
  }

  #look(): void {
    for (const id of this.#watch.underWay) {
      const watched = this.#watch.find(id, this.#nowMs);
      if (watched === undefined) continue;
      for (const desks of this.#alike) {
        const waits = orderWaits(watched, this.#nowMs, desks[0].waitRules(watched));
        if (waits.length > 0) for (const desk of desks) desk.look(watched, waits);
      }
    }
  }
}

function alike(desks: readonly ReplayedDesk[]): readonly Alike[] {
  const found: [ReplayedDesk, ...ReplayedDesk[]][] = [];
  for (const desk of desks) {
    const like = found.find(([first]) => sameValue(first.waitSettings, desk.waitSettings));
    if (like === undefined) found.push([desk]);
    else like.push(desk);
  }
  return found;
}
