import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import type { ServiceClock } from '../service-clock.ts';
import type { HttpAnswer } from './message.ts';

/** How an answer is sent, or that it is not. */
export type Delivery =
  /** Correctly. */
  | { readonly how: 'whole' }
  /** Nothing is ever sent; the connection stays open. */
  | { readonly how: 'never' }
  /** The head or the body comes a few bytes at a time, the rest at once. */
  | {
      readonly how: 'drip';
      readonly part: 'head' | 'body';
      readonly bytes: number;
      readonly everyMs: number;
    }
  /** The connection is reset (RST) before the head, after it, or in the middle of the body. */
  | { readonly how: 'reset'; readonly when: 'beforeHead' | 'afterHead' | 'midBody' }
  /** The connection is closed (FIN) without a byte, as when an idle timeout meets a new request. */
  | { readonly how: 'hangUp' }
  /** `Content-Length` is off by so many bytes; the body is sent whole, then the connection closes. */
  | { readonly how: 'wrongLength'; readonly offByBytes: number }
  /** These bytes instead of an answer, then the connection closes. */
  | { readonly how: 'raw'; readonly bytes: Buffer }
  /** The body is followed by filler, chunked, until so many bytes are sent or the client gives up. */
  | { readonly how: 'flood'; readonly bytes: number };

/** Everything about a reply beside its answer. */
export interface Sending {
  readonly delivery: Delivery;
  /** Network time that passes first. */
  readonly delayMs: number;
  /** Sent before the answer, such as an interim answer (RFC 9110, 15.2). */
  readonly preamble: string;
}

/** A client's connection, as far as answering needs it. */
export interface Line {
  readonly socket: Socket;
  /** Ends the connection by a reset (RST) at once. */
  reset(): void;
}

export const plainSending: Sending = { delivery: { how: 'whole' }, delayMs: 0, preamble: '' };

const floodChunk = Buffer.alloc(64 * 1024, ' ');

/**
 * Puts an answer onto the wire in the given way.
 *
 * @param done called once, when the connection may be used for the next request. It is not called
 *   when the connection was closed or will never be answered.
 */
export function deliver(
  line: Line,
  answer: HttpAnswer,
  framing: Framing,
  sending: Sending,
  clock: ServiceClock,
  done: () => void,
): void {
  const { socket } = line;
  const { delivery, preamble } = sending;
  switch (delivery.how) {
    case 'whole':
      sendWhole(socket, answer, framing, preamble);
      finish(socket, framing, done);
      return;
    case 'never':
      return;
    case 'drip': {
      const head = Buffer.from(preamble + answerHead(answer, framing), 'latin1');
      const body = framing.hasBody ? Buffer.from(answer.body) : Buffer.alloc(0);
      const [slow, fast] = delivery.part === 'head' ? [head, body] : [body, Buffer.alloc(0)];
      if (delivery.part === 'body') {
        socket.write(head);
      }
      drip(socket, slow, delivery, clock, () => {
        socket.write(fast);
        finish(socket, framing, done);
      });
      return;
    }
    case 'reset':
      sendPart(socket, answer, framing, delivery.when, () => line.reset());
      return;
    case 'hangUp':
      socket.end();
      return;
    case 'wrongLength':
      sendWhole(
        socket,
        answer,
        { ...framing, keepsAlive: false, lengthLie: delivery.offByBytes },
        preamble,
      );
      socket.end();
      return;
    case 'raw':
      socket.end(delivery.bytes);
      return;
    case 'flood':
      socket.write(preamble + answerHead(answer, { ...framing, isChunked: true }));
      sendChunk(socket, Buffer.from(answer.body));
      flood(socket, delivery.bytes, () => {
        socket.write('0\r\n\r\n');
        finish(socket, framing, done);
      });
  }
}

function sendWhole(socket: Socket, answer: HttpAnswer, framing: Framing, preamble: string): void {
  const head = preamble + answerHead(answer, framing);
  if (!framing.hasBody || answer.body.length === 0 || !mayHaveBody(answer.status)) {
    socket.write(head, 'latin1');
  } else if (typeof answer.body === 'string') {
    socket.write(head + answer.body, 'utf8');
  } else {
    socket.cork();
    socket.write(head, 'latin1');
    socket.write(answer.body);
    socket.uncork();
  }
}

