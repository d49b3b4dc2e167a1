import type { ArchivePage, ArchivePlace, ArchiveQuery } from '../../../core/board/archive-page.ts';
import type { ArchiveChoice } from '../../../core/watch/archive.ts';
import type {
  BoardChange,
  DecidedEntry,
  DetailForecast,
  TimelineEntry,
  TrailPoint,
  UpdateEntry,
} from '../../../core/board/board.ts';
import type { RewindRange, RewoundBoard } from '../../../core/board/rewind.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { DayRecords, DaySpan } from '../../../core/board/day-summary.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { UpdateOutcome } from '../../../core/recording/update-outcome.ts';

/** What was stored of one order beside its present state. */
export interface HistoryReader {
  /** Newest first, at most `limit` entries. */
  timeline(id: OrderId, limit: number): readonly TimelineEntry[];
  /** Oldest first, at most the last `limit` positions. */
  trail(id: OrderId, limit: number): readonly TrailPoint[];
  /**
   * What changed since a time, courier moves left out: newest first, at most `limit`.
   *
   * @param ids the orders that are meant; null for all
   */
  recentChanges(
    sinceMs: number,
    limit: number,
    ids: readonly OrderId[] | null,
  ): readonly BoardChange[];
  /** The last answer as received. */
  rawJson(id: OrderId): string | null;
}

/** What was decided about an order, and what people did about it. */
export interface OrderDecisions {
  /** What became of an update, and why. */
  readonly outcomeOf: (update: Pick<UpdateEntry, 'atMs' | 'kinds' | 'kept'>) => UpdateOutcome;
  /** What was decided without an update, and what people did: the newest first. */
  readonly entries: readonly DecidedEntry[];
}

/** Reads what was decided about an order. */
export type DecisionsOf = (id: OrderId) => OrderDecisions;

/** Says when an order arrives; null where there is nothing to say. */
export type ForecastOf = (watched: WatchedOrder) => DetailForecast | null;

/** Reads the past as the recording has it. */
export interface PastReader {
  range(): RewindRange;
  board(atMs: number): RewoundBoard;
  /** An order as it was; undefined when it was not watched then. */
  order(id: OrderId, atMs: number): WatchedOrder | undefined;
  /** When an order was to arrive, as it was said then. */
  forecastOf(watched: WatchedOrder, atMs: number): DetailForecast | null;
}

/** What was stored of a day. */
export interface DayReader {
  /** In parts of some milliseconds; oldest first. */
  dayUpdates(span: DaySpan): Iterable<DayRecords['updates']>;
  courierWaitsMs(span: DaySpan): DayRecords['courierWaitsMs'];
  stays(span: DaySpan): DayRecords['stays'];
}

/** Orders that a query found among those that are evicted. */
export interface FoundArchived extends Pick<ArchivePage, 'total' | 'next'> {
  readonly ids: readonly OrderId[];
}

/** The archive as it is stored. A choice is removed with its order. */
export interface ArchiveStore {
  /** The choices about these orders, or about all that are not evicted; the default. */
  load(ids?: readonly OrderId[] | null): ReadonlyMap<OrderId, ArchiveChoice>;
  /** All of them or none. Null forgets the choice. @throws when it could not be written */
  save(choices: ReadonlyMap<OrderId, ArchiveChoice | null>): void;
  /** How many orders are evicted. */
  count(): number;
  /** The groups of evicted orders. */
  groups(): readonly string[];
  /**
   * Looks through the evicted orders in steps of some milliseconds.
   *
   * @param after where the page begins; null for the first one
   */
  find(
    query: ArchiveQuery,
    after: ArchivePlace | null,
    limit: number,
  ): Generator<void, FoundArchived>;
  /** All that a query asks for, in steps of some milliseconds. */
  all(query: ArchiveQuery): Iterable<readonly OrderId[]>;
}
