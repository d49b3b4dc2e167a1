import type { HeldTelling, Outbox } from '../../main/notify/ports.ts';
import type { Telling, TellingOutcome } from '../../core/telling.ts';

/** An outbox in memory, with a disk that can fail. */
export class MemoryOutbox implements Outbox {
  readonly tellings = new Map<string, Telling>();
  readonly outcomes = new Map<string, TellingOutcome>();
  isBroken = false;

  pending(): readonly Telling[] {
    this.#work();
    return [...this.tellings.values()].filter((telling) => !this.outcomes.has(telling.key));
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

  settle(key: string, outcome: TellingOutcome): void {
    this.#work();
    this.outcomes.set(key, outcome);
  }

  #work(): void {
    if (this.isBroken) throw new Error('database or disk is full');
  }
}
