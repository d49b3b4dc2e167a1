import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { orderName } from '../../actions.ts';
import type { OrderRow } from '../../../core/board/board.ts';
import { durationText, shortId } from '../../../core/order/format.ts';
import { SilenceLine } from '../list/silence-chip.tsx';
import { rowLook } from '../list/row-look.ts';
import { useKeptOnLeaving } from '../controls/draft.ts';
import { useIsViewer, useModel, useSlice, useText, useTicking } from '../../model-context.tsx';
import { CheckRing } from '../list/check-ring.tsx';
import { PromiseLine, usePromiseStage } from '../list/promise-time.tsx';
import { ClaimLine } from '../team/claim-chip.tsx';
import { Written } from '../team/written.tsx';
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
        if (event.nativeEvent.isComposing) return;
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        // What was written is kept by either, and taken back by undo.
        event.stopPropagation();
        save();
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
  const { actions, detail, time } = useModel();
  const text = useText();
  const texts = text.detail;
  usePromiseStage(row);
  useEffect(() => detail.shown(), [detail]);
  const raw = row.status?.raw ?? null;
  // A word that Waybell does not know is the status already, as it was received.
  const said = rowLook(row, text, time.nowMs()).text;
  return (
    <header className="dhead">
      <div className="hstack status-line">
        <Status row={row} />
        <span className="grow" />
        {row.status === null || raw === said ? null : (
          <bdi className="tag mono cut" title={texts.serviceWord(raw ?? texts.noStatus)}>
            {raw ?? texts.noStatus}
          </bdi>
        )}
      </div>
      <Label row={row} />
      <Written name="label" />
      <div className="uuid">
        <span className="mono cut">{row.id}</span>
        <CopyButton label={texts.copyUuid} onCopy={() => void actions.copyIds([row.id])} />
      </div>
      <PromiseLine row={row} />
      <SilenceLine row={row} />
      <ClaimLine row={row} />
      <CheckedLine row={row} />
    </header>
  );
}
