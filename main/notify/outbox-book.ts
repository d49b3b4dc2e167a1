import type { Telling, TellingOutcome } from '../../core/notification/telling.ts';
import type { Clock } from '../watch/clock.ts';
import type { HeldTelling, Outbox } from './ports.ts';

/** What an {@link OutboxBook} is made of. */
export interface OutboxBookParts {
  readonly outbox: Outbox;
  readonly clock: Clock;
  /** The outbox may work again. */
  readonly retry: () => void;
}

/** When the outbox is looked at again after it could not be read or written. */
const retryOutboxMs = 2000;

/** The outbox of a disk that may refuse: what could not be written is written when it can. */
export class OutboxBook {
  readonly #parts: OutboxBookParts;
  /** How tellings ended that the outbox could not take down: never told again, written when it can. */
  readonly #owed = new Map<string, TellingOutcome>();
  #isRunning = false;
  #cancelRetry: (() => void) | null = null;

  constructor(parts: OutboxBookParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#isRunning = true;
  }

  stop(): void {
    this.#isRunning = false;
    this.#cancelRetry?.();
    this.#cancelRetry = null;
  }

  /** What waits, is not `known` and was not settled, oldest first; nothing while it cannot be read. */
  pending(known: ReadonlySet<string>): readonly Telling[] {
    for (const [key, outcome] of this.#owed) this.settle([key], outcome);
    return this.#read((outbox) => outbox.pending(known)).filter(({ key }) => !this.#owed.has(key));
  }

  held(): readonly HeldTelling[] {
    return this.#read((outbox) => outbox.held()).filter(({ telling }) => {
      const owed = this.#owed.get(telling.key);
      return owed === undefined || owed.kind === 'held';
    });
  }

  settle(keys: readonly string[], outcome: TellingOutcome): void {
    if (keys.length === 0) return;
    try {
      this.#parts.outbox.settle(keys, outcome, this.#parts.clock.wallMs());
      for (const key of keys) this.#owed.delete(key);
    } catch {
      for (const key of keys) this.#owed.set(key, outcome);
      this.#retryLater();
    }
  }

  /** Writes that these are about to be shown. A disk that refuses does not keep them from the screen. */
  beginShowing(keys: readonly string[]): void {
    try {
      this.#parts.outbox.beginShowing(keys);
    } catch {
      // Only a crash within this outage of the disk could show them again.
    }
  }

  /** What may or may not have been shown before the program was ended, oldest first. */
  inDoubt(): readonly Telling[] {
    return this.#read((outbox) => outbox.inDoubt()).filter(({ key }) => !this.#owed.has(key));
  }

  /** @returns whether it was written */
  put(telling: Telling): boolean {
    try {
      this.#parts.outbox.put(telling);
      return true;
    } catch {
      return false;
    }
  }

  #read<Item>(read: (outbox: Outbox) => readonly Item[]): readonly Item[] {
    try {
      return read(this.#parts.outbox);
    } catch {
      this.#retryLater();
      return [];
    }
  }

  #retryLater(): void {
    if (this.#cancelRetry !== null || !this.#isRunning) return;
    this.#cancelRetry = this.#parts.clock.schedule(() => {
      this.#cancelRetry = null;
      this.#parts.retry();
    }, retryOutboxMs);
  }
}
