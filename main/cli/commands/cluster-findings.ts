import type { HubArea, Finding, FindingState } from '../../../core/delivery/diagnosis.ts';
import type { ClusterFacts, MemberFacts } from '../../hub/log/etcd/examine-cluster.ts';

/** etcd refuses to write beyond 2 GB unless its --quota-backend-bytes says more. */
const quotaBytes = 2_000_000_000;
/** A clock that is this far off shows wrong times. An answer's time is told to the second. */
const sameClockMs = 3000;

/** What an operator is told of an alarm of etcd. */
const alarmTexts: Readonly<Record<string, string>> = {
  NOSPACE:
    'its room is used up and nothing is written: compact, defrag, then "etcdctl alarm disarm"',
  CORRUPT: 'its data is damaged: take it out and in again',
};

/** What there is to say of a cluster of etcd, for a report. */
export function clusterFindings({
  checkingHub,
  log,
  members,
}: ClusterFacts): readonly Finding<HubArea>[] {
  const answering = members.filter((member) => member.state === 'answers');
  return [
    ...members.flatMap(memberFindings),
    ...wholeFindings(members.length, answering),
    ...answering.flatMap(({ aheadMs, origin }) =>
      aheadMs === null ? [] : [clockFinding('cluster', `Clock of ${hostOf(origin)}`, aheadMs)],
    ),
    logFinding(log),
    checkingHub === null
      ? finding('Checking', 'notice', 'no hub has the lease: none runs, or none reaches etcd')
      : finding('Checking', 'good', `${checkingHub} has the lease`),
  ];
}

/** How far a clock is ahead of this computer's. */
export function clockFinding(area: HubArea, name: string, aheadMs: number): Finding<HubArea> {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const isSame = Math.abs(aheadMs) < sameClockMs;
  const apart = `${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this computer's`;
  const value = isSame ? "as this computer's" : apart;
  return { area, name, state: isSame ? 'good' : 'notice', value, elapsedMs: null };
}

function memberFindings(member: MemberFacts): readonly Finding<HubArea>[] {
  const name = hostOf(member.origin);
  switch (member.state) {
    case 'silent': {
      const code = member.code === null ? '' : ` (${member.code})`;
      return [finding(name, 'bad', `does not answer${code}`)];
    }
    case 'noEtcd':
      return [finding(name, 'bad', 'is no etcd of 3.4 or later')];
    case 'refused':
      return [finding(name, 'bad', 'does not take the login')];
    case 'answers': {
      const { alarms, databaseBytes, elapsedMs, isLed, leads, usedBytes, version } = member;
      const role = leads ? 'leads' : isLed ? 'follows' : 'knows of no leader';
      const value = `etcd ${version}, ${role}`;
      const isScarce = databaseBytes > 0.75 * quotaBytes;
      const size = `${megabytes(databaseBytes)}, of which ${megabytes(usedBytes)} in use`;
      const more = isScarce ? '; by default it writes nothing beyond 2 GB: defrag it' : '';
      return [
        { ...finding(name, isLed ? 'good' : 'bad', value), elapsedMs },
        finding(`Database of ${name}`, isScarce ? 'notice' : 'good', size + more),
        ...alarms.map((alarm) =>
          finding(`Alarm of ${name}`, 'bad', `${alarm}: ${alarmTexts[alarm] ?? 'see etcd'}`),
        ),
      ];
    }
  }
}

/** How the members are together. */
function wholeFindings(
  named: number,
  answering: readonly Extract<MemberFacts, { state: 'answers' }>[],
): readonly Finding<HubArea>[] {
  const [first] = answering;
  if (first === undefined) return [finding('Members', 'bad', 'none answers')];
  const { size } = first;
  if (answering.some(({ clusterId }) => clusterId !== first.clusterId)) {
    return [finding('Members', 'bad', 'they belong to several clusters')];
  }
  const found: Finding<HubArea>[] = [];
  if (size % 2 === 0) {
    const text = `${size}, an even number, which survives no more losses than one member less`;
    found.push(finding('Members', 'bad', text));
  } else if (size === 1) {
    found.push(finding('Members', 'notice', '1: without it nothing is written'));
  } else {
    found.push(finding('Members', 'good', `${size}, of one cluster`));
  }
  if (answering.length * 2 <= size) {
    found.push(finding('Majority', 'bad', `only ${answering.length} of ${size} answer`));
  }
  if (named < size) {
    const text = `${named} of ${size} are named in --store: a hub asks no others`;
    found.push(finding('Named', 'notice', text));
  }
  return found;
}

function logFinding(log: ClusterFacts['log']): Finding<HubArea> {
  switch (log) {
    case 'there':
      return finding('Log', 'good', 'there');
    case 'none':
      return finding('Log', 'notice', 'none yet: the first hub begins it, unless it knew one');
    case 'ofAnotherCluster':
      return finding('Log', 'bad', 'of a backup that was put back: say "waybell hub restore"');
    case null:
      return finding('Log', 'bad', 'cannot be asked for');
  }
}

function hostOf(origin: string): string {
  return new URL(origin).host;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function finding(name: string, state: FindingState, value: string): Finding<HubArea> {
  return { area: 'cluster', name, state, value, elapsedMs: null };
}
