import type { OrderId } from '../../../core/order/order-id.ts';
import { longestNote } from '../../../core/watch/order-preferences.ts';
import { useDraft, useKeptOnLeaving } from '../controls/draft.ts';
import {
  useIsViewer,
  useModel,
  useSlice,
  useText,
  useWantedControl,
} from '../../model-context.tsx';
import { Written } from '../team/written.tsx';

/**
 * The dispatcher's own note, or that of the team, kept when the field is left. It goes along in a hand-over and
 * is never sent to the service.
 */
export function NoteSection({ id, note }: { readonly id: OrderId; readonly note: string | null }) {
  const { actions, board } = useModel();
  const { detail: texts, team } = useText();
  const isViewer = useIsViewer();
  const isShared = useSlice(board, (state) => state.app?.team != null);
  const title = isShared ? team.note : texts.ownNote;
  const field = useWantedControl<HTMLTextAreaElement>('note');
  const stored = note ?? '';
  const { draft, setDraft, wordKeys } = useDraft(stored, true);
  const keep = () => {
    const next = draft.trim();
    if (next !== stored) void actions.note(id, next === '' ? null : next, note);
  };
  useKeptOnLeaving(field, keep);
  return (
    <section className="sec">
      <h3>{title}</h3>
      <textarea
        ref={field}
        className="input note"
        aria-label={title}
        placeholder={texts.ownNoteHint}
        rows={2}
        readOnly={isViewer}
        maxLength={longestNote}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={keep}
        onKeyDown={wordKeys()}
      />
      <Written name="note" />
    </section>
  );
}
