import type { OrderId } from '../order/order-id.ts';
import type { Telling } from './telling.ts';

/** What no card of routine may swallow: the critical ones, and a word that only a person can read. */
export function isUrgentTelling(telling: Telling): boolean {
  return telling.isCritical || telling.event === 'unknownStatus';
}

/** Tellings with those that a newer one about the same order makes needless. */
export interface SortedOut {
  readonly kept: readonly Telling[];
  readonly overtaken: readonly Telling[];
}

/** Of one order the newest is told; a critical one is only overtaken by another critical one. */
export function withoutOvertaken(tellings: readonly Telling[]): SortedOut {
  const latest = new Map<OrderId, Telling>();
  for (const telling of tellings) {
    if (telling.orderId === null) continue;
    const before = latest.get(telling.orderId);
    if (before === undefined || telling.isCritical || !before.isCritical) {
      latest.set(telling.orderId, telling);
    }
  }
  const isKept = (telling: Telling): boolean =>
    telling.orderId === null || latest.get(telling.orderId) === telling;
  return {
    kept: tellings.filter(isKept),
    overtaken: tellings.filter((telling) => !isKept(telling)),
  };
}
