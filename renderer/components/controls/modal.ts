import { type RefObject, useLayoutEffect, useRef } from 'react';
import { handFocusToList } from '../../window-keys.ts';

/**
 * Opens a dialog in front of everything else as soon as it is drawn. The platform keeps the focus
 * inside and gives it back in the end; for that a dialog that is no longer drawn is closed before it
 * leaves the document.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    return () => {
      opened?.close();
      // What had it may be gone, such as the line of a menu that asked.
      handFocusToList();
    };
  }, []);
  return dialog;
}
