/** What the arithmetic of a JSON library may add to a number: far below a centimetre or a cent. */
const relativeNoise = 1e-12;

/** Whether two numbers differ by no more than the noise of binary fractions. */
export function sameNumber(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= relativeNoise * Math.max(Math.abs(a), Math.abs(b));
}

/**
 * Whether two values of the model say the same. Numbers may differ by the noise of binary
 * fractions, objects are compared by their fields whatever the order.
 */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a === 'number' && typeof b === 'number') return sameNumber(a, b);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = a as Readonly<Record<string, unknown>>;
  const right = b as Readonly<Record<string, unknown>>;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  for (const key of keys) {
    if (!Object.hasOwn(right, key) || !sameValue(left[key], right[key])) return false;
  }
  return true;
}
