import { type RefObject, useLayoutEffect, useState } from 'react';
import type { ListItem } from '../../board/arrangement.ts';
import type { OrderId } from '../../../core/order/order-id.ts';

/** The list as it is drawn. */
interface DrawnList {
  readonly items: readonly ListItem[];
  /** The heights of the lines in px. */
  readonly height: Readonly<Record<ListItem['kind'], number>>;
  /** Whether every row has taken its place. Then rows may move. */
  readonly isSorted: boolean;
  /** The row that is pointed at or has the focus. */
  readonly id: OrderId | null;
  /** Whether orders that were just added come to their first places, and no row is pointed at. */
  readonly isSettling: boolean;
}

/** Where a row begins below the top of the list; null when it is not listed. */
function startOf(id: OrderId | null, { items, height }: DrawnList): number | null {
  if (id === null) return null;
  let startPx = 0;
  for (const item of items) {
    if (item.kind === 'row' && item.id === id) return startPx;
    startPx += height[item.kind];
  }
  return null;
}

/** @returns what is to be called with the list's element after each drawing */
function rowKeeper() {
  let last: (Pick<DrawnList, 'id' | 'isSettling'> & { readonly startPx: number | null }) | null =
    null;
  let topPx = 0;
  /** Where the list was scrolled to from its top, to keep a row; null when it was not at its top. */
  let fromTopPx: number | null = null;
  const setMargins = (list: HTMLElement, topMarginPx: number, bottomMarginPx: number) => {
    topPx = topMarginPx;
    list.style.paddingTop = `${topMarginPx}px`;
    list.style.paddingBottom = `${bottomMarginPx}px`;
  };
  return (list: HTMLElement, scrolledPx: number, drawn: DrawnList) => {
    const before = last;
    const { id, isSettling, isSorted } = drawn;
    const startPx = startOf(id, drawn);
    last = { id, isSettling, startPx };
    if (isSorted) {
      const offsetPx = scrolledPx - topPx;
      const hadTop = topPx > 0;
      setMargins(list, 0, 0);
      if (hadTop) list.scrollTop = offsetPx;
      // It was not scrolled since, so it begins with its first row again, which is the most urgent one.
      if (fromTopPx === scrolledPx) list.scrollTop = 0;
      fromTopPx = null;
      return;
    }
    if (before?.id !== id || before.startPx === null || startPx === null) return;
    const movedPx = startPx - before.startPx;
    if (movedPx === 0) return;
    // The last one of them was checked with this drawing.
    const wasSettling = isSettling || before.isSettling;
    // The list is new to the person: scrolled after a row, what now begins it would be out of sight.
    if (wasSettling && scrolledPx === 0) return;
    const offsetPx = scrolledPx + movedPx;
    const linesPx = list.firstElementChild?.clientHeight ?? 0;
    const newTopPx = Math.max(topPx, topPx - offsetPx);
    const missingPx = offsetPx + list.clientHeight - newTopPx - linesPx;
    const isFromTop = scrolledPx === 0 || scrolledPx === fromTopPx;
    setMargins(list, newTopPx, Math.max(0, missingPx));
    list.scrollTop = offsetPx;
    fromTopPx = isFromTop ? list.scrollTop : null;
  };
}

/**
 * Keeps a row where it is on the screen while the list is held and rows above it come or go: the list is
 * scrolled, and gets an empty margin where it cannot be scrolled that far. A list that was at its top is there
 * again once it may move.
 *
 * @param virtual knows where the list was scrolled to before it became shorter and the browser cut that
 */
export function useRowInPlace(
  scroller: RefObject<HTMLElement | null>,
  virtual: { readonly scrollOffset: number | null },
  { items, height, isSorted, isSettling, id }: DrawnList,
): void {
  const [keep] = useState(rowKeeper);
  useLayoutEffect(() => {
    const list = scroller.current;
    if (list !== null) {
      keep(list, virtual.scrollOffset ?? 0, { items, height, isSorted, isSettling, id });
    }
  }, [keep, scroller, virtual, items, height, isSorted, isSettling, id]);
}
