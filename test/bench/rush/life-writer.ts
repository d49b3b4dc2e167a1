import { dropoffWay, type PacedWay, pickupMinutes, pickupWay } from '@waybell/simulator';
import type { GeoPoint } from '../../../core/order/order.ts';

/* The life of one order of a scripted hour, with its waits and ways as long as on real deliveries. */

const minuteMs = 60_000;
export const metersPerDegree = 111_195;

/** A stretch of an order's life. */
export interface Stage {
  readonly atMs: number;
  readonly raw: string;
  readonly courier: string | null;
  readonly from: GeoPoint;
  readonly to: GeoPoint;
}

/** A duration of so many minutes, in whole tenths of a second. */
export function minutesBetween(least: number, most: number, share: number): number {
  return Math.round((least + share * (most - least)) * 600) * 100;
}

/** Writes the stages of one order, one after the other. */
export class LifeWriter {
  readonly #random: () => number;
  readonly #pickup: GeoPoint;
  readonly #wayToDropoff: PacedWay;
  readonly #dropoff: GeoPoint;
  readonly #index: number;
  readonly stages: Stage[] = [];
  #courierCount = 0;
  #courier: string | null = null;
  #nextAtMs: number;

  /** @param wayShare of real deliveries, which way to the drop-off it is */
  constructor(index: number, beginsAtMs: number, wayShare: number, random: () => number) {
    this.#index = index;
    this.#nextAtMs = beginsAtMs;
    this.#random = random;
    this.#wayToDropoff = dropoffWay(wayShare);
    const latitudeDeg = 22.2 + (index % 20) * 0.002;
    const longitudeDeg = 114.1 + Math.floor(index / 20) * 0.002;
    this.#pickup = { latitudeDeg, longitudeDeg };
    this.#dropoff = {
      latitudeDeg: latitudeDeg + this.#wayToDropoff.meters / metersPerDegree,
      longitudeDeg,
    };
  }

  /** When its first stage with this word begins; null where it has none. */
  atMs(word: string): number | null {
    return this.stages.find(({ raw }) => raw === word)?.atMs ?? null;
  }

  wait(least: number, most: number): void {
    this.#courier = null;
    this.#stage('pending', this.#pickup, this.#pickup, this.#minutes(least, most));
  }

  /** A courier is found and comes to the pickup. */
  match(): void {
    this.#courierCount += 1;
    this.#courier = `Courier ${this.#index}.${this.#courierCount}`;
    const { latitudeDeg, longitudeDeg } = this.#pickup;
    const { meters, minutes } = pickupWay(this.#random());
    const from = { latitudeDeg: latitudeDeg - meters / metersPerDegree, longitudeDeg };
    this.#stage('active', from, this.#pickup, minutes * minuteMs);
  }

  /** The courier leaves the order on the way to the pickup, and another one is found so many minutes later. */
  release(least: number, most: number): void {
    const matched = this.stages.at(-1);
    if (matched !== undefined) this.#nextAtMs = matched.atMs + this.#minutes(1.5, 2.5);
    this.wait(least, most);
    this.match();
  }

  /** The courier leaves the order, and a moment later it is cancelled. */
  giveUp(): void {
    const matched = this.stages.at(-1);
    if (matched !== undefined) this.#nextAtMs = matched.atMs + this.#minutes(2, 3);
    this.wait(1, 1);
    this.end('cancelled', 0.85, 0.95);
  }

  collect(): void {
    const waitMs = pickupMinutes(this.#random()) * minuteMs;
    this.#stage('arrived_at_pickup', this.#pickup, this.#pickup, waitMs);
    this.#stage('picked_up', this.#pickup, this.#pickup, this.#minutes(1, 2));
  }

  carry(): void {
    const lastsMs = this.#wayToDropoff.minutes * minuteMs;
    this.#stage('delivering', this.#pickup, this.#dropoff, lastsMs);
  }

  /** The service says a word that nothing knows. */
  ask(): void {
    this.#stage('at_the_gate', this.#dropoff, this.#dropoff, this.#minutes(3, 4));
  }

  arrive(): void {
    this.#stage('arrived_at_dropoff', this.#dropoff, this.#dropoff, this.#minutes(2, 5));
  }

  /** It ends so many minutes after its last stage began. */
  end(raw: string, least: number, most: number): void {
    const last = this.stages.at(-1);
    if (last !== undefined) this.#nextAtMs = last.atMs + this.#minutes(least, most);
    const place = last?.to ?? this.#pickup;
    this.#stage(raw, place, place, 0);
  }

  #minutes(least: number, most: number): number {
    return minutesBetween(least, most, this.#random());
  }

  #stage(raw: string, from: GeoPoint, to: GeoPoint, lastsMs: number): void {
    this.stages.push({ atMs: this.#nextAtMs, raw, courier: this.#courier, from, to });
    this.#nextAtMs += lastsMs;
  }
}
