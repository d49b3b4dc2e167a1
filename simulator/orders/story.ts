import { hash32, seededRandom } from '../seeded-random.ts';
import type { LifeStep, OrderPlan } from './scenario.ts';
import {
  type Drive,
  driveAlong,
  gridPlaces,
  type Place,
  placeInDrive,
  streetPath,
} from './street-path.ts';
import type { EventKind, WirePrice, WirePriceLine } from './wire.ts';

/** Something that the service would report by a webhook (seeds/contract.md, 6). */
export interface Happening {
  readonly kind: EventKind;
  readonly reason: string;
}

/** What an order says from one moment of its story to the next, without the courier's place. */
export interface Chapter {
  readonly fromMs: number;
  readonly status: string;
  readonly courier: { readonly name: string; readonly phone_number: string } | null;
  readonly note_to_courier: string;
  readonly vehicle_type: string;
  readonly payment_method: string;
  readonly price: WirePrice;
  readonly price_breakdown: readonly WirePriceLine[];
  /** What happened at this moment; empty when the contract has no event for it. */
  readonly happenings: readonly Happening[];
  /** Index of the courier's journey in {@link Story.journeys}; null without a courier. */
  readonly journey: number | null;
}

/** Where one courier was, from the match until the device stopped reporting. */
export interface Journey {
  readonly firstFixMs: number;
  /** Infinity while the story ends with the courier still on duty. */
  lastFixMs: number;
  readonly start: Place;
  readonly drives: { readonly fromMs: number; readonly drive: Drive }[];
}

/** A whole life as chapters in the order of time; the first begins with the creation. */
export interface Story {
  readonly chapters: readonly Chapter[];
  readonly journeys: readonly Journey[];
}

/** The reason strings of the contract (seeds/contract.md, 6 rule 3). */
export const reasonTexts = {
  created: 'Order Available on Platform',
  matched: 'Order Matched',
  released: (reason: string) => `Order was released because: ${reason}`,
  completed: 'Order Completed',
  amended: (reason: string, price: string) =>
    `Price amendment added for: ${reason} (price: ${price}).`,
  /** Not stated by the contract (seeds/contract.md, 6 rule 4); our assumption. */
  cancelled: 'Order Cancelled',
} as const;

/**
 * Plays a plan through once and writes down what changes when. Deterministic: the seed and the
 * plan's key decide every detail that the plan leaves open.
 *
 * @throws RangeError when the plan drives without a courier or to a stop that it does not have
 */
export function storyOf(plan: OrderPlan, seed: number): Story {
  return new StoryTeller(plan, seed).tell();
}

/** The place of a journey's courier at an instant of the story. */
export function placeOnJourney(journey: Journey, storyMs: number): Place {
  let place = journey.start;
  for (const { fromMs, drive } of journey.drives) {
    if (storyMs < fromMs) {
      break;
    }
    place = placeInDrive(drive, storyMs - fromMs);
  }
  return place;
}

type Now = Omit<Chapter, 'fromMs' | 'happenings'>;

class StoryTeller {
  readonly #plan: OrderPlan;
  readonly #seed: number;
  readonly #chapters: Chapter[] = [];
  readonly #journeys: Journey[] = [];
  #nowMs: number;
  #now: Now;
  #place: Place | null = null;

