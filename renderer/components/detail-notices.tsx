import type { OrderRow } from '../../core/board.ts';
import { durationText } from '../../core/format.ts';
import type { Order } from '../../core/order.ts';
import { isStaleFix } from '../board/stale-fix.ts';
import { useModel, useText, useTicking } from '../model-context.tsx';
import { focusPasteBar } from '../window-keys.ts';
import { Icon } from './icon.tsx';

/** Beneath the map: the position is old, and whom to call about it. */
export function StaleNotice({ order, row }: { readonly order: Order; readonly row: OrderRow }) {
  const { actions } = useModel();
  const text = useText();
  const words = text.board;
  const fixAtMs = order.courier?.fix?.reportedAtMs ?? null;
  const age = useTicking<string | false>((nowMs) =>
    fixAtMs !== null && isStaleFix(row, nowMs) ? durationText(nowMs - fixAtMs, text.locale) : false,
  );
  if (age === false) return null;
  return (
    <div className="notice">
      <Icon name="st-attention" className="c-attention" />
      <span className="grow num">
        {row.checkEveryMs === null
          ? words.staleUnchecked(age)
          : words.stale(durationText(row.checkEveryMs, text.locale), age)}
      </span>
      {order.courier?.phoneNumber ? (
        <button
          type="button"
          className="btn s"
          onClick={() => void actions.copyPhone(order.id, 'courier')}
        >
          {words.copyPhone}
        </button>
      ) : null}
    </div>
  );
}

/** What can be done about an order that the service does not know, besides asking again. */
export function NotFoundActions({ row }: { readonly row: OrderRow }) {
  const { actions } = useModel();
  const text = useText();
  return (
    <div className="hstack notice-actions">
      <button type="button" className="btn s" onClick={focusPasteBar}>
        {text.board.pasteCorrected}
      </button>
      <button type="button" className="btn s quiet" onClick={() => actions.stopWatching([row.id])}>
        {text.detail.stopWatching}
      </button>
    </div>
  );
}
