import { labelOf } from './laws/telling/telling-record.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { type ProgramPlace, SimulatedProgram } from './simulated-program.ts';
import type { DiskFault } from './troubles.ts';

/** The probability that showing a notification kills the process. */
const killedInShowing = 0.01;
/** The probability that a write kills the process: during the transaction or right after it. */
const killedInWriting = 0.0005;

/** Within this time a process has repeated a refused write: it tries every 2 s. */
const writtenWithinMs = 2100;

type AddedOrder = Parameters<SimulatedProgram['watcher']['add']>[0][number];

/** What the processes need, and what they tell to the simulation. */
export interface ProcessPlace extends Omit<
  ProgramPlace,
  'diskFault' | 'killedInWriting' | 'shown'
> {
  /** Records that a notification is on the screen. @returns whether it is the first time */
  readonly isShownFirst: (key: string) => boolean;
  /** The process is about to be killed while writing or showing, not by a planned crash. */
  readonly dying: () => void;
  /** The process is gone, and so are its timers and requests. */
  readonly died: () => void;
  /** The next process runs, and the orders are on its watch list. */
  readonly revived: () => void;
  readonly broken: (fault: string) => void;
}

/** A process that may be killed at any moment; the next one starts on the same database. */
export class MortalProcess {
  readonly #place: ProcessPlace;
  /** Keys shown while the disk refused to record it. After a crash in that time they may repeat. */
  readonly #shownUnwritten = new Set<string>();
  readonly #mayRepeat = new Set<string>();
  readonly #unwatched: AddedOrder[] = [];
  readonly #unremoved: OrderId[] = [];
  /** The process is quitting. It is not killed any more, because no process follows to recover. */
  #isEnding = false;
  #program: SimulatedProgram;
  #diskFault: DiskFault | null = null;
  crashCount = 0;

  constructor(place: ProcessPlace) {
    this.#place = place;
    this.#program = this.#boot();
  }

  get program(): SimulatedProgram {
    return this.#program;
  }

  get diskFault(): DiskFault | null {
    return this.#diskFault;
  }

  set diskFault(fault: DiskFault | null) {
    this.#diskFault = fault;
    if (fault !== null) return;
    this.#place.time.schedule(() => {
      if (this.#diskFault === null) this.#shownUnwritten.clear();
    }, writtenWithinMs);
  }

  /** Adds orders. If this write kills the process, the orders are added again after the restart. */
  watch(ids: readonly OrderId[]): void {
    this.#add(ids.map((id) => ({ id, label: labelOf(id) })));
  }

  /** A dispatcher notes a promise. If this write kills the process, it is lost with it. */
  promise(id: OrderId, promisedAtMs: number): void {
    this.#program.watcher.setPreferences([id], { promisedAtMs });
  }

  /** Removes orders. If this write kills the process, they are removed again after the restart. */
  remove(ids: readonly OrderId[]): void {
    this.#program.watcher.remove(ids);
    if (this.#program.isKilled) this.#unremoved.push(...ids);
  }

  /** Kills the process: unwritten changes, timers and requests are gone. Starts the next one. */
  crash(): void {
    this.crashCount += 1;
    for (const key of this.#shownUnwritten) this.#mayRepeat.add(key);
    this.#shownUnwritten.clear();
    this.#place.time.dropTimers();
    this.#place.died();
    this.#program = this.#boot();
    this.remove(this.#unremoved.splice(0));
    this.#add(this.#unwatched.splice(0));
    this.#place.revived();
  }

  async quit(): Promise<void> {
    this.#isEnding = true;
    await this.#program.stop();
  }

  #add(added: readonly AddedOrder[]): void {
    void this.#program.watcher.add(added);
    if (this.#program.isKilled) this.#unwatched.push(...added);
  }

  #boot(): SimulatedProgram {
    const { random, time } = this.#place;
    return new SimulatedProgram({
      ...this.#place,
      diskFault: () => this.#diskFault,
      killedInWriting: () => {
        if (this.#isEnding || random() >= killedInWriting) return null;
        time.schedule(() => this.#die(), 0);
        return random() < 0.5 ? 'before' : 'after';
      },
      shown: (key) => {
        const isFirst = this.#place.isShownFirst(key);
        if (!isFirst && !this.#mayRepeat.has(key)) this.#place.broken(`shown twice: ${key}`);
        if (this.diskFault !== null) this.#shownUnwritten.add(key);
        const isKilled = random() < killedInShowing;
        // The killed process runs on to the end of this turn, but writes and shows nothing more.
        if (isKilled) time.schedule(() => this.#die(), 0);
        return isKilled;
      },
    });
  }

  #die(): void {
    this.#place.dying();
    this.crash();
  }
}
