import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  event,
  id,
  pending,
  portOf,
  raw,
  watching,
} from '../../support/webhooks/watching-receiver.ts';
import { webhookBench } from '../../support/webhooks/webhook-bench.ts';
import { wireOrder } from '../../support/wire-orders.ts';

describe('who may come in', () => {
  it('52: without the secret path there is nothing here', async () => {
    const bench = await watching();
    expect(bench.path()).toMatch(/^\/hooks\/[0-9a-f]{32}$/);
    for (const path of ['/', '/hooks', '/hooks/', '/hooks/0123456789abcdef0123456789abcdef']) {
      expect((await bench.post({ path, body: event(bench) })).status).toBe(404);
    }
    expect(bench.service.state.rejected).toEqual({ path: 4 });
    expect(bench.queue.waiting().count).toBe(0);
  });

  it('52: a foreign name in Host is a rebound one, our own and the public one are not', async () => {
    const bench = await watching({ publicUrl: 'https://hooks.example.com' });
    const at = async (host: string) => (await bench.post({ headers: { host } })).status;
    expect(await at('evil.example')).toBe(421);
    expect(await at('hooks.example.com.evil.example')).toBe(421);
    expect(await at('127.0.0.1.evil.example:80')).toBe(421);
    expect(await at('localhost:1234')).toBe(200);
    expect(await at('[::1]')).toBe(200);
    expect(await at('HOOKS.example.com')).toBe(200);
    expect(bench.service.state.rejected).toEqual({ host: 3 });
  });

  it('probes are answered and leave nothing behind', async () => {
    const bench = await watching();
    for (const method of ['GET', 'HEAD', 'POST']) {
      expect((await bench.post({ method })).status).toBe(200);
    }
    expect((await bench.post({ method: 'DELETE' })).status).toBe(405);
    expect(bench.queue.waiting().count).toBe(0);
  });

  it('52: a body of a gigabyte is refused by its length, and one without a length after 256 KiB', async () => {
    const bench = await watching();
    const { port } = portOf(bench);
    const start = `POST ${bench.path()} HTTP/1.1\r\nHost: localhost\r\n`;
    expect(await raw(port, [`${start}Content-Length: 1073741824\r\n\r\n`])).toContain(' 413 ');
    const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`;
    const chunks = Array.from({ length: 16 }, () => chunk);
    const answer = await raw(port, [`${start}Transfer-Encoding: chunked\r\n\r\n`, ...chunks]);
    expect(answer === '' || answer.includes(' 413 ')).toBe(true);
    expect(bench.service.state.rejected['too-large']).toBe(2);
    expect(bench.queue.waiting().count).toBe(0);
  });

  it('52: who drips a request loses the connection', { timeout: 30_000 }, async () => {
    const bench = await watching();
    const { port } = portOf(bench);
    const answer = await raw(port, [`POST ${bench.path()} HTTP/1.1\r\nHost: localhost\r\nX-A: `]);
    expect(answer.includes(' 200 ') || answer.includes(' 202 ')).toBe(false);
    expect(bench.service.state.rejected['too-slow']).toBe(1);
  });

  it('bytes that are no HTTP are dropped', async () => {
    const bench = await watching();
    await raw(portOf(bench).port, ['\u0016\u0003\u0001 not http at all\r\n\r\n']);
    expect(bench.service.state.rejected['malformed']).toBe(1);
  });
});

describe('who proved who it is', () => {
  const secret = 'a secret of the portal';
  const sign = (body: string, key = secret) => createHmac('sha256', key).update(body);

  it('a signature over the raw bytes in hex or base64 is asked for, and nothing else comes in', async () => {
    const bench = await watching({ proof: 'hmac' }, { secret });
    const body = event(bench);
    const status = async (signature?: string) => {
      const headers = signature === undefined ? {} : { 'x-signature': signature };
      return (await bench.post({ body, headers })).status;
    };
    expect(await status()).toBe(401);
    expect(await status(sign(body, 'another').digest('hex'))).toBe(401);
    expect(await status(sign(`${body} `).digest('hex'))).toBe(401);
    expect(await status(sign(body).digest('hex'))).toBe(202);
    expect(await status(`sha256=${sign(body).digest('hex')}`)).toBe(202);
    expect(await status(sign(body).digest('base64'))).toBe(202);
    expect(bench.service.state.rejected).toEqual({ signature: 3 });
  });

  it('a secret can be replaced while the older one is still good', async () => {
    const bench = await watching({ proof: 'hmac' }, { secret });
    const body = event(bench);
    const status = async (key: string) => {
      const headers = { 'x-signature': sign(body, key).digest('hex') };
      return (await bench.post({ body, headers })).status;
    };
    await bench.service.addSecret('the next secret', true);
    expect([await status(secret), await status('the next secret')]).toEqual([202, 202]);
    await bench.service.addSecret('the last secret', false);
    expect([await status(secret), await status('the last secret')]).toEqual([401, 202]);
  });

  it('a signed time that is too old is refused', async () => {
    const rules = { proof: 'hmac', proofHeader: 'x-hook', timestampHeader: 'x-time' } as const;
    const bench = await watching(rules, { secret });
    const body = event(bench);
    const status = async (atSeconds: number) => {
      const headers = {
        'x-time': String(atSeconds),
        'x-hook': `v1=${sign(`${atSeconds}.${body}`).digest('hex')}`,
      };
      return (await bench.post({ body, headers })).status;
    };
    const nowSeconds = Math.floor(bench.clock.wallMs() / 1000);
    expect(await status(nowSeconds)).toBe(202);
    expect(await status(nowSeconds - 299)).toBe(202);
    expect(await status(nowSeconds - 400)).toBe(401);
    expect(await status(nowSeconds + 400)).toBe(401);
    expect(bench.service.state.rejected).toEqual({ timestamp: 2 });
  });

  it('a fixed value in a header does it too', async () => {
    const bench = await watching({ proof: 'header', proofHeader: 'api-key' }, { secret });
    const status = async (key: string) =>
      (await bench.post({ body: event(bench), headers: { 'api-key': key } })).status;
    expect([await status('wrong'), await status(secret)]).toEqual([401, 202]);
  });

  it('asked for a proof that nobody could give, it does not listen', async () => {
    const bench = await webhookBench({ isOn: true, proof: 'hmac' });
    expect(bench.service.state.listening).toEqual({ kind: 'failed', fault: 'no-proof' });
  });

  it('its order is not taken as it is: what the service answers to a check is', async () => {
    const bench = await watching({ proof: 'header' }, { secret });
    await bench.clock.advance(5000);
    bench.source.requests.length = 0;
    const body = event(bench, { data: wireOrder(id, { status: 'active' }) });
    await bench.post({ body, headers: { 'x-signature': secret } });
    await bench.clock.advance(1000);
    expect(bench.source.requests).toHaveLength(1);
    expect(bench.watcher.get(id)?.order).toEqual(pending);
    expect(bench.told).toEqual([]);
  });
});
