import { useMemo } from 'react';
import { isFinished } from '../../../core/order/order-status.ts';
import type { OrderDetail, OrderRow } from '../../../core/board/board.ts';
import { ageText, clockText, distanceText } from '../../../core/order/format.ts';
import type { Order } from '../../../core/order/order.ts';
import { placedLabels } from './map-labels.ts';
import {
  type FixSpot,
  mapSize,
  type Spot,
  type StopSpot,
  type TrailMap,
  trailMap,
} from './trail-map.ts';
import { stopsAhead } from './next-stop.ts';
import { isStaleFix } from '../list/row-look.ts';
import { useModel, useSlice, useText, useTicking } from '../../model-context.tsx';
import { IconButton } from '../controls/button.tsx';
import { arrowhead } from '../../icon-sprite.tsx';

/** Where the arrowhead points before it is turned. */
const arrowheadDeg = -45;

const longestName = 18;

function shortName(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName - 1).trimEnd()}…` : name;
}

function Grid({ map }: { readonly map: TrailMap }) {
  return (
    <>
      {map.gridX.map((x) => (
        <path className="grid" key={`x${x}`} d={`M${x.toFixed(1)} 0V${mapSize.height}`} />
      ))}
      {map.gridY.map((y) => (
        <path className="grid" key={`y${y}`} d={`M0 ${y.toFixed(1)}H${mapSize.width}`} />
      ))}
    </>
  );
}

function Stop({ spot, mark }: { readonly spot: StopSpot; readonly mark: string }) {
  return (
    <>
      {spot.stop === 'pickup' ? (
        <rect className="stop" x={spot.x - 8} y={spot.y - 8} width="16" height="16" rx="4" />
      ) : (
        <circle className="stop" cx={spot.x} cy={spot.y} r="8.5" />
      )}
      <text className="stopt" x={spot.x} y={spot.y + 4}>
        {mark}
      </text>
    </>
  );
}

/** A reported position. A tooltip and the timeline show its time. */
function Fix({ fix }: { readonly fix: FixSpot }) {
  const text = useText();
  const seen = useTicking((nowMs) =>
    text.board.seenFix(
      clockText(fix.atMs, text.locale),
      ageText(fix.atMs, Math.max(nowMs, fix.atMs), text.locale),
    ),
  );
  return (
    <g opacity={fix.opacity}>
      <title>{seen}</title>
      <circle className="reach" cx={fix.x} cy={fix.y} r="7" />
      <circle className="fix" cx={fix.x} cy={fix.y} r="2.25" />
    </g>
  );
}

interface CourierProps {
  readonly at: NonNullable<TrailMap['courier']>;
  readonly isStale: boolean;
}

function Courier({ at, isStale }: CourierProps) {
  const turn = (at.headingDeg ?? arrowheadDeg) - arrowheadDeg;
  return (
    <>
      <circle className={isStale ? 'stale-ring' : 'halo'} cx={at.x} cy={at.y} r="15" />
      <g transform={`translate(${at.x} ${at.y}) rotate(${turn}) translate(-8.6 -7.4)`}>
        <path className={isStale ? 'cour stale' : 'cour'} d={arrowhead} />
      </g>
    </>
  );
}

function isShown({ x, y }: Spot): boolean {
  return x > -20 && x < mapSize.width + 20 && y > -20 && y < mapSize.height + 20;
}

interface TrailDrawingProps {
  readonly order: Order;
  readonly detail: OrderDetail;
  readonly row: OrderRow;
  readonly fit: 'all' | 'next';
}

function Drawing({ order, detail, row, fit }: TrailDrawingProps) {
  const text = useText();
  const texts = text.map;
  const map = useMemo(() => trailMap(order, detail.trail, fit), [order, detail.trail, fit]);
  const isStale = useTicking((nowMs) => isStaleFix(row, nowMs));
  const isOver = isFinished(order.status.phase);
  if (!map) {
    const none = isOver ? text.detail.positionNotGiven : texts.noPosition;
    return <figcaption className="fs12 t2 no-map">{none}</figcaption>;
  }
  const next = stopsAhead(order, detail.trail)[0] ?? null;
  const fixAtMs = order.courier?.fix?.reportedAtMs ?? null;
  const stopName = (stop: StopSpot['stop']) =>
    stop === 'pickup' ? text.detail.thePickup : text.detail.stopNumber(stop);
  const toStop = next
    ? texts.toStop(distanceText(next.distanceMeters, text.locale), stopName(next.stop))
    : null;
  const firstAtMs = detail.trail[0]?.atMs ?? null;
  const trailText =
    firstAtMs === null ? null : texts.trail(detail.trail.length, clockText(firstAtMs, text.locale));
  const courierText =
    isStale && fixAtMs !== null
      ? texts.lastSeen(clockText(fixAtMs, text.locale))
      : next
        ? distanceText(next.distanceMeters, text.locale)
        : null;
  const labels = placedLabels([
    ...(map.courier ? [{ ...map.courier, text: courierText, radius: 15 }] : []),
    ...map.stops.map((spot) => ({ ...spot, text: spot.name && shortName(spot.name), radius: 9 })),
  ]);
  const title = texts.title(
    distanceText(map.gridMeters, text.locale),
    map.courier ? toStop : isOver ? null : texts.noCourier,
    trailText,
  );
  return (
    <>
      <figcaption className="vh">{title}</figcaption>
      <svg className="map" viewBox={`0 0 ${mapSize.width} ${mapSize.height}`} aria-hidden="true">
        <Grid map={map} />
        {map.ahead === null ? null : <path className="ahead" d={map.ahead} />}
        {map.trail.map((piece, place) => (
          <path
            className={isStale ? 'trail stale' : 'trail'}
            // A courier who goes to and fro draws the same piece twice.
            // oxlint-disable-next-line react/no-array-index-key
            key={place}
            d={piece.path}
            opacity={piece.opacity}
          />
        ))}
        {map.fixes.map((fix) => (
          <Fix key={`${fix.x} ${fix.y} ${fix.atMs}`} fix={fix} />
        ))}
        {map.stops.filter(isShown).map((spot) => (
          <Stop
            key={spot.stop}
            spot={spot}
            mark={spot.stop === 'pickup' ? texts.pickup : String(spot.stop)}
          />
        ))}
        {map.courier ? <Courier at={map.courier} isStale={isStale} /> : null}
        {labels.filter(isShown).map((label) => (
          <text
            className="lab"
            key={`${label.text} ${label.x} ${label.y}`}
            x={label.x}
            y={label.y}
            textAnchor={label.anchor}
          >
            {label.text}
          </text>
        ))}
        <path className="scale" d={`M16 158v4h${map.gridPx.toFixed(1)}v-4`} />
        <text x={16 + map.gridPx + 7} y="163">
          {distanceText(map.gridMeters, text.locale)}
        </text>
        <path className="scale" d="M360 27V13m-3.5 4.5 3.5-4.5 3.5 4.5" />
        <text x="360" y="39" textAnchor="middle">
          {texts.north}
        </text>
      </svg>
    </>
  );
}

/** The way of the courier, drawn by ourselves: no tiles, no requests, nothing leaves the computer. */
export function TrailMapView(props: Omit<TrailDrawingProps, 'fit'>) {
  const texts = useText().map;
  const { detail: store } = useModel();
  const fit = useSlice(store, (state) => state.fit);
  const { order, detail } = props;
  const canFit = order.destinations.length > 1 && stopsAhead(order, detail.trail).length > 0;
  return (
    <figure className="map-frame">
      <Drawing {...props} fit={fit} />
      {canFit ? (
        <IconButton
          icon={fit === 'all' ? 'pin' : 'all'}
          look="s fit"
          isSmall
          label={fit === 'all' ? texts.fitNext : texts.fitAll}
          title={`${fit === 'all' ? texts.fitNext : texts.fitAll}  F`}
          onClick={store.toggleFit}
        />
      ) : null}
    </figure>
  );
}
