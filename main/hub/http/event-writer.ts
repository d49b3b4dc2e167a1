import type { ServerResponse } from 'node:http';
import type { Clock } from '../../../core/clock.ts';

/** How much may wait for a connection before it is waited for. */
const mostQueuedBytes = 256 * 1024;
/** A connection that accepts nothing of what waits for it is closed after this time. */
const acceptsWithinMs = 60_000;

/** An answer that is sent piece by piece, no faster than it is accepted. */
export class EventWriter {
  readonly #response: ServerResponse;
  readonly #clock: Clock;
  /** How many pieces were not handed to the network yet, and since when nothing was. */
  #waiting = 0;
  #acceptedAtMs = 0;
  #isOver = false;
  #resume: (() => void) | null = null;

  constructor(response: ServerResponse, clock: Clock) {
    this.#response = response;
    this.#clock = clock;
    response.on('drain', () => this.#goOn());
    // A connection that breaks is one that closes.
    response.on('error', () => undefined);
    response.once('close', () => {
      this.#isOver = true;
      this.#goOn();
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether something waits that the connection did not accept at once. */
  get isBehind(): boolean {
    return this.#response.writableNeedDrain;
  }

  get queuedBytes(): number {
    return this.#isOver ? 0 : this.#response.writableLength;
  }

  get isFull(): boolean {
    return this.queuedBytes >= mostQueuedBytes;
  }

  send(bytes: Uint8Array | string): void {
    if (this.#isOver) return;
    if (this.#waiting === 0) this.#acceptedAtMs = this.#clock.monotonicMs();
    this.#waiting += 1;
    this.#response.write(bytes, () => {
      this.#waiting -= 1;
      this.#acceptedAtMs = this.#clock.monotonicMs();
    });
  }

  /** Resolves once more may be sent, or the connection is over. */
  async room(): Promise<void> {
    if (this.#isOver || !this.isFull) return;
    await new Promise<void>((resolve) => {
      this.#resume = resolve;
    });
  }

  /** Ends the answer; what waits for a connection that is behind is dropped. */
  end(): void {
    if (this.#isOver) return;
    if (this.isBehind) this.#response.destroy();
    else this.#response.end();
    this.#isOver = true;
    this.#goOn();
  }

  /** Closes a connection that accepts nothing. @returns whether it did */
  endStalled(): boolean {
    if (this.#isOver || this.#waiting === 0) return false;
    if (this.#clock.monotonicMs() - this.#acceptedAtMs < acceptsWithinMs) return false;
    this.#response.destroy();
    return true;
  }

  #goOn(): void {
    const resume = this.#resume;
    this.#resume = null;
    resume?.();
  }
}
