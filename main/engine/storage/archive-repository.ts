import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import {
  type ArchivePlace,
  archivePlaceSchema,
  type ArchiveQuery,
} from '../../../core/board/archive-page.ts';
import { archiveChoices, overSinceMs } from '../../../core/watch/archive.ts';
import type { ArchiveChoice } from '../../../core/watch/archive.ts';
import { isOrderId, type OrderId } from '../../../core/order/order-id.ts';
import { isFinished } from '../../../core/order/order-status.ts';
import { finishedPhases } from '../../../core/order/order.ts';
import {
  holdsDigits,
  readQuery,
  searchedTexts,
  type Sought,
} from '../../../core/watch/order-search.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import { folded } from '../../../core/text/folded.ts';
import type { ArchiveStore, FoundArchived } from '../board/ports.ts';
import { orderIdSchema } from '../../../core/order/order-id-schema.ts';
import { inTransaction } from './sql.ts';

const choiceRow = z.object({ id: orderIdSchema, choice: z.enum(archiveChoices) });

/** Whether the stored state of an order is finished. */
export const isFinishedSql = `CASE WHEN json_valid(order_json) THEN json_extract(order_json, '$.status.phase') END
  IN (${finishedPhases.map((phase) => `'${phase}'`).join(', ')})`;

/** Longer numbers in a name sort by their digits. */
const sortedDigits = 12;
/** Names that begin with the same so many characters sort as they were added. */
const sortedLength = 60;

/** A name as it is sorted: numbers by their size, case and accents make no difference. */
function sortKey(name: string): string {
  const text = folded(name.slice(0, sortedLength));
  return text.replace(/\d{1,12}/g, (digits) => digits.padStart(sortedDigits, '0'));
}

/** Amounts of a currency stand together, the highest first; one without a currency comes last. */
function priceKey({ order }: WatchedOrder): string | null {
  const price = order?.price ?? null;
  if (price === null) return null;
  const descending = Math.round((1e12 - price.amount) * 1000);
  return `${price.currency ?? '~'} ${String(descending).padStart(17, '0')}`;
}

/** Since when people in an order may be erased: its end, or the last answer of one that is not shown. */
function peopleSinceMs({ observedAtMs, order, problem, statusSinceMs }: WatchedOrder) {
  if (order !== null && isFinished(order.status.phase)) return statusSinceMs;
  return problem === null ? null : observedAtMs;
}

/** Keeps what evicted orders are found and sorted by, beside their rows. */
export class ArchivedRows {
  readonly #mark: StatementSync;
  readonly #unmark: StatementSync;
  readonly #put: StatementSync;
  readonly #putTexts: StatementSync;
  readonly #remove: StatementSync;

