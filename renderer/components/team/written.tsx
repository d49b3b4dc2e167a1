import type { SharedAnnotation } from '../../../core/watch/watched-order.ts';
import { momentText } from '../../../core/order/format.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';

/** Names the desk that wrote a label, group, note or promised time, and when. Shows nothing if that is unknown. */
export function Written({ name }: { readonly name: SharedAnnotation }) {
  const { detail, ticker } = useModel();
  const text = useText();
  const written = useSlice(detail, ({ detail: open }) => open?.team?.writers[name] ?? null);
  if (written === null || written.by === '') return null;
  return (
    <span className="written fs11 t3">
      {text.written[name](written.by, momentText(written.atMs, ticker.nowMs(), text.locale))}
    </span>
  );
}
