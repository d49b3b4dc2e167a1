import { type Clock, settledWithin } from '../../core/clock.ts';

/** A part of a program, with what begins and what ends it. What only ends has run since it was built. */
export interface Part {
  start?(): void | Promise<void>;
  stop?(): void | Promise<void>;
  /** Its end writes what has to be kept, so it is waited for without a limit. */
  readonly isAwaited?: boolean;
}

/** Parts that are stopped at once, in their order. */
export type Group = readonly Part[];

/** What a {@link Run} works with beside its groups. */
export interface RunOptions {
  readonly clock: Clock;
  /** A part that takes longer to end is not waited for. Default: each is. */
  readonly stopWithinMs?: number;
}

/**
 * The begin and the end of a program: its groups are started in their order and stopped in the reverse
 * order. So what comes first, such as the storage, ends when nothing that uses it runs any more. No part
 * keeps another one from ending.
 */
export class Run {
  readonly #groups: readonly Group[];
  readonly #options: RunOptions;
  /** The parts that are to be stopped. */
  readonly #running: Set<Part>;

  constructor(groups: readonly Group[], options: RunOptions) {
    this.#groups = groups;
    this.#options = options;
    this.#running = new Set(groups.flat().filter((part) => part.start === undefined));
  }

  /** Starts one part after the other. @throws what a start throws, when all that began has stopped */
  async start(): Promise<void> {
    try {
      for (const part of this.#groups.flat()) {
        this.#running.add(part);
        const starting = part.start?.();
        // Where none has to be waited for, all start in one turn.
        if (starting !== undefined) await starting;
      }
    } catch (error) {
      await this.stop().catch(() => undefined);
      throw error;
    }
  }

  /** Stops what runs, once. @throws the first that a stop threw, when all have stopped */
  async stop(): Promise<void> {
    const faults: unknown[] = [];
    for (const group of this.#groups.toReversed()) {
      const parts = group.filter((part) => this.#running.delete(part));
      await Promise.all(parts.map((part) => this.#ended(part, faults)));
    }
    if (faults.length > 0) throw faults[0];
  }

  async #ended(part: Part, faults: unknown[]): Promise<void> {
    const { clock, stopWithinMs } = this.#options;
    const ending = async (): Promise<void> => {
      try {
        await part.stop?.();
      } catch (error) {
        faults.push(error);
      }
    };
    if (stopWithinMs === undefined || part.isAwaited === true) await ending();
    else await settledWithin(stopWithinMs, ending(), clock);
  }
}
