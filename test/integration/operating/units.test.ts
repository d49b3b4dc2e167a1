import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startDeliveryService, type DeliveryService } from '@waybell/simulator';
import { startCli } from '../../support/cli/cli-run.ts';
import { blockWith, missing } from '../../support/operating/operating-page.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const noSystemd = missing('systemd-analyze', 'systemd');
const units = { watch: 'Description=Waybell watches', hub: "Description=Waybell's hub" } as const;

let service: DeliveryService;
beforeEach(async () => {
  service = await startDeliveryService({ clock: 'manual' });
});
afterEach(() => service.close());

test.skipIf(noSystemd !== null).each(Object.entries(units))(
  `systemd finds nothing wrong with the unit for %s${noSystemd ?? ''}`,
  (name, description) => {
    const node = process.execPath;
    const path = join(temporaryFolder(), `waybell-${name}.service`);
    writeFileSync(path, blockWith(description).replaceAll('/usr/bin/node', node));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  },
);

/** The command of a unit as a shell runs it, in a folder of this test in place of the system's. */
function commandOf(description: string, folder: string, baseUrl: string): string {
  const [, command = ''] = /^ExecStart=(.*)$/m.exec(blockWith(description)) ?? [];
  expect(command).toContain('/opt/waybell/dist/main/cli.js');
  return command
    .replaceAll('/usr/bin/node', process.execPath)
    .replaceAll('/opt/waybell', join(import.meta.dirname, '../../..'))
    .replaceAll('/var/lib', folder)
    .replaceAll('https://api.example.com', baseUrl)
    .replaceAll('--client-id ID', `--client-id ${service.credentials.clientId}`);
}

/** Runs such a command as systemd does: ready when it says so. */
async function started(command: string, folder: string) {
  const told = join(folder, 'told');
  const notify = join(folder, 'systemd-notify');
  writeFileSync(told, '');
  writeFileSync(notify, `#!/bin/sh\necho "$1" >> ${told}\n`);
  chmodSync(notify, 0o700);
  const script = join(folder, 'start.mjs');
  // startCli runs programs of Node; this one becomes the shell's.
  writeFileSync(
    script,
    `import { spawn } from 'node:child_process';
    const child = spawn('/bin/sh', ['-c', ${JSON.stringify(`exec ${command}`)}], { stdio: 'inherit' });
    process.on('SIGTERM', () => child.kill('SIGTERM'));
    child.on('exit', (code) => process.exit(code ?? 1));`,
  );
  const run = startCli([], {
    program: script,
    env: {
      NOTIFY_SOCKET: '/run/systemd/notify',
      PATH: `${folder}:${process.env['PATH']}`,
      WAYBELL_CLIENT_SECRET: service.credentials.clientSecret,
    },
  });
  await expect.poll(() => readFileSync(told, 'utf8')).toContain('READY=1');
  return run;
}

test('the command of the unit for a watch writes lines where the page says, once orders were imported', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'waybell'), { mode: 0o700 });
  const orders = join(folder, 'orders.txt');
  const id = service.addOrder({ status: 'active' });
  writeFileSync(orders, id);
  const profile = join(folder, 'waybell');
  expect(await startCli(['import', '--profile', profile, orders]).ended).toBe(0);
  const run = await started(commandOf(units.watch, folder, service.baseUrl), folder);
  const lines = (): string => readFileSync(join(profile, 'lines.jsonl'), 'utf8');
  await expect.poll(lines).toContain(id);
  run.kill('SIGTERM');
  expect(await run.ended).toBe(143);
  expect(blockWith(units.watch)).toContain('SuccessExitStatus=143');
});

test('the command of the unit for a hub lets desks be invited, and says that it is well', async () => {
  const folder = temporaryFolder();
  const run = await started(
    `${commandOf(units.hub, folder, service.baseUrl)} --listen 127.0.0.1:0 --metrics 0`,
    folder,
  );
  await run.until(({ event }) => event === 'hub');
  const [, url = ''] = /Giving figures at (\S+)/.exec(run.stderr()) ?? [];
  const { statusCode, body } = await request(url);
  await body.dump();
  expect(statusCode).toBe(200);
  const profile = join(folder, 'waybell-hub');
  const invited = startCli(['hub', 'invite', '--name', 'Mei', '--profile', profile]);
  expect(await invited.ended).toBe(0);
  run.kill('SIGTERM');
  expect(await run.ended).toBe(143);
});
