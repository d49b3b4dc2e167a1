import type { OrderId } from '../../../core/order/order-id.ts';
import type { CourierFix, GeoPoint, Order, OrderStatus } from '../../../core/order/order.ts';
import { someOrder } from '../../support/watched-orders.ts';
import type { Chance } from './chance.ts';

const minuteMs = 60_000;
const secondMs = 1000;
const metersPerDegree = 111_195;

/** From a time on an order is as `parts` say, beside where its courier is. */
interface Change {
  readonly atMs: number;
  readonly parts: Partial<Pick<Order, 'status' | 'price' | 'noteToCourier' | 'pickup'>>;
  /** Null for none; absent for the one before. */
  readonly courier?: DrawnCourier | null;
}

interface Leg {
  readonly fromMs: number;
  readonly from: GeoPoint;
  readonly to: GeoPoint;
  readonly untilMs: number;
}

/** A courier who drives, rests, waits at stops and falls silent, as was drawn. */
class DrawnCourier {
  readonly name: string;
  readonly #legs: Leg[] = [];
  /** Their phone says where it is this often. */
  readonly #everyMs: number;
  /** When their phone is silent. */
  readonly #silences: { readonly fromMs: number; readonly untilMs: number }[] = [];
  readonly #jitterMeters: number;
  readonly hasPhone: boolean;
  nowMs: number;
  #place: GeoPoint;

  constructor(name: string, chance: Chance, startMs: number, place: GeoPoint) {
    this.name = name;
    this.hasPhone = !chance.is(0.08);
    this.#everyMs = chance.between(10, 20) * secondMs;
    this.#jitterMeters = chance.of([0, 0, 8, 20]);
    this.nowMs = startMs;
    this.#place = place;
  }