function finish(socket: Socket, framing: Framing, done: () => void): void {
  if (framing.keepsAlive) {
    done();
  } else {
    socket.end();
  }
}

function sendPart(
  socket: Socket,
  answer: HttpAnswer,
  framing: Framing,
  when: 'beforeHead' | 'afterHead' | 'midBody',
  then: () => void,
): void {
  if (when === 'beforeHead') {
    then();
    return;
  }
  const body = Buffer.from(answer.body);
  const sent = when === 'afterHead' ? Buffer.alloc(0) : body.subarray(0, body.length >> 1);
  // A reset overtakes bytes that still wait to be sent, so it comes only once these have left.
  socket.write(Buffer.concat([Buffer.from(answerHead(answer, framing), 'latin1'), sent]), then);
}

function drip(
  socket: Socket,
  bytes: Buffer,
  pace: { readonly bytes: number; readonly everyMs: number },
  clock: ServiceClock,
  done: () => void,
): void {
  const step = (at: number): void => {
    if (socket.destroyed) {
      return;
    }
    if (at >= bytes.length) {
      done();
      return;
    }
    socket.write(bytes.subarray(at, at + pace.bytes));
    clock.schedule(() => step(at + pace.bytes), pace.everyMs);
  };
  step(0);
}

function sendChunk(socket: Socket, bytes: Buffer): boolean {
  if (bytes.length === 0) {
    return true;
  }
  socket.cork();
  socket.write(`${bytes.length.toString(16)}\r\n`);
  socket.write(bytes);
  const hasRoom = socket.write('\r\n');
  socket.uncork();
  return hasRoom;
}

function flood(socket: Socket, total: number, done: () => void): void {
  let left = total;
  const pour = (): void => {
    while (left > 0) {
      if (socket.destroyed) {
        return;
      }
      const bytes = left < floodChunk.length ? floodChunk.subarray(0, left) : floodChunk;
      left -= bytes.length;
      if (!sendChunk(socket, bytes)) {
        socket.once('drain', pour);
        return;
      }
    }
    done();
  };
  pour();
}

/** How an answer is framed. */
interface Framing {
  /** False for an answer to HEAD: the length is told, the body is not sent (RFC 9110, 9.3.2). */
  readonly hasBody: boolean;
  readonly keepsAlive: boolean;
  /** How long an idle connection is kept, told to the client (RFC 9112, 9.3). */
  readonly idleSeconds: number;
  /** The service's calendar, in milliseconds since 1970. */
  readonly stampMs: number;
  /** Added to the true `Content-Length`, for answers that lie about it. */
  readonly lengthLie?: number;
  /** The body will be sent in chunks, so no length is told. */
  readonly isChunked?: boolean;
}

let dateOf = { second: Number.NaN, text: '' };

/** The head of an answer as it travels, with the empty line at its end. */
function answerHead(answer: HttpAnswer, framing: Framing): string {
  const { status, headers, body } = answer;
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unnamed'}\r\nDate: ${date(framing.stampMs)}\r\n`;
  for (const [name, value] of headers) {
    head += `${name}: ${value}\r\n`;
  }
  if (framing.isChunked === true) {
    head += 'Transfer-Encoding: chunked\r\n';
  } else if (mayHaveBody(status)) {
    const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
    head += `Content-Length: ${length + (framing.lengthLie ?? 0)}\r\n`;
  }
  return framing.keepsAlive
    ? `${head}Connection: keep-alive\r\nKeep-Alive: timeout=${framing.idleSeconds}\r\n\r\n`
    : `${head}Connection: close\r\n\r\n`;
}

/** Whether an answer with this status has a body at all (RFC 9110, 6.4.1). */
function mayHaveBody(status: number): boolean {
  return status >= 200 && status !== 204 && status !== 304;
}

function date(stampMs: number): string {
  const second = Math.floor(stampMs / 1000);
  if (dateOf.second !== second) {
    dateOf = { second, text: new Date(second * 1000).toUTCString() };
  }
  return dateOf.text;
}
