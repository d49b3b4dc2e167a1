import { expect, test } from 'vitest';
import type { WireRequest } from '../../../../main/delivery/transport.ts';
import { makeCertificates } from '../../../support/network/certificates.ts';
import { closeWay } from '../../../support/service/delivery-way.ts';
import { sendJson } from '../../../support/service/little-service.ts';
import { served } from '../../../support/service/served-way.ts';

const soon: WireRequest = { method: 'GET', path: '/x', headers: [], body: null, signal: null };
const patient: WireRequest = { ...soon, mayWait: true };
/** So long answers are left lying at first. */
const waitMs = 120;

/** A service that was asked over so many connections before, all of them free. */
async function connected(count: number, isSecure = false) {
  const certificates = isSecure ? makeCertificates() : undefined;
  const way = await served(
    (_request, response) => sendJson(response, 200, {}),
    certificates === undefined ? {} : { tls: { ca: [certificates.ca] } },
    '',
    certificates?.good,
  );
  const { transport, clock, service } = way;
  await Promise.all(Array.from({ length: count }, () => transport.send(soon)));
  const answered: number[] = [];
  const ask = (request: WireRequest, times: number) =>
    Promise.all(
      Array.from({ length: times }, async (_, index) => {
        await transport.send(request);
        answered.push(index);
      }),
    );
  return { way, service, clock, answered, ask };
}

test.each([
  ['plain', false],
  ['secured', true],
])(
  'answers that nobody waits for are read together, over %s connections',
  async (_way, isSecure) => {
    const { service: asked, clock, answered, ask } = await connected(9, isSecure);
    const all = ask(patient, 8);
    await asked.arrived(9 + 8);
    // Its answer comes after theirs, and is read.
    await ask(soon, 1);
    expect(answered).toHaveLength(1);
    await clock.advance(waitMs);
    await all;
    expect(answered).toHaveLength(9);
  },
);

test('a few answers are read as they come', async () => {
  const { ask, answered } = await connected(8);
  await ask(patient, 7);
  expect(answered).toHaveLength(7);
});

test('a connection that breaks while its answer lies is noticed when it is read', async () => {
  const { service: asked, clock, ask } = await connected(8);
  asked.answer = (_request, response) => response.socket?.destroy();
  const all = ask(patient, 8);
  await asked.arrived(8 + 8);
  asked.answer = (_request, response) => sendJson(response, 200, {});
  await clock.advance(waitMs);
  // Each had served before: they are asked once more, over new connections.
  await all;
  expect(asked.requests.length).toBeGreaterThan(16);
});

test('closing waits for no answer that lies', async () => {
  const { way, service: asked, ask } = await connected(8);
  const all = ask(patient, 8);
  await asked.arrived(8 + 8);
  const [closed, outcome] = await Promise.allSettled([closeWay(way), all]);
  expect(closed.status).toBe('fulfilled');
  expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'connection-lost' } });
});
