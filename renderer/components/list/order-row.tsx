import { type RefObject, memo, useEffect, useRef } from 'react';
import { momentText, moneyText, shortId, signedMoneyText } from '../../../core/order/format.ts';
import type { AppState, OrderRow } from '../../../core/board/board.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { isFinished } from '../../../core/order/order-status.ts';
import type { AttentionReason } from '../../../core/watch/attention-reasons.ts';
import { ageNow, type FactAge } from '../../../core/watch/fact-age.ts';
import { isOutOfContact } from '../../../core/watch/service-health.ts';
import type { SearchHit } from '../../../core/watch/order-search.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import {
  isOverNow,
  noCourierText,
  positionText,
  rowLook,
  type RowLook,
  waitText,
} from './row-look.ts';
import { orderName } from '../../actions.ts';
import { useModel, useSettings, useSlice, useText, useTicking } from '../../model-context.tsx';
import type { Dictionary } from '../../text/en/dictionary.ts';
import type { Silence } from '../../board/silence.ts';
import { isFollowed } from '../../board/views.ts';
import { CheckRing } from './check-ring.tsx';
import { OptionClock, optionText } from './option-clock.tsx';
import { PromiseTime, promiseText, usePromiseStage } from './promise-time.tsx';
import { hitText } from './hit-text.ts';
import { HandledChip, handledSpoken } from './handled-chip.tsx';
import { SilenceChip, silenceText, useSilence } from './silence-chip.tsx';
import { ClaimChip } from '../team/claim-chip.tsx';
import { claimSaid } from '../team/claim-said.ts';
import { GroupName } from '../controls/group-name.tsx';
import { Icon } from '../controls/icon.tsx';
import { Marked, Received } from '../controls/received.tsx';
import { Age, fullTime } from '../controls/times.tsx';

/** How long the text of a changed row takes to come back, as the tokens' --dur-2. */
const fadeMs = 140;

/**
 * Fades the text inside an element in once whenever the value changes, but not when the element comes
 * into the document. Nothing moves where less motion is asked for.
 */
function useFadeOnChange(element: RefObject<HTMLElement | null>, value: number | null): void {
  const before = useRef(value);
  useEffect(() => {
    if (before.current === value) return;
    before.current = value;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const text of element.current?.querySelectorAll('.l1, .l2') ?? []) {
      text.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: fadeMs, easing: 'ease-out' });
    }
  }, [element, value]);
}

/** The DOM id of an order's row, for `aria-activedescendant`. */
export function rowElementId(id: OrderId): string {
  return `order-${id}`;
}

function RowTimeText({ time }: { readonly time: FactAge | null }) {
  if (time === null) return null;
  return (
    <span className="t3 num flex-none">
      <Age age={time} />
    </span>
  );
}

/** What is said in place of the way of an order that was never read; nothing before its first check. */
function neverReadText({ problem }: OrderRow, texts: Dictionary['row']): string | null {
  if (problem === null) return null;
  return problem.code === 'order-not-found' ? texts.neverSeen : texts.neverRead;
}

interface QueriedProps {
  readonly row: OrderRow;
  /** The words that are marked; none in a list without a filter. */
  readonly query: string;
}

function Route({ row, query }: QueriedProps) {
  const { row: texts } = useText();
  if (row.status === null) {
    return <div className="l2 route t3">{neverReadText(row, texts)}</div>;
  }
  return (
    <div className="l2 route places">
      <Received className="cut" text={row.pickupText ?? texts.noPickup} query={query} />
      <span className="arrow">→</span>
      <Received className="cut" text={row.destinationText ?? texts.noDestination} query={query} />
      {row.moreStops > 0 ? (
        <span className="more-stops">{texts.moreStops(row.moreStops)}</span>
      ) : null}
    </div>
  );
}

