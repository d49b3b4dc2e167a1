import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { HttpTransport, HttpRequest } from '../../../../main/delivery/http/transport.ts';
import {
  closeClient,
  type DeliveryClientOptions,
  openClient,
} from '../../../support/service/delivery-client.ts';

const get: HttpRequest = { method: 'GET', path: '/x', headers: [], body: null, signal: null };

/** A connection to a service, closed at the end of the test. */
function opened(baseUrl: string, options: DeliveryClientOptions = {}): HttpTransport {
  const client = openClient(baseUrl, options);
  onTestFinished(() => closeClient(client));
  return client.transport;
}

/** A TCP server, for answers that no HTTP server would send. */
async function serveRaw(onSocket: (socket: Socket) => void): Promise<HttpTransport> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  );
  // One connection, because undici does not reuse a socket at once and would open another one.
  return opened(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    limits: { maxConnections: 1 },
  });
}

describe('a broken connection', () => {
  test('a name that does not exist is a failure of DNS', async () => {
    const transport = opened('http://nobody.invalid');
    await expect(transport.send(get)).rejects.toMatchObject({ code: 'dns-failed' });
  });

  test('an end in the middle of a chunk is a lost connection', async () => {
    const transport = await serveRaw((socket) => {
      socket.once('data', () =>
        socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"a"'),
      );
    });
    await expect(transport.send(get)).rejects.toMatchObject({ code: 'connection-lost' });
  });

  test('a request on a fresh socket that breaks is not repeated', async () => {
    let connectionCount = 0;
    const transport = await serveRaw((socket) => {
      connectionCount += 1;
      socket.once('data', () => socket.resetAndDestroy());
    });
    await expect(transport.send(get)).rejects.toMatchObject({ code: 'connection-lost' });
    expect(connectionCount).toBe(1);
  });
});

describe('the keep-alive race', () => {
  const good = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

  test.each([
    ['closes', (socket: Socket) => socket.end()],
    ['resets', (socket: Socket) => socket.resetAndDestroy()],
  ])(
    'a kept-alive socket that the server %s as we write is replaced without a failure',
    async (_name, drop) => {
      let connectionCount = 0;
      const transport = await serveRaw((socket) => {
        connectionCount += 1;
        const isFirst = connectionCount === 1;
        socket.once('data', () => {
          socket.write(good);
          if (isFirst) socket.once('data', () => drop(socket));
        });
      });
      await transport.send(get);
      const second = await transport.send(get);
      expect(second.body.toString()).toBe('ok');
      expect(connectionCount).toBe(2);
    },
  );

  test.each([
    ['no longer than the service says, less a margin', 2, 2],
    ['while the service keeps it', 60, 1],
  ])('a socket is kept %s', async (_name, hintSeconds, expected) => {
    let connectionCount = 0;
    const transport = await serveRaw((socket) => {
      connectionCount += 1;
      socket.on('data', () =>
        socket.write(good.replace('\r\n\r\n', `\r\nkeep-alive: timeout=${hintSeconds}\r\n\r\n`)),
      );
    });
    await transport.send(get);
    await transport.send(get);
    expect(connectionCount).toBe(expected);
  });

  test('a request is repeated only once', async () => {
    let connectionCount = 0;
    const transport = await serveRaw((socket) => {
      connectionCount += 1;
      const isFirst = connectionCount === 1;
      socket.once('data', () => {
        if (!isFirst) {
          socket.resetAndDestroy();
          return;
        }
        socket.write(good);
        socket.once('data', () => socket.resetAndDestroy());
      });
    });
    await transport.send(get);
    await expect(transport.send(get)).rejects.toMatchObject({ code: 'connection-lost' });
    expect(connectionCount).toBe(2);
  });

  test('a request whose answer had begun is never repeated', async () => {
    let requestCount = 0;
    const transport = await serveRaw((socket) => {
      socket.on('data', () => {
        requestCount += 1;
        if (requestCount === 1) socket.write(good);
        else socket.end('HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\nhalf');
      });
    });
    await transport.send(get);
    await expect(transport.send(get)).rejects.toMatchObject({ code: 'connection-lost' });
    expect(requestCount).toBe(2);
  });
});
