import type { OrderRow } from '../../core/bridge/board.ts';
import type { SortName } from '../../core/bridge/window-view.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import {
  type Arrangement,
  compareIn,
  type SectionName,
  sectionOf,
  sectionsInOrder,
  type ListItem,
  matchesFilter,
} from './arrangement.ts';
import { isInView, type ViewName } from './views.ts';

/** Which orders a list shows. */
export interface ListChoice {
  readonly view: ViewName;
  readonly filter: string;
  readonly sort: SortName;
}

/** Keeps a list in order while rows change, at a cost that grows with what changed. */
export interface Arranger {
  /** Sorts everything anew. */
  readonly rebuild: (rows: Iterable<OrderRow>, choice: ListChoice) => Arrangement;
  /**
   * Takes in what became of some orders. The same object comes back when no line changed its place.
   *
   * @param rowOf the row of an order that the list may show, or null when it is gone
   * @param mayMove without it every known order keeps its place and group even if its new state
   *   belongs elsewhere: removed orders close up and new ones come last in their group. A later call
   *   with it must name these orders again.
   */
  readonly update: (
    ids: Iterable<OrderId>,
    rowOf: (id: OrderId) => OrderRow | null,
    choice: ListChoice,
    mayMove: boolean,
  ) => Arrangement;
}

/** An order in its place. `row` is the one that it was placed by; a newer one may sort the same. */
interface Place {
  readonly group: SectionName;
  readonly item: Extract<ListItem, { kind: 'row' }>;
  row: OrderRow;
  /** It came last while nothing might move and has yet to find its place. */
  readonly isLoose: boolean;
}

/** Where a place belongs among sorted others. */
function placeIn(group: SectionName, sorted: readonly Place[], row: OrderRow): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = sorted[middle];
    if (other && compareIn(group, other.row, row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Two sorted lists as one. The second is expected to be much shorter. */
function merged(
  group: SectionName,
  kept: readonly Place[],
  arriving: readonly Place[],
): readonly Place[] {
  const all: Place[] = [];
  let from = 0;
  for (const place of arriving) {
    const to = placeIn(group, kept, place.row);
    for (let at = from; at < to; at += 1) {
      const other = kept[at];
      if (other) all.push(other);
    }
    all.push(place);
    from = Math.max(from, to);
  }
  return all.concat(kept.slice(from));
}

function belongs(row: OrderRow | null, { view, filter }: ListChoice): row is OrderRow {
  return row !== null && isInView(row, view) && matchesFilter(row, filter);
}

/** An arranger with an empty list. */
export function createArranger(): Arranger {
  const places = new Map<OrderId, Place>();
  const groups = new Map<OrderId, SectionName>();
  const members = new Map<SectionName, readonly Place[]>();
  let shown: Arrangement = { items: [], orderIds: [], groups };

  const layOut = (): Arrangement => {
    const items: ListItem[] = [];
    const orderIds: OrderId[] = [];
    for (const group of sectionsInOrder) {
      const inGroup = members.get(group) ?? [];
      if (inGroup.length === 0) continue;
      if (group !== 'latest' && group !== 'named') {
        items.push({ kind: 'head', group, count: inGroup.length });
      }
      for (const { item } of inGroup) {
        items.push(item);
        orderIds.push(item.id);
      }
    }
    shown = { items, orderIds, groups };
    return shown;
  };

  const place = (row: OrderRow, group: SectionName, isLoose: boolean): Place => {
    const item = places.get(row.id)?.item ?? { kind: 'row', id: row.id };
    const placed: Place = { group, item, row, isLoose };
    places.set(row.id, placed);
    groups.set(row.id, group);
    return placed;
  };

  return {
    rebuild: (rows, choice) => {
      places.clear();
      groups.clear();
      members.clear();
      const found = new Map<SectionName, Place[]>();
      for (const row of rows) {
        if (!belongs(row, choice)) continue;
        const group = sectionOf(row, choice.sort);
        const others = found.get(group);
        const placed = place(row, group, false);
        if (others) others.push(placed);
        else found.set(group, [placed]);
      }
      for (const [group, inGroup] of found) {
        inGroup.sort((one, other) => compareIn(group, one.row, other.row));
        members.set(group, inGroup);
      }
      return layOut();
    },
    update: (ids, rowOf, choice, mayMove) => {
      const leaving = new Map<SectionName, Set<Place>>();
      const arriving = new Map<SectionName, Place[]>();
      for (const id of ids) {
        const row = rowOf(id);
        const before = places.get(id);
        if (before && row && !mayMove) continue;
        const group = belongs(row, choice) ? sectionOf(row, choice.sort) : null;
        if (before) {
          const isInPlace = group === before.group && !before.isLoose;
          if (row && isInPlace && compareIn(group, before.row, row) === 0) {
            before.row = row;
            continue;
          }
          const others = leaving.get(before.group);
          if (others) others.add(before);
          else leaving.set(before.group, new Set([before]));
          if (group === null) {
            places.delete(id);
            groups.delete(id);
          }
        }
        if (row && group !== null) {
          const others = arriving.get(group);
          const placed = place(row, group, !mayMove);
          if (others) others.push(placed);
          else arriving.set(group, [placed]);
        }
      }
      if (leaving.size + arriving.size === 0) return shown;
      for (const group of sectionsInOrder) {
        const gone = leaving.get(group);
        const fresh = (arriving.get(group) ?? []).toSorted((one, other) =>
          compareIn(group, one.row, other.row),
        );
        const before = members.get(group) ?? [];
        const kept = gone ? before.filter((placed) => !gone.has(placed)) : before;
        members.set(group, mayMove ? merged(group, kept, fresh) : [...kept, ...fresh]);
      }
      return layOut();
    },
  };
}
