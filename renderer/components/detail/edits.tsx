import { Fragment } from 'react';
import { momentText } from '../../../core/order/format.ts';
import type { StopRef } from '../../../core/order/courier-move.ts';
import { type OrderEdit, orderEdits } from '../../../core/order/order-edits.ts';
import type { OrderChange } from '../../../core/order/order-update.ts';
import { useModel, useText } from '../../model-context.tsx';
import type { Dictionary } from '../../text/en/dictionary.ts';
import { Received } from '../controls/received.tsx';

/** A line about an edit: what it is about, and the one text that came or went, or both before and after. */
interface EditLine {
  readonly what: string;
  readonly texts: readonly (string | null)[];
}

function editLine(edit: OrderEdit, text: Dictionary, nowMs: number): EditLine {
  const { edits: texts } = text.timeline;
  const whom = (stop: StopRef): string =>
    stop === 'pickup' ? text.detail.thePickup : text.detail.stopNumber(stop);
  switch (edit.kind) {
    case 'address':
    case 'name':
    case 'contact':
      return { what: texts[edit.kind](whom(edit.stop)), texts: [edit.before, edit.after] };
    case 'point':
      return { what: texts.point(whom(edit.stop)), texts: [] };
    case 'stopAdded':
      return { what: texts.stopAdded(edit.stop), texts: [edit.text] };
    case 'stopRemoved':
      return { what: texts.stopRemoved(edit.stop), texts: [edit.text] };
    case 'stopsReordered':
      return { what: texts.stopsReordered, texts: [] };
    case 'schedule': {
      const times = [edit.beforeMs, edit.afterMs].map((atMs) =>
        atMs === null ? null : momentText(atMs, nowMs, text.locale),
      );
      return { what: texts.schedule, texts: times };
    }
    case 'note':
      return { what: texts.note, texts: [edit.before, edit.after] };
    default:
      return edit satisfies never;
  }
}

/** What was edited in an order, with what stood there before. */
export function Edits({ changes }: { readonly changes: readonly OrderChange[] }) {
  const nowMs = useModel().ticker.nowMs();
  const text = useText();
  return orderEdits(changes).map((edit, index) => {
    const { what, texts } = editLine(edit, text, nowMs);
    return (
      // The edits of an update never change their places.
      // oxlint-disable-next-line react/no-array-index-key
      <div className="fs12 t2 num" key={index}>
        {what}
        {texts.map((each, place) => (
          // oxlint-disable-next-line react/no-array-index-key
          <Fragment key={place}>
            {place === 0 ? text.timeline.edits.colon : ' → '}
            {each === null ? (
              <span className="t3">{text.timeline.edits.none}</span>
            ) : (
              <Received text={each} />
            )}
          </Fragment>
        ))}
      </div>
    );
  });
}
