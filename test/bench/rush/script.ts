import type { OrderId } from '../../../core/order/order-id.ts';
import { readOrderStatus } from '../../../core/order/order-status.ts';
import type { GeoPoint, Order } from '../../../core/order/order.ts';
import { shortId } from '../../../core/order/format.ts';
import { seeded } from '../../support/seeded.ts';
import { someOrder } from '../../support/watched-orders.ts';
import { benchOrderId } from '../../support/storage/bench-order.ts';
import { LifeWriter, metersPerDegree, minutesBetween, type Stage } from './life-writer.ts';

/*
 * The truth of a lunch hour: what each order does and when, drawn from a seed. Couriers go and wait as long as on real
 * deliveries; what befalls an order, and when, is written here. Nothing here knows what is watched, asked or told. Times
 * are in milliseconds since the hour began.
 */

const secondMs = 1000;
const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

/** What needs a person, as telling means it. */
export type NeedKind =
  | 'promisePassed'
  | 'released'
  | 'failed'
  | 'cancelled'
  | 'notFound'
  | 'courierLost'
  | 'promiseAtHand'
  | 'courierSilent'
  | 'unknownStatus'
  | 'contactLost';

/** That something needs a person. */
export interface Need {
  /** Null when it is about the service as a whole. */
  readonly orderId: OrderId | null;
  readonly kind: NeedKind;
  readonly trueAtMs: number;
  /** Infinity when it lasts beyond the hour. */
  readonly endsAtMs: number;
}

/** How much of everything an hour has. */
export interface HourShape {
  readonly seed: number;
  readonly orderCount: number;
  /** Orders with a promise; null for those alone that break or keep it narrowly. */
  readonly promises: 'some' | 'all';
}

/** When requests fail, and how. */
export interface Trouble {
  readonly kind: 'outage' | 'rateLimited';
  readonly fromMs: number;
  readonly untilMs: number;
}

/** The courier's device reports nothing in this time. */
interface Silence {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** One order of the hour. */
export interface ScriptedOrder {
  readonly id: OrderId;
  readonly label: string | null;
  readonly name: string;
  /** When it is put on the list. */
  readonly addedAtMs: number;
  readonly promisedAtMs: number | null;
  readonly stages: readonly Stage[];
  readonly silence: Silence | null;
  /** From then on the service does not know it. */
  readonly vanishesAtMs: number | null;
}

/** A whole hour. */
export interface ScriptedHour {
  readonly orders: readonly ScriptedOrder[];
  readonly needs: readonly Need[];
  readonly troubles: readonly Trouble[];
}

/** How often a courier's device reports its position. */
const reportsEveryMs = 12 * secondMs;
/** A courier farther away than this is not near the drop-off, whatever near means. */
const surelyFarMeters = 1500;
/** An order at hand is told this long before its promise. */
const atHandMs = 10 * minuteMs;

/** What befalls an order. */
type OrderOutcome =
  | 'released'
  | 'releasedTwice'
  | 'givenUp'
  | 'cancelled'
  | 'failed'
  | 'notFound'
  | 'silent'
  | 'lost'
  | 'unknown'
  | 'broken'
  | 'kept'
  | 'plain';

/** The shares of two hundred orders that something befalls. */
const outcomesOf200: readonly (readonly [OrderOutcome, number])[] = [
  ['released', 8],
  ['givenUp', 2],
  ['releasedTwice', 10],
  ['cancelled', 10],
  ['failed', 3],
  ['notFound', 2],
  ['silent', 8],
  ['lost', 2],
  ['unknown', 2],
  ['broken', 8],
  ['kept', 8],
];

/** What befalls an order on its way to the drop-off, or there. */
const lateOutcomes: ReadonlySet<OrderOutcome> = new Set([
  'silent',
  'lost',
  'unknown',
  'failed',
  'broken',
  'kept',
]);

/**
 * A courier falls silent away from the stops alone, where it is seen: on a way of the longer quarter, which takes 17
 * minutes or more, he is 370 m on after three of them, and has 13 left.
 */
const longWayShare = 0.75;

/** Of a few orders each of these befalls one, so that a small hour has something to tell. */
const outcomesOfFew: readonly OrderOutcome[] = [
  'releasedTwice',
  'cancelled',
  'silent',
  'broken',
  'plain',
];

/** The hour that a seed makes. */
export function scriptedHour(shape: HourShape): ScriptedHour {
  return new HourWriter(shape).write();
}

class HourWriter {
  readonly #shape: HourShape;
  readonly #random: () => number;

