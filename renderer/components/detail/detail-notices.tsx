import { useRef } from 'react';
import type { OrderDetail, OrderRow } from '../../../core/board/board.ts';
import { orderFailureText } from '../../../core/delivery/failure-text.ts';
import { clockText, durationText, momentText } from '../../../core/order/format.ts';
import { isFinished } from '../../../core/order/order-status.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Language } from '../../../core/text/language.ts';
import { repeatedLossText } from '../../../core/watch/attention-texts.ts';
import { turnoverWithinMs } from '../../../core/watch/order-flags.ts';
import type { OrderProblem } from '../../../core/watch/watched-order.ts';
import { mayHandle } from '../../board/views.ts';
import { handledSpoken } from '../list/handled-chip.tsx';
import { isStaleFix, waitText } from '../list/row-look.ts';
import {
  useAhead,
  useIsViewer,
  useModel,
  useSlice,
  useText,
  useTicking,
} from '../../model-context.tsx';
import type { Dictionary } from '../../text/en/dictionary.ts';
import { focusList, focusPasteBar } from '../../window-keys.ts';
import { orderCommands } from '../order-commands.ts';
import { Icon } from '../controls/icon.tsx';
import { Keys } from '../controls/keys.tsx';
import { Button } from '../controls/button.tsx';
import { useSteadyPlace } from './steady-place.ts';
import { TreatAs } from './treat-as.tsx';

interface StaleNoticeProps {
  readonly detail: OrderDetail;
  readonly row: OrderRow;
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

/** Says that the position is old or the courier stands, and offers the phone number. */
function StaleNotice({ detail, row }: StaleNoticeProps) {
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
      {detail.order?.courier?.phoneNumber && !isViewer ? (
        <Button look="s" onClick={() => void actions.copyPhone(row.id, 'courier')}>
          {texts.copyPhone}
        </Button>
      ) : null}
      <Reminder id={row.id} remindAtMs={detail.preferences?.remindAtMs ?? null} />
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
function NotFoundActions({ row }: { readonly row: OrderRow }) {
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

/** What came in place of an order, or with which status. */
function problemStart({ code, httpStatus }: OrderProblem, language: Language): string {
  if (code === 'captive-portal') {
    const { message } = orderFailureText(code, httpStatus, language);
    return language === 'en' ? `${message} ` : message;
  }
  return httpStatus === null ? '' : `HTTP ${httpStatus}. `;
}

/** The problem of the last checks that is about this order and not about the service. */
function Problem({ row }: { readonly row: OrderRow }) {
  const { ticker } = useModel();
  const text = useText();
  const { problem } = row;
  if (!problem) return null;
  const since = momentText(problem.sinceMs, ticker.nowMs(), text.locale);
  return (
    <p className="fs12 t2 num">
      {problem.code === 'order-not-found'
        ? text.detail.notFoundBody(
            row.status === null,
            problem.failureCount,
            momentText(row.addedAtMs, ticker.nowMs(), text.locale),
            row.checkEveryMs === null ? null : durationText(row.checkEveryMs, text.locale),
          )
        : text.detail.problemBody(
            problemStart(problem, text.language),
            problem.failureCount,
            since,
          )}
    </p>
  );
}

/** That the order keeps losing its courier, also once that was marked as seen. */
function LossLine({ row }: { readonly row: OrderRow }) {
  const text = useText();
  if (row.repeatedLoss === null) return null;
  const within = durationText(turnoverWithinMs, text.locale);
  const { lossCount } = row.repeatedLoss;
  return (
    <p className="fs12 t2 num">
      {text.row.repeatedLoss(repeatedLossText(row.repeatedLoss, text.language), lossCount, within)}
    </p>
  );
}

/** How long the order has waited for a courier, and from when on that counts as long. */
function WaitLine({ row }: { readonly row: OrderRow }) {
  const text = useText();
  const line = useTicking<string | false>((nowMs) => waitText(row, text, nowMs) ?? false);
  return line === false ? null : <p className="fs12 t2 num">{line}</p>;
}

/** How far the dispatcher is with what an order needs attention for, and what can be done about it. */
function AttentionLine({ row }: { readonly row: OrderRow }) {
  const model = useModel();
  const text = useText();
  const { detail } = text;
  const neededAttention = useSlice(model.detail, (state) => state.neededAttention);
  const is = orderCommands(model, [row.id]);
  const spoken = handledSpoken(row, text, model.ticker.nowMs());
  const line = () => {
    if (row.attention?.isSeen === true) return detail.seenNotHandled;
    if (row.attention !== null) return detail.needsAttention;
    if (spoken !== null) return detail.handled(spoken);
    return neededAttention ? detail.seenAttention : null;
  };
  const shown = line();
  if (shown === null) return null;
  const commands = [...(mayHandle(row) ? [is.handled] : []), is.called, is.callAwaited];
  return (
    <div className="hstack fs12 t2 checked-line attention-line">
      <bdi className="breaks">{shown}</bdi>
      {commands.map((command) => (
        <Button
          key={command.name}
          look="s quiet"
          onClick={() => {
            // The button may be gone once it has done its work.
            if (command !== is.called) focusList();
            command.run();
          }}
        >
          {command.name} <Keys keys={command.keys} />
        </Button>
      ))}
    </div>
  );
}

/**
 * What the open order needs a person for, and what can be done about it, below what scrolls: when it comes and goes,
 * nothing that is being read moves.
 */
export function DetailFoot({ row }: { readonly row: OrderRow }) {
  const { detail } = useSlice(useModel().detail, (state) => state);
  const foot = useRef<HTMLDivElement>(null);
  useSteadyPlace(foot, true);
  return (
    <div ref={foot} className="dfoot" data-region="detail">
      <TreatAs row={row} />
      <WaitLine row={row} />
      <LossLine row={row} />
      <Problem row={row} />
      {row.problem?.code === 'order-not-found' ? <NotFoundActions row={row} /> : null}
      {detail === null ? null : <StaleNotice detail={detail} row={row} />}
      <AttentionLine row={row} />
    </div>
  );
}
