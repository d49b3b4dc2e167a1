import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isOurHost } from '../../../main/engine/http-edge/host-name.ts';
import {
  event,
  portOf,
  raw,
  watching,
  watchingProven,
} from '../../support/webhooks/watching-receiver.ts';
import type { WebhookBench } from '../../support/webhooks/webhook-bench.ts';

/* Requests as an attacker writes them, byte by byte. */

/** A request with the right path, Host and body unless told otherwise. */
function request(
  bench: WebhookBench,
  {
    method = 'POST',
    target = bench.path(),
    version = 'HTTP/1.1',
    host = 'Host: localhost',
    fields = [`Content-Length: ${Buffer.byteLength(event(bench))}`],
    body = event(bench),
  }: {
    readonly method?: string;
    readonly target?: string;
    readonly version?: string;
    readonly host?: string;
    readonly fields?: readonly string[];
    readonly body?: string;
  } = {},
): string {
  const lines = [`${method} ${target} ${version}`, host, ...fields, 'Connection: close'];
  return `${lines.filter((line) => line !== '').join('\r\n')}\r\n\r\n${body}`;
}

/** The statuses of the answers in their order; none when the connection just ends. */
async function answers(bench: WebhookBench, text: string): Promise<readonly number[]> {
  const answer = await raw(portOf(bench).port, [text]);
  return [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
}

it('a request as it should be is stored, over HTTP/1.0 too, with a slash or a query behind the path', async () => {
  const bench = await watching();
  expect(await answers(bench, request(bench))).toEqual([202]);
  expect(await answers(bench, request(bench, { version: 'HTTP/1.0' }))).toEqual([202]);
  expect(await answers(bench, request(bench, { target: `${bench.path()}/` }))).toEqual([202]);
  for (const query of ['?x=1', '/?tenant=a&x=/hooks/y', '?']) {
    expect(await answers(bench, request(bench, { target: bench.path() + query }))).toEqual([202]);
  }
  expect(bench.service.state).toMatchObject({ accepted: 6, rejected: {} });
});

describe('another writing of the path is another path', () => {
  it.each([
    ['in capitals', (path: string) => path.toUpperCase()],
    ['with two slashes before it', (path: string) => `/${path}`],
    ['with two slashes in it', (path: string) => path.replace('/hooks/', '/hooks//')],
    ['with two slashes behind it', (path: string) => `${path}//`],
    ['after a dot', (path: string) => `/.${path}`],
    ['after a dot in hex', (path: string) => `/%2e${path}`],
    ['after two dots', (path: string) => `/x/..${path}`],
    ['with a letter in hex', (path: string) => path.replace('h', '%68')],
    ['with a query in hex', (path: string) => `${path}%3Fx=1`],
    ['with a fragment', (path: string) => `${path}#x`],
    ['with a parameter', (path: string) => `${path};x`],
    ['with an escape that is none', (path: string) => `${path}%zz`],
    ['cut by a letter', (path: string) => path.slice(0, -1)],
    ['with a letter more', (path: string) => `${path}0`],
    ['with three hundred letters more', (path: string) => path + 'a'.repeat(300)],
    ['with a host, ours', (path: string) => `http://localhost${path}`],
    ['with a host, a foreign one', (path: string) => `http://evil.example${path}`],
    ['as a backslash', (path: string) => path.replaceAll('/', '\\')],
    ['without the slash before it', (path: string) => path.slice(1)],
    ['as an asterisk', () => '*'],
  ])('%s', async (_name, written) => {
    const bench = await watching();
    const [status] = await answers(bench, request(bench, { target: written(bench.path()) }));
    // What is no target at all ends the connection.
    expect([404, undefined]).toContain(status);
    expect(bench.service.state).toMatchObject({ accepted: 0 });
    expect(Object.values(bench.service.state.rejected)).toEqual([1]);
  });

  it.each(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'])(
    'and is answered with 404 whatever the method: %s',
    async (method) => {
      const bench = await watching();
      const fields = ['Content-Length: 0'];
      const text = request(bench, { method, target: '/hooks/x', fields, body: '' });
      expect(await answers(bench, text)).toEqual([404]);
      expect(bench.service.state.rejected).toEqual({ path: 1 });
    },
  );
});

it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'])(
  'no webhook comes by %s',
  async (method) => {
    const bench = await watching();
    expect(await answers(bench, request(bench, { method }))).toEqual([405]);
    expect(bench.service.state).toMatchObject({ accepted: 0, rejected: { method: 1 } });
  },
);

