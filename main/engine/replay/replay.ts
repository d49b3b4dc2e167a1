import { sameValue } from '../../../core/same-value.ts';
import type { RecordedOrder, Situation } from '../../../core/recording/recorded-state.ts';
import { orderWaits } from '../../../core/watch/order-waits.ts';
import type { RecordedMoment, RecordedSpan } from '../recorder/ports.ts';
import type { Clock } from '../../../core/clock.ts';
import { isAnswering, isResumed } from '../recorder/last-answer.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { limitSettings } from '../watch/order-limits.ts';
import { recordedUpdate } from './recorded-update.ts';
import { type JudgedOrders, Judgements, type ReplayedOrder } from './judged-orders.ts';
import { ReplayedDesk, type ReplayOptions, type ReplayStart } from './replayed-desk.ts';
import { ReplayedWatch } from './replayed-watch.ts';

/** How long a replay goes on before other things have their turn. */
const sliceMs = 8;
/** About how long the watcher waits before it stores an answer, for recordings that do not say it. */
const storedWithinMs = 200;
/** How often all orders are looked at: about as often as they are checked. */
const lookEveryMs = 30_000;

/** A state that is recorded when a decision reads it was true up to this long before, because timers can be late. */
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

/** An order that changed, as each judgement has it. */
interface Gathered {
  readonly id: OrderId;
  readonly as: (desk: ReplayedDesk) => ReplayedOrder;
}

class ReplayedDay {
  readonly #watch: ReplayedWatch;
  readonly #judgements: Judgements;
  readonly #desks: readonly ReplayedDesk[];
  /** What is not stored and announced yet, and when it is. */
  #gathered: readonly Gathered[] = [];
  #tellAtMs = Infinity;
  #alike: readonly Alike[];
  #nowMs: number;
  #nextLookMs: number;

  constructor(
    { fromMs, orders, situation }: RecordedSpan,
    { courierWaits, decided, journeys, positionAgesMs }: ReplayStart,
    desks: readonly ReplayOptions[],
  ) {
    this.#nowMs = fromMs;
    this.#nextLookMs = fromMs;
    const learned = { courierWaits: () => courierWaits, positionAgesMs: () => positionAgesMs };
    this.#watch = new ReplayedWatch(situation, fromMs, learned, journeys);
    for (const order of orders) this.#watch.orderChanged(order, null);
    const judgements = new Judgements();
    this.#judgements = judgements;
    this.#desks = desks.map(
      (options) => new ReplayedDesk(this.#watch, fromMs, decided, judgements, options),
    );
    this.#alike = alike(this.#desks);
    if (situation.activity === 'running') this.#announce(this.#watch.ids);
  }

