import { type RefObject, useLayoutEffect, useRef } from 'react';

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
    return () => opened?.close();
  }, []);
  return dialog;
}

/** Whether a modal dialog is open, so that the keys of the page must not act. */
export function isBehindModal(): boolean {
  return document.querySelector('dialog:modal') !== null;
}
