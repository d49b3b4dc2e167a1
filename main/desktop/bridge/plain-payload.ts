/** The contract nests five levels at most; what is deeper is no request of ours. */
const deepest = 12;

const prototypeKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Whether a payload is what our own window sends: plain objects, lists, texts, numbers, truth values,
 * null and nothing. Structured cloning lets through more, such as dates, maps and objects that hold
 * themselves, and a schema whose keys are all optional would take a date for an empty change.
 */
export function isPlainPayload(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) {
    return typeof value !== 'bigint' && typeof value !== 'symbol' && typeof value !== 'function';
  }
  if (depth === deepest) return false;
  if (Array.isArray(value)) return value.every((item) => isPlainPayload(item, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    (prototype === Object.prototype || prototype === null) &&
    Object.entries(value).every(
      ([key, inner]) => !prototypeKeys.has(key) && isPlainPayload(inner, depth + 1),
    )
  );
}
