import { type EtcdAccess, EtcdClient, EtcdRefusal, NoEtcd, TokenRefused } from './etcd-client.ts';
import { clusterOf, getKey, statusOf, versionOf } from './etcd-api.ts';
import { keys } from './etcd-keys.ts';
import { lookAtLog } from './log-identity.ts';
import { isRecent } from './open-etcd-log.ts';
import type { Clock } from '../../../../core/clock.ts';
import { checkingLease } from '../ports.ts';

/** What one address says that was named as a member. */
export type MemberFacts = { readonly origin: string } & (
  | {
      readonly state: 'answers';
      readonly version: string;
      readonly elapsedMs: number;
      /** How far its clock is ahead of this computer's, to the second; null where it does not say. */
      readonly aheadMs: number | null;
      readonly clusterId: string;
      /** How many members its cluster has. */
      readonly size: number;
      readonly leads: boolean;
      /** Whether it knows of a leader. */
      readonly isLed: boolean;
      /** What its database takes of the disk, and what of that is in use. */
      readonly databaseBytes: number;
      readonly usedBytes: number;
      /** What it complains of itself, such as a disk without room. */
      readonly alarms: readonly string[];
    }
  /** It answers, and not as etcd 3.4 or later; or it takes the login or the certificate for no one's. */
  | { readonly state: 'noEtcd' | 'refused' }
  /** With the system's code, where it gave one. */
  | { readonly state: 'silent'; readonly code: string | null }
);

/** What is known of a cluster and of the log in it. */
export interface ClusterFacts {
  readonly members: readonly MemberFacts[];
  /** What there is of a log; null where that cannot be asked. */
  readonly log: 'there' | 'none' | 'ofAnotherCluster' | null;
  /** The hub that has the lease to check; null for none. */
  readonly checkingHub: string | null;
}

/** Asks each address what it is, and the cluster what of a log it has. Nothing is changed. */
export async function examineCluster(access: EtcdAccess, clock: Clock): Promise<ClusterFacts> {
  const client = new EtcdClient(access, clock);
  try {
    const members = await Promise.all(
      access.members.map((origin, member) => examineMember(client, clock, origin, member)),
    );
    const looked = await Promise.all([
      lookAtLog(client),
      getKey(client, keys.lease(checkingLease)),
    ]).catch(() => null);
    if (looked === null) return { members, log: null, checkingHub: null };
    const [{ clusterId, identity }, lease] = looked;
    const checkingHub = lease.stored?.value ?? null;
    if (identity === null) return { members, log: 'none', checkingHub };
    const isHere = identity.clusterId === clusterId;
    return { members, log: isHere ? 'there' : 'ofAnotherCluster', checkingHub };
  } finally {
    await client.close();
  }
}

async function examineMember(
  client: EtcdClient,
  clock: Clock,
  origin: string,
  member: number,
): Promise<MemberFacts> {
  const beganMs = clock.monotonicMs();
  try {
    const { dateMs, version } = await versionOf(client, member);
    const elapsedMs = Math.round(clock.monotonicMs() - beganMs);
    const aheadMs = dateMs === null ? null : dateMs - clock.wallMs();
    if (!isRecent(version)) return { origin, state: 'noEtcd' };
    const [{ clusterId, size }, status] = await Promise.all([
      clusterOf(client, member),
      statusOf(client, member),
    ]);
    return { origin, state: 'answers', version, elapsedMs, aheadMs, clusterId, size, ...status };
  } catch (error) {
    if (error instanceof NoEtcd) return { origin, state: 'noEtcd' };
    if (error instanceof EtcdRefusal || error instanceof TokenRefused)
      return { origin, state: 'refused' };
    const code = error instanceof Error && 'code' in error ? String(error.code) : null;
    return { origin, state: 'silent', code };
  }
}
