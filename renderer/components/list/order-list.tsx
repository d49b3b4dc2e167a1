import { type Range, defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type DragEvent,
  type MouseEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Arrangement, HeadName, ListItem } from '../../board/arrangement.ts';
import { groupOfView, isGroupView } from '../../board/views.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { GroupName } from '../controls/group-name.tsx';
import { dragOut } from '../paste/dragged-orders.ts';
import { useFocusHandedOn } from './focus-handed-on.ts';
import { useIsPast, useModel, useSettings, useSlice, useText } from '../../model-context.tsx';
import { NeedAbove } from './need-above.tsx';
import { OrderRowView, rowElementId } from './order-row.tsx';
import { useRowInPlace } from './row-in-place.ts';
import { RowMenu } from './row-menu.tsx';
import { isModHeld } from '../../window-keys.ts';
import type { ViewReporter } from '../../stores/view-reporter.ts';

/** Which lines of the list are on the screen; null before it was measured. */
type LineRange = { readonly startIndex: number; readonly endIndex: number } | null;

/** Reports which orders' rows are on the screen, and none while the page is hidden. */
function useRowsInView(view: ViewReporter, items: Arrangement['items'], range: LineRange) {
  const startIndex = range?.startIndex ?? 0;
  const endIndex = range?.endIndex ?? -1;
  useEffect(() => {
    const lines = items.slice(startIndex, endIndex + 1);
    view.drawn(lines.flatMap((item) => (item.kind === 'row' ? [item.id] : [])));
  }, [view, items, startIndex, endIndex]);
  useEffect(() => {
    const look = () => view.setSeen(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      view.drawn([]);
    };
  }, [view]);
}

/** So many lines before the end of the list the next page of the archive is read. */
const linesAhead = 60;

/** Heights of the design in px. They are fixed, so the list can be virtual. */
const heights = {
  comfortable: { row: 52, head: 28 },
  compact: { row: 40, head: 24 },
} as const;

interface GroupHeadProps {
  readonly group: HeadName;
  /** Null while the list is not read to its end. */
  readonly count: number | null;
  /** Null for the head that stays at the top while its group scrolls. */
  readonly offsetPx: number | null;
}

function GroupHead({ group, count, offsetPx }: GroupHeadProps) {
  const text = useText();
  return (
    <div
      className={`ghead hstack fs11 strong t3 ${offsetPx === null ? 'stuck' : ''}`}
      role="presentation"
      style={offsetPx === null ? {} : { transform: `translateY(${offsetPx}px)` }}
    >
      {isGroupView(group) ? (
        <GroupName group={groupOfView(group)} />
      ) : (
        <span>{group === 'noGroup' ? text.groupsNav.none : text.groups[group]}</span>
      )}
      {count === null ? null : <span className="num plain">{text.count(count)}</span>}
    </div>
  );
}

function indexOf(items: readonly ListItem[], id: OrderId): number {
  return items.findIndex((item) => item.kind === 'row' && item.id === id);
}

function orderUnder(target: EventTarget | null): OrderId | null {
  const row = target instanceof Element ? target.closest('[data-order]') : null;
  const id = row?.getAttribute('data-order') ?? null;
  // The attribute was written from an OrderId by the row itself.
  return id as OrderId | null;
}

