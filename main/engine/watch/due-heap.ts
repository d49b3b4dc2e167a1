/** An item of a {@link DueHeap}; both fields are written by the heap that holds it. */
export interface HeapItem {
  /** The heap that it is in; an item is in one at a time. */
  heap: unknown;
  /** Its index in the array of that heap. */
  heapIndex: number;
}

/** A binary heap whose items can be moved and removed in O(log n). */
export class DueHeap<Item extends HeapItem> {
  readonly #isBefore: (one: Item, other: Item) => boolean;
  readonly #items: Item[] = [];

  constructor(isBefore: (one: Item, other: Item) => boolean) {
    this.#isBefore = isBefore;
  }

  get size(): number {
    return this.#items.length;
  }

  get first(): Item | undefined {
    return this.#items[0];
  }

  /** All items, in no order. */
  get items(): readonly Item[] {
    return this.#items;
  }

  /** Adds an item that is in no heap. */
  push(item: Item): void {
    item.heap = this;
    this.#items.push(item);
    this.#rise(item, this.#items.length - 1);
  }

  /** Removes an item; one that is not in this heap is left alone. */
  delete(item: Item): void {
    if (item.heap !== this) return;
    item.heap = null;
    const last = this.#items.pop();
    if (last === undefined || last === item) return;
    this.#rise(last, item.heapIndex);
    this.#sink(last, last.heapIndex);
  }

  #rise(item: Item, from: number): void {
    let index = from;
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = this.#items[parentIndex];
      if (parent === undefined || !this.#isBefore(item, parent)) break;
      this.#put(parent, index);
      index = parentIndex;
    }
    this.#put(item, index);
  }

  #sink(item: Item, from: number): void {
    let index = from;
    for (;;) {
      const childIndex = this.#earlierChild(index);
      const child = this.#items[childIndex];
      if (child === undefined || !this.#isBefore(child, item)) break;
      this.#put(child, index);
      index = childIndex;
    }
    this.#put(item, index);
  }

  #earlierChild(index: number): number {
    const left = index * 2 + 1;
    const [one, other] = [this.#items[left], this.#items[left + 1]];
    return one !== undefined && other !== undefined && this.#isBefore(other, one) ? left + 1 : left;
  }

  #put(item: Item, index: number): void {
    this.#items[index] = item;
    item.heapIndex = index;
  }
}
