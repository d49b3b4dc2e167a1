import type { z } from 'zod';
import type { StoredNotification } from '../notify/ports.ts';
import type { RecordedOrder, Situation } from '../../../core/recording/recorded-state.ts';
import type { OrderId } from '../../../core/order/order-id.ts';

/** A state and since when it was so. */
export interface Recorded<State> {
  readonly atMs: number;
  readonly state: State;
}

/** A row to be written. */
export interface RecordingEntry {
  readonly atMs: number;
  /** Null for the situation. */
  readonly orderId: OrderId | null;
  readonly state: RecordedOrder | Situation;
  /** How it differs from the row before; null for a state that is to be written whole. */
  readonly after: { readonly no: number; readonly difference: unknown } | null;
}

/** What was written last of an order or of the situation. */
export interface Written<State> {
  /** The number of its row. */
  readonly no: number;
  readonly state: State;
  /** How many differences were written since the last whole state. */
  readonly differences: number;
}

/** How an earlier run left the recording. */
export interface LastRun {
  readonly situation: Situation;
  /** The latest sign of it: what it recorded, the answers that it had, or the cards that it showed. */
  readonly lastSignMs: number;
}

/** Where the recording is kept. */
export interface RecordingStore {
  /** How the last run left it; null where there was none that can be read. */
  lastRun(): LastRun | null;
  /** The last row of an order; null where there is none that can be read. */
  last(orderId: OrderId): Written<RecordedOrder> | null;
  /**
   * Writes a row, within the caller's transaction where there is one. A difference from a row that is not the last
   * one any more, because it was erased, is written as the whole state.
   *
   * @returns the number of the row
   */
  append(entry: RecordingEntry): number;
  /** Writes that the program showed a card at that time. */
  showed(atMs: number): void;
  /**
   * Removes some of what is older than this, except for what later rows build on.
   *
   * @returns whether there may be more
   */
  prune(beforeMs: number): boolean;
}

/** Reads the recording. What cannot be read is left out. */
export interface Recording {
  /** All of a time, which begins with the recording where that is younger. Null when nothing is recorded of it. */
  span(fromMs: number, untilMs: number): RecordedSpan | null;
  /** The situation at every moment from `fromMs` on at which it changed, before it as of then; oldest first. */
  situations(fromMs: number, untilMs: number): readonly Recorded<Situation>[];
  /** The same of an order, as far as the schema reads it. */
  states<State>(
    id: OrderId,
    schema: z.ZodType<State>,
    fromMs: number,
    untilMs: number,
  ): readonly Recorded<State>[];
  /**
   * All orders as they were at a time, as far as the schema reads them. Orders that had been in the archive for
   * long may be left out.
   */
  statesOfAll<State>(schema: z.ZodType<State>, atMs: number): readonly State[];
}

/** When orders changed. */
export interface UpdateTimes {
  /** Each time once, oldest first. Updates in which only a courier moved are left out. */
  updateTimesMs(fromMs: number, untilMs: number): readonly number[];
}

/** What had become of notifications about orders, and about contact with the service, at a time. */
export interface PastNotifications {
  /** Of each order the last one of each event that had been notified, and the last one about contact; the newest first. */
  lastNotified(ids: readonly OrderId[], atMs: number): readonly StoredNotification[];
  /** Those that a rule held back then. */
  waiting(ids: readonly OrderId[], atMs: number): readonly StoredNotification[];
}

/** Something that changed. */
export type RecordedMoment = { readonly atMs: number } & (
  | { readonly kind: 'situation'; readonly situation: Situation }
  | { readonly kind: 'order'; readonly order: RecordedOrder }
);

/** All that was recorded from a time on. */
export interface RecordedSpan {
  /** Everything as it was at the beginning. */
  readonly fromMs: number;
  readonly situation: Situation;
  readonly orders: readonly RecordedOrder[];
  /** What changed after it, in the order in which it was recorded, in parts of some milliseconds each. */
  readonly moments: Iterable<readonly RecordedMoment[]>;
}

/** The notifications that were decided, from the disk. */
export interface DecidedNotifications {
  /** Those decided in a time, and those of before that waited at its beginning; the oldest first. */
  decidedBetween(fromMs: number, untilMs: number): readonly StoredNotification[];
}
