import { createPrivateKey, X509Certificate } from 'node:crypto';
import { statfsSync, statSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../../core/clock.ts';
import { diagnosisText } from '../../../core/delivery/diagnosis-text.ts';
import {
  type HubArea,
  type Finding,
  type FindingState,
  type HubDiagnosis,
  isWell,
} from '../../../core/delivery/diagnosis.ts';
import { say } from '../../engine/launch/standard-streams.ts';
import { identityRedaction, machineIdentity } from '../../engine/log/identity-redaction.ts';
import { openToRead } from '../../engine/storage/database.ts';
import { isProfileHeld } from '../../engine/storage/profile-folder.ts';
import { TeamRepository } from '../../engine/storage/team/team-repository.ts';
import { ownStatusSchema, statusTopic } from '../../hub/hub-statuses.ts';
import { examineCluster } from '../../hub/log/etcd/examine-cluster.ts';
import { hasTeamLog, type LogStore, openTeamLogToRead } from '../../hub/log/open-team-log.ts';
import { readPublished } from '../../hub/published.ts';
import { TeamView } from '../../hub/team-view.ts';
import { readTlsFiles, TlsFileError } from '../../hub/tls-files.ts';
import { clusterFindings, clockFinding } from './cluster-findings.ts';
import type { ProfileCommandOf } from '../profile-arguments.ts';
import { type HubNote, hubNoteIn } from './hub-note.ts';
import { alteredLogText, logFaultText } from './team-log.ts';

/** Hubs say every second how they are. */
const listensForMs = 2500;
/** Below this a disk is soon full. */
const scarceBytes = 1_000_000_000;
const fullBytes = 100_000_000;
/** A certificate that ends sooner is told of. */
const endsSoonMs = 30 * 24 * 60 * 60_000;

/** Looks at what a hub needs and prints the report. Nothing is changed. @returns 1 when something is wrong */
export async function hubDoctor(
  { isJson, profileDir, store, tls }: ProfileCommandOf<'hubDoctor'>,
  version: string,
  clock: Clock,
): Promise<number> {
  const redact = identityRedaction(machineIdentity());
  const looked = await Promise.all([
    look('files', async () => filesFindings(profileDir)),
    look('cluster', async () =>
      store.kind === 'etcd' ? clusterFindings(await examineCluster(accessOf(store), clock)) : [],
    ),
    look('teamLog', () => logFindings(store, clock)),
    look('encryption', async () => [
      ...(tls === null ? [] : tlsFindings('--tls-cert', tls, clock)),
      ...(store.kind === 'etcd' && store.certificate !== null
        ? tlsFindings('--etcd-cert', store.certificate, clock)
        : []),
    ]),
  ]);
  const findings = [
    finding('program', 'Waybell', 'fact', version),
    finding('program', 'Runtime', 'fact', `the command line, Node ${process.versions.node}`),
    finding('program', 'System', 'fact', `${process.platform} ${release()} ${process.arch}`),
    ...looked.flat(),
  ];
  const diagnosis: HubDiagnosis = {
    format: 'waybell-diagnosis',
    version: 1,
    madeAt: new Date(clock.wallMs()).toISOString(),
    findings: findings.map((each) => ({ ...each, value: redact(each.value) })),
  };
  await say(isJson ? `${JSON.stringify(diagnosis, null, 2)}\n` : diagnosisText(diagnosis, 'en'));
  return isWell(diagnosis) ? 0 : 1;
}

/** One part that cannot be looked at does not end the others. */
async function look(
  area: HubArea,
  act: () => Promise<readonly Finding<HubArea>[]>,
): Promise<readonly Finding<HubArea>[]> {
  try {
    return await act();
  } catch (error) {
    const fault = area === 'files' ? 'the folder cannot be read' : logFaultText(error);
    return [finding(area, 'Not looked at', 'bad', fault)];
  }
}

function accessOf({ certificate, login, members }: Extract<LogStore, { kind: 'etcd' }>) {
  return { members, login, certificate: certificate && readTlsFiles(certificate) };
}

/** The folder with the log, or with this hub's last days of it: it has the hashes of desks' tokens. */
function filesFindings(profileDir: string | null): readonly Finding<HubArea>[] {
  if (profileDir === null) {
    return [finding('files', 'Profile folder', 'fact', 'none named: nothing is kept here')];
  }
  const folder = statSync(profileDir, { throwIfNoEntry: false });
  if (folder?.isDirectory() !== true) {
    const fault = folder === undefined ? 'there is no such folder' : 'this is no folder';
    return [finding('files', 'Profile folder', 'bad', `${profileDir}: ${fault}`)];
  }
  const { bavail, bsize } = statfsSync(profileDir);
  const freeBytes = bavail * bsize;
  const room = freeBytes < fullBytes ? 'bad' : freeBytes < scarceBytes ? 'notice' : 'good';
  const files = ['team-log.db', 'team-tail.db', 'waybell.db'].flatMap((name) => {
    const status = statSync(join(profileDir, name), { throwIfNoEntry: false });
    if (status === undefined) return [];
    if (!status.isFile()) return [finding('files', name, 'bad', 'is no plain file')];
    const isOpen = process.platform !== 'win32' && (status.mode & 0o077) !== 0;
    const size = `${(status.size / 1_000_000).toFixed(1)} MB`;
    return [
      isOpen
        ? finding('files', name, 'bad', `${size}; other users of this computer may read it`)
        : finding('files', name, 'good', `${size}, for its user alone`),
    ];
  });
  return [
    finding('files', 'Profile folder', 'fact', profileDir),
    finding('files', 'Room on its disk', room, `${(freeBytes / 1_000_000_000).toFixed(1)} GB`),
    ...files,
  ];
}

/** Reads the log as a hub does, beside one that runs, and listens to what hubs say of themselves. */
async function logFindings(store: LogStore, clock: Clock): Promise<readonly Finding<HubArea>[]> {
  const isThere =
    store.kind === 'etcd'
      ? (await examineCluster(accessOf(store), clock)).log === 'there'
      : hasTeamLog(store);
  const opened = isThere ? await openTeamLogToRead(store, clock) : null;
  if (opened === null) {
    const hubUrl = store.kind === 'sqlite' ? hubOfDesk(store.profileDir) : null;
    const value =
      hubUrl === null
        ? 'none yet: the first hub begins it'
        : `none: this profile is that of a desk, whose team is at ${hubUrl}. "waybell doctor" without --hub looks at it`;
    return [finding('teamLog', 'Log', 'notice', value)];
  }
  const { isAltered, log } = opened;
  let unreadable = 0;
  const view = new TeamView({ log, reportDefect: () => (unreadable += 1) });
  try {
    const hubs = new Map<string, HeardHub>();
    log.subscribe(statusTopic, (body) => {
      const status = readPublished(ownStatusSchema, body);
      if (status === undefined || status.isStopping) return;
      hubs.set(status.hubId, { ...status, aheadMs: status.nowMs - clock.wallMs() });
    });
    const heard =
      store.kind === 'etcd'
        ? new Promise<void>((resolve) => void clock.schedule(resolve, listensForMs))
        : null;
    await view.start();
    await heard;
    const desks = [...view.desks.values()];
    const joined = desks.filter(({ tokenHash }) => tokenHash !== null).length;
    const invited = desks.filter(
      ({ invitation }) => invitation !== null && clock.wallMs() < invitation.expiresAtMs,
    ).length;
    return [
      isAltered
        ? finding('teamLog', 'Log', 'notice', alteredLogText)
        : finding('teamLog', 'Log', 'good', 'can be read'),
      ...(unreadable === 0
        ? []
        : [finding('teamLog', 'Entries that cannot be read', 'bad', String(unreadable))]),
      finding('teamLog', 'Orders', 'fact', String(view.orders.size)),
      finding('teamLog', 'Desks', 'fact', `${joined} with a token, ${invited} invited`),
      ...(store.kind === 'etcd' ? hubFindings([...hubs.values()]) : [ownHub(store.profileDir)]),
    ];
  } finally {
    view.stop();
    await opened.close();
  }
}

/** Where the team is that a profile is a desk of; null for none. */
function hubOfDesk(profileDir: string): string | null {
  const database = openToRead(profileDir);
  try {
    return database && (new TeamRepository(database.sql).load()?.hubUrl ?? null);
  } finally {
    database?.close();
  }
}

type HeardHub = HubNote & { readonly isChecking: boolean; readonly aheadMs: number };

function hubFindings(hubs: readonly HeardHub[]): readonly Finding<HubArea>[] {
  if (hubs.length === 0) {
    return [
      finding('teamLog', 'Hubs', 'notice', 'none is heard of: none runs, or none reaches etcd'),
    ];
  }
  return hubs.flatMap((hub) => [
    finding('teamLog', `Hub ${hub.hubId}`, 'good', hubText(hub, hub.isChecking)),
    clockFinding('teamLog', `Clock of ${hub.hubId}`, hub.aheadMs),
  ]);
}

/** The one hub that has its log in this profile. */
function ownHub(profileDir: string): Finding<HubArea> {
  const note = hubNoteIn(profileDir);
  const isHeld = isProfileHeld(profileDir);
  if (isHeld === null) {
    return finding('teamLog', 'Hub', 'bad', 'waybell.lock cannot be asked whether one runs');
  }
  if (isHeld && note !== null) {
    return finding('teamLog', `Hub ${note.hubId}`, 'good', hubText(note, true));
  }
  if (isHeld) {
    return finding(
      'teamLog',
      'Hub',
      'notice',
      'another program uses this profile, no hub of today',
    );
  }
  const end = note === null ? '' : `; the last one, ${note.hubId}, did not end by itself`;
  return finding('teamLog', 'Hub', 'notice', `none runs on this profile${end}`);
}

/** Where a hub is, which Waybell it is, and whether it checks. */
function hubText({ pace, url, version }: HubNote, isChecking: boolean): string {
  const { lastAnswerAtMs } = pace;
  const answered =
    lastAnswerAtMs === null
      ? 'had no answer of the service yet'
      : `had the last answer of the service at ${new Date(lastAnswerAtMs).toISOString()}`;
  return [
    url ?? 'its address is not said',
    `Waybell ${version ?? 'of an earlier version'}`,
    isChecking ? `checks, ${answered}` : 'stands by',
  ].join('; ');
}

function tlsFindings(
  option: string,
  files: { readonly certFile: string; readonly keyFile: string },
  clock: Clock,
): readonly Finding<HubArea>[] {
  let read: ReturnType<typeof readTlsFiles>;
  try {
    read = readTlsFiles(files);
  } catch (error) {
    const isOpen = error instanceof TlsFileError && error.fault === 'openKey';
    const value = isOpen
      ? 'every user of this computer may read the key (chmod o-rwx)'
      : 'its files cannot be read';
    return [finding('encryption', option, 'bad', value)];
  }
  try {
    const certificate = new X509Certificate(read.cert);
    if (!certificate.checkPrivateKey(createPrivateKey(read.key))) {
      return [finding('encryption', option, 'bad', 'the key is not that of the certificate')];
    }
    const leftMs = Date.parse(certificate.validTo) - clock.wallMs();
    const until = `until ${new Date(Date.parse(certificate.validTo)).toISOString().slice(0, 10)}`;
    if (leftMs <= 0) return [finding('encryption', option, 'bad', `good ${until}: it is over`)];
    return [
      finding('encryption', option, leftMs < endsSoonMs ? 'notice' : 'good', `good ${until}`),
    ];
  } catch {
    return [
      finding('encryption', option, 'bad', 'there is no certificate with a key in its files'),
    ];
  }
}

function finding(
  area: HubArea,
  name: string,
  state: FindingState,
  value: string,
): Finding<HubArea> {
  return { area, name, state, value, elapsedMs: null };
}
