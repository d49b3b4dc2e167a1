import { statusWords } from '../../core/order/order-status.ts';
import { languages } from '../../core/text/language.ts';
import type { OrderRow } from '../../core/bridge/board.ts';
import { type ListSort, listSorts } from '../../core/settings/list-sort.ts';
import type { Money } from '../../core/order/order.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { isInView, type Stage, stageOf, type ViewName } from './views.ts';

/** In the order in which they are shown. */
const groupNames = ['attention', 'onTheWay', 'waiting', 'unknown', 'unread', 'done'] as const;

export type GroupName = 'attention' | Stage;

/** A section of the list: a group or, when the list has no groups, the whole list. */
type SectionName = GroupName | Exclude<ListSort, 'attention'>;

/** The sections from the top of the list to its end. */
const sectionsInOrder: readonly SectionName[] = [
  ...groupNames,
  ...listSorts.filter((sort) => sort !== 'attention'),
];

function isGroup(section: SectionName): section is GroupName {
  return (groupNames as readonly SectionName[]).includes(section);
}

/** One line of the list. Both kinds have a fixed height, so the list can be virtual. */
export type ListItem =
  | { readonly kind: 'head'; readonly group: GroupName; readonly count: number }
  | { readonly kind: 'row'; readonly id: OrderId };

/** The list as it is shown: lines with heads, and the orders alone in the same order. */
export interface Arrangement {
  readonly items: readonly ListItem[];
  readonly orderIds: readonly OrderId[];
  /** Which group each order is shown in. */
  readonly groups: ReadonlyMap<OrderId, SectionName>;
}

/** Which orders a list shows. */
export interface ListChoice {
  readonly view: ViewName;
  readonly filter: string;
  readonly sort: ListSort;
  /** The open order as it was when it was opened. */
  readonly opened?: OrderRow | null;
}

/** A list without orders. */
export const emptyArrangement: Arrangement = { items: [], orderIds: [], groups: new Map() };

/** The group that an order belongs to: attention outweighs where it stands. */
export function groupOf(row: OrderRow): GroupName {
  if (row.isArchived) return 'done';
  return row.attention === null ? stageOf(row) : 'attention';
}

/** The section that holds an order in a list that is sorted so. */
function sectionOf(row: OrderRow, sort: ListSort): SectionName {
  return sort === 'attention' ? groupOf(row) : sort;
}

/** A status as the service words it and as either language shows it. */
function statusTexts({ status }: OrderRow): readonly (string | null)[] {
  if (status === null) return [];
  return [status.raw, ...languages.map((language) => statusWords(status, language))];
}

/** What can be looked for in a row; a row never changes, it is replaced. */
const searched = new WeakMap<OrderRow, string>();

/** The texts in which a row is looked for. */
export function searchedParts(row: OrderRow): readonly string[] {
  const courier = row.courier.kind === 'known' ? row.courier.name : null;
  const shown = [row.label, row.id, row.pickupText, row.destinationText, courier];
  return [...shown, ...statusTexts(row)].filter((part) => part !== null);
}

function searchedText(row: OrderRow): string {
  const known = searched.get(row);
  if (known !== undefined) return known;
  const text = searchedParts(row).join('\n').toLowerCase();
  searched.set(row, text);
  return text;
}

/** Whether every word of the filter occurs in something that the row shows. */
export function matchesFilter(row: OrderRow, filter: string): boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => searchedText(row).includes(word));
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function byStart(left: OrderRow, right: OrderRow): number {
  return (
    (left.statusSinceMs ?? left.addedAtMs) - (right.statusSinceMs ?? right.addedAtMs) ||
    left.addedAtMs - right.addedAtMs ||
    (left.id === right.id ? 0 : left.id < right.id ? -1 : 1)
  );
}

/** Compares two values of which either may be missing; a missing one comes last. */
function missingLast<Value>(
  left: Value | null,
  right: Value | null,
  compare: (left: Value, right: Value) => number,
): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return compare(left, right);
}

const ascending = (left: number, right: number): number => left - right;

/** Since when an order has waited for a courier; null when it does not. */
function waitingSinceMs(row: OrderRow): number | null {
  return row.status?.phase === 'searching' ? row.statusSinceMs : null;
}

/** The promised time of an order that is not over; afterwards the promise says nothing any more. */
export function openPromiseMs(row: OrderRow): number | null {
  return stageOf(row) === 'done' ? null : row.promisedAtMs;
}