it('a request to tunnel through ends the connection, and one for another protocol is as any other', async () => {
  const bench = await watching();
  const tunnel = request(bench, { method: 'CONNECT', target: 'localhost:443' });
  expect(await answers(bench, tunnel)).toEqual([]);
  const upgrade = `GET /x HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
  expect(await answers(bench, upgrade)).toEqual([404]);
  expect(bench.service.state.accepted).toBe(0);
});

describe('two ways to read where a request ends are no request', () => {
  const smuggled = '0\r\n\r\n';

  it.each([
    ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked'], smuggled],
    ['chunks and a length', ['Transfer-Encoding: chunked', 'Content-Length: 5'], smuggled],
    ['two lengths', ['Content-Length: 2', 'Content-Length: 3'], '{} '],
    ['two lengths in a list', ['Content-Length: 2, 3'], '{} '],
    ['a length with a sign', ['Content-Length: +2'], '{}'],
    ['a negative length', ['Content-Length: -2'], '{}'],
    ['a length without end', [`Content-Length: ${'9'.repeat(30)}`], '{}'],
    ['a blank before the colon', ['Content-Length : 2'], '{}'],
    ['an encoding that looks like chunks', ['Transfer-Encoding: xchunked'], smuggled],
    ['chunks that are not the last encoding', ['Transfer-Encoding: chunked, gzip'], smuggled],
    ['a field over two lines', ['X-A: b', ' Content-Length: 2'], '{}'],
    ['a chunk without a size', ['Transfer-Encoding: chunked'], 'x\r\n{}\r\n0\r\n\r\n'],
    [
      'fields after the body without end',
      ['Transfer-Encoding: chunked'],
      `0\r\n${'x: y\r\n'.repeat(5000)}\r\n`,
    ],
    [
      'an extension of a chunk without end',
      ['Transfer-Encoding: chunked'],
      `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
    ],
  ])('%s', async (_name, fields, body) => {
    const bench = await watching();
    expect(await answers(bench, request(bench, { fields, body }))).toEqual([]);
    expect(bench.service.state.rejected).toEqual({ malformed: 1 });
    expect((await bench.post({ body: event(bench) })).status).toBe(202);
  });

  it('a second request behind the first is judged by itself', async () => {
    const bench = await watching();
    const first = request(bench).replace('Connection: close\r\n', '');
    const second = request(bench, { target: '/hooks/x' });
    expect(await answers(bench, first + second)).toEqual([202, 404]);
  });

  it('what follows a refused request is not read', async () => {
    const bench = await watching();
    const first = request(bench, { target: '/hooks/x' }).replace('Connection: close\r\n', '');
    expect(await answers(bench, first + request(bench))).toEqual([404]);
    expect(bench.service.state.accepted).toBe(0);
  });
});

