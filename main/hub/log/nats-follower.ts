import type { LogEntry } from './ports.ts';

/** How many entries a follower is told at once. */
export const mostAtOnce = 5000;
/** The most entries that wait for those before them; others are read. */
const mostEarly = 1000;

/** Puts what is told of new entries in order, and reads what was not told. */
export class NatsFollower {
  #place: number;
  readonly #listener: (entries: readonly LogEntry[]) => void;
  readonly #read: (place: number) => Promise<readonly LogEntry[]>;
  /** Told while something before it is being read. */
  #early: LogEntry[] = [];
  #isReading = false;
  #isStopped = false;

  constructor(
    place: number,
    listener: (entries: readonly LogEntry[]) => void,
    read: (place: number) => Promise<readonly LogEntry[]>,
  ) {
    this.#place = place;
    this.#listener = listener;
    this.#read = read;
  }

  received(entry: LogEntry): void {
    if (this.#isStopped || !(entry.sequence > this.#place)) return;
    if (!this.#isReading && entry.sequence === this.#place + 1) {
      this.#deliver([entry]);
      return;
    }
    if (this.#early.length < mostEarly) this.#early.push(entry);
    this.look();
  }

  /** Reads whether there is anything that was not told. */
  look(): void {
    if (this.#isReading || this.#isStopped) return;
    this.#isReading = true;
    let isMore = false;
    this.#read(this.#place)
      .then(
        (entries) => {
          this.#deliver(entries);
          isMore = entries.length === mostAtOnce;
        },
        () => undefined,
      )
      .finally(() => {
        this.#isReading = false;
        const early = this.#early;
        this.#early = [];
        for (const entry of early) this.received(entry);
        if (isMore) this.look();
      });
  }

  stop(): void {
    this.#isStopped = true;
  }

  #deliver(entries: readonly LogEntry[]): void {
    const fresh = entries.filter(({ sequence }) => sequence > this.#place);
    const last = fresh.at(-1);
    if (last === undefined || this.#isStopped) return;
    this.#place = last.sequence;
    this.#listener(fresh);
  }
}
