import type { OrderId } from '../../../../core/order/order-id.ts';
import { isFinished, statusTextInSentence } from '../../../../core/order/order-status.ts';
import { distanceMeters } from '../../../../core/order/geo.ts';
import type { GeoPoint, Order } from '../../../../core/order/order.ts';

/** An answer of the service about an order; null when it did not know the order. */
interface Answered {
  readonly atMs: number;
  readonly order: Order | null;
}

/** What a person arranged about an order. */
export interface Arranged {
  /** What texts call it. */
  readonly name: string;
  /** By the wall clock, in milliseconds since 1970. */
  readonly promisedAtMs: number | null;
}

/** A stretch of time in which an order kept its status word and its courier. */
interface KnownState {
  readonly sinceMs: number;
  /** The same by the wall clock, in milliseconds since 1970. */
  readonly sinceWallMs: number;
  readonly order: Order;
}

/** Beyond this distance a courier has left a stop, as the guide says. */
const leaveMeters = 250;

/** What can be known of an order at a moment: what the service had answered until then. */
export class KnownOrder {
  readonly arranged: Arranged;
  readonly nowMs: number;
  /** The same by the wall clock, in milliseconds since 1970. */
  readonly wallMs: number;
  /** The states seen until now, oldest first. */
  readonly states: readonly KnownState[];
  /** Whether the service did not know it when it was asked last. */
  readonly isNotFound: boolean;
  /** When its courier's device reported the position that is known; null when none is. */
  readonly fixAtMs: number | null;
  /** The stop that is nearest to its courier, with the straight line to it; null when that is not known. */
  readonly nearest: NearStop | null;
  readonly #answers: readonly Answered[];

  constructor(
    arranged: Arranged,
    nowMs: number,
    wallMs: number,
    states: readonly KnownState[],
    answers: readonly Answered[],
  ) {
    const last = answers.at(-1);
    this.#answers = answers;
    this.arranged = arranged;
    this.nowMs = nowMs;
    this.wallMs = wallMs;
    this.states = states;
    this.isNotFound = last?.order === null;
    const fix = last?.order?.courier?.fix ?? null;
    this.fixAtMs = fix?.reportedAtMs ?? null;
    this.nearest = last?.order == null || fix === null ? null : nearestStop(last.order, fix);
  }

  get order(): Order | null {
    return this.states.at(-1)?.order ?? null;
  }

  get hasCourier(): boolean {
    return this.order?.courier != null;
  }

  get isOver(): boolean {
    return this.order !== null && isFinished(this.order.status.phase);
  }

  /** Whether it waits for a courier. */
  get isWaiting(): boolean {
    return this.order !== null && !this.hasCourier && !this.isOver;
  }

  /** Whether its courier is at a stop, by the status, or not known to have left it by the position. */
  get isAtStop(): boolean {
    const isUnknown = this.nearest === null;
    return this.hasCourier && !this.isOver && (isUnknown || this.stop !== null);
  }

  /** The stop that its courier is at, counted from the pickup, by the status or else by the position; null for none. */
  get stop(): number | null {
    const phase = this.order?.status.phase;
    if (phase === 'atPickup') return 0;
    const isNear = phase === 'atDropoff' || (this.nearest?.meters ?? Infinity) <= leaveMeters;
    return isNear ? (this.nearest?.stop ?? null) : null;
  }

  /** Its status as a sentence says it. */
  get statusText(): string {
    return this.order === null ? '' : statusTextInSentence(this.order.status, 'en');
  }

  /** When the positions that were ever known of it were reported. */
  get reportedAtMs(): readonly number[] {
    return this.#answers.flatMap(({ order }) => order?.courier?.fix?.reportedAtMs ?? []);
  }

  /** How many couriers it had, each counted once. */
  get courierCount(): number {
    return new Set(this.states.flatMap(({ order }) => order.courier?.name ?? [])).size;
  }

  /** Whether it came back to a status that it had left. */
  get wasThereBefore(): boolean {
    const words = this.states.map(({ order }) => order.status.raw);
    return words.some((word, at) => words.indexOf(word) < at && words[at - 1] !== word);
  }

  /** The steps from one state to the next that were seen within the last `withinMs`. */
  steps(
    withinMs: number,
  ): readonly { readonly atMs: number; readonly before: Order; readonly after: Order }[] {
    return this.states.flatMap(({ order, sinceMs }, at) => {
      const before = this.states[at - 1]?.order;
      const isLate = this.nowMs - sinceMs > withinMs;
      return before === undefined || isLate ? [] : [{ atMs: sinceMs, before, after: order }];
    });
  }

