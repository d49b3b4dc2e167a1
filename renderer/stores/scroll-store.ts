import type { OrderId } from '../../core/order-id.ts';

/** A place in the list: the first order in sight and how far its row is scrolled out, in px. */
export interface ScrollPlace {
  readonly id: OrderId;
  readonly offsetPx: number;
}

/** Where the list is scrolled to, for whoever draws it next. Nothing is drawn anew when it changes. */
export interface ScrollStore {
  /** Null at the top of the list. */
  readonly place: () => ScrollPlace | null;
  readonly scrolledTo: (place: ScrollPlace | null) => void;
  /** The next list that is drawn begins there. */
  readonly wantBack: (place: ScrollPlace | null) => void;
  /** What was wanted, once. */
  readonly takeWanted: () => ScrollPlace | null;
}

/** A list at its top. */
export function createScrollStore(): ScrollStore {
  let place: ScrollPlace | null = null;
  let wanted: ScrollPlace | null = null;
  return {
    place: () => place,
    scrolledTo: (next) => {
      place = next;
    },
    wantBack: (next) => {
      wanted = next;
      place = next;
    },
    takeWanted: () => {
      const taken = wanted;
      wanted = null;
      return taken;
    },
  };
}
