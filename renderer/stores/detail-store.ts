import { createStore } from 'zustand/vanilla';
import type { OrderDetail, OrderRow, TimelineEntry } from '../../core/board/board.ts';
import type { ReadableAnswer } from '../../core/privacy/raw-json.ts';
import type { PhoneOwner, WholePhone } from '../../core/privacy/privacy-ledger.ts';
import type { BridgeFailure, WaybellBridge } from '../../core/bridge/bridge.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { BoardStore } from './board-store.ts';
import type { ToastStore } from './toast-store.ts';
import type { Stop, WindowTime } from './window-time.ts';

/** How long a phone number stays readable. */
const phoneShownForMs = 30_000;

/** How long an order must be open in front of the dispatcher to count as seen. */
const seenAfterMs = 2000;

/** A control of the details that something leads to. */
export type WantedControl = 'group' | 'note' | 'mute' | 'snooze' | 'promise' | 'claim';

/** The details panel. */
export interface DetailState {
  /** The order whose details are open. */
  readonly openId: OrderId | null;
  /** Null until main answered. Always about `openId`. */
  readonly detail: OrderDetail | null;
  readonly failure: BridgeFailure | null;
  /** When the order was last looked at before it was opened this time. */
  readonly lastLookedAtMs: number | null;
  /** It needed attention when it was opened, or has since. */
  readonly neededAttention: boolean;
  readonly isAnswerOpen: boolean;
  /** The service's last answer, asked for when its section is unfolded; undefined until it came. */
  readonly answer: ReadableAnswer | null | undefined;
  /** Phone numbers that are readable at the moment. */
  readonly phones: ReadonlyMap<PhoneOwner, WholePhone>;
  readonly isRenaming: boolean;
  /** The dispatcher is typing into a field of the panel, so the panel keeps its order. */
  readonly isTyping: boolean;
  /** The control that is to take the focus once it is drawn. */
  readonly wantedControl: WantedControl | null;
  /** What the map shows: every stop, or the courier and the next stop closer. */
  readonly fit: 'all' | 'next';
}

const closed: DetailState = {
  openId: null,
  detail: null,
  failure: null,
  lastLookedAtMs: null,
  neededAttention: false,
  isAnswerOpen: false,
  answer: undefined,
  phones: new Map(),
  isRenaming: false,
  isTyping: false,
  wantedControl: null,
  fit: 'all',
};

/** Whether something is still to become of an update. */
function isStillOpen(entry: TimelineEntry): boolean {
  return entry.kind === 'update' && (entry.fate?.kind === 'due' || entry.fate?.kind === 'held');
}