  /**
   * Lets time pass, a look at a time. What people did is dated by when they did it, which may be before what
   * was recorded last; then no time passes.
   */
  *to(untilMs: number): Generator<() => void> {
    if (this.#watch.situation.activity !== 'running') {
      const sleptMs = Math.max(0, untilMs - this.#nowMs);
      this.#tellGathered();
      this.#nowMs += sleptMs;
      this.#nextLookMs += sleptMs;
      for (const desk of this.#desks) desk.sleepTo(this.#nowMs);
      return;
    }
    for (;;) {
      const tellAtMs = this.#tellAtMs;
      const lookAtMs = this.#nextLookMs;
      // What is recorded of the same millisecond was read by the decision about what is told in it.
      const isTelling = tellAtMs <= lookAtMs && tellAtMs < untilMs;
      if (!isTelling && lookAtMs > untilMs) break;
      yield () => {
        this.#passTo(isTelling ? tellAtMs : lookAtMs);
        if (isTelling) this.#tellGathered();
        else {
          this.#look(this.#watch.underWay);
          this.#nextLookMs += lookEveryMs;
        }
      };
    }
    this.#passTo(untilMs);
  }

  /** From when on something counts. */
  beginOf(moment: RecordedMoment): number {
    const isRead =
      moment.kind === 'situation'
        ? moment.situation.unlockedAtMs === this.#watch.situation.unlockedAtMs &&
          (moment.situation.isScreenLocked !== this.#watch.situation.isScreenLocked ||
            moment.situation.isAtWindow !== this.#watch.situation.isAtWindow)
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
    const ids = isAboutAll(before, situation) ? this.#watch.ids : [];
    const isNewRun = situation.startedAtMs !== before.startedAtMs;
    // The watcher announces what it found, and all orders, before others hear of it.
    if (!isNewRun && ids.length > 0) this.#tellGathered(ids);
    for (const desk of this.#desks) desk.situationChanged(before);
    if (!sameValue(situation.settings, before.settings)) this.#alike = alike(this.#desks);
    if (isNewRun) this.#announce(ids);
  }

  #orderChanged(order: RecordedOrder, atMs: number): void {
    const { watched } = order;
    const before = this.#watch.recorded(watched.id);
    const update = before === undefined ? null : recordedUpdate(before, order, atMs);
    const recorded = { before: this.#watch.find(watched.id, atMs), recorded: order, update };
    this.#watch.orderChanged(order, update);
    const judged = new Map<JudgedOrders | null, ReplayedOrder>([[null, recorded]]);
    for (const each of this.#judgements.all) judged.set(each, each.changed(recorded, atMs));
    const as = (desk: ReplayedDesk) => judged.get(desk.judged) ?? recorded;
    for (const desk of this.#desks) desk.orderChanged(as(desk));
    // What a person did, and that an order was refused, is dated by when it was stored.
    const isAnswer = update !== null || watched.observedAtMs === atMs;
    const afterMs = order.storedAfterMs ?? (isAnswer ? storedWithinMs : 0);
    this.#gathered = [...this.#gathered, { id: watched.id, as }];
    this.#tellAtMs = Math.min(this.#tellAtMs, Math.max(this.#nowMs, atMs + afterMs));
    const isRefused = !sameValue(watched.problem, before?.watched.problem);
    if (!isAnswer && !isRefused) for (const desk of this.#desks) desk.acted(as(desk));
  }

  /** All that was found is stored at once, and announced. @param also orders that are announced with it */
  #tellGathered(also: readonly OrderId[] = []): void {
    const gathered = this.#gathered;
    this.#gathered = [];
    this.#tellAtMs = Infinity;
    const ids = [...new Set([...also, ...gathered.map(({ id }) => id)])];
    if (ids.length === 0) return;
    const stored = this.#desks.map((desk) => [desk, desk.store()] as const);
    this.#lookUnderWay(ids);
    for (const [desk, hasNews] of stored) {
      desk.ordersChanged(ids);
      desk.stored(
        gathered.map(({ as }) => as(desk)),
        hasNews,
      );
    }
  }

  /** The watcher announces these orders. */
  #announce(ids: readonly OrderId[]): void {
    this.#lookUnderWay(ids);
    for (const desk of this.#desks) desk.ordersChanged(ids);
  }

  #lookUnderWay(ids: readonly OrderId[]): void {
    this.#look(ids.filter((id) => this.#watch.underWay.has(id)));
  }

  #look(ids: Iterable<OrderId>): void {
    for (const id of ids) this.#lookAt(id);
  }

  #lookAt(id: OrderId): void {
    const watched = this.#watch.find(id, this.#nowMs);
    if (watched === undefined) return;
    for (const desks of this.#alike) {
      const seen = desks[0].judged?.of(watched) ?? watched;
      const waits = orderWaits(seen, this.#nowMs, desks[0].waitRules(seen));
      if (waits.length > 0) for (const desk of desks) desk.look(seen, waits);
    }
  }
}

/** Whether the watcher announces all orders at such a change. */
function isAboutAll(before: Situation, now: Situation): boolean {
  if (now.activity !== 'running') return false;
  return (
    isResumed(before, now) ||
    isAnswering(before) !== isAnswering(now) ||
    before.unlockedAtMs !== now.unlockedAtMs ||
    limitSettings.some((name) => !sameValue(before.settings[name], now.settings[name]))
  );
}

function alike(desks: readonly ReplayedDesk[]): readonly Alike[] {
  const found: [ReplayedDesk, ...ReplayedDesk[]][] = [];
  for (const desk of desks) {
    const like = found.find(
      ([first]) => first.judged === desk.judged && sameValue(first.waitSettings, desk.waitSettings),
    );
    if (like === undefined) found.push([desk]);
    else like.push(desk);
  }
  return found;
}
