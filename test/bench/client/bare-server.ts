import type { AddressInfo } from 'node:net';
import { benchOrder } from '../../support/storage/bench-order.ts';
import { answerHead, createRawService } from '../shared/raw-service.ts';

/*
 * A delivery service that answers from prepared bytes and knows an ETag. A program of its own; the first
 * line on stdout is the port.
 */

const notModified = Buffer.from('HTTP/1.1 304 Not Modified\r\netag: "1"\r\n\r\n');
const prepared = new Map<string, Buffer>();

function orderAnswer(uuid: string, hasEtag: boolean): Buffer {
  const key = `${hasEtag ? 1 : 0}${uuid}`;
  let answer = prepared.get(key);
  if (answer === undefined) {
    const body = JSON.stringify(benchOrder(uuid));
    const etag = hasEtag ? 'etag: "1"\r\n' : '';
    answer = Buffer.from(answerHead('200 OK', Buffer.byteLength(body), etag) + body);
    prepared.set(key, answer);
  }
  return answer;
}

const server = createRawService((socket, path, head) => {
  if (head.includes('if-none-match')) socket.write(notModified);
  else socket.write(orderAnswer(path.slice(-36), !path.startsWith('/plain')));
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
