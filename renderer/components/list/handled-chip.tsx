import type { OrderRow } from '../../../core/board/board.ts';
import { momentText } from '../../../core/order/format.ts';
import { handledText, handledLabel } from '../../../core/watch/attention-texts.ts';
import { useModel, useText } from '../../model-context.tsx';
import type { Dictionary } from '../../text/en/dictionary.ts';
import { Icon } from '../controls/icon.tsx';

/** How far the dispatcher is with what an order needs: "Handled, 12:50", "Seen, not handled"; null for neither. */
export function handledSpoken(row: OrderRow, text: Dictionary, nowMs: number): string | null {
  if (row.attention?.isSeen === true) return text.handled.onlySeen;
  if (row.handled === undefined) return null;
  const line = handledText(row.handled, row.handled.desk, nowMs, text);
  return `${line.slice(0, 1).toUpperCase()}${line.slice(1)}`;
}

/** In a row: that what it needs was seen, or how and when it was handled. */
export function HandledChip({ row }: { readonly row: OrderRow }) {
  const text = useText();
  const nowMs = useModel().ticker.nowMs();
  const spoken = handledSpoken(row, text, nowMs);
  if (spoken === null) return null;
  if (row.handled === undefined) {
    return (
      <span className="flat flex-none t3" title={spoken}>
        <Icon name="eye" className="xs" />
      </span>
    );
  }
  const { atMs, call, desk } = row.handled;
  return (
    <span className="handled flat t2 num" title={spoken}>
      <Icon name={call === null ? 'check' : 'phone'} className="xs" />
      <bdi className="cut">{handledLabel(row.handled, desk, text.language)}</bdi>
      <span className="flex-none">{momentText(atMs, nowMs, text.locale)}</span>
    </span>
  );
}
