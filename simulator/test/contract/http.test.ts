import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DeliveryService, startDeliveryService } from '../../delivery-service.ts';
import { RawConnection } from '../support/raw-http.ts';

/* The simulator as an HTTP/1.1 server (RFC 9110, RFC 9112), asked by a plain socket. */

let service: DeliveryService;
let raw: RawConnection;

beforeEach(async () => {
  service = await startDeliveryService({ clock: 'manual' });
  raw = await RawConnection.to(service.port);
});

afterEach(async () => {
  raw.close();
  await service.close();
});

const get = 'GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n';

describe('HTTP', () => {
  test('a connection is kept and says for how long', async () => {
    raw.send(get);
    const [first = ''] = await raw.answers(1);
    expect(first).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
    expect(first).toContain('\r\nConnection: keep-alive\r\nKeep-Alive: timeout=60\r\n');
    raw.send(get);
    expect(await raw.answers(2)).toHaveLength(2);
    expect(service.counts()).toMatchObject({ total: 2, openConnections: 1, inFlight: 0 });
  });

  test('requests in one piece are answered one after the other', async () => {
    raw.send(get.repeat(50));
    expect(await raw.answers(50)).toHaveLength(50);
    expect(service.counts().mostInFlight).toBe(1);
  });

  test('a request may come in any pieces', async () => {
    for (const letter of get) {
      raw.send(letter);
    }
    expect(await raw.answers(1)).toHaveLength(1);
  });

  test('the connection is closed when the client says so', async () => {
    raw.send(get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    const { bytes, end } = await raw.ended();
    expect(bytes.toString('latin1')).toContain('\r\nConnection: close\r\n');
    expect(end).toBe('closed');
  });

  test('the date is that of the service', async () => {
    service.advance(61_000);
    raw.send(get);
    const [answer = ''] = await raw.answers(1);
    expect(answer).toContain('\r\nDate: Mon, 02 Mar 2026 01:01:01 GMT\r\n');
  });

  test('what cannot be read is refused, and the connection closed', async () => {
    raw.send('hello\r\n\r\n');
    const { bytes } = await raw.ended();
    expect(bytes.toString('latin1')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  });

  test('latency is drawn by the seed and kept in network time', async () => {
    await service.close();
    service = await startDeliveryService({ clock: 'manual', latencyMs: [20, 120] });
    raw = await RawConnection.to(service.port);
    raw.send(get);
    while (service.counts().total === 0) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    service.advance(19);
    expect(raw.bytes.length).toBe(0);
    expect(service.counts().inFlight).toBe(1);
    service.advance(101);
    expect(await raw.answers(1)).toHaveLength(1);
  });
});

describe('what was asked', () => {
  test('is counted in windows of 100 ms of network time', async () => {
    raw.send(get.repeat(3));
    await raw.answers(3);
    service.advance(99);
    raw.send(get.repeat(2));
    await raw.answers(5);
    service.advance(1);
    raw.send(get.repeat(4));
    await raw.answers(9);
    expect(service.counts()).toMatchObject({ total: 9, other: 9, mostIn100Ms: 6 });
    service.clearLog();
    expect(service.counts()).toMatchObject({ total: 0, mostIn100Ms: 0, openConnections: 1 });
    expect(service.requests()).toStrictEqual([]);
  });

  test('is logged without tokens and secrets, the token by its number', async () => {
    const { clientId, clientSecret } = service.credentials;
    const body = JSON.stringify({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'client_credentials',
    });
    raw.send(
      `POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    const [issued = ''] = await raw.answers(1);
    const [, token = ''] = /"access_token":"([^"]+)"/.exec(issued) ?? [];
    const uuid = service.addOrder();
    for (const authorization of [token, 'foreign']) {
      raw.send(
        `GET /api/v2/orders/${uuid} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${authorization}\r\nIf-None-Match: "x"\r\n\r\n`,
      );
    }
    await raw.answers(3);
    expect(service.requests()).toMatchObject([
      { target: 'token', method: 'POST', status: 200, tokenNumber: null, uuid: null },
      { target: 'order', status: 200, tokenNumber: 1, uuid, isConditional: true },
      { target: 'order', status: 401, tokenNumber: null, uuid },
    ]);
    const log = JSON.stringify(service.requests());
    expect(log).not.toContain(token);
    expect(log).not.toContain(clientSecret);
  });
});
