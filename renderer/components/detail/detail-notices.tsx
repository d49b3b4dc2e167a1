import type { OrderRow } from '../../../core/bridge/board.ts';
import { clockText, durationText } from '../../../core/order/format.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { OrderPreferences } from '../../../core/watch/order-preferences.ts';
import type { Order } from '../../../core/order/order.ts';
import { isStaleFix } from '../list/row-look.ts';
import { useAhead, useModel, useText, useTicking } from '../../model-context.tsx';
import { focusPasteBar } from '../../window-keys.ts';
import { Icon } from '../controls/icon.tsx';
import { Button } from '../controls/button.tsx';

interface StaleNoticeProps {
  readonly order: Order;
  readonly row: OrderRow;
  readonly preferences: OrderPreferences | null;
}

/** Says beneath the map that the position is old, and offers the courier's phone number. */
export function StaleNotice({ order, row, preferences }: StaleNoticeProps) {
  const { actions } = useModel();
  const text = useText();
  const words = text.board;
  const fixAtMs = order.courier?.fix?.reportedAtMs ?? null;
  const age = useTicking<string | false>((nowMs) =>
    fixAtMs !== null && isStaleFix(row, nowMs) ? durationText(nowMs - fixAtMs, text.locale) : false,
  );
  if (age === false) return null;
  return (
    <div className="notice hstack fs12">
      <Icon name="st-attention" className="c-attention" />
      <span className="grow num">
        {row.checkEveryMs === null
          ? words.staleUnchecked(age)
          : words.stale(durationText(row.checkEveryMs, text.locale), age)}
      </span>
      {order.courier?.phoneNumber ? (
        <Button look="s" onClick={() => void actions.copyPhone(order.id, 'courier')}>
          {words.copyPhone}
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
