import { sameValue } from '../same-value.ts';

/** The key under which a difference lists what an object no longer has. No state has a field of this name. */
const goneKey = '-';

/**
 * What is to be recorded of a state beside the one before it: nested objects field by field, everything else as it
 * is now.
 *
 * @returns undefined where the two say the same
 */
export function difference(before: unknown, after: unknown): unknown {
  if (before === after) return undefined;
  if (!isObject(before) || !isObject(after)) return sameValue(before, after) ? undefined : after;
  const changed = Object.entries(after).flatMap(([key, value]) => {
    const found = difference(before[key], value);
    return found === undefined ? [] : [[key, found] as const];
  });
  const gone = Object.keys(before).filter(
    (key) => before[key] !== undefined && after[key] === undefined,
  );
  if (changed.length + gone.length === 0) return undefined;
  return Object.fromEntries(gone.length === 0 ? changed : [...changed, [goneKey, gone]]);
}

/** The state after the one before it and its {@link difference}. */
export function applied(before: unknown, found: unknown): unknown {
  if (!isObject(before) || !isObject(found)) return found;
  // A board of the past is thousands of these, so nothing is listed and made anew on the way.
  const now: Record<string, unknown> = { ...before };
  for (const key of Object.keys(found)) {
    if (key !== goneKey) now[key] = applied(before[key], found[key]);
  }
  const gone = found[goneKey];
  if (Array.isArray(gone)) for (const key of gone) delete now[String(key)];
  return now;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
