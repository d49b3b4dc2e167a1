import type { OrderId } from '../../core/order/order-id.ts';
import type { RecordedOrder } from '../../core/recording/recorded-state.ts';
import type { RecordedMoment, RecordedSpan } from '../recorder/ports.ts';
import { recordedUpdate } from './recorded-update.ts';
import { ReplayedDesk, type ReplayOptions, type ReplayStart } from './replayed-desk.ts';

/** How long a replay goes on before other things have their turn. */
const sliceMs = 8;

/** What a replay needs of the real time: only that others have their turn. */
export interface ReplayPace {
  monotonicMs(): number;
  nextTurn(): Promise<void>;
}

/**
 * Plays what was recorded through everything that decides on notifications, for several desks at once that
 * differ in their settings. The same recording gives the same decisions: the clock is the recording's own.
 *
 * @param start all but the time, which is that of the span
 * @param untilMs what is due until then still happens
 */
export async function replay(
  span: RecordedSpan,
  start: Omit<ReplayStart, 'atMs'>,
  untilMs: number,
  desks: readonly ReplayOptions[],
  pace: ReplayPace,
): Promise<void> {
  const day = new ReplayedDay(span, start, desks);
  let sliceEndsMs = pace.monotonicMs() + sliceMs;
  for (const moments of span.moments) {
    for (const moment of moments) {
      if (moment.atMs > untilMs) break;
      day.happen(moment);
      if (pace.monotonicMs() < sliceEndsMs) continue;
      await pace.nextTurn();
      sliceEndsMs = pace.monotonicMs() + sliceMs;
    }
  }
  day.end(untilMs);
}

class ReplayedDay {
  readonly #desks: readonly ReplayedDesk[];
  readonly #orders = new Map<OrderId, RecordedOrder>();
  #nowMs: number;

  constructor(
    { fromMs, orders, situation }: RecordedSpan,
    start: Omit<ReplayStart, 'atMs'>,
    desks: readonly ReplayOptions[],
  ) {
    this.#nowMs = fromMs;
    this.#desks = desks.map(
      (options) => new ReplayedDesk({ ...start, atMs: fromMs }, situation, options),
    );
    for (const order of orders) this.#know(order, fromMs);
  }

  happen(moment: RecordedMoment): void {
    // What people did is dated by when they did it, which may be before what was recorded last.
    this.#nowMs = Math.max(this.#nowMs, moment.atMs);
    for (const desk of this.#desks) desk.passTo(this.#nowMs);
    if (moment.kind === 'order') this.#know(moment.order, moment.atMs);
    else for (const desk of this.#desks) desk.situationChanged(moment.situation);
  }

  end(untilMs: number): void {
    for (const desk of this.#desks) {
      desk.passTo(untilMs);
      desk.stop();
    }
  }

  #know(order: RecordedOrder, atMs: number): void {
    const { id } = order.watched;
    const before = this.#orders.get(id);
    this.#orders.set(id, order);
    const update = before === undefined ? null : recordedUpdate(before, order, atMs);
    for (const desk of this.#desks) desk.orderChanged(order, update);
  }
}
