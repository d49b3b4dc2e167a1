import { type KeyboardEvent, useEffect } from 'react';
import type { BoardChange } from '../../../core/bridge/board.ts';
import { orderName } from '../../actions.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { Button } from '../controls/button.tsx';
import { DialogHead } from '../controls/dialog-head.tsx';
import { FailureLine } from '../controls/failure.tsx';
import { useModal } from '../controls/modal.ts';
import { Update } from './timeline-section.tsx';
import { updateLine } from './timeline.ts';

/** What changed in one order. All of the line opens it. */
function Change({ change }: { readonly change: BoardChange }) {
  const { board, layers, reveal } = useModel();
  const row = useSlice(board, (state) => state.rows.get(change.id));
  if (!row) return null;
  return (
    <Update
      line={updateLine(change.entry)}
      subject={
        <Button
          look="quiet s whole-line"
          onClick={() => {
            layers.close();
            reveal(change.id);
          }}
        >
          <bdi className="strong cut">{orderName(row)}</bdi>
        </Button>
      }
    />
  );
}

/** Moves the focus up and down between the orders. */
function stepped(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('.whole-line')];
  const from = lines.findIndex((line) => line === document.activeElement);
  lines[Math.max(0, Math.min(lines.length - 1, from + step))]?.focus();
}

function Changes() {
  const { layers, recent } = useModel();
  const text = useText();
  const words = text.lastHour;
  const { changes, failure } = useSlice(recent, (state) => state);
  const dialog = useModal();
  useEffect(() => recent.follow(), [recent]);
  return (
    // The keys only move the focus between buttons that work without them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className="dialog last-hour"
      aria-labelledby="last-hour"
      onClose={layers.close}
      onKeyDown={stepped}
    >
      <DialogHead
        id="last-hour"
        title={words.title}
        closeLabel={words.close}
        onClose={() => dialog.current?.close()}
      />
      <FailureLine failure={failure} />
      {changes?.length === 0 ? <p className="t2">{words.nothing}</p> : null}
      <ol className="tl">
        {changes?.map((change) => (
          <Change
            key={`${change.id} ${change.entry.atMs} ${change.entry.kinds.join(' ')}`}
            change={change}
          />
        ))}
      </ol>
    </dialog>
  );
}

/** What changed in all orders in the last hour, newest first. */
export function LastHour() {
  const isOpen = useSlice(useModel().layers, (state) => state.layer === 'lastHour');
  return isOpen ? <Changes /> : null;
}
