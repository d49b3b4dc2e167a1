import { Lane, type LaneOptions } from './lane.ts';

/** A request that may have to wait until a connection is free. */
export interface LaneGuest {
  /** Whether it was given up while it waited. */
  readonly isOver: boolean;
  /** A connection is free. The guest gives it back when undici is done with the request. */
  enter(lane: Lane): void;
  /** There will be no connection: everything is closed. */
  turnAway(): void;
}

/**
 * The connections to one origin, one request at a time on each; the one used last goes first, so that
 * the others may close. undici's own Pool does the same and costs a tenth of a whole check.
 */
export class Lanes {
  readonly #origin: string;
  readonly #options: LaneOptions;
  readonly #maxLanes: number;
  readonly #all: Lane[] = [];
  readonly #free: Lane[] = [];
  #waiting: LaneGuest[] = [];
  #isClosed = false;

  constructor(origin: string, options: LaneOptions, maxLanes: number) {
    this.#origin = origin;
    this.#options = options;
    this.#maxLanes = maxLanes;
  }

  admit(guest: LaneGuest): void {
    if (this.#isClosed) {
      guest.turnAway();
      return;
    }
    const lane = this.#free.pop() ?? this.#another();
    if (lane === null) this.#waiting.push(guest);
    else guest.enter(lane);
  }

  /** A guest has left: its lane goes to the next one who still wants it. */
  release(lane: Lane): void {
    if (this.#waiting.length > 0) {
      // Those who gave up go in one sweep: taking them one by one would move the whole line each time.
      const next = this.#waiting.findIndex(({ isOver }) => !isOver);
      const [guest] = next === -1 ? [] : this.#waiting.slice(next, next + 1);
      this.#waiting = next === -1 ? [] : this.#waiting.slice(next + 1);
      if (guest !== undefined) {
        guest.enter(lane);
        return;
      }
    }
    this.#free.push(lane);
  }

  /** Ends everything, those who wait included. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const guest of waiting) guest.turnAway();
    await Promise.all(this.#all.map((lane) => lane.client.destroy()));
  }

  #another(): Lane | null {
    if (this.#all.length >= this.#maxLanes) return null;
    const lane = new Lane(this.#origin, this.#options);
    this.#all.push(lane);
    return lane;
  }
}
