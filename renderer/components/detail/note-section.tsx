import { useRef, useState } from 'react';
import type { OrderId } from '../../../core/order/order-id.ts';
import { longestNote } from '../../../core/watch/order-wishes.ts';
import { useKeptOnLeaving } from '../controls/kept-on-leaving.ts';
import { useModel, useText } from '../../model-context.tsx';

/**
 * The dispatcher's own note, kept when the field is left. It goes along in a hand-over and is never
 * sent to the service.
 */
export function NoteSection({ id, note }: { readonly id: OrderId; readonly note: string | null }) {
  const { actions } = useModel();
  const words = useText().detail;
  const field = useRef<HTMLTextAreaElement>(null);
  const stored = note ?? '';
  const [typed, setTyped] = useState({ text: stored, over: stored });
  // What was typed over an older note has been overtaken.
  const draft = typed.over === stored ? typed.text : stored;
  const setDraft = (text: string) => setTyped({ text, over: stored });
  const keep = () => {
    const next = draft.trim();
    if (next !== stored) void actions.note(id, next === '' ? null : next);
  };
  useKeptOnLeaving(field, keep);
  return (
    <section className="sec">
      <h3>{words.ownNote}</h3>
      <textarea
        ref={field}
        className="input note"
        aria-label={words.ownNote}
        placeholder={words.ownNoteHint}
        rows={2}
        maxLength={longestNote}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing || draft === stored) return;
          event.stopPropagation();
          setDraft(stored);
        }}
      />
    </section>
  );
}
