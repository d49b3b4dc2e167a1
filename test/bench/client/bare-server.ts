import { createServer, type AddressInfo } from 'node:net';
import { benchOrder } from '../shared/bench-order.ts';

/*
 * A delivery service below HTTP libraries, so that it never is what limits a client: it looks at the
 * request line only, answers from prepared bytes and knows an ETag. A program of its own; the first
 * line on stdout is the port.
 */

const head = (status: string, length: number, more = ''): string =>
  `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${more}\r\n`;

const token = JSON.stringify({ access_token: 'bench-token', expires_in: 3600 });
const tokenAnswer = Buffer.from(head('200 OK', Buffer.byteLength(token)) + token);
const notModified = Buffer.from('HTTP/1.1 304 Not Modified\r\netag: "1"\r\n\r\n');
const prepared = new Map<string, Buffer>();

function orderAnswer(uuid: string, hasEtag: boolean): Buffer {
  const key = `${hasEtag ? 1 : 0}${uuid}`;
  let answer = prepared.get(key);
  if (answer === undefined) {
    const body = JSON.stringify(benchOrder(uuid));
    answer = Buffer.from(
      head('200 OK', Buffer.byteLength(body), hasEtag ? 'etag: "1"\r\n' : '') + body,
    );
    prepared.set(key, answer);
  }
  return answer;
}

const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    for (;;) {
      const end = text.indexOf('\r\n\r\n');
      if (end === -1) return;
      const request = text.slice(0, end);
      const length = Number(/content-length: (\d+)/i.exec(request)?.[1] ?? 0);
      if (text.length < end + 4 + length) return;
      text = text.slice(end + 4 + length);
      const path = request.slice(request.indexOf(' ') + 1, request.indexOf(' HTTP'));
      if (path === '/oauth/token') socket.write(tokenAnswer);
      else if (request.includes('if-none-match')) socket.write(notModified);
      else socket.write(orderAnswer(path.slice(-36), !path.startsWith('/plain')));
    }
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