/** A closed panel. */
export function createDetailStore(
  bridge: WaybellBridge,
  board: BoardStore,
  time: WindowTime,
  toasts: ToastStore,
) {
  const store = createStore<DetailState>(() => closed);
  const phoneStops = new Map<PhoneOwner, Stop>();
  let isInFront = false;
  /** False while something else stands in its place. */
  let isShown = true;
  let isAsking = false;
  let isStale = false;
  let stopSeen: Stop | null = null;
  /**
   * What begins to need attention while the order is open stays marked until the dispatcher goes on: an
   * open panel does not say that a person looks at it. Null when nothing did.
   */
  let alarm: { readonly hasBeenInFront: boolean } | null = null;
  let isAmongMany = false;
  let lastRow: OrderRow | null = null;
  /** When `lastRow` came on the screen. */
  let shownAtMs = 0;

  const loadAnswer = async () => {
    const { openId, isAnswerOpen } = store.getState();
    if (openId === null || !isAnswerOpen) return;
    const answer = await bridge.lastAnswer({ id: openId });
    const state = store.getState();
    if (state.openId !== openId || !state.isAnswerOpen) return;
    if (answer.ok) store.setState({ answer: answer.value });
    else toasts.fail(answer.failure);
  };

  const load = async (id: OrderId) => {
    if (isAsking) {
      isStale = true;
      return;
    }
    isAsking = true;
    isStale = false;
    const answer = await bridge.orderDetail({ id });
    isAsking = false;
    const { openId, detail: shown } = store.getState();
    if (openId === id) {
      if (!answer.ok) store.setState({ failure: answer.failure });
      else {
        store.setState({
          detail: answer.value,
          failure: null,
          ...(shown === null && { lastLookedAtMs: answer.value?.lastLookedAtMs ?? null }),
        });
        void loadAnswer();
      }
    }
    if (openId !== null && (openId !== id || isStale)) await load(openId);
  };

  const hidePhone = (owner: PhoneOwner) => {
    phoneStops.get(owner)?.();
    phoneStops.delete(owner);
    store.setState((state) => ({
      phones: new Map([...state.phones].filter(([shown]) => shown !== owner)),
    }));
  };

  const hideAllPhones = () => {
    for (const owner of phoneStops.keys()) hidePhone(owner);
  };

  const markSeen = async (id: OrderId) => {
    const answer = await bridge.markSeen({ ids: [id], shownAtMs });
    if (!answer.ok) toasts.fail(answer.failure);
  };

  const planSeen = () => {
    const { openId } = store.getState();
    const row = openId === null ? undefined : board.getState().rows.get(openId);
    if (row?.isUnseen !== true || !isInFront || !isShown || alarm?.hasBeenInFront === true) {
      stopSeen?.();
      stopSeen = null;
      return;
    }
    stopSeen ??= time.after(seenAfterMs, () => {
      stopSeen = null;
      if (alarm === null) void markSeen(row.id);
      else alarm = { hasBeenInFront: true };
    });
  };

  const noticeAlarm = (row: OrderRow) => {
    const before = lastRow?.attention ?? null;
    if (row.attention === null || row.attention.isSeen === true) alarm = null;
    else if (
      before?.isSeen === true ||
      row.attention.score > (before?.score ?? 0) ||
      row.attention.reason !== before?.reason
    ) {
      alarm = { hasBeenInFront: false };
      stopSeen?.();
      stopSeen = null;
    }
  };

  const lastRowShown = (row: OrderRow | null) => {
    lastRow = row;
    shownAtMs = time.nowMs();
    if (row !== null && row.attention !== null) store.setState({ neededAttention: true });
  };

  const tellOpen = (id: OrderId | null) => {
    void bridge.tellOpenOrder({ id: isAmongMany ? null : id });
  };

  const restart = () => {
    alarm = null;
    stopSeen?.();
    stopSeen = null;
    hideAllPhones();
  };

  /** The dispatcher goes on to another order or closes the panel. */
  const leave = () => {
    const { openId } = store.getState();
    if (openId !== null && alarm?.hasBeenInFront === true) void markSeen(openId);
    restart();
  };

  const close = () => {
    if (store.getState().openId === null) return;
    leave();
    store.setState(closed);
    tellOpen(null);
  };

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    close,
    hidePhone,
    /** Several orders are selected, or one: the order is before the dispatcher's eyes only by itself. */
    setAmongMany: (next: boolean) => {
      if (next === isAmongMany) return;
      isAmongMany = next;
      tellOpen(store.getState().openId);
    },
    start: () => {
      const stop = board.subscribe((state, before) => {
        const { openId } = store.getState();
        if (openId === null || state.rowsVersion === before.rowsVersion) return;
        const row = state.rows.get(openId);
        const shown = store.getState().detail;
        if (!row) {
          alarm = null;
          close();
        } else {
          const isNew = row !== lastRow;
          if (isNew) noticeAlarm(row);
          if (isNew) lastRowShown(row);
          planSeen();
          if (isNew || shown === null) void load(openId);
        }
      });
      // What becomes of an update is known a little after the update itself, or at the end of a quiet time.
      const unsubscribe = bridge.onNotificationsChanged(() => {
        const { detail, openId } = store.getState();
        if (openId !== null && detail?.timeline.some(isStillOpen) === true) void load(openId);
      });
      return () => {
        stop();
        unsubscribe();
        restart();
      };
    },
    open: (id: OrderId) => {
      if (store.getState().openId === id) return;
      leave();
      store.setState({ ...closed, openId: id });
      lastRowShown(board.getState().rows.get(id) ?? null);
      tellOpen(id);
      planSeen();
      void load(id);
    },
    /** Asks anew for what could not be read. */
    loadAgain: () => {
      const { openId } = store.getState();
      if (openId !== null) void load(openId);
    },
    showPhone: async (owner: PhoneOwner) => {
      const { openId } = store.getState();
      if (openId === null) return;
      const answer = await bridge.revealPhone({ id: openId, owner });
      if (!answer.ok) toasts.fail(answer.failure);
      else if (answer.value !== null && store.getState().openId === openId) {
        const phone = answer.value;
        store.setState((state) => ({ phones: new Map(state.phones).set(owner, phone) }));
        phoneStops.get(owner)?.();
        phoneStops.set(
          owner,
          time.after(phoneShownForMs, () => hidePhone(owner)),
        );
      }
    },
    setAnswerOpen: (isAnswerOpen: boolean) => {
      store.setState({ isAnswerOpen, answer: undefined });
      void loadAnswer();
    },
    setRenaming: (isRenaming: boolean) =>
      // The field of the label is removed while it has the focus, which fires no blur.
      store.setState(isRenaming ? { isRenaming } : { isRenaming, isTyping: false }),
    wantControl: (wantedControl: WantedControl | null) => store.setState({ wantedControl }),
    setTyping: (isTyping: boolean) => store.setState({ isTyping }),
    toggleFit: () => store.setState(({ fit }) => ({ fit: fit === 'all' ? 'next' : 'all' })),
    /** The open order is on the page, until the returned function is called. */
    shown: (): Stop => {
      isShown = true;
      planSeen();
      return () => {
        isShown = false;
        planSeen();
      };
    },
    /** Tells whether the dispatcher has the window in front. */
    setInFront: (next: boolean) => {
      isInFront = next;
      planSeen();
    },
  };
}

/** The open order. */
export type DetailStore = ReturnType<typeof createDetailStore>;
