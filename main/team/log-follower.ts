import type { OrderId } from '../../core/order/order-id.ts';
import type { Clock } from '../watch/clock.ts';
import type { FollowedEntry, LogPlace, TeamStore } from './ports.ts';

/** How the log is being read. */
export type Reading =
  /** For the first time: what happened before this desk came is no news to it. */
  | 'first'
  /** From the beginning, because what came after the place is gone. */
  | 'again'
  /** What happened while there was no contact. */
  | 'catchingUp'
  | 'live';

/** How many entries are taken in one turn of the event loop: as many as fit into one transaction. */
const takenAtOnce = 100;
/** The newest entry may be none of an order. Then the end is known by this time without one. */
const quietForMs = 3000;

/** What a {@link LogFollower} works with. */
export interface LogFollowerParts {
  readonly store: Pick<TeamStore, 'place' | 'savePlace'>;
  readonly clock: Clock;
  /**
   * Takes some entries.
   *
   * @param isReread whether some of them may have been taken before
   */
  readonly take: (entries: readonly FollowedEntry[], reading: Reading, isReread: boolean) => void;
  /** Everything that there was is taken. `heard` are the orders that entries were about, while read anew. */
  readonly caughtUp: (reading: Reading, heard: ReadonlySet<OrderId>) => void;
  readonly reportDefect: (error: unknown) => void;
}

/** Follows a hub's log: some entries at a time, each once, and knows when it has caught up. */
export class LogFollower {
  readonly #parts: LogFollowerParts;
  /** How far entries came in. */
  #place: LogPlace;
  #storedPlace: LogPlace;
  #reading: Reading;
  /** Since the start, until the first time that all was taken: a crash may have lost the place. */
  #isReread = true;
  #newest = Number.POSITIVE_INFINITY;
  #heardAtMs = 0;
  readonly #heard = new Set<OrderId>();
  #waiting: FollowedEntry[] = [];
  #working: Promise<void> | null = null;

  constructor(parts: LogFollowerParts) {
    this.#parts = parts;
    this.#place = parts.store.place();
    this.#storedPlace = this.#place;
    this.#reading = this.#place.logId === null ? 'first' : 'catchingUp';
  }

  /** Where to go on from. */
  get place(): LogPlace {
    return this.#place;
  }

  opened(logId: string, newestSequence: number): void {
    this.#place = { ...this.#place, logId };
    this.#newest = newestSequence;
    this.#heardAtMs = this.#parts.clock.monotonicMs();
    if (this.#reading === 'live') this.#reading = 'catchingUp';
    this.#lookForEnd();
  }

  /** Resolves when these are taken. One that came before is left out. */
  entries(entries: readonly FollowedEntry[]): Promise<void> {
    this.#heardAtMs = this.#parts.clock.monotonicMs();
    for (const entry of entries) {
      if (entry.sequence <= this.#place.sequence) continue;
      this.#place = { ...this.#place, sequence: entry.sequence };
      this.#waiting.push(entry);
    }
    this.#working ??= this.#work();
    return this.#working;
  }

  /** The hub told its status: it says whether entries have ended. */
  statusTold(): void {
    const { clock } = this.#parts;
    if (clock.monotonicMs() - this.#heardAtMs >= quietForMs) this.#newest = 0;
    this.#lookForEnd();
  }

  /** Everything is read from the beginning. */
  readAgain(): void {
    this.#waiting = [];
    this.#heard.clear();
    this.#place = { logId: null, sequence: 0 };
    this.#newest = Number.POSITIVE_INFINITY;
    if (this.#reading !== 'first') this.#reading = 'again';
    this.#isReread = true;
  }

  /** Notes how far all was taken. It is to be called when what was taken is on the disk. */
  keepPlace(): void {
    if (this.#reading !== 'live' || this.#waiting.length > 0) return;
    if (this.#storedPlace === this.#place) return;
    this.#parts.store.savePlace(this.#place);
    this.#storedPlace = this.#place;
  }

  async #work(): Promise<void> {
    const { clock, reportDefect, take } = this.#parts;
    while (this.#waiting.length > 0) {
      const part = this.#waiting.splice(0, takenAtOnce);
      const isAnew = this.#reading === 'first' || this.#reading === 'again';
      if (isAnew) for (const { event } of part) this.#heard.add(event.id);
      try {
        take(part, this.#reading, this.#isReread);
      } catch (error) {
        reportDefect(error);
      }
      if (this.#waiting.length > 0) await clock.nextTurn();
    }
    this.#working = null;
    this.#lookForEnd();
  }

  #lookForEnd(): void {
    if (this.#reading === 'live' || this.#working !== null) return;
    if (this.#place.logId === null || this.#place.sequence < this.#newest) return;
    const reading = this.#reading;
    this.#reading = 'live';
    this.#isReread = false;
    this.#parts.caughtUp(reading, new Set(this.#heard));
    this.#heard.clear();
  }
}
