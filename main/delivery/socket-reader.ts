import type { Socket } from 'node:net';
import { DeliveryError } from '../../core/delivery/delivery-failure.ts';
import { translated } from './outside-error.ts';

/**
 * Reads the few bytes that a proxy says before the way is open, and not one byte more: what comes after
 * them is the service's.
 */
export class SocketReader {
  readonly #socket: Socket;
  readonly #signal: AbortSignal;
  #held: Buffer = Buffer.alloc(0);
  #failure: unknown = null;
  #wake: (() => void) | null = null;

  constructor(socket: Socket, signal: AbortSignal) {
    this.#socket = socket;
    this.#signal = signal;
    socket.on('data', this.#read);
    socket.on('error', this.#fail);
    socket.once('close', this.#close);
    signal.addEventListener('abort', this.#abandon, { once: true });
  }

  /** @throws DeliveryError when the socket ends before; the signal's reason when aborted */
  async bytes(count: number): Promise<Buffer> {
    return this.#until(() => {
      if (this.#held.length < count) return null;
      const [taken, rest] = [this.#held.subarray(0, count), this.#held.subarray(count)];
      this.#held = rest;
      return taken;
    });
  }

  /**
   * Everything up to and without `end`.
   *
   * @throws DeliveryError `protocol-violation` past `longest` bytes, or as {@link SocketReader.bytes}
   */
  async textUntil(end: string, longest: number): Promise<string> {
    return this.#until(() => {
      const at = this.#held.indexOf(end);
      if (at === -1) {
        if (this.#held.length > longest) throw new DeliveryError('protocol-violation');
        return null;
      }
      const text = this.#held.toString('latin1', 0, at);
      this.#held = this.#held.subarray(at + end.length);
      return text;
    });
  }

  /** Lets go of the socket; bytes that came early go back to it. */
  release(): void {
    this.#socket.off('data', this.#read);
    this.#socket.off('close', this.#close);
    this.#signal.removeEventListener('abort', this.#abandon);
    this.#socket.pause();
    if (this.#held.length > 0) this.#socket.unshift(this.#held);
  }

  async #until<Found>(take: () => Found | null): Promise<Found> {
    for (;;) {
      const found = take();
      if (found !== null) return found;
      if (this.#failure !== null) throw this.#failure;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  readonly #read = (chunk: Buffer): void => {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    this.#wake?.();
  };

  // Stays for good: an error afterwards must not become an uncaught one.
  readonly #fail = (error: Error): void => this.#end(translated(error));
  readonly #close = (): void => this.#end(new DeliveryError('connection-lost'));
  readonly #abandon = (): void => this.#end(this.#signal.reason);

  #end(failure: unknown): void {
    this.#failure ??= failure;
    this.#wake?.();
  }
}
