/**
 * A binary heap of due times over small whole numbers ("slots"), in typed arrays: 20 bytes per slot,
 * no object per entry, and every entry can be moved or removed in O(log n).
 */
export class DueHeap {
  #due = new Float64Array(64);
  /** Where a slot stands in the heap, plus one; 0 when it is not there. */
  #place = new Int32Array(64);
  #heap = new Int32Array(64);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(slot: number): boolean {
    return (this.#place[slot] ?? 0) > 0;
  }

  /** The due time of a slot that is in the heap; NaN otherwise. */
  dueMs(slot: number): number {
    return this.has(slot) ? this.#at(slot) : Number.NaN;
  }

  /** The slot that is due first, or -1. */
  first(): number {
    return this.#size === 0 ? -1 : (this.#heap[0] ?? -1);
  }

  /** Puts a slot in, or moves it. */
  set(slot: number, dueMs: number): void {
    this.#reserve(slot);
    this.#due[slot] = dueMs;
    let place = (this.#place[slot] ?? 0) - 1;
    if (place < 0) {
      place = this.#size;
      this.#size += 1;
      this.#put(place, slot);
    }
    this.#sink(this.#rise(place));
  }

  delete(slot: number): void {
    const place = (this.#place[slot] ?? 0) - 1;
    if (place < 0) return;
    this.#place[slot] = 0;
    this.#size -= 1;
    if (place === this.#size) return;
    this.#put(place, this.#heap[this.#size] ?? 0);
    this.#sink(this.#rise(place));
  }

  /** All slots due at or before `nowMs`, in no order. */
  dueSlots(nowMs: number): number[] {
    const slots: number[] = [];
    for (let place = 0; place < this.#size; place += 1) {
      const slot = this.#heap[place] ?? 0;
      if (this.#at(slot) <= nowMs) slots.push(slot);
    }
    return slots;
  }

  /** All slots, in no order. */
  slots(): Int32Array {
    return this.#heap.subarray(0, this.#size);
  }

  #at(slot: number): number {
    return this.#due[slot] ?? Number.NaN;
  }

  #put(place: number, slot: number): void {
    this.#heap[place] = slot;
    this.#place[slot] = place + 1;
  }

  #rise(from: number): number {
    let place = from;
    const slot = this.#heap[place] ?? 0;
    const due = this.#at(slot);
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = this.#heap[parent] ?? 0;
      if (this.#at(above) <= due) break;
      this.#put(place, above);
      place = parent;
    }
    this.#put(place, slot);
    return place;
  }

  #sink(from: number): void {
    let place = from;
    const slot = this.#heap[place] ?? 0;
    const due = this.#at(slot);
    for (;;) {
      let child = place * 2 + 1;
      if (child >= this.#size) break;
      const right = child + 1;
      if (
        right < this.#size &&
        this.#at(this.#heap[right] ?? 0) < this.#at(this.#heap[child] ?? 0)
      ) {
        child = right;
      }
      const below = this.#heap[child] ?? 0;
      if (this.#at(below) >= due) break;
      this.#put(place, below);
      place = child;
    }
    this.#put(place, slot);
  }

  #reserve(slot: number): void {
    if (slot < this.#due.length) return;
    const length = Math.max(this.#due.length * 2, slot + 1);
    const due = new Float64Array(length);
    const place = new Int32Array(length);
    const heap = new Int32Array(length);
    due.set(this.#due);
    place.set(this.#place);
    heap.set(this.#heap);
    this.#due = due;
    this.#place = place;
    this.#heap = heap;
  }
}
