import type { ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { UndiciTransport, WireRequest } from '../../../main/delivery/transport.ts';
import {
  closeWay,
  openWay,
  type DeliveryWay,
  type DeliveryWayOptions,
} from '../../support/delivery-way.ts';
import { settle } from '../../support/fake-clock.ts';
import {
  startLittleService,
  type Answerer,
  type LittleService,
} from '../../support/little-service.ts';

const get: WireRequest = { method: 'GET', path: '/x', headers: [], body: null, signal: null };

let service: LittleService | undefined;
let way: DeliveryWay | undefined;
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  await closeWay(way);
  await service?.stop();
  for (const close of closers.splice(0)) await close();
  way = undefined;
  service = undefined;
});

async function serve(answer: Answerer, options: DeliveryWayOptions = {}): Promise<UndiciTransport> {
  service = await startLittleService(answer);
  way = openWay(service.baseUrl, options);
  return way.transport;
}

/** A server below HTTP, for answers that no HTTP server would write. */
async function serveRaw(onSocket: (socket: Socket) => void): Promise<UndiciTransport> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  );
  // One connection: undici rests a socket for a moment after an answer and would open another.
  way = openWay(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    limits: { maxConnections: 1 },
  });
  return way.transport;
}

const answerOnce = (text: string) => (socket: Socket) => {
  socket.once('data', () => socket.end(text));
};

describe('limits', () => {
  test('an answer of exactly the limit is taken and one byte more is not', async () => {
    const transport = await serve(
      (request, response) => {
        response.end(Buffer.alloc(Number(request.path.slice(1)), 0x20));
      },
      { limits: { maxBodyBytes: 1000 } },
    );
    const fits = await transport.send({ ...get, path: '/1000' });
    expect(fits.body.byteLength).toBe(1000);
    await expect(transport.send({ ...get, path: '/1001' })).rejects.toMatchObject({
      code: 'answer-too-large',
    });
  });

  test('a body without an end is cut at the limit', async () => {
    let sentBytes = 0;
    const transport = await serve((_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) sentBytes += 65_536;
      };
      response.on('drain', more);
      more();
    });
    await expect(transport.send(get)).rejects.toMatchObject({ code: 'answer-too-large' });
    expect(sentBytes).toBeLessThan(64 * 1_048_576);
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('a %s bomb is refused by its unpacked size', async (encoding, pack) => {
    const bomb = pack(Buffer.alloc(64 * 1_048_576));
    const transport = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding });
      response.end(bomb);
    });
    await expect(transport.send(get)).rejects.toMatchObject({ code: 'answer-too-large' });
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('%s that nobody asked for is unpacked all the same', async (encoding, pack) => {
    const transport = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding });
      response.end(pack('{"a":1}'));
    });
    const answer = await transport.send(get);
    expect(answer.body.toString()).toBe('{"a":1}');
  });

  test.each([
    ['an unknown encoding', 'secret-sauce', Buffer.from('x')],
    ['two encodings', 'gzip, br', Buffer.from('x')],
    ['gzip that is none', 'gzip', Buffer.from('plain')],
    ['gzip cut off', 'gzip', gzipSync('x'.repeat(5000)).subarray(0, 20)],
  ])('%s cannot be read', async (_name, encoding, body) => {
    const transport = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding });
      response.end(body);
    });
    await expect(transport.send(get)).rejects.toMatchObject({ code: 'answer-unreadable' });
  });

  test('an answer that does not begin is given up after ten seconds of silence', async () => {
    const transport = await serve(() => undefined);
    const sent = transport.send(get);
    sent.catch(() => undefined);
    await service?.arrived(1);
    await way?.clock.advance(9999);
    expect(way?.clock.waitingTimers).toBe(1);
    await way?.clock.advance(1);
    await expect(sent).rejects.toMatchObject({ code: 'timeout' });
    expect(way?.clock.waitingTimers).toBe(0);
  });

  test('a drip of bytes is not silence, and ends at the total deadline all the same', async () => {
    const dripping = Promise.withResolvers<ServerResponse>();
    const transport = await serve((_request, response) => dripping.resolve(response));
    const sent = transport.send(get);
    sent.catch(() => undefined);
    const response = await dripping.promise;
    for (let drop = 0; drop < 3; drop += 1) {
      await way?.clock.advance(6500);
      await new Promise((resolve) => {
        response.write(' ', resolve);
      });
      // What was flushed inside of one process is read within a few turns of its loop.
      for (let turn = 0; turn < 5; turn += 1) await settle();
    }
    await way?.clock.advance(499);
    expect(way?.clock.waitingTimers).toBe(1);
    await way?.clock.advance(1);
    await expect(sent).rejects.toMatchObject({ code: 'timeout' });
  });

  test('a body that stops half-way is given up after ten seconds of silence', async () => {
    const begun = Promise.withResolvers<ServerResponse>();
    const transport = await serve((_request, response) => begun.resolve(response));
    const sent = transport.send(get);
    sent.catch(() => undefined);
    const response = await begun.promise;
    await way?.clock.advance(5000);
    await new Promise((resolve) => {
      response.write('{', resolve);
    });
    for (let turn = 0; turn < 5; turn += 1) await settle();
    await way?.clock.advance(9999);
    expect(way?.clock.waitingTimers).toBe(1);
    await way?.clock.advance(1);
    await expect(sent).rejects.toMatchObject({ code: 'timeout' });
  });

  test('the deadline counts the waiting for a free connection, and the connection comes back', async () => {
    let isHanging = true;
    const transport = await serve(
      (_request, response) => {
        if (!isHanging) response.end('ok');
      },
      { limits: { maxConnections: 1 } },
    );
    const first = transport.send(get);
    const queued = transport.send(get);
    for (const promise of [first, queued]) promise.catch(() => undefined);
    await service?.arrived(1);
    await way?.clock.advance(20_000);
    await expect(first).rejects.toMatchObject({ code: 'timeout' });
    await expect(queued).rejects.toMatchObject({ code: 'timeout' });
    isHanging = false;
    await expect(transport.send(get)).resolves.toMatchObject({ status: 200 });
    expect(way?.clock.waitingTimers).toBe(0);
  });

  test('no more connections are open than allowed', async () => {
    const waiting: (() => void)[] = [];
    const transport = await serve(
      (_request, response) => {
        waiting.push(() => response.end('ok'));
      },
      { limits: { maxConnections: 3 } },
    );
    const all = Array.from({ length: 20 }, () => transport.send(get));
    for (let done = 0; done < 20; done += 1) {
      await service?.arrived(done + 1);
      waiting[done]?.();
    }
    await Promise.all(all);
    expect(
      Math.max(...(service?.requests.map(({ connection }) => connection) ?? [])),
    ).toBeLessThanOrEqual(3);
  });
});

