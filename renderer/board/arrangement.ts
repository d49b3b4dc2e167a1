import { statusWords } from '../../core/order/order-status.ts';
import { languages } from '../../core/text/language.ts';
import type { OrderRow } from '../../core/bridge/board.ts';
import type { SortName } from '../../core/bridge/window-view.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { type Stage, stageOf } from './views.ts';

/** In the order in which they are shown. */
const groupNames = ['attention', 'onTheWay', 'waiting', 'unknown', 'done'] as const;

export type GroupName = 'attention' | Stage;

/** Where an order stands in the list: in a group or, without groups, among all others. */
export type SectionName = GroupName | Exclude<SortName, 'attention'>;

/** The sections from the top of the list to its end. */
export const sectionsInOrder: readonly SectionName[] = [...groupNames, 'latest', 'named'];

/** One line of the list. Both kinds have a fixed height, so the list can be virtual. */
export type ListItem =
  | { readonly kind: 'head'; readonly group: GroupName; readonly count: number }
  | { readonly kind: 'row'; readonly id: OrderId };

/** The list as it is shown: lines with heads, and the orders alone in the same order. */
export interface Arrangement {
  readonly items: readonly ListItem[];
  readonly orderIds: readonly OrderId[];
  /**
   * Which group each order is shown in. One map for the life of a list, always that of the latest
   * arrangement: copying ten thousand entries for every move would cost more than drawing them.
   */
  readonly groups: ReadonlyMap<OrderId, SectionName>;
}

/** A list without orders. */
export const emptyArrangement: Arrangement = { items: [], orderIds: [], groups: new Map() };

/** The group that an order belongs to: attention outweighs where it stands. */
export function groupOf(row: OrderRow): GroupName {
  if (row.isArchived) return 'done';
  return row.attention === null ? stageOf(row) : 'attention';
}

/** Where an order stands in a list of the given order. */
export function sectionOf(row: OrderRow, sort: SortName): SectionName {
  return sort === 'attention' ? groupOf(row) : sort;
}

/** A status as the service words it and as either language shows it. */
function statusTexts({ status }: OrderRow): readonly (string | null)[] {
  if (status === null) return [];
  return [status.raw, ...languages.map((language) => statusWords(status, language))];
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
    ...statusTexts(row),
  ]
    .filter((text) => text !== null)
    .join('\n')
    .toLowerCase();
  return words.every((word) => shown.includes(word));
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function byStart(left: OrderRow, right: OrderRow): number {
  return (
    (left.statusSinceMs ?? left.addedAtMs) - (right.statusSinceMs ?? right.addedAtMs) ||
    left.addedAtMs - right.addedAtMs ||
    (left.id === right.id ? 0 : left.id < right.id ? -1 : 1)
  );
}

/**
 * The order inside a group. None of the keys changes with an ordinary check, so a list at rest does
 * not reorder itself: the most serious first and of equals the oldest, the longest wait first, the latest news first.
 */
export function compareIn(section: SectionName, left: OrderRow, right: OrderRow): number {
  switch (section) {
    case 'attention':
      return (right.attention?.score ?? 0) - (left.attention?.score ?? 0) || byStart(left, right);
    case 'waiting':
      return byStart(left, right);
    case 'onTheWay':
    case 'unknown':
    case 'done':
      return byStart(right, left);
    case 'latest':
      return (
        (right.changedAtMs ?? right.addedAtMs) - (left.changedAtMs ?? left.addedAtMs) ||
        byStart(right, left)
      );
    case 'named':
      return byName.compare(left.label ?? left.id, right.label ?? right.id) || byStart(left, right);
    default:
      return section satisfies never;
  }
}
