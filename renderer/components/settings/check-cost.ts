import type { OrderRow } from '../../../core/bridge/board.ts';

/** What the present orders cost, were there no cap. */
export interface CheckCost {
  /** Orders that are checked at all. */
  readonly checkedOrders: number;
  /** Requests a minute, rounded. */
  readonly requestsPerMinute: number;
}

/** The cost of checking the given orders, each at its own pace. */
export function checkCost(rows: Iterable<OrderRow>): CheckCost {
  let checkedOrders = 0;
  let requestsPerMinute = 0;
  for (const { checkEveryMs } of rows) {
    if (checkEveryMs === null || checkEveryMs <= 0) continue;
    checkedOrders += 1;
    requestsPerMinute += 60_000 / checkEveryMs;
  }
  return { checkedOrders, requestsPerMinute: Math.round(requestsPerMinute) };
}
