import type { PrivacyEntry } from '../../../core/privacy/privacy-ledger.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';

/**
 * What is stored of orders that are over. Each call is one transaction. Of evicted orders, which
 * may be very many, at most 50 are named at once.
 */
export interface RetentionStore {
  /** Orders that are over and whose positions are still exact. */
  exact(): readonly OrderId[];
  /**
   * Orders that still have people in them and were over by `untilMs`, or that the service refuses to show
   * and last showed by `hiddenUntilMs`.
   */
  peopled(untilMs: number, hiddenUntilMs: number): readonly OrderId[];
  /** Orders that ended, or were last shown, after this moment: by a clock that was ahead. */
  datedAfter(nowMs: number): readonly OrderId[];
  /**
   * Orders of the list whose present status was first seen by `untilMs` or, without one, that were added
   * by then.
   */
  settled(untilMs: number): readonly OrderId[];
  /** Some of the evicted orders that were over by `untilMs`. */
  expired(untilMs: number): readonly OrderId[];
  /** Erases what names these orders outside of the rows that leave with them. */
  eraseMentions(ids: readonly OrderId[]): void;
  /** Orders of the list whose people were erased. */
  erased(): readonly OrderId[];
  isErased(id: OrderId): boolean;
  coarsen(ids: readonly OrderId[], nowMs: number): void;
  erasePeople(ids: readonly OrderId[], nowMs: number): void;
  /** Writes the file anew if anything was erased since it was last done, so that no byte of it is left. */
  compact(): void;
  /** Whether writing the file anew holds everything up for longer than a moment. */
  readonly isLarge: boolean;
  /** The order is under way again, so that its next end counts anew. */
  reopen(id: OrderId): void;
}

/** The watch list as far as retention goes. */
export interface RetentionWatch {
  /**
   * Replaces what is known of some orders and writes it, without announcing an update. When it returns it
   * is stored, or `storageFault` says why not.
   */
  rewrite(ids: readonly OrderId[], next: (watched: WatchedOrder) => WatchedOrder): void;
  /** Takes orders off the list and erases their rows. */
  remove(ids: readonly OrderId[]): void;
  get(id: OrderId): WatchedOrder | undefined;
  /** An order of the list, or an evicted one. */
  find(id: OrderId): WatchedOrder | undefined;
  readonly storageFault: string | null;
}

/** Keeps which phone numbers were shown and that orders were erased on this computer. */
export interface PrivacyLedgerStore {
  add(entry: PrivacyEntry): void;
  /** The newest first. */
  latest(limit: number): readonly PrivacyEntry[];
}

/** What is on the disk, to be erased for good. */
export interface ErasureStore {
  /** Notes that these orders are to be erased. From here on they are on no list, also after a crash. */
  mark(ids: readonly OrderId[]): void;
  /** The orders that are marked and not yet erased. */
  marked(): readonly OrderId[];
  /** Erases every row that mentions one of the orders, in every table, in steps of some milliseconds. */
  erasing(ids: readonly OrderId[]): Iterable<void>;
  /** Erases the marks of orders whose rows are gone. */
  unmark(ids: readonly OrderId[]): void;
  /** Erases what is left in the file of what was erased from its tables. */
  finish(): void;
  /** Erases every row of every table, and what is left of them in the file. */
  eraseEverything(): void;
}

/** The files beside the database: copies of it, logs. Each throws once it did what could be done. */
export interface ErasureFiles {
  /** Removes copies that may name one of the orders, and the log's lines about them. */
  eraseOrders(ids: readonly OrderId[]): void;
  eraseEverything(): void;
}

/** Copies of the database: of before an update, and those that were set aside as damaged or newer. */
export interface CopyFiles {
  readonly hasCopies: boolean;
  /** @throws when one could not be removed, once all others are */
  removeCopies(nowMs: number, keptForMs: number): void;
}

/** The log beside the database. */
export interface LogFiles {
  /** Removes the log's lines about these orders. */
  eraseFromLog(ids: readonly OrderId[]): void;
}
