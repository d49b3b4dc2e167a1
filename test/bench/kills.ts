import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../main/engine/storage/database.ts';
import { WatchRepository } from '../../main/engine/storage/watch-repository.ts';
import { seeded } from '../support/seeded.ts';
import { killCliRounds } from '../support/cli/cli-kills.ts';
import { orderIdAt, someWatched } from '../support/watched-orders.ts';
import { killOrders, ordersPerTransaction } from './kills/model.ts';
import { machineText, markdownTable, today } from './shared/machine.ts';

/*
 * A writer is killed without warning (SIGKILL) at random moments, again and again on the same
 * profile, and what it left is held to a model after each kill: nothing that was acknowledged is
 * lost, nothing is there twice, nothing is torn or damaged. Each tenth kill comes while it still opens
 * the database. Every 25 kills everything is read and a fresh profile begins, so that files stay small.
 *
 *   npm run bench -- kills [--rounds 1000] [--orders 10000] [--seed 1]
 *
 *   npm run bench -- kills --cli 100      kills the command line in its place, its output in a file
 *
 * Writes docs/bench/kills.json and kills.md from 100 rounds on. Ends with 1 when anything is wrong.
 */

const here = import.meta.dirname;
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1000' },
    orders: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    cli: { type: 'string' },
  },
});
if (values.cli !== undefined) {
  const choices = { rounds: Number(values.cli), orderCount: 20, seed: Number(values.seed) };
  const kills = await killCliRounds(choices);
  process.stdout.write(`${JSON.stringify({ ...choices, ...kills }, null, 2)}\n`);
  const isWell = [kills.missed, kills.repeated, kills.unreadable].every(
    ({ length }) => length === 0,
  );
  process.exit(isWell ? 0 : 1);
}
const rounds = Number(values.rounds);
const orderCount = Number(values.orders);
const roundsPerProfile = 25;
const random = seeded(Number(values.seed));

interface Found {
  lost: number;
  doubled: number;
  corrupt: number;
  /** The kill fell into a showing: not shown again, but named in a quiet card after the restart. */
  named: number;
  /** The next kill fell into that card as well: they wait in the list, marked as not seen. */
  unnamed: number;
}
const found: Found = { lost: 0, doubled: 0, corrupt: 0, named: 0, unnamed: 0 };
const details: string[] = [];
let transactions = 0;
let shown = 0;
let cards = 0;
let killsBeforeReady = 0;

function wrong(what: 'lost' | 'doubled' | 'corrupt', detail: string): void {
  found[what] += 1;
  if (details.length < 50) details.push(`${what}: ${detail}`);
}

const base = mkdtempSync(join(tmpdir(), 'waybell-kills-'));
const template = join(base, 'template');
{
  const opened = openDatabase(template);
  new WatchRepository(opened.sql, Date.now).save(
    Array.from({ length: orderCount }, (_, index) => ({
      watched: someWatched(orderIdAt(index)),
      notifications: [],
    })),
  );
  opened.close();
}

/** One profile through its kills, and what must be in it. */
class KilledProfile {
  readonly #folder: string;
  /** The last transaction that is known to be there, and the last whose notifications were checked. */
  #stored = 0;
  #lastNotificationNo = 0;
  readonly #shown = new Set<string>();
  readonly #named = new Set<string>();
  readonly #settled = new Set<string>();
  readonly #latest = new Map<number, number>();

  constructor(folder: string) {
    this.#folder = folder;
    cpSync(template, folder, { recursive: true });
  }