  constructor(shape: HourShape) {
    this.#shape = shape;
    this.#random = seeded(shape.seed);
  }

  write(): ScriptedHour {
    const outcomes = this.#outcomes();
    const drafts = outcomes.map((outcome, index) => this.#order(index, outcome));
    const orders = this.#burst(drafts).map((order) => this.#promised(order));
    const troubles: readonly Trouble[] = [
      { kind: 'rateLimited', fromMs: 12 * minuteMs, untilMs: 12 * minuteMs + 2 * secondMs },
      { kind: 'rateLimited', fromMs: 22 * minuteMs, untilMs: 22 * minuteMs + 2 * secondMs },
      { kind: 'outage', fromMs: 33 * minuteMs, untilMs: 35 * minuteMs },
      { kind: 'rateLimited', fromMs: 45 * minuteMs, untilMs: 45 * minuteMs + 2 * secondMs },
    ];
    const lost = troubles
      .filter(({ kind }) => kind === 'outage')
      .map(({ fromMs, untilMs }): Need => {
        return {
          orderId: null,
          kind: 'contactLost',
          trueAtMs: fromMs + minuteMs,
          endsAtMs: untilMs,
        };
      });
    const needs = [...orders.flatMap((order) => needsOf(order)), ...lost].filter(
      ({ trueAtMs }) => trueAtMs < hourMs,
    );
    return {
      orders,
      troubles,
      needs: needs.toSorted((one, other) => one.trueAtMs - other.trueAtMs),
    };
  }

  #between(least: number, most: number): number {
    return least + this.#random() * (most - least);
  }

  #minutes(least: number, most: number): number {
    return minutesBetween(least, most, this.#random());
  }

  #outcomes(): readonly OrderOutcome[] {
    const { orderCount } = this.#shape;
    if (orderCount <= outcomesOfFew.length) return outcomesOfFew.slice(0, orderCount);
    const special = outcomesOf200.flatMap(([outcome, of200]) =>
      Array.from({ length: Math.max(1, Math.round((of200 * orderCount) / 200)) }, () => outcome),
    );
    const plain = Array.from({ length: orderCount - special.length }, (): OrderOutcome => 'plain');
    return [...special, ...plain];
  }

  #order(index: number, outcome: OrderOutcome): Draft {
    const id = benchOrderId(index);
    const label = index % 5 === 4 ? null : `Lunch ${String(index).padStart(3, '0')}`;
    // What befalls an order early needs all of the hour; the others are under way already or still to come.
    const mayBeginAtMs = outcome === 'plain' ? this.#minutes(-15, 10) : this.#minutes(0, 10);
    const befallsByMs = this.#minutes(25, 50);
    const isLongWay = outcome === 'lost' || outcome === 'silent';
    const wayShare = isLongWay ? this.#between(longWayShare, 1) : this.#random();
    const life = new LifeWriter(index, mayBeginAtMs, wayShare, this.#random);
    life.wait(1.5, 6);
    life.match();
    if (outcome === 'released') life.release(2.5, 5);
    // So soon one after the other that only the direction tells them from an order that goes to and fro.
    if (outcome === 'releasedTwice') life.release(1.4, 1.8);
    if (outcome === 'releasedTwice') life.release(1.6, 4);
    if (outcome === 'givenUp') life.giveUp();
    else if (outcome === 'cancelled') life.end('cancelled', 1, 4);
    else {
      life.collect();
      life.carry();
      if (outcome === 'unknown') life.ask();
      life.arrive();
      life.end(outcome === 'failed' ? 'failed' : 'completed', 2, 6);
    }
    const carriedAtMs = life.atMs('delivering') ?? mayBeginAtMs;
    const silentAtMs = carriedAtMs + this.#minutes(3, 4);
    // A real way is longer than what is left of the hour: that of an order which something befalls late began before.
    const endsAtMs = life.atMs('at_the_gate') ?? life.stages.at(-1)?.atMs ?? 0;
    const befallsAtMs = isLongWay ? silentAtMs : endsAtMs;
    const earlierMs = lateOutcomes.has(outcome) ? Math.max(0, befallsAtMs - befallsByMs) : 0;
    const beginsAtMs = mayBeginAtMs - earlierMs;
    return {
      id,
      outcome,
      label,
      name: label ?? shortId(id),
      addedAtMs: Math.max(0, beginsAtMs),
      promisedAtMs: null,
      stages: life.stages.map((stage) => ({ ...stage, atMs: stage.atMs - earlierMs })),
      silence: isLongWay
        ? {
            fromMs: silentAtMs - earlierMs,
            untilMs: silentAtMs - earlierMs + (outcome === 'lost' ? 13 : 6) * minuteMs,
          }
        : null,
      vanishesAtMs: outcome === 'notFound' ? Math.max(0, beginsAtMs) + this.#minutes(5, 12) : null,
    };
  }

