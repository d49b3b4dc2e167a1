/** A whole number from 0 to `limit` - 1; 0 for a limit of 0. */
export function wholeBelow(limit: number, random: () => number): number {
  return Math.floor(random() * limit);
}

/** One of a list that is not empty. */
export function pick<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[wholeBelow(items.length, random)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}