/** {@link positionText}, ticking by itself. */
export function CourierAge({ row }: { readonly row: OrderRow }) {
  const text = useText();
  const position = useTicking((nowMs) => positionText(row, text, nowMs) ?? '');
  const atMs = row.courier.kind === 'known' ? (row.courier.fix?.atMs ?? null) : null;
  return <span title={atMs === null ? undefined : fullTime(atMs, text.locale)}>{position}</span>;
}

/** The beginning of the dispatcher's note; in a narrow list only that there is one. */
function OwnNote({ row }: { readonly row: OrderRow }) {
  if (row.note === null) return null;
  return (
    <span className="own-note flat t3" title={row.note}>
      <Icon name="note" className="xs" />
      <Received className="cut" text={row.note} />
    </span>
  );
}

/** Where the filter found the order, beside its name. */
function HitText({ row, hit, query }: QueriedProps & { readonly hit: SearchHit }) {
  const text = useText();
  const where = hitText(row, hit, text);
  if (where === '' && hit.noteText === null) return null;
  return (
    <span className="hit cut t2">
      {where}
      {where === '' || hit.noteText === null ? null : text.found.separator}
      {hit.noteText === null ? null : (
        <>
          {text.found.note} <Received text={hit.noteText} query={query} />
        </>
      )}
    </span>
  );
}

interface CourierLineProps extends QueriedProps {
  readonly settings: Settings;
  readonly isUnreachable: boolean;
}

/** The second line on the right: the courier and the age of the position. */
function CourierLine({ row, query, settings, isUnreachable }: CourierLineProps) {
  const text = useText();
  const { row: texts, locale } = text;
  const nowMs = useModel().ticker.nowMs();
  if (row.status === null) {
    return (
      <div className="l2 cour t3">
        {row.problem ? texts.added(momentText(row.addedAtMs, nowMs, locale)) : texts.firstCheckSoon}
      </div>
    );
  }
  const change =
    row.priceChange !== null && row.price !== null ? (
      <span className="note t3">
        {signedMoneyText(
          { amount: row.priceChange, currency: row.price.currency },
          settings.priceUnit,
          locale,
        )}
      </span>
    ) : null;
  const isOver = isFinished(row.status.phase);
  // Who has the order is what one phones by, just when nothing can be checked.
  const checkedAt =
    isUnreachable && row.observedAtMs !== null
      ? texts.checkedAt(momentText(row.observedAtMs, nowMs, locale))
      : null;
  if (row.courier.kind === 'known') {
    return (
      <div className="l2 cour">
        {row.courier.name === null ? null : (
          <Received className="cut" text={row.courier.name} query={query} />
        )}
        {isOver ? null : (
          <>
            {row.courier.name === null ? null : <span className="t3">·</span>}
            <span className="fresh">{checkedAt ?? <CourierAge row={row} />}</span>
          </>
        )}
        {change}
      </div>
    );
  }
  return (
    <div className="l2 cour">
      {isOver ? null : <span className="cut t3 num">{checkedAt ?? noCourierText(row, text)}</span>}
      {change}
    </div>
  );
}

function spokenTime(time: FactAge | null, texts: Dictionary, nowMs: number): string {
  if (time === null) return '';
  const age = ageNow(time, nowMs, texts);
  if (time.kind === 'duration') return ` ${texts.row.forTime(age)}`;
  return ` ${time.kind === 'clock' ? texts.row.atTime(age) : age}`;
}

/** What a row tells beside the most serious of it: what is wrong with its facts, and what else needs a person. */
function alsoSaid({ faults, others }: RowLook): readonly string[] {
  return [...faults.map((fault) => fault.text), ...others];
}