  constructor(plan: OrderPlan, seed: number) {
    this.#plan = plan;
    this.#seed = seed;
    this.#nowMs = plan.createdAt;
    this.#now = {
      status: plan.status,
      courier: null,
      note_to_courier: plan.note_to_courier,
      vehicle_type: plan.vehicle_type,
      payment_method: plan.payment_method,
      price: plan.price,
      price_breakdown: plan.price_breakdown,
      journey: null,
    };
  }

  tell(): Story {
    this.#turn({}, { kind: 'order_created', reason: reasonTexts.created });
    for (const step of this.#plan.life) {
      this.#play(step);
    }
    return { chapters: this.#chapters, journeys: this.#journeys };
  }

  #play(step: LifeStep): void {
    switch (step.do) {
      case 'wait':
        this.#nowMs += step.for;
        return;
      case 'waitUntil':
        this.#nowMs = Math.max(this.#nowMs, step.at);
        return;
      case 'match':
        this.#endJourney();
        this.#place = step.from;
        this.#journeys.push({
          firstFixMs: this.#nowMs + step.firstFixAfter,
          lastFixMs: Number.POSITIVE_INFINITY,
          start: step.from,
          drives: [],
        });
        this.#turn(
          { status: step.status, courier: step.courier, journey: this.#journeys.length - 1 },
          { kind: 'order_matched', reason: reasonTexts.matched },
        );
        return;
      case 'drive':
        this.#drive(step);
        return;
      case 'setStatus':
        this.#turn({ status: step.status });
        return;
      case 'release':
        this.#endJourney();
        this.#turn(
          { status: step.status, courier: null, journey: null },
          { kind: 'order_released', reason: reasonTexts.released(step.reason) },
        );
        return;
      case 'complete':
        this.#endJourney();
        this.#turn(
          { status: step.status },
          { kind: 'order_completed', reason: reasonTexts.completed },
        );
        return;
      case 'amend':
        this.#amend(step);
        return;
      case 'cancel':
        this.#endJourney();
        this.#turn(
          { status: step.status, courier: null, journey: null },
          { kind: 'order_cancelled', reason: reasonTexts.cancelled },
        );
        return;
      case 'edit': {
        const { do: _, ...edited } = step;
        this.#turn(
          Object.fromEntries(Object.entries(edited).filter(([, text]) => text !== undefined)),
        );
      }
    }
  }

  #drive(step: Extract<LifeStep, { do: 'drive' }>): void {
    const journey = this.#now.journey === null ? undefined : this.#journeys[this.#now.journey];
    if (this.#place === null || journey === undefined) {
      throw new RangeError(`${this.#plan.key}: there is no courier to drive`);
    }
    const to = this.#placeOf(step.to);
    const random = seededRandom(hash32(this.#seed, this.#plan.key, this.#nowMs));
    const places =
      step.along === undefined
        ? gridPlaces(this.#place, to, random)
        : [this.#place, ...step.along, to];
    const drive = driveAlong(streetPath(places), step.speedKmh, random);
    journey.drives.push({ fromMs: this.#nowMs, drive });
    this.#nowMs += drive.durationMs;
    this.#place = to;
  }

  #placeOf(to: 'pickup' | number | Place): Place {
    if (typeof to === 'object') {
      return to;
    }
    const stop = to === 'pickup' ? this.#plan.pickup : this.#plan.destinations[to - 1];
    if (stop === undefined) {
      throw new RangeError(`${this.#plan.key}: there is no destination ${to}`);
    }
    return [stop.location.lat, stop.location.lng];
  }

  #amend(step: Extract<LifeStep, { do: 'amend' }>): void {
    const { currency } = this.#now.price;
    const amount = this.#now.price.amount + step.amount * step.quantity;
    const { key, quantity, reason } = step;
    this.#turn(
      {
        price: { currency, amount },
        price_breakdown: [
          ...this.#now.price_breakdown,
          { key, amount: step.amount, quantity, reason },
        ],
      },
      {
        kind: 'amendment_added',
        reason: reasonTexts.amended(reason, `${currency} ${step.amount * quantity}`),
      },
    );
  }

  #endJourney(): void {
    const journey = this.#journeys.at(-1);
    if (journey !== undefined) {
      journey.lastFixMs = Math.min(journey.lastFixMs, this.#nowMs);
    }
  }

  /** Begins a chapter, or goes on with the present one when no time has passed since it began. */
  #turn(change: Partial<Now>, ...happenings: readonly Happening[]): void {
    this.#now = { ...this.#now, ...change };
    const last = this.#chapters.at(-1);
    const chapter = { fromMs: this.#nowMs, ...this.#now };
    if (last !== undefined && last.fromMs === this.#nowMs) {
      this.#chapters.pop();
      this.#chapters.push({ ...chapter, happenings: [...last.happenings, ...happenings] });
    } else {
      this.#chapters.push({ ...chapter, happenings });
    }
  }
}
