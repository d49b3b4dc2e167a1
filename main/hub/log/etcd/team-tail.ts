import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { LogEntry, LogPart } from '../ports.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS entries (
    sequence INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    body TEXT NOT NULL,
    at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS entries_by_key ON entries (key, sequence);
  CREATE INDEX IF NOT EXISTS entries_by_age ON entries (at_ms);
`;

const columns = 'sequence, key, body, at_ms';
const isLast =
  'sequence = (SELECT max(sequence) FROM entries AS other WHERE other.key = entries.key)';

/** An entry, and when it was written. */
export interface DatedEntry extends LogEntry {
  readonly atMs: number;
}

/** One thing that happened to the log of the team. */
export type TailChange =
  | { readonly kind: 'entry'; readonly entry: DatedEntry }
  /** Of this key all before an entry were erased. */
  | { readonly kind: 'erased'; readonly key: string; readonly before: number }
  /** This key has no entry any more. */
  | { readonly kind: 'gone'; readonly key: string };

/**
 * The entries of the last days of a log that is kept elsewhere, in a file of this hub alone: desks are served from
 * it. The sequences are those of the log.
 */
export class TeamTail {
  readonly #sql: DatabaseSync;
  readonly #isFile: boolean;
  readonly #since: StatementSync;

  /**
   * @param path of the file, or `:memory:`
   * @throws when it is damaged, or the disk refuses
   */
  constructor(path: string) {
    this.#isFile = path !== ':memory:';
    this.#sql = new DatabaseSync(path);
    try {
      this.#sql.exec(
        'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON',
      );
      this.#sql.exec(schema);
      this.#since = this.#sql.prepare(
        `SELECT ${columns} FROM entries WHERE sequence > ? ORDER BY sequence LIMIT ?`,
      );
    } catch (error) {
      this.#sql.close();
      throw new Error('the file of the team log cannot be used', { cause: error });
    }
  }

  /** The log that this is the tail of; null before the first. */
  get logId(): string | null {
    return this.#fact('log_id');
  }

  /** Up to here all is known that happened to the log. */
  get place(): number {
    return Number(this.#fact('place') ?? 0);
  }

  /** The newest entry. */
  get newest(): number {
    return Number(
      this.#sql.prepare('SELECT max(sequence) AS newest FROM entries').get()?.['newest'] ?? 0,
    );
  }

  /** Begins as the tail of a log, with nothing in it. */
  begin(logId: string): void {
    this.#transact(() => {
      this.#sql.exec('DELETE FROM entries; DELETE FROM facts');
      this.#setFact('log_id', logId);
    });
    this.#emptyWriteAhead();
  }

  /** @param place up to here all is known then */
  apply(changes: readonly TailChange[], place: number): void {
    const isErasing = changes.some(({ kind }) => kind !== 'entry');
    this.#transact(() => {
      for (const change of changes) this.#apply(change);
      this.#setFact('place', String(place));
    });
    if (isErasing) this.#emptyWriteAhead();
  }

  /**
   * Takes over the last entry of each key, because what led to them is not known here.
   *
   * @returns the keys that have none any more
   */
  relist(entries: readonly DatedEntry[], place: number): readonly string[] {
    const before = this.newest;
    const keys = new Set(entries.map(({ key }) => key));
    const gone = this.lastPerKey().flatMap(({ key }) => (keys.has(key) ? [] : [key]));
    const fresh = entries.filter(({ sequence }) => sequence > before);
    this.#transact(() => {
      for (const key of gone) this.#apply({ kind: 'gone', key });
      for (const entry of fresh) this.#apply({ kind: 'entry', entry });
      // A desk that asks for what came between gets it from nowhere.
      const newest = fresh.at(-1)?.sequence;
      if (newest !== undefined) this.#setFact('pruned_through', String(newest));
      this.#setFact('place', String(place));
    });
    this.#emptyWriteAhead();
    return gone;
  }

  since(sequence: number, limit: number): LogPart {
    if (sequence > 0 && sequence < Number(this.#fact('pruned_through') ?? 0))
      return { kind: 'gap' };
    return { kind: 'entries', entries: this.entriesSince(sequence, limit) };
  }

  /** The same, whatever is missing before them. */
  entriesSince(sequence: number, limit: number): readonly LogEntry[] {
    return this.#since.all(sequence, limit).map(entryOf);
  }

  lastPerKey(): readonly DatedEntry[] {
    return this.#sql
      .prepare(`SELECT ${columns} FROM entries WHERE ${isLast} ORDER BY sequence`)
      .all()
      .map(datedEntryOf);
  }

  /**
   * Removes entries from before this time, but the last of each key, which the log still has.
   *
   * @returns those last ones that are from before it, too
   */
  prune(beforeMs: number): readonly LogEntry[] {
    const old = this.#sql
      .prepare(`SELECT ${columns} FROM entries WHERE at_ms < ? AND ${isLast}`)
      .all(beforeMs)
      .map(entryOf);
    const through = this.#sql
      .prepare('SELECT max(sequence) AS sequence FROM entries WHERE at_ms < ?')
      .get(beforeMs)?.['sequence'];
    if (through == null) return old;
    this.#transact(() => {
      this.#sql.prepare(`DELETE FROM entries WHERE at_ms < ? AND NOT ${isLast}`).run(beforeMs);
      const known = Number(this.#fact('pruned_through') ?? 0);
      this.#setFact('pruned_through', String(Math.max(known, Number(through))));
    });
    this.#emptyWriteAhead();
    return old;
  }

  close(): void {
    this.#sql.close();
  }

  #apply(change: TailChange): void {
    switch (change.kind) {
      case 'entry': {
        const { atMs, body, key, sequence } = change.entry;
        this.#sql
          .prepare(`INSERT OR REPLACE INTO entries (${columns}) VALUES (?, ?, ?, ?)`)
          .run(sequence, key, body, atMs);
        return;
      }
      case 'erased':
        this.#sql
          .prepare('DELETE FROM entries WHERE key = ? AND sequence < ?')
          .run(change.key, change.before);
        return;
      case 'gone':
        this.#sql.prepare('DELETE FROM entries WHERE key = ?').run(change.key);
    }
  }

  #fact(name: string): string | null {
    const row = this.#sql.prepare('SELECT value FROM facts WHERE name = ?').get(name);
    return row === undefined ? null : String(row['value']);
  }

  #setFact(name: string, value: string): void {
    this.#sql.prepare('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)').run(name, value);
  }

  /** What was deleted stands in the write-ahead file until that is emptied. */
  #emptyWriteAhead(): void {
    if (this.#isFile) this.#sql.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  #transact(write: () => void): void {
    this.#sql.exec('BEGIN IMMEDIATE');
    try {
      write();
      this.#sql.exec('COMMIT');
    } catch (error) {
      if (this.#sql.isTransaction) this.#sql.exec('ROLLBACK');
      throw error;
    }
  }
}

function entryOf(row: Readonly<Record<string, unknown>>): LogEntry {
  return { sequence: Number(row['sequence']), key: String(row['key']), body: String(row['body']) };
}

function datedEntryOf(row: Readonly<Record<string, unknown>>): DatedEntry {
  return { ...entryOf(row), atMs: Number(row['at_ms']) };
}
