/** Counts what happened in the last minute, in sixty cells of one second, whatever the rate. */
export class RequestCounter {
  readonly #cells = new Uint32Array(60);
  #second = 0;

  count(nowMs: number): void {
    const cell = this.#turnTo(nowMs);
    this.#cells[cell] = (this.#cells[cell] ?? 0) + 1;
  }

  lastMinute(nowMs: number): number {
    this.#turnTo(nowMs);
    let sum = 0;
    for (const cell of this.#cells) sum += cell;
    return sum;
  }

  #turnTo(nowMs: number): number {
    const second = Math.floor(nowMs / 1000);
    const passed = Math.min(second - this.#second, 60);
    for (let step = 1; step <= passed; step += 1) this.#cells[(this.#second + step) % 60] = 0;
    if (passed > 0) this.#second = second;
    // After a gap of a minute or more all cells are empty, so it does not matter which comes first.
    return this.#second % 60;
  }
}