describe('one exchange', () => {
  test('redirects are handed over and never followed', async () => {
    const transport = await serve((_request, response) => {
      response.writeHead(302, { location: 'https://elsewhere.example/login' });
      response.end();
    });
    const answer = await transport.send({ ...get, headers: ['authorization', 'Bearer t'] });
    expect(answer.status).toBe(302);
    expect(service?.requests).toHaveLength(1);
  });

  test('early hints are not the answer', async () => {
    const transport = await serve((_request, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      response.end('final');
    });
    const answer = await transport.send(get);
    expect([answer.status, answer.body.toString()]).toEqual([200, 'final']);
  });

  test('an aborted request rejects with the reason of the abort', async () => {
    const transport = await serve(() => undefined);
    const abort = new AbortController();
    const sent = transport.send({ ...get, signal: abort.signal });
    sent.catch(() => undefined);
    await service?.arrived(1);
    abort.abort(new Error('no longer wanted'));
    await expect(sent).rejects.toThrow('no longer wanted');
    expect(way?.clock.waitingTimers).toBe(0);
  });

  test('a request that was aborted before is never sent', async () => {
    const transport = await serve((_request, response) => response.end());
    await expect(
      transport.send({ ...get, signal: AbortSignal.abort(new Error('gone')) }),
    ).rejects.toThrow('gone');
    await settle();
    expect(service?.requests).toHaveLength(0);
  });

  test('closing ends what is in flight', async () => {
    const transport = await serve(() => undefined);
    const sent = transport.send(get);
    sent.catch(() => undefined);
    await service?.arrived(1);
    await transport.close();
    await expect(sent).rejects.toMatchObject({ code: 'connection-lost' });
    expect(way?.clock.waitingTimers).toBe(0);
  });
});

describe('a broken way', () => {
  test('nobody listening is unreachable', async () => {
    const transport = await serve(() => undefined);
    await service?.stop();
    await expect(transport.send(get)).rejects.toMatchObject({ code: 'unreachable' });
  });

  test('a name that does not exist is a failure of DNS', async () => {
    way = openWay('http://nobody.invalid');
    await expect(way.transport.send(get)).rejects.toMatchObject({ code: 'dns-failed' });
  });

  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 'protocol-violation'],
    [
      'a chunk size that is none',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
      'protocol-violation',
    ],
    ['headers without end', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}`, 'protocol-violation'],
    [
      'a body shorter than announced',
      'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{"a":',
      'connection-lost',
    ],
    [
      'an end in the middle of a chunk',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"a"',
      'connection-lost',
    ],
    ['an end before any answer', '', 'connection-lost'],
  ])('%s', async (_name, text, code) => {
    const transport = await serveRaw(answerOnce(text));
    await expect(transport.send(get)).rejects.toMatchObject({ name: 'DeliveryError', code });
  });

  test('a fresh socket that breaks is not tried a second time', async () => {
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
    'a kept socket that the server %s as we write is replaced without anybody noticing',
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

  test('the fresh socket is the last try', async () => {
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

  test('an answer that had begun is never asked for again', async () => {
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
