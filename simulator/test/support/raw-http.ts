import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** All bytes that a connection received until it ended. */
export interface RawExchange {
  readonly bytes: Buffer;
  /** How it ended: closed in order (FIN) or reset (RST). */
  readonly end: 'closed' | 'reset';
}

/** A connection without an HTTP library, to see the bytes that are really sent. */
export class RawConnection {
  readonly #socket: Socket;
  readonly #ended: Promise<RawExchange>;
  #bytes: Buffer = Buffer.alloc(0);
  #end: 'closed' | 'reset' | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, bytes]);
    });
    this.#ended = new Promise((resolve) => {
      let wasReset = false;
      socket.on('error', (error: NodeJS.ErrnoException) => {
        wasReset = error.code === 'ECONNRESET';
      });
      socket.on('close', () => {
        this.#end = wasReset ? 'reset' : 'closed';
        resolve({ bytes: this.#bytes, end: this.#end });
      });
    });
  }

  static async to(port: number): Promise<RawConnection> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  /** What came so far. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  get isOpen(): boolean {
    return this.#end === null;
  }

  send(text: string): void {
    this.#socket.write(text);
  }

  /** Waits until this many bytes came or the connection ended. */
  async received(atLeastBytes: number): Promise<Buffer> {
    while (this.#bytes.length < atLeastBytes && this.isOpen) {
      await Promise.race([once(this.#socket, 'data'), this.#ended]);
    }
    return this.#bytes;
  }

  /** Waits until the other side ends the connection. */
  ended(): Promise<RawExchange> {
    return this.#ended;
  }

  /** Waits until this many whole answers with a `Content-Length` came. @returns them as text */
  async answers(count: number): Promise<readonly string[]> {
    for (;;) {
      const answers = wholeAnswers(this.#bytes.toString('latin1'));
      if (answers.length >= count || !this.isOpen) {
        return answers;
      }
      await this.received(this.#bytes.length + 1);
    }
  }

  close(): void {
    this.#socket.destroy();
  }
}

function wholeAnswers(text: string): readonly string[] {
  const answers: string[] = [];
  let rest = text;
  for (;;) {
    const headEnd = rest.indexOf('\r\n\r\n');
    if (headEnd === -1) {
      return answers;
    }
    const [, length = '0'] = /\r\ncontent-length: (\d+)/i.exec(rest.slice(0, headEnd)) ?? [];
    const end = headEnd + 4 + Number(length);
    if (rest.length < end) {
      return answers;
    }
    answers.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
}
