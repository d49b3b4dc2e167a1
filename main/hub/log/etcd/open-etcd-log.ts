import type { Clock } from '../../../../core/clock.ts';
import { type Leases, LogUnavailable, type TeamLog } from '../ports.ts';
import { clusterOf, versionOf } from './etcd-api.ts';
import { type EtcdAccess, EtcdClient, NoEtcd } from './etcd-client.ts';
import { EtcdLeases } from './etcd-leases.ts';
import { EtcdTeamLog } from './etcd-team-log.ts';
import { joinLog } from './log-identity.ts';
import { TeamTail } from './team-tail.ts';

/** Why a hub does not start on a cluster. */
export type ClusterFault =
  /** An address answers, and not as etcd 3.4 or later. */
  | 'noEtcd'
  /** A cluster of two or four survives no more losses than one of one or three. */
  | 'evenSize'
  /** The addresses belong to clusters that do not know of each other. */
  | 'severalClusters';

/** The etcd that was named is none that a team's log is kept in. */
export class UnfitCluster extends Error {
  override readonly name = 'UnfitCluster';
  readonly fault: ClusterFault;

  constructor(fault: ClusterFault) {
    super(fault);
    this.fault = fault;
  }
}

const oldestVersion = [3, 4] as const;

/**
 * Opens the log of a team in etcd, beginning it where there is none.
 *
 * @param tailPath where this hub keeps its tail of the log, or `:memory:`
 * @throws UnfitCluster
 * @throws LogGone when it is not the log that this hub remembers
 * @throws LogUnavailable
 */
export async function openEtcdLog(
  access: EtcdAccess,
  tailPath: string,
  clock: Clock,
): Promise<{ readonly log: TeamLog; readonly leases: Leases }> {
  const client = new EtcdClient(access, clock);
  let tail: TeamTail | null = null;
  try {
    await checkCluster(client);
    tail = new TeamTail(tailPath);
    const identity = await joinLog(client, tail);
    return {
      log: new EtcdTeamLog(client, identity, tail, clock),
      leases: new EtcdLeases(client),
    };
  } catch (error) {
    tail?.close();
    await client.close();
    throw error;
  }
}

/**
 * Asks every address that was named what it is. One that does not answer may be a member that is down, as long as
 * most answer.
 *
 * @throws UnfitCluster, LogUnavailable
 */
async function checkCluster(client: EtcdClient): Promise<void> {
  const members = [...Array(client.memberCount).keys()];
  const answers = await Promise.allSettled(
    members.map(async (member) => {
      const { version } = await versionOf(client, member);
      return { version, ...(await clusterOf(client, member)) };
    }),
  );
  const known = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const isStranger = answers.some(
    (answer) => answer.status === 'rejected' && answer.reason instanceof NoEtcd,
  );
  const [first] = known;
  if (isStranger || known.some(({ version }) => !isRecent(version))) {
    throw new UnfitCluster('noEtcd');
  }
  if (first === undefined || known.length * 2 <= members.length) {
    throw new LogUnavailable('most members of etcd do not answer');
  }
  if (known.some(({ clusterId }) => clusterId !== first.clusterId)) {
    throw new UnfitCluster('severalClusters');
  }
  if (first.size % 2 === 0) throw new UnfitCluster('evenSize');
}

/** Whether a hub works with this version. */
export function isRecent(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > oldestVersion[0] || (major === oldestVersion[0] && minor >= oldestVersion[1]);
}
