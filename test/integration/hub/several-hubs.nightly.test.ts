import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { expect, onTestFinished, test, vi } from 'vitest';
import { orderEventSchema, type OrderEvent } from '../../../core/team/team-event.ts';
import { connectNats, type NatsTeam } from '../../../main/hub/log/nats-team-log.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import { startDeliveryService } from '@waybell/simulator';
import { type CliRun, startCli } from '../../support/cli/cli-run.ts';
import { NatsCluster } from '../../support/team-log/nats-cluster.ts';
import { mostWithin } from '../../support/watch/scripted-source.ts';

/*
 * Three nats-servers and three hubs, each a program of its own, before one service. The hub that checks an order
 * is killed, the server that leads the log is killed, and a hub is stopped for 30 s and woken. All of it is one
 * story, because the programs take long to start.
 */

const requestsPerMinute = 1200;
/** How soon every order is asked for again, whatever died. */
const pollingGoesOn = { timeout: 15_000, interval: 50 };
/** How soon the log has what was found; the programs of other tests may hold these up. */
const soon = { timeout: 40_000, interval: 50 };

const ids: string[] = [];
const witnessed: OrderEvent[] = [];

/** The updates of an order in the log, in order. */
function updatesOf(id: string): readonly OrderEvent[] {
  return witnessed.filter((event) => event.id === id && event.change === 'updated');
}

/** Which hub found something about an order last. */
function finderOf(id: string): string {
  const found = witnessed.filter((event) => event.id === id && event.rawJson !== undefined);
  return found.at(-1)?.hub ?? '';
}

function idOf(hub: CliRun): string {
  const first: unknown = JSON.parse(hub.lines[0] ?? '{}');
  return String(Reflect.get(Object(first), 'hubId'));
}

/** What was in the log's entries as they came. */
async function witness(cluster: NatsCluster): Promise<NatsTeam> {
  const team = await connectNats(cluster.servers, null, new SystemClock());
  onTestFinished(() => team.log.close());
  team.log.follow(0, (entries) => {
    for (const { body, key } of entries) {
      if (key.startsWith('order.')) witnessed.push(orderEventSchema.parse(JSON.parse(body)));
    }
  });
  return team;
}

/** Adds the orders as a desk does. */
async function addOrders(cluster: NatsCluster, hub: CliRun): Promise<void> {
  const store = ['--store', `nats://${cluster.servers.join(',')}`];
  const invited = startCli(['hub', 'invite', '--name', 'Mei', ...store]);
  expect(await invited.ended).toBe(0);
  const first: unknown = JSON.parse(hub.lines[0] ?? '{}');
  const url = String(Reflect.get(Object(first), 'url'));
  const joined = startCli(['join', '--print', url], {
    env: { WAYBELL_JOIN_CODE: invited.lines.join('') },
  });
  expect(await joined.ended).toBe(0);
  const { body, statusCode } = await request(`${url}/v1/orders`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${joined.lines.join('')}`,
      'idempotency-key': 'add',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ uuids: ids }),
  });
  await body.dump();
  expect(statusCode).toBe(200);
}

test('three hubs lose nothing, tell nothing twice and keep the cap, whichever of them or of their servers dies', async () => {
  const service = await startDeliveryService({});
  onTestFinished(() => service.close());
  const cluster = await NatsCluster.start(3);
  onTestFinished(() => cluster.stop());
  const { leases } = await witness(cluster);
  // A new cluster has no leader for a moment; what a hub asks of it then takes a minute to make good.
  await vi.waitUntil(async () => {
    const state = await leases.acquire('test', 'test').catch(() => null);
    return state === 'held';
  }, soon);
  const startHub = (): CliRun => {
    const { clientId, clientSecret } = service.credentials;
    const store = ['--store', `nats://${cluster.servers.join(',')}`, '--listen', '0'];
    const pace = ['--interval', '2', '--max-rate', String(requestsPerMinute)];
    const connection = ['--base-url', service.baseUrl, '--client-id', clientId];
    return startCli(['hub', ...store, ...connection, ...pace], {
      env: { WAYBELL_CLIENT_SECRET: clientSecret },
    });
  };
  const hubs = [startHub(), startHub(), startHub()] as const;
  await Promise.all(hubs.map((hub) => hub.until(() => true)));
  for (let count = 0; count < 24; count += 1) ids.push(service.addOrder({ status: 'active' }));
  await addOrders(cluster, hubs[0]);
  // Each order was seen, by all three hubs together.
  await vi.waitUntil(() => ids.every((id) => finderOf(id) !== ''), soon);
  expect(new Set(ids.map(finderOf))).toEqual(new Set(hubs.map(idOf)));

  /** The orders that the service was asked for, in turn. */
  const askedFor = (): readonly (string | null)[] =>
    service.requests().flatMap(({ target, uuid }) => (target === 'order' ? [uuid] : []));
  let price = 100;
  /** Every order changes at the service; resolves once the log has all of it. */
  const changeAll = async (): Promise<void> => {
    price += 1;
    const before = new Map(ids.map((id) => [id, updatesOf(id).length]));
    const asked = askedFor().length;
    for (const id of ids) service.setOrder(id, { price: { amount: price, currency: 'HKD' } });
    await vi.waitUntil(
      () => ids.every((id) => askedFor().slice(asked).includes(id)),
      pollingGoesOn,
    );
    await vi.waitUntil(() => ids.every((id) => updatesOf(id).length > (before.get(id) ?? 0)), soon);
  };
  await changeAll();

  // kill -9 of the hub that checks the first order.
  const dead = hubs.find((hub) => idOf(hub) === finderOf(ids[0] ?? ''));
  dead?.kill('SIGKILL');
  await changeAll();

  // kill -9 of the server that leads the log.
  const leader = await cluster.killLeader();
  await changeAll();
  await cluster.restart(leader);

  // A hub that sleeps for 30 s and wakes believes in its leases no longer.
  const sleeper = hubs.find((hub) => hub !== dead);
  sleeper?.kill('SIGSTOP');
  await changeAll();
  await pause(30_000);
  sleeper?.kill('SIGCONT');
  await changeAll();

  // Each change of the price is one update, and they follow one another.
  for (const id of ids) {
    const prices = updatesOf(id).flatMap(({ update }) =>
      (update?.changes ?? []).flatMap((change) =>
        change.field === 'price' ? [change.after?.amount] : [],
      ),
    );
    expect(prices).toEqual([101, 102, 103, 104, 105]);
  }
  const sentAtMs = service
    .requests()
    .flatMap(({ atMs, path }) => (path.includes('/orders/') ? [atMs] : []));
  expect(mostWithin(sentAtMs, 60_000)).toBeLessThanOrEqual(requestsPerMinute);
});
