import type { OrderId } from '../../core/order/order-id.ts';
import type { Clock } from '../watch/clock.ts';
import type { HubAnswer, HubLink, QueuedEdit, TeamStore } from './ports.ts';

/** The most changes that wait for the hub. */
export const mostQueuedEdits = 1000;
/** How soon a change is sent again that may not have arrived. */
const retryMs = 2000;

/** What an {@link EditQueue} works with. */
export interface EditQueueParts {
  readonly link: HubLink;
  readonly store: TeamStore;
  readonly clock: Clock;
  /** The number of changes that wait is another. */
  readonly changed: () => void;
  /** A change is done, or was refused. */
  readonly settled: (edit: QueuedEdit) => void;
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
    this.#edits = [...this.#parts.store.edits()];
    void this.#send();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelRetry?.();
  }

  /** Those that wait and are about this order. */
  of(id: OrderId): readonly QueuedEdit[] {
    return this.#edits.filter(({ ids }) => ids.includes(id));
  }

  /** @returns false when too many wait already, or when the disk refuses it */
  add(edit: QueuedEdit): boolean {
    if (this.isFull) return false;
    try {
      this.#parts.store.putEdit(edit, this.#parts.clock.wallMs());
    } catch {
      return false;
    }
    this.#edits.push(edit);
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
      if (this.#isStopped) break;
      if (answer.kind === 'revoked') break;
      const isBusy =
        answer.kind === 'refused' && (answer.httpStatus === 429 || answer.httpStatus >= 500);
      if (answer.kind === 'away' || isBusy || !this.#isDropped(edit)) {
        this.#cancelRetry = clock.schedule(() => this.goOn(), retryMs);
        break;
      }
      this.#edits = this.#edits.slice(1);
      if (answer.kind === 'refused') refused(edit, answer);
      this.#parts.settled(edit);
      this.#parts.changed();
    }
    this.#isSending = false;
  }

  /** Whether the disk has forgotten a change that is settled; otherwise it is sent again, which does nothing. */
  #isDropped({ command }: QueuedEdit): boolean {
    try {
      this.#parts.store.dropEdit(command.key);
      return true;
    } catch {
      return false;
    }
  }
}
