import { randomUUID } from 'node:crypto';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Clock } from '../../../core/clock.ts';
import { checkedEntry, dedupedForMs } from './entries.ts';
import type { Appended, LogEntry, LogPart, NewEntry, TeamLog } from './ports.ts';
import { Topics } from './topics.ts';

/** The most bytes of an entry's body. */
const longestBodyBytes = 512 * 1024;
/** How often it is looked for entries of other processes. */
const lookEveryMs = 250;
/** How long the opening of the file waits for another process, and the erasure of what was deleted. */
const lockTimeoutMs = 10_000;
/** How long a write waits for that of another process: a desk gives up after ten seconds, and is told before. */
const writeWithinMs = 4000;
/** How often a write that waits is tried. */
const retryEveryMs = 50;
/** How many entries a follower is told at once, and how many share a commit. */
const mostAtOnce = 500;

/** A write that waits for its commit. */
interface Waiting {
  /** @returns what confirms it once it is committed */
  readonly write: () => () => void;
  readonly reject: (error: unknown) => void;
}

const schema = `
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  -- AUTOINCREMENT, so that no sequence is given twice, also after the last entry was erased.
  CREATE TABLE IF NOT EXISTS entries (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL,
    body TEXT NOT NULL,
    at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS entries_by_key ON entries (key, sequence);
  CREATE INDEX IF NOT EXISTS entries_by_age ON entries (at_ms);

  CREATE TABLE IF NOT EXISTS dedupe_keys (
    key TEXT PRIMARY KEY,
    at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS dedupe_by_age ON dedupe_keys (at_ms);
`;

/**
 * The log of a hub that is alone, in a SQLite file of its own. Other processes may append to the same file, as
 * `waybell hub invite` does; what hubs say to each other stays in this process.
 */
export class SqliteTeamLog implements TeamLog {
  readonly id: string;
  readonly isGone = false;
  readonly longestBodyBytes = longestBodyBytes;
  readonly keepsAnswers = true;
  readonly #sql: DatabaseSync;
  readonly #clock: Clock;
  readonly #topics = new Topics();
  readonly #followers = new Set<Follower>();
  readonly #since: StatementSync;
  #cancelLook: (() => void) | null = null;
  /** Whether what was erased may still stand in the write-ahead file. */
  #isToEmpty = false;
  #version: unknown = null;
  /** Writes go one after the other, so that only the first of those that wait is tried. */
  readonly #waiting: Waiting[] = [];
  #isWriting = false;
  #emptying: Promise<void> | null = null;

