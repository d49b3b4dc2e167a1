import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { HttpRequest } from '../../../../main/engine/delivery/http/transport.ts';
import {
  closeClient,
  openClient,
  type DeliveryClient,
} from '../../../support/service/delivery-client.ts';
import { settle } from '../../../support/fake-clock.ts';

const get: HttpRequest = { method: 'GET', path: '/x', headers: [], body: null, signal: null };
const good = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const together = 8;

let client: DeliveryClient | undefined;
let server: Server | undefined;
const sockets = new Set<Socket>();

afterEach(async () => {
  await closeClient(client);
  for (const socket of sockets) socket.destroy();
  server?.close();
});

/** A client with eight kept-alive sockets; `strike` then decides how each request ends. */
async function openWithKeptSockets(strike: (socket: Socket, count: number) => void) {
  let count = 0;
  let isStruck = false;
  const waiting: Socket[] = [];
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', () => {
      count += 1;
      if (isStruck) {
        strike(socket, count);
        return;
      }
      waiting.push(socket);
      if (waiting.length === together) for (const each of waiting) each.write(good);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  client = openClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const { transport } = client;
  const sendAll = () =>
    Promise.allSettled(Array.from({ length: together }, () => transport.send(get)));
  await sendAll();
  await settle();
  isStruck = true;
  count = 0;
  return { sendAll, arrived: () => count };
}

test('when a service goes away, only one of the requests that lost their sockets is repeated', async () => {
  const { arrived, sendAll } = await openWithKeptSockets((socket) => socket.destroy());
  const outcomes = await sendAll();
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'rejected'));
  expect(arrived()).toBeLessThanOrEqual(together + 1);
});

test('when a service only dropped its sockets, every request is answered', async () => {
  const { sendAll } = await openWithKeptSockets((socket, count) => {
    if (count <= together) socket.destroy();
    else socket.write(good);
  });
  const outcomes = await sendAll();
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'fulfilled'));
});
