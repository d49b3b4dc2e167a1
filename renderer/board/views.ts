import type { OrderRow, RowClaim } from '../../core/board/board.ts';
import { isListedCourier, type ListedCourier } from '../../core/order/courier-identity.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { isFinished } from '../../core/order/order-status.ts';

/** The views of the sidebar, in its order; the keys 1 to 9 open them. */
export const viewNames = [
  'all',
  'needsAttention',
  'waiting',
  'onTheWay',
  'done',
  'muted',
  'archive',
  'mine',
  'unclaimed',
] as const;

/** The views that only a team has. */
const teamViews: readonly ViewName[] = ['mine', 'unclaimed'];

/** The views that there are, with a team or without. */
export function viewsOf(hasTeam: boolean): readonly ViewName[] {
  return hasTeam ? viewNames : viewNames.filter((view) => !teamViews.includes(view));
}

export type ViewName = (typeof viewNames)[number];

/** The view of one of the dispatcher's own groups. */
export type GroupView = `group:${string}`;

/** What a list can show. */
export type ListView = ViewName | GroupView;

/** Whether the notifications of an order are put off at a time. */
export function isSnoozed({ snoozedUntilMs }: OrderRow, nowMs: number): boolean {
  return snoozedUntilMs !== null && nowMs < snoozedUntilMs;
}

/** Whether a name is that of a view. */
export function isViewName(name: string): name is ViewName {
  return (viewNames as readonly string[]).includes(name);
}

const groupPrefix = 'group:';

/** Whether a name is that of a group's view. */
export function isGroupView(name: string): name is GroupView {
  return name.startsWith(groupPrefix);
}

/** Whether a name is that of a view or of a group's view. */
export function isListView(name: string): name is ListView {
  return isViewName(name) || isGroupView(name);
}

/** The view of a group. */
export function groupView(group: string): GroupView {
  return `${groupPrefix}${group}`;
}

/** The group that a view shows. */
export function groupOfView(view: GroupView): string {
  return view.slice(groupPrefix.length);
}

/** How names are sorted for people: numbers by their size, case makes no difference. */
export const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** How many orders a group has outside of the archive. */
export interface GroupCount {
  readonly group: string;
  readonly orders: number;
  readonly needAttention: number;
}

/** A number of orders for each view. */
export type ViewCounts = Readonly<Record<ViewName, number>>;

/** Where an order stands, apart from whether it needs attention. */
export type Stage = 'waiting' | 'onTheWay' | 'done' | 'unknown' | 'unread' | 'unchecked';

/** The stage of an order. Before its first check nothing is known of it; one that failed may not exist. */
export function stageOf(row: OrderRow): Stage {
  if (row.status === null) return row.problem === null ? 'unchecked' : 'unread';
  if (isFinished(row.status.phase)) return 'done';
  if (row.status.phase === 'searching') return 'waiting';
  return row.status.phase === 'unknown' ? 'unknown' : 'onTheWay';
}

/** Whether an order is shown in a view. What lies in the archive is shown nowhere else. */
export function isInView(row: OrderRow, view: ListView): boolean {
  if (row.isArchived !== (view === 'archive')) return false;
  if (!isViewName(view)) return row.group === groupOfView(view);
  switch (view) {
    case 'archive':
    case 'all':
      return true;
    case 'needsAttention':
      return row.attention !== null;
    case 'muted':
      return row.isMuted;
    case 'mine':
      return row.claim?.isMine === true;
    case 'unclaimed':
      return row.claim === null && stageOf(row) !== 'done';
    case 'waiting':
    case 'onTheWay':
    case 'done':
      return stageOf(row) === view;
    default:
      return view satisfies never;
  }
}

/** How many orders each view holds. */
export function countedViews(rows: Iterable<OrderRow>): ViewCounts {
  const counts = Object.fromEntries(viewNames.map((view) => [view, 0])) as Record<ViewName, number>;
  for (const row of rows) for (const view of viewNames) if (isInView(row, view)) counts[view] += 1;
  return counts;
}

/** Whether an order is followed: each change and each move of it is told by itself. */
export function isFollowed({ tellsEveryMove }: OrderRow): boolean {
  return tellsEveryMove === true;
}

/** The name of an order's courier; null where none is known, or the order is over. */
export function courierOf(row: OrderRow | undefined): string | null {
  return namedCourier(row)?.name ?? null;
}

function namedCourier(row: OrderRow | undefined) {
  if (row === undefined || stageOf(row) === 'done' || row.courier.kind !== 'known') return null;
  return row.courier.name === null ? null : row.courier;
}

/** The orders on the list that the courier of an order has, itself among them; none where no name is known. */
export function ordersOfCourier(
  rows: ReadonlyMap<OrderId, OrderRow>,
  id: OrderId,
): readonly OrderId[] {
  const courier = namedCourier(rows.get(id));
  if (courier === null) return [];
  const listed: { readonly id: OrderId; readonly courier: ListedCourier }[] = [];
  for (const row of rows.values()) {
    const other = row.isArchived ? null : namedCourier(row);
    if (other !== null) listed.push({ id: row.id, courier: other });
  }
  const isSame = isListedCourier(
    courier,
    listed.map((other) => other.courier),
  );
  return listed
    .filter((other) => other.id === id || isSame(other.courier))
    .map((other) => other.id);
}

/** The claims that other desks have on orders. */
export function claimsOfOthers(rows: readonly OrderRow[]): readonly RowClaim[] {
  return rows.flatMap(({ claim }) => (claim === null || claim.isMine ? [] : [claim]));
}

/** Whether an order has something to be handled. */
export function mayHandle({ attention }: OrderRow): boolean {
  return attention !== null;
}

/** The groups that orders belong to, by name. */
export function countedGroups(rows: Iterable<OrderRow>): readonly GroupCount[] {
  const counts = new Map<string, GroupCount>();
  for (const { attention, group, isArchived } of rows) {
    if (group === null || isArchived) continue;
    const { orders, needAttention } = counts.get(group) ?? { orders: 0, needAttention: 0 };
    counts.set(group, {
      group,
      orders: orders + 1,
      needAttention: needAttention + Number(attention !== null),
    });
  }
  return [...counts.values()].toSorted((one, other) => byName.compare(one.group, other.group));
}

/** The most groups that the sidebar shows. */
export const mostSidebarGroups = 30;

/**
 * The groups that the sidebar shows, by name: of too many the open one, those in which the most orders
 * need attention, and the largest.
 */
export function sidebarGroups(
  groups: readonly GroupCount[],
  view: ListView,
): readonly GroupCount[] {
  if (groups.length <= mostSidebarGroups) return groups;
  const isOpen = ({ group }: GroupCount) => Number(groupView(group) === view);
  const shown = groups
    .toSorted(
      (one, other) =>
        isOpen(other) - isOpen(one) ||
        other.needAttention - one.needAttention ||
        other.orders - one.orders,
    )
    .slice(0, mostSidebarGroups);
  return groups.filter((group) => shown.includes(group));
}

/** The orders of which marking them as seen changes something. */
export function markable(
  ids: readonly OrderId[],
  rows: ReadonlyMap<OrderId, OrderRow>,
): readonly OrderRow[] {
  return ids.flatMap((id) => rows.get(id) ?? []).filter(({ isUnseen }) => isUnseen);
}

/** Whether an order on the list was not checked yet. */
export function isUnchecked({ isArchived, problem, status }: OrderRow): boolean {
  return !isArchived && status === null && problem === null;
}