function courierName({ courier }: OrderRow): string | null {
  return courier.kind === 'known' ? courier.name : null;
}

/** The highest first. Amounts of two currencies do not compare, so each currency stands together. */
function byPrice(left: Money, right: Money): number {
  return missingLast(left.currency, right.currency, byName.compare) || right.amount - left.amount;
}

/**
 * The order inside a group. None of the keys changes with an ordinary check, so a list at rest does
 * not reorder itself: the most serious first and of equals the oldest, the longest wait first, the
 * latest news first. Of equals the one that began first comes first, so every order is fixed.
 */
function compareIn(section: SectionName, left: OrderRow, right: OrderRow): number {
  switch (section) {
    case 'attention':
      return (right.attention?.score ?? 0) - (left.attention?.score ?? 0) || byStart(left, right);
    case 'waiting':
    case 'unread':
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
    case 'wait':
      return (
        missingLast(waitingSinceMs(left), waitingSinceMs(right), ascending) || byStart(left, right)
      );
    case 'promise':
      return (
        missingLast(openPromiseMs(left), openPromiseMs(right), ascending) || byStart(left, right)
      );
    case 'courier':
      return (
        missingLast(courierName(left), courierName(right), byName.compare) || byStart(left, right)
      );
    case 'price':
      return missingLast(left.price, right.price, byPrice) || byStart(left, right);
    default:
      return section satisfies never;
  }
}

/**
 * The list of all rows that a choice shows. Ten thousand rows take a few milliseconds, because those
 * that were shown before come in nearly the right order.
 *
 * @param before the list as it was shown; the same object comes back when no line changed its place
 * @param waiting null when every order takes its place. Otherwise the list is held: an order that is still
 *   in its group keeps its place there, removed orders close up, and what comes into a group comes last.
 *   These orders wait even under a group that they have left.
 */
export function arranged(
  rows: ReadonlyMap<OrderId, OrderRow>,
  choice: ListChoice,
  before: Arrangement,
  waiting: ReadonlySet<OrderId> | null,
): Arrangement {
  const kept = new Map<SectionName, OrderRow[]>();
  const placed = new Map<SectionName, OrderRow[]>();
  const put = (into: typeof kept, section: SectionName, row: OrderRow) => {
    const others = into.get(section);
    if (others) others.push(row);
    else into.set(section, [row]);
  };
  const place = (row: OrderRow) => {
    if (isInView(row, choice.view) && matchesFilter(row, choice.filter)) {
      put(placed, sectionOf(row, choice.sort), row);
    }
  };
  const { opened = null } = choice;
  for (const [id, section] of before.groups) {
    const known = rows.get(id);
    if (!known) continue;
    const row = id === opened?.id ? asOpened(known, opened) : known;
    const isInPlace = waiting?.has(id) === true || sectionOf(row, choice.sort) === section;
    if (waiting !== null && isInPlace) put(kept, section, row);
    else place(row);
  }
  for (const [id, row] of rows) if (!before.groups.has(id)) place(row);

  const items: ListItem[] = [];
  const groups = new Map<OrderId, SectionName>();
  for (const section of sectionsInOrder) {
    const sorted =
      placed.get(section)?.toSorted((one, other) => compareIn(section, one, other)) ?? [];
    const members = [...(kept.get(section) ?? []), ...sorted];
    if (members.length > 0 && isGroup(section)) {
      items.push({ kind: 'head', group: section, count: members.length });
    }
    for (const { id } of members) {
      items.push({ kind: 'row', id });
      groups.set(id, section);
    }
  }
  const orderIds = [...groups.keys()];
  const isSame =
    orderIds.length === before.orderIds.length &&
    orderIds.every((id, at) => id === before.orderIds[at]) &&
    items.every((item, at) => isSameLine(item, before.items[at]));
  return isSame ? before : { items, orderIds, groups };
}

/** The open order takes the place that it had when it was opened, unless it needs attention anew. */
function asOpened(row: OrderRow, { attention, isArchived }: OrderRow): OrderRow {
  return { ...row, attention: row.attention ?? attention, isArchived };
}

function isSameLine(one: ListItem, other: ListItem | undefined): boolean {
  if (one.kind === 'row') return other?.kind === 'row';
  return other?.kind === 'head' && other.group === one.group && other.count === one.count;
}
