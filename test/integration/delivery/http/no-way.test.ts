import { afterEach, expect, onTestFinished, test } from 'vitest';
import { parseOrderId, type OrderId } from '../../../../core/order/order-id.ts';
import { testOpener } from '../../../support/service/order-service.ts';
import type { CheckAnswer } from '../../../../main/engine/watch/ports.ts';
import { startBlackHole } from '../../../support/network/black-hole.ts';
import {
  sendJson,
  startLittleService,
  type LittleService,
} from '../../../support/service/little-service.ts';
import { serveNames } from '../../../support/network/name-service.ts';
import { wireOrder } from '../../../support/wire-orders.ts';
import { spawnSync } from 'node:child_process';
import { askElsewhere } from '../../../support/service/ask-elsewhere.ts';

const ids = Array.from({ length: 12 }, (_, at) =>
  parseOrderId(`7a1f0c52-6a0e-4a51-9a36-${at.toString(16).padStart(12, '0')}`),
).filter((id) => id !== null);
const never = new AbortController().signal;

let service: LittleService | undefined;
afterEach(() => service?.stop());

const outcome = (checked: Promise<CheckAnswer>): Promise<string> =>
  checked.then(
    ({ kind }) => kind,
    (error: unknown) =>
      error instanceof Error && 'code' in error ? String(error.code) : String(error),
  );

test('while one host swallows every attempt, another is served; each attempt is given up and its place comes back', async () => {
  const little = await startLittleService((request, response) => {
    // The service closes each connection, so that every check has to open one.
    const headers = { connection: 'close' };
    if (request.path === '/oauth/token') {
      sendJson(response, 200, { access_token: 'token', expires_in: 3600 }, headers);
    } else sendJson(response, 200, wireOrder(request.path.split('/').at(-1) ?? ''), headers);
  });
  service = little;
  const port = Number(new URL(little.baseUrl).port);
  const names = serveNames();
  const opener = testOpener({
    // Fewer connections than checks, so that a connection that is not released would be missing.
    limits: { connectTimeoutMs: 600, maxConnections: 4 },
  });
  const open = (host: string) => {
    const link = opener.open({ baseUrl: `http://${host}:${port}`, clientId: 'desk-7' }, 'secret');
    onTestFinished(() => link.close());
    return (id: OrderId): Promise<string> => outcome(link.check(id, never));
  };
  const swallowed = open('service.example');
  const other = open('127.0.0.1');
  const [first] = ids;
  if (first === undefined) throw new Error('no orders');
  // The client has a token already, so the requests for orders meet the black hole.
  expect(await swallowed(first)).toBe('observed');

  const hole = await startBlackHole(port);
  names.pointTo(hole.address);
  const ended: string[] = [];
  const waiting = ids.map(async (id) => {
    ended.push(await swallowed(id));
  });
  const served = await Promise.all(ids.map(other));
  expect(new Set(served)).toEqual(new Set(['observed']));
  expect(ended).not.toContain('observed');
  await Promise.all(waiting);
  expect(ended).toHaveLength(ids.length);
  expect(new Set(ended)).toEqual(new Set(['timeout']));

  names.pointTo('127.0.0.1');
  const after = await Promise.all(ids.map(swallowed));
  expect(after.filter((kind) => kind === 'observed' || kind === 'unchanged')).toHaveLength(
    ids.length,
  );
  await hole.close();
});

/*
 * Networks that are really unreachable: the check runs in a network namespace without a route. Not every
 * machine allows that.
 */

const uuid = '7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b201';
const apart = ['unshare', '--user', '--map-root-user', '--net'];
const canLiveApart =
  process.platform === 'linux' &&
  spawnSync(apart[0] ?? '', [...apart.slice(1), 'ip', 'link', 'set', 'lo', 'up']).status === 0;
const reason = canLiveApart ? '' : ' (skipped: this machine gives no network of its own)';

/** Runs the commands that set up the network, then the check in it. */
function inNetwork(...commands: readonly string[]): readonly string[] {
  return [...apart, 'sh', '-c', `${commands.join(' && ')} && exec "$@"`, 'sh'];
}

const routes = 'ip link set lo up && ip route add';
test.runIf(canLiveApart).each([
  ['ENETUNREACH: no way at all', 'ip link set lo up', 'unreachable'],
  ['ENETUNREACH: the kernel’s own word', `${routes} unreachable default`, 'unreachable'],
  ['EHOSTUNREACH', `${routes} unreachable 198.51.100.0/24`, 'unreachable'],
  ['EACCES: a firewall that says no', `${routes} prohibit 198.51.100.0/24`, 'unreachable'],
  ['EINVAL: a way that throws packets away', `${routes} blackhole 198.51.100.0/24`, 'unreachable'],
])(`%s is a service that is not reached${reason}`, async (_name, network, code) => {
  const before = inNetwork(network);
  expect(await askElsewhere(['https://198.51.100.7', uuid], { before })).toBe(code);
});

test.runIf(canLiveApart)(`a network without names is a failure of DNS${reason}`, async () => {
  const before = inNetwork('ip link set lo up');
  expect(await askElsewhere(['https://orders.example.com', uuid], { before })).toBe('dns-failed');
});
