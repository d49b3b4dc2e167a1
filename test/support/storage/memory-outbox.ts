import type { Telling, TellingOutcome } from '../../../core/notification/telling.ts';
import type { HeldTelling, Outbox } from '../../../main/notify/ports.ts';
import { storedOutcome, storedTelling } from '../../../main/storage/stored-json.ts';

/**
 * An outbox in memory, with a disk that can fail. It refuses what the database could not read back, so
 * that a test notices what the disk would lose. test/contract/outbox.test.ts holds it to the database.
 */
export class MemoryOutbox implements Outbox {
  readonly tellings = new Map<string, Telling>();
  /** Keys that are about to be shown. */
  readonly showing = new Set<string>();
  readonly outcomes = new Map<string, TellingOutcome>();
  isBroken = false;

  pending(known: ReadonlySet<string> = new Set()): readonly Telling[] {
    this.#work();
    return [...this.tellings.values()].filter(
      ({ key }) => !known.has(key) && !this.outcomes.has(key) && !this.showing.has(key),
    );
  }

  held(): readonly HeldTelling[] {
    this.#work();
    return [...this.tellings.values()].flatMap((telling) => {
      const outcome = this.outcomes.get(telling.key);
      return outcome?.kind === 'held' ? [{ telling, reason: outcome.reason }] : [];
    });
  }

  put(telling: Telling): void {
    this.#work();
    const stored = storedTelling.parse(telling);
    if (!this.tellings.has(stored.key)) this.tellings.set(stored.key, stored);
  }

  settle(keys: readonly string[], outcome: TellingOutcome): void {
    this.#work();
    storedOutcome.parse(outcome);
    for (const key of this.#known(keys)) {
      this.showing.delete(key);
      this.outcomes.set(key, outcome);
    }
  }

  beginShowing(keys: readonly string[]): void {
    this.#work();
    for (const key of this.#known(keys)) {
      this.outcomes.delete(key);
      this.showing.add(key);
    }
  }

  inDoubt(): readonly Telling[] {
    this.#work();
    return [...this.tellings.values()].filter(({ key }) => this.showing.has(key));
  }

  #known(keys: readonly string[]): readonly string[] {
    return keys.filter((key) => this.tellings.has(key));
  }

  #work(): void {
    if (this.isBroken) throw new Error('database or disk is full');
  }
}
