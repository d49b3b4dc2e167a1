import { rmSync } from 'node:fs';
import type { OpenRequest } from './second-instance.ts';

/** The joined program as its life cycle sees it. */
export interface Program {
  start(): Promise<void>;
  /** Raises the window and watches or offers the orders. */
  open(request: OpenRequest): void;
  /** The program is about to quit: from here on closing the window really closes it. */
  prepareToQuit(): void;
  /** Saves what has to be kept and releases everything. */
  stop(): Promise<void>;
}

/** What a {@link Lifecycle} acts on. */
export interface LifeParts {
  /** Joins the program; called once, when Electron is ready. */
  readonly compose: () => Program;
  /** Ends the process at once. */
  readonly exit: () => void;
  /** Starts the program again as soon as this process has ended. */
  readonly startAgain: (request: OpenRequest) => void;
  /** Calls once after so many milliseconds; does not keep the process alive. */
  readonly schedule: (run: () => void, delayMs: number) => void;
}

/** A stop that takes longer is cut off: a quit must never hang. In milliseconds. */
const stopWithinMs = 1800;

/** The life of the process, and the requests to open orders that reach it at any time of it. */
export class Lifecycle {
  readonly #parts: LifeParts;
  #program: Program | null = null;
  /** Requests that came before the program was composed. */
  #early: OpenRequest[] = [];
  /** Requests that came while the program was ending: it is started again for them. */
  #late: OpenRequest | null = null;
  /** Whether the program was asked to end; that is never taken back. */
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
    for (const request of this.#early.splice(0)) program.open(request);
  }

  open(request: OpenRequest): void {
    if (this.#isEnding) {
      const { orders, offeredIds } = this.#late ?? { orders: [], offeredIds: [] };
      this.#late = {
        orders: [...orders, ...request.orders],
        offeredIds: [...offeredIds, ...request.offeredIds],
      };
    } else if (this.#program === null) this.#early.push(request);
    else this.#program.open(request);
  }

  prepareToQuit(): void {
    if (this.#program === null) return;
    this.#isEnding = true;
    this.#program.prepareToQuit();
  }

  /** The process is about to end. Holds that back until the program has stopped. */
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

/** At most this many orders are passed on; more would be too long for a command line of Windows. */
const mostOrders = 500;

/**
 * The arguments that start the program again on the same profile with what it was asked to open.
 *
 * @param appPath the folder that Electron runs; null in a package
 * @param profileDir null for the usual one
 */
export function startAgainArguments(
  { appPath, profileDir }: { readonly appPath: string | null; readonly profileDir: string | null },
  { orders, offeredIds }: OpenRequest,
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

/**
 * Runs a command of the command line and removes the folder of the window's engine that ran beside it.
 * The engine may still write into the folder, and Windows does not remove open files: then it stays
 * among the system's temporary files, and the command has ended all the same.
 *
 * @param complain gets what the work threw
 * @returns the work's exit code; 1 when it threw
 */
export async function runCommandBeside(
  folder: string,
  work: () => Promise<number>,
  complain: (error: unknown) => void,
  remove: (folder: string) => void = removeFolder,
): Promise<number> {
  let code = 1;
  try {
    code = await work();
  } catch (error) {
    complain(error);
  }
  try {
    remove(folder);
  } catch {
    // It lies in the system's temporary folder and holds nothing of ours.
  }
  return code;
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
