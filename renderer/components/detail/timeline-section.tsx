import { Fragment, type ReactNode } from 'react';
import type { OrderDetail } from '../../../core/board/board.ts';
import {
  dayText,
  distanceText,
  momentText,
  twoMoments,
  moneyText,
  signedMoneyText,
  type PriceUnit,
} from '../../../core/order/format.ts';
import { statusText } from '../../../core/order/order-status.ts';
import { orderEdits } from '../../../core/order/order-edits.ts';
import { sameValue } from '../../../core/same-value.ts';
import type { UpdateKind, UpdateSource } from '../../../core/order/order-update.ts';
import type { WatchOrigin } from '../../../core/watch/watched-order.ts';
import {
  type ShownReason,
  type TimelineLine,
  changeOf,
  shownReason,
  shownReportedReason,
  timelineLines,
} from './timeline.ts';
import { useModel, useSettings, useSlice, useText } from '../../model-context.tsx';
import type { Dictionary } from '../../text/en/dictionary.ts';
import { Icon } from '../controls/icon.tsx';
import type { IconName } from '../../icon-sprite.tsx';
import { markText } from '../../../core/recording/mark-texts.ts';
import { alarmText } from '../../../core/recording/outcome-text.ts';
import { Received, isolated } from '../controls/received.tsx';
import { Clock, Moment } from '../controls/times.tsx';
import { Edits } from './edits.tsx';
import { OutcomeLine } from './outcome-line.tsx';

type UpdateLine = Extract<TimelineLine, { kind: 'update' }>;

const looks: Readonly<Record<UpdateKind, { readonly icon: IconName; readonly tone: string }>> = {
  order_created: { icon: 'st-waiting', tone: 'c-waiting' },
  order_matched: { icon: 'you', tone: 'c-active' },
  order_released: { icon: 'undo', tone: 'c-attention' },
  amendment_added: { icon: 'money', tone: 't2' },
  order_completed: { icon: 'st-done', tone: 'c-done' },
  order_cancelled: { icon: 'st-problem', tone: 'c-problem' },
  status_changed: { icon: 'st-active', tone: 'c-active' },
  courier_changed: { icon: 'you', tone: 'c-attention' },
  courier_moved: { icon: 'pin', tone: 'c-active' },
  order_edited: { icon: 'tag', tone: 't2' },
  service_reported: { icon: 'info', tone: 't2' },
};

function Source({ source }: { readonly source: UpdateSource | 'you' }) {
  const { timeline } = useText();
  const icon = ({ poll: 'poll', webhook: 'hook', you: 'you' } as const)[source];
  return (
    <span className="src">
      <Icon name={icon} className="xs" />
      {timeline[source]}
    </span>
  );
}

function leadText(line: UpdateLine, text: Dictionary, priceUnit: PriceUnit): string {
  const texts = text.timeline;
  const courier = changeOf(line.entry, 'courier');
  switch (line.lead) {
    case 'order_created':
      return texts.created;
    case 'order_matched':
      return courier?.after?.name ? texts.matchedWith(isolated(courier.after.name)) : texts.matched;
    case 'order_released': {
      if (!courier?.before?.name) return texts.released;
      const before = isolated(courier.before.name);
      return courier.after?.name
        ? texts.tookOver(isolated(courier.after.name), before)
        : texts.releasedBy(before);
    }
    case 'order_completed':
      return texts.completed;
    case 'order_cancelled':
      return texts.cancelled;
    case 'courier_changed':
      return courier?.after?.name
        ? texts.matchedWith(isolated(courier.after.name))
        : texts.courierChanged;
    case 'amendment_added': {
      const price = changeOf(line.entry, 'price');
      if (!price?.before || !price.after) return texts.amended;
      const amount = price.after.amount - price.before.amount;
      const { currency } = price.after;
      return texts.amendedBy(signedMoneyText({ amount, currency }, priceUnit, text.locale));
    }
    case 'status_changed': {
      const status = changeOf(line.entry, 'status');
      return status ? statusText(status.after, text.language) : texts.status;
    }
    case 'courier_moved':
      return texts.moved;
    case 'order_edited':
      return texts.edited;
    case 'service_reported':
      return texts.reported;
    default:
      return line.lead satisfies never;
  }
}

function StatusChange({ line }: { readonly line: UpdateLine }) {
  const text = useText();
  const status = changeOf(line.entry, 'status');
  if (!status) return null;
  const word = (raw: string | null) => <bdi className="mono">{raw ?? text.detail.noStatus}</bdi>;
  return (
    <div className="fs12 t2">
      {text.timeline.status} {word(status.before.raw)} → {word(status.after.raw)}
    </div>
  );
}