  /**
   * @param file its path, or `:memory:`; or a log that is open to be read only, and that is closed with this
   * @throws when it is damaged or no such log, or the disk refuses
   */
  constructor(file: string | DatabaseSync, clock: Clock) {
    this.#clock = clock;
    this.#sql =
      typeof file === 'string' ? new DatabaseSync(file, { timeout: lockTimeoutMs }) : file;
    try {
      if (typeof file === 'string') this.#make();
      const row = this.#sql.prepare("SELECT value FROM facts WHERE name = 'log_id'").get();
      this.id = String(row?.['value']);
      this.#since = this.#sql.prepare(
        'SELECT sequence, key, body FROM entries WHERE sequence > ? ORDER BY sequence LIMIT ?',
      );
      // From here on SQLite waits for no other process: the event loop would stand still.
      this.#sql.exec('PRAGMA busy_timeout = 0');
    } catch (error) {
      this.#sql.close();
      throw new Error('the file of the team log cannot be used', { cause: error });
    }
  }

  #make(): void {
    this.#sql.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON',
    );
    this.#transact(() => {
      this.#sql.exec(schema);
      this.#sql
        .prepare("INSERT INTO facts (name, value) VALUES ('log_id', ?) ON CONFLICT DO NOTHING")
        .run(randomUUID());
    });
  }

  async append(entry: NewEntry): Promise<Appended> {
    const { body, dedupeKey, expectedSequence, key } = checkedEntry(this, entry);
    const nowMs = this.#clock.wallMs();
    const appended = await this.#write((): Appended => {
      this.#sql.prepare('DELETE FROM dedupe_keys WHERE at_ms < ?').run(nowMs - dedupedForMs);
      const isKnown = this.#sql.prepare('SELECT 1 FROM dedupe_keys WHERE key = ?').get(dedupeKey);
      if (isKnown !== undefined) return { kind: 'duplicate' };
      const last = this.#sql
        .prepare('SELECT max(sequence) AS sequence FROM entries WHERE key = ?')
        .get(key);
      if (Number(last?.['sequence'] ?? 0) !== expectedSequence) return { kind: 'conflict' };
      this.#sql.prepare('INSERT INTO dedupe_keys (key, at_ms) VALUES (?, ?)').run(dedupeKey, nowMs);
      const { lastInsertRowid } = this.#sql
        .prepare('INSERT INTO entries (key, body, at_ms) VALUES (?, ?, ?)')
        .run(key, body, nowMs);
      return { kind: 'appended', sequence: Number(lastInsertRowid) };
    });
    this.#tellFollowers();
    return appended;
  }

  readSince(sequence: number, limit: number): Promise<LogPart> {
    return settled((): LogPart => {
      if (sequence > 0 && sequence < this.#fact('pruned_through')) return { kind: 'gap' };
      return { kind: 'entries', entries: this.#entriesSince(sequence, limit) };
    });
  }

  last(key: string): Promise<LogEntry | null> {
    return settled(() => {
      const query =
        'SELECT sequence, key, body FROM entries WHERE key = ? ORDER BY sequence DESC LIMIT 1';
      const row = this.#sql.prepare(query).get(key);
      return row === undefined ? null : entryOf(row);
    });
  }

  lastPerKey(): Promise<readonly LogEntry[]> {
    return settled(() => {
      const last = 'SELECT max(sequence) FROM entries GROUP BY key';
      const query = `SELECT sequence, key, body FROM entries WHERE sequence IN (${last}) ORDER BY sequence`;
      return this.#sql.prepare(query).all().map(entryOf);
    });
  }

  follow(sequence: number, listener: (entries: readonly LogEntry[]) => void): () => void {
    const follower: Follower = { sequence, listener };
    this.#followers.add(follower);
    this.#cancelLook ??= this.#clock.schedule(() => this.#look(), 0);
    return () => {
      this.#followers.delete(follower);
      if (this.#followers.size > 0) return;
      this.#cancelLook?.();
      this.#cancelLook = null;
    };
  }

  async eraseBefore(key: string): Promise<void> {
    const older = 'sequence < (SELECT max(sequence) FROM entries WHERE key = ?1)';
    await this.#write(() =>
      this.#sql.prepare(`DELETE FROM entries WHERE key = ?1 AND ${older}`).run(key),
    );
    await this.#emptiedWriteAhead();
  }

  async prune(beforeMs: number): Promise<void> {
    const through = await this.#write(() => {
      const last = this.#sql
        .prepare('SELECT max(sequence) AS sequence FROM entries WHERE at_ms < ?')
        .get(beforeMs);
      const lastPruned = Number(last?.['sequence'] ?? 0);
      if (lastPruned === 0) return 0;
      this.#sql.prepare('DELETE FROM entries WHERE at_ms < ?').run(beforeMs);
      this.#sql
        .prepare("INSERT OR REPLACE INTO facts (name, value) VALUES ('pruned_through', ?)")
        .run(String(Math.max(lastPruned, this.#fact('pruned_through'))));
      return lastPruned;
    });
    if (through > 0 || this.#isToEmpty) await this.#emptiedWriteAhead();
  }

  /** What was deleted in one turn of the event loop leaves the disk together. */
  #emptiedWriteAhead(): Promise<void> {
    this.#emptying ??= this.#clock.nextTurn().then(() => {
      this.#emptying = null;
      return this.#emptyWriteAhead();
    });
    return this.#emptying;
  }

  /**
   * What was deleted stands in the write-ahead file until that is emptied, which another process may hold up.
   *
   * @throws when one holds it up for ten seconds: then it is to be erased again
   */
  async #emptyWriteAhead(): Promise<void> {
    this.#isToEmpty = true;
    const endMs = this.#clock.monotonicMs() + lockTimeoutMs;
    while (this.#checkpointIsBusy()) {
      if (this.#clock.monotonicMs() >= endMs) {
        throw new Error('another process keeps what was erased in the file of the team log');
      }
      await new Promise<void>((resolve) => void this.#clock.schedule(resolve, lookEveryMs));
    }
    this.#isToEmpty = false;
  }

  #checkpointIsBusy(): boolean {
    try {
      return this.#sql.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 1;
    } catch (error) {
      if (isBusy(error)) return true;
      throw error;
    }
  }

  publish(topic: string, body: string): void {
    this.#topics.publish(topic, body);
  }

  subscribe(topic: string, listener: (body: string) => void): () => void {
    return this.#topics.subscribe(topic, listener);
  }

  close(): Promise<void> {
    return settled(() => {
      this.#followers.clear();
      this.#cancelLook?.();
      this.#cancelLook = null;
      this.#sql.close();
    });
  }

  #fact(name: string): number {
    const row = this.#sql.prepare('SELECT value FROM facts WHERE name = ?').get(name);
    return Number(row?.['value'] ?? 0);
  }

  #entriesSince(sequence: number, limit: number): readonly LogEntry[] {
    return this.#since.all(sequence, limit).map(entryOf);
  }

  /**
   * What is written in one turn of the event loop shares a commit, and so one wait for the disk: a desk that adds a
   * thousand orders holds up no other.
   */
  #write<Value>(write: () => Value): Promise<Value> {
    const { promise, reject, resolve } = Promise.withResolvers<Value>();
    this.#waiting.push({
      write: () => {
        const value = write();
        return () => resolve(value);
      },
      reject,
    });
    if (!this.#isWriting) void this.#writeAll();
    return promise;
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      await this.#clock.nextTurn();
      const together = this.#waiting.splice(0, mostAtOnce);
      const endMs = this.#clock.monotonicMs() + writeWithinMs;
      try {
        const confirmed = await this.#tryUntil(endMs, () => together.map(({ write }) => write()));
        for (const confirm of confirmed) confirm();
      } catch (error) {
        for (const { reject } of together) reject(error);
      }
    }
    this.#isWriting = false;
  }

  /** @throws SQLite's error when another process held the file until then */
  async #tryUntil<Value>(endMs: number, write: () => Value): Promise<Value> {
    for (;;) {
      try {
        return this.#transact(write);
      } catch (error) {
        if (!isBusy(error) || this.#clock.monotonicMs() >= endMs) throw error;
      }
      await new Promise<void>((resolve) => void this.#clock.schedule(resolve, retryEveryMs));
    }
  }

  #transact<Value>(write: () => Value): Value {
    this.#sql.exec('BEGIN IMMEDIATE');
    try {
      const value = write();
      this.#sql.exec('COMMIT');
      return value;
    } catch (error) {
      if (this.#sql.isTransaction) this.#sql.exec('ROLLBACK');
      throw error;
    }
  }

  /** Looks for entries of other processes: SQLite tells cheaply whether there can be any. */
  #look(): void {
    this.#cancelLook = this.#clock.schedule(() => this.#look(), lookEveryMs);
    this.#unlessBusy(() => {
      const version = this.#sql.prepare('PRAGMA data_version').get()?.['data_version'];
      const isLate = [...this.#followers].some(({ isUpToDate }) => isUpToDate !== true);
      if (version === this.#version && !isLate) return;
      this.#version = version;
      this.#tellFollowers();
    });
  }

  /** What cannot be read because another process holds the file is told by the next look. */
  #tellFollowers(): void {
    for (const follower of this.#followers) {
      follower.isUpToDate = false;
      this.#unlessBusy(() => {
        let entries: readonly LogEntry[];
        do {
          entries = this.#entriesSince(follower.sequence, mostAtOnce);
          follower.sequence = entries.at(-1)?.sequence ?? follower.sequence;
          if (entries.length > 0) follower.listener(entries);
        } while (entries.length === mostAtOnce && this.#followers.has(follower));
        follower.isUpToDate = true;
      });
    }
  }

  #unlessBusy(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
  }
}

interface Follower {
  sequence: number;
  readonly listener: (entries: readonly LogEntry[]) => void;
  /** Whether it has all that there was when it was looked last. */
  isUpToDate?: boolean;
}

function entryOf(row: Readonly<Record<string, unknown>>): LogEntry {
  return { sequence: Number(row['sequence']), key: String(row['key']), body: String(row['body']) };
}

/** Whether another process holds the file: SQLITE_BUSY, the lowest byte of all its forms. */
function isBusy(error: unknown): boolean {
  if (!(error instanceof Error && 'errcode' in error)) return false;
  return typeof error.errcode === 'number' && (error.errcode & 0xff) === 5;
}

/** A promise of what is done at once. */
function settled<Value>(run: () => Value): Promise<Value> {
  return new Promise((resolve) => {
    resolve(run());
  });
}
