import type { ReceivedWebhook, WebhookQueue } from './ports.ts';

/** More than this waits nowhere: the sender is told to come again. */
const mostWaiting = 20_000;
const mostWaitingBytes = 64 * 1024 * 1024;
/** So many are stored in one transaction: half a millisecond of a laptop's time. */
const storedPerTurn = 25;

interface Waiting {
  readonly webhook: ReceivedWebhook;
  readonly stored: (isStored: boolean) => void;
}

/** What an {@link Intake} joins. */
export interface IntakeParts {
  readonly queue: Pick<WebhookQueue, 'put' | 'waiting'>;
  /** Runs something in a later turn of the event loop, after what arrived meanwhile. */
  readonly soon: (run: () => void) => void;
  /** Webhooks are in the queue. */
  readonly stored: () => void;
  readonly reportDefect: (error: unknown) => void;
}

/**
 * Stores webhooks before anybody is told that they arrived. Those that come at the same time are
 * stored in one transaction, twenty-five in a turn, so that a burst holds nothing else up.
 */
export class Intake {
  readonly #parts: IntakeParts;
  readonly #waiting: Waiting[] = [];
  #isPlanned = false;
  #count = 0;
  #bytes = 0;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  /** Looks anew at how much waits in the queue: others take out of it. */
  measure(): void {
    const { count, bytes } = this.#parts.queue.waiting();
    this.#count = count;
    this.#bytes = bytes;
  }

  /** @returns whether it is stored; false when there is no room, or the disk takes nothing */
  async store(webhook: ReceivedWebhook): Promise<boolean> {
    if (this.#isFull()) this.measure();
    if (this.#isFull()) return false;
    this.#count += 1;
    this.#bytes += webhook.body.length;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#waiting.push({ webhook, stored: resolve });
    this.#plan();
    return promise;
  }

  #isFull(): boolean {
    return this.#count >= mostWaiting || this.#bytes >= mostWaitingBytes;
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    this.#parts.soon(() => {
      this.#isPlanned = false;
      this.#storeSome();
    });
  }

  #storeSome(): void {
    const batch = this.#waiting.splice(0, storedPerTurn);
    let isStored = true;
    try {
      this.#parts.queue.put(batch.map(({ webhook }) => webhook));
    } catch (error) {
      isStored = false;
      this.#parts.reportDefect(error);
    }
    for (const { stored } of batch) stored(isStored);
    if (isStored) this.#parts.stored();
    if (this.#waiting.length > 0) this.#plan();
  }
}
