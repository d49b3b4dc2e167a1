import type { WaybellBridge } from '../../core/bridge/bridge.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Stop, WindowTime } from './window-time.ts';

/** A list that is being scrolled is not reported line by line. */
const tellEveryMs = 500;

export function createViewTeller(
  bridge: Pick<WaybellBridge, 'tellOrdersInView'>,
  time: WindowTime,
) {
  let drawnIds: readonly OrderId[] = [];
  let isSeen = true;
  let told = '';
  let cancel: Stop | null = null;

  const tell = () => {
    cancel = null;
    const ids = isSeen ? [...drawnIds] : [];
    const next = ids.join();
    if (next === told) return;
    told = next;
    // A hint that does not arrive costs nobody anything.
    void bridge.tellOrdersInView({ ids });
  };
  const tellSoon = () => {
    cancel ??= time.after(tellEveryMs, tell);
  };

  return {
    /** These rows are drawn, from now on and no others. */
    drawn: (ids: readonly OrderId[]) => {
      drawnIds = ids;
      tellSoon();
    },
    /** Whether anybody can see the page; what is drawn in a hidden one is before nobody's eyes. */
    setSeen: (next: boolean) => {
      isSeen = next;
      tellSoon();
    },
    /** Forgets what is still to be told. */
    stop: () => {
      cancel?.();
      cancel = null;
    },
  };
}

/** Tells main which orders are before somebody's eyes, so that these are checked first. */
export type ViewTeller = ReturnType<typeof createViewTeller>;
