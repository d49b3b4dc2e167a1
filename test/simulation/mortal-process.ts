import type { OrderId } from '../../core/order/order-id.ts';
import { type ProgramPlace, SimulatedProgram } from './simulated-program.ts';
import type { DiskFault } from './troubles.ts';

/** How often a notification is the last thing that a process does. */
const killedInShowing = 0.01;
/** How often a write is: in the middle of its transaction, or after it and before anybody hears of it. */
const killedInWriting = 0.0005;

/** By then a process has tried again to write what the disk refused: it does so every 2 s. */
const writtenWithinMs = 2100;

type AddedOrder = Parameters<SimulatedProgram['watcher']['add']>[0][number];

/** What processes come and go in. */
export interface ProcessPlace extends Omit<
  ProgramPlace,
  'diskFault' | 'killedInWriting' | 'shown'
> {
  /** Notes that a notification is on the screen. @returns whether it is for the first time */
  readonly isShownFirst: (key: string) => boolean;
  /** It is killed by itself; nobody planned it. */
  readonly dying: () => void;
  /** It is gone with its timers and requests. */
  readonly died: () => void;
  /** Another one runs and watches what is to be watched. */
  readonly revived: () => void;
  readonly broken: (fault: string) => void;
}

/** The process that runs now: killed at any moment, it is followed by another on the same disk. */
export class MortalProcess {
  readonly #place: ProcessPlace;
  /** Shown while the disk could not take that down: only a crash before it can is forgiven. */
  readonly #shownUnwritten = new Set<string>();
  readonly #mayRepeat = new Set<string>();
  readonly #unwatched: AddedOrder[] = [];
  readonly #unremoved: OrderId[] = [];
  /** The process is quit: nobody comes after it any more who could mend what a kill leaves. */
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

  /** A process that dies of it forgets them; whoever sees them missing adds them again. */
  watch(ids: readonly OrderId[]): void {
    this.#add(ids.map((id) => ({ id, label: null })));
  }

  /** A process that dies of it keeps them; whoever sees them there removes them again. */
  remove(ids: readonly OrderId[]): void {
    this.#program.watcher.remove(ids);
    if (this.#program.isKilled) this.#unremoved.push(...ids);
  }

  /** The process is killed: what was not written is gone, and so are its timers and requests. */
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
        // Nothing of what it still does in this turn leaves a trace.
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
