import type { OrderId } from '../../../core/order/order-id.ts';
import { defaultWaitRules } from '../../../core/watch/order-waits.ts';
import { SeenMarks } from '../../../main/board/seen-marks.ts';
import type { Deed } from '../../../core/watch/acknowledgement.ts';
import type { Clock } from '../../../main/watch/clock.ts';
import type { Watch } from '../../../main/watch/ports.ts';

/** The dispatcher sees, or handles, these orders now, and with them what they need attention for. */
export function lookAt(
  watch: Pick<Watch, 'changeSeen'>,
  clock: Clock,
  ids: readonly OrderId[],
  deed: Deed = 'seen',
): void {
  const marks = new SeenMarks({
    watch,
    clock,
    waitRules: () => defaultWaitRules,
    seen: () => undefined,
  });
  marks.mark(ids, { deed });
}
