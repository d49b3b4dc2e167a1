import type { OrderRow } from '../../../core/board/board.ts';
import { shortId } from '../../../core/order/format.ts';
import { orderName } from '../../actions.ts';
import { useModel, useSlice, useText, useTicking } from '../../model-context.tsx';
import { IconButton } from '../controls/button.tsx';
import { FailureLine } from '../controls/failure.tsx';
import { Received } from '../controls/received.tsx';
import { fullTime } from '../controls/times.tsx';
import { Status } from '../detail/detail-head.tsx';
import { ArrivalSection } from '../detail/arrival-section.tsx';
import { CourierSection, PriceSection, StopsSection } from '../detail/detail-facts.tsx';
import { TimelineSection } from '../detail/timeline-section.tsx';
import { TrailMapView } from '../detail/trail-drawing.tsx';
import { PromiseLine } from '../list/promise-time.tsx';
import { waitText } from '../list/row-look.ts';
import { ClaimChip } from '../team/claim-chip.tsx';

function Head({ row }: { readonly row: OrderRow }) {
  const { time } = useModel();
  const text = useText();
  const wait = waitText(row, text, time.nowMs());
  return (
    <header className="dhead">
      <div className="hstack status-line">
        <Status row={row} />
      </div>
      {wait === null ? null : <p className="fs12 t2 num">{wait}</p>}
      <PromiseLine row={row} />
      <h2 className="clamped">
        {row.label === null && row.customer === undefined ? (
          <span className="mono">{shortId(row.id)}</span>
        ) : (
          <Received text={orderName(row)} />
        )}
      </h2>
      <div className="uuid">
        <span className="mono cut">{row.id}</span>
      </div>
      <ClaimChip row={row} />
    </header>
  );
}

function Line({ title, text }: Readonly<{ title: string; text: string | null }>) {
  if (text === null) return null;
  return (
    <section className="sec">
      <h3>{title}</h3>
      <p className="breaks">
        <Received text={text} />
      </p>
    </section>
  );
}

function Facts({ row }: { readonly row: OrderRow }) {
  const text = useText();
  const { detail, failure } = useSlice(useModel().detail, (state) => state);
  if (detail === null) return <FailureLine failure={failure} />;
  const { order } = detail;
  return (
    <>
      {order === null ? null : (
        <>
          <TrailMapView order={order} detail={detail} row={row} />
          <ArrivalSection forecast={detail.forecast} row={row} />
          <CourierSection order={order} row={row} />
          <StopsSection order={order} trail={detail.trail} />
        </>
      )}
      <TimelineSection detail={detail} />
      <Line title={text.detail.ownNote} text={detail.preferences?.note ?? null} />
      {order === null ? null : <PriceSection order={order} />}
      <Line title={text.detail.note} text={order?.noteToCourier ?? null} />
    </>
  );
}

/** The details of the open order as they were, to be read alone. */
export function RewoundDetail() {
  const { board, detail } = useModel();
  const text = useText();
  const openId = useSlice(detail, (state) => state.openId);
  const row = useSlice(board, ({ rows }) => (openId === null ? null : (rows.get(openId) ?? null)));
  // In a narrow window the details lie over the time bar.
  const time = useTicking((nowMs) => fullTime(nowMs, text.locale));
  if (row === null) return null;
  return (
    <aside className="detail" aria-label={`${text.regions.details}: ${orderName(row)}`}>
      <div className="bar drag hstack">
        <span className="strong num grow">{time}</span>
        <IconButton
          icon="x"
          look="s quiet"
          label={text.rewind.close}
          title={`${text.rewind.close}  Esc`}
          onClick={detail.close}
        />
      </div>
      <div className="dscroll" data-region="detail" tabIndex={-1} key={row.id}>
        <Head row={row} />
        <Facts row={row} />
      </div>
    </aside>
  );
}
