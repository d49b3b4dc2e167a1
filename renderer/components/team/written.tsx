import type { SharedWord } from '../../../core/watch/watched-order.ts';
import { momentText } from '../../../core/order/format.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';

/** Who of the team wrote one of the words of the open order, and when; nothing where that is not known. */
export function Written({ word }: { readonly word: SharedWord }) {
  const { detail, ticker } = useModel();
  const text = useText();
  const written = useSlice(detail, ({ detail: open }) => open?.team?.writers[word] ?? null);
  if (written === null || written.by === '') return null;
  return (
    <span className="written fs11 t3">
      {text.written(written.by, momentText(written.atMs, ticker.nowMs(), text.locale))}
    </span>
  );
}
