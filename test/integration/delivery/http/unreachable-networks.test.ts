import { spawnSync } from 'node:child_process';
import { expect, test, vi } from 'vitest';
import { askElsewhere } from '../../../support/service/ask-elsewhere.ts';

/*
 * Networks that really cannot be reached: the check is made in a network of its own, where the kernel
 * refuses the way. That takes a right that not every machine gives.
 */

// Each check starts a program, which a busy machine takes its time over.
vi.setConfig({ testTimeout: 60_000 });

const uuid = '7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b201';
const apart = ['unshare', '--user', '--map-root-user', '--net'];
const canLiveApart =
  process.platform === 'linux' &&
  spawnSync(apart[0] ?? '', [...apart.slice(1), 'ip', 'link', 'set', 'lo', 'up']).status === 0;
const reason = canLiveApart ? '' : ' (skipped: this machine gives no network of its own)';

/** Commands that make the network, then the check in it. */
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
