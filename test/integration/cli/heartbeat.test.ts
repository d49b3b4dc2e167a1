import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startDeliveryService, type DeliveryService } from '@waybell/simulator';
import { startCli, type CliRun } from '../../support/cli/cli-run.ts';
import { pushToken, startMonitor } from '../../support/heartbeat/started-monitor.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let service: DeliveryService;
beforeEach(async () => {
  service = await startDeliveryService({ clock: 'manual' });
});
afterEach(() => service.close());

function run(words: readonly string[], env: Readonly<Record<string, string>>): CliRun {
  const { clientId, clientSecret } = service.credentials;
  const connection = ['--base-url', service.baseUrl, '--client-id', clientId, '--interval', '1'];
  return startCli([...words, ...connection], {
    env: { WAYBELL_CLIENT_SECRET: clientSecret, ...env },
  });
}

test('a watch tells a monitor that it checks, and with its last word that its end was asked for', async () => {
  const monitor = await startMonitor();
  const id = service.addOrder({ status: 'active' });
  const watch = run(['watch', '--json', id], { WAYBELL_HEARTBEAT_URL: monitor.url });
  await monitor.heard(1);
  watch.kill('SIGTERM');
  expect(await watch.ended).toBe(143);
  const path = `/ping/${pushToken}`;
  const agent = expect.stringMatching(/^Waybell\//);
  expect(monitor.requests).toEqual([
    { method: 'GET', path, body: '', agent },
    { method: 'POST', path, body: 'Waybell was ended on purpose.', agent },
  ]);
  expect(`${watch.lines.join('')}${watch.stderr()}`).not.toContain(pushToken);
});

test('where the address has a message, as of Uptime Kuma, the last word takes its place', async () => {
  const monitor = await startMonitor();
  const id = service.addOrder({ status: 'active' });
  const url = `${monitor.url}?status=up&msg=OK&ping=`;
  const watch = run(['watch', '--json', id], { WAYBELL_HEARTBEAT_URL: url });
  await monitor.heard(1);
  watch.kill('SIGINT');
  await watch.ended;
  expect(monitor.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `GET /ping/${pushToken}?status=up&msg=OK&ping=`,
    `GET /ping/${pushToken}?status=up&msg=Waybell+was+ended+on+purpose.&ping=`,
  ]);
});

test('a hub tells it too, from the first turn on, with no order on its list', async () => {
  const monitor = await startMonitor();
  const hub = run(['hub', '--profile', temporaryFolder(), '--listen', '127.0.0.1:0'], {
    WAYBELL_HEARTBEAT_URL: monitor.url,
  });
  await monitor.heard(1);
  hub.kill('SIGTERM');
  expect(await hub.ended).toBe(143);
  expect(monitor.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
});

test('a watch that the service refuses says no last word: that end was not asked for', async () => {
  const monitor = await startMonitor();
  const id = service.addOrder({ status: 'active' });
  const watch = run(['watch', '--json', id], {
    WAYBELL_HEARTBEAT_URL: monitor.url,
    WAYBELL_CLIENT_SECRET: 'wrong',
  });
  expect(await watch.ended).toBe(3);
  expect(monitor.requests).toEqual([]);
});

test('a redirect is not followed, and the log says so without a word of the address', async () => {
  const monitor = await startMonitor(302);
  const id = service.addOrder({ status: 'active' });
  const watch = run(['watch', '--json', id], { WAYBELL_HEARTBEAT_URL: monitor.url });
  await monitor.heard(1);
  await expect.poll(() => watch.stderr()).toContain('"code":"http-302"');
  watch.kill('SIGTERM');
  await watch.ended;
  expect(monitor.requests.map(({ path }) => path)).not.toContain('/elsewhere');
  expect(watch.stderr()).not.toContain(pushToken);
});

test.each([
  'ftp://monitor/canary-push-token',
  'https://me:canary-push-token@monitor/',
  'no address',
])('an address that is none is refused and not repeated: %s', async (url) => {
  const watch = run(['watch', '--json', service.addOrder()], { WAYBELL_HEARTBEAT_URL: url });
  expect(await watch.ended).toBe(2);
  expect(watch.stderr()).toContain('WAYBELL_HEARTBEAT_URL needs an http or https address');
  expect(watch.stderr()).not.toContain('canary');
});

test('the arguments of the process do not show the address', async () => {
  const monitor = await startMonitor();
  const id = service.addOrder({ status: 'active' });
  const watch = run(['watch', '--json', id], { WAYBELL_HEARTBEAT_URL: monitor.url });
  await monitor.heard(1);
  expect(readFileSync(`/proc/${watch.pid}/cmdline`, 'utf8')).not.toContain(pushToken);
});

test('systemd hears that a run is ready, that its loops turn, and that it ends', async () => {
  const folder = temporaryFolder();
  const told = join(folder, 'told');
  const notify = join(folder, 'systemd-notify');
  writeFileSync(
    notify,
    `#!/bin/sh\necho "$1 $NOTIFY_SOCKET [$WAYBELL_CLIENT_SECRET]" >> ${told}\n`,
  );
  chmodSync(notify, 0o700);
  writeFileSync(told, '');
  const id = service.addOrder({ status: 'active' });
  const watch = run(['watch', '--json', id], {
    NOTIFY_SOCKET: '/run/notify',
    PATH: `${folder}:${process.env['PATH']}`,
    WATCHDOG_USEC: '200000',
  });
  await expect.poll(() => readFileSync(told, 'utf8')).toContain('WATCHDOG=1');
  watch.kill('SIGTERM');
  await watch.ended;
  const lines = new Set(readFileSync(told, 'utf8').trim().split('\n'));
  expect([...lines]).toEqual([
    'READY=1 /run/notify []',
    'WATCHDOG=1 /run/notify []',
    'STOPPING=1 /run/notify []',
  ]);
});
