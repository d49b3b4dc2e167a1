import { Socket } from 'node:net';
import { frameHead, headBytes, isReadable } from './bus-frames.ts';

/** Far more than any message that we ask for. A larger one is passed over, and never held in memory. */
export const largestMessageBytes = 1024 * 1024;

/**
 * A socket from which dbus-native gets only messages that it is to decode: of senders that are expected, sound, and of at
 * most {@link largestMessageBytes}. The others are passed over by their length, and the connection goes on. What is no
 * message at all it gets as it is, and then ends the connection.
 *
 * It reads its lines without a size before the first message; then the head of each message, and the rest, if there is
 * one, by their sizes.
 */
export class BusSocket extends Socket {
  readonly #isExpected: (sender: string) => boolean;
  /** Of a message of which the head was handed out. */
  #rest: Buffer | null = null;
  /** Of a message whose rest has not come yet. */
  #head: Buffer | null = null;
  #bytesToSkip = 0;

  constructor(isExpected: (sender: string) => boolean) {
    super();
    this.#isExpected = isExpected;
  }

  override read(sizeBytes?: number): Buffer | null {
    if (sizeBytes === undefined) return buffered(super.read());
    // Node's own way to ask for more.
    if (sizeBytes === 0) return buffered(super.read(0));
    const rest = this.#rest;
    this.#rest = null;
    return rest ?? this.#nextHead();
  }

  /** Hands out the head of the next message that is to be decoded, once its rest is there too. */
  #nextHead(): Buffer | null {
    for (;;) {
      if (!this.#isSkipped()) return null;
      this.#head ??= this.#exactly(headBytes);
      const bytes = this.#head;
      if (bytes === null) return null;
      const head = frameHead(bytes);
      if (head === null) return bytes;
      const { restBytes } = head;
      // One without a rest has no fields, and so no sender.
      if (restBytes === 0 || headBytes + restBytes > largestMessageBytes) {
        this.#bytesToSkip = restBytes;
        this.#head = null;
        continue;
      }
      const rest = this.#exactly(restBytes);
      if (rest === null) return null;
      this.#head = null;
      if (!isReadable(head, rest, this.#isExpected)) continue;
      this.#rest = rest;
      return bytes;
    }
  }

  #isSkipped(): boolean {
    while (this.#bytesToSkip > 0) {
      // Asking for one byte more than there is makes Node say when it came.
      const skipped = buffered(super.read(Math.min(this.#bytesToSkip, this.readableLength || 1)));
      if (skipped === null) return false;
      this.#bytesToSkip -= skipped.length;
    }
    return true;
  }

  /** At the end of the connection Node hands out fewer bytes than were asked for. */
  #exactly(sizeBytes: number): Buffer | null {
    const read = buffered(super.read(sizeBytes));
    return read?.length === sizeBytes ? read : null;
  }
}

function buffered(read: unknown): Buffer | null {
  return Buffer.isBuffer(read) ? read : null;
}