  async kill(): Promise<void> {
    const child = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        join(here, 'kills/writer.ts'),
        this.#folder,
        String(orderCount),
        String(this.#stored + 1),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const kill = (afterMs: number): void => void setTimeout(() => child.kill('SIGKILL'), afterMs);
    const isEarly = random() < 0.1;
    const afterMs = 5 + random() * 395;
    if (isEarly) kill(afterMs);
    const closed = once(child, 'close');
    let acknowledged = this.#stored;
    let isReady = false;
    for await (const line of createInterface({ input: child.stdout })) {
      const at = line.indexOf(' ');
      const [what, which] = at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
      if (what === 'ready') {
        isReady = true;
        if (!isEarly) kill(afterMs);
      } else if (what === 'stored') acknowledged = Number(which);
      else if (what === 'show') this.#show(which.split(' '));
      else if (what === 'named') this.#name(which.split(' '));
      else if (what === 'settled') for (const key of which.split(' ')) this.#settled.add(key);
      else wrong('corrupt', line);
    }
    await closed;
    if (!isReady) killsBeforeReady += 1;
    this.#verify(acknowledged);
  }

  #show(keys: readonly string[]): void {
    cards += 1;
    for (const key of keys) {
      shown += 1;
      if (this.#shown.has(key) || this.#named.has(key)) wrong('doubled', `${key} was shown again`);
      this.#shown.add(key);
    }
  }

  #name(keys: readonly string[]): void {
    for (const key of keys) {
      found.named += 1;
      if (this.#named.has(key) || this.#settled.has(key))
        wrong('doubled', `${key} was named again`);
      this.#named.add(key);
    }
  }

  #verify(acknowledged: number): void {
    const sql = new DatabaseSync(join(this.#folder, 'waybell.db'));
    try {
      this.#verifyUpdates(sql, acknowledged);
      this.#verifyNotifications(sql);
    } catch (error) {
      wrong('corrupt', String(error));
    } finally {
      sql.close();
    }
  }

  /**
   * What came since the last kill: whole transactions in their order, none missing, none twice. That
   * nothing else is there is looked at in the end (verifyAll).
   */
  #verifyUpdates(sql: DatabaseSync, acknowledged: number): void {
    const update = sql.prepare(
      `SELECT count(*) AS count FROM history
      WHERE order_no = (SELECT no FROM watched_orders WHERE id = ?) AND seen_at_ms = ?`,
    );
    const state = sql.prepare('SELECT observed_at_ms, order_json FROM watched_orders WHERE id = ?');
    const touched = new Set<number>();
    let number = this.#stored;
    for (;;) {
      const changed = killOrders(number + 1, orderCount);
      const counts = changed.map((at) =>
        Number(update.get(orderIdAt(at), number + 1)?.['count'] ?? 0),
      );
      if (counts.every((count) => count === 0)) break;
      number += 1;
      if (counts.includes(0)) wrong('corrupt', `transaction ${number} is torn`);
      if (counts.some((count) => count > 1)) wrong('doubled', `update ${number}`);
      for (const at of changed) {
        this.#latest.set(at, number);
        touched.add(at);
      }
    }
    for (const at of touched) {
      const latest = this.#latest.get(at);
      const row = state.get(orderIdAt(at));
      if (
        row?.['observed_at_ms'] !== latest ||
        !String(row?.['order_json']).includes(`"note ${latest}"`)
      ) {
        wrong('lost', `order ${at} is not at ${latest}`);
      }
    }
    if (number < acknowledged)
      wrong('lost', `transaction ${acknowledged}, only ${number} is there`);
    if (number > acknowledged + 1)
      wrong('doubled', `${number} is there, ${acknowledged} was begun`);
    transactions += number - this.#stored;
    this.#stored = number;
  }

  #verifyNotifications(sql: DatabaseSync): void {
    const rows = sql
      .prepare(
        'SELECT no, key, outcome, outcome_reason FROM notifications WHERE no > ? ORDER BY no',
      )
      .all(this.#lastNotificationNo);
    for (const row of rows) {
      const key = String(row['key']);
      const { outcome, outcome_reason: reason } = row;
      const isOpen = outcome === null || outcome === 'showing';
      if (this.#settled.has(key) && isOpen) wrong('lost', `the end of ${key}`);
      if (isOpen || this.#shown.has(key) || this.#named.has(key)) continue;
      if (reason === 'inDoubt') found.unnamed += 1;
      else wrong('lost', `${key} was not shown`);
    }
    // Those still open are looked at again after the next kill.
    const open = rows.findIndex(({ outcome }) => outcome === null || outcome === 'showing');
    const last = open < 0 ? rows.at(-1) : rows[open - 1];
    if (last !== undefined) this.#lastNotificationNo = Number(last['no']);
  }

  /** Everything, from the beginning. */
  verifyAll(): void {
    const sql = new DatabaseSync(join(this.#folder, 'waybell.db'));
    const count = (query: string): number => Number(sql.prepare(query).get()?.['count']);
    const expected = this.#stored * ordersPerTransaction;
    const check = sql.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
    if (check !== 'ok') wrong('corrupt', String(check));
    const updates = count('SELECT count(*) AS count FROM history');
    if (updates !== expected) wrong('lost', `${updates} of ${expected} updates`);
    const lines = count("SELECT count(*) AS count FROM lines WHERE event = 'update'");
    if (lines !== expected) wrong('lost', `${lines} of ${expected} lines`);
    const notifications = count('SELECT count(*) AS count FROM notifications');
    if (notifications !== expected) wrong('lost', `${notifications} of ${expected} notifications`);
    const rows = sql.prepare('SELECT id, observed_at_ms FROM watched_orders').all();
    const byId = new Map(rows.map((row) => [row['id'], row['observed_at_ms']]));
    for (let at = 0; at < orderCount; at += 1) {
      const value = byId.get(orderIdAt(at));
      if (value !== (this.#latest.get(at) ?? null))
        wrong('lost', `order ${at} is at ${String(value)}`);
    }
    sql.close();
    rmSync(this.#folder, { recursive: true });
  }
}

const startedMs = performance.now();
let profile = new KilledProfile(join(base, 'profile-0'));
for (let round = 1; round <= rounds; round += 1) {
  await profile.kill();
  const isLast = round === rounds;
  if (round % roundsPerProfile === 0 || isLast) {
    profile.verifyAll();
    if (!isLast) profile = new KilledProfile(join(base, `profile-${round}`));
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    process.stderr.write(`${round} kills in ${seconds} s: ${JSON.stringify(found)}\n`);
  }
}
rmSync(base, { recursive: true });

const report = {
  measuredOn: today(),
  machine: machineText(),
  rounds,
  orderCount,
  seed: Number(values.seed),
  seconds: Math.round((performance.now() - startedMs) / 1000),
  killsBeforeReady,
  transactions,
  updates: transactions * ordersPerTransaction,
  shown,
  cards,
  ...found,
  details,
};
const text = `# Killed without warning

On ${report.measuredOn}, ${report.machine}. A process that stores states, updates, notifications and lines of ${orderCount.toLocaleString('en')} orders, and shows notifications, gets SIGKILL 5 to 400 ms after it began to write, each tenth time while it is still opening the database. Then the next one goes on with the same profile. \`npm run bench -- kills --rounds ${rounds} --orders ${orderCount}\` does it again. A power cut also takes what the system holds: [cuts](cuts.md) shows that one.

${markdownTable(
  ['what', 'count'],
  [
    ['kills', rounds],
    ['of these before the database was open', killsBeforeReady],
    ['transactions written', transactions],
    ['updates in them', report.updates],
    ['notifications on the screen', cards],
    ['updates told in them', shown],
    ['**acknowledged and lost**', `**${found.lost}**`],
    ['**stored twice, or told by a notification twice**', `**${found.doubled}**`],
    ['**torn, damaged or set aside**', `**${found.corrupt}**`],
    ['killed in the middle of a showing: named in the quiet card after the restart', found.named],
    ['of these killed in that card as well: left unseen in the list', found.unnamed],
    ['seconds', report.seconds],
  ],
)}

The screen and the disk have no common transaction, so a program can only choose what a kill in the middle of a showing does: show it again, or perhaps not at all. Waybell writes that a notification is about to be shown before the system gets it, and what a kill leaves in doubt is not shown again; one quiet card says that it may not have been shown, and names the orders ([ADR 9](../adr/0009-notified-once.md)).
`;
process.stdout.write(text);
for (const detail of details) process.stdout.write(`${detail}\n`);
if (rounds >= 100) {
  const folder = join(here, '../../docs/bench');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'kills.json'), `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(join(folder, 'kills.md'), text);
}
process.exitCode = found.lost + found.doubled + found.corrupt === 0 ? 0 : 1;
