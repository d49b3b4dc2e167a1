import type { HeldTelling, Outbox } from '../../main/notify/ports.ts';
import type { Telling, TellingOutcome } from '../../core/notification/telling.ts';

/** An outbox in memory, with a disk that can fail. */
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
    if (!this.tellings.has(telling.key)) this.tellings.set(telling.key, telling);
  }

  settle(keys: readonly string[], outcome: TellingOutcome): void {
    this.#work();
    for (const key of keys) {
      this.showing.delete(key);
      this.outcomes.set(key, outcome);
    }
  }

  beginShowing(keys: readonly string[]): void {
    this.#work();
    for (const key of keys) {
      this.outcomes.delete(key);
      this.showing.add(key);
    }
  }

  inDoubt(): readonly Telling[] {
    this.#work();
    return [...this.tellings.values()].filter(({ key }) => this.showing.has(key));
  }

  #work(): void {
    if (this.isBroken) throw new Error('database or disk is full');
  }
}
