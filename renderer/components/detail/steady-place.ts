import { type RefObject, useLayoutEffect } from 'react';

/** Smaller shifts are of the browser's rounding. */
const leastShiftPx = 1;

/** The field that is written in, what is pointed at, or else what has the focus; null for nothing inside. */
function whatIsAt(scroller: HTMLElement, pointed: Element | null): Element | null {
  const { activeElement } = document;
  const focused =
    activeElement !== scroller && scroller.contains(activeElement) ? activeElement : null;
  if (focused?.matches('textarea, input, select') === true) return focused;
  return pointed !== null && scroller.contains(pointed) ? pointed : focused;
}

/** @returns what ends it */
function keepSteady(scroller: HTMLElement): () => void {
  let pointed: Element | null = null;
  let kept: Element | null = null;
  /** Where it begins, below the beginning of what is scrolled. */
  let keptAtPx = 0;
  let [topPx, bottomPx] = [0, 0];

  const startOf = (element: Element) => element.getBoundingClientRect().top + scroller.scrollTop;
  const setMargins = (newTopPx: number, newBottomPx: number) => {
    if (newTopPx === topPx && newBottomPx === bottomPx) return;
    [topPx, bottomPx] = [newTopPx, newBottomPx];
    scroller.style.paddingTop = newTopPx === 0 ? '' : `${newTopPx}px`;
    scroller.style.paddingBottom = newBottomPx === 0 ? '' : `${newBottomPx}px`;
  };
  const look = () => {
    kept = whatIsAt(scroller, pointed);
    // The browser keeps what stands at the top of the panel, which is not what the person is at.
    scroller.style.overflowAnchor = kept === null ? '' : 'none';
    if (kept !== null) keptAtPx = startOf(kept);
    else if (topPx > 0 || bottomPx > 0) {
      const scrolledPx = scroller.scrollTop - topPx;
      setMargins(0, 0);
      scroller.scrollTop = scrolledPx;
    }
  };
  const keep = () => {
    if (kept !== null && scroller.contains(kept)) {
      const shiftPx = startOf(kept) - keptAtPx;
      if (Math.abs(shiftPx) >= leastShiftPx) {
        const wantedPx = scroller.scrollTop + shiftPx;
        const newTopPx = Math.max(0, topPx - Math.min(0, wantedPx));
        const missingPx = wantedPx + scroller.clientHeight - scroller.scrollHeight;
        setMargins(newTopPx, bottomPx + Math.max(0, missingPx));
        scroller.scrollTop = Math.max(0, wantedPx);
      }
    }
    look();
  };

  const sizes = new ResizeObserver(keep);
  const observe = () => {
    for (const part of scroller.children) sizes.observe(part);
  };
  const parts = new MutationObserver(observe);
  parts.observe(scroller, { childList: true });
  observe();
  const over = ({ target }: Event) => {
    pointed = target instanceof Element && target !== scroller ? target : null;
    look();
  };
  const left = () => {
    pointed = null;
    look();
  };
  const listened = { pointerover: over, pointerleave: left, focusin: look, focusout: look };
  for (const [name, heard] of Object.entries(listened)) scroller.addEventListener(name, heard);
  return () => {
    sizes.disconnect();
    parts.disconnect();
    for (const [name, heard] of Object.entries(listened)) scroller.removeEventListener(name, heard);
  };
}

/**
 * Keeps what a person is at where it stands on the screen while something comes or goes in the parts of a panel: the
 * panel is scrolled, and gets an empty margin where it cannot be scrolled that far, until the person has left it.
 */
export function useSteadyPlace(scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (scroller.current !== null) return keepSteady(scroller.current);
    return undefined;
  }, [scroller]);
}
