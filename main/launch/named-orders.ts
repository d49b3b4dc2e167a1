import { findOrderIds } from '../../core/paste/find-order-ids.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Result } from '../../core/text/result.ts';
import { refuse, shownArgument, type UsageRefusal } from './arguments.ts';

/** An order that was named at the start, with the words beside it. */
export interface NamedOrder {
  readonly id: OrderId;
  readonly label: string | null;
}

/** How orders are named on a command line. */
export interface OrderNaming {
  readonly orderIds: readonly OrderId[];
  /** Texts that uuids are looked for in, as their paths were typed. */
  readonly orderFiles: readonly string[];
}

/** The orders that were named, each once. */
export interface NamedOrders {
  readonly orders: readonly NamedOrder[];
  /** How many things in the files look like uuids that were cut or mistyped. */
  readonly rejectedCount: number;
}

/** More than any list of orders; a larger file was named by mistake. */
const longestText = 64 * 1024 * 1024;

/**
 * Gathers the named orders: the uuids, then what the files hold, with the words beside each as its
 * label.
 *
 * @param readText @throws when a file cannot be read
 */
export function namedOrders(
  { orderIds, orderFiles }: OrderNaming,
  readText: (path: string, longest: number) => string,
): Result<NamedOrders, UsageRefusal> {
  const labels = new Map<OrderId, string | null>(orderIds.map((id) => [id, null]));
  let rejectedCount = 0;
  for (const path of orderFiles) {
    let text: string;
    try {
      text = readText(path, longestText);
    } catch {
      return refuse(
        `"${shownArgument(path)}" is neither an order uuid nor a file that can be read.`,
      );
    }
    const findings = findOrderIds(text);
    if (findings.isCutOff) {
      return refuse(`"${shownArgument(path)}" holds more than 50,000 order uuids. Split it.`);
    }
    for (const { id, label } of findings.found) labels.set(id, labels.get(id) ?? label);
    rejectedCount += findings.rejected.length;
  }
  const orders = Array.from(labels, ([id, label]) => ({ id, label }));
  return { ok: true, value: { orders, rejectedCount } };
}
