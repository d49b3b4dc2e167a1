import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { OrderId } from '../../../core/order/order-id.ts';
import { useModel } from '../../model-context.tsx';

/**
 * The typed text of a field. It is dropped as soon as the stored text changes.
 *
 * @param outlivesChanges what was typed and is not stored stays when the stored text changes to another one, as it does
 * when another desk writes
 */
export function useDraft(stored: string, outlivesChanges = false) {
  const [typed, setTyped] = useState({ text: stored, over: stored });
  const isUnstored = typed.text !== typed.over && typed.text.trim() !== stored;
  const draft = typed.over === stored || (outlivesChanges && isUnstored) ? typed.text : stored;
  // Forgotten for good: an undo may store the text again that it was typed over.
  if (typed.over !== stored) setTyped({ text: draft, over: stored });
  const setDraft = (text: string) => setTyped({ text, over: stored });
  return {
    draft,
    setDraft,
    /**
     * For words: Enter keeps them, and Escape leaves the field, whose blur keeps them as well. They may have taken a
     * minute to write, and what is not wanted is taken back by undo.
     */
    wordKeys: (keep?: () => void) => (event: KeyboardEvent<HTMLElement>) => {
      if (event.nativeEvent.isComposing) return;
      if (event.key === 'Enter') keep?.();
      if (event.key !== 'Escape' || draft === stored) return;
      event.stopPropagation();
      leaveField(event.currentTarget);
    },
    /**
     * For a number or a time, which may be half of one: Enter keeps what was typed and Escape drops it. No key that
     * belongs to an input method does either.
     */
    keys: (keep?: () => void) => (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing) return;
      if (event.key === 'Enter') keep?.();
      if (event.key !== 'Escape' || draft === stored) return;
      event.stopPropagation();
      setDraft(stored);
    },
  };
}

/** Moves the focus from a field to the part of the window that it is in, where the keys of the board act. */
export function leaveField(field: HTMLElement): void {
  const region = field.closest<HTMLElement>('[data-region]');
  if (region === null) field.blur();
  else region.focus({ preventScroll: true });
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

/**
 * The words of a dialog about orders. A dialog that is closed without an answer has them when it asks the same of the
 * same orders again.
 */
export function useUnsaid(asks: 'call' | 'claim', ids: readonly OrderId[]) {
  const { layers } = useModel();
  const question = `${asks} ${ids.join(' ')}`;
  const [words, setWords] = useState(() => layers.unsaidIn(question));
  return {
    words,
    write: (next: string) => {
      setWords(next);
      layers.keepUnsaid(question, next);
    },
    /** They were said. */
    said: () => layers.keepUnsaid(question, ''),
  };
}
