import type { OrderRow } from '../../core/board/board.ts';
import { byUrgency } from '../../core/watch/attention.ts';
import { likelyLateProbability } from '../../core/forecast/forecast.ts';
import type { Narrowing, PromiseChoice } from '../../core/settings/list-show.ts';
import { type ListSort, listSorts } from '../../core/settings/list-sort.ts';
import type { Money } from '../../core/order/order.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { SearchHit } from '../../core/watch/order-search.ts';
import {
  byName,
  groupOfView,
  type GroupView,
  groupView,
  isGroupView,
  isInView,
  type ListView,
  type Stage,
  stageOf,
} from './views.ts';

/** In the order in which they are shown. */
const groupNames = [
  'attention',
  'onTheWay',
  'waiting',
  'unchecked',
  'unknown',
  'unread',
  'done',
] as const;

export type GroupName = 'attention' | Stage;

/** What stands in the head of a section: where its orders stand, or the dispatcher's group of them. */
export type HeadName = GroupName | GroupView | 'noGroup';

/** A section of the list: one with a head or, when the list has no heads, the whole list. */
type SectionName = HeadName | Exclude<ListSort, 'attention' | 'group'>;

const wholeLists = listSorts.filter((sort) => sort !== 'attention' && sort !== 'group');

/** All sections from the top of the list to its end, with the dispatcher's groups among these. */
function sectionsInOrder(names: Iterable<SectionName>): readonly SectionName[] {
  const own = [...new Set(names)].filter(isGroupView);
  const sorted = own.toSorted((one, other) => byName.compare(groupOfView(one), groupOfView(other)));
  return [...groupNames, ...sorted, 'noGroup', ...wholeLists];
}

function hasHead(section: SectionName): section is HeadName {
  return (wholeLists as readonly SectionName[]).every((whole) => whole !== section);
}

/** One line of the list. Both kinds have a fixed height, so the list can be virtual. */
export type ListItem =
  | { readonly kind: 'head'; readonly group: HeadName; readonly count: number }
  | { readonly kind: 'row'; readonly id: OrderId };

/** The list as it is shown: lines with heads, and the orders alone in the same order. */
export interface Arrangement {
  readonly items: readonly ListItem[];
  readonly orderIds: readonly OrderId[];
  /** Which group each order is shown in. */
  readonly groups: ReadonlyMap<OrderId, SectionName>;
}

/** The orders that a search found, and where in each. */
export type Found = ReadonlyMap<OrderId, SearchHit>;

/** Whether a view may lack some of its orders. */
export function isNarrowed({ group, promise }: Narrowing): boolean {
  return group !== 'all' || promise !== 'all';
}

/** Which orders a list shows. */
export interface ListChoice {
  readonly view: ListView;
  /** Null when the orders of the view are not filtered. */
  readonly found: Found | null;
  readonly narrowing: Narrowing;
  /** The orders of a card that was clicked: these alone are shown, whatever the view and what narrows it. */
  readonly cardIds?: ReadonlySet<OrderId> | null;
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
  if (sort === 'attention') return groupOf(row);
  if (sort !== 'group') return sort;
  return row.group === null ? 'noGroup' : groupView(row.group);
}

function byStart(left: OrderRow, right: OrderRow): number {
  return (
    (left.statusSinceMs ?? left.addedAtMs) - (right.statusSinceMs ?? right.addedAtMs) ||
    left.addedAtMs - right.addedAtMs ||
    (left.id === right.id ? 0 : left.id < right.id ? -1 : 1)
  );
}

