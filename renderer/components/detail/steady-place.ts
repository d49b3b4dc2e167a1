import { type RefObject, useLayoutEffect } from 'react';

/** Smaller shifts are of the browser's rounding. */
const leastShiftPx = 1;
/** More of what follows is never within reach of a pointer. */
const mostFollowing = 20;

/** The field in sight that is written in, what is pointed at, or else what has the focus; null for nothing inside. */
function whatIsAt(scroller: HTMLElement, pointed: Element | null): Element | null {
  const { activeElement } = document;
  const focused =
    activeElement !== null && activeElement !== scroller && scroller.contains(activeElement)
      ? activeElement
      : null;
  if (focused?.matches('textarea, input, select') === true && isInSight(scroller, focused)) {
    return focused;
  }
  return pointed !== null && scroller.contains(pointed) ? pointed : focused;
}

function isInSight(scroller: HTMLElement, element: Element): boolean {
  const [seen, own] = [scroller.getBoundingClientRect(), element.getBoundingClientRect()];
  return own.bottom > seen.top && own.top < seen.bottom;
}

/** An element, and then what follows it: that comes under the pointer when the element goes. */
function* andWhatFollows(scroller: HTMLElement, from: Element): Iterable<Element> {
  yield from;
  for (let at: Element | null = from; at !== null && at !== scroller; at = at.parentElement) {
    for (let next = at.nextElementSibling; next !== null; next = next.nextElementSibling) {
      yield next;
    }
  }
}

/** @returns what ends it */
function keepSteady(scroller: HTMLElement, isAsHighAsContent: boolean): () => void {
  let pointed: Element | null = null;
  /** Where what is kept begins, and what follows it, below the beginning of what is scrolled. */
  let places: ReadonlyMap<Element, number> = new Map();
  let scrolledPx = 0;
  let [topPx, bottomPx] = [0, 0];
  const { paddingTop, paddingBottom } = getComputedStyle(scroller);
  const [ownTopPx, ownBottomPx] = [Number.parseFloat(paddingTop), Number.parseFloat(paddingBottom)];

  const isThere = (element: Element) => scroller.contains(element) && element.checkVisibility();
  const startOf = (element: Element) => element.getBoundingClientRect().top + scroller.scrollTop;
  const setMargins = (newTopPx: number, newBottomPx: number) => {
    if (newTopPx === topPx && newBottomPx === bottomPx) return;
    [topPx, bottomPx] = [newTopPx, newBottomPx];
    scroller.style.paddingTop = newTopPx === 0 ? '' : `${ownTopPx + newTopPx}px`;
    scroller.style.paddingBottom = newBottomPx === 0 ? '' : `${ownBottomPx + newBottomPx}px`;
  };
  const remember = (elements: Iterable<Element>) => {
    places = new Map([...elements].filter(isThere).map((each) => [each, startOf(each)]));
    scrolledPx = scroller.scrollTop;
  };
  const bringBack = () => {
    const kept = [...places].find(([each]) => isThere(each));
    if (kept === undefined) return;
    const [element, atPx] = kept;
    const { clientHeight, scrollHeight, scrollTop } = scroller;
    // The browser scrolls back where there is less below than before.
    const isCutOff =
      scrollTop < scrolledPx && scrollTop + clientHeight > scrollHeight - leastShiftPx;
    const wantedPx = (isCutOff ? scrolledPx : scrollTop) + startOf(element) - atPx;
    if (Math.abs(wantedPx - scrollTop) >= leastShiftPx) {
      setMargins(
        Math.max(0, topPx - Math.min(0, wantedPx)),
        bottomPx + Math.max(0, wantedPx + clientHeight - scrollHeight),
      );
      scroller.scrollTop = Math.max(0, wantedPx);
    }
  };
  const keep = () => {
    bringBack();
    remember(places.keys());
  };
  const scrolled = () => {
    bringBack();
    scrolledPx = scroller.scrollTop;
  };
  const look = () => {
    // The focus rests where it is long after the person went on, and must not hide what comes here.
    const kept = isAsHighAsContent ? pointed : whatIsAt(scroller, pointed);
    // The browser keeps what stands at the top of the panel, which is not what the person is at.
    scroller.style.overflowAnchor = kept === null ? '' : 'none';
    if (isAsHighAsContent) {
      // Otherwise it moves its beginning when what it holds grows or shrinks.
      scroller.style.height = kept === null ? '' : `${scroller.getBoundingClientRect().height}px`;
    }
    if (kept === null && (topPx > 0 || bottomPx > 0)) {
      const withoutMarginPx = scroller.scrollTop - topPx;
      setMargins(0, 0);
      scroller.scrollTop = withoutMarginPx;
    }
    remember(kept === null ? [] : [...andWhatFollows(scroller, kept)].slice(0, mostFollowing + 1));
  };
  const changed = () => {
    // Between a change and the frame that draws it, the pointer and the focus can move too.
    keep();
    look();
  };

  const sizes = new ResizeObserver(keep);
  const observe = () => {
    for (const part of scroller.children) sizes.observe(part);
  };
  const parts = new MutationObserver(observe);
  parts.observe(scroller, { childList: true });
  sizes.observe(scroller, { box: 'border-box' });
  observe();
  const over = ({ target }: Event) => {
    // What is drawn in a picture moves with what the picture shows.
    const at = target instanceof Element ? target.closest(':not(svg *)') : null;
    // The margin lies where something was that the pointer rested on.
    if (at === scroller) return;
    pointed = at;
    changed();
  };
  const left = () => {
    pointed = null;
    changed();
  };
  const listened = {
    pointerover: over,
    pointerleave: left,
    focusin: changed,
    focusout: changed,
    scroll: scrolled,
  };
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
 *
 * @param isAsHighAsContent what is scrolled is as high as what it holds. It stays so high while it is pointed at; the
 * focus keeps nothing there.
 */
export function useSteadyPlace(
  scroller: RefObject<HTMLElement | null>,
  isAsHighAsContent = false,
): void {
  useLayoutEffect(() => {
    if (scroller.current !== null) return keepSteady(scroller.current, isAsHighAsContent);
    return undefined;
  }, [scroller, isAsHighAsContent]);
}
