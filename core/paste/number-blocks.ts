const blockBits = 15;
const blockLength = 1 << blockBits;

/**
 * A list of whole numbers from 0 to 2^32 - 1 that only grows. Kept in blocks: a plain list of a million
 * is copied whole each time it outgrows its memory, and everybody waits.
 */
export class NumberBlocks {
  readonly #blocks: Uint32Array[] = [];
  #last = new Uint32Array(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    const at = this.#length & (blockLength - 1);
    if (at === 0) {
      this.#last = new Uint32Array(blockLength);
      this.#blocks.push(this.#last);
    }
    this.#last[at] = value;
    this.#length += 1;
  }

  /** Undefined where nothing was pushed. */
  at(index: number): number | undefined {
    return index < this.#length
      ? this.#blocks[index >>> blockBits]?.[index & (blockLength - 1)]
      : undefined;
  }
}