/** The orders of the open view: one tab stop, arrows inside, only visible rows in the document. */
export function OrderList() {
  const model = useModel();
  const text = useText();
  const isPast = useIsPast();
  const { density } = useSettings();
  const platform = useSlice(model.board, (state) => state.app?.platform);
  const arrangement = useSlice(model.list, (state) => state.arrangement);
  const activeId = useSlice(model.selection, (state) => state.activeId);
  const scroller = useRef<HTMLDivElement>(null);
  useFocusHandedOn(scroller);
  const [isFocused, setFocused] = useState(false);
  const [isPointed, setPointed] = useState(false);
  const [pointedId, setPointedId] = useState<OrderId | null>(null);
  const hasMenu = useSlice(model.layers, (state) => state.rowMenu.isOpen);
  const { items } = arrangement;
  const height = heights[density];

  const headIndexes = useMemo(
    () => items.flatMap((item, index) => (item.kind === 'head' ? [index] : [])),
    [items],
  );
  const headsBefore = (index: number) => headIndexes.filter((at) => at < index).length;
  const stuckIndex = useRef<number | null>(null);
  const rangeExtractor = useCallback(
    (range: Range) => {
      stuckIndex.current = headIndexes.findLast((at) => at <= range.startIndex) ?? null;
      const visible = defaultRangeExtractor(range);
      const stuck = stuckIndex.current;
      return stuck === null || visible.includes(stuck) ? visible : [stuck, ...visible];
    },
    [headIndexes],
  );

  // The library measures all lines again whenever one of these functions changes.
  const sizeOf = useCallback(
    (index: number) => (items[index]?.kind === 'head' ? height.head : height.row),
    [items, height],
  );
  const keyOf = useCallback(
    (index: number) => {
      const item = items[index];
      return item?.kind === 'row' ? item.id : `head ${item?.group ?? index}`;
    },
    [items],
  );

  // The library returns functions that change with each drawing, so nothing here can be memoized.
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: sizeOf,
    getItemKey: keyOf,
    rangeExtractor,
    overscan: 6,
    paddingEnd: 6,
    scrollPaddingStart: height.head,
  });

  useLayoutEffect(() => virtual.measure(), [virtual, height]);

  const focusedId = isFocused || hasMenu ? activeId : null;
  useEffect(() => {
    const waiting = [pointedId, focusedId].filter((id) => id !== null);
    if (isPointed || isFocused || hasMenu) model.list.hold(waiting);
    else model.list.letGo();
  }, [model, isPointed, isFocused, hasMenu, pointedId, focusedId]);
  useEffect(() => () => model.list.letGo(), [model]);

  useRowsInView(model.view, items, virtual.range);
  const isNearEnd = (virtual.range?.endIndex ?? 0) >= items.length - linesAhead;
  useEffect(() => {
    if (isNearEnd) model.archive.more();
  }, [model, isNearEnd, items]);

  const view = useSlice(model.list, (state) => state.view);
  const cardIds = useSlice(model.list, (state) => state.cardIds);
  const isBack = useRef(false);
  useEffect(() => {
    const back = model.scroll.spendWanted();
    const index = back === null ? -1 : indexOf(items, back.id);
    const [start] = virtual.getOffsetForIndex(index, 'start') ?? [0];
    isBack.current = index >= 0;
    virtual.scrollToOffset(index < 0 || back === null ? 0 : start + back.offsetPx);
    // Only another view scrolls; a change in the list must not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [virtual, view, cardIds]);

  useEffect(
    () =>
      model.scroll.readBy(() => {
        const offsetPx = virtual.scrollOffset ?? 0;
        // Beneath the head that stays at the top.
        const first = virtual.getVirtualItemForOffset(offsetPx + height.head)?.index ?? 0;
        const at = items[first]?.kind === 'head' ? first + 1 : first;
        const item = items[at];
        if (offsetPx === 0 || item?.kind !== 'row') return null;
        const [start] = virtual.getOffsetForIndex(at, 'start') ?? [0];
        return { id: item.id, offsetPx: offsetPx - start };
      }),
    [model, virtual, items, height],
  );

  useEffect(() => {
    if (isBack.current) {
      // The list begins where the dispatcher left it, wherever the selection is.
      isBack.current = false;
      return;
    }
    // The row under an open menu is in sight, and scrolling would close the menu.
    if (activeId === null || model.layers.getState().rowMenu.isOpen) return;
    const index = indexOf(items, activeId);
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' });
    // Only a move of the selection scrolls; a change elsewhere in the list must not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [activeId]);

  const choose = (id: OrderId) => {
    model.selection.select(id);
    model.detail.open(id);
  };
  const pressed = (event: PointerEvent) => {
    const id = orderUnder(event.target);
    if (id === null || event.button !== 0) return;
    const hasMod = isModHeld(event, platform);
    // On macOS this click asks for the menu.
    if (event.ctrlKey && !hasMod) return;
    scroller.current?.focus();
    const { selectedIds } = model.selection.getState();
    if (isPast) choose(id);
    else if (event.shiftKey) model.selection.extendTo(id);
    else if (hasMod) model.selection.toggle(id);
    else if (selectedIds.size > 1 && selectedIds.has(id)) return; // these may be about to be dragged
    else choose(id);
  };
  const letGo = (event: PointerEvent) => {
    const id = orderUnder(event.target);
    const isPlain = event.button === 0 && !event.shiftKey && !event.ctrlKey && !event.metaKey;
    if (id !== null && isPlain && model.selection.getState().selectedIds.size > 1) choose(id);
  };

  const menuWanted = (event: MouseEvent) => {
    event.preventDefault();
    const id = orderUnder(event.target);
    if (id === null || isPast) return;
    scroller.current?.focus();
    model.layers.openRowMenu(event.clientX, event.clientY, true);
    const { isAll, selectedIds } = model.selection.getState();
    if (isAll || !selectedIds.has(id)) model.selection.select(id);
  };

  const dragged = (event: DragEvent) => {
    const id = orderUnder(event.target);
    if (id === null) return;
    const { selectedIds } = model.selection.getState();
    dragOut(event, selectedIds.has(id) ? model.selection.selected() : [id]);
  };

  const lines = virtual.getVirtualItems();
  // A row that was scrolled away is not in the document.
  const isActiveDrawn = lines.some(({ index }) => {
    const item = items[index];
    return item?.kind === 'row' && item.id === activeId;
  });
  const total = useSlice(model.list, (state) => state.total);
  const isRead = total <= arrangement.orderIds.length;
  const isSorted = useSlice(model.list, (state) => state.isSorted);
  const isByPrice = useSlice(model.list, (state) => state.sort === 'price');
  const looks = isByPrice ? ['by-price'] : [];
  const editedId = useSlice(model.list, (state) => state.editedId);
  const activeKeptId = isActiveDrawn ? (editedId ?? focusedId) : null;
  const keptId = editedId === null ? (pointedId ?? activeKeptId) : activeKeptId;
  const isUnchecked = useSlice(model.list, ({ unchecked }) => unchecked > 0);
  const isSettling = isUnchecked && pointedId === null;
  useRowInPlace(scroller, virtual, { items, height, isSorted, isSettling, id: keptId });

  const topPx = (virtual.scrollOffset ?? 0) + height.head;
  const goTo = (index: number) => {
    const item = items[index];
    // The next key acts on the row that is led to, not on one that has left the view.
    if (item?.kind === 'row') model.selection.select(item.id);
    virtual.scrollToIndex(index, { align: 'start' });
    scroller.current?.focus();
  };

  return (
    <>
      {isPast ? null : (
        <NeedAbove
          items={items}
          until={virtual.getVirtualItemForOffset(topPx)?.index ?? 0}
          onGo={goTo}
        />
      )}
      <div
        ref={scroller}
        className={['rows', ...(isFocused ? [] : ['idle']), ...looks].join(' ')}
        // A select cannot be virtual, and it cannot hold rows of several columns.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="listbox"
        aria-label={text.regions.orders}
        aria-multiselectable={!isPast}
        aria-activedescendant={activeId && isActiveDrawn ? rowElementId(activeId) : undefined}
        tabIndex={0}
        data-region="list"
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        // Rows that come under a pointer at rest are not pointed at: the first ones would hold all others.
        onPointerMove={({ target }) => {
          if (isPointed) return;
          setPointed(true);
          setPointedId(orderUnder(target));
        }}
        onPointerOver={({ target }) => {
          if (isPointed) setPointedId(orderUnder(target));
        }}
        onPointerLeave={() => {
          setPointed(false);
          setPointedId(null);
        }}
        onPointerDown={pressed}
        onPointerUp={letGo}
        onContextMenu={menuWanted}
        onDragStart={dragged}
      >
        <div role="presentation" className="canvas" style={{ height: virtual.getTotalSize() }}>
          {lines.map((line) => {
            const item = items[line.index];
            if (!item) return null;
            if (item.kind === 'head') {
              const isStuck = line.index === stuckIndex.current;
              return (
                <GroupHead
                  key={line.key}
                  group={item.group}
                  count={isRead ? item.count : null}
                  offsetPx={isStuck ? null : line.start}
                />
              );
            }
            return (
              <OrderRowView
                key={line.key}
                id={item.id}
                offsetPx={line.start}
                place={line.index + 1 - headsBefore(line.index)}
                count={total}
                hasAbove={items[line.index - 1]?.kind === 'row'}
                hasBelow={items[line.index + 1]?.kind === 'row'}
              />
            );
          })}
        </div>
      </div>
      {isPast ? null : <RowMenu list={scroller} />}
    </>
  );
}
