import { useRef } from 'react';
import type { OrderId } from '../../../core/order/order-id.ts';
import { longestNote } from '../../../core/watch/order-preferences.ts';
import { useDraft, useKeptOnLeaving } from '../controls/draft.ts';
import { useIsViewer, useModel, useText } from '../../model-context.tsx';
import { Written } from '../team/written.tsx';

/**
 * The dispatcher's own note, kept when the field is left. It goes along in a hand-over and is never
 * sent to the service.
 */
export function NoteSection({ id, note }: { readonly id: OrderId; readonly note: string | null }) {
  const { actions } = useModel();
  const words = useText().detail;
  const isViewer = useIsViewer();
  const field = useRef<HTMLTextAreaElement>(null);
  const stored = note ?? '';
  const { draft, setDraft, keys } = useDraft(stored);
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
        readOnly={isViewer}
        maxLength={longestNote}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={keep}
        onKeyDown={keys()}
      />
      <Written word="note" />
    </section>
  );
}
