import { type KeyboardEvent, useEffect } from 'react';
import type { BoardChange, OrderRow } from '../../../core/board/board.ts';
import { momentText } from '../../../core/order/format.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { orderName } from '../../actions.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { Button } from '../controls/button.tsx';
import { DialogHead } from '../controls/dialog-head.tsx';
import { FailureLine } from '../controls/failure.tsx';
import { Icon } from '../controls/icon.tsx';
import { CardOrders } from '../list/card-orders.tsx';
import { rowLook } from '../list/row-look.ts';
import { useModal } from '../controls/modal.ts';
import { Update } from './timeline-section.tsx';
import { updateLine } from './timeline.ts';

/** The name of an order. All of its line opens it. */
function OrderLine({ row }: { readonly row: OrderRow }) {
  const { layers, reveal } = useModel();
  return (
    <Button
      look="quiet s whole-line"
      onClick={() => {
        layers.close();
        reveal(row.id);
      }}
    >
      <bdi className="strong cut">{orderName(row)}</bdi>
    </Button>
  );
}

/** What changed in one order. */
function Change({ change }: { readonly change: BoardChange }) {
  const row = useSlice(useModel().board, (state) => state.rows.get(change.id));
  if (!row) return null;
  return <Update line={updateLine(change.entry)} subject={<OrderLine row={row} />} />;
}

/** An order of a card without a change that is listed, such as a move of its courier: how it stands. */
function Standing({ id }: { readonly id: OrderId }) {
  const { board, time } = useModel();
  const text = useText();
  const row = useSlice(board, (state) => state.rows.get(id));
  if (!row) return null;
  const look = rowLook(row, text, time.nowMs());
  return (
    <li>
      <span />
      <Icon name={`st-${look.tone}`} className={`c-${look.tone}`} />
      <div>
        <OrderLine row={row} />
        <bdi className="cut">{look.text}</bdi>
      </div>
    </li>
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

const ofCardId = 'last-hour-of-card';

function Changes() {
  const { board, layers, recent, time } = useModel();
  const text = useText();
  const texts = text.lastHour;
  const { changes, failure } = useSlice(recent, (state) => state);
  const news = useSlice(layers, (state) => state.cardNews);
  const watched = useSlice(
    board,
    ({ rows }) => news && news.ids.filter((id) => rows.has(id)).length,
  );
  const changed = new Set(changes?.map(({ id }) => id));
  const others = changes === null ? [] : (news?.ids.filter((id) => !changed.has(id)) ?? []);
  const dialog = useModal();
  useEffect(() => recent.follow(news), [recent, news]);
  return (
    // The keys only move the focus between buttons that work without them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className="dialog last-hour"
      aria-labelledby="last-hour"
      aria-describedby={news === null ? undefined : ofCardId}
      onClose={layers.close}
      onKeyDown={stepped}
    >
      <DialogHead
        id="last-hour"
        title={
          news === null
            ? texts.title
            : texts.since(momentText(news.sinceMs, time.nowMs(), text.locale))
        }
        closeLabel={texts.close}
        onClose={() => dialog.current?.close()}
      />
      {news === null ? null : (
        <CardOrders
          id={ofCardId}
          many={watched}
          onShowAll={() => {
            layers.open('lastHour');
            // The button is gone once it has done its work.
            dialog.current?.querySelector('button')?.focus();
          }}
        />
      )}
      <FailureLine failure={failure} />
      {changes?.length === 0 && news === null ? <p className="t2">{texts.nothing}</p> : null}
      <ol className="tl">
        {changes?.map((change) => (
          <Change
            key={`${change.id} ${change.entry.atMs} ${change.entry.kinds.join(' ')}`}
            change={change}
          />
        ))}
        {others.map((id) => (
          <Standing key={id} id={id} />
        ))}
      </ol>
    </dialog>
  );
}

/** What changed in all orders in the last hour, or in those of a card, newest first. */
export function LastHour() {
  const isOpen = useSlice(useModel().layers, (state) => state.layer === 'lastHour');
  return isOpen ? <Changes /> : null;
}