/** The row as one sentence for a screen reader. Ages are those of the moment it was last drawn. */
function spokenRow(
  row: OrderRow,
  look: RowLook,
  texts: Dictionary,
  settings: Settings,
  hit: SearchHit | null,
  silence: Silence | null,
  nowMs: number,
): string {
  const parts = [
    row.label ?? row.customer ?? row.id,
    `${look.text}${spokenTime(look.time, texts, nowMs)}`,
    ...alsoSaid(look),
  ];
  if (row.group !== null) parts.push(texts.row.inGroup(row.group));
  const waited = row.attention?.reason === 'longWait' ? waitText(row, texts, nowMs) : null;
  if (waited !== null) parts.push(waited);
  const promise = promiseText(row, nowMs, texts);
  if (promise !== null) parts.push(promise);
  const option = optionText(row, nowMs, texts);
  if (option !== null) parts.push(option);
  if (row.pickupText !== null || row.destinationText !== null) {
    const to = row.destinationText ?? texts.row.noDestination;
    parts.push(`${row.pickupText ?? texts.row.noPickup} ${texts.row.to} ${to}`);
  }
  if (row.moreStops > 0) parts.push(texts.row.moreStopsSpoken(row.moreStops));
  if (row.courier.kind === 'known') {
    if (row.courier.name !== null) parts.push(row.courier.name);
    const position = isOverNow(row) ? null : positionText(row, texts, nowMs);
    if (position !== null) parts.push(position);
  } else if (row.status !== null && !isOverNow(row)) parts.push(noCourierText(row, texts));
  if (row.price) parts.push(moneyText(row.price, settings.priceUnit, texts.locale));
  if (row.claim !== null) {
    parts.push(claimSaid(row.claim, texts, nowMs));
  }
  if (silence !== null) parts.push(silenceText(silence, texts, nowMs));
  if (isFollowed(row)) parts.push(texts.row.followed);
  if (row.isPinned) parts.push(texts.row.pinned);
  if (row.isArchived) parts.push(texts.row.archived);
  const handled = handledSpoken(row, texts, nowMs);
  if (handled !== null) parts.push(handled);
  if (row.isUnseen) parts.push(texts.row.unseen);
  const where = hit === null ? '' : hitText(row, hit, texts);
  if (where !== '') parts.push(texts.found.spoken(where));
  const note = hit?.noteText ?? row.note;
  if (note !== null) parts.push(`${texts.found.note} ${note}`);
  return texts.row.spoken(parts);
}

/** Whether a row says of its status that its promise is at hand or has passed. */
function isOfPromise({ attention, handled }: OrderRow): boolean {
  const reason = (attention ?? handled)?.reason;
  return isPromiseReason(reason);
}

function isPromiseReason(reason: AttentionReason | undefined): boolean {
  return reason === 'probablyLate' || reason === 'promiseAhead' || reason === 'promisePassed';
}

/** Whether the facts shown may be old. */
function isUnreachableNow(app: AppState | null): boolean {
  return app !== null && (app.pause.kind === 'paused' || isOutOfContact(app.serviceHealth));
}

/** Whether the time of a row counts on only while the service answers: not of what is over, nor of a promise. */
function goesOn(row: OrderRow): boolean {
  const reason = row.attention?.reason;
  return !isOverNow(row) && !isPromiseReason(reason);
}

interface OrderRowProps {
  readonly id: OrderId;
  readonly offsetPx: number;
  readonly place: number;
  readonly count: number;
  /** A row of the same group stands above, or below. */
  readonly hasAbove: boolean;
  readonly hasBelow: boolean;
}

