import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { expect, test, vi } from 'vitest';
import { HubFleet, soon } from '../../support/hub/hub-fleet.ts';
import { mostWithin } from '../../support/watch/scripted-source.ts';

/*
 * Three members of etcd and three hubs on loopback, with desks that change labels all the time. Hubs and members die,
 * sleep, lose their disks and run out of space, one after the other: one story, because the programs take long to
 * start. At its end each change that was confirmed is at each desk, once.
 */

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
