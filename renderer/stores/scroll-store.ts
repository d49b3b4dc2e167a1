import type { OrderId } from '../../core/order/order-id.ts';
import type { Stop } from './window-time.ts';

/** A place in the list: the first order in sight and how far its row is scrolled out, in px. */
export interface ScrollPlace {
  readonly id: OrderId;
  readonly offsetPx: number;
}

/** Where the list is scrolled to, for whoever draws it next. Nothing is drawn anew when it changes. */
export interface ScrollStore {
  /** Null at the top of the list. */
  readonly place: () => ScrollPlace | null;
  /** The list that is drawn says how to ask it for its place; without one there is none. */
  readonly readBy: (read: () => ScrollPlace | null) => Stop;
  /** The next list that is drawn begins there. */
  readonly wantBack: (place: ScrollPlace | null) => void;
  /** What was wanted, once. */
  readonly takeWanted: () => ScrollPlace | null;
}

/** A list at its top. */
export function createScrollStore(): ScrollStore {
  let reader: (() => ScrollPlace | null) | null = null;
  let wanted: ScrollPlace | null = null;
  return {
    place: () => (reader === null ? wanted : reader()),
    readBy: (read) => {
      reader = read;
      return () => {
        if (reader === read) reader = null;
      };
    },
    wantBack: (next) => {
      wanted = next;
    },
    takeWanted: () => {
      const taken = wanted;
      wanted = null;
      return taken;
    },
  };
}
