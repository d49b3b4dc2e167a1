import { createServer, type Server, type Socket } from 'node:net';

/** The head of an answer with JSON. @param more header lines, each with its end */
export function answerHead(status: string, length: number, more = ''): string {
  return `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${more}\r\n`;
}

const token = JSON.stringify({ access_token: 'bench-token', expires_in: 3600 });
const tokenAnswer = Buffer.from(answerHead('200 OK', Buffer.byteLength(token)) + token);

/**
 * A delivery service below HTTP libraries, so that it never is what limits a client: it looks at the
 * request line only and grants every token by itself.
 *
 * @param answer is called with the path and the whole head of each request for an order
 */
export function createRawService(
  answer: (socket: Socket, path: string, head: string) => void,
): Server {
  return createServer((socket) => {
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (;;) {
        const end = text.indexOf('\r\n\r\n');
        if (end === -1 || socket.destroyed) return;
        const head = text.slice(0, end);
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        if (text.length < end + 4 + length) return;
        text = text.slice(end + 4 + length);
        const path = head.slice(head.indexOf(' ') + 1, head.indexOf(' HTTP'));
        if (path === '/oauth/token') socket.write(tokenAnswer);
        else answer(socket, path, head);
      }
    });
  });
}