/** One order of the list. It draws again only when its own row changed or is selected. */
export const OrderRowView = memo(function OrderRowView({
  id,
  offsetPx,
  place,
  count,
  hasAbove,
  hasBelow,
}: OrderRowProps) {
  const model = useModel();
  const text = useText();
  const settings = useSettings();
  const row = useSlice(model.board, (state) => state.rows.get(id) ?? null);
  const isUnreachable = useSlice(model.board, (state) => isUnreachableNow(state.app));
  const hit = useSlice(model.list, (state) => state.found?.get(id) ?? null);
  const query = useSlice(model.list, (state) => (state.found === null ? '' : state.filter));
  const isSelected = useSlice(model.selection, (state) => state.selectedIds.has(id));
  const element = useRef<HTMLDivElement>(null);
  useFadeOnChange(element, row?.changedAtMs ?? null);
  const isPromised = usePromiseStage(row) !== 'none';
  const silence = useSilence(row);
  if (!row) return null;
  const nowMs = model.time.nowMs();
  const look = rowLook(row, text, nowMs);
  const also = alsoSaid(look);
  const isAlone = look.faults.length === 0;
  // How far a promise is stands in a place of its own; a fault of the facts takes the place of their age.
  const time = isOfPromise(row) || !isAlone ? null : look.time;
  const waited = waitText(row, text, nowMs);
  const title = [
    ...(also.length === 0 ? [] : [look.text, ...also]),
    ...(waited === null ? [] : [waited]),
  ];
  const classes = ['row'];
  if (isSelected) classes.push('sel');
  if (hasAbove) classes.push('lined-above');
  if (hasBelow) classes.push('lined');
  if (row.isUnseen) classes.push('new');
  if (silence?.untilMs === null) classes.push('muted');
  if (look.isSkeleton) classes.push('skeleton');
  if (isPromised) classes.push('promising');
  if (isPromised && isOfPromise(row) && isAlone) classes.push('of-promise');
  return (
    <div
      className={classes.join(' ')}
      id={rowElementId(id)}
      // An option element belongs to a select; see OrderList.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="option"
      aria-selected={isSelected}
      aria-setsize={count}
      aria-posinset={place}
      aria-label={spokenRow(row, look, text, settings, hit, silence, nowMs)}
      ref={element}
      draggable={!model.isPast}
      data-order={id}
      style={{ transform: `translateY(${offsetPx}px)` }}
    >
      <span className={row.isUnseen ? 'unread' : 'nounread'} />
      <Icon name={`st-${look.tone}`} className={`c-${look.tone}`} />
      <div className="l1 lab">
        {row.label === null && row.customer === undefined ? (
          <span className="name cut mono">{shortId(id)}</span>
        ) : (
          <Received className="name cut" text={orderName(row)} query={query} />
        )}
        {silence === null ? null : <SilenceChip silence={silence} />}
        {isFollowed(row) ? <Icon name="bell-ring" className="xs t3" /> : null}
        {row.isPinned ? <Icon name="pin" className="xs t3" /> : null}
        <HandledChip row={row} />
        <ClaimChip row={row} />
        <OptionClock row={row} />
        {row.group === null ? null : (
          <span className="own-group flat">
            <GroupName group={row.group} query={query} />
          </span>
        )}
        {hit === null ? <OwnNote row={row} /> : <HitText row={row} hit={hit} query={query} />}
      </div>
      <div className="l1 stat">
        <span
          className={time?.kind === 'sinceBefore' ? 'fact gives-way' : 'fact'}
          title={title.length === 0 ? undefined : title.join(text.found.separator)}
        >
          <bdi className={look.isCalm ? 't2 cut' : `med c-${look.textTone} cut`}>
            <Marked text={look.text} query={query} />
          </bdi>
          {look.faults.slice(0, 1).map((fault) => (
            <bdi
              key={fault.text}
              className={look.isCalm ? 'fault t2 cut' : `fault med c-${fault.tone} cut`}
            >
              <span className="t3">{text.found.separator.trimStart()}</span>
              <Marked text={fault.text} query={query} />
            </bdi>
          ))}
          {isUnreachable && goesOn(row) ? null : <RowTimeText time={time} />}
        </span>
        {row.price ? (
          <span className="price">{moneyText(row.price, settings.priceUnit, text.locale)}</span>
        ) : null}
      </div>
      {look.isSkeleton ? (
        <>
          <span className="sk route" />
          <div className="l2 cour t3">{text.row.firstCheckSoon}</div>
        </>
      ) : (
        <>
          <Route row={row} query={query} />
          <CourierLine row={row} query={query} settings={settings} isUnreachable={isUnreachable} />
        </>
      )}
      <PromiseTime row={row} />
      <CheckRing row={row} />
    </div>
  );
});
