import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** A field's text while it differs from the stored one. A new stored text replaces what was typed. */
export function useDraft(stored: string) {
  const [typed, setTyped] = useState({ text: stored, over: stored });
  const draft = typed.over === stored ? typed.text : stored;
  const setDraft = (text: string) => setTyped({ text, over: stored });
  return {
    draft,
    setDraft,
    /** Enter keeps what was typed and Escape drops it, unless the key belongs to an input method. */
    keys: (keep?: () => void) => (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing) return;
      if (event.key === 'Enter') keep?.();
      if (event.key !== 'Escape' || draft === stored) return;
      event.stopPropagation();
      setDraft(stored);
    },
  };
}

/**
 * Keeps what was typed into a field that is taken away while it has the focus, such as when another
 * order is opened from outside: the document tells no blur of an element that is gone.
 *
 * @param keep also called when the field is left in the ordinary way, by the component that draws it
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
