import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type {
  HttpTransport,
  HttpRequest,
} from '../../../../main/engine/delivery/http/transport.ts';
import { settle } from '../../../support/fake-clock.ts';
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
    const transport = opened('http://stranger.invalid');
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

/** Answers the first request well, and each later one with these pieces, one packet each. */
async function serveAfterGood(pieces: readonly string[]): Promise<{
  readonly transport: HttpTransport;
  readonly requestCount: () => number;
}> {
  let requestCount = 0;
  const transport = await serveRaw((socket) => {
    socket.setNoDelay(true);
    socket.on('data', () => {
      requestCount += 1;
      const good = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
      void sendInTurn(socket, requestCount === 1 ? [good] : pieces);
    });
  });
  return { transport, requestCount: () => requestCount };
}

/** Sends each piece in a packet of its own, which the other side can read before the next. */
async function sendInTurn(socket: Socket, pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    await new Promise((resolve) => {
      socket.write(Buffer.from(piece, 'latin1'), resolve);
    });
    await settle();
  }
}

describe('an answer that breaks HTTP', () => {
  const json = 'HTTP/1.1 200 OK\r\n';

  test.each([
    ['two lengths', `${json}content-length: 2\r\ncontent-length: 3\r\n\r\nok`],
    ['the same length twice', `${json}content-length: 2\r\ncontent-length: 2\r\n\r\nok`],
    ['lengths in a list', `${json}content-length: 2, 2\r\n\r\nok`],
    ['a length below zero', `${json}content-length: -2\r\n\r\nok`],
    [
      'a length, then chunks',
      `${json}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
    ],
    [
      'chunks, then a length',
      `${json}transfer-encoding: chunked\r\ncontent-length: 2\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
    ],
    [
      'a chunk longer than it says',
      `${json}transfer-encoding: chunked\r\n\r\n1\r\nok\r\n0\r\n\r\n`,
    ],
    ['a NUL in a field', `${json}x-a: b\0c\r\ncontent-length: 2\r\n\r\nok`],
    ['a blank in the name of a field', `${json}x a: b\r\ncontent-length: 2\r\n\r\nok`],
    ['a field on two lines', `${json}x-a: b\r\n c\r\ncontent-length: 2\r\n\r\nok`],
    ['a status of 99', 'HTTP/1.1 099 No\r\ncontent-length: 2\r\n\r\nok'],
    ['a change of protocol', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
    ['another version', 'HTTP/2 200\r\ncontent-length: 2\r\n\r\nok'],
    ['no HTTP', '220 ready\r\n'],
  ])('%s: named, and asked once on a kept connection', async (_name, bytes) => {
    const { requestCount, transport } = await serveAfterGood([bytes]);
    await transport.send(get);
    await expect(transport.send(get)).rejects.toMatchObject({ code: 'protocol-violation' });
    expect(requestCount()).toBe(2);
  });

  test('an end in the middle of the head is a lost connection, and is not asked again', async () => {
    let requestCount = 0;
    const transport = await serveRaw((socket) => {
      socket.on('data', () => {
        requestCount += 1;
        if (requestCount === 1) socket.write(`${json}content-length: 2\r\n\r\nok`);
        else socket.end('HTTP/1.1 100 Conti');
      });
    });
    await transport.send(get);
    await expect(transport.send(get)).rejects.toMatchObject({ code: 'connection-lost' });
    expect(requestCount).toBe(2);
  });
});

describe('an answer that is unusual', () => {
  const good = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

  test.each([
    ['100 in the same packet', [`HTTP/1.1 100 Continue\r\n\r\n${good}`]],
    ['100 in a packet of its own', ['HTTP/1.1 100 Continue\r\n\r\n', good]],
    ['100 without a reason', ['HTTP/1.1 100\r\n\r\n', good]],
    ['100 with fields', ['HTTP/1.1 100 Continue\r\nserver: a\r\ndate: b\r\n\r\n', good]],
    ['100 cut within its status', ['HTTP/1.1 10', `0 Continue\r\n\r\n${good}`]],
    ['100 cut within its end', ['HTTP/1.1 100 Continue\r\n\r', `\n${good}`]],
    ['100 byte by byte', `HTTP/1.1 100 Continue\r\n\r\n${good}`.split('')],
    [
      '100, 102, 103 and 100',
      [100, 102, 103, 100].map((s) => `HTTP/1.1 ${s} A\r\n\r\n`).concat(good),
    ],
    ['a number that has no meaning yet', [`HTTP/1.1 199 A\r\n\r\n${good}`]],
    ['HTTP/1.0', ['HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok']],
    ['HTTP/1.0 kept', ['HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ncontent-length: 2\r\n\r\nok']],
    ['no reason', ['HTTP/1.1 200\r\ncontent-length: 2\r\n\r\nok']],
    ['empty lines first', [`\r\n\r\n${good}`]],
    ['a field in UTF-8', ['HTTP/1.1 200 OK\r\nx-a: \xe8\xa8\x82\r\ncontent-length: 2\r\n\r\nok']],
    [
      'an unreadable hint of keeping',
      [good.replace('\r\n\r\n', '\r\nkeep-alive: timeout=soon\r\n\r\n')],
    ],
  ])('%s is read on a new and on a kept connection', async (_name, pieces) => {
    const { requestCount, transport } = await serveAfterGood(pieces);
    await transport.send(get);
    for (let again = 0; again < 2; again += 1) {
      expect(await transport.send(get)).toMatchObject({ status: 200, body: Buffer.from('ok') });
    }
    expect(requestCount()).toBe(3);
  });

  test('a body that looks like an interim answer stays as it is', async () => {
    const body = 'HTTP/1.1 100 Continue\r\n\r\n';
    const head = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`;
    const { transport } = await serveAfterGood([head, body]);
    await transport.send(get);
    expect((await transport.send(get)).body.toString()).toBe(body);
  });
});
