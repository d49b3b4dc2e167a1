/**
 * `node:sqlite` of Node 24 (https://nodejs.org/docs/latest-v24.x/api/sqlite.html), as far as the product uses it, over
 * the better-sqlite3 that comes with the registry's Electron and was built for it.
 */
import { createRequire } from 'node:module';

const packageFolder = new URL('./better-sqlite3/', import.meta.url);
/** @type {new (path: string, options: object) => import('./better-sqlite3.d.mts').BetterDatabase} */
const Database = createRequire(packageFolder)('./lib/index.js');
const nativeBinding = new URL('./build/Release/better_sqlite3.node', packageFolder).pathname;

/** SQLite's primary result codes (https://www.sqlite.org/rescode.html), by the names that better-sqlite3 gives. */
const primaryCodes = [
  'OK',
  'ERROR',
  'INTERNAL',
  'PERM',
  'ABORT',
  'BUSY',
  'LOCKED',
  'NOMEM',
  'READONLY',
  'INTERRUPT',
  'IOERR',
  'CORRUPT',
  'NOTFOUND',
  'FULL',
  'CANTOPEN',
  'PROTOCOL',
  'EMPTY',
  'SCHEMA',
  'TOOBIG',
  'CONSTRAINT',
  'MISMATCH',
  'MISUSE',
  'NOLFS',
  'AUTH',
  'FORMAT',
  'RANGE',
  'NOTADB',
];

/**
 * Runs something, and throws as node:sqlite does.
 *
 * @template Value
 * @param {() => Value} run
 */
function asNodeThrows(run) {
  try {
    return run();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const name = /^SQLITE_([A-Z]+)/u.exec(code)?.[1];
    if (name === undefined || !(error instanceof Error)) throw error;
    const errcode = Math.max(primaryCodes.indexOf(name), 1);
    throw Object.assign(error, { code: 'ERR_SQLITE_ERROR', errcode });
  }
}

/** @typedef {import('./better-sqlite3.d.mts').Row} Row */
/** @typedef {import('./better-sqlite3.d.mts').Value} Value */

/**
 * Blobs are plain byte arrays, not Buffers, and rows have no prototype.
 *
 * @param {Row} row
 * @returns {Row}
 */
function asNodeGives(row) {
  const plain = Object.create(null);
  for (const [name, value] of Object.entries(row)) {
    plain[name] = Buffer.isBuffer(value) ? new Uint8Array(value) : value;
  }
  return plain;
}

class StatementSync {
  #statement;
  #isNumbered;

  /**
   * @param {import('./better-sqlite3.d.mts').BetterStatement} statement
   * @param {string} text
   */
  constructor(statement, text) {
    this.#statement = statement;
    // better-sqlite3 takes `?1` for a name.
    this.#isNumbered = /\?\d/u.test(text);
  }

  /** @param {readonly Value[]} values */
  #bound(values) {
    return this.#isNumbered
      ? [Object.fromEntries(values.map((value, index) => [String(index + 1), value]))]
      : values;
  }

  /** @param {readonly Value[]} values */
  #rows(values) {
    return this.#statement.reader ? this.#statement.all(...this.#bound(values)) : [];
  }

  /** @param {readonly Value[]} values */
  run(...values) {
    return asNodeThrows(() => {
      if (!this.#statement.reader) return this.#statement.run(...this.#bound(values));
      // What it changed is not told by better-sqlite3; the product asks it of none that gives rows.
      this.#rows(values);
      return { changes: 0, lastInsertRowid: 0 };
    });
  }

  /** @param {readonly Value[]} values */
  get(...values) {
    return asNodeThrows(() => {
      if (!this.#statement.reader) {
        this.#statement.run(...this.#bound(values));
        return undefined;
      }
      const row = this.#statement.get(...this.#bound(values));
      return row === undefined ? undefined : asNodeGives(row);
    });
  }

  /** @param {readonly Value[]} values */
  all(...values) {
    return asNodeThrows(() => {
      if (!this.#statement.reader) this.#statement.run(...this.#bound(values));
      return this.#rows(values).map(asNodeGives);
    });
  }

  /**
   * node:sqlite lets other statements run while one is iterated over, which better-sqlite3 refuses.
   *
   * @param {readonly Value[]} values
   */
  *iterate(...values) {
    yield* this.all(...values);
  }
}

class DatabaseSync {
  #database;

  /**
   * @param {string} path
   * @param {{ enableForeignKeyConstraints?: boolean, readOnly?: boolean, timeout?: number }} [options]
   */
  constructor(path, options = {}) {
    const { enableForeignKeyConstraints = true, readOnly = false, timeout = 0 } = options;
    this.#database = asNodeThrows(() => {
      try {
        return new Database(path, { nativeBinding, readonly: readOnly, timeout });
      } catch (error) {
        // In place of an error of SQLite's where the folder is not there.
        if (!(error instanceof TypeError)) throw error;
        throw Object.assign(new Error('unable to open database file'), { code: 'SQLITE_CANTOPEN' });
      }
    });
    this.#database.pragma(`foreign_keys = ${enableForeignKeyConstraints ? 'ON' : 'OFF'}`);
  }

  get isOpen() {
    return this.#database.open;
  }

  get isTransaction() {
    return this.#database.inTransaction;
  }

  location() {
    return this.#database.memory ? null : this.#database.name;
  }

  /** @param {string} text */
  exec(text) {
    asNodeThrows(() => this.#database.exec(text));
  }

  /** @param {string} text */
  prepare(text) {
    return new StatementSync(
      asNodeThrows(() => this.#database.prepare(text)),
      text,
    );
  }

  /**
   * @param {string} name
   * @param {{ deterministic?: boolean }} options
   * @param {(...values: Value[]) => Value} run
   */
  function(name, options, run) {
    this.#database.function(name, options, run);
  }

  close() {
    if (!this.#database.open) throw new Error('database is not open');
    this.#database.close();
  }
}

export { DatabaseSync, StatementSync };
