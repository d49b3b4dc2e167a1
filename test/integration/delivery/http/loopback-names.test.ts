import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveNames } from '../../../support/network/name-service.ts';
import type { LittleService } from '../../../support/service/little-service.ts';
import { startOrderService, testOpener } from '../../../support/service/order-service.ts';
import { orderIdOf } from '../../../support/order-id-of.ts';

/*
 * A service below `localhost` may be asked by http, so its name has to lead to this computer, whatever a
 * name server says.
 */

const id = orderIdOf('7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b201');
const never = new AbortController().signal;

let service: LittleService;

beforeEach(async () => {
  service = await startOrderService(id);
});

afterEach(() => service.stop());

test.each(['localhost', 'orders.localhost', 'a.b.localhost'])(
  'http to %s stays on this computer, whatever a name server says',
  async (host) => {
    const baseUrl = service.baseUrl.replace('127.0.0.1', host);
    const profile = { baseUrl, clientId: 'desk-7' };
    // An address of no computer (RFC 5737).
    serveNames().pointTo('192.0.2.1');
    const opener = testOpener({ limits: { connectTimeoutMs: 1000 } });
    const link = opener.open(profile, 'a secret');
    expect(await link.check(id, never)).toMatchObject({ kind: 'observed' });
    await link.close();
    const steps = await opener.examine(profile, 'a secret', id, never);
    expect(steps.map(({ state }) => state)).toEqual(steps.map(() => 'passed'));
  },
);

test('a name that only looks like it is looked up, and is never asked by http', async () => {
  serveNames().failWith('ENOTFOUND');
  const profile = { baseUrl: 'https://orders.localhost.example', clientId: 'desk-7' };
  const link = testOpener().open(profile, 'a secret');
  await expect(link.check(id, never)).rejects.toMatchObject({ code: 'dns-failed' });
  await link.close();
});
