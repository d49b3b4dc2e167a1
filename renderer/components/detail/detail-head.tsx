import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { orderName } from '../../actions.ts';
import { focusList } from '../../window-keys.ts';
import type { OrderRow } from '../../../core/board/board.ts';
import { durationText, momentText, shortId } from '../../../core/order/format.ts';
import { mayHandle } from '../../board/views.ts';
import { handledSpoken } from '../list/handled-chip.tsx';
import { SilenceLine } from '../list/silence-chip.tsx';
import { rowLook, waitText } from '../list/row-look.ts';
import { orderCommands } from '../order-commands.ts';
import { useKeptOnLeaving } from '../controls/draft.ts';
import { useIsViewer, useModel, useSlice, useText, useTicking } from '../../model-context.tsx';
import { CheckRing } from '../list/check-ring.tsx';
import { PromiseLine, usePromiseStage } from '../list/promise-time.tsx';
import { orderFailureText } from '../../../core/delivery/failure-text.ts';
import type { Language } from '../../../core/text/language.ts';
import { repeatedLossText } from '../../../core/watch/attention-texts.ts';
import { turnoverWithinMs } from '../../../core/watch/order-flags.ts';
import type { OrderProblem } from '../../../core/watch/watched-order.ts';
import { ClaimLine } from '../team/claim-chip.tsx';
import { Written } from '../team/written.tsx';
import { NotFoundActions } from './detail-notices.tsx';
import { TreatAs } from './treat-as.tsx';
import { Icon } from '../controls/icon.tsx';
import { Keys } from '../controls/keys.tsx';
import { Received } from '../controls/received.tsx';
import { Age, Ago } from '../controls/times.tsx';
import { Button, CopyButton, IconButton } from '../controls/button.tsx';

function LabelField({ row }: { readonly row: OrderRow }) {
  const { detail, actions } = useModel();
  const texts = useText().detail;
  const [label, setLabel] = useState(row.label ?? '');
  const input = useRef<HTMLInputElement>(null);
  const keep = () => {
    const trimmed = label.trim();
    void actions.relabel(row.id, trimmed === '' ? null : trimmed);
  };
  const save = () => {
    if (!detail.getState().isRenaming) return;
    detail.setRenaming(false);
    keep();
  };
  useKeptOnLeaving(input, () => {
    // While this order is open, Enter, Escape or a blur has ended the renaming already.
    if (detail.getState().openId !== row.id) keep();
  });
  useLayoutEffect(() => {
    const before = document.activeElement;
    input.current?.select();
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        const opener = before?.isConnected === true && before !== document.body ? before : null;
        const next = opener ?? document.querySelector('.label-line button');
        if (next instanceof HTMLElement) next.focus();
      });
    };
  }, []);
  return (
    <input
      ref={input}
      className="input l label-field"
      aria-label={texts.label}
      placeholder={texts.labelHint}
      maxLength={200}
      value={label}
      onChange={(event) => setLabel(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) save();
      }}
    />
  );
}

function Label({ row }: { readonly row: OrderRow }) {
  const { detail } = useModel();
  const texts = useText().detail;
  const isRenaming = useSlice(detail, (state) => state.isRenaming);
  const isViewer = useIsViewer();
  if (isRenaming && !isViewer) {
    return (
      <>
        <h2 className="vh">{orderName(row)}</h2>
        <LabelField row={row} />
      </>
    );
  }
  return (
    <div className="hstack label-line">
      <h2 className="clamped">
        {row.label === null && row.customer === undefined ? (
          <span className="mono">{shortId(row.id)}</span>
        ) : (
          <Received text={orderName(row)} />
        )}
      </h2>
      {isViewer ? null : (
        <IconButton
          icon="tag"
          look="quiet s"
          isSmall
          label={texts.rename}
          title={`${texts.rename}  F2`}
          onClick={() => detail.setRenaming(true)}
        />
      )}
    </div>
  );
}

function CheckedLine({ row }: { readonly row: OrderRow }) {
  const { actions } = useModel();
  const isViewer = useIsViewer();
  const text = useText();
  const texts = text.detail;
  const next = useTicking<string | false>((nowMs) => {
    if (row.nextCheckAtMs === null) return false;
    return row.nextCheckAtMs > nowMs ? durationText(row.nextCheckAtMs - nowMs, text.locale) : '';
  });
  const line = () => {
    if (row.isChecking) return texts.checkingNow;
    if (row.observedAtMs === null && row.status !== null) return texts.handedOver;
    if (row.observedAtMs === null) return row.problem ? texts.noAnswer : texts.neverChecked;
    return (
      <Ago
        atMs={row.observedAtMs}
        wrap={(age) => {
          if (row.checkEveryMs === null) return texts.notCheckedAnyMore(age);
          if (next === false) return texts.checked(age);
          return next === '' ? texts.checkedDue(age) : texts.checkedNext(age, next);
        }}
      />
    );
  };
  return (
    <div className="hstack fs12 t2 num checked-line">
      <CheckRing row={row} />
      <span>{line()}</span>
      {isViewer ? null : (
        <Button
          look="s quiet end"
          aria-disabled={row.isChecking}
          onClick={() => void actions.checkNow([row.id])}
        >
          {texts.checkNow} <Keys keys={['R']} />
        </Button>
      )}
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

/** How long the order has waited for a courier, and from when on that counts as long. */
function WaitLine({ row }: { readonly row: OrderRow }) {
  const text = useText();
  const line = useTicking<string | false>((nowMs) => waitText(row, text, nowMs) ?? false);
  return line === false ? null : <p className="fs12 t2 num">{line}</p>;
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

/** The status of an order, and since when or when. */
export function Status({ row }: { readonly row: OrderRow }) {
  const { time } = useModel();
  const text = useText();
  const look = rowLook(row, text, time.nowMs());
  return (
    <>
      <span className={look.isCalm ? 'st t2' : `st c-${look.textTone}`}>
        <Icon name={`st-${look.tone}`} className={`c-${look.tone}`} />
        <bdi className="cut">{look.text}</bdi>
      </span>
      {look.time === null ? null : (
        <span className="t2 num flex-none">
          <Age age={look.time} lasting={text.row.forTime} />
        </span>
      )}
    </>
  );
}

/** The status, the label and the uuid of the order, and when it was checked. */
export function DetailHead({ row }: { readonly row: OrderRow }) {
  const { actions, detail } = useModel();
  const text = useText();
  const texts = text.detail;
  usePromiseStage(row);
  useEffect(() => detail.shown(), [detail]);
  const raw = row.status?.raw ?? null;
  return (
    <header className="dhead">
      <div className="hstack status-line">
        <Status row={row} />
        <span className="grow" />
        {row.status === null ? null : (
          <bdi className="tag mono cut" title={texts.serviceWord(raw ?? texts.noStatus)}>
            {raw ?? texts.noStatus}
          </bdi>
        )}
      </div>
      <TreatAs row={row} />
      <WaitLine row={row} />
      <PromiseLine row={row} />
      <LossLine row={row} />
      <SilenceLine row={row} />
      <Label row={row} />
      <Written name="label" />
      <div className="uuid">
        <span className="mono cut">{row.id}</span>
        <CopyButton label={texts.copyUuid} onCopy={() => void actions.copyIds([row.id])} />
      </div>
      <Problem row={row} />
      {row.problem?.code === 'order-not-found' ? <NotFoundActions row={row} /> : null}
      <AttentionLine row={row} />
      <ClaimLine row={row} />
      <CheckedLine row={row} />
    </header>
  );
}
