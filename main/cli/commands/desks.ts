import type { DeskRecord } from '../../../core/team/desk.ts';
import { exitCodes } from '../exit-codes.ts';
import type { HubCommand } from '../hub-arguments.ts';
import { terminalJson, terminalText, cell, textWidth } from '../terminal-text.ts';
import { TeamDesks } from '../../hub/hub-desks.ts';
import { LogWriter } from '../../hub/log-writer.ts';
import { TeamView } from '../../hub/team-view.ts';
import { joinCodeVariable } from '../../engine/launch/arguments.ts';
import type { Clock } from '../../../core/clock.ts';
import { type ClusterFault, UnfitCluster } from '../../hub/log/etcd/open-etcd-log.ts';
import { LogGone } from '../../hub/log/ports.ts';
import { TlsFileError } from '../../hub/tls-files.ts';
import {
  DamagedLogError,
  hasTeamLog,
  openTeamLog,
  type OpenedLog,
} from '../../hub/log/open-team-log.ts';

/** A command about who may come in. */
export type DesksCommand = Extract<HubCommand, { kind: 'invite' | 'desks' | 'revoke' }>;

/** What {@link changeDesks} works with. */
export interface DesksSurroundings {
  readonly clock: Clock;
  /** Writes to standard output. */
  readonly print: (text: string) => Promise<void>;
  /** Writes to standard error. */
  readonly say: (text: string) => void;
}

/** `waybell hub invite`, `desks` and `revoke`, beside a hub that runs or while none does. @returns the exit code */
export async function changeDesks(
  command: DesksCommand,
  surroundings: DesksSurroundings,
): Promise<number> {
  const { clock, say } = surroundings;
  let opened: OpenedLog;
  try {
    if (!hasTeamLog(command.store)) {
      say(
        'No hub has run with its log in this profile. Start it first, check --profile, or name its --store.\n',
      );
      return exitCodes.usage;
    }
    const { store } = command;
    // A hub that runs has the tail in the profile.
    opened = await openTeamLog(
      store.kind === 'etcd' ? { ...store, profileDir: null } : store,
      clock,
    );
  } catch (error) {
    say(`${logFaultText(error)}\n`);
    return exitCodes.unreachable;
  }
  const { isAltered, log } = opened;
  if (isAltered) say(`${alteredLogText}\n`);
  const view = new TeamView({ log, reportDefect: () => undefined });
  const desks = new TeamDesks({ view, writer: new LogWriter(log, view), clock });
  try {
    await view.start();
    return await done(command, desks, view, surroundings);
  } catch (error) {
    say(`${logFaultText(error)}\n`);
    return exitCodes.unreachable;
  } finally {
    view.stop();
    await opened.close();
  }
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
  return 'The log of the team cannot be read or written: no such place, a full disk, or most members of etcd do not answer or do not take the login.';
}

const goneText =
  'The log of the team is gone: where it was there is none, an older one or another one. Nothing was begun in its place. Say "waybell hub restore" after a backup was put back, or where this hub has something left of it; or "waybell hub begin-anew".';

const unfitTexts: Readonly<Record<ClusterFault, string>> = {
  noEtcd: 'What answers at an address of --store is no etcd of 3.4 or later.',
  evenSize:
    'This cluster of etcd has an even number of members, which survives no more losses than one member less: take one out or one in.',
  severalClusters: 'The addresses of --store belong to several clusters of etcd.',
};

const damagedText =
  'The log of the team is damaged, so no hub starts with it: the file stays as it is. Put a backup of team-log.db in its place and say "waybell hub restore". Without one say "waybell hub begin-anew": the file is set aside, and desks have to join again.';

/** What is said of a log that is in use and not what was left. */
export const alteredLogText =
  'The log of the team is not what the hub left on the disk, by a fault of the disk, by another program, or because the hub was ended in the middle of writing. All that can be read is in use, but a label, a note or a time may be wrong, and the last changes may be missing.';

async function done(
  command: DesksCommand,
  desks: TeamDesks,
  view: TeamView,
  { clock, print, say }: DesksSurroundings,
): Promise<number> {
  switch (command.kind) {
    case 'invite': {
      const { name, role } = command;
      const invited = await desks.invite(name, role);
      if (invited === 'taken') {
        say(`There is a desk named "${terminalText(name)}". Revoke it first, or choose another.\n`);
        return exitCodes.usage;
      }
      await print(`${invited.code}\n`);
      say(
        `This lets one desk in as "${terminalText(name)}" (${role}) within ten minutes: on its computer\n` +
          `"waybell join ADDRESS" with the code in ${joinCodeVariable}, or in its window under "Join a team",\n` +
          'on the first screen or in "Connection" of the settings.\n',
      );
      return exitCodes.asAsked;
    }
    case 'revoke':
      if (await desks.revoke(command.name)) {
        say(`"${terminalText(command.name)}" is shut out.\n`);
        return exitCodes.asAsked;
      }
      say(`There is no desk named "${terminalText(command.name)}".\n`);
      return exitCodes.usage;
    case 'desks': {
      const rows = listed([...view.desks.values()], clock.wallMs());
      await print(command.isJson ? `${terminalJson(JSON.stringify(rows))}\n` : deskTable(rows));
      return exitCodes.asAsked;
    }
  }
}

/** A line of `waybell hub desks`. Times are ISO 8601. */
interface DeskRow {
  readonly name: string;
  readonly role: DeskRecord['role'];
  readonly state: 'joined' | 'invited';
  /** When it joined, or until when its invitation is good. */
  readonly at: string;
}

/** Those that are in or may still come; what was revoked or came too late is over. */
function listed(desks: readonly DeskRecord[], nowMs: number): readonly DeskRow[] {
  return desks
    .flatMap(({ invitation, joinedAtMs, name, role, tokenHash }): DeskRow[] => {
      if (tokenHash !== null) {
        return [{ name, role, state: 'joined', at: new Date(joinedAtMs ?? 0).toISOString() }];
      }
      if (invitation === null || invitation.expiresAtMs <= nowMs) return [];
      const at = new Date(invitation.expiresAtMs).toISOString();
      return [{ name, role, state: 'invited', at }];
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}

function deskTable(rows: readonly DeskRow[]): string {
  const lines = rows.map(({ at, name, role, state }) => [
    terminalText(name),
    role,
    state === 'joined' ? 'joined' : 'invited until',
    at,
  ]);
  const widths = [0, 1, 2].map((column) =>
    Math.max(0, ...lines.map((line) => textWidth(line[column] ?? ''))),
  );
  return lines
    .map((line) => line.map((text, column) => cell(text, widths[column] ?? textWidth(text))))
    .map((cells) => `${cells.join('  ')}\n`)
    .join('');
}