describe('headers', () => {
  it.each([
    ['more than 16 KiB of them', [`X-A: ${'a'.repeat(17_000)}`]],
    ['thousands of them', Array.from({ length: 5000 }, (_, no) => `x${no}: y`)],
    ['one with a zero byte', ['X-A: a\0b']],
  ])('%s end the connection', async (_name, fields) => {
    const bench = await watching();
    expect(await answers(bench, request(bench, { fields, body: '' }))).toEqual([]);
    expect(bench.service.state.rejected).toEqual({ malformed: 1 });
  });

  it('15 KiB of them are read', async () => {
    const bench = await watching();
    const fields = [`X-A: ${'a'.repeat(15_000)}`, 'Content-Length: 0'];
    expect(await answers(bench, request(bench, { fields, body: '' }))).toEqual([200]);
  });

  it('a sender who waits to be asked for the body is asked once path, Host and method are right', async () => {
    const bench = await watching();
    const fields = [`Content-Length: ${event(bench).length}`, 'Expect: 100-continue'];
    expect(await answers(bench, request(bench, { fields }))).toEqual([100, 202]);
    expect(await answers(bench, request(bench, { fields, target: '/hooks/x' }))).toEqual([404]);
    expect(await answers(bench, request(bench, { fields, host: 'Host: evil.example' }))).toEqual([
      421,
    ]);
    expect(await answers(bench, request(bench, { fields, method: 'PUT' }))).toEqual([405]);
  });

  it('another expectation ends the connection, so that a stranger gets no answer without end', async () => {
    const bench = await watching();
    const fields = ['Content-Length: 0', 'Expect: gold'];
    expect(await answers(bench, request(bench, { fields, body: '' }))).toEqual([]);
    expect(bench.service.state.rejected).toEqual({ malformed: 1 });
  });

  it('guesses that are answered no more get no answer in another form either', async () => {
    const bench = await watching();
    for (let guess = 0; guess < 200; guess += 1) await bench.post({ path: `/hooks/${guess}` });
    for (const change of [
      { target: '/hooks/x' },
      { target: '/%zz' },
      { target: `/${'a'.repeat(300)}` },
      { target: '/hooks/x', fields: ['Content-Length: 2', 'Expect: 100-continue'] },
      { target: '/hooks/x', fields: ['Content-Length: 2', 'Expect: gold'] },
      { target: '/hooks/x', host: '' },
      { target: '/hooks/x', method: 'PROPFIND' },
    ]) {
      expect(await answers(bench, request(bench, change))).toEqual([]);
    }
    expect(bench.service.state.rejected.path).toBe(200);
    expect(await answers(bench, request(bench))).toEqual([202]);
    // Twenty are answered in each further second.
    await bench.clock.advance(1000);
    for (let guess = 0; guess < 20; guess += 1) {
      expect(await answers(bench, request(bench, { target: `/hooks/${guess}` }))).toEqual([404]);
    }
    expect(await answers(bench, request(bench, { target: '/hooks/x' }))).toEqual([]);
  });
});

