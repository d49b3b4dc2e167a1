/*
 * What a database answers, as one line of JSON: run once on Node and once on the registry's Electron, whose database is
 * another one. The first argument is the module that gives DatabaseSync.
 */
const { DatabaseSync } = await import(process.argv[2] ?? 'node:sqlite');

/** @param {() => unknown} run */
function answerOf(run) {
  try {
    return run() ?? null;
  } catch (error) {
    const { code, errcode } = /** @type {{ code?: string, errcode?: number }} */ (error);
    return { code, primary: errcode === undefined ? undefined : errcode & 0xff };
  }
}

const sql = new DatabaseSync(':memory:', { timeout: 5 });
sql.function('twice', { deterministic: true }, (/** @type {number} */ value) => value * 2);
const steps = [
  () =>
    sql.exec('CREATE TABLE things (no INTEGER PRIMARY KEY, name TEXT UNIQUE, body BLOB) STRICT'),
  () => sql.isTransaction,
  () => sql.exec('BEGIN IMMEDIATE'),
  () => sql.isTransaction,
  () =>
    sql.prepare('INSERT INTO things (name, body) VALUES (?, ?)').run('one', new Uint8Array([1, 2])),
  () => sql.prepare('INSERT INTO things (name) VALUES (?2 || ?1) RETURNING no').get('b', 'a'),
  () => sql.exec('COMMIT'),
  () => sql.prepare('SELECT * FROM things ORDER BY no').all(),
  () => Object.getPrototypeOf(sql.prepare('SELECT 1 AS one').get()),
  () => sql.prepare('SELECT body FROM things WHERE no = 1').get()?.body.constructor.name,
  () => sql.prepare('SELECT * FROM things WHERE no = ?').get(99),
  () => [...sql.prepare('SELECT no FROM things ORDER BY no').iterate()],
  () => sql.prepare('SELECT twice(21) AS result').get(),
  () => sql.prepare('PRAGMA foreign_keys').get(),
  () => sql.prepare('UPDATE things SET name = ?1 WHERE name = ?1').run('one').changes,
  () => sql.prepare('INSERT INTO things (name) VALUES (?)').run('one'),
  () => sql.prepare('INSERT INTO things (no) VALUES (?)').run('no number'),
  () => sql.exec('nonsense'),
  () => new DatabaseSync('/nowhere/at/all.db'),
  () => sql.close(),
];
console.log(JSON.stringify(steps.map(answerOf)));
