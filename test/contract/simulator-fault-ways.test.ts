import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closing, FaultedWire } from '../support/network/faulted-wire.ts';
import { RawConnection } from '../support/network/raw-http.ts';

/* Each fault of the way to the service, seen by a client that is nothing but a socket. */

let wire: FaultedWire;

beforeEach(async () => {
  wire = await FaultedWire.open();
});

afterEach(() => wire.close());

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
