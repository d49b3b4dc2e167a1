import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Keeps what was typed into a field that is taken away while it has the focus, such as when another
 * order is opened from outside: the document tells no blur of an element that is gone.
 *
 * @param keep also called when the field is left in the ordinary way, by whoever draws it
 */
export function useKeptOnLeaving(field: RefObject<HTMLElement | null>, keep: () => void): void {
  const latest = useRef(keep);
  useLayoutEffect(() => {
    latest.current = keep;
  });
  useLayoutEffect(() => {
    const element = field.current;
    return () => {
      if (element !== null && element === document.activeElement) latest.current();
    };
  }, [field]);
}
