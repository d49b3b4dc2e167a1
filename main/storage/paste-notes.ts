import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { newlyWatched } from '../../core/watch/newly-watched.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import type { DamagedRows } from './damaged-rows.ts';
import { storedOrderId } from './stored-json.ts';

const storedIds = z.array(storedOrderId);
/** Few orders have labels: they stand beside the uuids. */
const storedLabels = z.array(z.tuple([storedOrderId, z.string()]));

/** One paste as it stands in the database. */
interface Paste {
  readonly no: number;
  readonly ids: readonly OrderId[];
  readonly labels: readonly (readonly [OrderId, string])[];
  /** How many from the front have rows of their own; more may. */
  savedCount: number;
}

/** The orders of a paste and the labels that some of them have. @throws when the row cannot be read */
export function notedOrders(row: Readonly<Record<string, unknown>>): Pick<Paste, 'ids' | 'labels'> {
  return {
    ids: storedIds.parse(String(row['ids']).split(' ').filter(Boolean)),
    labels: storedLabels.parse(JSON.parse(String(row['labels_json']))),
  };
}

/** What {@link PasteNotes} work with. */
export interface PasteNotesParts {
  readonly sql: DatabaseSync;
  readonly damaged: DamagedRows;
  /** Whether an order has a row of its own. */
  readonly isSaved: (id: OrderId) => boolean;
}

/**
 * Orders that were added by the thousand, in one row. To give each its own takes seconds, because nothing may
 * be held up for so long; whoever is killed meanwhile finds here what is missing.
 */
export class PasteNotes {
  readonly #parts: PasteNotesParts;
  readonly #insert: StatementSync;
  readonly #change: StatementSync;
  readonly #delete: StatementSync;
  #pastes: Paste[] = [];

  constructor(parts: PasteNotesParts) {
    const { sql } = parts;
    this.#parts = parts;
    this.#insert = sql.prepare(
      'INSERT INTO pastes (added_at_ms, ids, labels_json) VALUES (?, ?, ?)',
    );
    this.#change = sql.prepare('UPDATE pastes SET ids = ?, labels_json = ? WHERE no = ?');
    this.#delete = sql.prepare('DELETE FROM pastes WHERE no = ?');
  }

  /** Takes new orders down, all added at the same time. @throws when the write failed */
  put(orders: readonly WatchedOrder[]): void {
    const [first] = orders;
    if (first === undefined) return;
    const ids = orders.map(({ id }) => id);
    const labels = orders.flatMap(({ id, label }) =>
      label === null ? [] : [[id, label] as const],
    );
    const { lastInsertRowid } = this.#insert.run(
      first.addedAtMs,
      ids.join(' '),
      JSON.stringify(labels),
    );
    this.#pastes.push({ no: Number(lastInsertRowid), ids, labels, savedCount: 0 });
  }

  /** The orders of which nothing else is stored, as they were added. */
  read(): readonly WatchedOrder[] {
    const { isSaved, sql } = this.#parts;
    const left: WatchedOrder[] = [];
    this.#pastes = [];
    for (const row of sql.prepare('SELECT * FROM pastes ORDER BY no').all()) {
      const no = Number(row['no']);
      const addedAtMs = Number(row['added_at_ms']);
      try {
        const { ids, labels } = notedOrders(row);
        this.#pastes.push({ no, ids, labels, savedCount: 0 });
        const labelOf = new Map(labels);
        for (const id of ids)
          if (!isSaved(id)) left.push(newlyWatched(id, labelOf.get(id) ?? null, addedAtMs));
      } catch (error) {
        this.#setAside(row, error);
      }
    }
    this.tidy();
    return left;
  }

  /** Something was saved. A note of which all is goes as soon as the disk takes that. */
  tidy(): void {
    if (this.#pastes.length === 0) return;
    this.#pastes = this.#pastes.filter((paste) => !this.#isOver(paste) || !this.#erase(paste.no));
  }

  /** Erases these, within a transaction; {@link PasteNotes.removed} follows once that is committed. */
  remove(ids: readonly OrderId[]): void {
    for (const paste of this.#pastes) {
      const left = without(paste, ids);
      if (left !== paste)
        this.#change.run(left.ids.join(' '), JSON.stringify(left.labels), paste.no);
    }
  }

  removed(ids: readonly OrderId[]): void {
    this.#pastes = this.#pastes.map((paste) => without(paste, ids));
    this.tidy();
  }

  #isOver(paste: Paste): boolean {
    const { ids } = paste;
    for (; paste.savedCount < ids.length; paste.savedCount += 1) {
      const id = ids[paste.savedCount];
      if (id !== undefined && !this.#parts.isSaved(id)) return false;
    }
    return true;
  }

  #setAside(row: Readonly<Record<string, unknown>>, error: unknown): void {
    try {
      this.#parts.damaged.keep('pastes', row, error);
      this.#delete.run(Number(row['no']));
    } catch {
      // The disk refuses. It stays where it is until the next start.
    }
  }

  /** @returns whether it is gone */
  #erase(no: number): boolean {
    try {
      this.#delete.run(no);
      return true;
    } catch {
      // A disk that is full: it says nothing that is wrong.
      return false;
    }
  }
}

/** @returns the same object when none of these is in it */
function without(paste: Paste, gone: readonly OrderId[]): Paste {
  const isGone = new Set(gone);
  const ids = paste.ids.filter((id) => !isGone.has(id));
  if (ids.length === paste.ids.length) return paste;
  return {
    no: paste.no,
    ids,
    labels: paste.labels.filter(([id]) => !isGone.has(id)),
    savedCount: 0,
  };
}
