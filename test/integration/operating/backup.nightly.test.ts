import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startDeliveryService } from '@waybell/simulator';
import { expect, onTestFinished, test } from 'vitest';
import { type CliRun, startCli } from '../../support/cli/cli-run.ts';
import { makeCertificates } from '../../support/network/certificates.ts';
import { blockWith, missing } from '../../support/operating/operating-page.ts';
import { EtcdCluster } from '../../support/team-log/etcd-cluster.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/*
 * The night's backup of etcd as docs/operating.md has it: its unit runs against a member with TLS and clients'
 * certificates, the member loses its disk, and a hub goes on from the backup.
 */

const description = "Description=Backup of the team's log in etcd";
const noEtcdctl = missing('etcdctl', 'etcd-client');
const noSystemd = missing('systemd-analyze', 'systemd');

test.skipIf(noSystemd !== null)(
  `systemd finds nothing wrong with the unit of the backup${noSystemd ?? ''}`,
  () => {
    const path = join(temporaryFolder(), 'waybell-backup.service');
    writeFileSync(path, blockWith(description));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  },
);

/** Runs the commands of the unit one after the other, as systemd does, with the places of this test. */
function backUp(folder: string, member: string): string {
  const unit = blockWith(description)
    .replaceAll('https://etcd-1.internal:2379', member)
    .replaceAll('/etc/etcd/', `${folder}/`)
    .replaceAll('/etc/waybell/', `${folder}/`)
    .replaceAll('/var/backups/waybell', join(folder, 'backups'));
  const env = Object.fromEntries(
    [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  const commands = [...unit.matchAll(/^ExecStart=(.*)$/gm)].map(([, command = '']) => command);
  expect(commands).toHaveLength(4);
  return commands
    .map((command) => {
      const [program = '', ...args] = command.split(' ');
      const { status, stderr, stdout } = spawnSync(program, args, { env, encoding: 'utf8' });
      expect({ command, status, stderr: status === 0 ? '' : stderr }).toMatchObject({ status: 0 });
      return stdout;
    })
    .join('');
}

/** Where a hub listens, by its first line. */
function urlOf(hub: CliRun): string {
  return String(Reflect.get(Object(JSON.parse(hub.lines[0] ?? '{}')), 'url'));
}

test.skipIf(noEtcdctl !== null)(
  `a hub goes on from the backup that the unit made, of a member that lost its disk${noEtcdctl ?? ''}`,
  async () => {
    const folder = temporaryFolder();
    const { ca, good } = makeCertificates();
    const files = { 'ca.pem': ca, 'etcd.pem': good.cert, 'etcd.key': good.key };
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(folder, name), text, { mode: 0o600 });
    }
    const own = (name: string): string => join(folder, name);
    const etcd = await EtcdCluster.start(1, {
      scheme: 'https',
      more: () =>
        ['--cert-file', own('etcd.pem'), '--key-file', own('etcd.key')].concat(
          ['--trusted-ca-file', own('ca.pem')],
          '--client-cert-auth',
        ),
    });
    onTestFinished(() => etcd.stop());
    const service = await startDeliveryService({ clock: 'manual' });
    onTestFinished(() => service.close());
    const { clientId, clientSecret } = service.credentials;
    const env = { WAYBELL_CLIENT_SECRET: clientSecret, NODE_EXTRA_CA_CERTS: own('ca.pem') };
    const store = ['--store', etcd.store, '--etcd-cert', own('etcd.pem')];
    const place = [...store, '--etcd-key', own('etcd.key'), '--profile', join(folder, 'hub')];
    const connection = ['--base-url', service.baseUrl, '--client-id', clientId];
    const startHub = () => startCli(['hub', '--listen', '0', ...place, ...connection], { env });
    const started = async (): Promise<CliRun> => {
      const hub = startHub();
      await hub.until(() => true);
      return hub;
    };
    const said = async (...args: readonly string[]) => {
      const run = startCli(args, { env });
      return { code: await run.ended, out: run.lines.join('\n'), said: run.stderr() };
    };
    const hub = await started();
    const invited = await said('hub', 'invite', '--name', 'Mei', ...place);
    expect(invited.said).toContain(`"waybell join ${urlOf(hub)}"`);
    const joined = startCli(['join', '--print', urlOf(hub)], {
      env: { WAYBELL_JOIN_CODE: invited.out },
    });
    expect(await joined.ended).toBe(0);
    const authorization = `Bearer ${joined.lines.join('')}`;
    const id = service.addOrder({ status: 'active' });
    const added = await fetch(`${urlOf(hub)}/v1/orders`, {
      method: 'POST',
      headers: { authorization, 'idempotency-key': 'k1', 'content-type': 'application/json' },
      body: JSON.stringify({ uuids: [id], labels: { [id]: 'Lunch' } }),
    });
    expect(added.status).toBe(200);

    const status = backUp(folder, etcd.members[0] ?? '');
    expect(readdirSync(join(folder, 'backups'))).toEqual(['team.db']);
    // Hash, revision, keys and size.
    expect(status).toMatch(/[\da-f]{6,8}, \d+, \d+, [\d.]+ kB/);

    etcd.kill(0);
    hub.kill('SIGKILL');
    await hub.ended;
    etcd.putBack(0, join(folder, 'backups', 'team.db'));
    await etcd.restart(0);
    // What the hub had of its own is gone, too.
    rmSync(join(folder, 'hub'), { recursive: true });
    const refused = startHub();
    expect(await refused.ended).toBe(4);
    expect(refused.stderr()).toContain('"waybell hub restore"');
    expect((await said('hub', 'restore', ...place)).code).toBe(0);
    const again = await started();
    const listed = await fetch(`${urlOf(again)}/v1/orders`, { headers: { authorization } });
    expect(await listed.json()).toMatchObject({ orders: [{ id, label: 'Lunch' }] });
    const desks = await said('hub', 'desks', '--json', ...place);
    expect(JSON.parse(desks.out)).toMatchObject([{ name: 'Mei', state: 'joined' }]);
  },
);
