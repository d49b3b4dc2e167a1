import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { spiedComparison } from '../../support/webhooks/spied-crypto.ts';
import { event, portOf, raw, watching } from '../../support/webhooks/watching-receiver.ts';

/* What cannot be got around: the comparison of the path, and the proof of every body. */

const compared = spiedComparison();

afterEach(() => {
  compared.mockReset();
});

describe('the path', () => {
  it('is right only if the comparison in constant time says so', async () => {
    const bench = await watching();
    expect((await bench.post()).status).toBe(200);
    compared.mockReturnValue(false);
    expect((await bench.post()).status).toBe(404);
  });

  it('is wrong only because the comparison in constant time says so', async () => {
    const bench = await watching();
    const path = '/hooks/0123456789abcdef0123456789abcdef';
    expect((await bench.post({ path })).status).toBe(404);
    compared.mockReturnValue(true);
    expect((await bench.post({ path })).status).toBe(200);
    expect((await bench.post({ path: '/x' })).status).toBe(200);
  });
});

describe.each(['hmac', 'header'] as const)('the proof (%s)', (proof) => {
  const secret = 'a secret of the portal';

  it.each([1, 100, 1023, 4095, 4096, 4097, 16_384, 65_537, 262_144])(
    'is asked for with a body of %i bytes',
    async (size) => {
      const bench = await watching({ proof }, { secret });
      const text = event(bench);
      const body = size < text.length ? ' '.repeat(size) : text.padEnd(size);
      const given =
        proof === 'header' ? secret : createHmac('sha256', secret).update(body).digest('hex');
      expect((await bench.post({ body, headers: { 'x-signature': '' } })).status).toBe(401);
      expect((await bench.post({ body, headers: { 'x-signature': 'wrong' } })).status).toBe(401);
      expect((await bench.post({ body, headers: { 'x-signature': given } })).status).toBe(202);
      expect(bench.service.state.rejected.signature).toBe(2);
    },
  );

  it('is no field that comes after the body', async () => {
    const bench = await watching({ proof }, { secret });
    const body = event(bench);
    const given =
      proof === 'header' ? secret : createHmac('sha256', secret).update(body).digest('hex');
    const answer = await raw(portOf(bench).port, [
      `POST ${bench.path()} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n`,
      'Transfer-Encoding: chunked\r\nTrailer: x-signature\r\n\r\n',
      `${body.length.toString(16)}\r\n${body}\r\n0\r\nx-signature: ${given}\r\n\r\n`,
    ]);
    expect(answer).toContain(' 401 ');
  });
});
