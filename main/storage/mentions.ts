import type { OrderId } from '../../core/order/order-id.ts';

/** Where in a uuid its first dash stands, and how long a uuid is. */
const firstDashAt = 8;
const uuidLength = 36;

/** Tells whether a text names one of the orders by its uuid. Linear in the text, however many they are. */
export function mentionsOne(ids: readonly OrderId[]): (text: string) => boolean {
  const sought = new Set<string>(ids);
  return (text) => {
    for (let dash = text.indexOf('-'); dash !== -1; dash = text.indexOf('-', dash + 1)) {
      const from = dash - firstDashAt;
      if (from >= 0 && sought.has(text.slice(from, from + uuidLength).toLowerCase())) return true;
    }
    return false;
  };
}
