import type { OrderId } from '../../../core/order/order-id.ts';
import type { Clock } from '../../../core/clock.ts';
import type { HubAnswer, HubLink, QueuedEdit, TeamStore } from './ports.ts';

/** The most changes that wait for the hub. */
const mostQueuedEdits = 1000;
/** How soon a change is sent again that may not have arrived. */
const retryMs = 2000;

/** What an {@link EditQueue} works with. */
export interface EditQueueParts {
  readonly link: HubLink;
  readonly store: TeamStore;
  readonly clock: Clock;
  /** The number of changes that wait is another. */
  readonly changed: () => void;
  readonly reportDefect: (error: unknown) => void;
  /** A change is done, or was refused. */
  readonly settled: (edit: QueuedEdit, answer: HubAnswer) => void;
  /** The hub said no; the change is dropped. */
  readonly refused: (edit: QueuedEdit, answer: Extract<HubAnswer, { kind: 'refused' }>) => void;
}

/**
 * Changes on their way to the hub, one after the other, in the order in which they were made. They wait on the
 * disk while the hub is away; the key of each makes it safe to send it again.
 */
export class EditQueue {
  readonly #parts: EditQueueParts;
  #edits: QueuedEdit[] = [];
  readonly #byOrder = new Map<OrderId, readonly QueuedEdit[]>();
  #isSending = false;
  #isStopped = false;
  #cancelRetry: (() => void) | null = null;

  constructor(parts: EditQueueParts) {
    this.#parts = parts;
  }

  get count(): number {
    return this.#edits.length;
  }

  get isFull(): boolean {
    return this.#edits.length >= mostQueuedEdits;
  }

  start(): void {
    this.#isStopped = false;
    this.clear();
    for (const edit of this.#parts.store.edits()) this.#push(edit);
    void this.#send();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelRetry?.();
  }

  /** Those that wait and are about this order. */
  of(id: OrderId): readonly QueuedEdit[] {
    return this.#byOrder.get(id) ?? [];
  }

  /** Lets go of all that waits; what is on the disk stays there. */
  clear(): void {
    this.#edits = [];
    this.#byOrder.clear();
  }

  /**
   * Accepts the changes that one act of the dispatcher makes.
   *
   * @returns false when too many wait already
   */
  add(edits: readonly QueuedEdit[]): boolean {
    if (this.isFull) return false;
    if (edits.length === 0) return true;
    // They are sent all the same; only a crash before that would lose them.
    this.#guard(() => this.#parts.store.putEdits(edits, this.#parts.clock.wallMs()));
    for (const edit of edits) this.#push(edit);
    this.#parts.changed();
    void this.#send();
    return true;
  }

  /** The hub is there again. */
  goOn(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    void this.#send();
  }

  async #send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    const { clock, link, refused } = this.#parts;
    for (;;) {
      const edit = this.#edits[0];
      if (edit === undefined || this.#isStopped) break;
      const answer = await link.send(edit.command);
      if (this.#isStopped || this.#edits[0] !== edit) break;
      if (answer.kind === 'revoked') break;
      const isBusy =
        answer.kind === 'refused' && (answer.httpStatus === 429 || answer.httpStatus >= 500);
      if (answer.kind === 'away' || isBusy) {
        this.#cancelRetry = clock.schedule(() => this.goOn(), retryMs);
        break;
      }
      this.#drop(edit);
      if (answer.kind === 'refused') refused(edit, answer);
      this.#parts.settled(edit, answer);
      this.#parts.changed();
    }
    this.#isSending = false;
  }

  #push(edit: QueuedEdit): void {
    this.#edits.push(edit);
    for (const id of edit.ids) this.#byOrder.set(id, [...this.of(id), edit]);
  }

  /** The first one was answered. */
  #drop(edit: QueuedEdit): void {
    this.#edits = this.#edits.slice(1);
    for (const id of edit.ids) {
      const rest = this.of(id).filter((other) => other !== edit);
      if (rest.length === 0) this.#byOrder.delete(id);
      else this.#byOrder.set(id, rest);
    }
    // Left on the disk it is sent once more after a restart, with its key.
    this.#guard(() => this.#parts.store.dropEdit(edit.command.key));
  }

  #guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#parts.reportDefect(error);
    }
  }
}
