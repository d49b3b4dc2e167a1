import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closing, FaultedWire, tokenRequest } from '../support/faulted-wire.ts';
import { RawConnection } from '../support/raw-http.ts';

/* Each fault of an answer and of the way to the service, seen by a client that is nothing but a socket. */

let wire: FaultedWire;

beforeEach(async () => {
  wire = await FaultedWire.open();
});

afterEach(() => wire.close());

describe('other answers', () => {
  test('any status with any header and body', async () => {
    const answer = await wire.askFaulted({
      do: 'answer',
      status: 418,
      headers: { 'X-Tea': 'green' },
      body: { error: 'teapot' },
    });
    expect(answer.status).toBe(418);
    expect(answer.headers.get('x-tea')).toBe('green');
    expect(JSON.parse(answer.body.toString())).toStrictEqual({ error: 'teapot' });
    expect(await wire.bodyFaulted({ do: 'answer', status: 500, body: 'oops' })).toBe('oops');
  });

  test.each([
    [{ form: 'seconds', seconds: 7 }, '7'],
    [{ form: 'seconds', seconds: -3 }, '-3'],
    [{ form: 'imf-fixdate', seconds: 7 }, 'Mon, 02 Mar 2026 01:00:07 GMT'],
    [{ form: 'rfc850', seconds: 7 }, 'Monday, 02-Mar-26 01:00:07 GMT'],
    [{ form: 'asctime', seconds: 7 }, 'Mon Mar  2 01:00:07 2026'],
    [{ form: 'imf-fixdate', seconds: -3600 }, 'Mon, 02 Mar 2026 00:00:00 GMT'],
    ['soon', 'soon'],
  ] as const)('Retry-After %j', async (retryAfter, text) => {
    const answer = await wire.askFaulted({ do: 'answer', status: 429, retryAfter });
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe(text);
    expect(answer.headers.get('date')).toBe('Mon, 02 Mar 2026 01:00:00 GMT');
  });

  test.each([
    ['html', 200],
    ['redirect', 302],
    ['511', 511],
  ] as const)('a captive portal by %s', async (form, status) => {
    const answer = await wire.askFaulted({ do: 'captivePortal', form });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.headers.has('location')).toBe(form === 'redirect');
  });

  test('a redirect', async () => {
    const location = 'https://elsewhere.example/login';
    const answer = await wire.askFaulted({ do: 'redirect', status: 308, location });
    expect([answer.status, answer.headers.get('location')]).toStrictEqual([308, location]);
  });

  test.each([
    ['401', 401, true],
    ['401-bare', 401, false],
    ['403', 403, true],
    ['200-error-body', 200, false],
  ] as const)('a refused token as %s', async (form, status, hasChallenge) => {
    const answer = await wire.askFaulted({ do: 'refuseToken', form });
    expect(answer.status).toBe(status);
    expect(answer.headers.has('www-authenticate')).toBe(hasChallenge);
  });

  test('a 304 that was not asked for', async () => {
    const answer = await wire.askFaulted({ do: 'notModified' });
    expect([answer.status, answer.body.length]).toStrictEqual([304, 0]);
    expect(answer.headers.has('etag')).toBe(true);
  });
});