function PriceChange({ line }: { readonly line: UpdateLine }) {
  const text = useText();
  const { priceUnit } = useSettings();
  const { before, after } = changeOf(line.entry, 'price') ?? {};
  if (!before || !after) return null;
  const [was, is] = [before, after].map((money) => moneyText(money, priceUnit, text.locale));
  return (
    <div className="fs12 t2 num">
      {text.timeline.price} {was} → {is}
    </div>
  );
}

/** Which other fields changed, by name: those that have no line of their own with before and after. */
function editedFields(line: UpdateLine, text: Dictionary): string | null {
  const { fields } = text.timeline;
  const known: Readonly<Record<string, string>> = fields;
  const names = line.entry.changes
    .filter((change) => orderEdits([change]).length === 0)
    .flatMap((change) => known[change.field] ?? []);
  if (names.length === 0) return null;
  const list = new Intl.ListFormat(text.locale, { type: 'conjunction' });
  return text.timeline.changedFields(list.format(names));
}

/** Clocks of two computers differ by a few seconds; a webhook names whole ones. */
const sameTimeWithinMs = 5000;

/** When the service says that it happened, or between which checks it did, where that is not when Waybell saw it. */
function Happened({ entry: { atMs, createdAtMs, uncheckedSinceMs } }: Pick<UpdateLine, 'entry'>) {
  const { locale, timeline } = useText();
  const fromMs = createdAtMs ?? uncheckedSinceMs;
  if (fromMs === undefined || Math.abs(atMs - fromMs) <= sameTimeWithinMs) return null;
  const [from, seen] = twoMoments(fromMs, atMs, locale);
  const said = createdAtMs === undefined ? timeline.happenedBetween : timeline.happenedAndSeen;
  return <div className="fs12 t2 num">{said(from, seen)}</div>;
}

interface LineProps {
  readonly atMs: number;
  readonly icon: IconName;
  readonly tone: string;
  /** Null where another desk did it, which the line itself says. */
  readonly source: UpdateSource | 'you' | null;
  readonly children: ReactNode;
}

function Line({ atMs, icon, tone, source, children }: LineProps) {
  return (
    <li>
      <time dateTime={new Date(atMs).toISOString()}>
        <Clock atMs={atMs} />
      </time>
      <Icon name={icon} className={tone} />
      <div className="breaks">{children}</div>
      {source === null ? null : <Source source={source} />}
    </li>
  );
}

function Moves({ line }: { readonly line: Extract<TimelineLine, { kind: 'moves' }> }) {
  const nowMs = useModel().ticker.nowMs();
  const text = useText();
  const texts = text.timeline;
  const [latest] = line.points;
  const last = latest?.distanceMeters ?? null;
  if (line.points.length === 1) {
    return (
      <Line atMs={line.atMs} icon="pin" tone="c-active" source={line.source}>
        {last === null ? texts.firstPosition : texts.movedOnce(distanceText(last, text.locale))}
        <OutcomeLine outcome={latest?.fate ?? null} />
      </Line>
    );
  }
  return (
    <Line atMs={line.atMs} icon="pin" tone="c-active" source={line.source}>
      <details className="moves">
        <summary>
          {texts.movedMany(line.stepCount, distanceText(line.totalMeters, text.locale))}
          <span className="fs12 t2 since">
            {texts.since(momentText(line.sinceMs, nowMs, text.locale))}
          </span>
        </summary>
        <ol className="fs12 t2 num">
          {line.points.map((point, place) => (
            // Two answers may have positions with the same time.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={line.points.length - place}>
              <Moment atMs={point.atMs} />{' '}
              {point.distanceMeters === null
                ? texts.firstPosition
                : distanceText(point.distanceMeters, text.locale)}
              {sameValue(point.fate, line.points[place - 1]?.fate ?? null) ? null : (
                <OutcomeLine outcome={point.fate} />
              )}
            </li>
          ))}
        </ol>
      </details>
    </Line>
  );
}

/** What the reasons of an update add to its line, without repetitions. */
function shownReasons({ entry }: UpdateLine): readonly ShownReason[] {
  const shown = entry.kinds.flatMap((kind, index) => {
    const reason = entry.reasons[index] ?? '';
    if (kind === 'service_reported') return shownReportedReason(reason) ?? [];
    return shownReason(reason, entry.source) ?? [];
  });
  return [...new Map(shown.map((reason) => [reason.text, reason])).values()];
}

interface UpdateProps {
  readonly line: UpdateLine;
  /** Stands before what happened, where the lines are about several orders. */
  readonly subject?: ReactNode;
}

