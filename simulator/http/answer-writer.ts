import { STATUS_CODES } from 'node:http';
import type { HttpAnswer } from './message.ts';

/** How an answer is framed. */
export interface Framing {
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
export function answerHead(answer: HttpAnswer, framing: Framing): string {
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
export function mayHaveBody(status: number): boolean {
  return status >= 200 && status !== 204 && status !== 304;
}

function date(stampMs: number): string {
  const second = Math.floor(stampMs / 1000);
  if (dateOf.second !== second) {
    dateOf = { second, text: new Date(second * 1000).toUTCString() };
  }
  return dateOf.text;
}
