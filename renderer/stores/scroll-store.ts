import type { OrderId } from '../../core/order/order-id.ts';

/** A place in the list: the first order in sight and how far its row is scrolled out, in px. */
export interface ScrollPlace {
  readonly id: OrderId;
  readonly offsetPx: number;
}

/** A list at its top. */
export function createScrollStore() {
  let reader: (() => ScrollPlace | null) | null = null;
  let wanted: ScrollPlace | null = null;
  return {
    /** Null at the top of the list. */
    place: () => (reader === null ? wanted : reader()),
    /** The list that is drawn says how to ask it for its place; without one there is none. */
    readBy: (read: () => ScrollPlace | null) => {
      reader = read;
      return () => {
        if (reader === read) reader = null;
      };
    },
    /** The next list that is drawn begins there. */
    wantBack: (next: ScrollPlace | null) => {
      wanted = next;
    },
    /** What was wanted, once. */
    takeWanted: () => {
      const taken = wanted;
      wanted = null;
      return taken;
    },
  };
}

/** Where the list is scrolled to, for whoever draws it next. Nothing is drawn anew when it changes. */
export type ScrollStore = ReturnType<typeof createScrollStore>;
