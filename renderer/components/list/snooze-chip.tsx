import type { OrderRow } from '../../../core/board/board.ts';
import { momentText } from '../../../core/order/format.ts';
import { useAhead, useModel, useText } from '../../model-context.tsx';
import { Icon } from '../controls/icon.tsx';

/** "Snoozed until 12:40"; null once that is over, when the component is drawn again. */
export function useSnoozeText(row: OrderRow | null): string | null {
  const { time } = useModel();
  const text = useText();
  const untilMs = useAhead(row?.snoozedUntilMs ?? null);
  if (untilMs === null) return null;
  return text.row.snoozed(momentText(untilMs, time.nowMs(), text.locale));
}

/** In a row: that the order is snoozed, and until when. */
export function SnoozeChip({ row }: { readonly row: OrderRow }) {
  const { time } = useModel();
  const { locale } = useText();
  const spoken = useSnoozeText(row);
  // Muted for good says more.
  if (spoken === null || row.snoozedUntilMs === null || row.isMuted) return null;
  return (
    <span className="flat flex-none t3 num" title={spoken}>
      <Icon name="bell-off" className="xs" />
      {momentText(row.snoozedUntilMs, time.nowMs(), locale)}
    </span>
  );
}

/** In the details: until when the order is snoozed. */
export function SnoozeLine({ row }: { readonly row: OrderRow }) {
  const spoken = useSnoozeText(row);
  return spoken === null ? null : <p className="fs12 t2 num">{spoken}</p>;
}
