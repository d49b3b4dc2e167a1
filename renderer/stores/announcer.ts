import { createStore } from 'zustand/vanilla';
import type { AttentionReason } from '../../core/watch/attention-reasons.ts';
import type { OrderRow } from '../../core/board/board.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { BoardStore } from './board-store.ts';
import type { Stop, WindowTime } from './window-time.ts';

/** The least time between two announcements, so that a screen reader does not chatter. */
const pauseMs = 5000;

/** What a screen reader reads out. */
export interface AnnouncerState {
  readonly message: string;
  /** Counts messages: the same words twice are two of them. */
  readonly count: number;
}

/**
 * Announces each new claim on attention, several at once as a number. What already needed attention
 * when the window opened is not news, and neither is a muted order.
 *
 * @param textOf the sentence for one order or more
 */
export function createAnnouncer(
  board: BoardStore,
  time: WindowTime,
  textOf: (rows: readonly [OrderRow, ...OrderRow[]]) => string,
) {
  const store = createStore<AnnouncerState>(() => ({ message: '', count: 0 }));
  const known = new Map<OrderId, AttentionReason | 'seen'>();
  const waiting = new Set<OrderId>();
  let hasSeenBoard = false;
  let stopPause: Stop | null = null;

  const announce = () => {
    stopPause = null;
    const { rows } = board.getState();
    const [first, ...others] = [...waiting].flatMap((id) => rows.get(id) ?? []);
    waiting.clear();
    if (!first) {
      // A page that is drawn later must not read the old message again.
      store.setState({ message: '' });
      return;
    }
    const message = textOf([first, ...others]);
    store.setState(({ count }) => ({ message, count: count + 1 }));
    stopPause = time.after(pauseMs, announce);
  };

  const lookAt = (id: OrderId, row: OrderRow | undefined) => {
    if (!row?.attention) {
      known.delete(id);
      return;
    }
    const { isSeen, reason } = row.attention;
    const now = isSeen === true ? 'seen' : reason;
    if (known.get(id) === now) return;
    known.set(id, now);
    if (now !== 'seen' && hasSeenBoard && !row.isMuted) waiting.add(id);
  };

  const look = () => {
    const { rows, phase, changedIds } = board.getState();
    if (phase.kind !== 'ready') return;
    for (const id of changedIds ?? [...known.keys(), ...rows.keys()]) lookAt(id, rows.get(id));
    hasSeenBoard = true;
    if (waiting.size > 0 && !stopPause) announce();
  };

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    start: () => {
      const stop = board.subscribe((state, before) => {
        if (state.rowsVersion !== before.rowsVersion) look();
      });
      return () => {
        stop();
        stopPause?.();
      };
    },
  };
}
