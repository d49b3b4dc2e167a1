import { type RefObject, useLayoutEffect } from 'react';
import { handFocusToList } from '../../window-keys.ts';

/** Keeps the focus when the list is replaced by the note that it is empty, or the note by the list. */
export function useFocusHandedOn(here: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = here.current;
    return () => {
      if (element?.contains(document.activeElement) === true) handFocusToList();
    };
  }, [here]);
}
