import { afterEach, expect, test } from 'vitest';
import { orderIdOf } from '../../support/order-id-of.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { runningServices } from '../../support/running-services.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import {
  type LittleService,
  sendJson,
  startLittleService,
} from '../../support/service/little-service.ts';
import { wireOrder } from '../../support/wire-orders.ts';

const dayMs = 86_400_000;
const id = orderIdOf('7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b201');
const never = new AbortController().signal;

let service: LittleService | undefined;
afterEach(() => service?.stop());

/** A program that starts thirty days after its last run, and asks a service that gives this time. */
async function startedAfterAMonth(dateMs: (wallMs: number) => number) {
  const folder = temporaryFolder();
  const clock = new FakeClock();
  await runningServices(folder, clock).stop();
  clock.setWall(clock.wallMs() + 30 * dayMs);
  service = await startLittleService((request, response) => {
    if (request.path === '/oauth/token') {
      sendJson(response, 200, { access_token: 'token-1', expires_in: 3600 });
      return;
    }
    response.setHeader('date', new Date(dateMs(clock.wallMs())).toUTCString());
    sendJson(response, 200, wireOrder(id));
  });
  const services = runningServices(folder, clock);
  const asked = async () => {
    const { baseUrl = '' } = service ?? {};
    await services.connection.useSession({ baseUrl, clientId: 'desk-7' }, 'a secret');
    await services.connection.check(id, never);
    await services.disconnect();
  };
  return { asked, services };
}

test('after a month away nothing is judged by the clock before the service gave the same day', async () => {
  const { asked, services } = await startedAfterAMonth((wallMs) => wallMs);
  expect(services.ageClock.isBelieved).toBe(false);
  await asked();
  expect(services.ageClock.isBelieved).toBe(true);
  expect(services.log.events('warn')).toEqual([]);
});

test('a clock that the service contradicts is not believed, and that is said', async () => {
  const { asked, services } = await startedAfterAMonth((wallMs) => wallMs - 30 * dayMs);
  await asked();
  expect(services.ageClock.isBelieved).toBe(false);
  expect(services.log.events('warn')).toEqual(['clockAhead']);
  expect(services.ageClock.aheadMs).toBeCloseTo(30 * dayMs, -5);
});
