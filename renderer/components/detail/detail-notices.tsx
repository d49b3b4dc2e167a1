import type { OrderRow } from '../../../core/board/board.ts';
import { clockText, durationText } from '../../../core/order/format.ts';
import { isFinished } from '../../../core/order/order-status.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { OrderPreferences } from '../../../core/watch/order-preferences.ts';
import type { Order } from '../../../core/order/order.ts';
import { isStaleFix } from '../list/row-look.ts';
import { useAhead, useIsViewer, useModel, useText, useTicking } from '../../model-context.tsx';
import type { Dictionary } from '../../text/en/dictionary.ts';
import { focusPasteBar } from '../../window-keys.ts';
import { Icon } from '../controls/icon.tsx';
import { Button } from '../controls/button.tsx';

interface StaleNoticeProps {
  readonly order: Order;
  readonly row: OrderRow;
  readonly preferences: OrderPreferences | null;
}

/** How long the courier stands or how old the position is; null when there is nothing to say. */
function staleText(row: OrderRow, text: Dictionary, nowMs: number): string | null {
  if (row.courier.kind !== 'known' || row.courier.fix === null) return null;
  // Where the courier is has no more to do with an order that is over.
  if (row.status !== null && isFinished(row.status.phase)) return null;
  const { atMs, standsSinceMs } = row.courier.fix;
  const texts = text.board;
  if (atMs !== null && isStaleFix(row, nowMs)) {
    return texts.stale(durationText(nowMs - atMs, text.locale));
  }
  return row.attention?.reason === 'notMoving' && standsSinceMs !== null
    ? texts.standing(durationText(nowMs - standsSinceMs, text.locale))
    : null;
}

/** Says beneath the map that the position is old or the courier stands, and offers the phone number. */
export function StaleNotice({ order, row, preferences }: StaleNoticeProps) {
  const { actions } = useModel();
  const text = useText();
  const texts = text.board;
  const isViewer = useIsViewer();
  const stale = useTicking<string | false>((nowMs) => staleText(row, text, nowMs) ?? false);
  if (stale === false) return null;
  return (
    <div className="notice hstack fs12">
      <Icon name="st-attention" className="c-attention" />
      <span className="grow num">
        {row.checkEveryMs === null
          ? stale
          : texts.stillChecked(durationText(row.checkEveryMs, text.locale), stale)}
      </span>
      {order.courier?.phoneNumber && !isViewer ? (
        <Button look="s" onClick={() => void actions.copyPhone(order.id, 'courier')}>
          {texts.copyPhone}
        </Button>
      ) : null}
      <Reminder id={order.id} remindAtMs={preferences?.remindAtMs ?? null} />
    </div>
  );
}

/** Offers to repeat the notification later, or says when that will be. */
function Reminder({ id, remindAtMs }: Readonly<{ id: OrderId; remindAtMs: number | null }>) {
  const { actions } = useModel();
  const text = useText();
  const aheadMs = useAhead(remindAtMs);
  if (aheadMs !== null) {
    return <span className="t2 num">{text.board.remindsAt(clockText(aheadMs, text.locale))}</span>;
  }
  return (
    <Button look="s quiet" onClick={() => void actions.remind([id])}>
      {text.board.remind}
    </Button>
  );
}

/** What can be done about an order that the service does not know, besides asking again. */
export function NotFoundActions({ row }: { readonly row: OrderRow }) {
  const { actions } = useModel();
  const text = useText();
  return (
    <div className="hstack notice-actions">
      <Button look="s" onClick={focusPasteBar}>
        {text.board.pasteCorrected}
      </Button>
      <Button look="s quiet" onClick={() => actions.stopWatching([row.id])}>
        {text.detail.stopWatching}
      </Button>
    </div>
  );
}