  /** Lets a fifth of all orders, forty of two hundred, change within one second. */
  #burst(drafts: readonly Draft[]): readonly Draft[] {
    const burstAtMs = 26 * minuteMs;
    let left = Math.floor(drafts.length / 5);
    return drafts.map((draft) => {
      const at = draft.stages.findIndex(({ atMs }) => atMs > burstAtMs);
      const stage = draft.stages[at];
      const before = draft.stages[at - 1];
      const canMove =
        stage !== undefined && before !== undefined && before.atMs < burstAtMs - 2 * minuteMs;
      if (left === 0 || !canMove || draft.outcome !== 'plain') return draft;
      left -= 1;
      const atMs = burstAtMs + Math.round(this.#between(0, 9)) * 100;
      return { ...draft, stages: draft.stages.with(at, { ...stage, atMs }) };
    });
  }

  #promised(draft: Draft): ScriptedOrder {
    const { outcome, ...order } = draft;
    const endsAtMs = order.stages.at(-1)?.atMs ?? 0;
    const isBroken =
      outcome === 'broken' || (this.#shape.promises === 'all' && this.#random() < 0.1);
    if (isBroken) return { ...order, promisedAtMs: endsAtMs - this.#minutes(3, 9) };
    const isKept = outcome === 'kept' || this.#shape.promises === 'all';
    return isKept ? { ...order, promisedAtMs: endsAtMs + this.#minutes(2, 7) } : order;
  }
}

type Draft = ScriptedOrder & { readonly outcome: OrderOutcome };

/** What of an order needs a person, and when. */
function needsOf(order: ScriptedOrder): readonly Need[] {
  const { id, stages, promisedAtMs, silence, vanishesAtMs, addedAtMs } = order;
  const goneAtMs = vanishesAtMs ?? Number.POSITIVE_INFINITY;
  const need = (kind: NeedKind, trueAtMs: number, endsAtMs: number): readonly Need[] =>
    trueAtMs >= addedAtMs && trueAtMs < endsAtMs ? [{ orderId: id, kind, trueAtMs, endsAtMs }] : [];
  const ofStages = stages.flatMap((stage, at) => {
    const before = stages[at - 1];
    const next = stages[at + 1]?.atMs ?? Number.POSITIVE_INFINITY;
    const endsAtMs = Math.min(next, goneAtMs);
    if (before === undefined || stage.atMs > goneAtMs) return [];
    if (before.courier !== null && stage.courier === null)
      return need('released', stage.atMs, endsAtMs);
    if (stage.raw === 'cancelled') return need('cancelled', stage.atMs, endsAtMs);
    if (stage.raw === 'failed') return need('failed', stage.atMs, endsAtMs);
    return stage.raw === 'at_the_gate' ? need('unknownStatus', stage.atMs, endsAtMs) : [];
  });
  const endsAtMs = stages.at(-1)?.atMs ?? 0;
  const lastReportMs = silence === null ? 0 : reportedAtMs(order, silence.untilMs - 1);
  return [
    ...ofStages,
    ...(silence === null
      ? []
      : [
          ...need('courierSilent', lastReportMs + 3 * minuteMs, silence.untilMs),
          ...need('courierLost', lastReportMs + 10 * minuteMs, silence.untilMs),
        ]),
    ...(promisedAtMs === null
      ? []
      : [
          ...need('promisePassed', promisedAtMs, endsAtMs),
          ...(isFar(order, promisedAtMs - atHandMs)
            ? need('promiseAtHand', promisedAtMs - atHandMs, Math.min(promisedAtMs, endsAtMs))
            : []),
        ]),
    ...(vanishesAtMs === null ? [] : need('notFound', vanishesAtMs, Number.POSITIVE_INFINITY)),
  ];
}

/** The words of a courier who has arrived. */
const atDestination: ReadonlySet<string> = new Set(['arrived_at_dropoff', 'at_the_gate']);

/** Whether the goods are far from their destination at a time. */
function isFar({ stages }: ScriptedOrder, atMs: number): boolean {
  const at = stages.findLastIndex((stage) => stage.atMs <= atMs);
  const stage = stages[at];
  if (stage === undefined) return false;
  if (atDestination.has(stage.raw)) return false;
  if (stage.raw !== 'delivering') return true;
  const place = placeAt(stages, atMs);
  const left = (stage.to.latitudeDeg - place.latitudeDeg) * metersPerDegree;
  return left > surelyFarMeters;
}

function placeAt(stages: readonly Stage[], atMs: number): GeoPoint {
  const at = Math.max(
    0,
    stages.findLastIndex((stage) => stage.atMs <= atMs),
  );
  const stage = stages[at];
  if (stage === undefined) throw new Error('an order without stages');
  const { from, to } = stage;
  const lastsMs = (stages[at + 1]?.atMs ?? Number.POSITIVE_INFINITY) - stage.atMs;
  const share = Math.min(1, Math.max(0, (atMs - stage.atMs) / lastsMs));
  return {
    latitudeDeg: from.latitudeDeg + (to.latitudeDeg - from.latitudeDeg) * share,
    longitudeDeg: from.longitudeDeg + (to.longitudeDeg - from.longitudeDeg) * share,
  };
}

/** When the courier's device reported the position that the service has at a time. */
function reportedAtMs({ silence, stages }: ScriptedOrder, atMs: number): number {
  const isSilent = silence !== null && atMs >= silence.fromMs && atMs < silence.untilMs;
  const endMs = stages.at(-1)?.atMs ?? atMs;
  const heardMs = Math.min(isSilent ? silence.fromMs : atMs, endMs);
  return Math.floor(heardMs / reportsEveryMs) * reportsEveryMs;
}

/**
 * An order as the service has it at a time; null when it does not know it.
 *
 * @param beganAtMs when the hour began, in milliseconds since 1970
 */
export function orderAt(scripted: ScriptedOrder, atMs: number, beganAtMs: number): Order | null {
  const { id, stages, vanishesAtMs } = scripted;
  const at = stages.findLastIndex((stage) => stage.atMs <= atMs);
  const stage = stages[at];
  if (stage === undefined || (vanishesAtMs !== null && atMs >= vanishesAtMs)) return null;
  const reportMs = reportedAtMs(scripted, atMs);
  // A courier has no position before the device reported one of this trip.
  const hasFix =
    stage.courier !== null &&
    reportMs >= (stages.find(({ courier }) => courier === stage.courier)?.atMs ?? 0);
  const [first] = stages;
  const dropoff = stages.find(({ raw }) => raw === 'delivering')?.to ?? null;
  const base = someOrder(id);
  return {
    ...base,
    status: readOrderStatus(stage.raw),
    courier:
      stage.courier === null
        ? null
        : {
            name: stage.courier,
            phoneNumber: null,
            fix: hasFix
              ? { ...placeAt(stages, reportMs), reportedAtMs: beganAtMs + reportMs }
              : null,
          },
    pickup: base.pickup && { ...base.pickup, point: first?.to ?? null },
    destinations: base.destinations.map((stop) => ({ ...stop, point: dropoff })),
  };
}
