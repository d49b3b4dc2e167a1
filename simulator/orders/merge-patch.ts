import type { Json } from './wire.ts';

/**
 * A JSON merge patch applied (RFC 7396): objects are merged key by key, null removes a key, anything
 * else replaces. Neither argument is changed.
 */
export function mergePatched(target: Json | undefined, patch: Json): Json {
  if (!isJsonObject(patch)) {
    return patch;
  }
  const merged = new Map<string, Json>(isJsonObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) {
      merged.delete(key);
    } else {
      merged.set(key, mergePatched(merged.get(key), value));
    }
  }
  return Object.fromEntries(merged);
}

/** Whether the value is a JSON object, not an array and not null. */
export function isJsonObject(value: unknown): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
