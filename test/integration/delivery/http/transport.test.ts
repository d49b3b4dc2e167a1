import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type {
  HttpTransport,
  HttpRequest,
} from '../../../../main/engine/delivery/http/transport.ts';
import {
  closeClient,
  type DeliveryClient,
  type DeliveryClientOptions,
  openClient,
} from '../../../support/service/delivery-client.ts';
import { settle } from '../../../support/fake-clock.ts';
import {
  type Answerer,
  type LittleService,
  startLittleService,
} from '../../../support/service/little-service.ts';

const get: HttpRequest = { method: 'GET', path: '/x', headers: [], body: null, signal: null };

let service: LittleService | undefined;
let client: DeliveryClient | undefined;

afterEach(async () => {
  await closeClient(client);
  await service?.stop();
  client = undefined;
  service = undefined;
});

async function serve(
  answer: Answerer,
  options: DeliveryClientOptions = {},
): Promise<HttpTransport> {
  service = await startLittleService(answer);
  client = openClient(service.baseUrl, options);
  return client.transport;
}

describe('limits', () => {
  test('an answer of exactly the limit is accepted and one byte more is not', async () => {
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

  const json = Buffer.from('{"uuid":"a","note":"Ring twice, Zoë"}');
  test.each([
    ['an unknown coding', 'secret-sauce', json],
    ['a coding that is a character set', 'utf-8', json],
    ['an empty coding', '', json],
    ['gzip that is none', 'gzip', json],
    ['br that is none', 'br', json],
    ['deflate that is none', 'deflate', json],
    ['zstd that is none', 'zstd', json],
    ['deflate without its frame', 'deflate', deflateRawSync(json)],
    ['GZIP in capitals', 'GZIP', gzipSync(json)],
    ['gzip under another name', 'br', gzipSync(json)],
    ['gzip without a name', null, gzipSync(json)],
    ['two codings, the last one first', 'deflate, br', brotliCompressSync(deflateSync(json))],
    ['a coding beside one that is none', 'identity, gzip', gzipSync(json)],
    ['gzip twice', 'gzip, gzip', gzipSync(gzipSync(json))],
  ])('%s: the body is what it says', async (_name, coding, body) => {
    const transport = await serve((_request, response) => {
      response.writeHead(200, coding === null ? {} : { 'content-encoding': coding });
      response.end(body);
    });
    expect((await transport.send(get)).body.toString()).toBe(json.toString());
  });

  test('an answer that does not begin is given up after ten seconds of silence', async () => {
    const transport = await serve(() => undefined);
    const sent = transport.send(get);
    sent.catch(() => undefined);
    await service?.arrived(1);
    await client?.clock.advance(9999);
    expect(client?.clock.waitingTimers).toBe(1);
    await client?.clock.advance(1);
    await expect(sent).rejects.toMatchObject({ code: 'timeout' });
    expect(client?.clock.waitingTimers).toBe(0);
  });

  test('a drip of bytes is not silence, and ends at the total deadline all the same', async () => {
    const dripping = Promise.withResolvers<ServerResponse>();
    const transport = await serve((_request, response) => dripping.resolve(response));
    const sent = transport.send(get);
    sent.catch(() => undefined);
    const response = await dripping.promise;
    for (let drop = 0; drop < 3; drop += 1) {
      await client?.clock.advance(6500);
      await new Promise((resolve) => {
        response.write(' ', resolve);
      });
      // Server and client share a process, so flushed bytes are read within a few turns of the loop.
      for (let turn = 0; turn < 5; turn += 1) await settle();
    }
    await client?.clock.advance(499);
    expect(client?.clock.waitingTimers).toBe(1);
    await client?.clock.advance(1);
    await expect(sent).rejects.toMatchObject({ code: 'timeout' });
  });

  test('a body that stops half-way is given up after ten seconds of silence', async () => {
    const begun = Promise.withResolvers<ServerResponse>();
    const transport = await serve((_request, response) => begun.resolve(response));
    const sent = transport.send(get);
    sent.catch(() => undefined);
    const response = await begun.promise;
    await client?.clock.advance(5000);
    await new Promise((resolve) => {
      response.write('{', resolve);
    });
    for (let turn = 0; turn < 5; turn += 1) await settle();
    await client?.clock.advance(9999);
    expect(client?.clock.waitingTimers).toBe(1);
    await client?.clock.advance(1);
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
    await client?.clock.advance(20_000);
    await expect(first).rejects.toMatchObject({ code: 'timeout' });
    await expect(queued).rejects.toMatchObject({ code: 'timeout' });
    isHanging = false;
    await expect(transport.send(get)).resolves.toMatchObject({ status: 200 });
    expect(client?.clock.waitingTimers).toBe(0);
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

test('64 requests are in flight at once, each on a connection of its own', async () => {
  const most = 64;
  const waiting: ServerResponse[] = [];
  const transport = await serve((_request, response) => {
    waiting.push(response);
  });
  const all = Array.from({ length: most }, () => transport.send(get));
  await service?.arrived(most);
  for (const response of waiting) response.end('ok');
  expect(new Set(service?.requests.map(({ connection }) => connection)).size).toBe(most);
  await Promise.all(all);
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

  test('an aborted request rejects with the reason of the abort', async () => {
    const transport = await serve(() => undefined);
    const abort = new AbortController();
    const sent = transport.send({ ...get, signal: abort.signal });
    sent.catch(() => undefined);
    await service?.arrived(1);
    abort.abort(new Error('no longer wanted'));
    await expect(sent).rejects.toThrow('no longer wanted');
    expect(client?.clock.waitingTimers).toBe(0);
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
    expect(client?.clock.waitingTimers).toBe(0);
  });
});
