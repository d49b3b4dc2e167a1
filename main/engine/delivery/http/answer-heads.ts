import type { Socket } from 'node:net';
import { DeliveryError } from '../../../../core/delivery/delivery-failure.ts';

const startLength = 'HTTP/1.1 100'.length;
const headEnd = '\r\n\r\n';
/** The longest head of an interim answer that is waited for; undici refuses longer heads itself. */
const longestHead = 16_384;
/** The last digit of a 103, which undici passes over in an answer. */
const three = 0x33;

/**
 * Looks at the bytes that a connection receives before undici does, for two things that undici does not do:
 *
 * - A client has to take any number of interim answers, asked for or not (RFC 9110, 15.2). undici breaks the
 *   connection at a 100, so a 100 is handed on as a 103. A 101 that was not asked for breaks HTTP.
 * - Only a request that got no byte of an answer may be sent again, and undici's errors do not say which.
 */
export class AnswerHeads {
  readonly #socket: Socket;
  /** How much had been sent when the last bytes came; 0 before any. */
  #sentBytes = 0;
  #isAtHead = true;
  /** The beginning of a head whose rest is still to come. */
  #held: Buffer | null = null;

  constructor(socket: Socket) {
    this.#socket = socket;
    const read = socket.read.bind(socket);
    socket.read = (size?: number): Buffer | null => {
      const bytes = read(size) as Buffer | null;
      return bytes === null ? null : this.#passed(bytes);
    };
  }

  /**
   * Whether the connection had answered before, and not a byte of an answer to the latest request has come.
   *
   * @param isSent false when the connection ended before that request was written
   */
  isUnanswered(isSent: boolean): boolean {
    return this.#sentBytes > 0 && (!isSent || this.#socket.bytesWritten > this.#sentBytes);
  }

  /** The bytes for undici; null while more of a head has to come. */
  #passed(bytes: Buffer): Buffer | null {
    const { bytesWritten } = this.#socket;
    if (bytesWritten !== this.#sentBytes) {
      // One request at a time: what comes after it was written begins its answer.
      this.#sentBytes = bytesWritten;
      this.#isAtHead = true;
    }
    if (!this.#isAtHead) return bytes;
    const all = this.#held === null ? bytes : Buffer.concat([this.#held, bytes]);
    this.#held = null;
    for (let at = 0; at < all.length;) {
      const start = all.toString('latin1', at, at + startLength);
      const end = all.indexOf(headEnd, at);
      const isShort = end === -1 && all.length - at <= longestHead;
      if (!mayBeInterim(start) || (end === -1 && !isShort)) {
        this.#isAtHead = false;
        return all;
      }
      if (isShort) {
        this.#held = all.subarray(at);
        return at === 0 ? null : all.subarray(0, at);
      }
      if (start.endsWith('101')) {
        this.#socket.destroy(new DeliveryError('protocol-violation', { httpStatus: 101 }));
        return null;
      }
      if (start.endsWith('100')) all[at + startLength - 1] = three;
      at = end + headEnd.length;
    }
    return all;
  }
}

/** Whether an answer that begins like this is an interim one, as far as it has come. */
function mayBeInterim(start: string): boolean {
  const known = start.slice(0, startLength - 2).replace('/1.0', '/1.1');
  return 'HTTP/1.1 1'.startsWith(known);
}
