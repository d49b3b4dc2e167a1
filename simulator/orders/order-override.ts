import { isJsonObject, mergePatched } from './merge-patch.ts';
import type { Json } from './wire.ts';

/** What a test said about an order over the head of its story. */
export interface OrderOverride {
  readonly fields: ReadonlyMap<string, Json | undefined>;
  readonly patch: Json;
  readonly version: number;
}

/** The order with everything that was said over its head. */
export function overruled(order: { readonly [key: string]: Json }, override: OrderOverride): Json {
  const fields = new Map(Object.entries(order));
  for (const [key, value] of override.fields) {
    if (value === undefined) {
      fields.delete(key);
    } else {
      fields.set(key, value);
    }
  }
  return mergePatched(Object.fromEntries(fields), override.patch);
}

/** Two patches in one: unlike merging a document, a null in the second must stay a null. */
export function patchInPatch(first: Json | undefined, second: Json): Json {
  if (!isJsonObject(first) || !isJsonObject(second)) {
    return second;
  }
  const patch = new Map(Object.entries(first));
  for (const [key, value] of Object.entries(second)) {
    patch.set(key, patchInPatch(patch.get(key), value));
  }
  return Object.fromEntries(patch);
}
