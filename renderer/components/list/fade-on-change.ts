import { type RefObject, useEffect, useRef } from 'react';

/** How long the text of a changed row takes to come back, as the tokens' --dur-2. */
const fadeMs = 140;

/**
 * Fades the text inside an element in once whenever the value changes, but not when the element comes
 * into the document. Nothing moves for somebody who asked for less motion.
 */
export function useFadeOnChange(
  element: RefObject<HTMLElement | null>,
  value: number | null,
): void {
  const before = useRef(value);
  useEffect(() => {
    if (before.current === value) return;
    before.current = value;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const text of element.current?.querySelectorAll('.l1, .l2') ?? []) {
      text.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: fadeMs, easing: 'ease-out' });
    }
  }, [element, value]);
}