function byAttention(left: OrderRow, right: OrderRow): number {
  return missingLast(left.attention, right.attention, byUrgency) || byStart(left, right);
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

/** How probably an order arrives after its promise; below 0 where that is not known. */
function lateness({ forecast }: OrderRow): number {
  return forecast?.probability ?? -1;
}

function nameOf({ customer, id, label }: OrderRow): string {
  return label ?? customer ?? id;
}

function courierName({ courier }: OrderRow): string | null {
  return courier.kind === 'known' ? courier.name : null;
}

/** What keeps the orders of each of several couriers of one name together. */
function numberMark({ courier }: OrderRow): string | null {
  return (courier.kind === 'known' && courier.numberMark) || null;
}

/** The highest first. Amounts of two currencies do not compare, so each currency stands together. */
function byPrice(left: Money, right: Money): number {
  return missingLast(left.currency, right.currency, byName.compare) || right.amount - left.amount;
}

/**
 * The order inside a group: what the dispatcher pinned comes first. None of the keys changes with an ordinary check, so a list at rest does
 * not reorder itself: the most serious first, of promises the earliest and of equals the oldest, the longest wait first, the
 * latest news first. Of equals the one that began first comes first, so every order is fixed.
 */
function compareIn(section: SectionName, left: OrderRow, right: OrderRow): number {
  return Number(right.isPinned) - Number(left.isPinned) || compareUnpinned(section, left, right);
}

function compareUnpinned(section: SectionName, left: OrderRow, right: OrderRow): number {
  if (isGroupView(section)) return byAttention(left, right);
  switch (section) {
    case 'attention':
    case 'noGroup':
      return byAttention(left, right);
    case 'waiting':
    case 'unread':
    case 'unchecked':
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
      return byName.compare(nameOf(left), nameOf(right)) || byStart(left, right);
    case 'wait':
      return (
        missingLast(waitingSinceMs(left), waitingSinceMs(right), ascending) || byStart(left, right)
      );
    case 'promise':
      return (
        missingLast(openPromiseMs(left), openPromiseMs(right), ascending) || byStart(left, right)
      );
    case 'late':
      return lateness(right) - lateness(left) || compareIn('promise', left, right);
    case 'courier':
      return (
        missingLast(courierName(left), courierName(right), byName.compare) ||
        missingLast(numberMark(left), numberMark(right), byName.compare) ||
        byStart(left, right)
      );
    case 'price':
      return missingLast(left.price, right.price, byPrice) || byStart(left, right);
    default:
      return section satisfies never;
  }
}

const hourMs = 3_600_000;

function isPromiseChosen(row: OrderRow, promise: PromiseChoice, nowMs: number): boolean {
  if (promise === 'all') return true;
  const promisedAtMs = openPromiseMs(row);
  if (promisedAtMs === null) return false;
  if (promise === 'past') return promisedAtMs < nowMs;
  if (promise === 'likelyLate') return lateness(row) >= likelyLateProbability;
  return promise === 'promised' || (promisedAtMs >= nowMs && promisedAtMs <= nowMs + hourMs);
}

function isChosen(row: OrderRow, choice: ListChoice, nowMs: number): boolean {
  const { cardIds = null, found, narrowing, view } = choice;
  if (found?.has(row.id) === false) return false;
  if (cardIds !== null) return cardIds.has(row.id);
  const { group, promise } = narrowing;
  const ownGroup = row.group === null ? 'noGroup' : groupView(row.group);
  return (
    isInView(row, view) &&
    (group === 'all' || group === ownGroup) &&
    isPromiseChosen(row, promise, nowMs)
  );
}

/**
 * The list of all rows that a choice shows. Ten thousand rows take a few milliseconds, because those
 * that were shown before come in nearly the right order.
 *
 * @param nowMs milliseconds since 1970, by which a promise is near or past
 * @param before the list as it was shown; the same object comes back when no line changed its place
 * @param waiting null when every order takes its place. Otherwise the list is held: an order that is still
 *   in its group keeps its place there, removed orders close up, and what comes into a group comes last.
 *   These orders wait even under a group that they have left.
 */
export function arranged(
  rows: ReadonlyMap<OrderId, OrderRow>,
  choice: ListChoice,
  nowMs: number,
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
    if (isChosen(row, choice, nowMs)) put(placed, sectionOf(row, choice.sort), row);
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

  // A row may wait where its order is no more. The heads count orders, as the sidebar does.
  const isWaiting = waiting !== null || opened !== null;
  const chosen = isWaiting ? [...rows.values()].filter((row) => isChosen(row, choice, nowMs)) : [];
  const counted = Map.groupBy(chosen, (row) => sectionOf(row, choice.sort));

  const items: ListItem[] = [];
  const groups = new Map<OrderId, SectionName>();
  for (const section of sectionsInOrder([...kept.keys(), ...placed.keys()])) {
    const sorted =
      placed.get(section)?.toSorted((one, other) => compareIn(section, one, other)) ?? [];
    const members = [...(kept.get(section) ?? []), ...sorted];
    if (members.length > 0 && hasHead(section)) {
      const count = isWaiting ? (counted.get(section)?.length ?? 0) : members.length;
      items.push({ kind: 'head', group: section, count });
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