describe('other headers', () => {
  test('headers are replaced whatever their case', async () => {
    const answer = await wire.askFaulted({ do: 'headers', set: { 'content-TYPE': 'text/csv' } });
    expect(answer.headers.get('content-type')).toBe('text/csv');
  });

  test.each([
    ['weak', /^W\/"/],
    ['constant', /^"always-the-same"$/],
    ['unquoted', /^[^"]+$/],
    ['empty', /^""$/],
  ] as const)('an ETag that is %s', async (form, shape) => {
    const answer = await wire.askFaulted({ do: 'etag', form });
    expect(answer.headers.get('etag')).toMatch(shape);
    expect(answer.status).toBe(200);
  });

  test('no ETag, and one that changes though the body does not', async () => {
    expect((await wire.askFaulted({ do: 'etag', form: 'absent' })).headers.has('etag')).toBe(false);
    const one = await wire.askFaulted({ do: 'etag', form: 'changing' });
    const other = await wire.askFaulted({ do: 'etag', form: 'changing' });
    expect(other.headers.get('etag')).not.toBe(one.headers.get('etag'));
    expect(other.body).toStrictEqual(one.body);
  });

  test('interim answers come before the final one', async () => {
    wire.service.fault({ action: { do: 'interim', statuses: [100, 103] } });
    const raw = await wire.newConnection();
    raw.send(wire.orderRequest(closing));
    const text = (await raw.ended()).bytes.toString('latin1');
    expect(text).toMatch(
      /^HTTP\/1\.1 100 [^]*\r\n\r\nHTTP\/1\.1 103 [^]*\r\n\r\nHTTP\/1\.1 200 OK\r\n/,
    );
  });

  test('the content type is another or none', async () => {
    const other = await wire.askFaulted({ do: 'contentType', value: 'text/plain' });
    expect(other.headers.get('content-type')).toBe('text/plain');
    const none = await wire.askFaulted({ do: 'contentType', value: null });
    expect(none.headers.has('content-type')).toBe(false);
  });
});

describe('other content', () => {
  test('a merge patch, for orders and for tokens', async () => {
    const patched = await wire.bodyFaulted({
      do: 'patch',
      patch: { status: 'on_the_way', courier: null },
    });
    expect(JSON.parse(patched)).toMatchObject({ uuid: wire.uuid, status: 'on_the_way' });
    expect(JSON.parse(patched)).not.toHaveProperty('courier');
    const { clientId, clientSecret } = wire.service.credentials;
    const credentials = { client_id: clientId, client_secret: clientSecret };
    wire.service.fault({
      match: { target: 'token' },
      action: { do: 'setField', path: ['expires_in'], json: '"3600"' },
    });
    const answer = await wire.ask(
      tokenRequest(JSON.stringify({ ...credentials, grant_type: 'client_credentials' })),
    );
    expect(JSON.parse(answer.body.toString())).toMatchObject({ expires_in: '3600' });
  });

  test.each(['1e400', '-0', '9007199254740993', 'null', '"NaN"', '[]'])(
    'a field said as %s',
    async (json) => {
      const path = ['pickup', 'location', 'lat'];
      const text = await wire.bodyFaulted({ do: 'setField', path, json });
      expect(text).toContain(`"location":{"lat":${json},"lng":`);
    },
  );

  test('fields inside lists are set and removed', async () => {
    const path = ['destinations', '0', 'contact'];
    const text = await wire.bodyFaulted(
      { do: 'setField', path: ['destinations', '0', 'name'], json: 'null' },
      { do: 'removeField', path },
    );
    const [first] = (JSON.parse(text) as { destinations: object[] }).destinations;
    expect(first).toHaveProperty('name', null);
    expect(first).not.toHaveProperty('contact');
  });

  test('a key said twice, keys that pollute, and a deep nest', async () => {
    const twice = await wire.bodyFaulted({ do: 'repeatKey', key: 'status', json: '"cancelled"' });
    expect(twice.match(/"status":/g)).toHaveLength(2);
    const polluted = await wire.bodyFaulted({ do: 'pollute' });
    expect(polluted).toMatch(/^\{"__proto__":\{"isPolluted":true/);
    expect(JSON.parse(polluted)).toMatchObject({ uuid: wire.uuid });
    const nested = await wire.bodyFaulted({ do: 'nest', depth: 10_000 });
    expect(nested).toContain('['.repeat(10_000));
  });

  test.each([
    ['bare', (order: unknown) => order],
    ['data', (order: unknown) => ({ data: order })],
    ['order', (order: unknown) => ({ order })],
    ['data.order', (order: unknown) => ({ data: { order } })],
    ['array', (order: unknown) => [order]],
    ['orders', (order: unknown) => ({ orders: [order] })],
    [
      'json-api',
      (order: unknown) => ({ data: { type: 'orders', id: wire.uuid, attributes: order } }),
    ],
    ['unknown', (order: unknown) => ({ payload: { content: { shipment: order } } })],
  ] as const)('the envelope %s', async (shape, wrapped) => {
    const body = JSON.parse(await wire.bodyFaulted({ do: 'envelope', shape })) as unknown;
    expect(body).toStrictEqual(wrapped(wire.service.orderNow(wire.uuid)));
  });

  test('an envelope with other orders beside the one asked for', async () => {
    const text = await wire.bodyFaulted({ do: 'envelope', shape: 'orders-with-others' });
    const { orders } = JSON.parse(text) as { orders: { uuid: string }[] };
    expect(orders.map((order) => order.uuid === wire.uuid)).toStrictEqual([false, true]);
  });

  test('another order under this uuid', async () => {
    const text = await wire.bodyFaulted({ do: 'otherUuid' });
    expect(JSON.parse(text)).not.toMatchObject({ uuid: wire.uuid });
  });

  test('an answer from the past, down to before the order was there', async () => {
    wire.service.advance(60_000);
    const answer = await wire.askFaulted({ do: 'pastOrder', agoMs: 30_000 });
    expect(JSON.parse(answer.body.toString())).toStrictEqual(
      wire.service.orderAt(wire.uuid, 30_000),
    );
    expect((await wire.askFaulted({ do: 'pastOrder', agoMs: 90_000 })).status).toBe(404);
  });

  test.each([
    ['bom', [0xef, 0xbb, 0xbf, 0x7b]],
    ['utf-16le', [0xff, 0xfe, 0x7b, 0x00]],
    ['utf-16be', [0xfe, 0xff, 0x00, 0x7b]],
  ] as const)('text in %s', async (form, start) => {
    const { body } = await wire.askFaulted({ do: 'encode', form });
    expect([...body.subarray(0, 4)]).toStrictEqual([...start]);
  });

  test('text that is not what it says', async () => {
    const invalid = await wire.askFaulted({ do: 'encode', form: 'invalid-utf-8' });
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(invalid.body)).toThrow(TypeError);
    const latin = await wire.askFaulted({ do: 'encode', form: 'latin-1' });
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(latin.body)).toThrow(TypeError);
    expect(await wire.bodyFaulted({ do: 'encode', form: 'lone-surrogate' })).toContain('\\ud83d');
    expect(await wire.bodyFaulted({ do: 'encode', form: 'nul-bytes' })).toContain('\\u0000');
  });

  test('a body that is cut, emptied or followed by rubbish, with a length that fits', async () => {
    const half = await wire.askFaulted({ do: 'truncate', keepShare: 0.5 });
    expect(() => JSON.parse(half.body.toString()) as unknown).toThrow(SyntaxError);
    expect(half.headers.get('content-length')).toBe(String(half.body.length));
    expect((await wire.askFaulted({ do: 'truncate', keepShare: 0 })).body.length).toBe(0);
    expect(await wire.bodyFaulted({ do: 'append', text: '\n<!-- served by edge-7 -->' })).toMatch(
      /-->$/,
    );
  });

  test.each([
    ['gzip', gunzipSync],
    ['deflate', inflateSync],
    ['br', brotliDecompressSync],
    ['zstd', zstdDecompressSync],
  ] as const)('a body compressed by %s', async (coding, decompress) => {
    const answer = await wire.askFaulted({ do: 'compress', coding });
    expect(answer.headers.get('content-encoding')).toBe(coding);
    const text = (decompress as (bytes: Buffer) => Buffer)(answer.body).toString();
    expect(JSON.parse(text)).toStrictEqual(wire.service.orderNow(wire.uuid));
  });

  test('a coding that lies', async () => {
    const undeclared = await wire.askFaulted({ do: 'compress', coding: 'gzip', lie: 'undeclared' });
    expect(undeclared.headers.has('content-encoding')).toBe(false);
    expect(gunzipSync(undeclared.body).length).toBeGreaterThan(0);
    const plain = await wire.askFaulted({ do: 'compress', coding: 'gzip', lie: 'not-compressed' });
    expect(plain.headers.get('content-encoding')).toBe('gzip');
    expect(JSON.parse(plain.body.toString())).toMatchObject({ uuid: wire.uuid });
    const cut = await wire.askFaulted({ do: 'compress', coding: 'gzip', lie: 'cut-short' });
    expect(() => gunzipSync(cut.body)).toThrow(/unexpected end/);
  });

  test('a zip bomb is small on the wire and large in memory', async () => {
    const { body } = await wire.askFaulted({ do: 'zipBomb', inflatesToBytes: 64 * 1024 * 1024 });
    expect(body.length).toBeLessThan(100_000);
    expect(gunzipSync(body).length).toBe(64 * 1024 * 1024);
  });

  test('a changed body has another ETag, which spares the body next time', async () => {
    const rule = { action: { do: 'patch', patch: { status: 'active' } } } as const;
    const truth = (await wire.ask(wire.orderRequest(closing))).headers.get('etag') ?? '';
    wire.service.fault(rule);
    const changed = await wire.ask(wire.orderRequest(`If-None-Match: ${truth}\r\n${closing}`));
    const own = changed.headers.get('etag') ?? '';
    expect([changed.status, own === truth]).toStrictEqual([200, false]);
    const again = await wire.ask(wire.orderRequest(`If-None-Match: ${own}\r\n${closing}`));
    expect([again.status, again.body.length]).toStrictEqual([304, 0]);
  });
});

describe('the way an answer travels', () => {
  test('a delayed answer is the order as it was when asked', async () => {
    wire.service.fault({ action: { do: 'delay', ms: 5000 }, when: { times: 1 } });
    const slow = await wire.newConnection();
    slow.send(wire.orderRequest());
    const quick = await wire.newConnection();
    await wire.arrivals(2);
    wire.service.setOrder(wire.uuid, { status: 'active' });
    quick.send(wire.orderRequest());
    const [fresh = ''] = await quick.answers(1);
    expect(fresh).toContain('"status":"active"');
    expect(slow.bytes.length).toBe(0);
    wire.service.advance(5000);
    const [late = ''] = await slow.answers(1);
    expect(late).toContain('"status":"pending"');
  });

  test('a black hole never answers, and the connection stays open', async () => {
    wire.service.fault({ action: { do: 'blackHole' }, when: { times: 1 } });
    const hole = await wire.newConnection();
    hole.send(wire.orderRequest());
    await wire.arrivals(2);
    wire.service.advance(86_400_000);
    const other = await wire.newConnection();
    other.send(`GET / HTTP/1.1\r\nHost: x\r\n\r\n`);
    await other.answers(1);
    expect([hole.bytes.length, hole.isOpen]).toStrictEqual([0, true]);
    expect(wire.service.counts().inFlight).toBe(1);
  });

  test.each(['head', 'body'] as const)('a %s that drips', async (part) => {
    wire.service.fault({
      action: { do: 'drip', part, bytes: 1, everyMs: 1000 },
      when: { times: 1 },
    });
    const raw = await wire.newConnection();
    raw.send(wire.orderRequest());
    const first = (await raw.received(1)).toString('latin1');
    const start = part === 'head' ? 0 : Math.max(0, first.indexOf('\r\n\r\n') + 4);
    expect(first.length - start).toBeLessThanOrEqual(1);
    for (let more = 2; more < 6; more += 1) {
      wire.service.advance(1000);
      expect((await raw.received(start + more)).length).toBeLessThanOrEqual(start + more);
    }
    wire.service.advance(10_000_000);
    const [whole = ''] = await raw.answers(1);
    expect(whole).toContain(wire.uuid);
  });

  test('a reset before the head, after it and in the middle of the body', async () => {
    const before = await wire.askFaulted({ do: 'reset', when: 'beforeHead' });
    expect(before.end).toBe('reset');
    for (const when of ['afterHead', 'midBody'] as const) {
      wire.service.fault({ action: { do: 'reset', when }, when: { times: 1 } });
      const raw = await wire.newConnection();
      raw.send(wire.orderRequest());
      const { bytes } = await raw.ended();
      const [, length = ''] = /Content-Length: (\d+)/.exec(bytes.toString('latin1')) ?? ['', ''];
      const body = bytes.subarray(bytes.indexOf('\r\n\r\n') + 4);
      expect(body.length).toBeLessThan(Number(length));
    }
  });

  test('an idle connection that closes just as it is used again', async () => {
    wire.service.fault({ match: { isReused: true }, action: { do: 'hangUp' } });
    const raw = await wire.newConnection();
    raw.send(wire.orderRequest());
    await raw.answers(1);
    raw.send(wire.orderRequest());
    const { bytes, end } = await raw.ended();
    expect(end).toBe('closed');
    expect(bytes.toString('latin1').match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test.each([10, -10])('a length that is off by %d', async (offByBytes) => {
    const answer = await wire.askFaulted({ do: 'wrongLength', offByBytes });
    expect(Number(answer.headers.get('content-length')) - answer.body.length).toBe(offByBytes);
  });

  test('a flood goes on until its bytes are out', async () => {
    const answer = await wire.askFaulted({ do: 'flood', bytes: 3_000_000 });
    expect(answer.headers.get('transfer-encoding')).toBe('chunked');
    expect(answer.body.length).toBeGreaterThan(3_000_000);
    expect(answer.body.subarray(-5).toString()).toBe('0\r\n\r\n');
  });

  test('a flood stops when the client goes', async () => {
    wire.service.fault({ action: { do: 'flood', bytes: 4_000_000_000 }, when: { times: 1 } });
    const raw = await wire.newConnection();
    raw.send(wire.orderRequest());
    await raw.received(500_000);
    raw.close();
    const answer = await wire.ask(wire.orderRequest(closing));
    expect(answer.status).toBe(200);
  });

  test.each([
    ['not-http', /^SSH-/],
    ['bad-chunk-size', /\r\n\r\nZZ\r\n/],
    ['huge-header', /x{1000000}/],
    ['header-control-character', /X-Odd: a\0b/],
    ['two-lengths', /Content-Length: 5\r\nContent-Length: \d+/],
    ['length-and-chunked', /Content-Length: \d+\r\nTransfer-Encoding: chunked/],
    ['second-answer', /\r\n\r\n\{\}HTTP\/1\.1 200 OK/],
  ] as const)('garbage: %s', async (form, shape) => {
    wire.service.fault({ action: { do: 'protocolGarbage', form }, when: { times: 1 } });
    const raw = await wire.newConnection();
    raw.send(wire.orderRequest());
    expect((await raw.ended()).bytes.toString('latin1')).toMatch(shape);
  });

  test('while the service is dark nothing listens; then it is back on the same port', async () => {
    const before = await wire.newConnection();
    await wire.service.goDark();
    expect((await before.ended()).end).toBe('reset');
    await expect(RawConnection.to(wire.service.port)).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
    await wire.service.comeBack();
    expect((await wire.ask(wire.orderRequest(closing))).status).toBe(200);
  });
});
