import type { WaybellBridge } from '../../core/bridge/bridge.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Stop, WindowTime } from './window-time.ts';

/** The least time between two reports, so that scrolling does not send one for each line. */
const tellEveryMs = 500;

export function createViewReporter(bridge: WaybellBridge, time: WindowTime) {
  let drawnIds: readonly OrderId[] = [];
  let isSeen = true;
  let reported = '';
  let cancel: Stop | null = null;

  const tell = () => {
    cancel = null;
    const ids = isSeen ? [...drawnIds] : [];
    const next = ids.join();
    if (next === reported) return;
    reported = next;
    // The answer does not matter: without this hint the orders are only checked a little later.
    void bridge.tellOrdersInView({ ids });
  };
  const tellSoon = () => {
    cancel ??= time.after(tellEveryMs, tell);
  };

  return {
    /** Exactly these rows are drawn now. */
    drawn: (ids: readonly OrderId[]) => {
      drawnIds = ids;
      tellSoon();
    },
    /** Whether the page is visible: in a hidden one no order is in view. */
    setSeen: (next: boolean) => {
      isSeen = next;
      tellSoon();
    },
    /** Drops a report that is still waiting. */
    stop: () => {
      cancel?.();
      cancel = null;
    },
  };
}

/** Reports to main which orders are in view, so that these are checked first. */
export type ViewReporter = ReturnType<typeof createViewReporter>;
