import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import type { Clock } from './clock.ts';
import type { WatchStore } from './ports.ts';

/** When a watch list that could not be read is read again. */
const retryMs = 1000;

/** What a {@link ListLoading} is made of. */
export interface ListLoadingParts {
  readonly store: Pick<WatchStore, 'load' | 'loadInParts'>;
  readonly clock: Clock;
  /** Some orders were read. After a disk that refused, some come a second time. */
  readonly read: (orders: readonly WatchedOrder[]) => void;
  /** All is read, or reading failed or works again. */
  readonly changed: () => void;
}

/**
 * Reads the watch list in turns, so that ten thousand orders hold up nothing at the start, and the rest
 * of it at once when somebody has to know all of it.
 */
export class ListLoading {
  readonly #parts: ListLoadingParts;
  #reading: Iterator<readonly WatchedOrder[]> | null = null;
  #cancel: (() => void) | null = null;
  #isDone = false;
  #fault: string | null = null;
  #againAtMs = 0;

  constructor(parts: ListLoadingParts) {
    this.#parts = parts;
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /** Why it could not be read; null while all is well. */
  get fault(): string | null {
    return this.#fault;
  }

  /** When to try again, on the monotonic clock; null when nothing failed. */
  get againAtMs(): number | null {
    return this.#fault === null ? null : this.#againAtMs;
  }

  /** Reads the first part now and the others in turns. */
  begin(): void {
    if (this.#isDone || this.#cancel !== null) return;
    this.#next();
    if (!this.#isDone && this.#fault === null) this.#goOnLater();
  }

  /** Reads all that is missing. */
  finish(): void {
    this.stop();
    while (!this.#isDone) {
      this.#next();
      if (this.#fault !== null) return;
    }
  }

  /** Reads nothing by itself until it is begun again. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #goOnLater(): void {
    this.#cancel = this.#parts.clock.schedule(() => {
      this.#cancel = null;
      this.begin();
    }, 1);
  }

  #next(): void {
    const { clock, changed, read, store } = this.#parts;
    const { fault } = this;
    try {
      this.#reading ??= store.loadInParts?.() ?? [store.load()].values();
      const part = this.#reading.next();
      this.#isDone = part.done === true || store.loadInParts === undefined;
      if (part.done !== true) read(part.value);
      this.#fault = null;
    } catch (error) {
      this.#reading = null;
      this.#fault = error instanceof Error ? error.message : 'The watch list cannot be read';
      this.#againAtMs = clock.monotonicMs() + retryMs;
    }
    if (this.#isDone || this.#fault !== fault) changed();
  }
}