/** What an update changed, and why. */
export function Update({ line, subject = null }: UpdateProps) {
  const text = useText();
  const [open, close] = text.timeline.quotes;
  const { priceUnit } = useSettings();
  const look = looks[line.lead];
  const edited = editedFields(line, text);
  return (
    <Line atMs={line.entry.atMs} icon={look.icon} tone={look.tone} source={line.entry.source}>
      {subject}
      <div>
        <Received text={leadText(line, text, priceUnit)} />
      </div>
      <StatusChange line={line} />
      <PriceChange line={line} />
      <Happened entry={line.entry} />
      {shownReasons(line).map((reason) => (
        <div className="fs12 t2" key={reason.text}>
          {reason.isQuoted ? open : null}
          <Received text={reason.text} />
          {reason.isQuoted ? close : null}
        </div>
      ))}
      <Edits changes={line.entry.changes} />
      {edited === null ? null : <div className="fs12 t2">{edited}</div>}
      <OutcomeLine outcome={line.entry.fate ?? null} />
    </Line>
  );
}

/** What started watching an order. */
function originText(origin: WatchOrigin, { timeline: { origins } }: Dictionary): string {
  if (origin.kind !== 'file') return origins[origin.kind];
  return origin.name === null ? origins.someFile : origins.file(isolated(origin.name));
}

function timeOf(line: TimelineLine): number {
  return line.kind === 'update' ? line.entry.atMs : line.atMs;
}

interface AnyLineProps {
  readonly line: TimelineLine;
  readonly nowMs: number;
  /** The other desk of the team that added the order; null where this one did. */
  readonly addedBy: string | null;
  /** The name of this desk in its team; null without one. */
  readonly me: string | null;
}

function AnyLine({ addedBy, line, me, nowMs }: AnyLineProps) {
  const text = useText();
  const { priceUnit } = useSettings();
  switch (line.kind) {
    case 'lastLooked':
      return (
        <li className="newline fs11 med">
          {text.detail.lastLooked(momentText(line.atMs, nowMs, text.locale))}
        </li>
      );
    case 'watchingStarted':
      return (
        <Line
          atMs={line.atMs}
          icon="eye"
          tone="t3"
          source={line.origin?.kind === 'webhook' ? 'webhook' : addedBy === null ? 'you' : null}
        >
          {text.timeline.watchingStarted}
          {addedBy === null ? null : (
            <div className="fs12 t2">
              <Received text={text.addedBy(isolated(addedBy))} />
            </div>
          )}
          {line.origin === null ? null : (
            <div className="fs12 t2">
              <Received text={originText(line.origin, text)} />
            </div>
          )}
        </Line>
      );
    case 'called':
      return (
        <Line
          atMs={line.atMs}
          icon="phone"
          tone="c-done"
          source={line.isHandedOver === true ? null : 'you'}
        >
          {line.isHandedOver === true ? text.timeline.calledBefore : text.timeline.called}
          {line.word === null ? null : (
            <div className="fs12 t2">
              <Received text={line.word} />
            </div>
          )}
        </Line>
      );
    case 'alarm':
      return (
        <Line atMs={line.atMs} icon="bell" tone="c-warn" source={null}>
          <Received text={alarmText(line, text, priceUnit)} />
          <OutcomeLine outcome={line.fate} />
        </Line>
      );
    case 'mark': {
      const { by, ...plain } = line;
      // What another desk did, and who has the order, is said by the name of a desk.
      const isOwn = !('desk' in plain) && (by === undefined || by === me);
      return (
        <Line atMs={line.atMs} icon="you" tone="t3" source={isOwn ? 'you' : null}>
          <Received text={markText(isOwn ? plain : line, nowMs, text)} />
        </Line>
      );
    }
    case 'moves':
      return <Moves line={line} />;
    case 'update':
      return <Update line={line} />;
    default:
      return line satisfies never;
  }
}

/** What happened to the order, newest first, and who reported it: a check, a webhook or the dispatcher. */
export function TimelineSection({ detail }: { readonly detail: OrderDetail }) {
  const { board, detail: store, ticker } = useModel();
  const text = useText();
  const me = useSlice(board, (state) => state.app?.team?.me.name ?? null);
  const by = detail.team?.addedBy ?? null;
  const nowMs = ticker.nowMs();
  const lastLookedAtMs = useSlice(store, (state) => state.lastLookedAtMs);
  const lines = timelineLines(detail.timeline, lastLookedAtMs);
  const days = [nowMs, ...lines.map((line) => timeOf(line))].map((atMs) =>
    dayText(atMs, text.locale),
  );
  return (
    <section className="sec">
      <h3>{text.detail.timeline}</h3>
      {lines.length === 0 ? (
        <span className="t3">{text.detail.noTimeline}</span>
      ) : (
        <ol className="tl">
          {lines.map((line, index) => (
            <Fragment key={`${line.kind} ${lines.length - index}`}>
              {days[index + 1] === days[index] ? null : (
                <li className="day fs11 med t2">{days[index + 1]}</li>
              )}
              <AnyLine line={line} nowMs={nowMs} addedBy={by === me ? null : by} me={me} />
            </Fragment>
          ))}
        </ol>
      )}
    </section>
  );
}
