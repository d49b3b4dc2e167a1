import type { Telling, TellingOutcome } from '../../core/telling.ts';
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

  /** What waits and was not settled, oldest first; nothing while it cannot be read. */
  pending(): readonly Telling[] {
    for (const [key, outcome] of this.#owed) this.settle([key], outcome);
    return this.#read((outbox) => outbox.pending()).filter(({ key }) => !this.#owed.has(key));
  }

  held(): readonly HeldTelling[] {
    return this.#read((outbox) => outbox.held()).filter(({ telling }) => {
      const owed = this.#owed.get(telling.key);
      return owed === undefined || owed.kind === 'held';
    });
  }

  settle(keys: readonly string[], outcome: TellingOutcome): void {
    const atMs = this.#parts.clock.wallMs();
    for (const key of keys) {
      try {
        this.#parts.outbox.settle(key, outcome, atMs);
        this.#owed.delete(key);
      } catch {
        this.#owed.set(key, outcome);
        this.#retryLater();
      }
    }
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