  driveTo(to: GeoPoint, metersPerSecond: number): void {
    const meters = distance(this.#place, to);
    this.#leg(to, (meters / metersPerSecond) * secondMs);
  }

  rest(ms: number): void {
    this.#leg(this.#place, ms);
  }

  silentFor(ms: number, startMs: number = this.nowMs): void {
    this.#silences.push({ fromMs: startMs, untilMs: startMs + ms });
  }

  get place(): GeoPoint {
    return this.#place;
  }

  /** What the phone said last; the same object until it says something else. */
  fixAt(nowMs: number): { readonly no: number; readonly fix: CourierFix } | null {
    const [first] = this.#legs;
    if (!this.hasPhone || first === undefined || nowMs < first.fromMs) return null;
    const spokeMs = Math.min(
      nowMs,
      ...this.#silences.flatMap(({ fromMs, untilMs }) =>
        fromMs <= nowMs && nowMs < untilMs ? [fromMs] : [],
      ),
    );
    const no = Math.max(0, Math.floor((spokeMs - first.fromMs) / this.#everyMs));
    const atMs = first.fromMs + no * this.#everyMs;
    const leg = this.#legs.findLast(({ fromMs }) => fromMs <= atMs) ?? first;
    const share =
      leg.untilMs === leg.fromMs
        ? 1
        : Math.min(1, (atMs - leg.fromMs) / (leg.untilMs - leg.fromMs));
    // A wave that looks like chance and needs no memory.
    const sway = (turn: number) => (Math.sin(no * turn) * this.#jitterMeters) / metersPerDegree;
    return {
      no,
      fix: {
        latitudeDeg: mixed(leg.from.latitudeDeg, leg.to.latitudeDeg, share) + sway(12.9898),
        longitudeDeg: mixed(leg.from.longitudeDeg, leg.to.longitudeDeg, share) + sway(78.233),
        reportedAtMs: atMs,
      },
    };
  }

  #leg(to: GeoPoint, ms: number): void {
    const untilMs = this.nowMs + Math.round(ms);
    this.#legs.push({ fromMs: this.nowMs, from: this.#place, to, untilMs });
    this.nowMs = untilMs;
    this.#place = to;
  }
}

function mixed(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

function distance(from: GeoPoint, to: GeoPoint): number {
  const north = (to.latitudeDeg - from.latitudeDeg) * metersPerDegree;
  const east =
    (to.longitudeDeg - from.longitudeDeg) *
    metersPerDegree *
    Math.cos((from.latitudeDeg * Math.PI) / 180);
  return Math.hypot(north, east);
}

/** A place so far from another one, in a drawn direction. */
function placeNear(
  { latitudeDeg, longitudeDeg }: GeoPoint,
  meters: number,
  chance: Chance,
): GeoPoint {
  const angle = chance.upTo(2 * Math.PI);
  return {
    latitudeDeg: latitudeDeg + (Math.cos(angle) * meters) / metersPerDegree,
    longitudeDeg:
      longitudeDeg +
      (Math.sin(angle) * meters) / (metersPerDegree * Math.cos((latitudeDeg * Math.PI) / 180)),
  };
}

const statuses = {
  searching: { raw: 'pending', phase: 'searching' },
  assigned: { raw: 'active', phase: 'assigned' },
  atPickup: { raw: 'arrived', phase: 'atPickup' },
  pickedUp: { raw: 'picked_up', phase: 'pickedUp' },
  atDropoff: { raw: 'at_dropoff', phase: 'atDropoff' },
  done: { raw: 'completed', phase: 'done' },
  cancelled: { raw: 'cancelled', phase: 'cancelled' },
  failed: { raw: 'failed', phase: 'failed' },
  unknown: { raw: 'on_hold', phase: 'unknown' },
} as const satisfies Record<string, OrderStatus>;

/** What happens to an order at the service in a day, drawn beforehand: requests have no part in it. */
export class DrawnLife {
  readonly id: OrderId;
  readonly listedAtMs: number;
  /** Before this the service does not know it. */
  readonly knownFromMs: number;
  readonly group: string | null;
  readonly #whole: Order;
  readonly #changes: Change[] = [];
  #last: { readonly key: string; readonly order: Order } | null = null;

  constructor(id: OrderId, startMs: number, chance: Chance) {
    this.id = id;
    this.listedAtMs =
      startMs + 5 * secondMs + (chance.is(0.4) ? 0 : chance.between(0, 330) * minuteMs);
    this.knownFromMs = chance.is(0.06) ? this.listedAtMs + chance.between(30, 600) * secondMs : 0;
    this.group = chance.of([null, null, 'North', 'South']);
    const pickupPlace = placeNear(
      { latitudeDeg: 22.28, longitudeDeg: 114.15 },
      chance.between(0, 3000),
      chance,
    );
    const lastPlace = placeNear(pickupPlace, chance.between(600, 4000), chance);
    const base = someOrder(id);
    const scheduledAtMs = chance.is(0.15)
      ? this.listedAtMs + chance.between(10, 70) * minuteMs
      : null;
    this.#whole = {
      ...base,
      pickup: base.pickup && { ...base.pickup, point: pickupPlace, scheduledAtMs },
      destinations: base.destinations.map((stop) => ({ ...stop, point: lastPlace })),
    };
    this.#draw(pickupPlace, lastPlace, chance);
  }

  orderAt(nowMs: number): Order {
    const no = this.#changes.findLastIndex(({ atMs }) => atMs <= nowMs);
    const changes = this.#changes.slice(0, no + 1);
    const courier = changes.findLast((change) => change.courier !== undefined)?.courier ?? null;
    const found = courier?.fixAt(nowMs) ?? null;
    const key = `${no}:${courier?.name}:${found?.no}`;
    if (this.#last?.key !== key) {
      const order: Order = {
        ...this.#whole,
        ...Object.assign({}, ...changes.map(({ parts }) => parts)),
        courier: courier && { name: courier.name, phoneNumber: null, fix: found?.fix ?? null },
      };
      this.#last = { key, order };
    }
    return this.#last.order;
  }

  #at(atMs: number, status: OrderStatus, courier?: DrawnCourier | null): void {
    this.#changes.push({ atMs, parts: { status }, ...(courier !== undefined && { courier }) });
  }

  #draw(pickupPlace: GeoPoint, lastPlace: GeoPoint, chance: Chance): void {
    const [base] = [this.listedAtMs - chance.between(0, 10) * minuteMs];
    this.#at(base, statuses.searching);
    let atMs = this.listedAtMs + chance.between(20, 60 * chance.of([4, 12, 35])) * secondMs;
    let courier = this.#courier(1, atMs, pickupPlace, chance);
    for (let no = 2; no <= 4 && chance.is(0.22); no += 1) {
      this.#at(atMs, statuses.assigned, courier);
      atMs += chance.between(60, 900) * secondMs;
      if (chance.is(0.7)) {
        this.#at(atMs, statuses.searching, null);
        atMs += chance.between(20, 1500) * secondMs;
      }
      courier = this.#courier(chance.is(0.2) ? no - 1 : no, atMs, pickupPlace, chance);
    }
    if (chance.is(0.06)) {
      this.#at(atMs + minuteMs, statuses.cancelled, null);
      return;
    }
    this.#at(atMs, statuses.assigned, courier);
    const arrivedMs = this.#drive(courier, pickupPlace, chance);
    const hasArrivals = chance.is(0.4);
    if (hasArrivals) this.#at(arrivedMs + chance.between(0, 60) * secondMs, statuses.atPickup);
    if (chance.is(0.06)) this.#at(arrivedMs + 90 * secondMs, statuses.unknown);
    courier.rest(chance.between(100, 60 * chance.of([5, 9, 22])) * secondMs);
    this.#at(courier.nowMs + chance.between(-90, 60) * secondMs, statuses.pickedUp);
    const thereMs = this.#drive(courier, lastPlace, chance);
    if (hasArrivals) this.#at(thereMs + chance.between(0, 60) * secondMs, statuses.atDropoff);
    courier.rest(chance.between(30, 60 * chance.of([3, 8, 20])) * secondMs);
    const endMs = courier.nowMs;
    this.#at(endMs, chance.of([statuses.done, statuses.done, statuses.done, statuses.failed]));
    courier.rest(10 * minuteMs);
    const edit = (editMs: number, parts: Change['parts']): void =>
      void this.#changes.push({ atMs: editMs, parts });
    if (chance.is(0.2)) {
      edit(endMs + chance.between(1, 40) * minuteMs, { price: { amount: 99, currency: 'HKD' } });
    }
    if (chance.is(0.2)) {
      edit(chance.between(this.listedAtMs, endMs), { noteToCourier: 'Ring twice' });
    }
    if (chance.is(0.15)) {
      const { pickup } = this.#whole;
      edit(chance.between(this.listedAtMs, endMs), {
        pickup: pickup && { ...pickup, streetAddress: 'Wing Lok Street 9' },
      });
    }
    this.#changes.sort((one, other) => one.atMs - other.atMs);
  }