  constructor(sql: DatabaseSync) {
    // Positions are made coarse soon after the end of an order, and only in orders that are live.
    this.#mark = sql.prepare(`
      UPDATE watched_orders SET is_put_away = 1
      WHERE no = ?1 AND (coalesce((${isFinishedSql}), 0) = 0 OR coalesce(status_since_ms, 0)
        <= coalesce((SELECT coarse_at_ms FROM privacy_steps WHERE order_no = ?1), -1))`);
    this.#unmark = sql.prepare('UPDATE watched_orders SET is_put_away = 0 WHERE no = ?');
    this.#put = sql.prepare(`
      INSERT INTO archived_orders (order_no, over_since_ms, changed_at_ms, promised_at_ms,
        people_since_ms, group_name, name_key, courier_key, price_key)
      VALUES (?1, ?2, ?3, ?4, iif((SELECT erased_at_ms FROM privacy_steps WHERE order_no = ?1) IS NULL, ?5, NULL),
        ?6, ?7, ?8, ?9)
      ON CONFLICT (order_no) DO UPDATE SET over_since_ms = excluded.over_since_ms,
        changed_at_ms = excluded.changed_at_ms, promised_at_ms = excluded.promised_at_ms,
        people_since_ms = excluded.people_since_ms, group_name = excluded.group_name,
        name_key = excluded.name_key, courier_key = excluded.courier_key,
        price_key = excluded.price_key`);
    this.#putTexts = sql.prepare(`
      INSERT INTO archived_texts (order_no, texts, numbers) VALUES (?, ?, ?)
      ON CONFLICT (order_no) DO UPDATE SET texts = excluded.texts, numbers = excluded.numbers`);
    this.#remove = sql.prepare('DELETE FROM archived_orders WHERE order_no = ?');
  }

  /** @returns whether the order is evicted; its privacy may have steps ahead that only live orders take */
  evict(no: number, watched: WatchedOrder): boolean {
    if (this.#mark.run(no).changes === 0) return false;
    this.put(no, watched);
    return true;
  }

  /** Follows the state of an evicted order. */
  put(no: number, watched: WatchedOrder): void {
    const { changedAtMs, addedAtMs, id, label, order, preferences } = watched;
    const isPromised = order === null || !isFinished(order.status.phase);
    const courierName = order?.courier?.name ?? null;
    this.#put.run(
      no,
      overSinceMs(watched),
      changedAtMs ?? addedAtMs,
      isPromised ? (preferences?.promisedAtMs ?? null) : null,
      peopleSinceMs(watched),
      preferences?.group ?? null,
      sortKey(label ?? id),
      courierName === null ? null : sortKey(courierName),
      priceKey(watched),
    );
    const parts = searchedTexts(watched);
    const numbers = parts.flatMap(({ texts }) => texts.flatMap((text) => text.numbers));
    this.#putTexts.run(no, parts.map(({ together }) => together).join('\n'), numbers.join('\n'));
  }

  /** The order is on the list again. */
  loaded(no: number): void {
    this.#unmark.run(no);
    this.#remove.run(no);
  }
}

/** How many orders are looked through at once: some 10 ms. */
const searchedAtOnce = 10_000;

/** How many uuids are read at once, each from a row of its own: some 10 ms. */
const idsAtOnce = 2000;

/** Comes after every text. */
const last = '\u{10FFFF}';

/** By what a page is sorted, ascending; of equals the one that was added first comes first. */
const keys: Readonly<Record<ArchiveQuery['sort'], string>> = {
  attention: '-over_since_ms',
  latest: '-changed_at_ms',
  wait: 'over_since_ms',
  promise: 'coalesce(promised_at_ms, 9e15)',
  // What is over will not be late any more.
  late: 'coalesce(promised_at_ms, 9e15)',
  group: `coalesce(group_name, '${last}')`,
  named: 'name_key',
  courier: `coalesce(courier_key, '${last}')`,
  price: `coalesce(price_key, '${last}')`,
};

/** A condition on rows with its values. */
interface Condition {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

function joined(conditions: readonly Condition[], word: 'AND' | 'OR'): Condition {
  return {
    sql: `(${conditions.map(({ sql }) => sql).join(` ${word} `)})`,
    values: conditions.flatMap(({ values }) => values),
  };
}

function holding({ digits, text }: Sought): Condition {
  const inTexts = { sql: 'instr(texts, ?) > 0', values: [text] };
  if (digits === null) return inTexts;
  // Most orders are told by the last digits, which every number that holds the others has.
  const end = digits.replace(/^0+/, '').slice(-4);
  const inNumbers = {
    sql: 'instr(numbers, ?) AND holds_number(numbers, ?)',
    values: [end, digits],
  };
  return joined([inTexts, inNumbers], 'OR');
}

/** The same rule as that of searchHit, which tells where in an order a query was found. */
function conditionOf({ group, promised, text }: ArchiveQuery): Condition {
  const terms = text === undefined ? [] : readQuery(text);
  return joined(
    [
      { sql: 'TRUE', values: [] },
      ...(group === undefined ? [] : [{ sql: 'group_name IS ?', values: [group] }]),
      ...(promised === undefined
        ? []
        : [
            {
              sql: 'promised_at_ms BETWEEN ? AND ?',
              values: [promised.fromMs, promised.untilMs],
            },
          ]),
      ...terms.map(({ whole, words }) =>
        joined([holding(whole), joined(words.map(holding), 'AND')], 'OR'),
      ),
    ],
    'AND',
  );
}

function tableOf({ text }: ArchiveQuery): string {
  return text === undefined
    ? 'archived_orders'
    : 'archived_orders JOIN archived_texts USING (order_no)';
}

/** The dispatcher's choices about the archive, and the orders in it that are evicted. */
export class ArchiveRepository implements ArchiveStore {
  readonly #sql: DatabaseSync;

  constructor(sql: DatabaseSync) {
    this.#sql = sql;
    sql.function('holds_number', { deterministic: true }, (numbers, digits) =>
      String(numbers)
        .split('\n')
        .some((number) => holdsDigits(number, String(digits)))
        ? 1
        : 0,
    );
  }

  load(ids: readonly OrderId[] | null = null): ReadonlyMap<OrderId, ArchiveChoice> {
    const of =
      ids === null
        ? 'INDEXED BY watched_live CROSS JOIN archive_choices ON order_no = no WHERE is_put_away = 0'
        : 'CROSS JOIN archive_choices ON order_no = no WHERE id IN (SELECT value FROM json_each(?))';
    const choices = new Map<OrderId, ArchiveChoice>();
    const rows = this.#sql
      .prepare(`SELECT id, choice FROM watched_orders ${of}`)
      .iterate(...(ids === null ? [] : [JSON.stringify(ids)]));
    for (const row of rows) {
      const { data } = choiceRow.safeParse(row);
      if (data !== undefined) choices.set(data.id, data.choice);
    }
    return choices;
  }

  save(choices: ReadonlyMap<OrderId, ArchiveChoice | null>): void {
    const upsert = this.#sql.prepare(`
      INSERT INTO archive_choices (order_no, choice)
      SELECT no, ? FROM watched_orders WHERE id = ?
      ON CONFLICT (order_no) DO UPDATE SET choice = excluded.choice`);
    const forget = this.#sql.prepare(`
      DELETE FROM archive_choices WHERE order_no = (SELECT no FROM watched_orders WHERE id = ?)`);
    inTransaction(this.#sql, () => {
      for (const [id, choice] of choices) {
        if (choice === null) forget.run(id);
        else upsert.run(choice, id);
      }
    });
  }

  count(): number {
    return Number(this.#sql.prepare('SELECT count(*) AS n FROM archived_orders').get()?.['n']);
  }

  groups(): readonly string[] {
    return this.#sql
      .prepare('SELECT DISTINCT group_name FROM archived_orders WHERE group_name IS NOT NULL')
      .all()
      .map((row) => String(row['group_name']));
  }

  *find(
    query: ArchiveQuery,
    after: ArchivePlace | null,
    limit: number,
  ): Generator<void, FoundArchived> {
    const key = keys[query.sort];
    const { sql, values } = conditionOf(query);
    const { key: afterKey, no: afterNo } = after ?? { key: Number.NEGATIVE_INFINITY, no: -1 };
    const matching = `FROM ${tableOf(query)} WHERE order_no > ? AND order_no <= ? AND ${sql}`;
    const counting = this.#sql.prepare(`SELECT count(*) AS n ${matching}`);
    const listing = this.#sql.prepare(`
      SELECT ${key} AS key, order_no AS no ${matching} AND (${key}, order_no) > (?, ?)
      ORDER BY 1, 2 LIMIT ${limit + 1}`);
    let total = 0;
    let found: readonly ArchivePlace[] = [];
    for (const part of this.#parts()) {
      const places = listing
        .all(...part, ...values, afterKey, afterNo)
        .map((row) => archivePlaceSchema.parse(row));
      // A first page leaves nothing out but what is beyond its limit.
      if (places.length <= limit) total += places.length;
      else if (after === null) total += Number(counting.get(...part, ...values)?.['n']);
      found = [...found, ...places].toSorted(byPlace).slice(0, limit + 1);
      yield;
    }
    const page = found.slice(0, limit);
    const isMore = found.length > limit && limit > 0;
    return {
      ids: this.#idsOf(page.map(({ no }) => no)),
      total: after === null ? total : null,
      next: isMore ? (page.at(-1) ?? null) : null,
    };
  }

  *all(query: ArchiveQuery): Generator<readonly OrderId[], void> {
    const { sql, values } = conditionOf(query);
    const matching = this.#sql.prepare(`
      SELECT order_no FROM ${tableOf(query)} WHERE order_no > ? AND order_no <= ? AND ${sql}`);
    for (const part of this.#parts()) {
      const numbers = matching.all(...part, ...values).map((row) => Number(row['order_no']));
      for (let from = 0; from < numbers.length; from += idsAtOnce) {
        yield this.#idsOf(numbers.slice(from, from + idsAtOnce));
      }
    }
  }

  /** The numbers of the evicted orders, in ranges from after one to another. */
  *#parts(): Generator<readonly [number, number], void> {
    const next = this.#sql.prepare(`
      SELECT max(order_no) AS last FROM (
        SELECT order_no FROM archived_orders WHERE order_no > ?
        ORDER BY order_no LIMIT ${searchedAtOnce})`);
    for (let after = -1; ;) {
      const lastNo = next.get(after)?.['last'];
      if (typeof lastNo !== 'number') return;
      yield [after, lastNo];
      after = lastNo;
    }
  }

  #idsOf(numbers: readonly number[]): readonly OrderId[] {
    const id = this.#sql.prepare('SELECT id FROM watched_orders WHERE no = ?');
    return numbers.map((no) => id.get(no)?.['id']).filter((found) => isOrderId(found));
  }
}

/** As SQLite compares: texts by their bytes. */
function byPlace(one: ArchivePlace, other: ArchivePlace): number {
  const byKey =
    typeof one.key === 'number' && typeof other.key === 'number'
      ? one.key - other.key
      : Buffer.compare(Buffer.from(String(one.key)), Buffer.from(String(other.key)));
  return byKey || one.no - other.no;
}