describe('a body', () => {
  it('that is packed may have 256 KiB once it is unpacked', async () => {
    const bench = await watching();
    const most = 256 * 1024;
    const sent = [event(bench).padEnd(most), event(bench).padEnd(most + 1), ' '.repeat(64 * most)];
    const statuses = await Promise.all(
      sent.map(async (body) => (await bench.post({ body: gzipSync(body) })).status),
    );
    expect(statuses).toEqual([202, 413, 413]);
    expect(bench.service.state).toMatchObject({ accepted: 1, rejected: { 'too-large': 2 } });
  });

  it.each<[string, (body: string) => Buffer, string | null]>([
    ['gzip', gzipSync, 'gzip'],
    ['gzip in capitals', gzipSync, ' GZIP '],
    ['gzip without a word', gzipSync, null],
    ['deflate', deflateSync, 'deflate'],
    ['Brotli', brotliCompressSync, 'br'],
    ['nothing, and says gzip', (body) => Buffer.from(body), 'gzip'],
    ['nothing, and says deflate', (body) => Buffer.from(body), 'deflate'],
    ['nothing, and says a coding that is none', (body) => Buffer.from(body), 'utf-8'],
  ])('that is packed with %s is read', async (_name, packed, coding) => {
    const bench = await watching();
    const headers = coding === null ? {} : { 'content-encoding': coding };
    expect((await bench.post({ headers, body: packed(event(bench)) })).status).toBe(202);
    expect(bench.service.state).toMatchObject({ accepted: 1, rejected: {} });
  });

  it.each<[string, (body: string) => string | Buffer]>([
    ['as it is', (body) => `\uFEFF${body}`],
    ['in a list', (body) => `\uFEFF[${body}]`],
    ['in a form', (body) => `payload=${encodeURIComponent(`\uFEFF${body}`)}`],
    ['packed', (body) => gzipSync(`\uFEFF${body}`)],
  ])('behind a byte order mark is read, and proven by all its bytes: %s', async (_name, marked) => {
    const secret = 'a secret of the portal';
    const bench = await watching({ proof: 'hmac' }, { secret });
    const post = (body: string | Buffer, signed: string | Buffer) => {
      const signature = createHmac('sha256', secret).update(signed).digest('hex');
      return bench.post({ body, headers: { 'x-signature': signature } });
    };
    const body = marked(event(bench));
    expect((await post(body, event(bench))).status).toBe(401);
    expect((await post(body, body)).status).toBe(202);
    expect(bench.service.state).toMatchObject({ accepted: 1, rejected: { signature: 1 } });
  });

  it('of several events one a line is no webhook', async () => {
    const bench = await watching();
    const body = `${event(bench)}\n${event(bench, { nonce: 1 })}\n`;
    expect((await bench.post({ body })).status).toBe(202);
    expect(bench.service.state).toMatchObject({ accepted: 0, rejected: { 'not-json': 1 } });
  });

  it('may have 256 KiB and not a byte more', async () => {
    const bench = await watching();
    const most = 256 * 1024;
    expect((await bench.post({ body: event(bench).padEnd(most) })).status).toBe(202);
    expect((await bench.post({ body: event(bench).padEnd(most + 1) })).status).toBe(413);
    expect(bench.service.state.rejected).toEqual({ 'too-large': 1 });
  });

  it.each([
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '',
  ])('is read as it came, whatever type it is said to have: %s', async (type) => {
    const bench = await watching({ proof: 'header' }, { secret: 'abc' });
    const headers = { 'x-signature': 'abc', ...(type === '' ? {} : { 'content-type': type }) };
    expect((await bench.post({ body: event(bench), headers })).status).toBe(202);
    expect(bench.service.state.accepted).toBe(1);
  });

  it('of a probe by GET is not taken for a webhook', async () => {
    const bench = await watching();
    expect(await answers(bench, request(bench, { method: 'GET' }))).toEqual([200]);
    expect(bench.service.state).toMatchObject({ accepted: 0, rejected: {} });
  });
});

it('a sender who breaks the connection off is not counted as one who sends what is no request', async () => {
  const bench = await watching();
  const start = `POST ${bench.path()} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{`;
  await new Promise<void>((resolve) => {
    const socket = connect(portOf(bench).port, '127.0.0.1', () => {
      socket.write(start, () => socket.resetAndDestroy());
    });
    socket.on('close', () => resolve());
  });
  expect((await bench.post({ body: event(bench) })).status).toBe(202);
  expect(bench.service.state.rejected.malformed ?? 0).toBe(0);
});

describe('what answers say', () => {
  it('a refused request ends its connection, one that is to come again does not', async () => {
    const bench = await watchingProven();
    const { headers: refused } = await bench.post({ path: '/x' });
    expect(refused).toMatchObject({ connection: 'close' });
    expect(refused).not.toHaveProperty('retry-after');
    bench.queue.put = () => {
      throw new Error('disk full');
    };
    const { status, headers } = await bench.post({
      body: event(bench),
      headers: { connection: 'keep-alive' },
    });
    expect(status).toBe(503);
    expect(headers).toMatchObject({ 'retry-after': '2', connection: 'keep-alive' });
    bench.announced.defects.length = 0;
  });

  it('nothing but the status: no body, no name of a program', async () => {
    const bench = await watching();
    for (const change of [
      {},
      { target: '/x' },
      { host: 'Host: evil.example' },
      { method: 'PUT' },
    ]) {
      const answer = await raw(portOf(bench).port, [request(bench, change)]);
      expect(answer).toMatch(/\r\ncontent-length: 0\r\n/i);
      expect(answer.toLowerCase()).not.toMatch(/server:|x-powered-by|fastify|node/);
      expect(answer.endsWith('\r\n\r\n')).toBe(true);
    }
  });
});

