import type { Clock } from '../../../core/clock.ts';

const hourMs = 60 * 60_000;
const hoursOfDay = 24;

/** Counts the bytes of each desk in the last 24 hours, hour by hour. */
export class DayBytes {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #most: number;
  readonly #hours = new Map<string, Map<number, number>>();

  constructor(clock: Pick<Clock, 'monotonicMs'>, most: number) {
    this.#clock = clock;
    this.#most = most;
  }

  add(name: string, bytes: number): void {
    const hours = this.#hours.get(name) ?? new Map<number, number>();
    this.#hours.set(name, hours);
    const hour = this.#hour();
    hours.set(hour, (hours.get(hour) ?? 0) + bytes);
  }

  /** @returns null while there is room, else after how many seconds the oldest hour does not count any more */
  fullForSeconds(name: string): number | null {
    const hours = this.#hours.get(name);
    if (hours === undefined) return null;
    const first = this.#hour() - hoursOfDay + 1;
    for (const hour of hours.keys()) if (hour < first) hours.delete(hour);
    const bytes = [...hours.values()].reduce((sum, each) => sum + each, 0);
    if (bytes < this.#most) return null;
    const [oldest = first] = hours.keys();
    const endsAtMs = (oldest + hoursOfDay) * hourMs;
    return Math.max(1, Math.ceil((endsAtMs - this.#clock.monotonicMs()) / 1000));
  }

  #hour(): number {
    return Math.floor(this.#clock.monotonicMs() / hourMs);
  }
}