  #courier(no: number, atMs: number, pickupPlace: GeoPoint, chance: Chance): DrawnCourier {
    const start = placeNear(pickupPlace, chance.between(100, 3500), chance);
    const courier = new DrawnCourier(`Courier ${no}`, chance, atMs, start);
    courier.rest(chance.between(10, 90) * secondMs);
    return courier;
  }

  /** To a place near a stop, with rests and silences on the way. @returns when they are there */
  #drive(courier: DrawnCourier, stop: GeoPoint, chance: Chance): number {
    const near = chance.is(0.5) ? chance.between(0, 60) : chance.between(100, 900);
    const goal = placeNear(stop, near, chance);
    const from = courier.place;
    const parts = chance.between(1, 3);
    for (let part = 1; part <= parts; part += 1) {
      const share = part / parts;
      if (chance.is(0.15)) courier.silentFor(chance.between(90, 1500) * secondMs);
      courier.driveTo(
        {
          latitudeDeg: mixed(from.latitudeDeg, goal.latitudeDeg, share),
          longitudeDeg: mixed(from.longitudeDeg, goal.longitudeDeg, share),
        },
        chance.between(3, 11),
      );
      if (part < parts && chance.is(0.5)) {
        if (chance.is(0.25)) courier.silentFor(chance.between(120, 1200) * secondMs);
        courier.rest(chance.between(60, 60 * chance.of([4, 12, 26])) * secondMs);
      }
    }
    if (chance.is(0.12)) courier.silentFor(chance.between(120, 1200) * secondMs);
    return courier.nowMs;
  }
}
