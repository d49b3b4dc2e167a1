import { createStore } from 'zustand/vanilla';
import type { BridgeFailure, WaybellBridge } from '../../core/bridge/bridge.ts';
import type { RewindRange, RewoundBoard } from '../../core/board/rewind.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Stop, WindowTime } from './window-time.ts';

/** How many times as fast as the clock the past is played. */
const playedTimes = 60;
/** While it is played the board changes so often. */
const playEveryMs = 250;
/** The end of the range follows the clock so often. */
const rangeEveryMs = 60_000;

/** Where in the past the window is. */
export interface RewindState {
  /** Null while the window shows the present. */
  readonly range: RewindRange | null;
  /** The time that the dispatcher chose. */
  readonly atMs: number;
  /** The board of that time or, until it came, of the one before; null while the window shows the present. */
  readonly board: RewoundBoard | null;
  readonly isPlaying: boolean;
  /** Why the board of the chosen time could not be read. */
  readonly failure: BridgeFailure | null;
}

const present: RewindState = {
  range: null,
  atMs: 0,
  board: null,
  isPlaying: false,
  failure: null,
};

/** What the store works with. */
export interface RewindPeers {
  readonly bridge: Pick<
    WaybellBridge,
    'rewindRange' | 'rewoundBoard' | 'rewoundOrder' | 'tellOpenOrder'
  >;
  readonly time: WindowTime;
  /** The order whose details are open in the present. */
  readonly openId: () => OrderId | null;
  /** The present is about to be left. */
  readonly leaving: () => void;
  /** Says why the past could not be opened. */
  readonly fail: (failure: BridgeFailure) => void;
}

/** A window in the present. */
export function createRewindStore({ bridge, fail, leaving, openId, time }: RewindPeers) {
  const store = createStore<RewindState>(() => present);
  let isOpening = false;
  let isAsking = false;
  let stopPlaying: Stop | null = null;
  let stopRange: Stop | null = null;

  const pause = () => {
    stopPlaying?.();
    stopPlaying = null;
    if (store.getState().isPlaying) store.setState({ isPlaying: false });
  };

  const load = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    const { atMs } = store.getState();
    const answer = await bridge.rewoundBoard({ atMs });
    isAsking = false;
    const state = store.getState();
    if (state.range === null) return;
    if (answer.ok) store.setState({ board: answer.value, failure: null });
    else store.setState({ failure: answer.failure });
    if (state.atMs !== atMs) await load();
  };

  const goTo = (wantedMs: number) => {
    const { atMs: beforeMs, range } = store.getState();
    if (range === null) return;
    const atMs = Math.min(range.untilMs, Math.max(range.fromMs, Math.round(wantedMs)));
    if (atMs === range.untilMs) pause();
    if (atMs === beforeMs) return;
    store.setState({ atMs });
    void load();
  };

  const readRange = async () => {
    const answer = await bridge.rewindRange();
    if (answer.ok && store.getState().range !== null) store.setState({ range: answer.value });
  };

  const close = () => {
    if (store.getState().range === null) return;
    pause();
    stopRange?.();
    stopRange = null;
    store.setState(present);
    void bridge.tellOpenOrder({ id: openId() });
  };

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    /** Shows the past, from the present on. */
    open: async () => {
      if (isOpening || store.getState().range !== null) return;
      isOpening = true;
      const range = await bridge.rewindRange();
      const board = range.ok && (await bridge.rewoundBoard({ atMs: range.value.untilMs }));
      isOpening = false;
      if (!range.ok) fail(range.failure);
      else if (board !== false && !board.ok) fail(board.failure);
      else if (board !== false) {
        leaving();
        // The order is not looked at now, so it notifies again.
        void bridge.tellOpenOrder({ id: null });
        const { untilMs: atMs } = range.value;
        store.setState({ ...present, range: range.value, atMs, board: board.value });
        stopRange = time.every(rangeEveryMs, () => void readRange());
      }
    },
    /** Shows the present at once. */
    close,
    /** Goes to a time, or as near to it as the range allows. */
    goTo,
    /** Goes to the event before or after the shown time or, without one, to the end of the range. */
    step: (direction: 1 | -1) => {
      const { atMs, range } = store.getState();
      if (range === null) return;
      const isNext = direction === 1;
      const event = isNext
        ? range.events.find((each) => each.atMs > atMs)
        : range.events.findLast((each) => each.atMs < atMs);
      goTo(event?.atMs ?? (isNext ? range.untilMs : range.fromMs));
    },
    togglePlay: () => {
      const { atMs, isPlaying, range } = store.getState();
      if (isPlaying) pause();
      else if (range !== null && atMs < range.untilMs) {
        store.setState({ isPlaying: true });
        let lastMs = time.nowMs();
        stopPlaying = time.every(playEveryMs, () => {
          const nowMs = time.nowMs();
          const passedMs = (nowMs - lastMs) * playedTimes;
          lastMs = nowMs;
          goTo(store.getState().atMs + passedMs);
        });
      }
    },
    /** The details of an order at the time of the board. */
    orderThen: (id: string) =>
      bridge.rewoundOrder({ id, atMs: store.getState().board?.atMs ?? time.nowMs() }),
  };
}

/** Moves the window through the past. */
export type RewindStore = ReturnType<typeof createRewindStore>;
