import type { WaybellBridge } from '../../core/bridge/bridge.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Stop, WindowTime } from './window-time.ts';

/** A list that is being scrolled is not reported line by line. */
const tellEveryMs = 500;

export function createViewReporter(bridge: WaybellBridge, time: WindowTime) {
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
    // Without this hint the orders are checked a little later, no more.
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
    /** Whether the page is visible: in a hidden one no order is in view. */
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

/** Tells main which orders are in view, so that these are checked first. */
export type ViewReporter = ReturnType<typeof createViewReporter>;