describe('whose name a request may carry', () => {
  const at = '127.0.0.1';

  it.each([
    ['localhost', at, null],
    ['LOCALHOST:24567', at, null],
    ['localhost.', at, null],
    ['127.0.0.1:1', at, null],
    ['127.255.0.9', at, null],
    ['[::1]:24567', at, null],
    ['[0:0:0:0:0:0:0:1]', at, null],
    ['192.0.2.7', '192.0.2.7', null],
    ['[2001:db8::7]:80', '2001:DB8:0:0::7', null],
    ['192.0.2.7', '0.0.0.0', null],
    ['[2001:db8::7]', '0.0.0.0', null],
    ['192.0.2.7', '::', null],
    ['hooks.example.com', at, 'https://hooks.example.com'],
    ['Hooks.Example.com:443', at, 'https://hooks.example.com:8443'],
    ['hooks.example.com.', at, 'https://hooks.example.com'],
    ['hooks.example.com', at, 'https://hooks.example.com.'],
    ['my_hooks.example.com', at, 'https://my_hooks.example.com'],
    ['[2001:db8::7]', at, 'https://[2001:0DB8::7]:8443'],
    ['198.51.100.1', at, 'http://198.51.100.1'],
  ])('%s at %s with the public address %s', (host, address, publicUrl) => {
    expect(isOurHost(host, address, publicUrl)).toBe(true);
  });

  it.each([
    [undefined, at, null],
    ['', at, null],
    ['evil.example', at, null],
    ['localhost.evil.example', at, null],
    ['evil.localhost', at, null],
    ['127.0.0.1.evil.example', at, null],
    ['evil.example:80', at, 'https://hooks.example.com'],
    ['hooks.example.com.evil.example', at, 'https://hooks.example.com'],
    ['evil.hooks.example.com', at, 'https://hooks.example.com'],
    ['user@localhost', at, null],
    ['localhost:80@evil.example', at, null],
    ['localhost/', at, null],
    ['localhost, evil.example', at, null],
    ['evil.example, localhost', at, null],
    ['localhost evil.example', at, null],
    ['localhost:', at, null],
    ['localhost:123456', at, null],
    ['localhost:x', at, null],
    ['localhost..', at, null],
    ['127.1', at, null],
    ['2130706433', at, null],
    ['0x7f.0.0.1', at, null],
    ['128.0.0.1', at, null],
    ['[::1%25eth0]', at, null],
    ['[::ffff:127.0.0.1]', at, null],
    ['[127.0.0.1]', at, null],
    ['[face]', at, 'https://face'],
    ['[::1].evil.example', at, null],
    ['::1', at, null],
    ['192.0.2.7', at, null],
    ['192.0.2.8', '192.0.2.7', null],
    ['[2001:db8::8]', '2001:db8::7', null],
    ['0.0.0.0', at, null],
    ['evil.example', '0.0.0.0', null],
    ['evil.example', '::', null],
    ['evil.example', at, 'no address'],
  ])('not %s at %s with the public address %s', (host, address, publicUrl) => {
    expect(isOurHost(host, address, publicUrl)).toBe(false);
  });

  it('and it has to carry one, and only one', async () => {
    const bench = await watching();
    expect(await answers(bench, request(bench, { host: '' }))).toEqual([421]);
    expect(await answers(bench, request(bench, { host: '', version: 'HTTP/1.0' }))).toEqual([421]);
    const two = 'Host: localhost\r\nHost: evil.example';
    expect(await answers(bench, request(bench, { host: two }))).toEqual([421]);
    expect(bench.service.state.rejected).toEqual({ host: 3 });
  });
});
