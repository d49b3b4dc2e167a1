import { type RefObject, useLayoutEffect } from 'react';
import { focusList } from '../../window-keys.ts';

/** The list, and what stands in its place while it is empty, hand the focus on to one another. */
export function useFocusHandedOn(here: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = here.current;
    return () => {
      if (element?.contains(document.activeElement) === true) requestAnimationFrame(focusList);
    };
  }, [here]);
}
