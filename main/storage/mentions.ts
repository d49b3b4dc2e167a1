import type { OrderId } from '../../core/order-id.ts';

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Tells whether a text names one of the orders by its uuid. Linear in the text, however many they are. */
export function mentionsOne(ids: readonly OrderId[]): (text: string) => boolean {
  const sought = new Set<string>(ids);
  return (text) =>
    text.length >= 36 && (text.match(uuid) ?? []).some((found) => sought.has(found.toLowerCase()));
}
