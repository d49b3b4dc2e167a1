import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { expect, test, vi } from 'vitest';
import type { OrderId } from '../../../core/order/order-id.ts';
import { orderIdSchema } from '../../../core/order/order-id-schema.ts';
import { type FleetDesk, HubFleet, soon } from '../../support/hub/hub-fleet.ts';
import { mostWithin } from '../../support/watch/scripted-source.ts';

/*
 * Three members of etcd and three hubs on loopback, with desks that change labels all the time. Hubs and members die,
 * sleep, lose their disks and run out of space, one after the other: one story, because the programs take long to
 * start. At its end each change that was confirmed is at each desk, once.
 */

/** Whether it is not known at a desk who is at Mei's. */
function isUnknown(desk: FleetDesk): boolean {
  return desk.presenceOf('Mei')?.state === 'unknown';
}

function parsedId(text: string): OrderId {
  return orderIdSchema.parse(text);
}

/** Whether a hub answers a desk's read, and what it says to a change. */
async function asked(fleet: HubFleet, method: 'GET' | 'PATCH'): Promise<string> {
  const [desk] = fleet.desks;
  const path = method === 'GET' ? '/v1/orders' : `/v1/orders/${fleet.ids[0]}`;
  const { body, statusCode } = await request(`${fleet.urlOf(0)}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${desk?.token}`,
      ...(method === 'PATCH' && {
        'idempotency-key': `asked.${Math.random()}`,
        'content-type': 'application/json',
      }),
    },
    body: method === 'PATCH' ? JSON.stringify({ note: 'n' }) : null,
  });
  const text = await body.text();
  return statusCode === 200 ? '200' : `${statusCode} ${/"code":"(\w+)"/.exec(text)?.[1]}`;
}

test('who is at a desk is known at all hubs, and an outage of the log closes no desk and ends no claim', async () => {
  const fleet = await HubFleet.start();
  const [mei, ana, bo] = fleet.desks;
  const [id = ''] = fleet.ids;
  if (mei === undefined || ana === undefined || bo === undefined) throw new Error('no desks');
  const seen = (state: string | undefined): Promise<boolean> =>
    vi.waitUntil(() => ana.presenceOf('Mei')?.state === state, soon);
  await mei.claim(id);
  mei.attend({ state: 'here', forMs: 0, answers: [parsedId(id)] });
  await vi.waitUntil(() => ana.presenceOf('Mei')?.answers?.includes(parsedId(id)) === true, soon);
  mei.attend({ state: 'locked', forMs: 60_000, answers: [] });
  await seen('locked');
  expect(Math.abs(Date.now() - 60_000 - (ana.presenceOf('Mei')?.sinceMs ?? 0))).toBeLessThan(
    30_000,
  );
  mei.attend({ state: 'here', forMs: 0, answers: [] });
  await seen('here');

  // kill -9 of Mei's hub: she is back at another one, and was never closed.
  const states = new Set<string | undefined>();
  const looks = setInterval(() => states.add(ana.presenceOf('Mei')?.state), 100);
  fleet.hubs[0]?.kill('SIGKILL');
  const openedAtMs = mei.openedAtMs;
  await vi.waitUntil(() => mei.openedAtMs > openedAtMs, soon);
  await pause(10_000);
  clearInterval(looks);
  expect(states.has('closed')).toBe(false);
  await seen('here');
  await fleet.startHub(0);

  // All members: each hub goes on with its own desks, and says of the others what it knows. Mei is now at a hub
  // at which not both of the others are.
  for (const index of [0, 1, 2]) fleet.cluster.kill(index);
  await vi.waitUntil(() => [ana, bo].some(isUnknown), soon);
  await Promise.all([0, 1, 2].map((index) => fleet.cluster.restart(index)));
  await vi.waitUntil(() => ![ana, bo].some(isUnknown), soon);
  await seen('here');

  await mei.leave();
  await seen('closed');
  const claims = ana.events.filter(({ event }) => event.id === id);
  expect(claims.at(-1)?.event.order?.team.claim?.desk).toBe('Mei');
});

test('nothing that was confirmed is lost or doubled, and the cap is kept, whatever dies, sleeps, or loses its disk', async () => {
  const fleet = await HubFleet.start();
  const { cluster } = fleet;
  for (const [at, desk] of fleet.desks.entries()) desk.write(`desk-${at}`, fleet.ids);
  await fleet.more(10);

  // kill -9 of the hub that checks.
  const dead = await fleet.checking();
  fleet.hubs[dead]?.kill('SIGKILL');
  await fleet.allAsked();
  await fleet.more(5);
  await fleet.startHub(dead);

  // The one that checks now sleeps for 20 s, and wakes believing in its lease.
  const sleeper = await fleet.checking();
  fleet.hubs[sleeper]?.kill('SIGSTOP');
  await fleet.allAsked();
  await fleet.more(5);
  await pause(20_000);
  fleet.hubs[sleeper]?.kill('SIGCONT');
  await fleet.more(5);

  // kill -9 of the member that leads, and one that hangs.
  const leader = await cluster.leader();
  cluster.kill(leader);
  await fleet.more(5);
  await fleet.allAsked();
  await cluster.restart(leader);
  const hung = await cluster.leader();
  cluster.kill(hung, 'SIGSTOP');
  await fleet.more(5);
  cluster.kill(hung, 'SIGCONT');
  await fleet.more(5);

  // Two members: writing stops in words, reading goes on, and all comes back.
  cluster.kill(0);
  cluster.kill(1);
  await vi.waitUntil(async () => (await asked(fleet, 'PATCH')) === '503 logAway', soon);
  expect(await asked(fleet, 'GET')).toBe('200');
  await Promise.all([cluster.restart(0), cluster.restart(1)]);
  await fleet.more(5);
  await fleet.allAsked();

  // A member that lost its disk is taken in again.
  cluster.kill(2);
  cluster.loseDisk(2);
  await cluster.readmit(2);
  await cluster.restart(2);
  await fleet.more(5);

  // All members at once.
  for (const index of [0, 1, 2]) cluster.kill(index);
  await Promise.all([0, 1, 2].map((index) => cluster.restart(index)));
  await fleet.more(5);
  await fleet.allAsked();

  // No space left in etcd.
  await cluster.ask('maintenance/alarm', { action: 'ACTIVATE', alarm: 'NOSPACE', memberID: '1' });
  await vi.waitUntil(async () => (await asked(fleet, 'PATCH')) === '503 logAway', soon);
  expect(await asked(fleet, 'GET')).toBe('200');
  await cluster.ask('maintenance/alarm', { action: 'DEACTIVATE', alarm: 'NOSPACE', memberID: '1' });
  await fleet.more(5);
  await fleet.allAsked();

  expect(await fleet.faults()).toEqual([]);
  expect(fleet.desks.map(({ gapCount }) => gapCount)).toEqual([0, 0, 0]);
  expect(mostWithin(fleet.askedAtMs, 60_000)).toBeLessThanOrEqual(fleet.requestsPerMinute);
});
