import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The typed text of a field. It is dropped as soon as the stored text changes. */
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
 * Keeps what was typed into a field that is removed while it has the focus, for instance when a
 * notification opens another order. Browsers fire no blur event for a removed element.
 *
 * @param keep stores the text. On an ordinary blur the field's component calls it itself.
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
