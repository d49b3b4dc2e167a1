/** What lies deeper is not looked at: nothing of the contract does. */
const maxDepth = 40;

/**
 * One text for all JSON values that say the same: keys in alphabetical order, no blanks. Values nested
 * deeper than forty levels count as equal, so that no input can exhaust the stack.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(ordered(value, 0)) ?? 'null';
}

function ordered(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === maxDepth) return 'deeper';
  if (Array.isArray(value)) return value.map((item) => ordered(item, depth + 1));
  // A list of pairs: an object would put keys that look like numbers first, whatever their order.
  return Object.entries(value)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, item]) => [key, ordered(item, depth + 1)]);
}
