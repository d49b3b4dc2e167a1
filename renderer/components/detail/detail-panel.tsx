import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { OrderRow } from '../../../core/board/board.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { orderName } from '../../actions.ts';
import { handFocusToList } from '../../window-keys.ts';
import {
  useIsViewer,
  useModel,
  useSlice,
  useText,
  useWantedControl,
} from '../../model-context.tsx';
import { ArrivalSection } from './arrival-section.tsx';
import { CourierSection, PriceSection, RawSection, StopsSection } from './detail-facts.tsx';
import { DetailEdge } from './detail-edge.tsx';
import { DetailHead } from './detail-head.tsx';
import { DetailFoot } from './detail-notices.tsx';
import { Icon } from '../controls/icon.tsx';
import { MoreActions, SelectionButtons } from '../order-menu.tsx';
import { NoteSection } from './note-section.tsx';
import { Received } from '../controls/received.tsx';
import { useSteadyPlace } from './steady-place.ts';
import { TimelineSection } from './timeline-section.tsx';
import { TrailMapView } from './trail-drawing.tsx';
import { PreferencesSection } from './preferences-section.tsx';
import { Button, IconButton } from '../controls/button.tsx';

function PanelBar({ ids }: { readonly ids: readonly OrderId[] }) {
  const { actions, board, selection, detail } = useModel();
  const isMuted = useSlice(board, ({ rows }) => ids.every((id) => rows.get(id)?.isMuted === true));
  const isViewer = useIsViewer();
  const texts = useText().detail;
  const mute = useWantedControl<HTMLButtonElement>('mute');
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const panel = bar.current?.parentElement;
    // The panel goes with its order, such as one that is erased.
    return () => {
      if (panel?.contains(document.activeElement) === true) handFocusToList();
    };
  }, []);
  return (
    <div className="bar drag hstack" ref={bar}>
      <Button
        ref={mute}
        look="s quiet"
        title={`${isMuted ? texts.unmute : texts.mute}  M`}
        onClick={() => void actions.toggleMuted(ids)}
      >
        <Icon name={isMuted ? 'bell' : 'bell-off'} className="s" />
        {isMuted ? texts.unmute : texts.mute}
      </Button>
      {isViewer ? null : (
        <Button look="s quiet" title={texts.stopWatching} onClick={() => actions.stopWatching(ids)}>
          <Icon name="stop" className="s" />
          {texts.stopWatching}
        </Button>
      )}
      <MoreActions ids={ids} />
      <span className="grow" />
      <IconButton
        icon="chev-u"
        look="s quiet"
        label={texts.previous}
        title={`${texts.previous}  K`}
        onClick={() => selection.step('previous', 1, false)}
      />
      <IconButton
        icon="chev-d"
        look="s quiet"
        label={texts.next}
        title={`${texts.next}  J`}
        onClick={() => selection.step('next', 1, false)}
      />
      <IconButton
        icon="x"
        look="s quiet"
        label={texts.close}
        title={`${texts.close}  Esc`}
        onClick={detail.close}
      />
    </div>
  );
}

function Facts({ row }: { readonly row: OrderRow }) {
  const store = useModel().detail;
  const text = useText();
  const { detail, failure } = useSlice(store, (state) => state);
  if (!detail) {
    return failure ? (
      <div className="sec t2" role="alert">
        <p>
          {text.detail.failed}. {failure.message}
        </p>
        <Button look="s" onClick={store.loadAgain}>
          {text.detail.tryAgain}
        </Button>
      </div>
    ) : null;
  }
  const { order } = detail;
  return (
    <>
      {order ? (
        <>
          <TrailMapView order={order} detail={detail} row={row} />
          <ArrivalSection forecast={detail.forecast} row={row} />
          <CourierSection order={order} row={row} />
          <StopsSection order={order} trail={detail.trail} />
        </>
      ) : null}
      <TimelineSection detail={detail} />
      <NoteSection id={detail.id} note={detail.preferences?.note ?? null} />
      <PreferencesSection ids={[detail.id]} preferences={detail.preferences} />
      {order ? <PriceSection order={order} /> : null}
      {order?.noteToCourier ? (
        <section className="sec">
          <h3>{text.detail.note}</h3>
          <p className="breaks">
            <Received text={order.noteToCourier} />
          </p>
        </section>
      ) : null}
      {order ? <RawSection observedAtMs={row.observedAtMs} /> : null}
    </>
  );
}

function ManySelected({ many }: { readonly many: number }) {
  const model = useModel();
  const text = useText();
  const { rows } = useSlice(model.board, (state) => state);
  const ids = model.selection.selected();
  const isViewer = useIsViewer();
  const unseen = ids.filter((id) => rows.get(id)?.isUnseen).length;
  return (
    <header className="dhead">
      <h2>{text.detail.selected(many)}</h2>
      <p className="t2 num">
        {text.row.notLookedAt}: {text.count(unseen)}
      </p>
      <div className="hstack wraps">
        <SelectionButtons ids={ids} />
        {isViewer ? null : (
          <Button look="s" onClick={() => void model.actions.checkNow(ids)}>
            {text.detail.checkNow}
          </Button>
        )}
        <Button look="s" onClick={() => void model.actions.copyIds(ids)}>
          {text.help.names.copyIds}
        </Button>
      </div>
    </header>
  );
}

function isTextField(target: EventTarget): boolean {
  return target instanceof Element && target.matches('textarea, input:not([type="radio"])');
}

/** The part of the panel about one order. It tells the store while one of its fields has the focus. */
function OrderDetails({ children }: { readonly children: ReactNode }) {
  const { detail } = useModel();
  const scroller = useRef<HTMLDivElement>(null);
  useSteadyPlace(scroller);
  useEffect(() => () => detail.setTyping(false), [detail]);
  return (
    <div
      ref={scroller}
      className="dscroll"
      data-region="detail"
      tabIndex={-1}
      onFocus={({ target }) => detail.setTyping(isTextField(target))}
      onBlur={({ target }) => {
        // When the window loses the focus, the field stays the document's active element.
        if (document.activeElement !== target) detail.setTyping(false);
      }}
    >
      {children}
    </div>
  );
}

/** Everything about the open order. */
export function DetailPanel() {
  const model = useModel();
  const text = useText();
  const openId = useSlice(model.detail, (state) => state.openId);
  const row = useSlice(model.board, (state) =>
    openId === null ? null : (state.rows.get(openId) ?? null),
  );
  const selectedIds = useSlice(model.selection, (state) => state.selectedIds);
  const isAll = useSlice(model.selection, (state) => state.isAll);
  if (!row) return null;
  const isMany = selectedIds.size > 1 && !isAll;
  const ids = isMany ? model.selection.selected() : [row.id];
  return (
    <aside className="detail" aria-label={`${text.regions.details}: ${orderName(row)}`}>
      <DetailEdge />
      <PanelBar ids={ids} />
      <OrderDetails key={row.id}>
        {isMany ? (
          <>
            <ManySelected many={selectedIds.size} />
            <PreferencesSection ids={ids} preferences={null} />
          </>
        ) : (
          <>
            <DetailHead row={row} />
            <Facts row={row} />
          </>
        )}
      </OrderDetails>
      {isMany ? null : <DetailFoot row={row} key={`foot ${row.id}`} />}
    </aside>
  );
}
