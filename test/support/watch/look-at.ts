import type { OrderId } from '../../../core/order/order-id.ts';
import { defaultWaitRules } from '../../../core/watch/order-waits.ts';
import { SeenOrders } from '../../../main/engine/board/seen-orders.ts';
import type { Deed } from '../../../core/watch/acknowledgement.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Watch } from '../../../main/engine/watch/ports.ts';

/** The dispatcher sees, or handles, these orders now, and with them what they need attention for. */
export function lookAt(
  watch: Pick<Watch, 'changeSeen'>,
  clock: Clock,
  ids: readonly OrderId[],
  deed: Deed = 'seen',
): void {
  const seenOrders = new SeenOrders({
    watch,
    clock,
    waitRules: () => defaultWaitRules,
    seen: () => undefined,
  });
  seenOrders.markSeen(ids, { deed });
}
