import { seeded } from '../../support/seeded.ts';

/** What a seed decides. */
export class Chance {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seeded(seed);
  }

  is(share: number): boolean {
    return this.#random() < share;
  }

  upTo(most: number): number {
    return this.#random() * most;
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.#random() * (most - least + 1));
  }

  of<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[this.between(0, values.length - 1)] ?? values[0];
  }
}
