import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { LogStore } from '../../../main/hub/log/open-team-log.ts';
import { EtcdCluster } from '../team-log/etcd-cluster.ts';

/** Where three members keep what they know, and on which ports they are. */
interface Members {
  readonly folder: string;
  readonly ports: readonly number[];
}

/**
 * Starts three members in a folder that is not there, and syncs the disk: etcd syncs no folder that it makes at its
 * first start, so that this start is not cut.
 */
export async function startNewMembers(members: Members): Promise<EtcdCluster> {
  const cluster = await startMembers(members);
  await cluster.leader();
  spawnSync('sync');
  return cluster;
}

/** A leader is found sooner than usual: nothing else is measured. */
const sooner = ['--heartbeat-interval', '100', '--election-timeout', '500'];

/** Starts three members on what there is in the folder. @throws when one does not start */
export function startMembers({ folder, ports }: Members): Promise<EtcdCluster> {
  const folderOf = (member: number): string => join(folder, `m${member + 1}`);
  return EtcdCluster.start(3, { ports, folderOf, more: () => sooner });
}

/** The log of a team in such members, with a hub's tail of it in its profile. */
export function storeOf({ members }: EtcdCluster, profileDir: string): LogStore {
  return { kind: 'etcd', members, login: null, certificate: null, profileDir };
}
