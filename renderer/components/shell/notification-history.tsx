import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { shortId } from '../../../core/order/format.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import {
  everyNotification,
  type NotificationEntry,
  outcomeGroups,
  outcomesOf,
  notificationKinds,
} from '../../../core/notification/notification.ts';
import { orderName } from '../../actions.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { Button, IconButton } from '../controls/button.tsx';
import { DialogHead } from '../controls/dialog-head.tsx';
import { FailureLine } from '../controls/failure.tsx';
import { Icon } from '../controls/icon.tsx';
import { useModal } from '../controls/modal.ts';
import { isolated, Received } from '../controls/received.tsx';
import { Ago } from '../controls/times.tsx';
import { claimSaid } from '../team/claim-said.ts';

/** The height of a line in px. It is fixed, so that the list can be virtual. */
const lineHeightPx = 72;
/** The next page is asked for when so many lines are left below the last drawn one. */
const askBefore = 20;

/** What the dispatcher calls an order. */
function useOrderName(id: OrderId | null): string {
  const row = useSlice(useModel().board, (state) => (id === null ? null : state.rows.get(id)));
  if (row) return isolated(orderName(row));
  return id === null ? '' : shortId(id);
}

function Choice<Value extends string>(props: {
  readonly name: string;
  readonly all: string;
  readonly texts: Readonly<Record<Value, string>>;
  readonly values: readonly Value[];
  readonly value: Value | null;
  readonly onChange: (value: Value | null) => void;
}) {
  const { all, name, onChange, value, values, texts } = props;
  return (
    <select
      className="input"
      aria-label={name}
      value={value ?? ''}
      onChange={(event) => onChange(values.find((each) => each === event.target.value) ?? null)}
    >
      <option value="">{all}</option>
      {values.map((each) => (
        <option key={each} value={each}>
          {texts[each]}
        </option>
      ))}
    </select>
  );
}

function Filters() {
  const { notificationHistory: store } = useModel();
  const text = useText();
  const texts = text.notificationHistory;
  const filter = useSlice(store, (state) => state.filter);
  const name = useOrderName(filter.order);
  return (
    <div className="hstack filters">
      <Choice
        name={texts.kind}
        all={texts.allKinds}
        texts={text.settings.notifications.kinds}
        values={notificationKinds}
        value={filter.kind}
        onChange={(kind) => void store.narrow({ ...filter, kind })}
      />
      <Choice
        name={texts.outcomeFilter}
        all={texts.allOutcomes}
        texts={texts.outcomes}
        values={outcomeGroups}
        value={filter.fate}
        onChange={(fate) => void store.narrow({ ...filter, fate })}
      />
      {filter.order === null ? null : (
        <Button
          look="s"
          aria-label={texts.notOnly(name)}
          onClick={() => void store.narrow({ ...filter, order: null })}
        >
          <bdi className="cut">{name}</bdi>
          <Icon name="x" className="s" />
        </Button>
      )}
    </div>
  );
}

interface LineProps {
  readonly entry: NotificationEntry;
  readonly offsetPx: number;
  readonly place: number;
  /** -1 while it is not known. */
  readonly count: number;
}

/** Whether it was shown, waits or was left out. */
function lookOf(outcome: NotificationEntry['outcome']) {
  if (outcome === null || outcome.kind === 'held') return { icon: 'clock', tone: 't3' } as const;
  const wasShown = outcomesOf.shown.includes(outcome.kind);
  return wasShown
    ? ({ icon: 'bell', tone: 't2' } as const)
    : ({ icon: 'bell-off', tone: 't3' } as const);
}

