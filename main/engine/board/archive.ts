import type { ArchivePlace, ArchiveQuery } from '../../../core/board/archive-page.ts';
import type { ArchiveChoice } from '../../../core/watch/archive.ts';
import {
  readQuery,
  type SearchHit,
  searchedTexts,
  searchHit,
} from '../../../core/watch/order-search.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Watch } from '../watch/ports.ts';
import type { ArchiveStore, FoundArchived } from './ports.ts';
import type { SeenOrders } from './seen-orders.ts';

/** A choice for each of some orders; null for none. */
export type Choices = ReadonlyMap<OrderId, ArchiveChoice | null>;

/** Which orders of the list the dispatcher put into the archive or took out of it. */
export class ArchiveChoices {
  readonly #store: Pick<ArchiveStore, 'load' | 'save' | 'count'>;
  readonly #choices: Map<OrderId, ArchiveChoice>;
  /** Null when it has to be counted anew. */
  #evictedCount: number | null = null;

  constructor(store: Pick<ArchiveStore, 'load' | 'save' | 'count'>) {
    this.#store = store;
    this.#choices = new Map(store.load());
  }

  choiceOf(id: OrderId): ArchiveChoice | null {
    return this.#choices.get(id) ?? null;
  }

  /** @throws when it could not be written; nothing changed then */
  choose(choices: Choices): void {
    this.#store.save(choices);
    for (const [id, choice] of choices) {
      if (choice === null) this.#choices.delete(id);
      else this.#choices.set(id, choice);
    }
  }

  /** How many orders are evicted. */
  get evictedCount(): number {
    this.#evictedCount ??= this.#store.count();
    return this.#evictedCount;
  }

  /** These orders were removed or evicted. */
  ordersGone(ids: readonly OrderId[]): void {
    for (const id of ids) this.#choices.delete(id);
    this.#evictedCount = null;
  }

  /** These orders were evicted and are back on the list. */
  ordersLoaded(ids: readonly OrderId[]): void {
    for (const [id, choice] of this.#store.load(ids)) this.#choices.set(id, choice);
    this.#evictedCount = null;
  }
}

/** What one act changed. */
interface Archiving {
  readonly before: Choices;
  /** The undo token of their being marked as seen; null when they were put back on the list. */
  readonly seenToken: number | null;
}

/** More acts than have a message with undo on the screen. */
const mostActs = 30;

/** What an {@link Archiver} works with. */
export interface ArchiverParts {
  readonly watch: Pick<Watch, 'load'>;
  readonly choices: Pick<ArchiveChoices, 'choiceOf' | 'choose'>;
  readonly seenOrders: Pick<SeenOrders, 'markSeen' | 'undo'>;
}

/** Puts orders into the archive or back on the list, and takes exactly that back. */
export class Archiver {
  readonly #parts: ArchiverParts;
  readonly #acts = new Map<number, Archiving>();
  #lastToken = 0;

  constructor(parts: ArchiverParts) {
    this.#parts = parts;
  }

  /**
   * Archived orders count as handled: otherwise what still stands would bring them back at once.
   *
   * @returns the undo token
   * @throws when it could not be written; nothing changed then
   */
  archive(ids: readonly OrderId[], isArchived: boolean): number {
    const { choices, seenOrders, watch } = this.#parts;
    watch.load(ids);
    const before = new Map(ids.map((id) => [id, choices.choiceOf(id)]));
    const choice = isArchived ? 'archived' : 'kept';
    choices.choose(new Map(ids.map((id) => [id, choice])));
    const seenToken = isArchived ? seenOrders.markSeen(ids, { deed: 'handled' }) : null;
    this.#lastToken += 1;
    this.#acts.set(this.#lastToken, { before, seenToken });
    this.#acts.delete(this.#lastToken - mostActs);
    return this.#lastToken;
  }

  /**
   * Restores the choices of before, and what the orders needed attention for.
   *
   * @returns the orders that were changed
   * @throws RangeError when the token is unknown, was used or is long ago; what could not be written
   */
  undo(undoToken: number): readonly OrderId[] {
    const archiving = this.#acts.get(undoToken);
    if (archiving === undefined) throw new RangeError('no such undo token');
    const { before, seenToken } = archiving;
    const { choices, seenOrders, watch } = this.#parts;
    const ids = [...before.keys()];
    watch.load(ids);
    choices.choose(before);
    this.#acts.delete(undoToken);
    if (seenToken !== null) seenOrders.undo(seenToken);
    return ids;
  }
}

/** Some of the evicted orders, and where a text was found in them. */
export interface FoundPage extends FoundArchived {
  readonly hits: readonly SearchHit[];
}

/** What {@link ArchivePages} work with. */
export interface ArchivePagesParts {
  readonly store: Pick<ArchiveStore, 'all' | 'find'>;
  readonly watch: Pick<Watch, 'find' | 'get'>;
  readonly clock: Pick<Clock, 'nextTurn'>;
}

/** How many orders are looked up before others get their turn. */
const lookedUpAtOnce = 200;

/** Looks through the evicted orders, in turns, so that checks and the window go on meanwhile. */
export class ArchivePages {
  readonly #parts: ArchivePagesParts;

  constructor(parts: ArchivePagesParts) {
    this.#parts = parts;
  }

  /** @param after where the page begins; null for the first one */
  async find(query: ArchiveQuery, after: ArchivePlace | null, limit: number): Promise<FoundPage> {
    const { clock, store, watch } = this.#parts;
    const steps = store.find(query, after, limit);
    for (;;) {
      const step = steps.next();
      if (step.done !== true) {
        await clock.nextTurn();
        continue;
      }
      const { ids } = step.value;
      const asked = query.text === undefined ? null : readQuery(query.text);
      const hits = (asked === null ? [] : ids).flatMap((id) => {
        const watched = watch.find(id);
        if (watched === undefined || asked === null) return [];
        return searchHit(watched, searchedTexts(watched), asked) ?? [];
      });
      return { ...step.value, hits };
    }
  }

  /** All that a query asks for. */
  async *all(query: ArchiveQuery): AsyncGenerator<readonly OrderId[], void> {
    const { clock, store } = this.#parts;
    for (const ids of store.all(query)) {
      yield ids;
      await clock.nextTurn();
    }
  }

  /** Those of these orders that are evicted. */
  async among(ids: readonly OrderId[]): Promise<readonly OrderId[]> {
    const { clock, watch } = this.#parts;
    const found: OrderId[] = [];
    for (const [at, id] of ids.entries()) {
      if (at % lookedUpAtOnce === lookedUpAtOnce - 1) await clock.nextTurn();
      if (watch.get(id) === undefined && watch.find(id) !== undefined) found.push(id);
    }
    return found;
  }
}
