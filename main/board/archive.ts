import type { ArchiveChoice } from '../../core/watch/archive.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { ArchiveStore } from './ports.ts';
import type { SeenMarks } from './seen-marks.ts';

/** A choice for each of some orders; null for none. */
export type Choices = ReadonlyMap<OrderId, ArchiveChoice | null>;

/** Which orders the dispatcher put into the archive or took out of it. */
export class ArchiveChoices {
  readonly #store: ArchiveStore;
  readonly #choices: Map<OrderId, ArchiveChoice>;

  constructor(store: ArchiveStore) {
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

  ordersRemoved(ids: readonly OrderId[]): void {
    for (const id of ids) this.#choices.delete(id);
  }
}

/** What one act changed. */
interface Archiving {
  readonly before: Choices;
  /** The mark by which the orders were marked as seen; null when they were put back on the list. */
  readonly seenMark: number | null;
}

/** More acts than have a message with undo on the screen. */
const mostActs = 30;

/** Puts orders into the archive or back on the list, and takes exactly that back. */
export class Archiver {
  readonly #choices: Pick<ArchiveChoices, 'choiceOf' | 'choose'>;
  readonly #seenMarks: Pick<SeenMarks, 'mark' | 'takeBack'>;
  readonly #acts = new Map<number, Archiving>();
  #lastAct = 0;

  constructor(
    choices: Pick<ArchiveChoices, 'choiceOf' | 'choose'>,
    seenMarks: Pick<SeenMarks, 'mark' | 'takeBack'>,
  ) {
    this.#choices = choices;
    this.#seenMarks = seenMarks;
  }

  /**
   * Archived orders count as seen.
   *
   * @returns the number of this act, to take it back
   * @throws when it could not be written; nothing changed then
   */
  archive(ids: readonly OrderId[], isArchived: boolean): number {
    const before = new Map(ids.map((id) => [id, this.#choices.choiceOf(id)]));
    const choice = isArchived ? 'archived' : 'kept';
    this.#choices.choose(new Map(ids.map((id) => [id, choice])));
    const seenMark = isArchived ? this.#seenMarks.mark(ids) : null;
    this.#lastAct += 1;
    this.#acts.set(this.#lastAct, { before, seenMark });
    this.#acts.delete(this.#lastAct - mostActs);
    return this.#lastAct;
  }

  /**
   * Restores the choices of before, and what the orders needed attention for.
   *
   * @returns the orders that were changed
   * @throws RangeError when the act is unknown, was taken back or is long ago; what could not be written
   */
  takeBack(act: number): readonly OrderId[] {
    const archiving = this.#acts.get(act);
    if (archiving === undefined) throw new RangeError('no such act');
    const { before, seenMark } = archiving;
    this.#choices.choose(before);
    this.#acts.delete(act);
    if (seenMark !== null) this.#seenMarks.takeBack(seenMark);
    return [...before.keys()];
  }
}
