import type { OrderRow } from '../../../core/board/board.ts';
import { clockText } from '../../../core/order/format.ts';
import { useText, useTicking } from '../../model-context.tsx';
import type { Dictionary } from '../../text/en/dictionary.ts';
import { Icon } from '../controls/icon.tsx';

/** What is left of a time as a clock counts it down, "3:12"; empty when it is over, or there is none. */
function leftText(untilMs: number | undefined, nowMs: number): string {
  const seconds = untilMs === undefined ? 0 : Math.ceil((untilMs - nowMs) / 1000);
  if (seconds <= 0) return '';
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** "Free to cancel until 12:47"; null where it costs something, or is not known. */
export function optionText(row: OrderRow, nowMs: number, text: Dictionary): string | null {
  const { freeCancelUntilMs: untilMs } = row;
  if (untilMs === undefined || nowMs >= untilMs) return null;
  return text.row.freeCancelUntil(clockText(untilMs, text.locale));
}

/** In a row: how long the order can still be cancelled without cost, counting down by itself. */
export function OptionClock({ row }: { readonly row: OrderRow }) {
  const text = useText();
  const left = useTicking((nowMs) => leftText(row.freeCancelUntilMs, nowMs));
  if (left === '' || row.freeCancelUntilMs === undefined) return null;
  const title = text.row.freeCancelUntil(clockText(row.freeCancelUntilMs, text.locale));
  return (
    <span className="handled flat t2 num" title={title}>
      <Icon name="clock" className="xs" />
      <span className="flex-none">{text.row.freeCancelFor(left)}</span>
    </span>
  );
}
