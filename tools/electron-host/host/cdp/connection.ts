import type { Readable, Writable } from 'node:stream';
import { CdpSession } from './session.ts';

interface Waiting {
  readonly method: string;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** A message from Chromium: an answer (with `id`) or an event (with `method`). */
interface Incoming {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
  readonly method?: string;
  readonly params?: { readonly sessionId?: string };
  readonly sessionId?: string;
}

/**
 * A DevTools connection over --remote-debugging-pipe, in flat mode: all sessions share the pipe.
 *
 * The pipe also ties Chromium's life to ours: when this process ends, even by SIGKILL, Chromium
 * reads end of file and exits.
 */
export class CdpConnection {
  /** The browser's own session: targets, windows, browser-wide interception. */
  readonly browser = new CdpSession((method, params) => this.#post(method, params));
  readonly #out: Writable;
  readonly #sessions = new Map<string, CdpSession>();
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  /**
   * @param out Chromium's file descriptor 3
   * @param input Chromium's file descriptor 4
   */
  constructor(out: Writable, input: Readable) {
    this.#out = out;
    out.on('error', () => {});
    input.on('error', () => {});
    input.on(
      'data',
      messageCutter((text) => this.#receive(text)),
    );
    input.on('close', () => this.#close());
  }

  /** The session with this id; made on first use. */
  session(id: string): CdpSession {
    const known = this.#sessions.get(id);
    if (known) return known;
    const session = new CdpSession((method, params) => this.#post(method, params, id));
    this.#sessions.set(id, session);
    return session;
  }

  /** @param sessionId undefined for the browser's own session */
  #post(method: string, params: object, sessionId?: string): Promise<unknown> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { method, resolve, reject });
      this.#out.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  #receive(text: string): void {
    const message = JSON.parse(text) as Incoming;
    if (message.id !== undefined) this.#answer(message.id, message);
    else if (message.method !== undefined) this.#announce(message.method, message);
  }

  #answer(id: number, message: Incoming): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (message.error)
      waiting?.reject(new Error(`CDP ${waiting.method}: ${message.error.message}`));
    else waiting?.resolve(message.result);
  }

  #announce(method: string, message: Incoming): void {
    const gone = message.params?.sessionId;
    if (method === 'Target.detachedFromTarget' && gone !== undefined) {
      this.#sessions.get(gone)?.close();
      this.#sessions.delete(gone);
    }
    const session =
      message.sessionId === undefined ? this.browser : this.session(message.sessionId);
    session.deliver(method, message.params);
  }

  #close(): void {
    for (const waiting of this.#waiting.values())
      waiting.reject(new Error(`CDP ${waiting.method}: Chromium is gone`));
    this.#waiting.clear();
    this.browser.close();
    for (const session of this.#sessions.values()) session.close();
    this.#sessions.clear();
  }
}

const NUL = 0;

/**
 * Cuts the byte stream of --remote-debugging-pipe into messages: JSON texts, each ended by one NUL
 * byte. A message may come in any number of pieces.
 *
 * @param onMessage gets the text of each complete message, in order
 * @returns takes the next piece of the stream
 */
export function messageCutter(onMessage: (text: string) => void): (piece: Buffer) => void {
  let pieces: Buffer[] = [];
  return (piece) => {
    let start = 0;
    for (let end = piece.indexOf(NUL); end !== -1; end = piece.indexOf(NUL, start)) {
      pieces.push(piece.subarray(start, end));
      const text = Buffer.concat(pieces).toString('utf8');
      pieces = [];
      start = end + 1;
      onMessage(text);
    }
    if (start < piece.length) pieces.push(piece.subarray(start));
  };
}