/** One notification and what became of it. All of the line opens its order. */
function Line({ entry, offsetPx, place, count }: LineProps) {
  const { board, layers, notificationHistory: store, reveal, ticker } = useModel();
  const text = useText();
  const { notificationHistory: texts } = text;
  const isNarrowed = useSlice(store, ({ filter }) => filter.order !== null);
  const { atMs, body, heldBy, no, orderId, outcome, title } = entry;
  const name = useOrderName(orderId);
  const claim = useSlice(board, ({ rows }) => (orderId && rows.get(orderId)?.claim) ?? null);
  const look = lookOf(outcome);
  return (
    <li
      className="hstack"
      aria-posinset={place}
      aria-setsize={count}
      style={{ transform: `translateY(${offsetPx}px)`, height: lineHeightPx }}
    >
      <Icon name={look.icon} className={look.tone} />
      <div className="grow">
        <div className="hstack">
          {orderId === null ? (
            <Received className="strong cut grow" text={title} />
          ) : (
            <Button
              look="quiet s whole-line grow"
              data-no={no}
              onClick={() => {
                layers.close();
                reveal(orderId);
              }}
            >
              <Received className="strong cut" text={title} />
            </Button>
          )}
          {claim === null ? null : (
            <bdi className="t2 fs12 cut">{claimSaid(claim, text, ticker.nowMs())}</bdi>
          )}
          <span className="t3 num fs12">
            <Ago atMs={atMs} />
          </span>
        </div>
        <Received className="cut block" text={body} />
        <span className="cut block fs12 t2">{texts.outcome(outcome, heldBy)}</span>
      </div>
      {orderId === null || isNarrowed ? null : (
        <IconButton
          icon="funnel"
          look="quiet s above"
          isSmall
          label={texts.only(name)}
          title={texts.only(name)}
          onClick={() => void store.narrow({ ...store.getState().filter, order: orderId })}
        />
      )}
    </li>
  );
}

/** Whether a line opens an order. */
function isOpenable({ orderId }: NotificationEntry): boolean {
  return orderId !== null;
}

function Lines({ entries }: { readonly entries: readonly NotificationEntry[] }) {
  const { notificationHistory: store } = useModel();
  const texts = useText().notificationHistory;
  const hasMore = useSlice(store, (state) => state.hasMore);
  const scroller = useRef<HTMLDivElement>(null);
  // The library returns functions that change with each drawing, so nothing here can be memoized.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeightPx,
    getItemKey: (index) => entries[index]?.no ?? index,
    overscan: 6,
  });
  const lines = virtual.getVirtualItems();
  const last = lines.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= entries.length - askBefore) void store.readOlder();
  }, [store, hasMore, last, entries.length]);

  /** Moves the focus up and down between the orders; the next ones are always drawn. */
  const stepped = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const focused = document.activeElement?.getAttribute('data-no');
    const from = entries.findIndex(({ no }) => String(no) === focused);
    const to =
      step === 1
        ? entries.findIndex((entry, index) => index > from && isOpenable(entry))
        : entries.findLastIndex((entry, index) => index < from && isOpenable(entry));
    const next = entries[to];
    if (next === undefined) return;
    virtual.scrollToIndex(to);
    scroller.current?.querySelector<HTMLElement>(`[data-no="${next.no}"]`)?.focus();
  };
  return (
    // The keys only move the focus between buttons that work without them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={scroller}
      className="lines"
      // What scrolls can be reached by the keyboard, also where no line is a button.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={texts.title}
      onKeyDown={stepped}
    >
      <ol style={{ height: virtual.getTotalSize() }}>
        {lines.map((line) => {
          const entry = entries[line.index];
          return entry === undefined ? null : (
            <Line
              key={line.key}
              entry={entry}
              offsetPx={line.start}
              place={line.index + 1}
              count={hasMore ? -1 : entries.length}
            />
          );
        })}
      </ol>
    </section>
  );
}

function Dialog() {
  const { layers, notificationHistory: store } = useModel();
  const texts = useText().notificationHistory;
  const { entries, failure, filter } = useSlice(store, (state) => state);
  const isNarrowed = filter.kind !== null || filter.order !== null || filter.fate !== null;
  const dialog = useModal();
  useEffect(() => store.follow(), [store]);
  return (
    <dialog
      ref={dialog}
      className="dialog notification-history"
      aria-labelledby="notification-history"
      onClose={layers.close}
    >
      <DialogHead
        id="notification-history"
        title={texts.title}
        closeLabel={texts.close}
        onClose={() => dialog.current?.close()}
      />
      <Filters />
      <FailureLine failure={failure} />
      {entries?.length === 0 ? (
        <div className="none hstack t2">
          <span className="grow">{isNarrowed ? texts.nothingFits : texts.empty}</span>
          {isNarrowed ? (
            <Button look="s" onClick={() => void store.narrow(everyNotification)}>
              {texts.showAll}
            </Button>
          ) : null}
        </div>
      ) : (
        <Lines entries={entries ?? []} />
      )}
    </dialog>
  );
}

/** All notifications, also those that were not shown, with the reason; the newest first. */
export function NotificationHistory() {
  const isOpen = useSlice(useModel().layers, (state) => state.layer === 'notifications');
  return isOpen ? <Dialog /> : null;
}
