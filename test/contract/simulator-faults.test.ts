import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DeliveryService, startDeliveryService } from '../../simulator/delivery-service.ts';
import type { FaultActionSource } from '../../simulator/faults/fault-action.ts';
import { RawConnection } from '../support/raw-http.ts';

/* Each fault as it is seen on the wire, by a client that is nothing but a socket. */

let service: DeliveryService;
let uuid: string;
let token: string;
const open: RawConnection[] = [];

beforeEach(async () => {
  service = await startDeliveryService({ clock: 'manual' });
  uuid = service.addOrder();
  const { clientId, clientSecret } = service.credentials;
  const body = JSON.stringify({
    client_id: clientId,
    client_secret: clientSecret,
    grant_type: 'client_credentials',
  });
  const answer = await ask(tokenRequest(body));
  token = (JSON.parse(answer.body.toString()) as { access_token: string }).access_token;
});

afterEach(async () => {
  for (const connection of open.splice(0)) {
    connection.close();
  }
  await service.close();
});

function tokenRequest(body: string): string {
  return `POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
}

function orderRequest(headers = '', of = uuid): string {
  return `GET /api/v2/orders/${of} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${headers}\r\n`;
}

const closing = 'Connection: close\r\n';

async function newConnection(): Promise<RawConnection> {
  const made = await RawConnection.to(service.port);
  open.push(made);
  return made;
}

interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  readonly end: 'closed' | 'reset';
}

async function ask(request: string): Promise<Answer> {
  const raw = await newConnection();
  raw.send(request);
  const { bytes, end } = await raw.ended();
  const headEnd = bytes.indexOf('\r\n\r\n');
  const [line = '', ...fields] = bytes.toString('latin1', 0, Math.max(0, headEnd)).split('\r\n');
  return {
    status: Number(line.split(' ')[1]),
    headers: new Map(
      fields.map((field) => {
        const colon = field.indexOf(':');
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
      }),
    ),
    body: bytes.subarray(headEnd + 4),
    end,
  };
}

async function askFaulted(...actions: readonly FaultActionSource[]): Promise<Answer> {
  service.fault(...actions.map((action) => ({ action, when: { times: 1 } })));
  return ask(orderRequest(closing));
}

async function bodyFaulted(...actions: readonly FaultActionSource[]): Promise<string> {
  return (await askFaulted(...actions)).body.toString();
}

describe('other answers', () => {
  test('any status with any header and body', async () => {
    const answer = await askFaulted({
      do: 'answer',
      status: 418,
      headers: { 'X-Tea': 'green' },
      body: { error: 'teapot' },
    });
    expect(answer.status).toBe(418);
    expect(answer.headers.get('x-tea')).toBe('green');
    expect(JSON.parse(answer.body.toString())).toStrictEqual({ error: 'teapot' });
    expect(await bodyFaulted({ do: 'answer', status: 500, body: 'oops' })).toBe('oops');
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
    const answer = await askFaulted({ do: 'answer', status: 429, retryAfter });
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe(text);
    expect(answer.headers.get('date')).toBe('Mon, 02 Mar 2026 01:00:00 GMT');
  });

  test.each([
    ['html', 200],
    ['redirect', 302],
    ['511', 511],
  ] as const)('a captive portal by %s', async (form, status) => {
    const answer = await askFaulted({ do: 'captivePortal', form });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.headers.has('location')).toBe(form === 'redirect');
  });

  test('a redirect', async () => {
    const location = 'https://elsewhere.example/login';
    const answer = await askFaulted({ do: 'redirect', status: 308, location });
    expect([answer.status, answer.headers.get('location')]).toStrictEqual([308, location]);
  });

  test.each([
    ['401', 401, true],
    ['401-bare', 401, false],
    ['403', 403, true],
    ['200-error-body', 200, false],
  ] as const)('a refused token as %s', async (form, status, hasChallenge) => {
    const answer = await askFaulted({ do: 'refuseToken', form });
    expect(answer.status).toBe(status);
    expect(answer.headers.has('www-authenticate')).toBe(hasChallenge);
  });

  test('a 304 that nobody asked for', async () => {
    const answer = await askFaulted({ do: 'notModified' });
    expect([answer.status, answer.body.length]).toStrictEqual([304, 0]);
    expect(answer.headers.has('etag')).toBe(true);
  });
});

describe('other headers', () => {
  test('headers are replaced whatever their case', async () => {
    const answer = await askFaulted({ do: 'headers', set: { 'content-TYPE': 'text/csv' } });
    expect(answer.headers.get('content-type')).toBe('text/csv');
  });

  test.each([
    ['weak', /^W\/"/],
    ['constant', /^"always-the-same"$/],
    ['unquoted', /^[^"]+$/],
    ['empty', /^""$/],
  ] as const)('an ETag that is %s', async (form, shape) => {
    const answer = await askFaulted({ do: 'etag', form });
    expect(answer.headers.get('etag')).toMatch(shape);
    expect(answer.status).toBe(200);
  });

  test('no ETag, and one that changes though the body does not', async () => {
    expect((await askFaulted({ do: 'etag', form: 'absent' })).headers.has('etag')).toBe(false);
    const one = await askFaulted({ do: 'etag', form: 'changing' });
    const other = await askFaulted({ do: 'etag', form: 'changing' });
    expect(other.headers.get('etag')).not.toBe(one.headers.get('etag'));
    expect(other.body).toStrictEqual(one.body);
  });

  test('an interim answer comes before the final one', async () => {
    service.fault({ action: { do: 'earlyHints' } });
    const raw = await newConnection();
    raw.send(orderRequest(closing));
    const text = (await raw.ended()).bytes.toString('latin1');
    expect(text).toMatch(/^HTTP\/1\.1 103 Early Hints\r\n[^]*\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  });

  test('the content type is another or none', async () => {
    const other = await askFaulted({ do: 'contentType', value: 'text/plain' });
    expect(other.headers.get('content-type')).toBe('text/plain');
    const none = await askFaulted({ do: 'contentType', value: null });
    expect(none.headers.has('content-type')).toBe(false);
  });
});

describe('other content', () => {
  test('a merge patch, for orders and for tokens', async () => {
    const patched = await bodyFaulted({
      do: 'patch',
      patch: { status: 'on_the_way', courier: null },
    });
    expect(JSON.parse(patched)).toMatchObject({ uuid, status: 'on_the_way' });
    expect(JSON.parse(patched)).not.toHaveProperty('courier');
    const { clientId, clientSecret } = service.credentials;
    const credentials = { client_id: clientId, client_secret: clientSecret };
    service.fault({
      match: { target: 'token' },
      action: { do: 'setField', path: ['expires_in'], json: '"3600"' },
    });
    const answer = await ask(
      tokenRequest(JSON.stringify({ ...credentials, grant_type: 'client_credentials' })),
    );
    expect(JSON.parse(answer.body.toString())).toMatchObject({ expires_in: '3600' });
  });

  test.each(['1e400', '-0', '9007199254740993', 'null', '"NaN"', '[]'])(
    'a field said as %s',
    async (json) => {
      const path = ['pickup', 'location', 'lat'];
      const text = await bodyFaulted({ do: 'setField', path, json });
      expect(text).toContain(`"location":{"lat":${json},"lng":`);
    },
  );

  test('fields inside lists are set and removed', async () => {
    const path = ['destinations', '0', 'contact'];
    const text = await bodyFaulted(
      { do: 'setField', path: ['destinations', '0', 'name'], json: 'null' },
      { do: 'removeField', path },
    );
    const [first] = (JSON.parse(text) as { destinations: object[] }).destinations;
    expect(first).toHaveProperty('name', null);
    expect(first).not.toHaveProperty('contact');
  });

  test('a key said twice, keys that pollute, and a deep nest', async () => {
    const twice = await bodyFaulted({ do: 'repeatKey', key: 'status', json: '"cancelled"' });
    expect(twice.match(/"status":/g)).toHaveLength(2);
    const polluted = await bodyFaulted({ do: 'pollute' });
    expect(polluted).toMatch(/^\{"__proto__":\{"isPolluted":true/);
    expect(JSON.parse(polluted)).toMatchObject({ uuid });
    const nested = await bodyFaulted({ do: 'nest', depth: 10_000 });
    expect(nested).toContain('['.repeat(10_000));
  });

  test.each([
    ['bare', (order: unknown) => order],
    ['data', (order: unknown) => ({ data: order })],
    ['order', (order: unknown) => ({ order })],
    ['data.order', (order: unknown) => ({ data: { order } })],
    ['array', (order: unknown) => [order]],
    ['orders', (order: unknown) => ({ orders: [order] })],
    ['json-api', (order: unknown) => ({ data: { type: 'orders', id: uuid, attributes: order } })],
    ['unknown', (order: unknown) => ({ payload: { content: { shipment: order } } })],
  ] as const)('the envelope %s', async (shape, wrapped) => {
    const body = JSON.parse(await bodyFaulted({ do: 'envelope', shape })) as unknown;
    expect(body).toStrictEqual(wrapped(service.orderNow(uuid)));
  });

  test('an envelope with other orders beside the one asked for', async () => {
    const text = await bodyFaulted({ do: 'envelope', shape: 'orders-with-others' });
    const { orders } = JSON.parse(text) as { orders: { uuid: string }[] };
    expect(orders.map((order) => order.uuid === uuid)).toStrictEqual([false, true]);
  });

  test('another order under this uuid', async () => {
    const text = await bodyFaulted({ do: 'otherUuid' });
    expect(JSON.parse(text)).not.toMatchObject({ uuid });
  });

  test('an answer from the past, down to before the order was there', async () => {
    service.advance(60_000);
    const answer = await askFaulted({ do: 'pastOrder', agoMs: 30_000 });
    expect(JSON.parse(answer.body.toString())).toStrictEqual(service.orderAt(uuid, 30_000));
    expect((await askFaulted({ do: 'pastOrder', agoMs: 90_000 })).status).toBe(404);
  });

  test.each([
    ['bom', [0xef, 0xbb, 0xbf, 0x7b]],
    ['utf-16le', [0xff, 0xfe, 0x7b, 0x00]],
    ['utf-16be', [0xfe, 0xff, 0x00, 0x7b]],
  ] as const)('text in %s', async (form, start) => {
    const { body } = await askFaulted({ do: 'encode', form });
    expect([...body.subarray(0, 4)]).toStrictEqual([...start]);
  });

  test('text that is not what it says', async () => {
    const invalid = await askFaulted({ do: 'encode', form: 'invalid-utf-8' });
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(invalid.body)).toThrow(TypeError);
    const latin = await askFaulted({ do: 'encode', form: 'latin-1' });
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(latin.body)).toThrow(TypeError);
    expect(await bodyFaulted({ do: 'encode', form: 'lone-surrogate' })).toContain('\\ud83d');
    expect(await bodyFaulted({ do: 'encode', form: 'nul-bytes' })).toContain('\\u0000');
  });

  test('a body that is cut, emptied or followed by rubbish, with a length that fits', async () => {
    const half = await askFaulted({ do: 'truncate', keepShare: 0.5 });
    expect(() => JSON.parse(half.body.toString()) as unknown).toThrow(SyntaxError);
    expect(half.headers.get('content-length')).toBe(String(half.body.length));
    expect((await askFaulted({ do: 'truncate', keepShare: 0 })).body.length).toBe(0);
    expect(await bodyFaulted({ do: 'append', text: '\n<!-- served by edge-7 -->' })).toMatch(
      /-->$/,
    );
  });

  test.each([
    ['gzip', gunzipSync],
    ['deflate', inflateSync],
    ['br', brotliDecompressSync],
    ['zstd', zstdDecompressSync],
  ] as const)('a body compressed by %s', async (coding, decompress) => {
    const answer = await askFaulted({ do: 'compress', coding });
    expect(answer.headers.get('content-encoding')).toBe(coding);
    const text = (decompress as (bytes: Buffer) => Buffer)(answer.body).toString();
    expect(JSON.parse(text)).toStrictEqual(service.orderNow(uuid));
  });

  test('a coding that lies', async () => {
    const undeclared = await askFaulted({ do: 'compress', coding: 'gzip', lie: 'undeclared' });
    expect(undeclared.headers.has('content-encoding')).toBe(false);
    expect(gunzipSync(undeclared.body).length).toBeGreaterThan(0);
    const plain = await askFaulted({ do: 'compress', coding: 'gzip', lie: 'not-compressed' });
    expect(plain.headers.get('content-encoding')).toBe('gzip');
    expect(JSON.parse(plain.body.toString())).toMatchObject({ uuid });
    const cut = await askFaulted({ do: 'compress', coding: 'gzip', lie: 'cut-short' });
    expect(() => gunzipSync(cut.body)).toThrow(/unexpected end/);
  });

  test('a zip bomb is small on the wire and large in memory', async () => {
    const { body } = await askFaulted({ do: 'zipBomb', inflatesToBytes: 64 * 1024 * 1024 });
    expect(body.length).toBeLessThan(100_000);
    expect(gunzipSync(body).length).toBe(64 * 1024 * 1024);
  });

  test('a changed body has another ETag, which spares the body next time', async () => {
    const rule = { action: { do: 'patch', patch: { status: 'active' } } } as const;
    const truth = (await ask(orderRequest(closing))).headers.get('etag') ?? '';
    service.fault(rule);
    const changed = await ask(orderRequest(`If-None-Match: ${truth}\r\n${closing}`));
    const own = changed.headers.get('etag') ?? '';
    expect([changed.status, own === truth]).toStrictEqual([200, false]);
    const again = await ask(orderRequest(`If-None-Match: ${own}\r\n${closing}`));
    expect([again.status, again.body.length]).toStrictEqual([304, 0]);
  });
});

describe('the way an answer travels', () => {
  test('a delayed answer is the order as it was when asked', async () => {
    service.fault({ action: { do: 'delay', ms: 5000 }, when: { times: 1 } });
    const slow = await newConnection();
    slow.send(orderRequest());
    const quick = await newConnection();
    await arrivals(2);
    service.setOrder(uuid, { status: 'active' });
    quick.send(orderRequest());
    const [fresh = ''] = await quick.answers(1);
    expect(fresh).toContain('"status":"active"');
    expect(slow.bytes.length).toBe(0);
    service.advance(5000);
    const [late = ''] = await slow.answers(1);
    expect(late).toContain('"status":"pending"');
  });

  test('a black hole never answers, and the connection stays open', async () => {
    service.fault({ action: { do: 'blackHole' }, when: { times: 1 } });
    const hole = await newConnection();
    hole.send(orderRequest());
    await arrivals(2);
    service.advance(86_400_000);
    const other = await newConnection();
    other.send(`GET / HTTP/1.1\r\nHost: x\r\n\r\n`);
    await other.answers(1);
    expect([hole.bytes.length, hole.isOpen]).toStrictEqual([0, true]);
    expect(service.counts().inFlight).toBe(1);
  });

  test.each(['head', 'body'] as const)('a %s that drips', async (part) => {
    service.fault({ action: { do: 'drip', part, bytes: 1, everyMs: 1000 }, when: { times: 1 } });
    const raw = await newConnection();
    raw.send(orderRequest());
    const first = (await raw.received(1)).toString('latin1');
    const start = part === 'head' ? 0 : Math.max(0, first.indexOf('\r\n\r\n') + 4);
    expect(first.length - start).toBeLessThanOrEqual(1);
    for (let more = 2; more < 6; more += 1) {
      service.advance(1000);
      expect((await raw.received(start + more)).length).toBeLessThanOrEqual(start + more);
    }
    service.advance(10_000_000);
    const [whole = ''] = await raw.answers(1);
    expect(whole).toContain(uuid);
  });

  test('a reset before the head, after it and in the middle of the body', async () => {
    const before = await askFaulted({ do: 'reset', when: 'beforeHead' });
    expect(before.end).toBe('reset');
    for (const when of ['afterHead', 'midBody'] as const) {
      service.fault({ action: { do: 'reset', when }, when: { times: 1 } });
      const raw = await newConnection();
      raw.send(orderRequest());
      const { bytes } = await raw.ended();
      const [, length = ''] = /Content-Length: (\d+)/.exec(bytes.toString('latin1')) ?? ['', ''];
      const body = bytes.subarray(bytes.indexOf('\r\n\r\n') + 4);
      expect(body.length).toBeLessThan(Number(length));
    }
  });

  test('an idle connection that closes just as it is used again', async () => {
    service.fault({ match: { isReused: true }, action: { do: 'hangUp' } });
    const raw = await newConnection();
    raw.send(orderRequest());
    await raw.answers(1);
    raw.send(orderRequest());
    const { bytes, end } = await raw.ended();
    expect(end).toBe('closed');
    expect(bytes.toString('latin1').match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test.each([10, -10])('a length that is off by %d', async (offByBytes) => {
    const answer = await askFaulted({ do: 'wrongLength', offByBytes });
    expect(Number(answer.headers.get('content-length')) - answer.body.length).toBe(offByBytes);
  });

  test('a flood goes on until its bytes are out', async () => {
    const answer = await askFaulted({ do: 'flood', bytes: 3_000_000 });
    expect(answer.headers.get('transfer-encoding')).toBe('chunked');
    expect(answer.body.length).toBeGreaterThan(3_000_000);
    expect(answer.body.subarray(-5).toString()).toBe('0\r\n\r\n');
  });

  test('a flood stops when the client goes', async () => {
    service.fault({ action: { do: 'flood', bytes: 4_000_000_000 }, when: { times: 1 } });
    const raw = await newConnection();
    raw.send(orderRequest());
    await raw.received(500_000);
    raw.close();
    const answer = await ask(orderRequest(closing));
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
    service.fault({ action: { do: 'protocolGarbage', form }, when: { times: 1 } });
    const raw = await newConnection();
    raw.send(orderRequest());
    expect((await raw.ended()).bytes.toString('latin1')).toMatch(shape);
  });

  test('while the service is dark nothing listens; then it is back on the same port', async () => {
    const before = await newConnection();
    await service.goDark();
    expect((await before.ended()).end).toBe('reset');
    await expect(RawConnection.to(service.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await service.comeBack();
    expect((await ask(orderRequest(closing))).status).toBe(200);
  });
});

/** Waits until the service has seen so many requests. */
async function arrivals(count: number): Promise<void> {
  while (service.counts().total < count) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}
