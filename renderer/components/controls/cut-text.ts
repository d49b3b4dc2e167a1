import type { Stop } from '../../stores/window-time.ts';

function isCut({ clientHeight, clientWidth, scrollHeight, scrollWidth }: HTMLElement): boolean {
  return scrollWidth > clientWidth || scrollHeight > clientHeight;
}

/** Where a text has not room enough, a tooltip shows the whole to the pointer that rests on it. */
export function listenForCutText(): Stop {
  let shown: HTMLElement | null = null;
  const entered = ({ target }: PointerEvent) => {
    shown?.removeAttribute('title');
    shown = target instanceof Element ? target.closest<HTMLElement>('.cut, .clamped') : null;
    if (shown?.closest('[title]') || (shown && !isCut(shown))) shown = null;
    if (shown) shown.title = shown.textContent;
  };
  document.addEventListener('pointerover', entered);
  return () => document.removeEventListener('pointerover', entered);
}
