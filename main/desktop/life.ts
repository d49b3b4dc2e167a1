import type { Handover } from './handover.ts';

/** The joined program as its life cycle sees it. */
export interface Program {
  start(): Promise<void>;
  /** Raises the window and takes the orders. */
  handOver(handover: Handover): void;
  /** The end was asked for: from here on closing the window closes it. */
  prepareToQuit(): void;
  /** Keeps what has to be kept and lets everything go. */
  stop(): Promise<void>;
}

/** What a {@link Life} acts on. */
export interface LifeParts {
  /** Joins the program; called once, when Electron is ready. */
  readonly compose: () => Program;
  /** Ends the process at once. */
  readonly exit: () => void;
  /** Starts the program again as soon as this process has ended. */
  readonly startAgain: (handover: Handover) => void;
  /** Calls once after so many milliseconds, and holds nobody up for it. */
  readonly schedule: (run: () => void, delayMs: number) => void;
}

/** A stop that takes longer is cut off: a quit must never hang. In milliseconds. */
const stopWithinMs = 1800;

/** One process from its start to its end, whenever others hand something over to it. */
export class Life {
  readonly #parts: LifeParts;
  #program: Program | null = null;
  /** Handed over before the program stood. */
  #early: Handover[] = [];
  /** Handed over while it was ending: somebody wants it to run, so it has to run again. */
  #late: Handover | null = null;
  /** The end was asked for; nothing takes that back. */
  #isEnding = false;
  #isStopping = false;
  #isOver = false;

  constructor(parts: LifeParts) {
    this.#parts = parts;
  }

  async ready(): Promise<void> {
    const program = this.#parts.compose();
    this.#program = program;
    await program.start();
    for (const handover of this.#early.splice(0)) program.handOver(handover);
  }

  take(handover: Handover): void {
    if (this.#isEnding) {
      const { orders, offeredIds } = this.#late ?? { orders: [], offeredIds: [] };
      this.#late = {
        orders: [...orders, ...handover.orders],
        offeredIds: [...offeredIds, ...handover.offeredIds],
      };
    } else if (this.#program === null) this.#early.push(handover);
    else this.#program.handOver(handover);
  }

  prepareToQuit(): void {
    if (this.#program === null) return;
    this.#isEnding = true;
    this.#program.prepareToQuit();
  }

  /** The process is about to end, which waits until the program has. */
  willQuit(event: { preventDefault(): void }): void {
    if (this.#program === null) return;
    event.preventDefault();
    if (this.#isStopping) return;
    this.#isEnding = true;
    this.#isStopping = true;
    const end = (): void => this.#end();
    this.#parts.schedule(end, stopWithinMs);
    this.#program.stop().then(end, end);
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { exit, startAgain } = this.#parts;
    if (this.#late !== null) startAgain(this.#late);
    exit();
  }
}

/** More would be too long for a command line of Windows; they are few, as a rule one. */
const mostOrders = 500;

/**
 * The arguments that start the program again on the same profile with what was handed over.
 *
 * @param appPath the folder that Electron was told to run; null in a package
 * @param profileDir null for the usual one
 */
export function startAgainArguments(
  { appPath, profileDir }: { readonly appPath: string | null; readonly profileDir: string | null },
  { orders, offeredIds }: Handover,
): string[] {
  return [
    ...(appPath === null ? [] : [appPath]),
    ...(profileDir === null ? [] : [`--profile=${profileDir}`]),
    ...orders.slice(0, mostOrders).map(({ id }) => id),
    ...offeredIds
      .slice(0, Math.max(mostOrders - orders.length, 0))
      .map((id) => `waybell://watch/${id}`),
  ];
}
