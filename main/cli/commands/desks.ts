import type { DeskRecord } from '../../../core/team/desk.ts';
import { exitCodes } from '../exit-codes.ts';
import type { HubCommand } from '../hub-arguments.ts';
import { terminalJson, terminalText, cell, textWidth } from '../terminal-text.ts';
import { TeamDesks } from '../../hub/hub-desks.ts';
import { isLoopback } from '../../../core/text/loopback.ts';
import { hostName } from '../../engine/http-edge/host-name.ts';
import { joinCodeVariable } from '../../engine/launch/arguments.ts';
import { type LogSurroundings, type ReadLog, withTeamLog } from './team-log.ts';

/** A command about who may come in. */
export type DesksCommand = Extract<HubCommand, { kind: 'invite' | 'desks' | 'revoke' }>;

/** `waybell hub invite`, `desks` and `revoke`, beside a hub that runs or while none does. @returns the exit code */
export function changeDesks(command: DesksCommand, surroundings: LogSurroundings): Promise<number> {
  const { clock } = surroundings;
  return withTeamLog(
    command.store,
    surroundings,
    command.kind === 'desks',
    ({ hubUrls, view, writer }) =>
      done(command, new TeamDesks({ view, writer, clock }), { hubUrls, view }, surroundings),
  );
}

async function done(
  command: DesksCommand,
  desks: TeamDesks,
  { hubUrls, view }: Pick<ReadLog, 'hubUrls' | 'view'>,
  { clock, print, say }: LogSurroundings,
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
      const [url, ...others] = await hubUrls();
      say(
        `This lets one desk in as "${terminalText(name)}" (${role}) within ten minutes: on its computer\n` +
          `"waybell join ${terminalText(url ?? 'ADDRESS')}" with the code in ${joinCodeVariable}, or in its window under "Join a team",\n` +
          `on the first screen or in "Connection" of the settings.\n${addressText(url, others)}`,
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

/** What is said of the addresses by which desks reach the hubs, beside the first. */
function addressText(url: string | undefined, others: readonly string[]): string {
  if (url === undefined) {
    return 'ADDRESS is where desks reach the hub: its --public-url, or that of the proxy before it. It has not said it.\n';
  }
  if (isLoopback(hostName(new URL(url).host) ?? '')) {
    return 'The hub listens for this computer alone: desks on others need its --public-url.\n';
  }
  return others.length === 0 ? '' : `Or ${others.map(terminalText).join(', ')}.\n`;
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