  /** How often a courier left it within the last `withinMs`. */
  releases(withinMs: number): number {
    return this.steps(withinMs).filter(({ before, after }) => isRelease(before, after)).length;
  }
}

/** A stop of an order, 0 being the pickup. */
interface NearStop {
  readonly stop: number;
  readonly meters: number;
}

function nearestStop({ destinations, pickup }: Order, fix: GeoPoint): NearStop | null {
  const [nearest = null] = [pickup, ...destinations]
    .flatMap((at, stop) => {
      return at?.point == null ? [] : [{ stop, meters: distanceMeters(at.point, fix) }];
    })
    .toSorted((one, other) => one.meters - other.meters);
  return nearest;
}

/** Whether a courier left an order that goes on. */
export function isRelease(before: Order, after: Order): boolean {
  const isGone = before.courier !== null && after.courier?.name !== before.courier.name;
  return isGone && !isFinished(after.status.phase);
}

/** What the service answered in a run, by time. */
export class KnownOrders {
  readonly #arranged = new Map<OrderId, Arranged>();
  readonly #answers = new Map<OrderId, Answered[]>();
  readonly #states = new Map<OrderId, KnownState[]>();
  /** When contact was lost and came back, alternately, the first being a loss. */
  readonly #contactChangesAtMs: number[] = [];

  /** A person put the order on the list. */
  arranged(id: OrderId, arranged: Arranged): void {
    this.#arranged.set(id, arranged);
  }

  /**
   * The service answered: with the order, or that it does not know it.
   *
   * @param wallMs where times are not those of the wall clock
   */
  answered(id: OrderId, order: Order | null, atMs: number, wallMs = atMs): void {
    const answers = this.#answers.get(id) ?? [];
    const states = this.#states.get(id) ?? [];
    this.#answers.set(id, answers);
    this.#states.set(id, states);
    answers.push({ atMs, order });
    const before = states.at(-1)?.order;
    const isSame =
      order === null ||
      (before?.status.raw === order.status.raw && before.courier?.name === order.courier?.name);
    if (!isSame) states.push({ sinceMs: atMs, sinceWallMs: wallMs, order });
  }

  /** The answers since this moment never arrived, but those up to when something was decided on their orders. */
  takeBack(fromMs: number, decidedAtMs: ReadonlyMap<OrderId, number>): void {
    for (const id of this.#answers.keys()) {
      const gotUntilMs = decidedAtMs.get(id) ?? Number.NEGATIVE_INFINITY;
      const isKept = (atMs: number): boolean => atMs < fromMs || atMs <= gotUntilMs;
      const answers = this.answersOf(id).filter(({ atMs }) => isKept(atMs));
      const states = (this.#states.get(id) ?? []).filter(({ sinceMs }) => isKept(sinceMs));
      this.#answers.set(id, answers);
      this.#states.set(id, states);
    }
  }

  /** From now on the service cannot be reached, or it can be again. */
  contactChanged(atMs: number): void {
    this.#contactChangesAtMs.push(atMs);
  }

  /** Null where the run does not say when there was contact. */
  hasContact(atMs: number): boolean | null {
    if (this.#contactChangesAtMs.length === 0) return null;
    return this.#contactChangesAtMs.filter((changedAtMs) => changedAtMs <= atMs).length % 2 === 0;
  }

  ids(): readonly OrderId[] {
    return [...this.#arranged.keys()];
  }

  nameOf(id: OrderId): string {
    return this.#arranged.get(id)?.name ?? id;
  }

  /** All answers about an order, oldest first. */
  answersOf(id: OrderId): readonly Answered[] {
    return this.#answers.get(id) ?? [];
  }

  /** What could be known of an order at a moment; undefined when it was not on the list. */
  at(id: OrderId, nowMs: number, wallMs = nowMs): KnownOrder | undefined {
    const arranged = this.#arranged.get(id);
    if (arranged === undefined) return undefined;
    const states = until(this.#states.get(id) ?? [], nowMs, ({ sinceMs }) => sinceMs);
    const answers = until(this.#answers.get(id) ?? [], nowMs, ({ atMs }) => atMs);
    return new KnownOrder(arranged, nowMs, wallMs, states, answers);
  }

  /** The first answer about an order at or after a moment; null when none came. */
  firstAnswerAtMs(id: OrderId, fromMs: number): number | null {
    return this.answersOf(id).find(({ atMs }) => atMs >= fromMs)?.atMs ?? null;
  }
}

/** Those of a list in the order of time that are not later than a moment. */
function until<Item>(
  items: readonly Item[],
  nowMs: number,
  timeOf: (item: Item) => number,
): readonly Item[] {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && timeOf(item) <= nowMs) low = middle + 1;
    else high = middle;
  }
  return items.slice(0, low);
}
