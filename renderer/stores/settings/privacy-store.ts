import { createStore } from 'zustand/vanilla';
import type { ArchiveQuery } from '../../../core/board/archive-page.ts';
import type { WaybellBridge } from '../../../core/bridge/bridge.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { PrivacyEntry } from '../../../core/privacy/privacy-ledger.ts';
import type { Dictionary } from '../../text/en/dictionary.ts';
import type { ToastStore } from '../toast-store.ts';

/** What is erased for good once the dispatcher confirms it. */
export type ErasureRequest =
  | {
      readonly kind: 'orders';
      readonly ids: readonly OrderId[];
      readonly subject: string;
      /** Beside them all that this finds of the evicted orders, and how many that is. */
      readonly archived?: { readonly query: ArchiveQuery; readonly many: number };
    }
  | { readonly kind: 'everything' };

/** How many orders a request erases. */
export function erasedCount({
  archived,
  ids,
}: Extract<ErasureRequest, { readonly kind: 'orders' }>): number {
  return ids.length + (archived?.many ?? 0);
}

/** What the window knows about personal data. */
export interface PrivacyState {
  /** The shown phone numbers and erased orders, newest first; null until read. */
  readonly ledger: readonly PrivacyEntry[] | null;
  /** The question that is open. */
  readonly asked: ErasureRequest | null;
  readonly isErasing: boolean;
}

/**
 * Shows and erases personal data. There is no undo, so each erasure is confirmed first.
 *
 * @param erasedAll called after everything was erased, so that the window shows nothing of it any more
 */
export function createPrivacyStore(
  bridge: WaybellBridge,
  toasts: ToastStore,
  texts: () => Dictionary,
  erasedAll: () => void,
) {
  const store = createStore<PrivacyState>(() => ({ ledger: null, asked: null, isErasing: false }));
  const send = (request: ErasureRequest) =>
    request.kind === 'orders'
      ? bridge.eraseOrders({
          ids: [...request.ids],
          ...(request.archived && { archived: request.archived.query }),
        })
      : bridge.eraseEverything();
  const read = async () => {
    const answer = await bridge.privacyLedger();
    if (answer.ok) store.setState({ ledger: answer.value });
    else toasts.fail(answer.failure);
  };
  const sayErased = (request: ErasureRequest) => {
    const { everythingDone, ordersDone } = texts().settings.privacy;
    if (request.kind === 'everything') {
      erasedAll();
      toasts.show({ icon: 'trash', text: everythingDone });
      return;
    }
    const many = erasedCount(request);
    const subject = many === 1 ? { subject: request.subject } : {};
    toasts.show({ icon: 'trash', text: ordersDone(many), ...subject });
  };
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    read,
    ask: (asked: ErasureRequest) => store.setState({ asked }),
    refuse: () => store.setState({ asked: null }),
    /** Does what is asked. */
    erase: async () => {
      const { asked, isErasing } = store.getState();
      if (asked === null || isErasing) return;
      store.setState({ asked: null, isErasing: true });
      // No undo and no redo may bring back what is erased.
      toasts.settle(asked.kind === 'orders' ? asked.ids : undefined);
      const answer = await send(asked);
      store.setState({ isErasing: false });
      if (answer.ok) sayErased(asked);
      else toasts.fail(answer.failure);
      if (store.getState().ledger !== null) await read();
    },
  };
}
