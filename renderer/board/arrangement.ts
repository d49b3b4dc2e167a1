import type { OrderRow } from '../../core/board.ts';
import type { OrderId } from '../../core/order-id.ts';
import { isInView, type Stage, stageOf, type ViewName } from './views.ts';

/** The groups of the list, in the order in which they are shown. */
const groupNames = ['attention', 'onTheWay', 'waiting', 'unknown', 'done'] as const;

export type GroupName = 'attention' | Stage;

/** One line of the list. Both kinds have a fixed height, so the list can be virtual. */
export type ListItem =
  | { readonly kind: 'head'; readonly group: GroupName; readonly count: number }
  | { readonly kind: 'row'; readonly id: OrderId };

/** The list as it is shown: lines with heads, and the orders alone in the same order. */
export interface Arrangement {
  readonly items: readonly ListItem[];
  readonly orderIds: readonly OrderId[];
  /** Which group each order is shown in. */
  readonly groups: ReadonlyMap<OrderId, GroupName>;
}

/** A list without orders. */
export const emptyArrangement: Arrangement = { items: [], orderIds: [], groups: new Map() };

/** The group that an order belongs to: attention outweighs where it stands. */
export function groupOf(row: OrderRow): GroupName {
  return row.attention === null ? stageOf(row) : 'attention';
}

/** Whether every word of the filter occurs in something that the row shows. */
export function matchesFilter(row: OrderRow, filter: string): boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const courier = row.courier.kind === 'known' ? row.courier.name : null;
  const shown = [
    row.id,
    row.label,
    row.pickupText,
    row.destinationText,
    courier,
    row.status?.raw ?? null,
  ]
    .filter((text) => text !== null)
    .join('\n')
    .toLowerCase();
  return words.every((word) => shown.includes(word));
}

function byStart(left: OrderRow, right: OrderRow): number {
  return (
    (left.statusSinceMs ?? left.addedAtMs) - (right.statusSinceMs ?? right.addedAtMs) ||
    left.addedAtMs - right.addedAtMs ||
    (left.id < right.id ? -1 : 1)
  );
}

/**
 * The order inside a group. None of the keys changes with an ordinary check, so a list at rest does
 * not reorder itself: the most serious first, the longest wait first, the latest news first.
 */
function compareIn(group: GroupName, left: OrderRow, right: OrderRow): number {
  switch (group) {
    case 'attention':
      return (right.attention?.score ?? 0) - (left.attention?.score ?? 0) || byStart(right, left);
    case 'waiting':
      return byStart(left, right);
    case 'onTheWay':
    case 'unknown':
    case 'done':
      return byStart(right, left);
    default:
      return group satisfies never;
  }
}

function laidOut(members: ReadonlyMap<GroupName, readonly OrderId[]>): Arrangement {
  const items: ListItem[] = [];
  const orderIds: OrderId[] = [];
  const groups = new Map<OrderId, GroupName>();
  for (const group of groupNames) {
    const ids = members.get(group) ?? [];
    if (ids.length === 0) continue;
    items.push({ kind: 'head', group, count: ids.length });
    for (const id of ids) {
      items.push({ kind: 'row', id });
      orderIds.push(id);
      groups.set(id, group);
    }
  }
  return { items, orderIds, groups };
}

/** The list of a view, sorted anew. */
export function arrangement(rows: Iterable<OrderRow>, view: ViewName, filter: string): Arrangement {
  const members = new Map<GroupName, OrderRow[]>();
  for (const row of rows) {
    if (!isInView(row, view) || !matchesFilter(row, filter)) continue;
    const group = groupOf(row);
    const others = members.get(group);
    if (others) others.push(row);
    else members.set(group, [row]);
  }
  const ids = new Map<GroupName, readonly OrderId[]>();
  for (const [group, found] of members) {
    ids.set(
      group,
      found.toSorted((left, right) => compareIn(group, left, right)).map((row) => row.id),
    );
  }
  return laidOut(ids);
}

/**
 * The list while somebody points at it or walks through it: every order keeps its place and group
 * even if its new state belongs elsewhere, removed orders close up, new ones come last in their
 * group.
 */
export function heldArrangement(
  before: Arrangement,
  rows: ReadonlyMap<OrderId, OrderRow>,
  view: ViewName,
  filter: string,
): Arrangement {
  const members = new Map<GroupName, OrderId[]>(groupNames.map((group) => [group, []]));
  for (const id of before.orderIds) {
    const group = before.groups.get(id);
    if (group && rows.has(id)) members.get(group)?.push(id);
  }
  const added = [...rows.values()].filter((row) => !before.groups.has(row.id));
  const fresh = arrangement(added, view, filter);
  for (const id of fresh.orderIds) {
    const group = fresh.groups.get(id);
    if (group) members.get(group)?.push(id);
  }
  return laidOut(members);
}

/** Whether two lists look the same, so that the second need not be drawn. */
export function isSameArrangement(one: Arrangement, other: Arrangement): boolean {
  return (
    one.items.length === other.items.length &&
    one.orderIds.every(
      (id, index) => other.orderIds[index] === id && other.groups.get(id) === one.groups.get(id),
    )
  );
}
