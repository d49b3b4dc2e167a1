import type { Clock } from '../../../core/clock.ts';
import { isProfileHeld } from '../../engine/storage/profile-folder.ts';
import { LogWriter } from '../../hub/log-writer.ts';
import { type ClusterFault, UnfitCluster } from '../../hub/log/etcd/open-etcd-log.ts';
import {
  DamagedLogError,
  hasTeamLog,
  type LogStore,
  type OpenedLog,
  openTeamLog,
  openTeamLogToRead,
} from '../../hub/log/open-team-log.ts';
import { LogGone } from '../../hub/log/ports.ts';
import { TeamView } from '../../hub/team-view.ts';
import { TlsFileError } from '../../hub/tls-files.ts';
import { exitCodes } from '../exit-codes.ts';
import { hubNoteIn } from './hub-note.ts';

/** What a command on the log of a team works with. */
export interface LogSurroundings {
  readonly clock: Clock;
  /** Writes to standard output. */
  readonly print: (text: string) => Promise<void>;
  /** Writes to standard error. */
  readonly say: (text: string) => void;
}

/** The log of a team, read. */
export interface ReadLog {
  readonly view: TeamView;
  readonly writer: LogWriter;
  /** Where desks reach the hubs of this log, as far as those that run have said it. */
  readonly hubUrls: () => Promise<readonly string[]>;
}

/**
 * Does something with the log of a team, beside a hub that runs or while none does. Where the log was altered, the
 * terminal is told, and the hub that starts next tells it as well.
 *
 * @param onlyReads nothing of the log is changed, nor of what is noted beside it
 * @param run gives the exit code
 * @returns the exit code
 */
export async function withTeamLog(
  store: LogStore,
  { clock, say }: LogSurroundings,
  onlyReads: boolean,
  run: (log: ReadLog) => Promise<number>,
): Promise<number> {
  let opened: OpenedLog | null;
  try {
    const isThere = hasTeamLog(store);
    opened = isThere ? await (onlyReads ? openTeamLogToRead : openBesideHub)(store, clock) : null;
  } catch (error) {
    say(`${logFaultText(error)}\n`);
    return exitCodes.unreachable;
  }
  if (opened === null) {
    say(`${noLogText}\n`);
    return exitCodes.usage;
  }
  const { isAltered, leases, log } = opened;
  if (isAltered) say(`${alteredLogText}\n`);
  const view = new TeamView({ log, reportDefect: () => undefined });
  try {
    await view.start();
    const hubUrls = async (): Promise<readonly string[]> => {
      const noted = store.profileDir === null ? null : hubNoteIn(store.profileDir);
      const hubs = await leases?.presentHubs().catch(() => null);
      return [...new Set([noted, ...(hubs ?? [])].flatMap((hub) => hub?.url ?? []))];
    };
    return await run({ view, writer: new LogWriter(log, view), hubUrls });
  } catch (error) {
    say(`${logFaultText(error)}\n`);
    return exitCodes.unreachable;
  } finally {
    view.stop();
    await opened.close(true);
  }
}

function openBesideHub(store: LogStore, clock: Clock): Promise<OpenedLog> {
  // A hub that runs has the tail in the profile.
  const here = store.kind === 'etcd' ? { ...store, profileDir: null } : store;
  const isBesideHub = store.kind === 'sqlite' && isProfileHeld(store.profileDir) !== false;
  return openTeamLog(here, clock, isBesideHub);
}

/** What a terminal is told where the log of a team cannot be used. */
export function logFaultText(error: unknown): string {
  if (error instanceof UnfitCluster) return unfitTexts[error.fault];
  if (error instanceof LogGone) return goneText;
  if (error instanceof DamagedLogError) return damagedText;
  if (error instanceof TlsFileError) {
    return error.fault === 'openKey'
      ? 'Every user of this computer may do something with the file of --etcd-key: take that right away (chmod o-rwx).'
      : 'The files of --etcd-cert and --etcd-key cannot be read.';
  }
  return 'The log of the team cannot be read or written: no such place, no plain file in it, a full disk, or most members of etcd do not answer or do not take the login.';
}

/** What is said of a profile in which no hub has begun a log. */
export const noLogText =
  'No hub has run with its log in this profile. Start it first, check --profile, or name its --store.';

const goneText =
  'The log of the team is gone: where it was there is none, an older one or another one. Nothing was begun in its place. Say "waybell hub restore" after a backup was put back, or where this hub has something left of it; or "waybell hub begin-anew".';

const unfitTexts: Readonly<Record<ClusterFault, string>> = {
  noEtcd: 'What answers at an address of --store is no etcd of 3.4 or later.',
  evenSize:
    'This cluster of etcd has an even number of members, which survives no more losses than one member less: take one out or one in.',
  severalClusters: 'The addresses of --store belong to several clusters of etcd.',
};

const damagedText =
  'The log of the team is damaged, so no hub starts with it: the file stays as it is. Put a backup of team-log.db in its place, take away team-log.db-wal and team-log.db-shm where they are beside it, and say "waybell hub restore". Without one say "waybell hub begin-anew": the file is set aside, and desks have to join again.';

/** What is said of a log that is in use and not what was left. */
export const alteredLogText =
  'The log of the team is not what the hub left on the disk, by a fault of the disk, by another program, or because the hub was ended in the middle of writing. All that can be read is in use, but a label, a note or a time may be wrong, and the last changes may be missing.';
